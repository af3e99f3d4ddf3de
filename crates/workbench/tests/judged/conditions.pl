% conditional compilation, table
%! big(?) flavour(?) fib(+,-) conn(?,?)
:- if(current_prolog_flag(bounded, false)).
big(X) :- X > 100000000000000000000.
:- else.
big(_) :- fail.
:- endif.
:- if(\+ catch(current_predicate(foo/99), _, fail)).
flavour(swi).
:- elif(true).
flavour(other).
:- endif.
:- table fib/2.
fib(0, 0).
fib(1, 1).
fib(N, F) :- N > 1, A is N-1, B is N-2, fib(A, FA), fib(B, FB), F is FA+FB.
:- table conn/2.
conn(X, Y) :- conn(X, Z), e(Z, Y).
conn(X, Y) :- e(X, Y).
e(1,2). e(2,3). e(3,1).
