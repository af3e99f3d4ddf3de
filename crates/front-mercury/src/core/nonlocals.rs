//! Numbers of goals, and which variables occur outside of a goal too.
//!
//! A variable is non-local to a goal if it occurs in it less often than in the whole definition. Counting goes from the inside
//! out; a variable whose occurrences are all inside of a goal is forgotten there, so the maps stay small.

use super::{Definition, Goal, GoalKind, Note, Rhs, VarId};
use std::collections::BTreeMap;

/// How often variables occur.
type Counts = BTreeMap<VarId, u32>;

/// Gives the goals of a definition their numbers and non-local variables, and lambdas what they capture.
pub(crate) fn complete(definition: &mut Definition) {
    let mut totals = vec![0u32; definition.vars.len()];
    let mut pass = Pass { totals: &mut totals, next: 0 };
    pass.count(&mut definition.goal);
    for var in &definition.head {
        pass.add(*var);
    }
    let totals = totals;
    Pass::nonlocals(&mut definition.goal, &totals);
}

struct Pass<'a> {
    totals: &'a mut Vec<u32>,
    next: u32,
}

impl Pass<'_> {
    fn add(&mut self, var: VarId) {
        if let Some(total) = self.totals.get_mut(var.index()) {
            *total += 1;
        }
    }

    /// Numbers goals and counts occurrences.
    fn count(&mut self, goal: &mut Goal) {
        goal.number = self.next;
        self.next += 1;
        let mut vars = Vec::new();
        own_vars(&goal.kind, &mut vars);
        vars.into_iter().for_each(|var| self.add(var));
        for part in parts(&mut goal.kind) {
            self.count(part);
        }
    }

    /// The occurrences in a goal of variables that occur outside too.
    fn nonlocals(goal: &mut Goal, totals: &[u32]) -> Counts {
        let mut found = Counts::new();
        let mut vars = Vec::new();
        own_vars(&goal.kind, &mut vars);
        for var in vars {
            *found.entry(var).or_default() += 1;
        }
        for part in parts(&mut goal.kind) {
            for (var, count) in Pass::nonlocals(part, totals) {
                *found.entry(var).or_default() += count;
            }
        }
        if let GoalKind::Unify(_, Rhs::Lambda(lambda)) = &mut goal.kind {
            let outside: Vec<VarId> = lambda.body.nonlocals.clone();
            lambda.captured = outside.into_iter().filter(|var| !lambda.params.contains(var)).collect();
        }
        found.retain(|var, count| totals.get(var.index()).is_some_and(|total| *total > *count));
        goal.nonlocals = found.keys().copied().collect();
        found
    }
}

/// The goals that a goal is made of.
fn parts(kind: &mut GoalKind) -> Vec<&mut Goal> {
    match kind {
        GoalKind::Conj(goals) | GoalKind::Disj(goals) => goals.iter_mut().collect(),
        GoalKind::Not(inner) | GoalKind::Some(_, inner) | GoalKind::Note(_, inner) => vec![&mut **inner],
        GoalKind::If(_, condition, then, otherwise) => vec![condition, then, otherwise],
        GoalKind::Unify(_, Rhs::Lambda(lambda)) => vec![&mut lambda.body],
        GoalKind::Unify(..) | GoalKind::Call(..) | GoalKind::CallClosure(..) | GoalKind::Unsupported(_) => {
            Vec::new()
        }
    }
}

/// The variables of a goal that stand in none of its parts.
fn own_vars(kind: &GoalKind, found: &mut Vec<VarId>) {
    match kind {
        GoalKind::Unify(var, rhs) => {
            found.push(*var);
            match rhs {
                Rhs::Var(var) => found.push(*var),
                Rhs::Cons(_, args) | Rhs::Tuple(args) | Rhs::Closure(_, args) => found.extend(args),
                Rhs::Lambda(lambda) => found.extend(&lambda.params),
                Rhs::Literal(_) => {}
            }
        }
        GoalKind::Call(_, args) => found.extend(args),
        GoalKind::CallClosure(_, closure, args) => {
            found.push(*closure);
            found.extend(args);
        }
        GoalKind::Note(Note::RequireSwitch(_, var), _) => found.push(*var),
        GoalKind::Conj(_)
        | GoalKind::Disj(_)
        | GoalKind::Not(_)
        | GoalKind::Some(..)
        | GoalKind::If(..)
        | GoalKind::Note(..)
        | GoalKind::Unsupported(_) => {}
    }
}
