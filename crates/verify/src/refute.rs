//! Looking for a run that refutes something.
//!
//! Runs start with the procedure itself. What only a later call breaks is found by runs of procedures that call it: those that a front
//! end made to call it again and again ([`Proc::repeats`]), and the callers in the program.
//!
//! ```text
//! //@ ensures \result == 1;
//! int next(void) { static int n = 0; n++; return n; }       holds in the first call, refuted by next$twice()
//! ```

use crate::inputs::Inputs;
use crate::obligations::{Kind, Obligation, Refutation, Status, is_within};
use crate::{PassedLists, Settings};
use base::Budget;
use imperative::machine::{
    Judge, Limits, Options, Outcome, State, Truth, required, requirements_hold, run, run_watched,
};
use imperative::{ClaimKind, ErrorKind, Origin, Proc, ProcId, Program, graph};

/// The most steps of a run.
const STEPS: u64 = 20_000;

/// The most procedures that runs start with, besides the one that is asked about.
const MOST_CALLERS: usize = 8;

/// A caller gets this part of the tries.
const PART_OF_TRIES: usize = 4;

/// Tries inputs on what is not proved. Says how many were tried.
pub fn refute(
    program: &Program,
    proc: ProcId,
    settings: &Settings,
    more: &[State],
    obligations: &mut [Obligation],
    budget: &Budget,
) -> usize {
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let mut tried = 0;
    for (at, start) in std::iter::once(proc).chain(callers(program, proc)).enumerate() {
        let mut inputs = Inputs::new(program, start, settings.seed);
        let mut given = more.iter().filter(|_| at == 0).cloned();
        let tries = if at == 0 { settings.tries } else { settings.tries / PART_OF_TRIES };
        // Without inputs every run is the same one.
        let tries = if inputs.as_ref().is_some_and(Inputs::is_single) { 1 + more.len() } else { tries };
        for _ in 0..tries {
            if !is_open(obligations) || budget.step().is_err() {
                return tried;
            }
            let next = given.next().or_else(|| inputs.as_mut().map(Inputs::next_input));
            let Some(input) = next else { break };
            tried += 1;
            if fits(program, start, &input, &limits) {
                attempt(program, proc, start, &input, &limits, obligations);
            }
        }
    }
    tried
}

/// The procedures that reach a call of another one: first those that were made for it.
fn callers(program: &Program, proc: ProcId) -> Vec<ProcId> {
    // The judge of a run sees the claims: what is required and no claim could be broken by a call.
    let is_judged = |of: &Proc| {
        let stated = of.requires.iter().filter(|r| r.origin == Origin::Stated);
        let is_claim = |span| of.claims.iter().any(|c| is_required(&c.kind) && c.span == span);
        stated.into_iter().all(|r| is_claim(r.span))
            && !of.claims.iter().any(|c| matches!(c.kind, ClaimKind::Unread { of_inputs: true, .. }))
    };
    if !program.proc(proc).is_some_and(is_judged) {
        return Vec::new();
    }
    let calls = |id: &ProcId| *id != proc && graph::reachable_procs(program, *id).contains(&proc);
    let mut found: Vec<ProcId> = program.proc_ids().filter(calls).collect();
    let repeats = |id: &ProcId| program.proc(*id).and_then(|of| of.repeats);
    // Those that repeat another procedure are for that one.
    found.retain(|id| repeats(id).is_none_or(|of| of == proc));
    found.sort_by_key(|id| repeats(id).is_none());
    found.truncate(MOST_CALLERS);
    found
}

fn is_required(kind: &ClaimKind) -> bool {
    matches!(kind, ClaimKind::Requires(_))
}

fn is_open(obligations: &[Obligation]) -> bool {
    obligations.iter().any(is_unknown)
}

/// Whether an input fulfils what the procedure requires.
fn fits(program: &Program, proc: ProcId, input: &State, limits: &Limits) -> bool {
    let options = Options { limits: limits.clone(), ..Options::default() };
    matches!(required(program, proc, input, limits), Truth::Holds)
        && requirements_hold(program, proc, input, &options).unwrap_or(false)
}

/// One run from `start`. What it refutes of `proc` is refuted by this input.
fn attempt(
    program: &Program,
    proc: ProcId,
    start: ProcId,
    input: &State,
    limits: &Limits,
    obligations: &mut [Obligation],
) {
    let mut judge = Judge::with_limits(program, limits.clone());
    let outcome = run_watched(program, start, input.clone(), limits, &mut judge).outcome;
    // A call that does not fulfil what is required proves nothing against what is called.
    if start != proc && !calls_as_required(program, proc, &judge) {
        return;
    }
    // Nor does a generated call, where the lists that it passes are not what is supposed of inputs.
    if program.proc(start).is_some_and(|of| of.repeats.is_some()) {
        let mut passed = PassedLists::new(program, proc);
        run_watched(program, start, input.clone(), limits, &mut passed);
        if !passed.kept {
            return;
        }
    }
    let leaks = start == proc
        && obligations
            .iter()
            .any(|known| matches!(known.kind, Kind::Safe(ErrorKind::Leak, _)) && is_unknown(known));
    let leaking = leaks.then(|| {
        let options = Options { limits: limits.clone(), leaks: true, ..Options::default() };
        run(program, start, input.clone(), &options).outcome
    });
    let extent = program.proc(proc).map(|of| of.span);
    for known in obligations.iter_mut().filter(|known| is_unknown(known)) {
        let fails = match known.kind {
            // Which call of another procedure is meant, only runs of this one tell.
            Kind::Claim(of, ..) if start != proc && of != proc => false,
            // What is checked at run time fails there, before the judge looks at it.
            Kind::Claim(of, claim, _) => {
                judge.judgement(of, claim).is_some_and(|judged| judged.failed > 0)
                    || matches!(&outcome, Outcome::Error { kind: ErrorKind::FailedAssertion, span, .. }
                        if is_within(*span, known.span))
            }
            Kind::Sound => false,
            Kind::Safe(..) if start != proc && !extent.is_some_and(|all| is_within(known.span, all)) => false,
            Kind::Safe(error, _) => {
                let ended = |outcome: &Outcome| match outcome {
                    Outcome::Error { kind, span, .. } => {
                        *kind == error && (error == ErrorKind::Leak || *span == known.span)
                    }
                    _ => false,
                };
                ended(&outcome) || error == ErrorKind::Leak && leaking.as_ref().is_some_and(ended)
            }
        };
        if fails {
            known.status = Status::Refuted(Box::new(Refutation { entry: start, input: input.clone() }));
        }
    }
}

/// Whether all calls of a procedure in a run fulfil what it requires.
fn calls_as_required(program: &Program, proc: ProcId, judge: &Judge<'_>) -> bool {
    let claims = program.proc(proc).map_or(&[][..], |of| &of.claims);
    claims.iter().enumerate().filter(|(_, claim)| is_required(&claim.kind)).all(|(at, _)| {
        judge.judgement(proc, at).is_some_and(|judged| judged.failed == 0 && judged.unknown == 0)
    })
}

fn is_unknown(known: &Obligation) -> bool {
    matches!(known.status, Status::Unknown(_))
}
