:- module state_syntax.
:- pred p(int::in, int::out) is det.
p(!x).
p(!_).
p(!.3).
p(!(f(X))).
