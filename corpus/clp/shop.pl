% A module with exports, operators among them, dynamic facts and discontiguous clauses.
%! generate -e 'price(?,?)' --depth 2
%! generate -e 'all(+,-)' --depth 3
%! generate -e 'total(-,+,-)' --depth 3
:- module(shop, [price/2, total//1, op(700, xfx, costs), (costs)/2]).
:- use_module(library(lists)).
:- use_module(library(apply), [maplist/3]).
:- dynamic stock/2, sold/1.
:- discontiguous price/2.
:- initialization(main).

price(apple, 3).
stock(apple, 10).
price(pear, 4).
Item costs Price :- price(Item, Price).

total(N) --> [Item], { shop:price(Item, P) }, total(M), { N is P + M }.
total(0) --> [].

sell(Item) :- retract(stock(Item, N)), N > 0, !, M is N - 1, assertz(stock(Item, M)), assertz(sold(Item)).
all(Items, Prices) :- maplist(price, Items, Prices).
main :- forall(stock(I, N), format("~w: ~d~n", [I, N])).
