% A stack machine with a compiler in front of it.
%! generate -e 'run(+,-)' --depth 4
%! generate -e 'compile(+,-)' --depth 3
%! generate -e 'exec(+,+,-)' --depth 3
compile(Expr, Code) :- phrase(code(Expr), Code).

code(N) --> { integer(N) }, !, [push(N)].
code(X + Y) --> code(X), code(Y), [add].
code(X * Y) --> code(X), code(Y), [mul].
code(- X) --> code(X), [neg].

run(Code, Result) :- run(Code, [], [Result]).

run([], Stack, Stack).
run([Op|Ops], S0, S) :-
    exec(Op, S0, S1), !,
    run(Ops, S1, S).
run([Op|_], _, _) :- throw(error(cannot(Op), run/3)).

exec(push(N), S, [N|S]).
exec(add, [Y,X|S], [Z|S]) :- Z is X + Y.
exec(mul, [Y,X|S], [Z|S]) :- Z is X * Y.
exec(neg, [X|S], [Z|S]) :- Z is -X.

%?- run([push(1),push(2),add], R).
%?- run([add], R).
%?- run([neg|_], R).
