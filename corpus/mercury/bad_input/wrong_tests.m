% No program is named, and the rest is no suite.
%! run {}
test(t1, [p(X)]).
test(t2, [p(X)], [certainly(X)]).
test(t3, p(X), []).
test(t3, [p(X)], [true(0, X)]).
hello.
