:- module fields.
% Fields that are not there, and values of other types for them.
:- interface.
:- type t ---> t(name :: string, size :: int).
:- pred p(t::in, t::out) is det.
:- implementation.
:- import_module int.

p(!T) :-
    !T ^ size := "large",
    !T ^ colour := 1,
    N = !.T ^ name + 1,
    M = !.T ^ weight,
    q(N ^ size, M).

:- pred q(int::in, int::in) is det.

q(_, _).
