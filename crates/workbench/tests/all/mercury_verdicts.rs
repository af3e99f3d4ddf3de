//! What is said of Mercury programs, judged by calls with all small inputs.
//!
//! For every procedure one test calls it with all well typed inputs up to a size, and asks for all solutions. What it reaches
//! must not have been called infeasible. Generated tests must pass and cover what was said, and a suite that lost every second
//! test must be completed to the same. Programs are random, and those of the corpus. `GLASSBOX_PROGRAMS` says how many random
//! ones are tried; `cargo xtask campaign mercury-verdicts` tries 200.

use crate::asking::Asked;
use base::{Budget, Random};
use source::Files;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;
use suite::{GoalTest, Payload, Suite, Test};
use testkit::mercury_programs::{Generator, HEAD, Pred, Type};
use workbench::{Coverage, Fate, Judged, MutateOptions, SearchOptions, Session, Status, Verdict};

/// What was tried.
#[derive(Default, Debug)]
struct Tally {
    programs: usize,
    sessions: usize,
    tests: usize,
    goals: u64,
    covered: u64,
    infeasible: usize,
    unknown: usize,
    /// Goals that small inputs meet and that were not called infeasible, and that no test was found for.
    not_found: usize,
    completed: usize,
}

/// All small values of a type, as a list.
fn values(ty: Type) -> String {
    match ty {
        Type::Int => "[-2, -1, 0, 1, 2, 3, 4, 5]".to_string(),
        Type::List => {
            let mut rows: Vec<Vec<&str>> = vec![Vec::new()];
            let mut all = rows.clone();
            for _ in 0..3 {
                let longer = |row: &Vec<&'static str>| {
                    ["0", "1", "3"].map(|first| [vec![first], row.clone()].concat())
                };
                rows = rows.iter().flat_map(longer).collect();
                all.extend(rows.clone());
            }
            let texts: Vec<String> = all.iter().map(|row| format!("[{}]", row.join(", "))).collect();
            format!("[{}]", texts.join(", "))
        }
        Type::Tree => {
            let small = ["leaf", "value(0)", "value(1)", "value(3)"];
            let mut all: Vec<String> = small.map(str::to_string).to_vec();
            all.extend(small.iter().flat_map(|left| small.map(|right| format!("node({left}, {right})"))));
            all.push("node(node(leaf, value(0)), leaf)".to_string());
            all.push("node(value(1), node(leaf, value(0)))".to_string());
            format!("[{}]", all.join(", "))
        }
    }
}

/// A test that calls a predicate with all small inputs.
fn calls(name: &str, pred: &Pred) -> Test {
    let mut goals = Vec::new();
    let mut args = Vec::new();
    for (number, ty) in pred.inputs.iter().enumerate() {
        goals.push(format!("list.member(I{number}, {})", values(*ty)));
        args.push(format!("I{number}"));
    }
    args.extend((0..pred.outputs.len()).map(|number| format!("O{number}")));
    goals.push(format!("{name}({})", args.join(", ")));
    let goal = GoalTest {
        goal: goals.join(", "),
        assertions: vec!["solutions_cardinality(N)".to_string(), "all_true(true)".to_string()],
        ..GoalTest::default()
    };
    Test {
        name: format!("all_{name}"),
        entry: name.to_string(),
        path: String::new(),
        condition: String::new(),
        outcome: suite::Outcome::Ok,
        payload: Payload::Goal(goal),
    }
}

fn criteria() -> SearchOptions {
    SearchOptions {
        criteria: ["atom", "arc", "procedure"].map(str::to_string).to_vec(),
        effort: 2,
        ..SearchOptions::default()
    }
}

/// The goals that are met, by criterion and number.
fn met(coverage: &[Coverage]) -> BTreeSet<(String, usize)> {
    let of = |c: &Coverage| c.met.iter().map(|goal| (c.name.clone(), goal.number)).collect::<Vec<_>>();
    coverage.iter().flat_map(of).collect()
}

/// Generates tests, measures them, and completes half of them.
fn generated(session: &Session<'_>, what: &str, tally: &mut Tally) -> workbench::Generated {
    let made = session.generate(&mut |_| {});
    for ran in session.run(&made.suite) {
        assert_eq!(ran.verdict, Verdict::Passed, "{what}: {}", ran.name);
    }
    let covered = session.cover(&made.suite);
    assert_eq!(met(&made.coverage), met(&covered.criteria), "{what}: the suite covers something else");
    let half = made.suite.tests.iter().step_by(2).cloned().collect();
    let half = Suite { tests: half, ..made.suite.clone() };
    let completed = session.complete(&half, &mut |_| {});
    for ran in session.run(&completed.suite) {
        assert_eq!(ran.verdict, Verdict::Passed, "{what}, completed: {}", ran.name);
    }
    let (before, after) = (met(&made.coverage), met(&completed.coverage));
    let lost: Vec<_> = before.difference(&after).collect();
    assert!(lost.is_empty(), "{what}: completion lost {lost:?}");
    tally.sessions += 1;
    tally.tests += made.suite.tests.len();
    tally.completed += completed.added;
    tally.goals += made.coverage.iter().map(|c| c.goals).sum::<u64>();
    tally.covered += made.coverage.iter().map(|c| c.covered).sum::<u64>();
    let missing = || made.coverage.iter().flat_map(|c| &c.missing);
    tally.infeasible += missing().filter(|m| m.verdict.status == Status::Infeasible).count();
    tally.unknown += missing().filter(|m| m.verdict.status != Status::Infeasible).count();
    made
}

