%! run trie_tests.m
:- module trie.
:- interface.
:- import_module char, list, map, maybe, string.

:- type trie(V) ---> trie(value :: maybe(V), kids :: map(char, trie(V))).

:- func init = (trie(V)::out) is det.
:- pred insert(string::in, V::in, trie(V)::in, trie(V)::out) is det.
:- pred lookup(trie(V)::in, string::in, V::out) is semidet.
:- pred with_prefix(trie(V)::in, string::in, string::out, V::out) is nondet.
:- func words(trie(V)) = list(string).
:- func longest_prefix(trie(V), string) = maybe(V).

:- implementation.
:- import_module solutions.

init = trie(no, map.init).

insert(S, V, !T) :- insert_chars(string.to_char_list(S), V, !T).

:- pred insert_chars(list(char)::in, V::in, trie(V)::in, trie(V)::out) is det.
insert_chars([], V, !T) :- !T ^ value := yes(V).
insert_chars([C | Cs], V, !T) :-
    ( if map.search(!.T ^ kids, C, Kid0) then
        insert_chars(Cs, V, Kid0, Kid)
    else
        insert_chars(Cs, V, init, Kid)
    ),
    !T ^ kids := map.set(!.T ^ kids, C, Kid).

lookup(T, S, V) :-
    descend(to_char_list(S), T, Sub),
    Sub ^ value = yes(V).

:- pred descend(list(char)::in, trie(V)::in, trie(V)::out) is semidet.
descend([], T, T).
descend([C | Cs], T0, T) :-
    map.search(T0 ^ kids, C, T1),
    descend(Cs, T1, T).

with_prefix(T, P, W, V) :-
    descend(to_char_list(P), T, Sub),
    entry(Sub, Cs, V),
    W = P ++ from_char_list(Cs).

:- pred entry(trie(V)::in, list(char)::out, V::out) is nondet.
entry(trie(yes(V), _), [], V).
entry(trie(_, Kids), [C | Cs], V) :-
    map.member(Kids, C, Kid),
    entry(Kid, Cs, V).

words(T) = Ws :-
    solutions((pred(W::out) is nondet :- with_prefix(T, "", W, _)), Ws).

longest_prefix(T, S) = longest(T, to_char_list(S), no).

:- func longest(trie(V), list(char), maybe(V)) = maybe(V).
longest(trie(Val, Kids), Cs, Best0) = Best :-
    ( Val = yes(_), Best1 = Val
    ; Val = no, Best1 = Best0
    ),
    ( if Cs = [C | Rest], map.search(Kids, C, Kid) then
        Best = longest(Kid, Rest, Best1)
    else
        Best = Best1
    ).
