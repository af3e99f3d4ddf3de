//! Programs that are built by hand, and what runs on many inputs say of them: no run may do what a search says that none does.

use base::Budget;
use explore::{Bounds, End, Exploration, Found, Plan, explore};
use imperative::machine::{Event, Options, Outcome, Run, State, check_state, run};
use imperative::{DecisionId, DecisionKind, ErrorKind, Expr, ProcId, Program, Type, VarId, Word, verify};
use source::{Files, Span};
use std::collections::BTreeSet;

/// A path, the errors that are caught on it, and how it ends.
pub type Way = (Vec<(ProcId, DecisionId, bool)>, Vec<(ErrorKind, Span)>, End);

/// The `n`th place of a text.
pub fn at(n: u32) -> Span {
    let mut files = Files::new();
    let file = files.add("test", " ".repeat(10_000));
    files.span(file, n as usize, n as usize + 1)
}

/// A variable, read at a place.
pub fn var(v: VarId, n: u32) -> Expr {
    Expr::var(v, at(n))
}

/// A constant.
pub fn int(i: i64) -> Expr {
    Expr::int(i, at(0))
}

/// The integers from one to another.
pub fn range(least: i128, greatest: i128) -> Type {
    Type::Word(Word::range(least, greatest))
}

/// The way of a run; nothing if it says nothing.
pub fn way(program: &Program, done: &Run) -> Option<Way> {
    let counts = |proc: ProcId, d: DecisionId| {
        let of = program.proc(proc).and_then(|p| p.decision(d));
        of.is_some_and(|d| d.kind != DecisionKind::ShortCircuit)
    };
    let decisions = done.trace.iter().filter_map(|e| match e {
        Event::Decision { proc, decision, outcome, .. } if counts(*proc, *decision) => {
            Some((*proc, *decision, *outcome))
        }
        _ => None,
    });
    let end = match &done.outcome {
        Outcome::Ok => End::Ok,
        Outcome::Error { kind, span, .. } => End::Error(*kind, *span),
        _ => return None,
    };
    let caught = done.trace.iter().filter_map(|e| match e {
        Event::Caught { kind, span } => Some((*kind, *span)),
        _ => None,
    });
    Some((decisions.collect(), caught.collect(), end))
}

/// All that a search finds in a procedure. Each input fits the procedure, and takes its path when it is run again.
pub fn search(program: &Program, proc: ProcId, loops: u32) -> (Vec<Found>, Exploration) {
    verify(program).unwrap_or_else(|flaws| panic!("{flaws:?}\n{}", imperative::print(program)));
    let plan = Plan::within(Bounds { loops: Some(loops), ..Bounds::default() });
    search_as(program, proc, &plan)
}

/// The same, as a plan says.
pub fn search_as(program: &Program, proc: ProcId, plan: &Plan) -> (Vec<Found>, Exploration) {
    let mut found = Vec::new();
    let done = explore(program, proc, plan, &Budget::unlimited(), &mut |f| {
        found.push(f);
        true
    });
    for f in &found {
        check_state(program, proc, &f.input).unwrap_or_else(|why| panic!("{why}: {:?}", f.input));
        let again = run(program, proc, f.input.clone(), &Options::default());
        assert_eq!(way(program, &again), Some(way_of(f)), "{}", f.condition);
    }
    (found, done)
}

/// The way that a search found.
fn way_of(f: &Found) -> Way {
    (f.decisions.clone(), f.caught.clone(), f.end.clone())
}

/// The ways that a search found.
pub fn ways(found: &[Found]) -> BTreeSet<Way> {
    found.iter().map(way_of).collect()
}

/// A search and runs agree: the search is complete, and all ways of these inputs are among its ways. With `all`, there are
/// no others.
pub fn agree(
    program: &Program,
    proc: ProcId,
    loops: u32,
    inputs: impl Iterator<Item = State>,
    all: bool,
) -> Vec<Found> {
    let (found, done) = search(program, proc, loops);
    assert!(done.is_complete() && done.cut == 0, "{:?} {}", done.reasons, done.cut);
    let searched = ways(&found);
    assert_eq!(searched.len(), found.len(), "each path comes once");
    let mut run_ways = BTreeSet::new();
    for input in inputs {
        if check_state(program, proc, &input).is_err() {
            continue;
        }
        let done = run(program, proc, input.clone(), &Options::default());
        let Some(way) = way(program, &done) else { continue };
        assert!(searched.contains(&way), "no search finds {way:?}, which {input:?} takes");
        run_ways.insert(way);
    }
    if all {
        assert_eq!(run_ways, searched);
    }
    found
}
