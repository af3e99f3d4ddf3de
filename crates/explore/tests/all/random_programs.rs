//! Random programs with fixed seeds: every input follows its path when replayed, and on small programs
//! every path that small inputs take is found.

use crate::programs::{bounds, load};
use base::{Budget, Int};
use explore::{Bounds, End, Exploration, Found, PerPath, Plan, StepKind, Strategy, derive, explore};
use front_impl::random::{Shape, program};
use front_impl::reference;
use imperative::machine::{
    Event, Limits, ObjectId, Options, Outcome, Place, Run, State, Value, requirements_hold, run,
};
use imperative::{DecisionId, DecisionKind, ProcId, Program};
use std::collections::BTreeSet;
use testkit::inputs::{inputs_that_differ, small_inputs};

/// Replays an input on the interpreter that walks the tree and shares nothing with the machine.
fn judge(tree: &front_impl::ast::Program, p: &Program, main: ProcId, f: &Found, title: &dyn Fn() -> String) {
    let other = reference::run(tree, p, main, &f.input, 100_000);
    match (&f.end, &other.end) {
        (End::Ok, reference::End::Ok) => {}
        (End::Error(kind, span), reference::End::Error(k, s)) => {
            assert_eq!((kind, span), (k, s), "{}", title());
        }
        (a, b) => panic!("{a:?} and {b:?}: {}", title()),
    }
    let path: Vec<(source::Span, bool)> = f
        .decisions
        .iter()
        .filter_map(|(proc, d, outcome)| Some((p.proc(*proc)?.decision(*d)?.span, *outcome)))
        .collect();
    assert_eq!(path, other.path, "{}", title());
    assert_eq!(reference::objects(p, &f.run.state), other.heap, "{}", title());
}

fn all_paths(p: &Program, loops: u32, steps: u64) -> (Vec<Found>, Exploration) {
    let main = p.main.unwrap_or(ProcId::new(0));
    let mut found = Vec::new();
    let budget = Budget::unlimited().with_steps(steps);
    let e = explore(p, main, &Plan::within(bounds(loops)), &budget, &mut |f| {
        found.push(f);
        found.len() < 400
    });
    (found, e)
}

#[test]
fn every_input_of_random_programs_follows_its_path_for_a_second_interpreter() {
    let (mut paths, mut errors, mut unknown) = (0, 0, 0);
    for seed in 0..2_000 {
        let text = program(seed, Shape::FULL);
        let (tree, p) = load(&text);
        let (found, e) = all_paths(&p, 2, 30_000);
        for f in &found {
            judge(&tree, &p, p.main.unwrap_or(ProcId::new(0)), f, &|| format!("seed {seed}: {f:?}\n{text}"));
        }
        let lost = e.reasons.iter().find(|r| r.contains("did not follow"));
        assert!(lost.is_none(), "seed {seed}: an input does not follow its path\n{text}");
        paths += found.len();
        errors += found.iter().filter(|f| f.end != End::Ok).count();
        unknown += e.unknown;
    }
    println!("{paths} paths, {errors} of them errors, {unknown} unknown");
    assert!(paths > 10_000);
}

type Key = (Vec<(ProcId, DecisionId, bool)>, Option<(imperative::ErrorKind, source::Span)>);

/// The path of a run, if it stays within the bounds, and what the run read.
fn key_and_reads(p: &Program, input: State, proc: ProcId, loops: u32) -> (Option<Key>, Vec<Place>) {
    let limits = Limits { steps: 2_000, ..Limits::default() };
    let r = run(p, proc, input, &Options { limits, dataflow: true, ..Options::default() });
    // What the run itself has written is no part of the input.
    let (mut written, mut read) = (BTreeSet::new(), Vec::new());
    for e in &r.trace {
        match e {
            Event::Def { place, .. } => {
                written.insert(*place);
            }
            Event::Use { place, .. } if !written.contains(place) => read.push(*place),
            _ => {}
        }
    }
    (key_of(p, proc, r, loops), read)
}

/// The path of a run, if it stays within the bounds.
fn key_within(p: &Program, input: State, proc: ProcId, loops: u32) -> Option<Key> {
    let options = Options { limits: Limits { steps: 2_000, ..Limits::default() }, ..Options::default() };
    key_of(p, proc, run(p, proc, input, &options), loops)
}

