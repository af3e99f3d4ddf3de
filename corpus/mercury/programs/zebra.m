% A puzzle with houses, solved by search.
:- module zebra.
:- interface.
:- import_module io.

:- type nation ---> englishman ; spaniard ; japanese.
:- type colour ---> red ; green ; blue.
:- type pet ---> jaguar ; snail ; zebra.
:- type house ---> house(nation :: nation, colour :: colour, pet :: pet).

:- pred owner_of_zebra(nation::out) is nondet.
:- pred main(io::di, io::uo) is cc_multi.

:- implementation.
:- import_module list, solutions.

owner_of_zebra(Owner) :-
    list.perm([englishman, spaniard, japanese], [N1, N2, N3]),
    list.perm([red, green, blue], [C1, C2, C3]),
    Houses0 = [N1 - C1, N2 - C2, N3 - C3],
    list.member(englishman - red, Houses0),
    list.perm([jaguar, snail, zebra], [P1, P2, P3]),
    Houses = [house(N1, C1, P1), house(N2, C2, P2), house(N3, C3, P3)],
    list.member(house(spaniard, _, jaguar), Houses),
    next_to(has_snail, is_japanese, Houses),
    list.member(House, Houses),
    House ^ pet = zebra,
    Owner = House ^ nation.

:- type nc ---> nation - colour.

:- pred next_to(pred(house), pred(house), list(house)).
:- mode next_to(pred(in) is semidet, pred(in) is semidet, in) is semidet.

next_to(A, B, Houses) :-
    list.append(_, [X, Y | _], Houses),
    ( A(X), B(Y) ; A(Y), B(X) ).

:- pred has_snail(house::in) is semidet.

has_snail(house(_, _, snail)).

:- pred is_japanese(house::in) is semidet.

is_japanese(house(japanese, _, _)).

main(!IO) :-
    solutions(owner_of_zebra, Owners),
    io.write_line(Owners, !IO).
