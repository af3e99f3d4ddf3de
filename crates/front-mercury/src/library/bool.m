% Truth values as data.
:- module bool.
:- interface.
:- import_module list.

:- type bool ---> no ; yes.

:- func or(bool, bool) = bool.
:- pred or(bool::in, bool::in, bool::out) is det.
:- func or_list(list(bool)) = bool.
:- pred or_list(list(bool)::in, bool::out) is det.
:- func and(bool, bool) = bool.
:- pred and(bool::in, bool::in, bool::out) is det.
:- func and_list(list(bool)) = bool.
:- pred and_list(list(bool)::in, bool::out) is det.
:- func not(bool) = bool.
:- pred not(bool::in, bool::out) is det.
:- func xor(bool, bool) = bool.
:- pred xor(bool::in, bool::in, bool::out) is det.
:- func pred_to_bool((pred)) = bool.
:- mode pred_to_bool((pred) is semidet) = out is det.

:- implementation.

or(no, X) = X.
or(yes, _) = yes.
or(X, Y, or(X, Y)).

or_list([]) = no.
or_list([X | Xs]) = or(X, or_list(Xs)).
or_list(Xs, or_list(Xs)).

and(no, _) = no.
and(yes, X) = X.
and(X, Y, and(X, Y)).

and_list([]) = yes.
and_list([X | Xs]) = and(X, and_list(Xs)).
and_list(Xs, and_list(Xs)).

bool.not(no) = yes.
bool.not(yes) = no.
not(X, bool.not(X)).

xor(no, X) = X.
xor(yes, X) = bool.not(X).
xor(X, Y, xor(X, Y)).

pred_to_bool(P) = ( if P then yes else no ).
