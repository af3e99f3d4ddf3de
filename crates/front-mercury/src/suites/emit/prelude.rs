//! What all programs that run suites share.

/// The modules that the texts here need.
pub(super) const IMPORTS: &[&str] = &["bool", "exception", "int", "list", "solutions", "string"];

/// The names that the program has beside those of its tests.
pub(super) const NAMES: &[&str] = &[
    "main",
    "judged",
    "judged_thrown",
    "report_test",
    "report_all",
    "in_order",
    "add_solution",
    "first_in_order",
    "add_until",
    "succeeded",
    "condition_failed",
    "failed",
    "test_result",
];

/// Results and how they are shown.
pub(super) const RESULTS: &str = "\
:- type test_result
    --->    succeeded
    ;       condition_failed(string)
    ;       failed(string).

:- func judged(exception_result(test_result)) = test_result.

judged(exception.succeeded(Result)) = Result.
judged(exception.failed) = failed(\"failure\").
judged(exception.exception(_)) = failed(\"exception\").

:- pred report_test(string::in, test_result::in, int::in, int::out, io::di, io::uo) is det.

report_test(Name, Result, Wrong0, Wrong, !IO) :-
    (
        Result = succeeded,
        Shown = \"succeeded\",
        Wrong = Wrong0
    ;
        Result = condition_failed(Condition),
        Shown = \"condition failed: \" ++ Condition,
        Wrong = Wrong0 + 1
    ;
        Result = failed(Reason),
        Shown = \"failed because of \" ++ Reason,
        Wrong = Wrong0 + 1
    ),
    io.write_string(Name ++ \": \" ++ Shown ++ \"\\n\", !IO).

:- pred report_all(int::in, int::in, io::di, io::uo) is det.

report_all(Count, Wrong, !IO) :-
    io.write_string(int_to_string(Count) ++ \" tests, \" ++ int_to_string(Wrong) ++ \" failed\\n\", !IO),
    ( if Wrong > 0 then
        io.set_exit_status(1, !IO)
    else
        true
    ).
";

/// For tests that must throw something.
pub(super) const THROWN: &str = "
:- func judged_thrown(exception_result(test_result)) = test_result.

judged_thrown(exception.succeeded(_)) = failed(\"no exception\").
judged_thrown(exception.failed) = failed(\"failure\").
judged_thrown(exception.exception(_)) = succeeded.
";

/// All solutions in their order. What `unsorted_solutions` returns may have any order; an aggregate sees them as they are found.
pub(super) const ALL: &str = "
:- pred in_order(pred(T)::in(pred(out) is nondet), list(T)::out) is cc_multi.

in_order(Goal, Solutions) :-
    solutions.unsorted_aggregate(Goal, add_solution, [], Reversed),
    list.reverse(Reversed, Solutions).

:- pred add_solution(T::in, list(T)::in, list(T)::out) is det.

add_solution(Solution, Found, [Solution | Found]).
";

/// The first solutions.
pub(super) const SOME: &str = "
:- pred first_in_order(int::in, pred(T)::in(pred(out) is nondet), list(T)::out) is cc_multi.

first_in_order(Limit, Goal, Solutions) :-
    solutions.do_while(Goal, add_until(Limit), [], Reversed),
    list.reverse(Reversed, Solutions).

:- pred add_until(int::in, T::in, bool::out, list(T)::in, list(T)::out) is det.

add_until(Limit, Solution, More, Found, [Solution | Found]) :-
    ( if list.length(Found) + 1 < Limit then
        More = yes
    else
        More = no
    ).
";
