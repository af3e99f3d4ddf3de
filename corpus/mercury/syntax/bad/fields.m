:- module fields.
:- func f(t) = t.
f(X) = X ^ 3.
f(X) = X ^ Y.
f(X) = X ^ f ^ Y := 2.
f(X) = X ^ f := 2 := 3.
f(X) = (X ^ f(!Y)).
