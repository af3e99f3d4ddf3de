//! Files of plunit with all kinds of options: a test passes here only if SWI-Prolog passes it, and fails only if it fails
//! there. What is not understood is not run.

use crate::asking::Asked;
use base::{Budget, Random};
use source::Files;
use std::collections::BTreeMap;
use testkit::plunit_tests::{PROGRAM, file};
use workbench::{SearchOptions, Verdict};

/// The verdicts on the tests of a file of plunit about a program.
fn verdicts(program: &str, text: &str) -> Vec<(String, Verdict)> {
    let mut files = Files::new();
    let tests = files.add("tests.pl", text);
    let (suite, messages) = front_clp::plunit::read(&files, tests, &[]);
    assert!(messages.iter().all(|m| !m.is_error()), "{text}\n{messages:?}");
    let about = files.add("program.pl", program);
    let asked = Asked::new(&front_clp::LANGUAGE, &files, about, SearchOptions::default());
    let budget = Budget::unlimited();
    let session = asked.open(None, &budget);
    session.run(&suite).into_iter().map(|ran| (ran.name, ran.verdict)).collect()
}

/// `p`, `f` or `-` for a test that passes, fails or is not run.
fn sign(verdict: &Verdict) -> char {
    match verdict {
        Verdict::Passed => 'p',
        Verdict::Failed(_) => 'f',
        Verdict::Invalid(_) => '-',
    }
}

