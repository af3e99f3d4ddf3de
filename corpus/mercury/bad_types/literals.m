:- module literals.
% Literals of one type where another is expected.
:- interface.
:- pred p(int::in, float::in, string::in, uint::in) is semidet.
:- implementation.
:- import_module char.

p(1.0, 2, 'c', 3).
p(1u, 0.5, "s", 4u8).
p(_, _, S, _) :-
    C = 'x' : char,
    S = C.
