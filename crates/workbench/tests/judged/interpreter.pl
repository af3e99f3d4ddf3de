% small interpreter: stack machine and expression evaluator
%! safe_eval(+,+,-) eval(+,+,-) exec(+,+,-)
eval(num(N), _, N).
eval(var(X), Env, V) :- ( memberchk(X=V0, Env) -> V = V0 ; throw(unbound(X)) ).
eval(add(A,B), E, V) :- eval(A,E,X), eval(B,E,Y), V is X+Y.
eval(div(A,B), E, V) :- eval(A,E,X), eval(B,E,Y), ( Y =:= 0 -> throw(div_by_zero) ; V is X//Y ).
eval(let(X,A,B), E, V) :- eval(A,E,W), eval(B,[X=W|E],V).
safe_eval(T, E, R) :- catch((eval(T,E,V), R = ok(V)), Err, R = error(Err)).
exec([], S, S).
exec([push(N)|Is], S, R) :- exec(Is, [N|S], R).
exec([add|Is], [A,B|S], R) :- C is A+B, exec(Is, [C|S], R).
exec([dup|Is], [A|S], R) :- exec(Is, [A,A|S], R).
exec([jz(Js)|Is], [A|S], R) :- ( A =:= 0 -> exec(Js, S, R) ; exec(Is, S, R) ).
