% A queue as two lists: abstract types, functions, overloaded names, a promise.
:- module queue.
:- interface.
:- import_module bool, list.

:- type queue(T).

:- func init = queue(T).
:- pred is_empty(queue(T)::in) is semidet.
:- pred put(T::in, queue(T)::in, queue(T)::out) is det.
:- pred get(T::out, queue(T)::in, queue(T)::out) is semidet.
:- func length(queue(T)) = int.
:- func to_list(queue(T)) = list(T).
:- pred from_list(list(T), queue(T)).
:- mode from_list(in, out) is det.

:- implementation.
:- use_module int.

:- type queue(T)
    --->    queue(
                front   :: list(T),
                back    :: list(T)
            ).

init = queue([], []).

is_empty(queue([], [])).

put(X, Q, Q ^ back := [X | Q ^ back]).

get(X, queue([X | Front], Back), queue(Front, Back)).
get(X, queue([], Back), queue(Front, [])) :-
    list.reverse(Back) = [X | Front].

length(Q) = list.length(Q ^ front) `int.plus` list.length(Q ^ back) :-
    true.

to_list(queue(Front, Back)) = Front ++ list.reverse(Back).

from_list(List, queue(List, [])).

:- promise all [Q] ( is_empty(Q) <=> length(Q) = 0 ).
