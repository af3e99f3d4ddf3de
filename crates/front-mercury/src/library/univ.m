% A value of any type, together with its type.
:- module univ.
:- interface.

:- type univ.

:- pred type_to_univ(T, univ).
:- mode type_to_univ(in, out) is det.
:- mode type_to_univ(out, in) is semidet.
:- func univ(T) = univ.
:- mode univ(in) = out is det.
:- mode univ(out) = in is semidet.
:- pred univ_to_type(univ::in, T::out) is semidet.
:- func det_univ_to_type(univ) = T.

:- implementation.
:- import_module require.

:- pragma glassbox_builtin([func(univ/1)]).

type_to_univ(X, univ(X)).
univ_to_type(univ(X), X).

det_univ_to_type(U) = X :-
    ( if univ_to_type(U, X0) then
        X = X0
    else
        unexpected($pred, "a value of another type")
    ).
