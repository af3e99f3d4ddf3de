% A module of sets as sorted lists without repetition.
%! generate -e 'insert(+,+,-)' --depth 4
%! generate -e 'has(?,+)' --depth 4
%! generate -e 'union_of(+,+,-)' --depth 4
%! generate -e 'is_subset(+,+)' --depth 4
:- module(sets, [empty/1, insert/3, has/2, union_of/3, is_subset/2]).

empty([]).

insert(X, [], [X]).
insert(X, [Y|Ys], Zs) :-
    compare(Order, X, Y),
    insert(Order, X, Y, Ys, Zs).

insert(<, X, Y, Ys, [X,Y|Ys]).
insert(=, _, Y, Ys, [Y|Ys]).
insert(>, X, Y, Ys, [Y|Zs]) :- insert(X, Ys, Zs).

has(X, Set) :- member(X, Set).

union_of([], Ys, Ys).
union_of([X|Xs], Ys, Zs) :- union_of(Xs, Ys, Us), insert(X, Us, Zs).

is_subset([], _).
is_subset([X|Xs], Ys) :- memberchk(X, Ys), is_subset(Xs, Ys).

%?- insert(2, [1,3], S).
%?- insert(1, [1], S).
%?- union_of([a,c], [b,c], S).
%?- is_subset([a], [b,a]).
%?- is_subset([c], [b,a]).
%?- has(X, [a,b]).
