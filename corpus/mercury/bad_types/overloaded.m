:- module overloaded.
% No meaning of an operator fits.
:- interface.
:- func f(string, int) = int.
:- implementation.
:- import_module float, int, list, string.

f(S, N) = M :-
    A = S + N,
    B = 1.5 * N,
    C = S ++ [N],
    M = A - B - C.
