:- module shop_price.
:- interface.
:- import_module shop_types.
:- import_module int, string.
:- func price_of(item, int) = int.
:- func total(cart) = int.
:- func money(int) = string.
:- implementation.
:- import_module list, pair, assoc_list.
price_of(Item, Qty) = Net + (Net * rate(Item ^ tax) + 50) // 100 :-
    Full = Item ^ cents * Qty,
    Net = ( if Qty >= 10 then Full * 9 // 10 else Full ).
total(Cart) = list.foldl(int.plus, list.map(func(I - Q) = price_of(I, Q), Cart), 0).
money(C) = string.format("%s%d.%02d", [s(( if C < 0 then "-" else "" )), i(abs(C) // 100), i(abs(C) mod 100)]).
