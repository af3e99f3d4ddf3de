% Association lists: looking up, putting in, and an environment for a tiny language.
%! generate -e 'get(+,+,-)' --depth 4
%! generate -e 'put(+,+,+,-)' --depth 4
%! generate -e 'eval(+,+,-)' --depth 3
get(K, [K0-V0|Rest], V) :-
    (   K == K0 -> V = V0
    ;   get(K, Rest, V)
    ).

put(K, V, [], [K-V]).
put(K, V, [K-_|Rest], [K-V|Rest]) :- !.
put(K, V, [Pair|Rest], [Pair|New]) :- put(K, V, Rest, New).

eval(N, _, N) :- number(N), !.
eval(X, Env, V) :- atom(X), !, ( get(X, Env, V0) -> V = V0 ; throw(unbound(X)) ).
eval(A + B, Env, V) :- eval(A, Env, VA), eval(B, Env, VB), V is VA + VB.
eval(let(X, A, B), Env, V) :- eval(A, Env, VA), put(X, VA, Env, New), eval(B, New, V).
eval(if(C, A, B), Env, V) :- eval(C, Env, VC), ( VC =\= 0 -> eval(A, Env, V) ; eval(B, Env, V) ).

%?- get(b, [a-1,b-2], V).
%?- get(c, [a-1], V).
%?- put(a, 9, [b-1,a-2], E).
%?- eval(let(x, 2, x + 3), [], V).
%?- eval(x + 1, [], V).
%?- eval(if(x, 1, y), [x-0,y-7], V).
