:- module apart.
:- pred p(int::in) is semidet.
:- pred q(int::in) is semidet.
:- pred r(int::in) is semidet.
p(1).
q(1).
p(2).
other.p(3).
apart.q(2).
