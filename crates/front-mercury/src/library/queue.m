% Queues, as the front of a list and its reversed back.
:- module queue.
:- interface.
:- import_module list.

:- type queue(T).

:- func init = queue(T).
:- pred init(queue(T)::out) is det.
:- pred is_empty(queue(T)::in) is semidet.
:- pred is_full(queue(T)::in) is semidet.
:- pred put(T::in, queue(T)::in, queue(T)::out) is det.
:- func put(queue(T), T) = queue(T).
:- pred put_list(list(T)::in, queue(T)::in, queue(T)::out) is det.
:- func put_list(queue(T), list(T)) = queue(T).
:- pred first(queue(T)::in, T::out) is semidet.
:- pred get(T::out, queue(T)::in, queue(T)::out) is semidet.
:- func length(queue(T)) = int.
:- pred length(queue(T)::in, int::out) is det.
:- func list_to_queue(list(T)) = queue(T).
:- func from_list(list(T)) = queue(T).
:- func to_list(queue(T)) = list(T).
:- func delete_all(queue(T), T) = queue(T).
:- pred delete_all(T::in, queue(T)::in, queue(T)::out) is det.

:- implementation.
:- import_module int.

% The front is empty only if the back is.
:- type queue(T) ---> queue(front :: list(T), back :: list(T)).

:- func made(list(T), list(T)) = queue(T).

made([], Back) = queue(list.reverse(Back), []).
made([X | Xs], Back) = queue([X | Xs], Back).

init = queue([], []).
init(queue([], [])).
is_empty(queue([], _)).
is_full(_) :-
    semidet_fail.
put(X, queue(Front, Back), made(Front, [X | Back])).
put(Queue0, X) = Queue :-
    put(X, Queue0, Queue).
put_list(Xs, !Queue) :-
    list.foldl(put, Xs, !Queue).
put_list(Queue0, Xs) = Queue :-
    put_list(Xs, Queue0, Queue).
first(queue([X | _], _), X).
get(X, queue([X | Front], Back), made(Front, Back)).
length(queue(Front, Back)) = list.length(Front) + list.length(Back).
length(Queue, length(Queue)).
list_to_queue(Xs) = queue(Xs, []).
from_list(Xs) = queue(Xs, []).
to_list(queue(Front, Back)) = Front ++ list.reverse(Back).
delete_all(queue(Front, Back), X) = made(list.delete_all(Front, X), list.delete_all(Back, X)).
delete_all(X, Queue, delete_all(Queue, X)).
