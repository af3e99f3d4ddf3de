//! What is said of goals where errors are caught, against all runs of small programs: what is called infeasible, none meets.

use crate::asking::Asked;
use base::{Budget, Random};
use criteria::{Criterion, Goal, Mcdc, goals, reachable};
use imperative::machine::{Limits, Options, Outcome, State, difference, run, run_watched};
use imperative::{ErrorKind, ProcId, Program, Requirement, VarId};
use language::{Emitted, Imperative, ImperativeText, LoadOptions, Loaded, Loading, Model, Placing};
use source::{Diagnostic, FileId, Files};
use suite::mutants::imperative::mutants;
use suite::{Fault, Suite};
use testkit::handled::{LENGTH, inputs, random_program};
use testkit::judge::{Erring, Verdict, judge, meets};
use workbench::{Fate, Language, MutateOptions, SearchOptions, Status};

/// A language whose texts are numbers: the program is a random one with this number.
struct Handled;

static HANDLED: Handled = Handled;

impl Language for Handled {
    fn name(&self) -> &'static str {
        "handled"
    }
    fn title(&self) -> &'static str {
        "Handled"
    }
    fn endings(&self) -> &'static [&'static str] {
        &["handled"]
    }
    fn load(&self, files: &Files, file: FileId, _: &LoadOptions) -> Loading {
        let text = files.get(file).map_or("", |f| f.text());
        let program = program(text.trim().parse().unwrap_or(0));
        let model = Model::Imperative(Box::new(Imperative { program, text: Box::new(Text) }));
        Ok(Loaded { model, warnings: Vec::new() })
    }
}

struct Text;

impl ImperativeText for Text {
    fn formula(
        &self,
        _: &Files,
        _: FileId,
        _: &mut Program,
        _: ProcId,
    ) -> Result<Requirement, Vec<Diagnostic>> {
        Err(Vec::new())
    }

    fn emit(&self, _: &Program, _: &Suite, _: &Placing) -> Result<Emitted, String> {
        Err("there is no code for it".to_string())
    }
}

fn program(seed: u64) -> Program {
    random_program(&mut Random::new(seed))
}

/// What a run shows.
fn look(p: &Program, input: State) -> Verdict {
    let options = Options { points: true, dataflow: true, ..Options::default() };
    let r = run(p, ProcId(0), input.clone(), &options);
    let mut erring = Erring::default();
    run_watched(p, ProcId(0), input, &Limits::default(), &mut erring);
    judge(p, &r, erring)
}

fn met(p: &Program, goal: &Goal, seen: &[Verdict]) -> bool {
    seen.iter().any(|a| seen.iter().any(|b| meets(p, goal, a, b)))
}

#[test]
fn verdicts_agree_with_all_runs_where_errors_are_caught() {
    let mut criteria: Vec<Criterion> = Criterion::ALL.into_iter().filter(|c| !c.is_open()).collect();
    criteria.push(Criterion::Mcdc(Mcdc::UniqueCause));
    let (mut covered, mut infeasible, mut unknown) = (0, 0, 0);
    for seed in 0..80 {
        let p = &program(seed);
        let mut files = Files::new();
        let file = files.add("p.handled", format!("{seed}{}", " ".repeat(LENGTH)));
        let all: Vec<Verdict> = inputs(p).into_iter().map(|input| look(p, input)).collect();
        let mut procs = reachable(p, ProcId(0));
        procs.sort();
        for c in &criteria {
            let search =
                SearchOptions { criteria: vec![c.name()], loops: Some(4), ..SearchOptions::default() };
            let budget = Budget::unlimited().with_steps(3_000_000);
            let asked = Asked::new(&HANDLED, &files, file, search);
            let session = asked.open(Some("main"), &budget);
            let made = session.generate(&mut |_| {});
            let failed: Vec<_> = session
                .run(&made.suite)
                .into_iter()
                .filter(|r| r.verdict != workbench::Verdict::Passed)
                .collect();
            assert!(failed.is_empty(), "seed {seed}: {failed:?}");
            let found = session.cover(&made.suite);
            let list = goals(p, &procs, *c).list;
            let title =
                |g: &Goal| format!("seed {seed}, {}: {}\n{}", c.name(), g.describe(p), imperative::print(p));
            let own: Vec<Verdict> = made
                .suite
                .tests
                .iter()
                .filter_map(|t| suite::restore(p, ProcId(0), t.input().ok()?).ok())
                .map(|(input, _)| look(p, input))
                .collect();
            for g in &found.criteria[0].met {
                assert!(met(p, &list[g.number], &own), "not covered after all: {}", title(&list[g.number]));
                covered += 1;
            }
            for m in &found.criteria[0].missing {
                let goal = &list[m.number.expect("goals are numbered")];
                match m.verdict.status {
                    Status::Infeasible => {
                        assert!(!met(p, goal, &all), "an input meets it: {}", title(goal));
                        infeasible += 1;
                    }
                    Status::Uncovered | Status::Covered => panic!("left out: {}", title(goal)),
                    Status::OutOfBounds | Status::Unknown => unknown += 1,
                }
            }
        }
    }
    println!("{covered} covered, {infeasible} infeasible, {unknown} unknown");
    assert!(covered > 1_000 && infeasible > 100, "{covered} covered, {infeasible} infeasible");
    assert!(unknown * 20 < covered, "{unknown} unknown");
}

