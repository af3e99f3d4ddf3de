% Records with fields, updates and state variables.
:- module inventory.
:- interface.
:- import_module io.

:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module bool, int, list, map, maybe, require, string.

:- type item
    --->    item(
                item_name   :: string,
                quantity    :: int,
                price       :: price,
                tags        :: list(string)
            ).
:- type price ---> price(cents :: int, currency :: currency).
:- type currency ---> eur ; usd.
:- type store ---> store(items :: map(string, item), history :: list(event), closed :: bool).
:- type event ---> added(string, int) ; sold(string, int) ; repriced(string, price).

:- func empty_store = store.

empty_store = store(map.init, [], no).

:- pred add(string::in, int::in, price::in, store::in, store::out) is det.

add(Name, Count, Price, !Store) :-
    ( if map.search(!.Store ^ items, Name, Item0) then
        Item = (Item0 ^ quantity := Item0 ^ quantity + Count)
    else
        Item = item(Name, Count, Price, [])
    ),
    !Store ^ items ^ elem(Name) := Item,
    log(added(Name, Count), !Store).

:- pred sell(string::in, int::in, maybe(int)::out, store::in, store::out) is det.

sell(Name, Count, Paid, !Store) :-
    ( if
        map.search(!.Store ^ items, Name, Item),
        Item ^ quantity >= Count,
        !.Store ^ closed = no
    then
        Paid = yes(Count * Item ^ price ^ cents),
        !Store ^ items := map.set(!.Store ^ items, Name, Item ^ quantity := Item ^ quantity - Count),
        log(sold(Name, Count), !Store)
    else
        Paid = no
    ).

:- pred reprice(func(int) = int, string, store, store).
:- mode reprice(in, in, in, out) is det.

reprice(F, Name, !Store) :-
    map.lookup(!.Store ^ items, Name, Item0),
    Item = (Item0 ^ price ^ cents := F(Item0 ^ price ^ cents)),
    map.det_update(Name, Item, !.Store ^ items, Items),
    !Store ^ items := Items,
    log(repriced(Name, Item ^ price), !Store).

:- pred log(event::in, store::in, store::out) is det.

log(Event, Store, Store ^ history := [Event | Store ^ history]).

:- func total(store) = int.

total(Store) = map.foldl((func(_, Item, Sum) = Sum + Item ^ quantity * Item ^ price ^ cents), Store ^ items, 0).

:- pred tag(string::in, string::in, store::in, store::out) is semidet.

tag(Name, Tag, !Store) :-
    Item = !.Store ^ items ^ elem(Name),
    not list.member(Tag, Item ^ tags),
    !Store ^ items ^ elem(Name) := (Item ^ tags := [Tag | Item ^ tags]).

main(!IO) :-
    some [!Store] (
        !:Store = empty_store,
        add("pen", 10, price(120, eur), !Store),
        add("ink", 3, price(800, eur), !Store),
        sell("pen", 4, Paid, !Store),
        reprice((func(C) = C * 9 // 10), "ink", !Store),
        ( if tag("pen", "blue", !Store) then
            true
        else
            unexpected($pred, "no pen")
        ),
        io.write_line(Paid, !IO),
        io.format("%d\n", [i(total(!.Store))], !IO),
        list.foldl(
            (pred(Event::in, !.IO::di, !:IO::uo) is det :- io.write_line(Event, !IO)),
            list.reverse(!.Store ^ history), !IO)
    ).
