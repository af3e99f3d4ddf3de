//! Small programs whose `main` is run: what they write follows from the reference manual and from the library's documentation.

use crate::checking::checked;
use front_mercury::procedures::analyse;
use logic::machine::guide::Plain;
use logic::machine::moded::Watching;
use logic::machine::{Machine, Options, Outcome};
use logic::moded::ProcId;

/// The declarations of a `main`, with what most programs import.
pub const MAIN: &str = ":- module m.\n:- interface.\n:- import_module io.\n\
    :- pred main(io::di, io::uo) is cc_multi.\n:- implementation.\n\
    :- import_module array, bool, char, int, list, solutions, string, uint, maybe, pair, exception, univ.\n";

/// How often a procedure succeeds, whether it ends by itself, and what it writes.
pub fn written(text: &str, entry: &str) -> (usize, Outcome, String) {
    let mut last = None;
    for watching in [Watching::Nothing, Watching::Counts, Watching::Traces] {
        let (checked, shown) = checked("m.m", text, &[]);
        assert!(checked.diagnostics.iter().all(|found| !found.is_error()), "{shown}\n{text}");
        let analysed = analyse(&checked.program);
        let wrong: Vec<_> = analysed.diagnostics.iter().filter(|found| found.is_error()).collect();
        assert!(wrong.is_empty(), "{wrong:?}\n{text}");
        let code = front_mercury::code::lower(&checked.program, &analysed.procedures);
        let mut ids = (0..code.procs.list.len()).map(ProcId::new);
        let id = ids.find(|id| code.procs.proc(*id).is_some_and(|proc| proc.own && proc.name == entry));
        let id = id.expect("the entry is there");
        let mut machine = Machine::waiting(&code, Plain);
        machine.start(id, &[], Options { steps: 2_000_000, ..Options::default() }, watching);
        let mut count = 0;
        let mut outcome = machine.next();
        while outcome == Outcome::Solution && count < 10 {
            count += 1;
            outcome = machine.next();
        }
        let found = (count, outcome, machine.world().written[0].clone());
        if let Some(before) = &last {
            assert_eq!(before, &found, "{watching:?}\n{text}");
        }
        last = Some(found);
    }
    last.expect("a run")
}

/// Runs `main`, which must succeed once.
fn prints(body: &str, expected: &str) {
    let text = format!("{MAIN}{body}");
    let found = written(&text, "main");
    assert_eq!(found, (1, Outcome::Failed, expected.to_string()), "{text}");
}

/// Runs `main` with goals that give `X` a value, which is written.
fn gives(goals: &str, expected: &str) {
    prints(
        &format!("main(!IO) :- ( if {goals} then io.write(X, !IO) else io.write_string(\"no\", !IO) ).\n"),
        expected,
    );
}

#[test]
fn arithmetic_runs_backwards() {
    gives("3 = 1 + X", "2");
    gives("3 = X + 2", "1");
    gives("20 = X - 10", "30");
    gives("20 = 10 - X", "-10");
    gives("5 = xor(X, 3)", "6");
    gives("5 = xor(3, X)", "6");
    gives("int.min_int = X + 1", "9223372036854775807");
    gives("int.max_int = X - 1", "-9223372036854775808");
    gives("10 = 1 + (X + 2)", "7");
    gives("10 = 20 - (X - 2)", "12");
    gives("X = 3, 5 = X + 2", "3");
    gives("X = 4, 5 = X + 2", "no");
    gives("P = (pred(A::in, B::out) is det :- A = B + 1), P(5, X)", "4");
}

#[test]
fn functions_that_run_backwards_are_theirs() {
    prints(
        ":- func half(int) = int.\n:- mode half(out) = in is det.\nhalf(X) = Y :- Y - 1 = Z, X = Z + Z.\n\
         main(!IO) :- 4 = half(X), io.write(X, !IO).\n",
        "6",
    );
    gives("C = 'A', char.to_int(D, 66), X = {C, D}", "{'A', 'B'}");
    gives("char.lower_upper(X, 'Q')", "'q'");
    gives("string.to_char_list(X, ['a', 'b'])", "\"ab\"");
    gives("string.append(\"ab\", X, \"abc\")", "\"c\"");
    gives("string.first_char(X, 'a', \"bc\")", "\"abc\"");
    gives("list.reverse(X, [1, 2])", "[2, 1]");
    gives("list.append([1], X, [1, 2])", "[2]");
}

const SEVERAL: &str = ":- pred q(int::out) is multi.\nq(1).\nq(2).\nq(3).\n";

