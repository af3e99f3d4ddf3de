%! run graph_tests.m
:- module graph.
:- interface.
:- import_module assoc_list, int, list, map, maybe, pair, set.

:- type graph(N) == map(N, set(N)).
:- type weighted(N) == map(N, assoc_list(N, int)).

:- func from_edges(list(pair(N, N))) = graph(N).
:- pred edge(graph(N), N, N).
:- mode edge(in, in, out) is nondet.
:- mode edge(in, in, in) is semidet.
:- mode edge(in, out, out) is nondet.
:- func bfs(graph(N), N) = list(N).
:- pred path(graph(N)::in, N::in, N::in, list(N)::out) is nondet.
:- pred shortest(graph(N)::in, N::in, N::in, list(N)::out) is semidet.
:- func topo(graph(N)) = maybe_error(list(N), set(N)).
:- func dijkstra(weighted(N), N) = map(N, int).
:- pred connected(graph(N)::in) is semidet.
:- func degree_table(graph(N)) = assoc_list(int, list(N)).

:- implementation.
:- import_module multi_map, queue, solutions.

from_edges(Es) = G :-
    list.foldl(add_edge, Es, map.init, G).

:- pred add_edge(pair(N, N)::in, graph(N)::in, graph(N)::out) is det.
add_edge(A - B, !G) :-
    ( if map.search(!.G, A, S0) then
        map.det_update(A, set.insert(S0, B), !G)
    else
        map.det_insert(A, set.make_singleton_set(B), !G)
    ),
    ( if map.contains(!.G, B) then
        true
    else
        map.det_insert(B, set.init, !G)
    ).

edge(G, A, B) :-
    map.member(G, A, S),
    set.member(B, S).

bfs(G, Start) = Order :-
    Q = queue.put(queue.init, Start),
    bfs_loop(G, Q, set.make_singleton_set(Start), [], Rev),
    Order = list.reverse(Rev).

:- pred bfs_loop(graph(N)::in, queue(N)::in, set(N)::in, list(N)::in, list(N)::out) is det.
bfs_loop(G, Q0, Seen0, !Acc) :-
    ( if queue.get(X, Q0, Q1) then
        !:Acc = [X | !.Acc],
        ( if map.search(G, X, Next) then
            New = set.difference(Next, Seen0)
        else
            New = set.init
        ),
        Seen = set.union(Seen0, New),
        set.fold(queue.put, New, Q1, Q2),
        bfs_loop(G, Q2, Seen, !Acc)
    else
        true
    ).

path(G, A, B, Path) :- path_avoiding(G, A, B, set.make_singleton_set(A), Path).

:- pred path_avoiding(graph(N)::in, N::in, N::in, set(N)::in, list(N)::out) is nondet.
path_avoiding(G, A, B, Seen, Path) :-
    ( if A = B then
        Path = [A]
    else
        edge(G, A, C),
        not set.contains(Seen, C),
        path_avoiding(G, C, B, set.insert(Seen, C), Rest),
        Path = [A | Rest]
    ).

shortest(G, A, B, Path) :-
    solutions(path(G, A, B), Paths),
    Paths = [P | Ps],
    Path = list.foldl(
        (func(X, Best) = ( if length(X) < length(Best) `with_type` int then X else Best )),
        Ps, P).

topo(G) = topo_loop(G, []).

:- func topo_loop(graph(N), list(N)) = maybe_error(list(N), set(N)).
topo_loop(G, Done) = Result :-
    ( if map.is_empty(G) then
        Result = ok(list.reverse(Done))
    else
        Targets = set.union_list(map.values(G)),
        Free = list.filter(pred(N::in) is semidet :- not set.member(N, Targets), map.keys(G)),
        (
            Free = [],
            Result = error(set.from_sorted_list(map.sorted_keys(G)))
        ;
            Free = [N | _],
            Result = topo_loop(map.delete(G, N), [N | Done])
        )
    ).

dijkstra(G, Start) = relax(G, set.make_singleton_set({0, Start}), map.init).

:- func relax(weighted(N), set({int, N}), map(N, int)) = map(N, int).
relax(G, Frontier0, Dist0) = Dist :-
    ( if set.remove_least({D, X}, Frontier0, Frontier1) then
        ( if map.contains(Dist0, X) then
            Dist = relax(G, Frontier1, Dist0)
        else
            Dist1 = Dist0 ^ elem(X) := D,
            ( if Succs = G ^ elem(X) then
                list.foldl(
                    (pred((Y - W)::in, F0::in, F::out) is det :-
                        set.insert({D + W, Y}, F0, F)),
                    Succs, Frontier1, Frontier)
            else
                Frontier = Frontier1
            ),
            Dist = relax(G, Frontier, Dist1)
        )
    else
        Dist = Dist0
    ).

connected(G) :-
    map.keys(G, Keys),
    (
        Keys = []
    ;
        Keys = [K | _],
        Und = map.foldl(
            (func(A, Bs, U0) = set.fold(func(B, U) = undirected(A, B, U), Bs, U0)),
            G, G),
        set.count(set.list_to_set(bfs(Und, K))) = map.count(G)
    ).

:- func undirected(N, N, graph(N)) = graph(N).
undirected(A, B, U0) = U :- add_edge(B - A, U0, U).

degree_table(G) = map.to_assoc_list(Table) :-
    map.foldl(
        (pred(N::in, S::in, T0::in, T::out) is det :-
            multi_map.add(set.count(S), N, T0, T)),
        G, multi_map.init, Table).
