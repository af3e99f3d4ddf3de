:- module required.
:- interface.
:- import_module int, list.

:- pred p(int::in) is semidet.

:- implementation.

p(X) :-
    require_det (X > 3).
