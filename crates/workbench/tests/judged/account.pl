% bank account with exceptions and exact balances
%! withdraw(+,+,-) apply_ops(+,+,-) transfer(+,+,+,-,-)
deposit(acc(O, B), A, acc(O, B1)) :- A > 0, B1 is B+A.
withdraw(acc(O, B), A, R) :-
    (   A =< 0 -> throw(error(domain_error(amount, A), withdraw/3))
    ;   A > B -> R = insufficient(B, A)
    ;   B1 is B-A, R = acc(O, B1)
    ).
apply_ops(Acc, [], Acc).
apply_ops(Acc, [dep(A)|Os], R) :- deposit(Acc, A, X), apply_ops(X, Os, R).
apply_ops(Acc, [wd(A)|Os], R) :- withdraw(Acc, A, X), X = acc(_, _), !, apply_ops(X, Os, R).
apply_ops(Acc, [wd(_)|Os], R) :- apply_ops(Acc, Os, R).
transfer(X, Y, A, X1, Y1) :- withdraw(X, A, X1), X1 \= insufficient(_, _), deposit(Y, A, Y1).
