% Types with several parameters, and functions of functions.
:- module either.
:- interface.
:- import_module io, list, pair.

:- type either(A, B) ---> left(A) ; right(B).
:- type state(S, A) == (func(S) = pair(A, S)).

:- func either(func(A) = C, func(B) = C, either(A, B)) = C.
:- func map_left(func(A) = C, either(A, B)) = either(C, B).
:- pred partition(list(either(A, B))::in, list(A)::out, list(B)::out) is det.
:- func return(A) = state(S, A).
:- func bind(state(S, A), func(A) = state(S, B)) = state(S, B).
:- func get = state(S, S).
:- func put(S) = state(S, {}).
:- func sequence(list(state(S, A))) = state(S, list(A)).
:- pred main(io::di, io::uo) is det.

:- implementation.
:- import_module int, std_util, string.

either(F, _, left(A)) = F(A).
either(_, G, right(B)) = G(B).

map_left(F, left(A)) = left(F(A)).
map_left(_, right(B)) = right(B).

partition([], [], []).
partition([E | Es], Lefts, Rights) :-
    partition(Es, Lefts0, Rights0),
    (
        E = left(A),
        Lefts = [A | Lefts0],
        Rights = Rights0
    ;
        E = right(B),
        Lefts = Lefts0,
        Rights = [B | Rights0]
    ).

return(A) = (func(S) = A - S).

bind(M, F) = (func(S0) = Result :-
    M(S0) = A - S1,
    Result = apply(F(A), S1)
).

get = (func(S) = S - S).
put(S) = (func(_) = {} - S).

sequence([]) = return([]).
sequence([M | Ms]) = bind(M, (func(X) = bind(sequence(Ms), (func(Xs) = return([X | Xs]))))).

:- func fresh = state(int, int).

fresh = bind(get, (func(N) = bind(put(N + 1), (func(_) = return(N))))).

main(!IO) :-
    partition([left(1), right("a"), left(2), right("b")], Numbers, Texts),
    io.write_line(Numbers, !IO),
    io.write_line(Texts, !IO),
    Show = either(string.int_to_string, id),
    io.write_line(list.map(Show, [left(3), right("c")]), !IO),
    F = sequence([fresh, fresh, fresh]),
    io.write_line(fst(F(10)), !IO).