#[test]
fn a_condition_with_several_solutions_is_committed_to_in_a_committed_choice() {
    prints(&format!("{SEVERAL}main(!IO) :- ( if q(X), X > 1 then io.write_int(X, !IO) else true ).\n"), "2");
    prints(
        &format!(
            "{SEVERAL}main(!IO) :- ( if q(X), X > 1 then io.write_int(X, !IO) else true ), io.nl(!IO).\n"
        ),
        "2\n",
    );
    prints(
        &format!(
            "{SEVERAL}:- pred go(io::di, io::uo) is cc_multi.\n\
             go(!IO) :- ( if q(X), X > 5 then io.write_int(X, !IO) else io.write_string(\"none\", !IO) ).\n\
             main(!IO) :- go(!IO), go(!IO).\n"
        ),
        "nonenone",
    );
    prints(&format!("{SEVERAL}main(!IO) :- q(X), io.write_int(X, !IO).\n"), "1");
    prints(&format!("{SEVERAL}main(!IO) :- ( q(X) ; X = 7 ), io.write_int(X, !IO).\n"), "1");
    prints(
        &format!(
            "{SEVERAL}:- pred p(int::out) is cc_nondet.\np(X) :- q(X), X > 1.\n\
             main(!IO) :- ( if p(X) then io.write_int(X, !IO) else true ).\n"
        ),
        "2",
    );
}

#[test]
fn a_det_procedure_has_one_solution() {
    for body in [
        "p(Y) :- ( if q(X), X > 1 then Y = X else Y = 0 ).",
        "p(Y) :- ( if q(X), X > 1 then ( if q(Z), Z > X then Y = Z else Y = 0 ) else Y = 0 ).",
        "p(Y) :- ( if q(X), X > 1 then Y0 = X else Y0 = 0 ), Y = Y0 + 1.",
    ] {
        let text = format!(
            "{MAIN}{SEVERAL}:- pred p(int::out) is det.\n{body}\nmain(!IO) :- p(X), io.write_int(X, !IO).\n"
        );
        let (count, outcome, _) = written(&text, "p");
        assert_eq!((count, outcome), (1, Outcome::Failed), "{text}");
    }
}

#[test]
fn goals_without_outputs_are_committed_to() {
    prints(&format!("{SEVERAL}main(!IO) :- ( if q(_) then io.write_string(\"a\", !IO) else true ).\n"), "a");
    prints(&format!("{SEVERAL}main(!IO) :- some [X] q(X), io.write_string(\"a\", !IO).\n"), "a");
    prints(
        &format!(
            "{SEVERAL}:- pred p(int::in) is semidet.\np(N) :- q(X), q(Y), X + Y = N.\n\
             main(!IO) :- solutions((pred(X::out) is nondet :- q(X), p(4)), Xs), io.write(Xs, !IO).\n"
        ),
        "[1, 2, 3]",
    );
}

#[test]
fn folds_over_solutions_stop_when_they_are_told() {
    prints(
        ":- pred from(int::in, int::out) is multi.\nfrom(N, N).\nfrom(N, X) :- from(N + 1, X).\n\
         main(!IO) :- do_while((pred(X::out) is multi :- from(1, X)),\n\
         (pred(X::in, M::out, S0::in, S::out) is det :- S = S0 + X, ( if S > 10 then M = no else M = yes )), 0, S),\n\
         io.write_int(S, !IO).\n",
        "15",
    );
    prints(
        ":- pred from(int::in, int::out) is multi.\nfrom(N, N).\nfrom(N, X) :- from(N + 1, X).\n\
         main(!IO) :- do_while(from(1), (pred(X::in, M::out, !.IO::di, !:IO::uo) is det :- io.write_int(X, !IO),\n\
         ( if X >= 3 then M = no else M = yes )), !IO).\n",
        "123",
    );
    prints(
        &format!(
            "{SEVERAL}main(!IO) :- do_while(q, (pred(X::in, yes::out, L0::in, [X | L0]::out) is det), [], L), io.write(L, !IO).\n"
        ),
        "[3, 2, 1]",
    );
    // What was done before a generator throws stays done.
    prints(
        ":- pred bad(int::out) is multi.\nbad(1).\nbad(2).\nbad(X) :- ( if semidet_succeed then throw(\"end\") else X = 3 ).\n\
         :- pred go({}::out, io::di, io::uo) is cc_multi.\n\
         go({}, !IO) :- unsorted_aggregate(bad, (pred(X::in, !.IO::di, !:IO::uo) is det :- io.write_int(X, !IO)), !IO).\n\
         main(!IO) :- try_io(go, R, !IO), ( R = succeeded(_), io.write_string(\"s\", !IO) ; R = exception(_), io.write_string(\"e\", !IO) ).\n",
        "12e",
    );
    prints(
        &format!(
            "{SEVERAL}main(!IO) :- unsorted_aggregate(q, (pred(X::in, S0::in, S::out) is det :- S = S0 * 10 + X), 0, S), io.write(S, !IO).\n"
        ),
        "123",
    );
    prints(
        "main(!IO) :- unsorted_aggregate((pred(_::out) is nondet :- fail), (pred(_X::in, S0::in, S::out) is det :- S = S0), 5, S), io.write(S, !IO).\n",
        "5",
    );
}

