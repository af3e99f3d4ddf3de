% Queues as pairs of lists, with declared types.
%! generate -e 'push(+,+,-)' --depth 4
%! generate -e 'pop(?,+,-)' --depth 4
%! generate -e 'items(+,-)' --depth 4
:- op(1150, fx, type).
:- op(1150, fx, pred).
:- op(1130, xfx, --->).
:- type list(T) ---> [] ; [T|list(T)].
:- type queue(T) ---> q(list(T), list(T)).
:- pred push(T, queue(T), queue(T)).
:- pred pop(T, queue(T), queue(T)).
:- pred items(queue(T), list(T)).

push(X, q(Front, Back), q(Front, [X|Back])).

pop(X, q([X|Front], Back), q(Front, Back)).
pop(X, q([], [Y|Ys]), q(Front, [])) :- turn([Y|Ys], [], [X|Front]).

turn([], Zs, Zs).
turn([X|Xs], Ys, Zs) :- turn(Xs, [X|Ys], Zs).

items(q(Front, Back), Items) :- turn(Back, [], Rest), join(Front, Rest, Items).

join([], Ys, Ys).
join([X|Xs], Ys, [X|Zs]) :- join(Xs, Ys, Zs).

%?- push(1, q([], []), Q).
%?- pop(X, q([], [3,2,1]), Q).
%?- pop(X, q([], []), Q).
%?- items(q([1], [3,2]), L).
