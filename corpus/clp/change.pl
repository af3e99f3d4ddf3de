% Giving change: the numbers of coins by constraints.
%! generate -e 'change(+,-)' --depth 2
%! generate -e 'pay(+,+,-)' --depth 2
:- use_module(library(clpfd)).

change(Amount, [F,T,O]) :-
    Amount #>= 0,
    [F,T,O] ins 0..10,
    Amount #= 5 * F + 2 * T + O.

pay(Price, Given, Change) :-
    Given #>= Price,
    Change #= Given - Price.

cheap(Price) :- Price #< 10.
expensive(Price) :- \+ cheap(Price).

%?- pay(3, 10, C).
