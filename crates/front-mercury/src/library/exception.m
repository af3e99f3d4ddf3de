% Exceptions.
:- module exception.
:- interface.
:- import_module io, list, maybe, univ.

:- type exception_result(T)
    --->    succeeded(T)
    ;       failed
    ;       exception(univ).

:- inst cannot_fail for exception_result/1
    --->    succeeded(ground)
    ;       exception(ground).

:- type software_error ---> software_error(string).
:- type domain_error ---> domain_error(string).

:- func throw(T) = _.
:- mode throw(in) = out is erroneous.
:- pred throw(T::in) is erroneous.
:- pred rethrow(exception_result(T)).
:- mode rethrow(in(bound(exception(ground)))) is erroneous.
:- func rethrow(exception_result(T)) = _.
:- mode rethrow(in(bound(exception(ground)))) = out is erroneous.

:- pred try(pred(T), exception_result(T)).
:- mode try(pred(out) is det, out(cannot_fail)) is cc_multi.
:- mode try(pred(out) is semidet, out) is cc_multi.
:- mode try(pred(out) is cc_multi, out(cannot_fail)) is cc_multi.
:- mode try(pred(out) is cc_nondet, out) is cc_multi.
:- pred try_io(pred(T, io, io), exception_result(T), io, io).
:- mode try_io(pred(out, di, uo) is det, out(cannot_fail), di, uo) is cc_multi.
:- mode try_io(pred(out, di, uo) is cc_multi, out(cannot_fail), di, uo) is cc_multi.
:- pred try_all(pred(T), maybe(univ), list(T)).
:- mode try_all(pred(out) is det, out, out) is cc_multi.
:- mode try_all(pred(out) is semidet, out, out) is cc_multi.
:- mode try_all(pred(out) is multi, out, out) is cc_multi.
:- mode try_all(pred(out) is nondet, out, out) is cc_multi.
:- pred finally(pred(T, io, io), T, pred(io.res, io, io), io.res, io, io).
:- mode finally(pred(out, di, uo) is det, out, pred(out, di, uo) is det, out, di, uo) is det.

:- implementation.

:- pragma glassbox_builtin([pred(throw/1), pred((try)/2), pred(try_io/4), pred(try_all/3)]).

throw(X) = _ :-
    throw(X).

rethrow(exception(U)) :-
    throw(U).
rethrow(exception(U)) = _ :-
    throw(U).
