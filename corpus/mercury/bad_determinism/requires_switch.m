:- module requires_switch.
:- interface.
:- import_module int, list.

:- type colour ---> red ; green ; blue.
:- pred p(colour::in, int::out) is semidet.

:- implementation.

p(C, N) :-
    require_complete_switch [C]
    (
        C = red,
        N = 1
    ;
        C = green,
        N = 2
    ).
