% Insertion sort with if-then-else.
%! generate -e 'isort(+,-)' --depth 4
%! generate -e 'insert(+,+,-)' --depth 4
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
