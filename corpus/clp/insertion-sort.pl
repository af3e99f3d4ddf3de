% Insertion sort with if-then-else.
isort([], []).
isort([X|Xs], Ys) :- isort(Xs, Zs), insert(X, Zs, Ys).

insert(X, [], [X]).
insert(X, [Y|Ys], Zs) :-
    (   X =< Y
    ->  Zs = [X,Y|Ys]
    ;   Zs = [Y|Rest],
        insert(X, Ys, Rest)
    ).