#[test]
fn texts_that_are_no_integers_of_the_machine_are_refused() {
    gives("string.to_int(\"9223372036854775807\", X)", "9223372036854775807");
    gives("string.to_int(\"9223372036854775808\", X)", "no");
    gives("string.to_int(\"-9223372036854775808\", X)", "-9223372036854775808");
    gives("string.to_int(\"-9223372036854775809\", X)", "no");
    gives("string.to_int(\"99999999999999999999999\", X)", "no");
    gives("string.to_int(\"+12\", X)", "12");
    gives("string.to_int(\"-\", X)", "no");
    gives("string.to_int(\"\", X)", "no");
    gives("string.base_string_to_int(16, \"7fffffffffffffff\", X)", "9223372036854775807");
    gives("string.base_string_to_int(16, \"8000000000000000\", X)", "no");
    gives("string.base_string_to_int(2, \"-101\", X)", "-5");
    gives("X = string.int_to_base_string(int.min_int, 16)", "\"-8000000000000000\"");
    gives("X = string.int_to_string_thousands(int.min_int)", "\"-9,223,372,036,854,775,808\"");
    gives("X = string.int_to_base_string(0, 2)", "\"0\"");
    gives("X = string.int_to_base_string(-35, 36)", "\"-Z\"");
    gives("X = string.int_to_string_thousands(1000)", "\"1,000\"");
}

#[test]
fn values_are_written_as_mercury_writes_them() {
    gives("X = 3u", "3u");
    gives("X = {3u, 250u8, -5i16}", "{3u, 250u8, -5i16}");
    gives("X = '*'", "'*'");
    gives("X = string.string('*')", "\"'*'\"");
    gives("X = array([1, 2])", "array([1, 2])");
    gives("X = yes(array([yes('a')]))", "yes(array([yes('a')]))");
    gives("X = string.format(\"%x\", [i(-1)])", "\"ffffffffffffffff\"");
    gives(
        "X = string.format(\"%x|%X|%o|%#x|%#o\", [i(255), i(255), i(8), i(255), i(8)])",
        "\"ff|FF|10|0xff|010\"",
    );
    gives(
        "X = string.format(\"%08x|%#08x|%5x|%-5x|\", [i(255), i(255), i(255), i(255)])",
        "\"000000ff|0x0000ff|   ff|ff   |\"",
    );
    gives("X = string.format(\"%u\", [i(-1)])", "\"18446744073709551615\"");
    gives(
        "X = string.format(\"%d|%5d|%-5d|%05d|%+d\", [i(-3), i(-3), i(-3), i(-3), i(3)])",
        "\"-3|   -3|-3   |-0003|+3\"",
    );
    gives("X = string.format(\"%d\", [i(int.min_int)])", "\"-9223372036854775808\"");
    gives("X = string.format(\"%x %u\", [u(255u), u(7u)])", "\"ff 7\"");
    gives("X = string.uint_to_string(7u)", "\"7\"");
}

#[test]
fn unsigned_constants_are_compared_by_value() {
    gives("Y = 10u, ( if Y = 0xau then X = 1 else X = 2 )", "1");
    gives("list.sort([10u, 9u, 100u], X)", "[9u, 10u, 100u]");
    prints(
        ":- pred p(uint::in, string::out) is semidet.\np(1u, \"one\").\np(2u, \"two\").\n\
         main(!IO) :- ( if p(2u, S) then io.write_string(S, !IO) else true ), ( if p(3u, _) then true else io.nl(!IO) ).\n",
        "two\n",
    );
}

