:- module several.
% Each mistake has one message, and none hides another.
:- interface.
:- import_module list.
:- pred p(int::in, list(int)::out) is det.
:- pred q(int::in) is semidet.
:- implementation.
:- import_module int, string.

p(X, Ys) :-
    A = X + "1",
    B = string.length(X),
    C = [A, B | X],
    Ys = C.

q(X) :-
    X > "0",
    X < 3,
    string.length(X, X).
