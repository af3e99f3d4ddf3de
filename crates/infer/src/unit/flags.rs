//! Flags: numbers that only ever get a few constants.
//!
//! ```text
//! changed = 0; … if (…) { …; changed = 1; } … while (changed)
//! ```
//!
//! What holds of the heap often depends on such a number: while `changed` is 0 the list is sorted so far. Heaps in which flags differ are
//! therefore kept apart, as those of different shapes are.

use super::{Step, Unit, What};
use base::Int;
use domains::{Dim, Expr, Numeric};
use imperative::{ExprKind, InstrKind};

/// The most flags of a unit, and the most values of a flag.
const MOST_FLAGS: usize = 2;
const MOST_VALUES: usize = 3;

impl Unit<'_> {
    /// Its flags, each with its constants.
    pub(super) fn find_flags(&mut self) {
        let mut values: Vec<Option<Vec<Int>>> = vec![Some(Vec::new()); self.slots.all.len()];
        let mut asked = vec![false; self.slots.all.len()];
        for step in self.edges.iter().flat_map(|edge| &edge.steps) {
            match step {
                Step::Do { instr, frame, .. } => {
                    // Others do not make it less of a flag: only its constants are looked at.
                    if let InstrKind::Assign(var, value) = &instr.kind {
                        let Some(slot) = self.slot(*frame, *var) else { continue };
                        let known = match &value.unchecked().kind {
                            ExprKind::Int(n) => Some(n.clone()),
                            ExprKind::Bool(b) => Some(Int::from(i64::from(*b))),
                            _ => None,
                        };
                        values[slot] = values[slot].take().zip(known).map(|(mut all, new)| {
                            if !all.contains(&new) {
                                all.push(new);
                            }
                            all
                        });
                    }
                }
                Step::Choose { cond, frame, .. } => {
                    for slot in cond.vars().into_iter().filter_map(|var| self.slot(*frame, var)) {
                        asked[slot] = true;
                    }
                }
                Step::Pass { slot, .. } | Step::Back { slot, .. } => values[*slot] = None,
                Step::Fail { .. } | Step::Lose { .. } | Step::Claim { .. } => {}
            }
        }
        let few = |slot: usize| {
            let constants = values[slot].clone()?;
            let (What::Number(dim, _) | What::Truth(dim)) = self.slots.all[slot].what else { return None };
            let few = asked[slot] && (2..=MOST_VALUES).contains(&constants.len());
            few.then(|| (Dim::new(dim), constants))
        };
        self.flags = (0..self.slots.all.len()).filter_map(few).take(MOST_FLAGS).collect();
    }

    /// The values of flags, as far as they are known.
    pub fn flag_values<N: Numeric>(&self, value: &N) -> Vec<Option<Int>> {
        let of = |(dim, constants): &(Dim, Vec<Int>)| {
            let bounds = value.bounds(&Expr::from(*dim))?;
            bounds.low.filter(|low| Some(low) == bounds.high.as_ref() && constants.contains(low))
        };
        self.flags.iter().map(of).collect()
    }
}
