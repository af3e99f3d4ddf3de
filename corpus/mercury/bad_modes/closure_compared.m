:- module closure_compared.
:- interface.
:- import_module int, list.

:- pred p((func(int) = int)::in, (func(int) = int)::in) is semidet.

:- implementation.

p(F, G) :-
    F = G.
