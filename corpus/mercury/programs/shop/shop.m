% A program of three modules.
:- module shop.
:- interface.
:- import_module io.

:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, list, prices, string.
:- use_module stock.

:- type order ---> order(article, int).

:- func cost(order) = money.

cost(order(Article, Count)) = times(Count, price(Article)).

main(!IO) :-
    Stock0 = stock.empty,
    stock.add(tea, 5, Stock0, Stock1),
    stock.add(cup, 1, Stock1, Stock),
    Orders = [order(tea, 2), order(cup, 3)],
    list.filter((pred(order(A, N)::in) is semidet :- stock.has(Stock, A, N)), Orders, Good, Bad),
    Total = list.foldl((func(O, M) = plus(cost(O), M)), Good, no_money),
    io.format("%s, %d refused\n", [s(show(Total)), i(list.length(Bad))], !IO).
