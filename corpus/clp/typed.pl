% Declarations of types, in the style of Typed Prolog.
%! generate -e 'len(+,-)' --depth 4
%! generate -e 'look(+,+,-)' --depth 3
:- op(1150, fx, type).
:- op(1150, fx, pred).
:- op(1130, xfx, --->).
:- type list(T) ---> [] ; [T|list(T)].
:- type tree(K, V) ---> empty ; t(tree(K, V), K, V, tree(K, V)).
:- pred len(list(_), integer).
:- pred look(K, tree(K, V), V).

len([], 0).
len([_|T], N) :- len(T, M), N is M + 1.

look(K, t(L, K0, V0, R), V) :-
    compare(O, K, K0),
    (   O = (=) -> V = V0
    ;   O = (<) -> look(K, L, V)
    ;   look(K, R, V)
    ).

%?- len([a,b,c], N).
%?- look(k, t(empty,k,v,empty), V).
%?- look(b, t(empty,a,1,t(empty,b,2,empty)), V).
