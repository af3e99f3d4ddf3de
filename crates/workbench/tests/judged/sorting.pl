% merge sort, insertion sort, is sorted, zip
%! ms(+,-) mrg(?,?,?) sorted(?) zip(?,?,?)
ms([], []) :- !.
ms([X], [X]) :- !.
ms(L, S) :- halve(L, A, B), ms(A, SA), ms(B, SB), mrg(SA, SB, S).
halve([], [], []).
halve([X], [X], []).
halve([X,Y|T], [X|A], [Y|B]) :- halve(T, A, B).
mrg([], L, L) :- !.
mrg(L, [], L) :- !.
mrg([X|Xs], [Y|Ys], [X|R]) :- X =< Y, !, mrg(Xs, [Y|Ys], R).
mrg(Xs, [Y|Ys], [Y|R]) :- mrg(Xs, Ys, R).
sorted([]).
sorted([_]).
sorted([X,Y|T]) :- X @=< Y, sorted([Y|T]).
zip([], _, []) :- !.
zip(_, [], []) :- !.
zip([A|As], [B|Bs], [A-B|R]) :- zip(As, Bs, R).
