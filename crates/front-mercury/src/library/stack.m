% Stacks.
:- module stack.
:- interface.
:- import_module list.

:- type stack(T).

:- func init = stack(T).
:- pred init(stack(T)::out) is det.
:- pred is_empty(stack(T)::in) is semidet.
:- pred is_full(stack(T)::in) is semidet.
:- pred push(T::in, stack(T)::in, stack(T)::out) is det.
:- func push(stack(T), T) = stack(T).
:- pred push_list(list(T)::in, stack(T)::in, stack(T)::out) is det.
:- pred top(stack(T)::in, T::out) is semidet.
:- pred det_top(stack(T)::in, T::out) is det.
:- func det_top(stack(T)) = T.
:- pred pop(T::out, stack(T)::in, stack(T)::out) is semidet.
:- pred det_pop(T::out, stack(T)::in, stack(T)::out) is det.
:- func depth(stack(T)) = int.
:- pred depth(stack(T)::in, int::out) is det.

:- implementation.
:- import_module require.

:- type stack(T) ---> stack(list(T)).

init = stack([]).
init(stack([])).
is_empty(stack([])).
is_full(_) :-
    semidet_fail.
push(X, stack(Xs), stack([X | Xs])).
push(stack(Xs), X) = stack([X | Xs]).
push_list(Xs, !Stack) :-
    list.foldl(push, Xs, !Stack).
top(stack([X | _]), X).
det_top(Stack, X) :-
    ( if top(Stack, X0) then X = X0 else unexpected($pred, "empty stack") ).
det_top(Stack) = X :-
    det_top(Stack, X).
pop(X, stack([X | Xs]), stack(Xs)).
det_pop(X, !Stack) :-
    ( if pop(X0, !Stack) then X = X0 else unexpected($pred, "empty stack") ).
depth(stack(Xs)) = list.length(Xs).
depth(Stack, depth(Stack)).
