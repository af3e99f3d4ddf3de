% What is not supported is named.
p(X) :- X = point{x: 1}.
q(X) :- Y = X.a, r(Y).
r(1r3).
r(1.0Inf).
s(X), X > 1 => t.
t :- lists:append(_, _, _), { a ; b }.
u --> [a|_].
