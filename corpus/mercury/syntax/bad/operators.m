:- module operators.
:- func f(int) = int.
f(X) = X - X ++ X.
f(X) = X mod 2 mod 3.
f(X) = * X.
f(X) = X = X.
f(X) = some [X].
f(X) = X `f Y.
