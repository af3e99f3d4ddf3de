//! What is said of each goal, against everything that small inputs show: covered is covered, and what is called
//! infeasible no input meets.

use crate::asking::Asked;
use base::Budget;
use criteria::reachable;
use criteria::{Criterion, Goal, Mcdc, Target, goals};
use front_impl::random::{Shape, program};
use imperative::machine::{
    Event, Limits, Options, Outcome, Place, State, requirements_hold, run, run_watched,
};
use imperative::{DecisionKind, ProcId, Program};
use source::Files;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use testkit::inputs::inputs_that_differ;
use testkit::judge::{Erring, Verdict, judge, meets};
use workbench::{SearchOptions, Status};

const LOOPS: u32 = 1;

fn within(criterion: Criterion) -> SearchOptions {
    let criteria = vec![criterion.name()];
    SearchOptions { criteria, loops: Some(LOOPS), depth: Some(3), ..SearchOptions::default() }
}

/// How far a run goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// It ends within the bounds.
    Inside,
    /// It ends.
    Outside,
    /// It does not end, as far as anybody waits.
    Endless,
}

/// What a run shows, how far it goes, and what it read of its input; of one without an end only if that is asked for.
fn look(p: &Program, main: ProcId, input: State, endless: bool) -> Option<(Verdict, Reach, Vec<Place>)> {
    let limits = Limits { steps: 2_000, ..Limits::default() };
    let options = Options { limits: limits.clone(), points: true, dataflow: true, leaks: false };
    let r = run(p, main, input.clone(), &options);
    let mut erring = Erring::default();
    run_watched(p, main, input, &limits, &mut erring);
    let (mut written, mut read) = (BTreeSet::new(), Vec::new());
    let mut within = true;
    let mut iterations = std::collections::BTreeMap::new();
    let mut depth = 0;
    for e in &r.trace {
        match e {
            Event::Def { place, .. } => {
                written.insert(*place);
            }
            Event::Use { place, .. } if !written.contains(place) => read.push(*place),
            Event::Call(_) => {
                depth += 1;
                within &= depth <= 3;
            }
            Event::Return(_) => depth -= 1,
            Event::Decision { proc, decision, outcome, .. } => {
                let d = &p.procs[proc.index()].decisions[decision.index()];
                if d.kind == DecisionKind::While {
                    let n: &mut u32 = iterations.entry((depth, *proc, *decision)).or_default();
                    *n = if *outcome { *n + 1 } else { 0 };
                    within &= *n <= LOOPS;
                }
            }
            _ => {}
        }
    }
    let reach = match r.outcome {
        Outcome::Ok | Outcome::Error { .. } if within => Reach::Inside,
        Outcome::Ok | Outcome::Error { .. } => Reach::Outside,
        _ => Reach::Endless,
    };
    // What a run without an end shows is looked at only where it matters, since it is long.
    let seen = if reach == Reach::Endless && !endless { Verdict::default() } else { judge(p, &r, erring) };
    Some((seen, reach, read))
}

/// Is a goal met by one of the runs, or by two of them?
fn met(p: &Program, goal: &Goal, seen: &[Verdict]) -> bool {
    if seen.iter().any(|v| meets(p, goal, v, v)) {
        return true;
    }
    let Target::Decides { decision, .. } = goal.what else { return false };
    // Pairs of runs that evaluate the condition in a way of their own.
    let mut ways = BTreeSet::new();
    let own: Vec<&Verdict> = seen
        .iter()
        .filter(|v| {
            let vectors: Vec<_> =
                v.vectors.iter().filter(|(q, d, _)| (*q, *d) == (goal.proc, decision)).cloned().collect();
            !vectors.is_empty() && ways.insert(vectors)
        })
        .collect();
    own.iter().any(|a| own.iter().any(|b| meets(p, goal, a, b)))
}

/// What was judged.
#[derive(Default)]
struct Tally {
    programs: usize,
    covered: usize,
    infeasible: usize,
    out_of_bounds: usize,
    passed: usize,
    unknown: usize,
    /// The inputs that the judge has tried.
    inputs: usize,
}

