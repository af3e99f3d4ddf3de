% SEND + MORE = MONEY, and a few constraints more.
%! generate -e 'between_(?,+,+)' --depth 2
%! generate -e 'small(?)' --depth 2
%! generate -e 'fact(+,-)' --depth 3
:- use_module(library(clpfd)).

puzzle([S,E,N,D] + [M,O,R,E] = [M,O,N,E,Y]) :-
    Vars = [S,E,N,D,M,O,R,Y],
    Vars ins 0..9,
    all_different(Vars),
    S*1000 + E*100 + N*10 + D + M*1000 + O*100 + R*10 + E #=
        M*10000 + O*1000 + N*100 + E*10 + Y,
    M #\= 0, S #\= 0,
    label(Vars).

between_(X, L, H) :- X #>= L, X #=< H.
small(X) :- X in 0..3 \/ 7..9.
fact(0, 1).
fact(N, F) :- N #> 0, N1 #= N - 1, F #= N * F1, fact(N1, F1).
