% What things cost.
:- module prices.
:- interface.

:- type article ---> tea ; coffee ; cup.
:- type money.

:- func price(article) = money.
:- func no_money = money.
:- func plus(money, money) = money.
:- func times(int, money) = money.
:- func show(money) = string.

:- implementation.
:- import_module int, list, string.

:- type money ---> cents(int).

price(tea) = cents(250).
price(coffee) = cents(320).
price(cup) = cents(999).
no_money = cents(0).
plus(cents(M), cents(N)) = cents(M + N).
times(Count, cents(N)) = cents(Count * N).
show(cents(N)) = string.format("%d.%02d", [i(N // 100), i(N mod 100)]).