fn key_of(p: &Program, proc: ProcId, r: Run, loops: u32) -> Option<Key> {
    let mut path = Vec::new();
    let mut iterations = vec![0u32; p.proc(proc)?.loops.len()];
    for e in &r.trace {
        if let Event::Decision { proc, decision, outcome, .. } = e {
            let of = p.proc(*proc)?;
            if of.decision(*decision)?.kind == DecisionKind::ShortCircuit {
                continue;
            }
            if let Some(l) = of.loops.iter().position(|l| l.decision == *decision) {
                // A loop is left by its condition alone, so a false one ends the count.
                iterations[l] = if *outcome { iterations[l] + 1 } else { 0 };
                if iterations[l] > loops {
                    return None;
                }
            }
            path.push((*proc, *decision, *outcome));
        }
    }
    match r.outcome {
        Outcome::Ok if path.len() <= 30 => Some((path, None)),
        Outcome::Error { kind, span, .. } if path.len() <= 30 => Some((path, Some((kind, span)))),
        _ => None,
    }
}

/// Compares the paths of random programs with those that small inputs take; where there are no more than
/// `limit` inputs that the program can tell apart, these are all heaps of up to 4 cells. How many programs were
/// compared so.
fn compare_with_small_inputs(seeds: std::ops::Range<u64>, limit: usize) -> usize {
    let (mut compared, mut taken, mut found_paths, mut whole) = (0, 0, 0, 0);
    for seed in seeds {
        let text = program(seed, Shape::SMALL);
        let (_, p) = load(&text);
        let main = p.main.unwrap_or(ProcId::new(0));
        let (found, e) = all_paths(&p, 2, 60_000);
        if !e.is_complete() || found.len() >= 400 {
            continue;
        }
        let keys: BTreeSet<Key> = found
            .iter()
            .map(|f| {
                let end = match &f.end {
                    End::Ok => None,
                    End::Error(k, s) => Some((*k, *s)),
                };
                (f.decisions.clone(), end)
            })
            .collect();
        assert_eq!(keys.len(), found.len(), "seed {seed}: a path came twice\n{text}");
        let mut seen: BTreeSet<Key> = BTreeSet::new();
        if p.proc(main).is_some_and(|of| of.requires.is_empty()) {
            whole += usize::from(inputs_that_differ(&p, main, 4, limit, &mut |input| {
                let (key, read) = key_and_reads(&p, input, main, 2);
                seen.extend(key);
                read
            }));
        } else {
            // What is required may look at anything, so everything is varied.
            for cells in [1, 2, 3] {
                small_inputs(&p, main, cells, limit / 2, &mut |input| {
                    if requirements_hold(&p, main, &input, &Options::default()) == Ok(true) {
                        seen.extend(key_within(&p, input, main, 2));
                    }
                });
            }
        }
        let missed: Vec<&Key> = seen.difference(&keys).collect();
        assert!(missed.is_empty(), "seed {seed}: missed {missed:?}\n{text}");
        compared += 1;
        taken += seen.len();
        found_paths += keys.len();
    }
    println!("{compared} programs: small inputs take {taken} paths, {found_paths} are found");
    println!("for {whole} programs these are all heaps of up to 4 cells with integers from -1 to 2");
    assert!(compared >= 500, "only {compared} programs were compared");
    whole
}

#[test]
fn small_inputs_take_no_path_that_is_not_found() {
    assert!(compare_with_small_inputs(0..600, 1_500) >= 250);
}

/// The same for many more programs and inputs: part of `cargo xtask campaign explore`.
#[test]
#[ignore = "takes minutes"]
fn all_small_heaps_take_no_path_that_is_not_found() {
    assert!(compare_with_small_inputs(0..1_100, 30_000) >= 500);
}

/// Cells reachable from the inputs, and the sum of the absolute values in them and in the inputs.
fn size(p: &Program, proc: ProcId, s: &State) -> (usize, Int) {
    let of = p.proc(proc).unwrap();
    let mut waiting: Vec<Value> = of.inputs().filter_map(|v| s.get(v).cloned()).collect();
    let mut seen = BTreeSet::new();
    let mut sum = Int::ZERO;
    while let Some(v) = waiting.pop() {
        match v {
            Value::Int(i) => sum += &i.abs(),
            Value::Ref(o) if seen.insert(o) => {
                waiting.extend(s.heap.get(o).map_or(&[][..], |o| o.values()).iter().cloned());
            }
            _ => {}
        }
    }
    (seen.len(), sum)
}

