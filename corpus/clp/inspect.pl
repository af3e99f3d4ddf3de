% Looking into terms: kinds, size, depth, substitution.
%! generate -e 'kind(?,-)' --depth 3
%! generate -e 'size(?,-)' --depth 3
%! generate -e 'subst(+,+,+,-)' --depth 3
kind(T, variable) :- var(T), !.
kind(T, number) :- number(T), !.
kind(T, atom) :- atom(T), !.
kind(T, string) :- string(T), !.
kind(T, list) :- is_list(T), !.
kind(T, partial_list) :- T = [_|_], !.
kind(_, compound).

size(T, 1) :- \+ compound(T), !.
size(T, N) :- T =.. [_|As], sizes(As, 1, N).

sizes([], N, N).
sizes([A|As], N0, N) :- size(A, M), N1 is N0 + M, sizes(As, N1, N).

depth(T, 0) :- \+ compound(T), !.
depth(T, D) :-
    T =.. [_|As],
    maplist(depth, As, Ds),
    foldl(larger, Ds, 0, D0),
    D is D0 + 1.
larger(A, B, C) :- C is max(A, B).

subst(Old, New, Old, New) :- !.
subst(_, _, T, T) :- \+ compound(T), !.
subst(Old, New, T, S) :-
    T =.. [F|As],
    maplist(subst(Old, New), As, Bs),
    S =.. [F|Bs].

%?- kind(X, K).
%?- kind([a|X], K).
%?- kind("s", K).
%?- kind([a], K).
%?- kind(f(x), K).
%?- size(f(a, g(X)), N).
%?- depth(f(a, g(b)), N).
%?- subst(a, z, f(a, g(a, b)), S).
