//! One program that becomes one mutant after the other: to copy all of a large program for each would take most of the time.

use super::Mutant;
use imperative::{ProcId, Program};

/// A program that becomes mutants of an original.
#[derive(Clone, Debug)]
pub struct Changing<'p> {
    original: &'p Program,
    program: Program,
    changed: Option<ProcId>,
}

impl<'p> Changing<'p> {
    /// It is the original so far.
    pub fn new(original: &'p Program) -> Changing<'p> {
        Changing { original, program: original.clone(), changed: None }
    }

    /// Becomes a mutant.
    pub fn become_mutant(&mut self, mutant: &Mutant) -> &Program {
        if let Some(id) = self.changed.take()
            && let (Some(now), Some(was)) =
                (self.program.procs.get_mut(id.index()), self.original.procs.get(id.index()))
        {
            now.clone_from(was);
        }
        self.changed = Some(mutant.proc);
        mutant.change(&mut self.program);
        &self.program
    }

    /// What it is now.
    pub fn program(&self) -> &Program {
        &self.program
    }
}
