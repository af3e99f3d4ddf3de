% Functions of functions.
:- module std_util.
:- interface.
:- import_module maybe.

:- func compose(func(T2) = T3, func(T1) = T2, T1) = T3.
:- func converse(func(T1, T2) = T3, T2, T1) = T3.
:- pred converse(pred(T1, T2), T2, T1).
:- mode converse(pred(in, in) is semidet, in, in) is semidet.
:- mode converse(pred(in, out) is det, out, in) is det.
:- mode converse(pred(in, out) is semidet, out, in) is semidet.
:- func pow(func(T) = T, int, T) = T.
:- func id(T) = T.
:- pred isnt(pred(T)::(pred(in) is semidet), T::in) is semidet.
:- pred negate((pred)::((pred) is semidet)) is semidet.
:- func maybe_pred(pred(T1, T2), T1) = maybe(T2).
:- mode maybe_pred(pred(in, out) is semidet, in) = out is det.
:- func maybe_func(func(T1) = T2, T1) = maybe(T2).
:- mode maybe_func(func(in) = out is semidet, in) = out is det.

:- implementation.
:- import_module int.

compose(F, G, X) = F(G(X)).
converse(F, X, Y) = F(Y, X).
converse(P, X, Y) :-
    P(Y, X).
pow(F, N, X) = ( if N = 0 then X else pow(F, N - 1, F(X)) ).
id(X) = X.
isnt(P, X) :-
    not P(X).
negate(P) :-
    not P.
maybe_pred(P, X) = ( if P(X, Y) then yes(Y) else no ).
maybe_func(F, X) = ( if F(X) = Y then yes(Y) else no ).
