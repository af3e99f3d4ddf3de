:- module lists.
:- interface.
:- import_module list.

:- pred member(T, list(T)).
:- mode member(in, in) is semidet.
:- mode member(out, in) is nondet.

:- pred reverse(list(T)::in, list(T)::out) is det.

:- implementation.

member(X, [X | _]).
member(X, [_ | Rest]) :-
    member(X, Rest).

reverse(List, Reversed) :-
    reverse_onto(List, [], Reversed).

:- pred reverse_onto(list(T)::in, list(T)::in, list(T)::out) is det.

reverse_onto([], Reversed, Reversed).
reverse_onto([Head | Tail], Seen, Reversed) :-
    reverse_onto(Tail, [Head | Seen], Reversed).
