:- module circle.
% A type that would contain itself.
:- interface.
:- import_module list.
:- pred p(list(int)::in) is semidet.
:- implementation.

p(_) :-
    X = [X],
    q(X).

:- pred q(T::in) is det.

q(_).
