% dates and validation with disjunction
%! leap(+) days(+,+,?) valid(?) before(+,+) weekday(?,?)
leap(Y) :- Y mod 400 =:= 0, !.
leap(Y) :- Y mod 4 =:= 0, Y mod 100 =\= 0.
days(2, Y, D) :- !, ( leap(Y) -> D = 29 ; D = 28 ).
days(M, _, 30) :- memberchk(M, [4,6,9,11]), !.
days(M, _, 31) :- M >= 1, M =< 12.
valid(date(Y,M,D)) :- integer(Y), integer(M), integer(D), days(M, Y, Max), D >= 1, D =< Max.
before(date(Y1,M1,D1), date(Y2,M2,D2)) :-
    (   Y1 < Y2
    ;   Y1 =:= Y2, M1 < M2
    ;   Y1 =:= Y2, M1 =:= M2, D1 < D2
    ), !.
weekday(N, W) :- I is N mod 7, arg_day(I, W).
arg_day(0, sun). arg_day(1, mon). arg_day(6, sat).
