:- module brackets.
:- pred p(int.
p(1].
:- pred q(int::in) is det.
q(X :- r(X).
q([1, 2).
q({1, 2)).
