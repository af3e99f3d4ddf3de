:- module typed.
% Types that expressions are said to have.
:- interface.
:- import_module list.
:- pred p(list(int)::out) is det.
:- implementation.

p(Xs) :-
    Xs = [] : list(string),
    Y = 1 : unknown,
    Z = "a" : int,
    q(Y, Z).

:- pred q(T::in, T::in) is det.

q(_, _).
