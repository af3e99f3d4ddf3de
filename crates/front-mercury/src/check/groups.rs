//! Predicates without declarations that use each other, those that others use first.
//!
//! The strongly connected components of "its clauses have a name of", by the algorithm of Kosaraju and Sharir.

use super::names::Names;
use super::raw::{Clause, ExprKind, Goal, GoalKind};
use crate::core::PredId;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn groups(names: &Names, open: &BTreeMap<PredId, Vec<Clause>>) -> Vec<Vec<PredId>> {
    let mut by_name: BTreeMap<&str, Vec<PredId>> = BTreeMap::new();
    for id in open.keys() {
        if let Some(pred) = names.program.pred(*id) {
            by_name.entry(&pred.name).or_default().push(*id);
        }
    }
    let mut uses: BTreeMap<PredId, Vec<PredId>> = BTreeMap::new();
    let mut used: BTreeMap<PredId, Vec<PredId>> = BTreeMap::new();
    for (id, clauses) in open {
        let mut words = BTreeSet::new();
        clauses.iter().for_each(|clause| words_of(clause, &mut words));
        for other in words.into_iter().flat_map(|word| by_name.get(word).into_iter().flatten()) {
            uses.entry(*id).or_default().push(*other);
            used.entry(*other).or_default().push(*id);
        }
    }
    // The order in which a walk is done with them.
    let mut done = Vec::new();
    let mut seen = BTreeSet::new();
    for id in open.keys() {
        walk(*id, &used, &mut seen, &mut done);
    }
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for id in done.into_iter().rev() {
        let mut group = Vec::new();
        walk(id, &uses, &mut seen, &mut group);
        if !group.is_empty() {
            group.sort();
            found.push(group);
        }
    }
    found
}

/// Adds all that can be reached and was not seen, in the order in which the walk leaves them.
fn walk(
    from: PredId,
    edges: &BTreeMap<PredId, Vec<PredId>>,
    seen: &mut BTreeSet<PredId>,
    done: &mut Vec<PredId>,
) {
    if !seen.insert(from) {
        return;
    }
    let mut stack = vec![(from, 0)];
    while let Some((at, next)) = stack.pop() {
        match edges.get(&at).and_then(|targets| targets.get(next)) {
            Some(target) => {
                stack.push((at, next + 1));
                if seen.insert(*target) {
                    stack.push((*target, 0));
                }
            }
            None => done.push(at),
        }
    }
}

/// The names in a clause.
pub(super) fn words_of<'a>(clause: &'a Clause, found: &mut BTreeSet<&'a str>) {
    for expr in &clause.exprs {
        match &expr.kind {
            ExprKind::Apply(name, _) => {
                found.insert(&name.text);
            }
            ExprKind::Lambda(lambda) => goal_words(&lambda.body, found),
            ExprKind::If(_, condition, _, _) => goal_words(condition, found),
            _ => {}
        }
    }
    goal_words(&clause.body, found);
}

fn goal_words<'a>(goal: &'a Goal, found: &mut BTreeSet<&'a str>) {
    let mut open = vec![goal];
    while let Some(goal) = open.pop() {
        match &goal.kind {
            GoalKind::Conj(goals) | GoalKind::Disj(goals) => open.extend(goals),
            GoalKind::Not(inner)
            | GoalKind::Some(_, inner)
            | GoalKind::Effect(_, inner)
            | GoalKind::Require(_, inner)
            | GoalKind::RequireSwitch(_, _, inner)
            | GoalKind::Quiet(inner) => open.push(inner),
            GoalKind::If(_, condition, then, otherwise) => open.extend([&**condition, then, otherwise]),
            GoalKind::Call(_, name, _) => {
                found.insert(&name.text);
            }
            GoalKind::Unify(..) | GoalKind::CallClosure(..) | GoalKind::Unsupported(_) => {}
        }
    }
}
