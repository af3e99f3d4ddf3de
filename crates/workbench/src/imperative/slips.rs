//! What answers about the single procedures of a mutant say about the mutant.
//!
//! A change of a procedure is seen from every procedure that can call it. The mutant is equivalent if no entry
//! tells it from the original, whatever the input.

use crate::mutate::Answer;
use explore::Difference;
use imperative::{ProcId, Program, Requirement, RequirementKind};

/// A changed procedure.
pub(crate) struct Slip<'a> {
    /// The original.
    pub program: &'a Program,
    /// The mutant.
    pub changed: &'a Program,
    /// The procedure that is changed.
    pub proc: ProcId,
}

impl Slip<'_> {
    /// The entries from which the change can be seen, the procedure itself first: it is the simplest to ask.
    pub fn seen_from(&self, entries: &[ProcId]) -> Vec<ProcId> {
        let mut out: Vec<ProcId> = entries.iter().copied().filter(|e| self.reaches(*e)).collect();
        out.sort_by_key(|e| (*e != self.proc, *e));
        out
    }

    /// True if a run of the entry may enter the changed procedure. The change may have removed the only call.
    fn reaches(&self, entry: ProcId) -> bool {
        [self.program, self.changed].iter().any(|p| criteria::reachable(p, entry).contains(&self.proc))
    }

    /// True if the change affects what is required of the inputs of an entry.
    fn is_in_requirements(&self, entry: ProcId) -> bool {
        let Some(proc) = self.program.proc(entry) else { return false };
        let mut waiting: Vec<&Requirement> = proc.requires.iter().collect();
        while let Some(r) = waiting.pop() {
            match &r.kind {
                RequirementKind::Cond(_) | RequirementKind::Predicate(_) => {}
                RequirementKind::Call { proc, .. } => {
                    if self.reaches(*proc) {
                        return true;
                    }
                }
                RequirementKind::Not(a) | RequirementKind::Every { body: a, .. } => waiting.push(a),
                RequirementKind::And(a, b) | RequirementKind::Or(a, b) => waiting.extend([&**a, &**b]),
            }
        }
        false
    }
}

/// The answers so far.
pub(crate) struct Equivalence {
    why: Option<String>,
    asked: bool,
}

impl Equivalence {
    pub fn new() -> Equivalence {
        Equivalence { why: None, asked: false }
    }

    /// Adds the answer about an entry.
    pub fn add(&mut self, slip: &Slip<'_>, entry: ProcId, answer: Difference) {
        self.asked = true;
        let why = match answer {
            Difference::None { .. } if slip.is_in_requirements(entry) => {
                // The mutant was looked at on its own inputs, which are not those of the original.
                "the change is in a requirement as well".to_string()
            }
            Difference::None { everywhere: true } => return,
            Difference::None { everywhere: false } => {
                "no input within the bounds tells them apart".to_string()
            }
            Difference::Input(_) => "an input that was found does not make a test".to_string(),
            Difference::Unknown(why) => why,
        };
        self.why.get_or_insert(why);
    }

    /// True if no other entry need be asked: the procedure does the same on all inputs, from wherever it is called.
    pub fn is_final(&self, slip: &Slip<'_>, entry: ProcId) -> bool {
        let any_input =
            || slip.program.proc(entry).is_some_and(|p| p.requires.is_empty() && p.own.is_empty());
        // A handler that catches an error can observe what was done before it, which is not compared here.
        let caught = || imperative::graph::may_be_caught(slip.program, entry);
        self.why.is_none() && entry == slip.proc && any_input() && !caught()
    }

    /// What is known of the mutant.
    pub fn answer(self) -> Answer {
        match self.why {
            None if self.asked => Answer::Equivalent,
            why => Answer::Unknown(why.unwrap_or_default()),
        }
    }
}
