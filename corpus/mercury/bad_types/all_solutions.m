:- module all_solutions.
% The solutions of a goal that has two outputs.
:- interface.
:- import_module list.
:- pred p(list(int)::out) is det.
:- implementation.
:- import_module solutions.

p(Xs) :-
    solutions(q, Xs),
    solutions((pred(X::out) is nondet :- q(X, _)), Ys),
    Xs = Ys.

:- pred q(int::out, string::out) is multi.

q(1, "a").
q(2, "b").
