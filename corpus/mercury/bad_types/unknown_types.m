:- module unknown_types.
% Types that nobody declares, or with other parameters.
:- interface.
:- import_module list.
:- type t ---> a(missing) ; b(list) ; c(list(int, int)).
:- pred p(tt::in, map(int, int)::out) is det.
:- type u == list(missing2).
:- implementation.

p(_, _).
