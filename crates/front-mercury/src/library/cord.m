% Sequences that are cheap to put together.
:- module cord.
:- interface.
:- import_module list.

:- type cord(T).

:- func init = cord(T).
:- func empty = cord(T).
:- func singleton(T) = cord(T).
:- func from_list(list(T)) = cord(T).
:- func list(cord(T)) = list(T).
:- func to_list(cord(T)) = list(T).
:- func rev_list(cord(T)) = list(T).
:- pred is_empty(cord(T)::in) is semidet.
:- func cons(T, cord(T)) = cord(T).
:- pred cons(T::in, cord(T)::in, cord(T)::out) is det.
:- func snoc(cord(T), T) = cord(T).
:- pred snoc(T::in, cord(T)::in, cord(T)::out) is det.
:- func cord(T) ++ cord(T) = cord(T).
:- func cord_list_to_cord(list(cord(T))) = cord(T).
:- func cord_list_to_list(list(cord(T))) = list(T).
:- func length(cord(T)) = int.
:- pred member(T::out, cord(T)::in) is nondet.
:- pred head_tail(cord(T)::in, T::out, cord(T)::out) is semidet.
:- pred get_first(cord(T)::in, T::out) is semidet.
:- pred get_last(cord(T)::in, T::out) is semidet.
:- pred split_last(cord(T)::in, cord(T)::out, T::out) is semidet.
:- func map(func(T) = U, cord(T)) = cord(U).
:- func foldl(func(T, A) = A, cord(T), A) = A.
:- pred foldl_pred(pred(T, A, A), cord(T), A, A).
:- mode foldl_pred(pred(in, in, out) is det, in, in, out) is det.
:- mode foldl_pred(pred(in, di, uo) is det, in, di, uo) is det.

:- implementation.

:- type cord(T)
    --->    nothing
    ;       unit(T)
    ;       branch(cord(T), cord(T)).

init = nothing.
empty = nothing.
singleton(X) = unit(X).
from_list(Xs) = list.foldr(cons, Xs, nothing).
list(Cord) = elements(Cord, []).
to_list(Cord) = elements(Cord, []).
rev_list(Cord) = list.reverse(elements(Cord, [])).

:- func elements(cord(T), list(T)) = list(T).

elements(nothing, After) = After.
elements(unit(X), After) = [X | After].
elements(branch(A, B), After) = elements(A, elements(B, After)).

get_last(Cord, X) :-
    list.last(to_list(Cord), X).
split_last(Cord, from_list(Before), X) :-
    list.split_last(to_list(Cord), Before, X).

is_empty(Cord) :-
    to_list(Cord) = [].
cons(X, Cord) = branch(unit(X), Cord).
cons(X, Cord, cons(X, Cord)).
snoc(Cord, X) = branch(Cord, unit(X)).
snoc(X, Cord, snoc(Cord, X)).
A ++ B = branch(A, B).
cord_list_to_cord(Cords) = list.foldr((func(A, B) = branch(A, B)), Cords, nothing).
cord_list_to_list(Cords) = to_list(cord_list_to_cord(Cords)).
length(Cord) = list.length(to_list(Cord)).
member(X, Cord) :-
    list.member(X, to_list(Cord)).
head_tail(Cord, X, from_list(Xs)) :-
    to_list(Cord) = [X | Xs].
get_first(Cord, X) :-
    to_list(Cord) = [X | _].
map(_, nothing) = nothing.
map(F, unit(X)) = unit(F(X)).
map(F, branch(A, B)) = branch(map(F, A), map(F, B)).
foldl(F, Cord, A) = list.foldl(F, to_list(Cord), A).
foldl_pred(P, Cord, !A) :-
    list.foldl(P, to_list(Cord), !A).
