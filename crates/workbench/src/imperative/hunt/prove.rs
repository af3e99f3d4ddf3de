//! Showing goals infeasible whose condition no state satisfies.

use super::Hunt;
use super::places::target;
use super::state::State;
use super::verdict::Shown;
use base::{Budget, Counter};
use criteria::Goal;
use explore::{Target, excluded};
use std::collections::BTreeMap;

/// Steps of the solver for the goals of one entry. Most take a few hundred.
const STEPS: u64 = 500_000;

impl Hunt<'_> {
    /// Tries to show that no run meets the goals that are open, of those that are wanted.
    pub(super) fn prove(&self, at: &mut State<'_, '_>, wanted: &dyn Fn(&Goal) -> bool, budget: &Budget) {
        let mut known: BTreeMap<Target, bool> = BTreeMap::new();
        let counter = Counter::default();
        let counted = budget.clone().with_counter(&counter);
        for number in at.open(wanted, false) {
            let Some(target) = at.goal(number).and_then(|g| target(self.program, g)) else { continue };
            if budget.look().is_err() || counter.steps() > STEPS {
                return;
            }
            if *known.entry(target).or_insert_with(|| excluded(self.program, target, &counted)) {
                at.show(number, Shown::Anywhere);
            }
        }
    }
}
