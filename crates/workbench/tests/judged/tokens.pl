% tokenizer on chars
%! tok(+,-) tokenize(+,-)
tok([], []).
tok([C|Cs], Ts) :- sp(C), !, tok(Cs, Ts).
tok([C|Cs], [num(N)|Ts]) :- dig(C, D), !, num(Cs, D, N, R), tok(R, Ts).
tok([C|Cs], [id([C|Is])|Ts]) :- let(C), !, ids(Cs, Is, R), tok(R, Ts).
tok([C|Cs], [op(C)|Ts]) :- member(C, [+,-,*]), tok(Cs, Ts).
sp(' ').
sp('\t').
dig('0', 0). dig('1', 1). dig('2', 2).
let(x). let(y).
num([C|Cs], A, N, R) :- dig(C, D), !, B is A*10+D, num(Cs, B, N, R).
num(R, N, N, R).
ids([C|Cs], [C|Is], R) :- ( let(C) ; dig(C, _) ), !, ids(Cs, Is, R).
ids(R, [], R).
tokenize(A, Ts) :- atom_chars(A, Cs), tok(Cs, Ts).
