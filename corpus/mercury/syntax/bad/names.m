:- module names.
:- func f = int.
f = 1.a.
f = X.y.
f = a.(b.c).
f = a.3.
f = m.X.
f = 'no end.
