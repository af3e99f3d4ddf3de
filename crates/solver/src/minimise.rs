//! The least value of a term over all models of a state.
//!
//! Branch and bound by asking: each model gives an upper bound, and the next question is for
//! something smaller, in steps that double while they succeed and halve when they fail.

use crate::state::{Solver, State};
use crate::verdict::{Unknown, Verdict};
use base::{Budget, Int, Rat};
use formula::{Model, Term, Terms, evaluate};
use std::sync::Arc;

/// The answer to a minimisation.
#[derive(Clone, Debug)]
pub enum Minimum {
    /// The least value, proved, with a model that has it.
    Least(Int, Arc<Model>),
    /// There are models with values below this, and no end was found.
    Unbounded(Int, Arc<Model>),
    /// There is no model.
    Unsat(Arc<[Term]>),
    /// Undecided; the best model so far, if there is one.
    Unknown(Unknown, Option<(Int, Arc<Model>)>),
}

/// Below −2 to this power a value counts as unbounded.
const UNBOUNDED_BITS: usize = 80;

impl Solver {
    /// The least value of an integer term over the models of a state.
    pub fn minimise(&mut self, terms: &mut Terms, state: &State, term: Term, budget: &Budget) -> Minimum {
        let mut best = match self.check_state(terms, state, budget) {
            Verdict::Sat(m) => m,
            Verdict::Unsat(core) => return Minimum::Unsat(core),
            Verdict::Unknown(u) => return Minimum::Unknown(u, None),
        };
        let value = |terms: &Terms, m: &Model| match evaluate(terms, m, term) {
            Ok(v) => v.as_rat().map_or(Int::ZERO, |r: Rat| r.floor()),
            Err(_) => Int::ZERO,
        };
        let mut high = value(terms, &best);
        // Nothing at or below `low` is known to be possible only if `low` is set.
        let mut low: Option<Int> = None;
        let mut step = Int::ONE;
        loop {
            if high.is_negative() && high.bits() > UNBOUNDED_BITS {
                return Minimum::Unbounded(high, best);
            }
            let target = match &low {
                Some(l) => {
                    if &high - l <= Int::ONE {
                        return Minimum::Least(high, best);
                    }
                    // Halfway between the largest impossible and the best known.
                    let gap = (&high - l).div_floor(&Int::from(2));
                    l + &gap
                }
                None => &high - &step,
            };
            let k = terms.int(target.clone());
            let less = terms.le(term, k);
            match self.check_state(terms, &state.assert(less), budget) {
                Verdict::Sat(m) => {
                    high = value(terms, &m);
                    best = m;
                    step = &step + &step;
                }
                Verdict::Unsat(_) => low = Some(target),
                Verdict::Unknown(u) => return Minimum::Unknown(u, Some((high, best))),
            }
        }
    }
}
