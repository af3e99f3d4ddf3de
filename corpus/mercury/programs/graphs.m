% Graphs as maps of sets: breadth first search, paths, components.
:- module graphs.
:- interface.
:- import_module io, list, map, maybe, set.

:- type graph(N) == map(N, set(N)).

:- func from_edges(list({N, N})) = graph(N).
:- func neighbours(graph(N), N) = set(N).
:- func reachable(graph(N), N) = set(N).
:- func shortest_path(graph(N), N, N) = maybe(list(N)).
:- pred has_cycle(graph(N)::in) is semidet.
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module pair, queue, solutions, string.

from_edges(Edges) = list.foldl(add_edge, Edges, map.init).

:- func add_edge({N, N}, graph(N)) = graph(N).

add_edge({From, To}, Graph0) = Graph :-
    map.set(From, set.insert(neighbours(Graph0, From), To), Graph0, Graph1),
    ( if map.contains(Graph1, To) then
        Graph = Graph1
    else
        map.det_insert(To, set.init, Graph1, Graph)
    ).

neighbours(Graph, Node) = ( if map.search(Graph, Node, Next) then Next else set.init ).

reachable(Graph, Start) = Seen :-
    walk(Graph, [Start], set.init, Seen).

:- pred walk(graph(N)::in, list(N)::in, set(N)::in, set(N)::out) is det.

walk(_, [], !Seen).
walk(Graph, [Node | Nodes], !Seen) :-
    ( if set.insert_new(Node, !Seen) then
        walk(Graph, set.to_sorted_list(neighbours(Graph, Node)) ++ Nodes, !Seen)
    else
        walk(Graph, Nodes, !Seen)
    ).

shortest_path(Graph, From, To) = Result :-
    queue.put([From], queue.init, Queue),
    search(Graph, To, Queue, set.make_singleton_set(From), Result).

:- pred search(graph(N)::in, N::in, queue(list(N))::in, set(N)::in, maybe(list(N))::out) is det.

search(Graph, To, !.Queue, !.Seen, Result) :-
    ( if queue.get(Path, !Queue), Path = [Node | _] then
        ( if Node = To then
            Result = yes(list.reverse(Path))
        else
            Next = set.difference(neighbours(Graph, Node), !.Seen),
            set.fold((pred(N::in, Q0::in, Q::out) is det :- queue.put([N | Path], Q0, Q)), Next, !Queue),
            set.union(Next, !Seen),
            search(Graph, To, !.Queue, !.Seen, Result)
        )
    else
        Result = no
    ).

has_cycle(Graph) :-
    map.member(Graph, Node, Next),
    set.member(After, Next),
    set.member(Node, reachable(Graph, After)).

main(!IO) :-
    Graph = from_edges([{"a", "b"}, {"b", "c"}, {"c", "d"}, {"a", "d"}, {"e", "e"}]),
    io.write_line(set.to_sorted_list(reachable(Graph, "b")), !IO),
    Shortest = shortest_path(Graph, "a", "d"),
    (
        Shortest = yes(Path),
        io.print_line(string.join_list(" -> ", Path), !IO)
    ;
        Shortest = no,
        io.print_line("no path", !IO)
    ),
    ( if has_cycle(Graph) then
        io.print_line("has a cycle", !IO)
    else
        io.print_line("has no cycle", !IO)
    ).
