:- module state_two.
:- pred p(int::in, int::out) is det.
:- func f(int) = int.
p(!X) :- !:X = f(!X).
p(!X) :- !X = 1.
p(!X) :- q([!X], !X).
f(!.X) = !X.
p(!X) :- F = (pred(!X::in) is det :- true), F(!X).
