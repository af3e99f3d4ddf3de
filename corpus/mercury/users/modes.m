%! run modes_tests.m
%! cover {} modes_tests.m
% Predicates that run in several directions.
:- module modes.
:- interface.
:- import_module list, int, char.
:- type nat ---> z ; s(nat).
:- type colour ---> red ; green ; blue.
:- pred add(nat, nat, nat).
:- mode add(in, in, out) is det.
:- mode add(in, out, in) is semidet.
:- mode add(out, out, in) is multi.
:- pred code(colour, int).
:- mode code(in, out) is det.
:- mode code(out, in) is semidet.
:- mode code(in, in) is semidet.
:- mode code(out, out) is multi.
:- pred app(list(T), list(T), list(T)).
:- mode app(in, in, out) is det.
:- mode app(out, out, in) is multi.
:- mode app(in, out, in) is semidet.
:- mode app(out, in, in) is nondet.
:- func nat(int) = nat.
:- func value(nat) = int.
:- pred sublist(list(T)::in, list(T)::out) is multi.
:- pred last(list(T)::in, T::out) is nondet.
:- pred rot13(char, char).
:- mode rot13(in, out) is det.
:- pred adjacent(colour::in, colour::out) is nondet.
:- pred split3(list(T)::in, {list(T), list(T), list(T)}::out) is multi.
:- pred swap(T::in, U::in, {U, T}::out) is det.
:- implementation.
:- import_module require.
add(z, N, N).
add(s(M), N, s(R)) :- add(M, N, R).

code(red, 1).
code(green, 2).
code(blue, 4).

app([], Ys, Ys).
app([X | Xs], Ys, [X | Zs]) :- app(Xs, Ys, Zs).

nat(I) = N :-
    ( if I = 0 then N = z
    else if I > 0 then N = s(nat(I - 1))
    else unexpected($file, $pred, "negative")
    ).
value(z) = 0.
value(s(N)) = 1 + value(N).

sublist([], []).
sublist([_ | Xs], Ys) :- sublist(Xs, Ys).
sublist([X | Xs], [X | Ys]) :- sublist(Xs, Ys).

last(Xs, X) :- app(_, [X], Xs).

rot13(C, R) :-
    ( if char.is_lower(C) then
        R = char.det_from_int((char.to_int(C) - 97 + 13) mod 26 + 97)
    else
        R = C
    ).

adjacent(A, B) :-
    code(A, X),
    code(B, Y),
    A \= B,
    \+ \+ X \= Y,
    ( X = Y * 2 ; Y = X * 2 ).

split3(L, {A, B, C}) :- app(A, BC, L), app(B, C, BC).

swap(A, B, {B, A}).
