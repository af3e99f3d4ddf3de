:- module heads.
X :- true.
3.
"text" :- true.
[a] :- true.
true :- fail.
(a, b) :- c.
f(X) = Y --> [X, Y].
a, [b] --> [c].
F(X) :- true.
1 = f(X).
m.n.(a.b) :- true.
