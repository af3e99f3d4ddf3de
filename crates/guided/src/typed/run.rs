//! A run with known inputs.

use crate::walked::Ending;
use logic::machine::cells::Frozen;
use logic::machine::guide::Plain;
use logic::machine::moded::Watching;
use logic::machine::{Machine, Options, Outcome};
use logic::moded::ProcId;
use source::Span;

/// What a run gives.
#[derive(Clone, Debug)]
pub struct Run {
    /// The outputs of each solution, in their order.
    pub solutions: Vec<Vec<Frozen>>,
    /// Whether these are all.
    pub complete: bool,
    /// How it ends.
    pub ending: Ending,
}

impl Run {
    /// The solutions as text.
    pub fn texts(&self, machine: &mut Machine<'_, Plain>) -> Vec<Vec<String>> {
        let shown = |values: &Vec<Frozen>| values.iter().map(|value| machine.shown(value)).collect();
        self.solutions.iter().map(shown).collect()
    }
}

/// Runs a procedure; stops after `most` solutions.
///
/// # Errors
///
/// Why nothing is known of the run, and where.
pub fn run(
    machine: &mut Machine<'_, Plain>,
    proc: ProcId,
    inputs: &[Frozen],
    options: Options,
    watching: Watching,
    most: Option<usize>,
) -> Result<Run, (String, Option<Span>)> {
    machine.start(proc, inputs, options, watching);
    let mut solutions = Vec::new();
    let mut complete = true;
    let ending = loop {
        match machine.next() {
            Outcome::Solution => {
                solutions.push(machine.outputs(proc));
                if most.is_some_and(|most| solutions.len() >= most) {
                    complete = false;
                    break Ending::Ok;
                }
            }
            Outcome::Failed => break if solutions.is_empty() { Ending::Fail } else { Ending::Ok },
            Outcome::Error { ball, span } => break Ending::Error { ball, span },
            Outcome::Unknown { why, span } => return Err((why, span)),
            Outcome::Limit | Outcome::Infeasible => return Err(("a run did not end".to_string(), None)),
        }
    };
    Ok(Run { solutions, complete, ending })
}
