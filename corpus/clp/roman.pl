% Roman numerals by a grammar that adds up.
%! generate -e 'roman(+,-)' --depth 4
roman(Chars, Value) :- phrase(thousands(Value), Chars).

thousands(V) --> [m], !, thousands(W), { V is W + 1000 }.
thousands(V) --> digit(c, d, m, H), digit(x, l, c, T), digit(i, v, x, U), { V is 100 * H + 10 * T + U }.

digit(I, _, X, 9) --> [I, X], !.
digit(I, V, _, 4) --> [I, V], !.
digit(I, V, _, D) --> [V], !, ones(I, 3, N), { D is N + 5 }.
digit(I, _, _, D) --> ones(I, 3, D).

ones(I, Most, N) --> { Most > 0 }, [I], !, { Less is Most - 1 }, ones(I, Less, M), { N is M + 1 }.
ones(_, _, 0) --> [].

%?- roman([m,c,m,l,x,x,x,i,v], V).
%?- roman([x,i], V).
%?- roman([i,i,i,i], V).
%?- roman([], V).
