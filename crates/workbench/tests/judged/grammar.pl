% DCG of arithmetic expressions
%! eval(+,-) check(?) check(+)
:- set_prolog_flag(double_quotes, codes).
expr(V) --> term(V1), rest(V1, V).
rest(A, V) --> "+", !, term(T), { A1 is A+T }, rest(A1, V).
rest(A, V) --> "-", !, term(T), { A1 is A-T }, rest(A1, V).
rest(V, V) --> [].
term(V) --> digits(Ds), { Ds = [_|_], number_codes(V, Ds) }.
term(V) --> "(", expr(V), ")".
digits([D|T]) --> digit(D), !, digits(T).
digits([]) --> [].
digit(D) --> [D], { code_type(D, digit) }.
eval(Cs, V) :- phrase(expr(V), Cs).
anbn --> [].
anbn --> [a], anbn, [b].
check(L) :- phrase(anbn, L).
