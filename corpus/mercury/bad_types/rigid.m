:- module rigid.
% A type variable of a declaration stands for any type.
:- interface.
:- import_module list.
:- pred p(T::in, list(T)::out) is det.
:- func f(A, B) = A.
:- func g(list(T)) = T.
:- implementation.

p(X, [X, 1]).
f(_, Y) = Y.
g(Xs) = Xs.