#[test]
fn verdicts_agree_with_all_that_small_inputs_show() {
    // Each seed by itself, on two threads.
    let halves = std::thread::scope(|scope| {
        let work =
            [0, 1].map(|half| scope.spawn(move || judged((0..650).filter(move |seed| seed % 2 == half), "")));
        work.map(|half| half.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let sum = |part: fn(&Tally) -> usize| halves.iter().map(part).sum::<usize>();
    let (programs, covered) = (sum(|t| t.programs), sum(|t| t.covered));
    let (infeasible, out_of_bounds) = (sum(|t| t.infeasible), sum(|t| t.out_of_bounds));
    let (passed, unknown) = (sum(|t| t.passed), sum(|t| t.unknown));
    println!(
        "{programs} programs: {covered} goals covered, {infeasible} infeasible, {out_of_bounds} out of bounds, \
         {passed} only on ways that are cut off, {unknown} unknown"
    );
    assert!(programs >= 300, "{programs} programs");
    assert!(unknown * 50 < covered, "{unknown} goals are unknown");
}

/// A requirement by a procedure that gives a number, and a statement that reads what it is about.
const REQUIRED: &str = "proc odd(k: int): int { return k % 2 }\nrequires odd(n);\nq := n;\n";

/// The same where not every input is as required: what no such input meets is infeasible, and nothing else.
#[test]
fn verdicts_agree_with_small_inputs_that_are_as_required() {
    let tally = judged(0..200, REQUIRED);
    let Tally { programs, covered, infeasible, inputs, .. } = tally;
    println!("{programs} programs: {covered} covered, {infeasible} infeasible, {inputs} inputs");
    assert!(inputs > 20 * programs, "{inputs} inputs");
    assert!(programs >= 80, "{programs} programs");
    assert!(covered > 1_000 && infeasible > 100, "{covered} and {infeasible}");
}

/// The programs of some seeds with something before them, judged.
fn judged(seeds: impl Iterator<Item = u64>, before: &str) -> Tally {
    let mut criteria: Vec<Criterion> = Criterion::ALL.into_iter().filter(|c| !c.is_open()).collect();
    criteria.push(Criterion::Mcdc(Mcdc::UniqueCause));
    let mut tally = Tally::default();
    for seed in seeds {
        let own = program(seed, if seed % 4 == 0 { Shape::FULL } else { Shape::SMALL });
        if own.contains("requires") {
            continue;
        }
        let text = before.to_string() + &own;
        let mut files = Files::new();
        let file = files.add("p.impl", text.as_str());
        let p = &front_impl::load(&files, file).program.expect("it is well typed");
        let main = p.main.expect("a main program");
        let plain = |p: &Program| {
            p.procs[main.index()]
                .inputs()
                .all(|v| !matches!(p.procs[main.index()].vars[v.index()].ty, imperative::Type::Array(_)))
        };
        if !plain(p) {
            continue;
        }
        let (mut inside, mut outside, mut endless) = (Vec::new(), Vec::new(), Vec::new());
        inputs_that_differ(p, main, 3, 250, &mut |input| match look(p, main, input.clone(), false) {
            Some((v, reach, read)) => {
                let as_required = requirements_hold(p, main, &input, &Options::default()) == Ok(true);
                match reach {
                    _ if !as_required => return read,
                    Reach::Inside => inside.push(v),
                    Reach::Outside => outside.push(v),
                    Reach::Endless => endless.push(input),
                }
                tally.inputs += 1;
                read
            }
            None => Vec::new(),
        });
        tally.programs += 1;
        let on_the_way: OnceCell<Vec<Verdict>> = OnceCell::new();
        let seen_by = |inputs: &[State]| -> Vec<Verdict> {
            let endless = inputs.iter().filter_map(|input| look(p, main, input.clone(), true)).map(|x| x.0);
            // One of a pair of runs may end.
            inside.iter().chain(&outside).cloned().chain(endless).collect()
        };
        for c in &criteria {
            let budget = Budget::unlimited().with_steps(3_000_000);
            let asked = Asked::new(&front_impl::LANGUAGE, &files, file, within(*c));
            let session = asked.open(Some("main"), &budget);
            let made = session.generate(&mut |_| {});
            let found = session.cover(&made.suite);
            let mut procs = reachable(p, main);
            procs.sort();
            let list = goals(p, &procs, *c).list;
            let title = |g: &Goal| format!("seed {seed}, {}: {}\n{text}", c.name(), g.describe(p));
            // The tests of the suite, seen by the judge.
            let own: Vec<Verdict> = made
                .suite
                .tests
                .iter()
                .filter_map(|t| suite::restore(p, main, t.input().ok()?).ok())
                .filter_map(|(input, _)| look(p, main, input, false))
                // A run that was cut off shows nothing that is sure to come.
                .filter_map(|(seen, reach, _)| (reach != Reach::Endless).then_some(seen))
                .collect();
            for g in &found.criteria[0].met {
                let goal = &list[g.number];
                assert!(met(p, goal, &own), "not covered after all: {}", title(goal));
                tally.covered += 1;
            }
            for m in &found.criteria[0].missing {
                let goal = &list[m.number.expect("goals are numbered")];
                match m.verdict.status {
                    Status::Infeasible => {
                        assert!(!met(p, goal, &inside), "an input meets it: {}", title(goal));
                        let others = on_the_way.get_or_init(|| seen_by(&endless));
                        assert!(!met(p, goal, others), "an input meets it: {}", title(goal));
                        tally.infeasible += 1;
                    }
                    Status::Uncovered | Status::Covered => panic!("left out: {}", title(goal)),
                    Status::OutOfBounds => tally.out_of_bounds += 1,
                    // It is open for a reason if a run that is longer than the bounds, or has no end, meets it.
                    Status::Unknown
                        if !met(p, goal, &inside)
                            && met(p, goal, on_the_way.get_or_init(|| seen_by(&endless))) =>
                    {
                        tally.passed += 1;
                    }
                    Status::Unknown => tally.unknown += 1,
                }
            }
        }
    }
    tally
}
