% undefined predicates
%! go(+) call_it(+,?) maybe(?) typo(+,-) sure(?)
go(X) :- X > 0, !, missing(X).
go(0).
go(X) :- X < 0, catch(missing(X), error(existence_error(_, _), _), true).
call_it(G, X) :- call(G, X).
maybe(X) :- catch(other:thing(X), _, fail).
maybe(none).
typo(L, S) :- lenght(L, S).
sure(X) :- ( current_predicate(missing/1) -> missing(X) ; X = fallback ).
