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

%?- isort([3,1,2], S).
%?- isort([], S).
%?- insert(2, [1,3], Z).
