:- module lambdas.
% Bodies and results of lambda expressions.
:- interface.
:- import_module list.
:- func f(list(int)) = list(int).
:- implementation.
:- import_module int, string.

f(Xs) = Zs :-
    Ys = list.map((func(X) = string.length(X)), Xs),
    list.foldl((pred(Y::in, S0::in, S::out) is det :- S = S0 ++ Y), Ys, 0, _),
    Zs = list.filter((pred(Z::in) is semidet :- Z = "no"), Ys).
