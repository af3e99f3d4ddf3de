:- import_module graph.
:- import_module list, map, maybe, pair, set, int.
test(bfs, [L = bfs(from_edges([1 - 2, 1 - 3, 2 - 4, 3 - 4, 4 - 5]), 1)], [true(L = [1, 2, 3, 4, 5])]).
test(edges, [edge(from_edges(["a" - "b", "b" - "c"]), A, B)], [solutions_cardinality(2), true(1, A = "a"), true(2, B = "c")]).
test(noedge, [edge(from_edges([1 - 2]), 2, 1)], [failure]).
test(paths, [path(from_edges([1 - 2, 2 - 3, 1 - 3, 3 - 1]), 1, 3, P)], [solutions_cardinality(2), some_true(P = [1, 3]), some_true(P = [1, 2, 3])]).
test(short, [shortest(from_edges([1 - 2, 2 - 3, 1 - 3]), 1, 3, P)], [true(P = [1, 3])]).
test(short_no, [shortest(from_edges([1 - 2]), 2, 1, _P)], [failure]).
test(topo, [R = topo(from_edges(["c" - "d", "a" - "b", "b" - "d"]))], [true(R = ok(["a", "b", "c", "d"]))]).
test(cyc, [R = topo(from_edges([1 - 2, 2 - 1]))], [true((R = error(S), set.to_sorted_list(S) = [1, 2]))]).
test(dij, [D = dijkstra(map.from_assoc_list(["s" - ["a" - 4, "b" - 1], "b" - ["a" - 2, "t" - 9], "a" - ["t" - 3]]), "s")], [true(map.to_assoc_list(D) = ["a" - 3, "b" - 1, "s" - 0, "t" - 6])]).
test(conn, [connected(from_edges([1 - 2, 3 - 2]))], [success]).
test(nconn, [connected(from_edges([1 - 2, 3 - 4]))], [failure]).
test(deg, [T = degree_table(from_edges([1 - 2, 1 - 3]))], [true((T = [0 - Zs, 1 - _] ; T = [0 - Zs, 2 - [1]])), true(T = [0 - [2, 3], 2 - [1]] ; T = [0 - [3, 2], 2 - [1]])]).
test(wrong, [L = bfs(from_edges([1 - 2]), 2)], [true(L = [1, 2])]).
