% Modules within a module.
:- module nested.
:- interface.
:- import_module list.

:- func reversed(list(T)) = list(T).

:- implementation.
:- import_module nested.lifo.
:- use_module nested.lifo.names.

:- type limit ---> limit(int).

:- func most = limit.

most = limit(100).

:- module nested.lifo.
    :- interface.
    :- type lifo(T).
    :- func empty = lifo(T).
    :- func push(T, lifo(T)) = lifo(T).
    :- pred pop(lifo(T)::in, T::out, lifo(T)::out) is semidet.

    :- module nested.lifo.names.
        :- interface.
        :- func name_of(int) = string.
        :- implementation.
        :- import_module string.
        name_of(N) = string.int_to_string(N).
    :- end_module nested.lifo.names.

    :- implementation.
    % The types of the module around it are known.
    :- type lifo(T) ---> lifo(list(T), limit).
    empty = lifo([], most).
    push(X, lifo(Xs, Limit)) = lifo([X | Xs], Limit).
    pop(lifo([X | Xs], Limit), X, lifo(Xs, Limit)).
:- end_module nested.lifo.

reversed(Xs) = Ys :-
    drain(list.foldl(push, Xs, lifo.empty), Ys).

:- pred drain(lifo(T)::in, list(T)::out) is det.

drain(Lifo0, Xs) :-
    ( if pop(Lifo0, X, Lifo) then
        drain(Lifo, Xs0),
        Xs = [X | Xs0]
    else
        Xs = []
    ).

:- func shown(int) = string.

shown(N) = names.name_of(N).
