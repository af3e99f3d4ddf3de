% type tests, must_be, exceptions
%! check_age(?,-) safe_div(?,?,-) parse_num(?,-) guard(?,-) retry(+,-)
check_age(A, ok) :- must_be(integer, A), A >= 0, A < 150, !.
check_age(_, bad).
safe_div(X, Y, Z) :- catch(Z is X/Y, error(E, _), handle(E, Z)).
handle(evaluation_error(zero_divisor), inf) :- !.
handle(type_error(T, _), bad(T)) :- !.
handle(instantiation_error, unbound).
parse_num(A, N) :- catch(atom_number(A, N), _, fail), !.
parse_num(_, nan).
retry(G, R) :- catch((call(G), R = yes), oops(X), R = caught(X)).
retry(_, no).
boom(X) :- ( X > 10 -> throw(too_big(X)) ; X < 0 -> throw(error(domain_error(nonneg, X), _)) ; true ).
guard(X, R) :- catch((boom(X), R = fine), too_big(Y), R = big(Y)).
