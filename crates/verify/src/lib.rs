//! Claims of a program: proved, refuted by a run, or unknown.
//!
//! Each claim of a procedure is an [`Obligation`], and so is each kind of error that a run of it could end in. It is *proved* if
//! what is inferred of the program ([`infer`]) implies it. It is *refuted* by an input on which the concrete machine
//! reaches the place of the claim and finds it false: such an input is looked for among small ones ([`inputs`]), and
//! those that a caller has, such as tests of all paths. Else it is unknown, with a reason. A claim that no run reaches
//! is not proved: it says nothing.

mod inputs;
mod obligations;
mod passed;
mod refute;

pub use inputs::{Inputs, sampled};
pub use obligations::{Basis, Kind, Obligation, Refutation, Sort, Status, Why, is_check, obligations};
pub use passed::PassedLists;
pub use refute::refute;

use base::{Budget, Stop};
use imperative::machine::State;
use imperative::{ProcId, Program};
use infer::{Calls, Question};

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// What is inferred.
    pub question: Question,
    /// The most inputs that are tried to refute something.
    pub tries: usize,
    /// Where inputs come from.
    pub seed: u64,
}

/// What came of a procedure.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The procedure.
    pub proc: ProcId,
    /// What it has to fulfil, in the order of the text.
    pub obligations: Vec<Obligation>,
    /// How many inputs were tried.
    pub tried: usize,
    /// The limit that ended the work early.
    pub stopped: Option<Stop>,
}

/// Verifies a procedure of a program with these calls. `more` are inputs that are tried besides small ones.
pub fn verify(
    program: &Program,
    calls: &Calls<'_>,
    proc: ProcId,
    settings: &Settings,
    more: &[State],
    budget: &Budget,
) -> Option<Verified> {
    let (known, stopped) = match infer::infer(program, proc, &settings.question, budget) {
        Ok(known) => (Some(known?), None),
        Err(stop) => (None, Some(stop)),
    };
    let mut obligations = obligations(program, proc, known.as_ref());
    let proved = |known: &Obligation| matches!(known.status, Status::Proved(_));
    if obligations.iter().any(proved)
        && let Some(breach) = calls.breach(proc, budget)
    {
        for known in obligations.iter_mut().filter(|known| proved(known)) {
            known.status = Status::Unknown(Why::Call(breach.clone()));
        }
    }
    let tried = refute(program, proc, settings, more, &mut obligations, budget);
    Some(Verified { proc, obligations, tried, stopped })
}