/// No small input of a path is smaller than the one that is called minimal.
#[test]
fn minimal_inputs_are_minimal() {
    let mut compared = 0;
    for seed in 0..120 {
        let text = program(seed, Shape::SMALL);
        let (_, p) = load(&text);
        let main = p.main.unwrap_or(ProcId::new(0));
        let mut found = std::collections::BTreeMap::new();
        let plan = Plan::within(Bounds { minimal: true, ..bounds(2) });
        let budget = Budget::unlimited().with_steps(200_000);
        let e = explore(&p, main, &plan, &budget, &mut |f| {
            let end = match &f.end {
                End::Ok => None,
                End::Error(k, s) => Some((*k, *s)),
            };
            let key: Key = (f.decisions.clone(), end);
            found.insert(format!("{key:?}"), size(&p, main, &f.input));
            found.len() < 100
        });
        if !e.is_complete() {
            continue;
        }
        for cells in [1, 2] {
            small_inputs(&p, main, cells, 3_000, &mut |input| {
                if requirements_hold(&p, main, &input, &Options::default()) != Ok(true) {
                    return;
                }
                let here = size(&p, main, &input);
                if let Some(k) = key_within(&p, input, main, 2)
                    && let Some(least) = found.get(&format!("{k:?}"))
                {
                    assert!(*least <= here, "seed {seed}: {least:?} is not least, {here:?} is\n{text}");
                    compared += 1;
                }
            });
        }
    }
    assert!(compared > 10_000, "{compared} inputs compared");
}

/// Every order of the search finds the same paths.
#[test]
fn strategies_agree() {
    for seed in 0..150 {
        let text = program(seed, Shape::FULL);
        let (_, p) = load(&text);
        let main = p.main.unwrap_or(ProcId::new(0));
        let mut all = Vec::new();
        for strategy in [Strategy::Depth, Strategy::Breadth, Strategy::Coverage, Strategy::Random(7)] {
            let mut keys = BTreeSet::new();
            let budget = Budget::unlimited().with_steps(60_000);
            let e = explore(&p, main, &Plan { strategy, ..Plan::within(bounds(1)) }, &budget, &mut |f| {
                keys.insert(format!("{:?} {:?}", f.decisions, f.end));
                true
            });
            if e.is_complete() {
                all.push(keys);
            }
        }
        assert!(all.windows(2).all(|w| w[0] == w[1]), "seed {seed}: strategies find different paths\n{text}");
    }
}

/// A heap with the numbers taken out, cells numbered as they are reached.
fn shape_of(p: &Program, proc: ProcId, s: &State) -> String {
    let of = p.proc(proc).unwrap();
    let mut order: Vec<ObjectId> = Vec::new();
    let mut out = String::new();
    let mut show = |v: &Value, order: &mut Vec<ObjectId>| match v {
        Value::Nil => out.push('.'),
        Value::Ref(o) => {
            let n = order.iter().position(|x| x == o).unwrap_or_else(|| {
                order.push(*o);
                order.len() - 1
            });
            out.push_str(&format!("{n} "));
        }
        _ => {}
    };
    for v in of.inputs() {
        if let Some(x) = s.get(v) {
            show(x, &mut order);
        }
    }
    let mut next = 0;
    while next < order.len() {
        let values = s.heap.get(order[next]).map_or(&[][..], |o| o.values()).to_vec();
        next += 1;
        values.iter().for_each(|v| show(v, &mut order));
    }
    out
}

/// The shapes of each path are those that enumeration finds, none twice.
#[test]
fn shapes_are_those_that_enumeration_finds() {
    let mut compared = 0;
    for seed in 0..60 {
        let text = program(seed, Shape::SMALL);
        let (_, p) = load(&text);
        let main = p.main.unwrap_or(ProcId::new(0));
        let mut found: std::collections::BTreeMap<String, BTreeSet<String>> = Default::default();
        let budget = Budget::unlimited().with_steps(400_000);
        let mut total = 0;
        let plan = Plan { per_path: PerPath::Shapes(2), ..Plan::within(bounds(1)) };
        let e = explore(&p, main, &plan, &budget, &mut |f| {
            let end = match &f.end {
                End::Ok => None,
                End::Error(k, s) => Some((*k, *s)),
            };
            let key: Key = (f.decisions.clone(), end);
            let fresh = found.entry(format!("{key:?}")).or_default().insert(shape_of(&p, main, &f.input));
            assert!(fresh, "seed {seed}: a shape came twice\n{text}");
            total += 1;
            total < 3_000
        });
        if !e.is_complete() || total >= 3_000 {
            continue;
        }
        small_inputs(&p, main, 2, 20_000, &mut |input| {
            if requirements_hold(&p, main, &input, &Options::default()) != Ok(true) {
                return;
            }
            let shape = shape_of(&p, main, &input);
            if let Some(k) = key_within(&p, input, main, 1) {
                let known = found.get(&format!("{k:?}")).is_some_and(|s| s.contains(&shape));
                assert!(known, "seed {seed}: the shape {shape} of {k:?} is missing\n{text}");
                compared += 1;
            }
        });
    }
    assert!(compared > 10_000, "{compared} inputs compared");
}

