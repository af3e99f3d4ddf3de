:- module interface.
:- interface.
:- pred p(int::in) is semidet.
:- pred q(int).
:- pred r(int::in).
:- pred s.
p(1).
:- implementation.
q(1).
r(1).
s.
