% What is there. It imports what the main module imports too.
:- module stock.
:- interface.
:- import_module prices.

:- type stock.

:- func empty = stock.
:- pred add(article::in, int::in, stock::in, stock::out) is det.
:- pred has(stock::in, article::in, int::in) is semidet.

:- implementation.
:- import_module int, map.

:- type stock == map(article, int).

empty = map.init.

add(Article, Count, !Stock) :-
    ( if map.search(!.Stock, Article, Old) then
        map.det_update(Article, Old + Count, !Stock)
    else
        map.det_insert(Article, Count, !Stock)
    ).

has(Stock, Article, Count) :-
    map.search(Stock, Article, There),
    There >= Count.
