% What every module sees without importing it.
:- module builtin.
:- interface.

:- type comparison_result
    --->    (=)
    ;       (<)
    ;       (>).

:- mode in == ground >> ground.
:- mode out == free >> ground.
:- mode in(Inst) == Inst >> Inst.
:- mode out(Inst) == free >> Inst.
:- mode di == unique >> clobbered.
:- mode uo == free >> unique.
:- mode ui == unique >> unique.
:- mode mdi == mostly_unique >> mostly_clobbered.
:- mode muo == free >> mostly_unique.
:- mode mui == mostly_unique >> mostly_unique.
:- mode di(Inst) == Inst >> clobbered.
:- mode uo(Inst) == free >> Inst.
:- mode ui(Inst) == Inst >> Inst.
:- mode mdi(Inst) == Inst >> mostly_clobbered.
:- mode muo(Inst) == free >> Inst.
:- mode unused == free >> free.
:- mode ia == any >> any.
:- mode oa == free >> any.
:- mode skip == any >> any.

% The standard order of two values of one type.
:- pred compare(comparison_result, T, T).
:- mode compare(uo, in, in) is det.

:- func ordering(T, T) = comparison_result.

:- pred T @< T.
:- mode in @< in is semidet.
:- pred T @=< T.
:- mode in @=< in is semidet.
:- pred T @> T.
:- mode in @> in is semidet.
:- pred T @>= T.
:- mode in @>= in is semidet.

:- pred unify(T::in, T::in) is semidet.
:- pred copy(T, T).
:- mode copy(in, uo) is det.
:- func unsafe_promise_unique(T) = T.
:- mode unsafe_promise_unique(in) = uo is det.

:- pred semidet_succeed is semidet.
:- pred semidet_fail is semidet.
:- pred semidet_true is semidet.
:- pred semidet_false is semidet.
:- pred cc_multi_equal(T, T).
:- mode cc_multi_equal(in, out) is cc_multi.
:- mode cc_multi_equal(di, uo) is cc_multi.
:- impure pred impure_true is det.

:- func promise_only_solution(pred(T)) = T.
:- mode promise_only_solution(pred(out) is cc_multi) = out is det.
:- mode promise_only_solution(pred(uo) is cc_multi) = uo is det.
:- mode promise_only_solution(pred(out) is cc_nondet) = out is semidet.
:- mode promise_only_solution(pred(uo) is cc_nondet) = uo is semidet.

:- implementation.

:- pragma glassbox_builtin([
    pred(compare/3),
    pred(copy/2),
    func(unsafe_promise_unique/1),
    func(promise_only_solution/1),
    pred(semidet_succeed/0),
    pred(semidet_fail/0),
    pred(cc_multi_equal/2),
    pred(impure_true/0)
]).

ordering(X, Y) = R :-
    compare(R, X, Y).

X @< Y :-
    compare((<), X, Y).
X @=< Y :-
    compare(R, X, Y),
    ( R = (<) ; R = (=) ).
X @> Y :-
    compare((>), X, Y).
X @>= Y :-
    compare(R, X, Y),
    ( R = (>) ; R = (=) ).

unify(X, X).

semidet_true :-
    semidet_succeed.
semidet_false :-
    semidet_fail.
