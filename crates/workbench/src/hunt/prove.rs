//! Showing goals infeasible whose condition no state satisfies.

use super::Hunt;
use super::places::target;
use super::state::State;
use super::verdict::Shown;
use base::Budget;
use criteria::Goal;
use explore::{Target, excluded};
use std::collections::BTreeMap;

impl Hunt<'_> {
    /// Tries to show that no run meets the goals that are open, of those that are wanted.
    pub(super) fn prove(&self, at: &mut State<'_, '_>, wanted: &dyn Fn(&Goal) -> bool, budget: &Budget) {
        let mut known: BTreeMap<Target, bool> = BTreeMap::new();
        for number in at.open(wanted, false) {
            let Some(target) = at.goal(number).and_then(|g| target(self.program, g)) else { continue };
            if budget.look().is_err() {
                return;
            }
            if *known.entry(target).or_insert_with(|| excluded(self.program, target, budget)) {
                at.show(number, Shown::Anywhere);
            }
        }
    }
}
