%! run shop_tests.m
:- module shop.
:- interface.
:- import_module shop_types, list, maybe, string, io.
:- func receipt(cart) = string.
:- pred checkout(cart::in, stock::in, stock::out, list(problem)::out) is det.
:- func cheapest(cart) = maybe(item).
:- pred main(io::di, io::uo) is det.
:- implementation.
:- import_module shop_price, int, map, assoc_list, pair.
:- use_module require.

receipt(Cart) = string.append_list(Lines ++ [string.format("%-10s%8s\n", [s("total"), s(money(total(Cart)))])]) :-
    Lines = list.map(line, Cart).

:- func line(pair(item, int)) = string.
line(Item - Qty) = string.format("%-10s%8s\n",
    [s(Item ^ name), s(money(shop_price.price_of(Item, Qty)))]).

checkout(Cart, !Stock, Problems) :-
    list.foldl2(take, Cart, !Stock, [], Rev),
    list.reverse(Rev, Problems).

:- pred take(pair(item, int)::in, stock::in, stock::out, list(problem)::in, list(problem)::out) is det.
take(Item - Qty, !Stock, !Problems) :-
    Name = Item ^ name,
    ( if map.search(!.Stock, Name, Have) then
        ( if Have >= Qty then
            map.det_update(Name, Have - Qty, !Stock)
        else
            !:Problems = [short(Name, Qty - Have) | !.Problems]
        )
    else
        !:Problems = [unknown(Name) | !.Problems]
    ).

cheapest([]) = no.
cheapest([I - _ | Rest]) = yes(Best) :-
    list.foldl(
        (pred((J - _)::in, B0::in, B::out) is det :-
            ( if J ^ cents < B0 ^ cents then B = J else B = B0 )),
        Rest, I, Best).

main(!IO) :-
    Cart = [item("tea", 250, food) - 2],
    ( if total(Cart) < 0 then require.error("negative") else true ),
    io.write_string(receipt(Cart), !IO).