#[test]
fn options_are_understood_or_the_test_is_not_run() {
    let tests: &[(&str, &str, char)] = &[
        ("throws(odd(_))", "odd(2)", 'p'),
        ("throws(odd(3))", "odd(2)", 'f'),
        ("throws(bad(A, A))", "bad(_)", 'p'),
        ("throws(_)", "bad(1)", 'p'),
        ("throws(odd(_))", "odd(1)", 'f'),
        ("throws(error(type_error(_, _), _))", "odd(a)", 'p'),
        ("throws(error(type_error(_, _), context(nosuch/1, _)))", "odd(a)", '-'),
        ("throws(other(error(type_error(_, _), _)))", "catch(odd(a), E, throw(other(E)))", 'p'),
        (
            "throws(other(error(type_error(_, _), context(system:(mod)/2, _))))",
            "catch(odd(a), E, throw(other(E)))",
            '-',
        ),
        ("throws(other([context(system:(mod)/2, _)]))", "catch(odd(a), error(_, C), throw(other([C])))", '-'),
        ("throws(context(1, 2))", "throw(context(1, 2))", 'p'),
        ("error(type_error(evaluable, _))", "odd(a)", 'p'),
        ("error(_)", "odd(2)", 'f'),
        ("set(X == [7])", "num(X)", 'f'),
        ("set(X == [3, 1, 2])", "num(X)", 'p'),
        // SWI-Prolog 9.0 refuses these.
        ("bag(X == [1, 1, 2, 3])", "num(X)", '-'),
        ("false", "num(4)", '-'),
        ("[det]", "num(3)", '-'),
        ("X \\== 4", "num(X)", '-'),
        ("X =\\= 4", "num(X)", '-'),
        ("[X > 2]", "num(X)", '-'),
        ("[setup(_)]", "num(1)", '-'),
        ("all(X =:= [3, 1.0, 2, 1])", "num(X)", 'p'),
        ("all(X =@= [f(_, A, A), g(_)])", "open(X)", 'p'),
        ("true(X > 2)", "num(X)", 'p'),
        ("true(X > 3)", "num(X)", 'f'),
        ("X =@= 3", "num(X)", 'p'),
        ("X =:= 3.0", "num(X)", 'p'),
        ("X =:= 2", "num(X)", 'f'),
        ("X = f(_, 1, 1)", "open(X)", 'p'),
        ("true(X == Y)", "X = a, Y = X", 'p'),
        ("true(X =@= Y)", "X = 1, Y = 2", 'f'),
        ("true(X-X == 1-2)", "X = 1", 'f'),
        ("[forall(member(X, [1, 3])), true(Y == X)]", "odd(X), Y = X", 'p'),
        ("[forall(member(X, [1, 2]))]", "odd(X)", 'f'),
        ("[forall(fail)]", "odd(2)", '-'),
        ("[setup(X = 3), true(Y == 3)]", "Y = X", 'p'),
        ("[setup(fail)]", "num(1)", '-'),
        ("[setup(X = 2), throws(odd(X))]", "odd(X)", 'p'),
        ("[setup(assertz(seen))]", "num(1)", '-'),
        ("[cleanup(true)]", "num(4)", 'f'),
        ("[cleanup(fail)]", "num(1)", 'p'),
        ("[condition(num(1))]", "num(1)", 'p'),
        ("[condition(num(4))]", "num(4)", '-'),
        ("blocked(later)", "num(4)", '-'),
        ("[fixme(later)]", "num(4)", '-'),
        ("[fixme(later)]", "num(1)", 'p'),
        ("[sto(rational_trees)]", "num(1)", '-'),
        ("[nosuch(option)]", "num(1)", '-'),
        ("[fail, true]", "num(1)", '-'),
        ("[nondet, true(X == 3)]", "num(X)", 'p'),
        ("[]", "helper(X)", '-'),
        ("[true(X == 1)]", "findall(Y, helper(Y), [X])", '-'),
    ];
    let mut text = String::from(":- begin_tests(all).\nhelper(1).\n");
    for (number, (options, goal, _)) in tests.iter().enumerate() {
        text.push_str(&format!("test(t{number}, {options}) :- {goal}.\n"));
    }
    text.push_str(":- end_tests(all).\n");
    let found = verdicts(PROGRAM, &text);
    assert_eq!(found.len(), tests.len(), "every test is kept");
    let wrong: Vec<String> = tests
        .iter()
        .zip(&found)
        .filter(|((.., wanted), (_, verdict))| sign(verdict) != *wanted)
        .map(|((options, goal, wanted), (_, verdict))| {
            format!("{options} :- {goal}: {wanted}, not {verdict:?}")
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn units_with_options() {
    let unit = |options: &str| {
        format!(":- begin_tests(u, {options}).\ntest(t, X == 3) :- num(X).\n:- end_tests(u).\n")
    };
    for (options, wanted) in [
        ("[]", 'p'),
        ("[setup(true), cleanup(true)]", 'p'),
        ("[condition(num(1))]", 'p'),
        ("[condition(num(4))]", '-'),
        ("[blocked(later)]", '-'),
        ("[sto(rational_trees)]", '-'),
        ("[setup(set_prolog_flag(occurs_check, true))]", 'p'),
    ] {
        let found = verdicts(PROGRAM, &unit(options));
        assert_eq!(found.len(), 1, "{options}");
        assert_eq!(sign(&found[0].1), wanted, "{options}: {:?}", found[0].1);
    }
}

#[test]
fn verdicts_are_those_of_swipl() {
    if testkit::require::program("swipl", "random files of plunit").is_none() {
        return;
    }
    let (mut passed, mut failed, mut not_run) = (0, 0, 0);
    for seed in 0..8 {
        let text = file(&mut Random::new(seed), 60);
        let theirs: BTreeMap<String, bool> =
            testkit::prolog::run_units(&[("tests.pl", &text), ("program.pl", PROGRAM)]).into_iter().collect();
        let ours = verdicts(PROGRAM, &text);
        assert_eq!(ours.len(), 60);
        let mut wrong = Vec::new();
        for (name, verdict) in ours {
            let unit = name.replace('t', "random");
            let shown = || {
                text.lines().find(|line| line.contains(&format!("test({name},"))).unwrap_or("").to_string()
            };
            // What plunit refuses has no unit.
            let Some(theirs) = theirs.get(&unit) else {
                wrong.push(format!("swipl does not know {}", shown()));
                continue;
            };
            match (&verdict, theirs) {
                (Verdict::Passed, true) => passed += 1,
                (Verdict::Failed(_), false) => failed += 1,
                (Verdict::Invalid(_), _) => not_run += 1,
                _ => wrong.push(format!("{verdict:?}, and swipl {theirs}: {}", shown())),
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    assert!(passed > 60 && failed > 60 && not_run < 120, "{passed} {failed} {not_run}");
}

/// A suite that was read is written as tests on which SWI-Prolog decides the same.
#[test]
fn options_are_written_as_they_were_read() {
    if testkit::require::program("swipl", "files of plunit that were read and written").is_none() {
        return;
    }
    let text = file(&mut Random::new(77), 20);
    let before = testkit::prolog::run_units(&[("tests.pl", &text), ("program.pl", PROGRAM)]);
    let mut files = Files::new();
    let tests = files.add("tests.pl", text.clone());
    let (suite, _) = front_clp::plunit::read(&files, tests, &[]);
    let about = files.add("program.pl", PROGRAM);
    let program = front_clp::load(&files, about).program.expect("a program");
    let mut wrong = Vec::new();
    for ((unit, passes), test) in before.iter().zip(&suite.tests) {
        let one = suite::Suite {
            tests: vec![test.clone()],
            source: "program.pl".to_string(),
            ..suite::Suite::default()
        };
        let written = front_clp::plunit::emit(&one, &program, "program.pl");
        if written.contains("is left out") {
            wrong.push(written);
            continue;
        }
        let after = testkit::prolog::run_units(&[("tests.pl", &written), ("program.pl", PROGRAM)]);
        if after.len() != 1 || after[0].1 != *passes {
            wrong.push(format!("{unit}: {passes}, then {after:?}\n{written}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
