%! run logic_tests.m
% Propositional logic, truth tables, unification; nested negation and quantifiers.
:- module logic.
:- interface.
:- import_module bool, list, map, set, string.
:- type prop ---> v(string) ; t ; f ; n(prop) ; and(prop, prop) ; or(prop, prop) ; imp(prop, prop).
:- type assignment == map(string, bool).
:- func vars(prop) = set(string).
:- func value(assignment, prop) = bool.
:- pred assignment(list(string)::in, assignment::out) is multi.
:- pred satisfiable(prop::in) is semidet.
:- pred tautology(prop::in) is semidet.
:- pred model(prop::in, assignment::out) is nondet.
:- pred equivalent(prop::in, prop::in) is semidet.
:- func nnf(prop) = prop.
:- type term ---> var(int) ; fn(string, list(term)).
:- type subst == map(int, term).
:- pred unify_terms(term::in, term::in, subst::in, subst::out) is semidet.
:- func apply_subst(subst, term) = term.
:- implementation.
:- import_module int, pair, assoc_list.

vars(v(X)) = set.make_singleton_set(X).
vars(t) = set.init.
vars(f) = set.init.
vars(n(P)) = vars(P).
vars(and(P, Q)) = set.union(vars(P), vars(Q)).
vars(or(P, Q)) = vars(P) `set.union` vars(Q).
vars(imp(P, Q)) = set.union(vars(P), vars(Q)).

value(A, v(X)) = map.lookup(A, X).
value(_, t) = yes.
value(_, f) = no.
value(A, n(P)) = bool.not(value(A, P)).
value(A, and(P, Q)) = bool.and(value(A, P), value(A, Q)).
value(A, or(P, Q)) = value(A, P) `or` value(A, Q).
value(A, imp(P, Q)) = bool.or(bool.not(value(A, P)), value(A, Q)).

assignment([], map.init).
assignment([X | Xs], A) :-
    assignment(Xs, A0),
    ( B = yes ; B = no ),
    map.set(X, B, A0, A).

satisfiable(P) :- some [A] model(P, A).

tautology(P) :-
    not (
        assignment(set.to_sorted_list(vars(P)), A),
        not value(A, P) = yes
    ).

model(P, A) :-
    assignment(set.to_sorted_list(vars(P)), A),
    value(A, P) = yes.

equivalent(P, Q) :-
    Vs = set.to_sorted_list(vars(and(P, Q))),
    all [A] ( assignment(Vs, A) => value(A, P) = value(A, Q) ).

nnf(P) = R :-
    (
        ( P = v(_) ; P = t ; P = f ), R = P
    ;
        P = and(A, B), R = and(nnf(A), nnf(B))
    ;
        P = or(A, B), R = or(nnf(A), nnf(B))
    ;
        P = imp(A, B), R = nnf(or(n(A), B))
    ;
        P = n(Q),
        ( Q = v(_), R = P
        ; Q = t, R = f
        ; Q = f, R = t
        ; Q = n(A), R = nnf(A)
        ; Q = and(A, B), R = or(nnf(n(A)), nnf(n(B)))
        ; Q = or(A, B), R = and(nnf(n(A)), nnf(n(B)))
        ; Q = imp(A, B), R = nnf(and(A, n(B)))
        )
    ).

:- func walk(subst, term) = term.
walk(S, T) = ( if T = var(V), map.search(S, V, T1) then walk(S, T1) else T ).

:- pred occurs(subst::in, int::in, term::in) is semidet.
occurs(S, V, T0) :-
    T = walk(S, T0),
    (
        T = var(V)
    ;
        T = fn(_, Args),
        some [A] ( member(A, Args), occurs(S, V, A) )
    ).

unify_terms(A0, B0, !S) :-
    A = walk(!.S, A0),
    B = walk(!.S, B0),
    ( if A = var(V), B = var(V) then
        true
    else if A = var(V) then
        not occurs(!.S, V, B),
        map.det_insert(V, B, !S)
    else if B = var(V) then
        not occurs(!.S, V, A),
        map.det_insert(V, A, !S)
    else
        A = fn(F, As),
        B = fn(F, Bs),
        unify_lists(As, Bs, !S)
    ).

:- pred unify_lists(list(term)::in, list(term)::in, subst::in, subst::out) is semidet.
unify_lists([], [], !S).
unify_lists([A | As], [B | Bs], !S) :-
    unify_terms(A, B, !S),
    unify_lists(As, Bs, !S).

apply_subst(S, T0) = T :-
    T1 = walk(S, T0),
    ( T1 = var(_), T = T1
    ; T1 = fn(F, As), T = fn(F, list.map(apply_subst(S), As))
    ).
