% list processing
%! rev(+,-) app(?,?,?) pack(+,-) lastof(?,?) palin(+)
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
rev([], []).
rev([H|T], R) :- rev(T, RT), app(RT, [H], R).
del(X, [X|T], T).
del(X, [Y|T], [Y|R]) :- X \= Y, del(X, T, R).
lastof([X], X) :- !.
lastof([_|T], X) :- lastof(T, X).
palin(L) :- rev(L, L).
pack([], []).
pack([X|Xs], [[X|Ys]|Zs]) :- take(X, Xs, Ys, Rest), pack(Rest, Zs).
take(_, [], [], []).
take(X, [X|Xs], [X|Ys], R) :- !, take(X, Xs, Ys, R).
take(_, [Y|Xs], [], [Y|Xs]).
