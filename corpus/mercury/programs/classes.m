% Type classes are not supported: what uses them is named, and the rest goes on.
:- module classes.
:- interface.
:- import_module list.

:- typeclass showable(T) where [
    func show(T) = string,
    pred size(T::in, int::out) is det
].

:- instance showable(int).

:- pred shown(T::in, string::out) is det <= showable(T).
:- func plain(list(int)) = int.
:- pred uses_method(int::in, string::out) is det.
:- pred calls_constrained(int::in, string::out) is det.

:- implementation.
:- import_module int, string.

:- instance showable(int) where [
    (show(N) = string.int_to_string(N)),
    size(N, N)
].

shown(X, show(X)).

plain(Xs) = list.foldl(int.plus, Xs, 0).

uses_method(N, show(N)).

calls_constrained(N, S) :-
    shown(N, S).
