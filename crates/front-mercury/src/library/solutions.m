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
:- pred aggregate2(pred(T), pred(T, U, U, V, V), U, U, V, V).
:- mode aggregate2(pred(out) is multi, pred(in, in, out, in, out) is det, in, out, in, out) is det.
:- mode aggregate2(pred(out) is multi, pred(in, in, out, di, uo) is det, in, out, di, uo) is det.
:- mode aggregate2(pred(out) is nondet, pred(in, in, out, in, out) is det, in, out, in, out) is det.
:- mode aggregate2(pred(out) is nondet, pred(in, in, out, di, uo) is det, in, out, di, uo) is det.
:- pred unsorted_aggregate(pred(T), pred(T, U, U), U, U).
:- mode unsorted_aggregate(pred(out) is multi, pred(in, in, out) is det, in, out) is cc_multi.
:- mode unsorted_aggregate(pred(out) is multi, pred(in, in, out) is cc_multi, in, out) is cc_multi.
:- mode unsorted_aggregate(pred(out) is multi, pred(in, di, uo) is det, di, uo) is cc_multi.
:- mode unsorted_aggregate(pred(out) is multi, pred(in, di, uo) is cc_multi, di, uo) is cc_multi.
:- mode unsorted_aggregate(pred(out) is nondet, pred(in, in, out) is det, in, out) is cc_multi.
:- mode unsorted_aggregate(pred(out) is nondet, pred(in, in, out) is cc_multi, in, out) is cc_multi.
:- mode unsorted_aggregate(pred(out) is nondet, pred(in, di, uo) is det, di, uo) is cc_multi.
:- mode unsorted_aggregate(pred(out) is nondet, pred(in, di, uo) is cc_multi, di, uo) is cc_multi.
:- pred do_while(pred(T), pred(T, bool, U, U), U, U).
:- mode do_while(pred(out) is multi, pred(in, out, in, out) is det, in, out) is cc_multi.
:- mode do_while(pred(out) is multi, pred(in, out, in, out) is cc_multi, in, out) is cc_multi.
:- mode do_while(pred(out) is multi, pred(in, out, di, uo) is det, di, uo) is cc_multi.
:- mode do_while(pred(out) is multi, pred(in, out, di, uo) is cc_multi, di, uo) is cc_multi.
:- mode do_while(pred(out) is nondet, pred(in, out, in, out) is det, in, out) is cc_multi.
:- mode do_while(pred(out) is nondet, pred(in, out, in, out) is cc_multi, in, out) is cc_multi.
:- mode do_while(pred(out) is nondet, pred(in, out, di, uo) is det, di, uo) is cc_multi.
:- mode do_while(pred(out) is nondet, pred(in, out, di, uo) is cc_multi, di, uo) is cc_multi.

:- implementation.

% The accumulators of these are called for each solution as it is found.
:- pragma glassbox_builtin([pred(all_solutions/2), pred(unsorted_aggregate/4), pred(do_while/4)]).

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
aggregate2(P, Q, !A, !B) :-
    solutions(P, Sorted),
    list.foldl2(Q, Sorted, !A, !B).
