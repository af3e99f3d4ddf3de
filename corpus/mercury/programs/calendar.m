% Days, months and the difference of dates.
:- module calendar.
:- interface.
:- import_module io.

:- type month
    --->    jan ; feb ; mar ; apr ; may ; jun
    ;       jul ; aug ; sep ; oct ; nov ; dec.
:- type date ---> date(year :: int, month :: month, day :: int).
:- type weekday ---> mon ; tue ; wed ; thu ; fri ; sat ; sun.

:- pred is_leap_year(int::in) is semidet.
:- func days_in(month, int) = int.
:- func day_number(date) = int.
:- func weekday(date) = weekday.
:- pred valid(date::in) is semidet.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, list, string.

is_leap_year(Year) :-
    ( if Year mod 100 = 0 then Year mod 400 = 0 else Year mod 4 = 0 ).

days_in(Month, Year) = Days :-
    (
        ( Month = jan ; Month = mar ; Month = may ; Month = jul ; Month = aug ; Month = oct ; Month = dec ),
        Days = 31
    ;
        ( Month = apr ; Month = jun ; Month = sep ; Month = nov ),
        Days = 30
    ;
        Month = feb,
        ( if is_leap_year(Year) then Days = 29 else Days = 28 )
    ).

:- func months = list(month).

months = [jan, feb, mar, apr, may, jun, jul, aug, sep, oct, nov, dec].

:- func before(month) = list(month).

before(Month) = list.take_while((pred(M::in) is semidet :- M \= Month), months).

day_number(date(Year, Month, Day)) = Before + InYear + Day :-
    Before = 365 * (Year - 1) + (Year - 1) // 4 - (Year - 1) // 100 + (Year - 1) // 400,
    InYear = list.foldl((func(M, N) = N + days_in(M, Year)), before(Month), 0).

weekday(Date) = Weekday :-
    Weekdays = [mon, tue, wed, thu, fri, sat, sun],
    list.det_index0(Weekdays, (day_number(Date) - 1) mod 7, Weekday).

valid(Date) :-
    Date ^ day >= 1,
    Date ^ day =< days_in(Date ^ month, Date ^ year).

main(!IO) :-
    Dates = [date(2000, feb, 29), date(1999, dec, 31), date(2023, feb, 29)],
    list.foldl(show, Dates, !IO).

:- pred show(date::in, io::di, io::uo) is det.

show(Date, !IO) :-
    Date = date(Year, Month, Day),
    ( if valid(Date) then
        io.format("%d-%s-%02d is a %s\n", [i(Year), s(string(Month)), i(Day), s(string(weekday(Date)))], !IO)
    else
        io.format("%d-%s-%02d does not exist\n", [i(Year), s(string(Month)), i(Day)], !IO)
    ).
