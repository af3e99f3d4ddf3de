% Leap years, and the days of a month.
%! generate -e 'leap(+)' --depth 2
%! generate -e 'days(+,+,-)' --depth 2
%! generate -e 'tomorrow(+,-)' --depth 2
leap(Year) :- Year mod 400 =:= 0, !.
leap(Year) :- Year mod 100 =:= 0, !, fail.
leap(Year) :- Year mod 4 =:= 0.

days(2, Year, Days) :- !, ( leap(Year) -> Days = 29 ; Days = 28 ).
days(Month, _, 30) :- short(Month), !.
days(Month, _, 31) :- Month >= 1, Month =< 12.

short(4).
short(6).
short(9).
short(11).

tomorrow(date(Y, M, D), Next) :-
    days(M, Y, Last),
    (   D < Last -> D1 is D + 1, Next = date(Y, M, D1)
    ;   M < 12 -> M1 is M + 1, Next = date(Y, M1, 1)
    ;   Y1 is Y + 1, Next = date(Y1, 1, 1)
    ).

%?- leap(2000).
%?- leap(1900).
%?- leap(2024).
%?- leap(2023).
%?- days(2, 2024, D).
%?- days(13, 2024, D).
%?- tomorrow(date(2023,12,31), N).
%?- tomorrow(date(2024,2,28), N).
