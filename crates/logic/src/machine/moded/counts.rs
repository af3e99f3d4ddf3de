//! What a measured run has counted, goal by goal.
//!
//! A run counts labels alone. The rest follows: a goal succeeds as often as the label behind it is reached. It fails
//! as often as it is reached and neither succeeds nor is left by an exception. Goals of a library with several solutions are
//! counted when they fail, perhaps after solutions; whether those of the program itself fail is seen where they are defined. A switch
//! is done by a jump, so the arms that were not tried count here what they would have counted if they had been tried: the
//! labels up to the unification that fails (section 4.4.2).

use crate::moded::{Block, GoalKind, Label, NO_LABEL, Procs};

/// How often labels were reached, and goals failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// By label.
    pub reached: Vec<u64>,
    /// How often the goal behind a label failed.
    pub failed: Vec<u64>,
    /// How often it succeeded.
    pub succeeded: Vec<u64>,
}

impl Counts {
    pub(super) fn new(procs: &Procs, reached: &[u64], exhausted: &[u64], abandoned: &[u64]) -> Counts {
        let labels = procs.points.len();
        let mut counts =
            Counts { reached: reached.to_vec(), failed: vec![0; labels], succeeded: vec![0; labels] };
        counts.reached.resize(labels, 0);
        // Points come in the order of the text, so a switch comes before those inside of it.
        for label in 1..labels {
            counts.skipped_arms(procs, label as Label);
        }
        for label in 1..labels {
            let Some(point) = procs.points.get(label) else { continue };
            let Some(block) = procs.block(point.block) else { continue };
            let Some(goal) = block.goals.get(point.goal as usize) else { continue };
            let after = block.after(point.goal as usize);
            let succeeded = counts.of(after);
            let lost = abandoned.get(label).copied().unwrap_or(0);
            let failed = if procs.has_several_solutions(&goal.kind) {
                exhausted.get(label).copied().unwrap_or(0)
            } else {
                counts.of(label as Label).saturating_sub(succeeded + lost)
            };
            counts.succeeded[label] = succeeded;
            counts.failed[label] = failed;
        }
        counts
    }

    /// How often a label was reached.
    pub fn of(&self, label: Label) -> u64 {
        self.reached.get(label as usize).copied().unwrap_or(0)
    }

    fn skipped_arms(&mut self, procs: &Procs, label: Label) {
        let Some(GoalKind::Switch(var, arms)) = procs.goal(label).map(|goal| &goal.kind) else { return };
        // The run has worked it out by itself.
        if !procs.jumps(*var, arms) {
            return;
        }
        let entered = self.of(label);
        for (arm, _) in arms {
            let Some(block) = procs.block(*arm) else { continue };
            let skipped = entered.saturating_sub(self.of(block.first()));
            for label in prefix(block) {
                if let Some(count) = self.reached.get_mut(label as usize) {
                    *count += skipped;
                }
            }
        }
    }
}

/// The labels of an arm up to the unification that decides whether it is entered, or to the switch inside of it.
fn prefix(block: &Block) -> Vec<Label> {
    let mut found = Vec::new();
    for goal in &block.goals {
        found.push(goal.label);
        if !matches!(goal.kind, GoalKind::Assign(..) | GoalKind::Construct(..) | GoalKind::Closure(..)) {
            break;
        }
    }
    found.retain(|label| *label != NO_LABEL);
    found
}
