//! With finer forks, every way through the atomic conditions and every source of a read that some small
//! input has is found.

use crate::programs::{bounds, load};
use base::Budget;
use explore::{Plan, Splits, explore};
use front_impl::random::{Shape, program};
use imperative::machine::{Event, Limits, Options, Outcome, Place, State, run};
use imperative::{DecisionId, DecisionKind, Point, ProcId, Program};
use std::collections::{BTreeMap, BTreeSet};
use testkit::inputs::inputs_that_differ;

/// A place in a program.
type Spot = (ProcId, Point);

/// What a run decides, by which atoms, and which writes its reads of the heap read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    decided: Vec<(ProcId, DecisionId, bool, Vec<Option<bool>>)>,
    read: Vec<(Spot, Option<Spot>)>,
    end: String,
}

/// The way of a run within the bounds, and what it read of the input.
fn way(p: &Program, main: ProcId, input: State, sources: bool) -> (Option<Way>, Vec<Place>) {
    let limits = Limits { steps: 2_000, ..Limits::default() };
    let r = run(p, main, input, &Options { limits, dataflow: true, ..Options::default() });
    let mut way = Way { decided: Vec::new(), read: Vec::new(), end: String::new() };
    let mut written: BTreeMap<Place, Spot> = BTreeMap::new();
    let mut read = Vec::new();
    let mut within = true;
    let mut iterations: BTreeMap<(ProcId, DecisionId), u32> = BTreeMap::new();
    for e in &r.trace {
        match e {
            Event::Decision { proc, decision, outcome, atoms } => {
                let Some(d) = p.proc(*proc).and_then(|p| p.decision(*decision)) else { continue };
                if d.kind == DecisionKind::While {
                    let n = iterations.entry((*proc, *decision)).or_default();
                    *n = if *outcome { *n + 1 } else { 0 };
                    within &= *n <= 1;
                }
                way.decided.push((*proc, *decision, *outcome, atoms.to_vec()));
            }
            Event::Def { place, proc, point } => {
                written.insert(*place, (*proc, *point));
            }
            Event::Use { place, proc, point } => {
                if !written.contains_key(place) {
                    read.push(*place);
                }
                if sources && !matches!(place, Place::Var { .. }) {
                    way.read.push(((*proc, *point), written.get(place).copied()));
                }
            }
            _ => {}
        }
    }
    match r.outcome {
        Outcome::Ok => way.end = "ok".into(),
        Outcome::Error { kind, span, .. } => way.end = format!("{kind:?} {span:?}"),
        _ => within = false,
    }
    (within.then_some(way), read)
}

fn compare(sources: bool, seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut compared, mut ways) = (0, 0);
    for seed in seeds {
        let text = program(seed, Shape::SMALL);
        let (_, p) = load(&text);
        let main = p.main.unwrap_or(ProcId::new(0));
        if p.proc(main).is_some_and(|of| !of.requires.is_empty()) {
            continue;
        }
        let atoms = p
            .proc_ids()
            .flat_map(|id| {
                let count = p.proc(id).map_or(0, |p| p.decisions.len());
                (0..count).map(move |d| (id, DecisionId::new(d)))
            })
            .collect();
        let plan = Plan { splits: Splits { atoms, sources }, ..Plan::within(bounds(1)) };
        let mut found: BTreeSet<Way> = BTreeSet::new();
        let mut total = 0;
        let budget = Budget::unlimited().with_steps(400_000);
        let done = explore(&p, main, &plan, &budget, &mut |f| {
            found.extend(way(&p, main, f.input, sources).0);
            total += 1;
            total < 2_000
        });
        if !done.is_complete() || total >= 2_000 {
            continue;
        }
        let mut small: BTreeSet<Way> = BTreeSet::new();
        inputs_that_differ(&p, main, 3, 1_500, &mut |input| {
            let (way, read) = way(&p, main, input, sources);
            small.extend(way.filter(|w| w.decided.len() <= 30));
            read
        });
        let missed: Vec<&Way> = small.difference(&found).collect();
        assert!(missed.is_empty(), "seed {seed}: missed {missed:#?}\n{text}");
        compared += 1;
        ways += small.len();
    }
    (compared, ways)
}

#[test]
fn every_way_through_the_atoms_is_found() {
    let (compared, ways) = compare(false, 0..300);
    println!("{compared} programs, {ways} ways");
    assert!(compared > 100 && ways > 800, "{compared} programs, {ways} ways");
}

#[test]
fn every_source_of_a_read_is_found() {
    let (compared, ways) = compare(true, 300..600);
    println!("{compared} programs, {ways} ways");
    assert!(compared > 100 && ways > 800, "{compared} programs, {ways} ways");
}
