//! What a switch writes into the log: section 4.4.2 and example 4.10 of the thesis.
//!
//! An instrumented program cannot log inside of the unifications that a switch starts with, or it would be no switch any
//! more. So the labels of all arms up to the first goal that is no unification are logged together: for each arm those
//! that the values at hand lead to.

use super::code::Op;
use super::values::equal_values;
use crate::machine::Machine;
use crate::machine::cells::{Addr, Cell};
use crate::machine::guide::Guide;
use crate::moded::{BlockId, GoalKind, Procs, Slot};
use std::collections::BTreeMap;

/// The labels that switches log, by label.
pub(super) fn labels(procs: &Procs) -> Vec<bool> {
    let mut found = vec![false; procs.points.len()];
    for block in &procs.blocks {
        for goal in &block.goals {
            if let GoalKind::Switch(_, arms) = &goal.kind {
                let mut open: Vec<BlockId> = arms.iter().map(|(arm, _)| *arm).collect();
                while let Some(arm) = open.pop() {
                    open.extend(mark(procs, arm, &mut found));
                }
            }
        }
    }
    found
}

/// Marks the labels of an arm up to the first goal that is no unification; the arms of a switch there.
fn mark(procs: &Procs, arm: BlockId, found: &mut [bool]) -> Vec<BlockId> {
    let Some(block) = procs.block(arm) else { return Vec::new() };
    for goal in &block.goals {
        if let Some(mark) = found.get_mut(goal.label as usize) {
            *mark = true;
        }
        match &goal.kind {
            GoalKind::Test(..)
            | GoalKind::Assign(..)
            | GoalKind::Construct(..)
            | GoalKind::Deconstruct { .. } => {}
            GoalKind::Switch(_, arms) => return arms.iter().map(|(arm, _)| *arm).collect(),
            _ => return Vec::new(),
        }
    }
    if let Some(mark) = found.get_mut(block.end as usize) {
        *mark = true;
    }
    Vec::new()
}

impl<G: Guide> Machine<'_, G> {
    /// Logs a switch that is entered, unless one around it has done so.
    pub(super) fn log_switch(&mut self, block: u32, goal: u32, env: u32) {
        let code = std::rc::Rc::clone(&self.moded.code);
        let Some(of) = code.blocks.get(block as usize) else { return };
        let label = of.labels.get(goal as usize).copied().unwrap_or(0);
        if self.moded.in_switch.get(label as usize).copied().unwrap_or(false) {
            return;
        }
        let Some(Op::Switch(_, _, arms)) = of.ops.get(goal as usize) else { return };
        // Slots that the unifications would fill.
        type Values = BTreeMap<Slot, Cell>;
        let mut open: Vec<(u32, Values)> = arms.iter().rev().map(|arm| (*arm, Values::new())).collect();
        while let Some((arm, mut values)) = open.pop() {
            let Some(of) = code.blocks.get(arm as usize) else { continue };
            let value = |values: &Values, slot: Slot| {
                values.get(&slot).copied().unwrap_or_else(|| self.slot(env, slot))
            };
            let mut logged = Vec::new();
            let mut whole = true;
            for (op, label) in of.ops.iter().zip(&of.labels) {
                logged.push(*label);
                let holds = match op {
                    Op::Test(x, y) => {
                        equal_values(&self.cells, value(&values, *x), value(&values, *y)).unwrap_or(false)
                    }
                    Op::Assign(x, y) => {
                        let cell = value(&values, *y);
                        values.insert(*x, cell);
                        true
                    }
                    Op::Set(x, cell) => {
                        values.insert(*x, *cell);
                        true
                    }
                    Op::SetBig(..) | Op::Build(..) => true,
                    Op::Is(x, cell) => value(&values, *x) == *cell,
                    Op::IsBig(x, big) => {
                        self.cells.int_of(value(&values, *x)).as_ref() == code.bigs.get(*big as usize)
                    }
                    Op::Open(x, functor, args) => match value(&values, *x) {
                        Cell::Struct(found, first) if found == *functor => {
                            for (i, arg) in args.iter().enumerate() {
                                values.insert(*arg, self.cells.get(first + i as Addr));
                            }
                            true
                        }
                        _ => false,
                    },
                    Op::Switch(_, _, arms) => {
                        open.extend(arms.iter().rev().map(|arm| (*arm, values.clone())));
                        false
                    }
                    _ => false,
                };
                if !holds {
                    whole = false;
                    break;
                }
            }
            if whole {
                logged.extend(of.labels.last());
            }
            self.moded.log.extend(logged);
        }
    }
}
