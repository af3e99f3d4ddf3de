% Values that may be missing.
:- module maybe.
:- interface.
:- import_module list.

:- type maybe(T) ---> no ; yes(T).
:- type maybe_error ---> ok ; error(string).
:- type maybe_error(T) == maybe_error(T, string).
:- type maybe_error(T, E) ---> ok(T) ; error(E).
:- type maybe_errors(T) ---> ok(T) ; error(string, list(string)).

:- inst maybe(I) for maybe/1 ---> no ; yes(I).
:- inst maybe_yes(I) for maybe/1 ---> yes(I).

:- func map_maybe(func(T) = U, maybe(T)) = maybe(U).
:- pred map_maybe(pred(T, U), maybe(T), maybe(U)).
:- mode map_maybe(pred(in, out) is det, in, out) is det.
:- mode map_maybe(pred(in, out) is semidet, in, out) is semidet.
:- mode map_maybe(pred(in, out) is multi, in, out) is multi.
:- mode map_maybe(pred(in, out) is nondet, in, out) is nondet.
:- func fold_maybe(func(T, U) = U, maybe(T), U) = U.
:- pred fold_maybe(pred(T, U, U), maybe(T), U, U).
:- mode fold_maybe(pred(in, in, out) is det, in, in, out) is det.
:- mode fold_maybe(pred(in, di, uo) is det, in, di, uo) is det.
:- mode fold_maybe(pred(in, in, out) is semidet, in, in, out) is semidet.
:- pred map_fold_maybe(pred(T, U, A, A), maybe(T), maybe(U), A, A).
:- mode map_fold_maybe(pred(in, out, in, out) is det, in, out, in, out) is det.
:- mode map_fold_maybe(pred(in, out, di, uo) is det, in, out, di, uo) is det.
:- func maybe_is_yes(maybe(T)) = T is semidet.
:- pred maybe_is_yes(maybe(T)::in, T::out) is semidet.
:- func maybe_default(T, maybe(T)) = T.

:- implementation.

map_maybe(_, no) = no.
map_maybe(F, yes(X)) = yes(F(X)).
map_maybe(_, no, no).
map_maybe(P, yes(X), yes(Y)) :-
    P(X, Y).
fold_maybe(_, no, A) = A.
fold_maybe(F, yes(X), A) = F(X, A).
fold_maybe(_, no, !A).
fold_maybe(P, yes(X), !A) :-
    P(X, !A).
map_fold_maybe(_, no, no, !A).
map_fold_maybe(P, yes(X), yes(Y), !A) :-
    P(X, Y, !A).
maybe_is_yes(yes(X)) = X.
maybe_is_yes(yes(X), X).
maybe_default(D, no) = D.
maybe_default(_, yes(X)) = X.
