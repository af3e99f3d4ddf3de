:- module missing_clause.
:- interface.
:- import_module int, list.

:- pred first(list(T)::in, T::out) is det.

:- implementation.

first([X | _], X).
