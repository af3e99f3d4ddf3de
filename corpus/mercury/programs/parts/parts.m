% A module within another one, with its interface in one part and its implementation in the other.
:- module parts.
:- interface.
:- import_module list.

:- module parts.stack.
:- interface.
:- type stack(T).
:- func empty = stack(T).
:- func push(T, stack(T)) = stack(T).
:- pred pop(stack(T)::in, T::out, stack(T)::out) is semidet.
:- end_module parts.stack.

:- func reversed(list(T)) = list(T).

:- implementation.
:- import_module parts.stack.

:- module parts.stack.
:- implementation.
:- type stack(T) ---> stack(list(T)).
empty = stack([]).
push(X, stack(Xs)) = stack([X | Xs]).
pop(stack([X | Xs]), X, stack(Xs)).
:- end_module parts.stack.

reversed(Xs) = drained(list.foldl(push, Xs, empty)).

:- func drained(stack(T)) = list(T).

drained(Stack0) = ( if pop(Stack0, X, Stack) then [X | drained(Stack)] else [] ).
