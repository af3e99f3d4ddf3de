:- module no_module.
% Modules that are not there: what they might declare is not complained about.
:- interface.
:- import_module lists, no_such_module.
:- pred p(thing::in, int::out) is det.
:- implementation.
:- import_module int.

p(Thing, N) :-
    no_such_module.measure(Thing, M),
    other(M, N0),
    N = N0 + "one".
