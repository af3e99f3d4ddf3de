//! Numbers of goals, and which variables occur outside of a goal too.
//!
//! A variable is non-local to a goal if it occurs in it less often than in the whole definition. Counting goes from the inside
//! out; a variable whose occurrences are all inside of a goal is forgotten there, so the maps stay small.
//!
//! Branches do not see each other: in `( X = f(E), p(E) ; X = g(E), q(E) )` each arm has its own `E`. So inside of a branch only
//! the occurrences of that branch count for a variable that does not occur outside of all of them.

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
    Pass::nonlocals(&mut definition.goal, &mut totals);
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
    fn nonlocals(goal: &mut Goal, totals: &mut [u32]) -> Counts {
        let mut found = Counts::new();
        let mut vars = Vec::new();
        own_vars(&goal.kind, &mut vars);
        for var in vars {
            *found.entry(var).or_default() += 1;
        }
        let branches = matches!(goal.kind, GoalKind::Disj(_) | GoalKind::If(..));
        if branches {
            found = Pass::branches(goal, totals);
        } else {
            for part in parts(&mut goal.kind) {
                for (var, count) in Pass::nonlocals(part, totals) {
                    *found.entry(var).or_default() += count;
                }
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

impl Pass<'_> {
    /// The same for the branches of a goal. A condition belongs to its `then` part.
    fn branches(goal: &mut Goal, totals: &mut [u32]) -> Counts {
        let mut whole = Counts::new();
        occurrences(goal, &mut whole);
        let groups: Vec<Vec<&mut Goal>> = match &mut goal.kind {
            GoalKind::If(_, condition, then, otherwise) => {
                vec![vec![&mut **condition, &mut **then], vec![&mut **otherwise]]
            }
            kind => parts(kind).into_iter().map(|part| vec![part]).collect(),
        };
        for group in groups {
            let mut own = Counts::new();
            group.iter().for_each(|part| occurrences(part, &mut own));
            let mut saved = Vec::new();
            for (var, count) in own {
                let all = whole.get(&var).copied().unwrap_or(0);
                if let Some(total) = totals.get_mut(var.index())
                    && *total == all
                {
                    saved.push((var, *total));
                    *total = count;
                }
            }
            for part in group {
                Pass::nonlocals(part, totals);
            }
            for (var, total) in saved {
                if let Some(slot) = totals.get_mut(var.index()) {
                    *slot = total;
                }
            }
        }
        whole
    }
}

/// How often variables occur in a goal.
fn occurrences(goal: &Goal, found: &mut Counts) {
    let mut open = vec![goal];
    while let Some(goal) = open.pop() {
        let mut vars = Vec::new();
        own_vars(&goal.kind, &mut vars);
        for var in vars {
            *found.entry(var).or_default() += 1;
        }
        match &goal.kind {
            GoalKind::Conj(goals) | GoalKind::Disj(goals) => open.extend(goals),
            GoalKind::Not(inner) | GoalKind::Some(_, inner) | GoalKind::Note(_, inner) => open.push(inner),
            GoalKind::If(_, a, b, c) => open.extend([&**a, b, c]),
            GoalKind::Unify(_, Rhs::Lambda(lambda)) => open.push(&lambda.body),
            _ => {}
        }
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