/// Suites know exceptions by their names: they are written, read and run again.
#[test]
fn suites_keep_the_exceptions_of_a_program() {
    let mut thrown = 0;
    for seed in 0..40 {
        let p = &program(seed);
        let mut files = Files::new();
        let file = files.add("p.handled", format!("{seed}{}", " ".repeat(LENGTH)));
        let search =
            SearchOptions { criteria: vec!["path".to_string()], loops: Some(4), ..SearchOptions::default() };
        let budget = Budget::unlimited();
        let asked = Asked::new(&HANDLED, &files, file, search);
        let session = asked.open(Some("main"), &budget);
        let made = session.generate(&mut |_| {});
        let mut names: Vec<&str> = made.suite.tests.iter().map(|t| t.path.as_str()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), made.suite.tests.len(), "different paths have different names");
        for test in &made.suite.tests {
            if let Some(Fault::Thrown(name)) = test.outcome.fault() {
                assert!(matches!(p.error_called(name), Some(ErrorKind::Raised(_))));
                thrown += 1;
            }
        }
        assert!(session.run(&made.suite).iter().all(|r| r.verdict == workbench::Verdict::Passed));
        let mut wrong = made.suite.clone();
        for test in &mut wrong.tests {
            if let workbench::Outcome::Error { fault: Fault::Thrown(name), .. } = &mut test.outcome {
                *name = if name == "first" { "second".to_string() } else { "first".to_string() };
            }
        }
        let differ = session.run(&wrong).iter().filter(|r| r.verdict != workbench::Verdict::Passed).count();
        let raised = made.suite.tests.iter().filter(|t| matches!(t.outcome.fault(), Some(Fault::Thrown(_))));
        assert_eq!(differ, raised.count());
    }
    assert!(thrown > 20, "{thrown}");
}

/// Does a change make a difference to some run?
fn differs(p: &Program, changed: &Program) -> bool {
    let vars: Vec<VarId> = p.procs[0].named_vars().collect();
    inputs(p).into_iter().any(|input| {
        let [a, b] = [p, changed].map(|p| run(p, ProcId(0), input.clone(), &Options::default()));
        match (&a.outcome, &b.outcome) {
            (Outcome::Ok, Outcome::Ok) => {
                difference(p, ProcId(0), &vars, &a.state, &b.state).is_some()
                    || difference(p, ProcId(0), &vars, &b.state, &a.state).is_some()
            }
            (Outcome::Error { kind: a, .. }, Outcome::Error { kind: b, .. }) => a != b,
            _ => true,
        }
    })
}

/// What is called equivalent makes no difference to any run.
#[test]
fn equivalent_mutants_do_the_same_where_errors_are_caught() {
    let (mut equivalent, mut killed) = (0, 0);
    for seed in 0..40 {
        let p = &program(seed);
        let mut files = Files::new();
        let file = files.add("p.handled", format!("{seed}{}", " ".repeat(LENGTH)));
        let search = SearchOptions { loops: Some(4), ..SearchOptions::default() };
        let budget = Budget::unlimited();
        let asked = Asked::new(&HANDLED, &files, file, search);
        let session = asked.open(Some("main"), &budget);
        let suite = session.generate(&mut |_| {}).suite;
        let judged = session.mutate(&suite, &MutateOptions { kill: false }, &mut |_| {});
        let list = mutants(&files, p, &[ProcId(0), ProcId(1)]);
        for one in &judged.mutants {
            killed += usize::from(matches!(one.fate, Fate::Killed { .. }));
            if one.fate != Fate::Equivalent {
                continue;
            }
            equivalent += 1;
            // Several may look the same to people; one of them at least makes no difference.
            let mut alike = list.iter().filter(|m| (&m.from, &m.to) == (&one.from, &one.to));
            let title = format!("seed {seed}: {} becomes {}\n{}", one.from, one.to, imperative::print(p));
            assert!(alike.any(|m| !differs(p, &m.apply(p))), "{title}");
        }
    }
    println!("{equivalent} equivalent, {killed} killed");
    assert!(killed > 500, "{equivalent} equivalent, {killed} killed");
}
