//! Conjunctions: goals wait for variables.
//!
//! ```text
//! q(Y), p(X, Y), X = 1        X := 1 first; that wakes p(X, Y), which wakes q(Y)
//! ```
//!
//! A goal is tried once, and once more for each variable that it waits for. So conjunctions of many goals take linear time.

use super::problems::{Problem, Stop, Stuck};
use super::{Analyser, Frame, goal};
use crate::core::{self, VarId};
use crate::procedures::{Goal, GoalKind};
use std::collections::BTreeMap;

/// Goals that wait.
#[derive(Default)]
struct Waiting {
    stuck: BTreeMap<usize, Stuck>,
    by_var: BTreeMap<VarId, Vec<usize>>,
}

impl Analyser<'_> {
    /// A goal by itself: a conjunction if several goals come of it.
    pub(super) fn one(&mut self, frame: &mut Frame, of: &core::Goal) -> Result<Goal, Stop> {
        let mark = frame.mark();
        let mut out = Vec::new();
        self.goal(frame, of, &mut out)?;
        if out.len() == 1
            && let Some(only) = out.pop()
        {
            return Ok(only);
        }
        let binds = !frame.newly(mark, &of.nonlocals).is_empty();
        Ok(goal(GoalKind::Conj(out), of.at, binds))
    }

    /// The goals of a conjunction, in the order in which they run.
    pub(super) fn conj(
        &mut self,
        frame: &mut Frame,
        goals: &[core::Goal],
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        let mut waiting = Waiting::default();
        let mut seen = frame.trail.len();
        for index in 0..goals.len() {
            self.attempt(frame, goals, index, &mut waiting, out)?;
            while let Some(var) = frame.trail.get(seen).copied() {
                seen += 1;
                for woken in waiting.by_var.remove(&var).unwrap_or_default() {
                    if waiting.stuck.remove(&woken).is_some() {
                        self.attempt(frame, goals, woken, &mut waiting, out)?;
                    }
                }
            }
        }
        if waiting.stuck.is_empty() || !frame.reachable {
            return Ok(());
        }
        match cause(goals, waiting.stuck) {
            Some(stuck) => Err(Stop::Stuck(Box::new(stuck))),
            None => Ok(()),
        }
    }

    fn attempt(
        &mut self,
        frame: &mut Frame,
        goals: &[core::Goal],
        index: usize,
        waiting: &mut Waiting,
        out: &mut Vec<Goal>,
    ) -> Result<(), Stop> {
        let Some(of) = goals.get(index) else { return Ok(()) };
        let (mark, length) = (frame.mark(), out.len());
        match self.goal(frame, of, out) {
            Ok(()) => Ok(()),
            Err(Stop::Stuck(stuck)) if !stuck.waiting.is_empty() => {
                frame.undo(mark);
                out.truncate(length);
                for var in &stuck.waiting {
                    waiting.by_var.entry(*var).or_default().push(index);
                }
                waiting.stuck.insert(index, *stuck);
                Ok(())
            }
            Err(stop) => Err(stop),
        }
    }
}

/// The goal to blame, if some can never run: one that waits for a variable which no other of them could bind.
fn cause(goals: &[core::Goal], stuck: BTreeMap<usize, Stuck>) -> Option<Stuck> {
    let mut users: BTreeMap<VarId, usize> = BTreeMap::new();
    for var in stuck.keys().filter_map(|index| goals.get(*index)).flat_map(|goal| &goal.nonlocals) {
        *users.entry(*var).or_default() += 1;
    }
    let mut all: Vec<VarId> = stuck.values().flat_map(|stuck| stuck.waiting.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    let alone = |var: &VarId| users.get(var).copied().unwrap_or(0) <= 1;
    let named = |stuck: &&Stuck| match &stuck.problem {
        Problem::Unbound { var, .. } => alone(var),
        Problem::BothUnbound(x, y) => alone(x) && alone(y),
        _ => false,
    };
    let other = |stuck: &&Stuck| stuck.waiting.iter().any(alone);
    let chosen = stuck.values().find(named).or(stuck.values().find(other)).or(stuck.values().next());
    chosen.map(|chosen| Stuck { waiting: all, ..chosen.clone() })
}
