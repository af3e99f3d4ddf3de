% Arithmetic out of a list of codes.
%! generate -e 'digit(-,+,-)' --depth 3
%! generate -e 'word(-,+,-)' --depth 3
%! generate -e 'expr(-,+,-)' --depth 4
expr(X) --> term(X0), expr_rest(X0, X).

expr_rest(X0, X) --> "+", !, term(Y), { X1 is X0 + Y }, expr_rest(X1, X).
expr_rest(X0, X) --> "-", !, term(Y), { X1 is X0 - Y }, expr_rest(X1, X).
expr_rest(X, X) --> [].

term(X) --> factor(X0), term_rest(X0, X).
term_rest(X0, X) --> "*", !, factor(Y), { X1 is X0 * Y }, term_rest(X1, X).
term_rest(X, X) --> [].

factor(X) --> digits(Ds), { number_codes(X, Ds) }.
factor(X) --> "(", expr(X), ")".

digits([D|Ds]) --> digit(D), digits(Ds).
digits([D]) --> digit(D).
digit(D) --> [D], { 0'0 =< D, D =< 0'9 }.

blank, [C] --> [0' ], blank, [C].
blank --> [].
word(W) --> ( "a" -> { W = a } ; "b" *-> { W = b } ; \+ "c", call(other, W) ).
other(W, [W|S], S).

%?- digit(D, [0'5], R).
%?- digits(D, `42`, R).
%?- blank([32,32,0'a], R).
%?- word(W, [0'a], R).
%?- word(W, [0'b], R).
%?- word(W, [0'd], R).
%?- word(W, [0'c], R).
