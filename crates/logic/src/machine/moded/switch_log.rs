//! What a switch writes into the log: section 4.4.2 and example 4.10 of the thesis.
//!
//! An instrumented program cannot log inside of the unifications that a switch starts with, or it would be no switch any
//! more. So the labels of all arms up to the first goal that is no unification are logged together: for each arm those
//! that the values at hand lead to.

use super::code::{Code, Op};
use super::values::equal_values;
use crate::machine::Machine;
use crate::machine::cells::{Addr, Cell};
use crate::machine::guide::Guide;
use crate::moded::{BlockId, GoalKind, Label, Procs, Slot};
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
            GoalKind::Switch(..) => return Procs::parts(goal),
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
        let labels = self.arms_labels(&code, arms.iter().copied(), env, true);
        self.moded.log.extend(labels);
    }

    /// Counts the labels that the arms of a switch would reach but for the one that the run jumps to.
    pub(super) fn count_other_arms(&mut self, code: &Code, arms: &[u32], taken: Option<u32>, env: u32) {
        let others = arms.iter().copied().filter(|arm| Some(*arm) != taken);
        for label in self.arms_labels(code, others, env, false) {
            if let Some(count) = self.moded.reached.get_mut(label as usize) {
                *count += 1;
            }
        }
    }

    /// The labels that arms reach before their first goal that is no unification; for the log, as the thesis says, other
    /// disjunctions than switches are no part of that.
    fn arms_labels(
        &mut self,
        code: &Code,
        arms: impl DoubleEndedIterator<Item = u32>,
        env: u32,
        logged: bool,
    ) -> Vec<Label> {
        // Slots that the unifications would fill.
        type Values = BTreeMap<Slot, Cell>;
        let mut labels = Vec::new();
        let mut open: Vec<(u32, Values)> = arms.rev().map(|arm| (arm, Values::new())).collect();
        while let Some((arm, mut values)) = open.pop() {
            let Some(of) = code.blocks.get(arm as usize) else { continue };
            let mut whole = true;
            for (op, label) in of.ops.iter().zip(&of.labels) {
                labels.push(*label);
                let inside: &[u32] = match op {
                    Op::Switch(_, _, arms) => arms,
                    // What is inside may decide whether an arm is entered.
                    Op::Disj(arms) if !logged => arms,
                    Op::Commit(inner) if !logged => std::slice::from_ref(inner),
                    _ => &[],
                };
                open.extend(inside.iter().rev().map(|arm| (*arm, values.clone())));
                if !self.would_hold(code, op, env, &mut values) {
                    whole = false;
                    break;
                }
            }
            if whole {
                labels.extend(of.labels.last());
            }
        }
        labels
    }

    /// Whether a unification would hold; other goals end what is logged together.
    fn would_hold(&mut self, code: &Code, op: &Op, env: u32, values: &mut BTreeMap<Slot, Cell>) -> bool {
        let value = |values: &BTreeMap<Slot, Cell>, slot: Slot| {
            values.get(&slot).copied().unwrap_or_else(|| self.slot(env, slot))
        };
        match op {
            Op::Test(x, y) => {
                equal_values(&self.cells, value(values, *x), value(values, *y)).unwrap_or(false)
            }
            Op::Assign(x, y) => {
                let cell = value(values, *y);
                values.insert(*x, cell);
                true
            }
            Op::Set(x, cell) => {
                values.insert(*x, *cell);
                true
            }
            Op::SetBig(x, big) => {
                let number = code.bigs.get(*big as usize).cloned().unwrap_or_else(|| 0.into());
                let cell = self.cells.int_cell(&number);
                values.insert(*x, cell);
                true
            }
            Op::Build(x, functor, args) => {
                let args: Vec<Cell> = args.iter().map(|arg| value(values, *arg)).collect();
                let first = self.cells.heap_len() as Addr;
                for arg in args {
                    self.cells.push(arg);
                }
                values.insert(*x, Cell::Struct(*functor, first));
                true
            }
            Op::Is(x, cell) => value(values, *x) == *cell,
            Op::IsBig(x, big) => {
                self.cells.int_of(value(values, *x)).as_ref() == code.bigs.get(*big as usize)
            }
            Op::Open(x, functor, args) => match value(values, *x) {
                Cell::Struct(found, first) if found == *functor => {
                    for (i, arg) in args.iter().enumerate() {
                        values.insert(*arg, self.cells.get(first + i as Addr));
                    }
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }
}
