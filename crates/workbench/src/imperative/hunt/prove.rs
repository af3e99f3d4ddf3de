//! Showing goals infeasible whose condition no state satisfies.
//!
//! Where something is presumed of the parameters of a procedure, the states that are looked at are not all:
//!
//! ```text
//! if V'First > V'Last + 1 then        no array that the search makes, and still V may be an empty one from 9 to 2
//! ```

use super::Hunt;
use super::places::target;
use super::state::State;
use super::verdict::Shown;
use base::{Budget, Counter};
use criteria::Goal;
use equal::excluded;
use explore::Target;
use imperative::ProcId;
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
            let goal = at.goal(number).filter(|g| !self.presumes(g.proc));
            let target = goal.and_then(|g| target(self.program, g)).map(Target::place);
            let Some(target) = target else { continue };
            if budget.look().is_err() || counter.steps() > STEPS {
                return;
            }
            if *known.entry(target).or_insert_with(|| excluded(self.program, target, &counted)) {
                at.show(number, Shown::Anywhere);
            }
        }
    }

    /// True if something is presumed of the parameters of a procedure.
    fn presumes(&self, proc: ProcId) -> bool {
        self.program.proc(proc).is_some_and(|p| p.presumed.iter().any(|it| !it.of_memory))
    }
}