#[test]
fn a_closure_has_the_mode_that_fits() {
    const APP: &str = ":- pred app(list(T), list(T), list(T)).\n:- mode app(in, in, out) is det.\n:- mode app(out, out, in) is multi.\n\
         app([], Y, Y).\napp([X | Xs], Ys, [X | Zs]) :- app(Xs, Ys, Zs).\n";
    prints(&format!("{APP}main(!IO) :- P = app, P([1], [2], X), io.write(X, !IO).\n"), "[1, 2]");
    prints(&format!("{APP}main(!IO) :- P = app, P(X, Y, [1]), io.write({{X, Y}}, !IO).\n"), "{[], [1]}");
    prints(
        &format!("{APP}main(!IO) :- list.map(app([1]), [[2], [3]], X), io.write(X, !IO).\n"),
        "[[1, 2], [1, 3]]",
    );
    let refused = |body: &str| {
        let text = format!("{MAIN}{APP}{body}");
        let (checked, shown) = checked("m.m", &text, &[]);
        assert!(checked.diagnostics.iter().all(|found| !found.is_error()), "{shown}\n{text}");
        let analysed = analyse(&checked.program);
        assert!(analysed.diagnostics.iter().any(|found| found.message.contains("several modes")), "{text}");
    };
    refused("main(!IO) :- P = app, Q = P, Q([1], [2], X), io.write(X, !IO).\n");
    refused(
        ":- type w ---> w(pred(list(int), list(int), list(int))).\n:- pred keep(w::in) is semidet.\nkeep(w(_)) :- semidet_succeed.\nmain(!IO) :- W = w(app), ( if keep(W) then true else true ).\n",
    );
    refused(
        "main(!IO) :- ( if semidet_succeed then P = app else P = (pred(A::in, _::in, A::out) is det) ), P([1], [2], X), io.write(X, !IO).\n",
    );
}

#[test]
fn what_the_language_allows_is_read() {
    prints(
        ":- type e ---> if(int, int, int) ; then(int) ; bound(int) ; fail.\n\
         main(!IO) :- X = [if(1, 2, 3), then(4), bound(5), fail], io.write(X, !IO).\n",
        "[if(1, 2, 3), then(4), bound(5), fail]",
    );
    prints(":- pred q(int::out) is multidet.\nq(1).\nq(2).\nmain(!IO) :- q(X), io.write(X, !IO).\n", "1");
    prints(
        ":- inst some_list == bound([] ; [ground | ground]).\n:- inst pair == bound({ground, ground}).\n\
         :- pred p({int, int}::in(pair), list(int)::out(some_list)) is det.\np({X, Y}, [X, Y]).\n\
         main(!IO) :- p({1, 2}, X), io.write(X, !IO).\n",
        "[1, 2]",
    );
    prints(
        ":- pred '{}'(int::in, int::out) is det.\n'{}'(X, X + 1).\n\
         :- pred go(pred(int, int)::in(pred(in, out) is det), int::out) is det.\ngo(P, X) :- P(1, X).\n\
         main(!IO) :- go((pred(A::in, B::out) is det :- B = A + 1), X), io.write(X, !IO).\n",
        "2",
    );
    prints(
        ":- pred fail(list(int)::in, list(int)::out) is semidet.\nfail --> [7].\n\
         :- pred p(list(int)::in, list(int)::out) is semidet.\np --> [1], fail.\n\
         main(!IO) :- ( if p([1, 7, 9], X) then io.write(X, !IO) else true ).\n",
        "[9]",
    );
}

const MEMBERS: &str = ":- module m.\n:- interface.\n:- import_module list.\n\
    :- pred member(T, list(T)).\n:- mode member(in, in) is semidet.\n:- mode member(out, in) is nondet.\n\
    :- pred twice(T::in, list(T)::in, list(T)::in) is semidet.\n\
    :- pred count(list(int)::in, int::out) is det.\n\
    :- implementation.\n:- import_module int.\n\
    member(X, Y) :- Y = [E | Es], ( X = E ; member(X, Es) ).\n\
    twice(X, Y, Z) :- ( member(X, Y) ; member(X, Z) ), ( Y = [_] ; Z = [_ | _] ), member(X, Z).\n\
    count(L, N) :- ( if some [X, Y] ( member(X, L), member(Y, L), X < Y ) then N = 1 else if member(Z, L) then N = Z else N = 0 ).\n";

#[test]
fn listings_have_the_labels_of_the_machine() {
    let (checked, shown) = checked("m.m", MEMBERS, &[]);
    assert!(checked.diagnostics.is_empty(), "{shown}");
    let analysed = analyse(&checked.program);
    let code = front_mercury::code::lower(&checked.program, &analysed.procedures);
    let mut members = 0;
    for id in code.procs.own() {
        let labels: Vec<u32> = code.procs.labels(id).collect();
        let first = labels[0];
        let text =
            front_mercury::procedures::print_labelled(&checked.program, &analysed.procedures, id, first);
        let word = |word: &str| word.strip_prefix('l')?.trim_end_matches('.').parse::<u32>().ok();
        let printed: Vec<u32> = text.split_whitespace().filter_map(word).collect();
        assert_eq!(printed, labels, "{text}");
        if text.contains("member(in, in)") {
            // Figure 4.2.
            let arcs = logic::moded::graph::arcs(&code.procs, &[id]);
            let regular = arcs
                .iter()
                .filter(|arc| matches!(arc.kind, logic::moded::graph::ArcKind::Regular(_)))
                .count();
            assert_eq!((labels.len(), regular), (7, 10), "{text}");
            members += 1;
        }
    }
    assert_eq!(members, 1);
}
