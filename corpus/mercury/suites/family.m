% What the tests of suites test.
:- module family.
:- interface.
:- import_module io, list.
:- type colour ---> red ; green ; blue.
:- pred append(list(T), list(T), list(T)).
:- mode append(in, in, out) is det.
:- mode append(out, out, in) is multi.
:- func next(colour) = colour.
:- pred parent(string, string).
:- mode parent(in, out) is nondet.
:- mode parent(out, out) is multi.
:- mode parent(in, in) is semidet.
:- pred positive(int::in, int::out) is semidet.
:- pred explode(int::in, int::out) is det.
:- pred greet(string::in, int::out, io::di, io::uo) is det.
:- pred main(io::di, io::uo) is det.
:- type tree(K) ---> leaf ; node(tree(K), K, tree(K)).
:- pred insert(int::in, tree(int)::in, tree(int)::out) is det.
:- implementation.
:- import_module exception, int, string.
append([], Y, Y).
append([E | Es], Y, [E | Zs]) :- append(Es, Y, Zs).
next(red) = green.
next(green) = blue.
next(blue) = red.
parent("a", "b").
parent("a", "c").
parent("b", "d").
positive(X, Y) :- X > 0, Y = X * 2.
explode(X, Y) :- ( if X > 3 then throw("too much") else Y = X ).
greet(Name, N, !IO) :- io.write_string(Name, !IO), N = length(Name).
main(!IO) :- greet("x", _, !IO).
insert(K, leaf, node(leaf, K, leaf)).
insert(K, node(L, X, R), T) :-
    ( if K < X then insert(K, L, L1), T = node(L1, X, R) else insert(K, R, R1), T = node(L, X, R1) ).
:- type secret ---> secret(int).
:- pred hidden(int::in, int::out) is det.
hidden(X, X + 1).
:- pred veiled(secret::out) is det.
veiled(secret(1)).
