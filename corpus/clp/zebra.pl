% Who keeps the zebra? Three houses will do.
%! generate -e 'zebra(-)' --depth 2
%! generate -e 'beside(?,?,+)' --depth 4
next(A, B, [A,B|_]).
next(A, B, [_|T]) :- next(A, B, T).

beside(A, B, L) :- next(A, B, L) ; next(B, A, L).

on(X, [X|_]).
on(X, [_|T]) :- on(X, T).

houses(Hs) :-
    Hs = [house(_, _, _), house(_, _, _), house(_, _, _)],
    on(house(red, english, _), Hs),
    on(house(_, spanish, jaguar), Hs),
    next(house(_, _, snail), house(_, japanese, _), Hs),
    beside(house(blue, _, _), house(_, _, snail), Hs).

zebra(Owner) :- houses(Hs), on(house(_, Owner, zebra), Hs).

%?- zebra(X).
%?- beside(a, B, [x,a,y]).