/// Inputs of one path differ, and no shape comes again while there are shapes that have not come.
#[test]
fn several_inputs_of_a_path_differ() {
    let (mut several, mut paths) = (0, 0);
    for seed in 0..80 {
        let text = program(seed, Shape::SMALL);
        let (_, p) = load(&text);
        let main = p.main.unwrap_or(ProcId::new(0));
        let gather = |per_path: PerPath| {
            let budget = Budget::unlimited().with_steps(400_000);
            let mut found: std::collections::BTreeMap<String, Vec<State>> = Default::default();
            let mut total = 0;
            let plan = Plan { per_path, ..Plan::within(bounds(1)) };
            let e = explore(&p, main, &plan, &budget, &mut |f| {
                found.entry(format!("{:?} {:?}", f.decisions, f.end)).or_default().push(f.input);
                total += 1;
                total < 3_000
            });
            (e.is_complete() && total < 3_000).then_some(found)
        };
        let (Some(all), Some(four)) =
            (gather(PerPath::Shapes(2)), gather(PerPath::Different { count: 4, cells: 2 }))
        else {
            continue;
        };
        for (path, inputs) in &four {
            // A path that needs more cells has no shape that is small enough, and one input.
            let shapes = all.get(path).map_or(0, Vec::len);
            let own: BTreeSet<String> = inputs.iter().map(|i| shape_of(&p, main, i)).collect();
            assert_eq!(own.len(), shapes.clamp(1, 4), "seed {seed}: {path}: {own:?}\n{text}");
            assert!(inputs.len() <= 4);
            for (i, a) in inputs.iter().enumerate() {
                assert!(!inputs[..i].contains(a), "seed {seed}: {path}: an input came twice\n{text}");
            }
            several += usize::from(inputs.len() > own.len());
            paths += 1;
        }
        assert!(all.keys().all(|k| four.contains_key(k)), "seed {seed}: a path is missing\n{text}");
    }
    println!("{paths} paths, {several} with several inputs of one shape");
    assert!(paths > 200 && several > 20);
}

#[test]
fn values_are_as_far_apart_as_the_path_allows() {
    let (_, p) = load("proc f(n: int) { if n > 10 then n := 1 else n := 2 }");
    let plan =
        Plan { per_path: PerPath::Different { count: 3, cells: 1 }, ..Plan::within(Bounds::default()) };
    let mut found: Vec<(bool, i64)> = Vec::new();
    explore(&p, ProcId::new(0), &plan, &Budget::unlimited(), &mut |f| {
        let n = f.input.env[0].as_ref().and_then(|v| v.as_int()).and_then(|i| i.to_i64());
        found.push((f.decisions[0].2, n.unwrap_or(0)));
        true
    });
    assert_eq!(found, [(true, 11), (true, 111), (true, 61), (false, 0), (false, -100), (false, -50)]);
}

/// A derivation decides what the path decides and errs where the path errs.
#[test]
fn derivations_follow_their_paths() {
    let mut steps = 0;
    for seed in 0..400 {
        let text = program(seed, Shape::FULL);
        let (_, p) = load(&text);
        let (found, _) = all_paths(&p, 2, 20_000);
        for f in &found {
            let all: Vec<(ProcId, DecisionId, bool)> = f
                .run
                .trace
                .iter()
                .filter_map(|e| match e {
                    Event::Decision { proc, decision, outcome, .. } => Some((*proc, *decision, *outcome)),
                    _ => None,
                })
                .collect();
            let derived = derive(&p, p.main.unwrap_or(ProcId::new(0)), &all, &f.caught, &f.end);
            let outcomes: Vec<bool> = derived
                .iter()
                .filter_map(|s| if let StepKind::Decision(o) = s.kind { Some(o) } else { None })
                .collect();
            let decided: Vec<bool> = f.decisions.iter().map(|d| d.2).collect();
            assert_eq!(outcomes, decided, "seed {seed}: {f:?}\n{text}");
            let erred = derived.last().filter(|s| s.kind == StepKind::Error).map(|s| s.span);
            let errs = if let End::Error(_, span) = f.end { Some(span) } else { None };
            assert_eq!(erred, errs, "seed {seed}: {f:?}\n{text}");
            assert!(derived[..derived.len() - 1].iter().all(|s| s.kind != StepKind::Error));
            steps += derived.len();
        }
    }
    assert!(steps > 10_000, "{steps} steps");
}
