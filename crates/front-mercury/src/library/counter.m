% Numbers that are given out one after the other.
:- module counter.
:- interface.

:- type counter.

:- func init(int) = counter.
:- pred init(int::in, counter::out) is det.
:- pred allocate(int::out, counter::in, counter::out) is det.

:- implementation.
:- import_module int.

:- type counter ---> counter(int).

init(N) = counter(N).
init(N, counter(N)).
allocate(N, counter(N), counter(N + 1)).
