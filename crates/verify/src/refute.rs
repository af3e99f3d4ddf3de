//! Looking for an input that refutes something.

use crate::Settings;
use crate::inputs::Inputs;
use crate::obligations::{Kind, Obligation, Status, is_within};
use base::Budget;
use imperative::machine::{
    Judge, Limits, Options, Outcome, State, Truth, required, requirements_hold, run, run_watched,
};
use imperative::{ErrorKind, ProcId, Program};

/// The most steps of a run.
const STEPS: u64 = 20_000;

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
    let mut inputs = Inputs::new(program, proc, settings.seed);
    let mut given = more.iter().cloned();
    let mut tried = 0;
    while tried < settings.tries && is_open(obligations) && budget.step().is_ok() {
        let next = given.next().or_else(|| inputs.as_mut().map(Inputs::next_input));
        let Some(input) = next else { break };
        tried += 1;
        if !fits(program, proc, &input, &limits) {
            continue;
        }
        attempt(program, proc, &input, &limits, obligations);
    }
    tried
}

fn is_open(obligations: &[Obligation]) -> bool {
    obligations.iter().any(|known| matches!(known.status, Status::Unknown(_)))
}

/// Does an input fulfil what the procedure requires?
fn fits(program: &Program, proc: ProcId, input: &State, limits: &Limits) -> bool {
    let options = Options { limits: limits.clone(), ..Options::default() };
    matches!(required(program, proc, input, limits), Truth::Holds)
        && requirements_hold(program, proc, input, &options).unwrap_or(false)
}

/// One run. What it refutes is refuted by this input.
fn attempt(program: &Program, proc: ProcId, input: &State, limits: &Limits, obligations: &mut [Obligation]) {
    let mut judge = Judge::with_limits(program, limits.clone());
    let outcome = run_watched(program, proc, input.clone(), limits, &mut judge).outcome;
    let leaks = obligations
        .iter()
        .any(|known| matches!(known.kind, Kind::Safe(ErrorKind::Leak, _)) && is_unknown(known));
    let leaking = leaks.then(|| {
        let options = Options { limits: limits.clone(), leaks: true, ..Options::default() };
        run(program, proc, input.clone(), &options).outcome
    });
    for known in obligations.iter_mut().filter(|known| is_unknown(known)) {
        let fails = match known.kind {
            // What is checked at run time fails there, before the judge looks at it.
            Kind::Claim(of, claim, _) => {
                judge.judgement(of, claim).is_some_and(|judged| judged.failed > 0)
                    || matches!(&outcome, Outcome::Error { kind: ErrorKind::FailedAssertion, span, .. }
                        if is_within(*span, known.span))
            }
            Kind::Sound => false,
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
            known.status = Status::Refuted(Box::new(input.clone()));
        }
    }
}

fn is_unknown(known: &Obligation) -> bool {
    matches!(known.status, Status::Unknown(_))
}
