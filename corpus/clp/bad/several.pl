% Several mistakes, each with its place.
p(X) :- q(X.
q(a) r(b).
ok(1).
s :- a = b = c.
t("unknown \q escape").
u :- [a|b,c].
last(x)