fn judge(name: &str, text: &str, preds: &[(String, Pred)], tally: &mut Tally) {
    tally.programs += 1;
    let mut files = Files::new();
    let file = files.add("r.m", text);
    let budget = Budget::unlimited();
    let asked = Asked::new(&front_mercury::LANGUAGE, &files, file, criteria());
    let tests: Vec<Test> = preds.iter().map(|(name, pred)| calls(name, pred)).collect();
    let suite = Suite { source: "r.m".to_string(), tests, ..Suite::default() };
    let named = preds.iter().rev().take(2).map(|(name, _)| Some(name.as_str()));
    for entry in named.chain([None]) {
        let Ok(session) = asked.try_open(entry, &budget) else {
            // A predicate that nobody calls in a mode has none.
            assert!(entry.is_some(), "{name} is not read\n{text}");
            continue;
        };
        let what = format!("{name}, entry {entry:?}\n{text}");
        let made = generated(&session, &what, tally);
        let covered = session.cover(&suite);
        assert!(covered.invalid.is_empty(), "{:?}\n{what}", covered.invalid);
        let seen = met(&covered.criteria);
        for coverage in &made.coverage {
            for missing in &coverage.missing {
                let number = missing.number.expect("goals have numbers");
                if !seen.contains(&(coverage.name.clone(), number)) {
                    continue;
                }
                let (status, why) = (missing.verdict.status, &missing.verdict.why);
                assert_ne!(status, Status::Infeasible, "{}: {why}\n{what}", missing.what);
                if why.starts_with("calls of the procedure by itself") {
                    continue;
                }
                tally.not_found += 1;
                if std::env::var("GLASSBOX_SHOW").is_ok() {
                    println!("{name}, {entry:?}: {} line {}: {status:?} {why}", missing.what, missing.line);
                }
            }
        }
    }
}

#[test]
fn small_inputs_agree_with_what_is_said_of_random_programs() {
    let count = std::env::var("GLASSBOX_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let first = std::env::var("GLASSBOX_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(80_000);
    let mut tally = Tally::default();
    for seed in first..first + count {
        let mut generator = Generator::new(Random::new(seed), "q_".to_string());
        let (made, _) = generator.program();
        let preds = generator.preds.iter().enumerate();
        let preds: Vec<(String, Pred)> = preds.map(|(n, pred)| (format!("q_p{n}"), pred.clone())).collect();
        // One predicate is exported, so that the others are private.
        let declaration = made.lines().find(|line| line.starts_with(":- pred q_go0(")).expect("a goal");
        let exported = format!(
            ":- interface.\n:- import_module int, list.\n:- type tree ---> leaf ; value(int) ; node(tree, tree).\n{} is nondet.\n:- implementation.\n",
            declaration.trim_end_matches('.')
        );
        let text = format!(":- module r.\n{exported}{}", made.replace(declaration, ""));
        let text = if seed % 2 == 0 { format!("{HEAD}{made}") } else { text };
        judge(&format!("seed {seed}"), &text, &preds, &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.infeasible > 0 && tally.not_found * 50 < tally.covered as usize, "{tally:?}");
}

#[test]
fn tests_that_kill_mutants_pass_on_the_original() {
    let mut mutants = 0;
    let (mut killed, mut found) = (0, 0);
    for seed in 0..4 {
        let mut generator = Generator::new(Random::new(90_000 + seed), "q_".to_string());
        let (made, _) = generator.program();
        let text = format!("{HEAD}{made}");
        let mut files = Files::new();
        let file = files.add("r.m", text.as_str());
        let budget = Budget::unlimited();
        let asked = Asked::new(&front_mercury::LANGUAGE, &files, file, criteria());
        let session = asked.open(None, &budget);
        let suite = session.generate(&mut |_| {}).suite;
        let mutated = session.mutate(&suite, &MutateOptions { kill: true }, &mut |_| {});
        assert!(mutated.failing.is_empty() && mutated.invalid.is_empty(), "{text}");
        for ran in session.run(&mutated.suite) {
            assert_eq!(ran.verdict, Verdict::Passed, "{}\n{text}", ran.name);
        }
        // The suite that was made is judged again, from its text: it kills all that it was made for.
        let again = session.mutate(&mutated.suite, &MutateOptions { kill: false }, &mut |_| {});
        let is_killed = |judged: &Judged| matches!(judged.fate, Fate::Killed { .. });
        for (before, after) in mutated.mutants.iter().zip(&again.mutants) {
            assert_eq!(is_killed(before), is_killed(after), "seed {seed}: {before:?}\n{after:?}\n{text}");
        }
        mutants += mutated.mutants.len();
        killed += mutated.killed();
        found += mutated.added;
    }
    println!("{mutants} mutants, {killed} killed, {found} tests added");
    assert!(killed * 4 > mutants);
}

#[test]
fn half_of_the_tests_of_a_corpus_program_is_completed() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/mercury");
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in ["thesis", "programs", "users", "suites", "bad_input"] {
        let found = std::fs::read_dir(corpus.join(folder)).expect("a folder of the corpus");
        paths.extend(found.flatten().map(|entry| entry.path()));
    }
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "m"));
    paths.retain(|path| !path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with("_tests")));
    paths.sort();
    let mut tally = Tally::default();
    for path in paths {
        let mut files = Files::new();
        let file =
            files.add(path.to_string_lossy().as_ref(), std::fs::read_to_string(&path).expect("a program"));
        let budget = Budget::unlimited().with_time(Duration::from_secs(60));
        let mut asked = Asked::new(&front_mercury::LANGUAGE, &files, file, criteria());
        asked.path = path.clone();
        // What is not a program is said elsewhere.
        let Ok(session) = asked.try_open(None, &budget) else { continue };
        tally.programs += 1;
        generated(&session, &path.to_string_lossy(), &mut tally);
    }
    println!("{tally:?}");
    assert!(tally.completed > 0);
}
