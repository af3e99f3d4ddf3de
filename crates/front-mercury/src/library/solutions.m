% All solutions of a goal.
:- module solutions.
:- interface.
:- import_module bool, list, set.

:- pred solutions(pred(T), list(T)).
:- mode solutions(pred(out) is multi, out(non_empty_list)) is det.
:- mode solutions(pred(out) is nondet, out) is det.
:- func solutions(pred(T)) = list(T).
:- mode solutions(pred(out) is multi) = out(non_empty_list) is det.
:- mode solutions(pred(out) is nondet) = out is det.
:- pred solutions_set(pred(T), set(T)).
:- mode solutions_set(pred(out) is multi, out) is det.
:- mode solutions_set(pred(out) is nondet, out) is det.
:- func solutions_set(pred(T)) = set(T).
:- mode solutions_set(pred(out) is multi) = out is det.
:- mode solutions_set(pred(out) is nondet) = out is det.
:- pred unsorted_solutions(pred(T), list(T)).
:- mode unsorted_solutions(pred(out) is multi, out(non_empty_list)) is cc_multi.
:- mode unsorted_solutions(pred(out) is nondet, out) is cc_multi.
:- func aggregate(pred(T), func(T, U) = U, U) = U.
:- mode aggregate(pred(out) is multi, func(in, in) = out is det, in) = out is det.
:- mode aggregate(pred(out) is nondet, func(in, in) = out is det, in) = out is det.
:- pred aggregate(pred(T), pred(T, U, U), U, U).
:- mode aggregate(pred(out) is multi, pred(in, in, out) is det, in, out) is det.
:- mode aggregate(pred(out) is multi, pred(in, di, uo) is det, di, uo) is det.
:- mode aggregate(pred(out) is nondet, pred(in, in, out) is det, in, out) is det.
:- mode aggregate(pred(out) is nondet, pred(in, di, uo) is det, di, uo) is det.
:- pred unsorted_aggregate(pred(T), pred(T, U, U), U, U).
:- mode unsorted_aggregate(pred(out) is multi, pred(in, in, out) is det, in, out) is cc_multi.
:- mode unsorted_aggregate(pred(out) is nondet, pred(in, in, out) is det, in, out) is cc_multi.
:- mode unsorted_aggregate(pred(out) is nondet, pred(in, di, uo) is det, di, uo) is cc_multi.
:- pred do_while(pred(T), pred(T, bool, U, U), U, U).
:- mode do_while(pred(out) is multi, pred(in, out, in, out) is det, in, out) is cc_multi.
:- mode do_while(pred(out) is nondet, pred(in, out, in, out) is det, in, out) is cc_multi.

:- implementation.

:- pragma glassbox_builtin([pred(all_solutions/2)]).

% The solutions in the order in which they are found.
:- pred all_solutions(pred(T), list(T)).
:- mode all_solutions(pred(out) is multi, out(non_empty_list)) is det.
:- mode all_solutions(pred(out) is nondet, out) is det.

solutions(P, Sorted) :-
    all_solutions(P, Found),
    list.sort_and_remove_dups(Found, Sorted).
solutions(P) = Sorted :-
    solutions(P, Sorted).
solutions_set(P, set.list_to_set(Found)) :-
    all_solutions(P, Found).
solutions_set(P) = Set :-
    solutions_set(P, Set).
unsorted_solutions(P, Found) :-
    all_solutions(P, All),
    cc_multi_equal(All, Found).
aggregate(P, F, A) = list.foldl(F, Sorted, A) :-
    solutions(P, Sorted).
aggregate(P, Q, !A) :-
    solutions(P, Sorted),
    list.foldl(Q, Sorted, !A).
unsorted_aggregate(P, Q, !A) :-
    unsorted_solutions(P, Found),
    list.foldl(Q, Found, !A).
do_while(P, Q, !A) :-
    unsorted_solutions(P, Found),
    until_no(Q, Found, !A).

:- pred until_no(pred(T, bool, U, U), list(T), U, U).
:- mode until_no(pred(in, out, in, out) is det, in, in, out) is det.

until_no(_, [], !A).
until_no(Q, [X | Xs], !A) :-
    Q(X, More, !A),
    (
        More = yes,
        until_no(Q, Xs, !A)
    ;
        More = no
    ).
