% quantified modules and dicts-like
%! cheapest(+,-) bill(+,+,-) vat(+,-) price(?,?)
:- module(shop, [price/2, cheapest/2, bill/3, vat/2]).
:- use_module(library(aggregate)).
price(apple, 3).
price(pear, 2).
price(melon, 12).
cheapest([X|Xs], C) :- price(X, P), ch(Xs, X-P, C).
ch([], C-_, C).
ch([X|Xs], _-P, C) :- price(X, Q), Q < P, !, ch(Xs, X-Q, C).
ch([_|Xs], B, C) :- ch(Xs, B, C).
bill([], T, T).
bill([X*N|Xs], A, T) :- integer(N), N > 0, price(X, P), B is A+N*P, bill(Xs, B, T).
vat(N, V) :- V is N*19 rdiv 100.
