:- module determinism.
:- pred p(int::in) is determined.
:- pred q(int::in) is 1.
:- mode q(in) is det(1).
:- func f(int) = int is det.
:- pred r(int) is semidet.
:- pred s(int::in).
