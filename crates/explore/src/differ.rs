//! Whether two programs do the same on all inputs.
//!
//! First the inputs of all paths of both are tried. The caller says what counts as different, since it has
//! the last word on every input anyway.

use crate::plan::Plan;
use crate::tasks::explore;
use base::Budget;
use imperative::machine::State as Input;
use imperative::{ProcId, Program};

/// What was found about two programs.
#[derive(Clone, Debug)]
pub enum Difference {
    /// On this input they differ.
    Input(Input),
    /// On no input within the bounds do they differ; `everywhere`: on no input at all.
    None {
        /// Is it so for all inputs?
        everywhere: bool,
    },
    /// Nothing is known; why.
    Unknown(String),
}

/// Looks for an input on which a procedure of two programs with the same structs and the same procedures (but
/// for their bodies) does something different. `differs` runs both.
pub fn differ(
    original: &Program,
    changed: &Program,
    proc: ProcId,
    plan: &Plan,
    budget: &Budget,
    differs: &mut dyn FnMut(&Input) -> bool,
) -> Difference {
    for program in [changed, original] {
        let mut found = None;
        explore(program, proc, plan, budget, &mut |f| {
            if differs(&f.input) {
                found = Some(f.input);
            }
            found.is_none()
        });
        if let Some(input) = found {
            return Difference::Input(input);
        }
    }
    Difference::Unknown("no input of any path tells them apart".into())
}
