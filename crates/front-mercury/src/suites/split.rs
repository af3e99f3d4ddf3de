//! The typed clause of a test, split into a predicate for its goal and one for each assertion.
//!
//! ```text
//! test t1 :- append(X, Y, [1]), X = [1].        the clause: a goal and an assertion
//!
//! test t1(X::out, Y::out) :- append(X, Y, [1]).
//! assertion 1 of test t1(X::in) :- X = [1].
//! ```

use crate::check::names::{given, taken};
use crate::core::{
    Body, Definition, Determinism, Goal, GoalKind, Note, Pred, PredId, Proc, Program, Rhs, VarId, complete,
};
use crate::procedures::Flow;
use std::collections::{BTreeMap, BTreeSet};

/// The parts of a clause that `check` made of goals with a note around each.
pub(super) fn parts(goal: Goal) -> Vec<Goal> {
    let parts = match goal.kind {
        GoalKind::Conj(parts) => parts,
        _ => vec![goal],
    };
    let inner = |part: Goal| match part.kind {
        GoalKind::Note(Note::Quiet, inner) => *inner,
        _ => part,
    };
    parts.into_iter().map(inner).collect()
}

/// All variables of a goal.
pub(super) fn variables(goal: &Goal) -> BTreeSet<VarId> {
    let mut found = BTreeSet::new();
    each(&mut goal.clone(), &mut |var| {
        found.insert(*var);
    });
    found
}

/// Visits all occurrences of variables.
fn each(goal: &mut Goal, see: &mut dyn FnMut(&mut VarId)) {
    let mut open = vec![goal];
    while let Some(goal) = open.pop() {
        // These are found again for the new definition.
        goal.nonlocals.clear();
        match &mut goal.kind {
            GoalKind::Conj(goals) | GoalKind::Disj(goals) => open.extend(goals),
            GoalKind::Not(inner) => open.push(inner),
            GoalKind::Some(vars, inner) => {
                vars.iter_mut().for_each(&mut *see);
                open.push(inner);
            }
            GoalKind::If(vars, condition, then, otherwise) => {
                vars.iter_mut().for_each(&mut *see);
                open.extend([&mut **condition, then, otherwise]);
            }
            GoalKind::Unify(var, rhs) => {
                see(var);
                match rhs {
                    Rhs::Var(var) => see(var),
                    Rhs::Cons(_, args) | Rhs::Tuple(args) | Rhs::Closure(_, args) => {
                        args.iter_mut().for_each(&mut *see);
                    }
                    Rhs::Literal(_) => {}
                    Rhs::Lambda(lambda) => {
                        lambda.captured.clear();
                        lambda.params.iter_mut().for_each(&mut *see);
                        open.push(&mut lambda.body);
                    }
                }
            }
            GoalKind::Call(_, args) => args.iter_mut().for_each(&mut *see),
            GoalKind::CallClosure(_, closure, args) => {
                see(closure);
                args.iter_mut().for_each(&mut *see);
            }
            GoalKind::Note(note, inner) => {
                if let Note::RequireSwitch(_, var) = note {
                    see(var);
                }
                open.push(inner);
            }
            GoalKind::Unsupported(_) => {}
        }
    }
}

/// What a goal binds where it succeeds.
#[derive(Clone, Debug, Default)]
pub(super) struct Bound {
    pub vars: BTreeSet<VarId>,
    /// Whether it never succeeds, so that it may be said to bind anything.
    never: bool,
}

/// The variables that a goal binds if its modes are right: those of its calls and unifications, but not those of negations,
/// lambdas, and single branches.
pub(super) fn bound(program: &Program, goal: &Goal) -> Bound {
    match &goal.kind {
        GoalKind::Conj(goals) => both(goals.iter().map(|goal| bound(program, goal))),
        GoalKind::Disj(goals) => either(goals.iter().map(|goal| bound(program, goal))),
        GoalKind::If(vars, condition, then, otherwise) => {
            let mut first = both([condition, then].into_iter().map(|goal| bound(program, goal)));
            first.vars.retain(|var| !vars.contains(var));
            either([first, bound(program, otherwise)].into_iter())
        }
        GoalKind::Some(vars, inner) => {
            let mut found = bound(program, inner);
            found.vars.retain(|var| !vars.contains(var));
            found
        }
        GoalKind::Note(_, inner) => bound(program, inner),
        GoalKind::Not(_) | GoalKind::Unsupported(_) => Bound::default(),
        GoalKind::Unify(var, rhs) => {
            let args: &[VarId] = match rhs {
                Rhs::Var(var) => std::slice::from_ref(var),
                Rhs::Cons(_, args) | Rhs::Tuple(args) | Rhs::Closure(_, args) => args,
                Rhs::Literal(_) | Rhs::Lambda(_) => &[],
            };
            Bound { vars: args.iter().copied().chain([*var]).collect(), never: false }
        }
        GoalKind::Call(pred, args) => {
            let never = program.pred(*pred).is_some_and(|pred| {
                let stops = |proc: &Proc| {
                    matches!(proc.determinism, Some(Determinism::Erroneous | Determinism::Failure))
                };
                !pred.procs.is_empty() && pred.procs.iter().all(stops)
            });
            Bound { vars: args.iter().copied().collect(), never }
        }
        GoalKind::CallClosure(_, closure, args) => {
            Bound { vars: args.iter().copied().chain([*closure]).collect(), never: false }
        }
    }
}

fn both(parts: impl Iterator<Item = Bound>) -> Bound {
    let mut whole = Bound::default();
    for part in parts {
        whole.vars.extend(part.vars);
        whole.never |= part.never;
    }
    whole
}

fn either(arms: impl Iterator<Item = Bound>) -> Bound {
    let (mut whole, mut all) = (None::<BTreeSet<VarId>>, BTreeSet::new());
    for arm in arms {
        all.extend(arm.vars.iter().copied());
        if !arm.never {
            whole = Some(match whole {
                Some(whole) => whole.intersection(&arm.vars).copied().collect(),
                None => arm.vars,
            });
        }
    }
    let never = whole.is_none();
    Bound { vars: whole.unwrap_or(all), never }
}

/// A definition of its own for a part of another, with only the variables that it has.
pub(super) fn definition(of: &Definition, head: &[VarId], mut goal: Goal) -> Definition {
    let mut numbers: BTreeMap<VarId, VarId> = BTreeMap::new();
    let mut vars = Vec::new();
    let mut number = |var: VarId| {
        *numbers.entry(var).or_insert_with(|| {
            vars.extend(of.vars.get(var.index()).cloned());
            VarId::new(vars.len().saturating_sub(1))
        })
    };
    let head = head.iter().map(|var| number(*var)).collect();
    each(&mut goal, &mut |var| *var = number(*var));
    let mut found = Definition { head, vars, goal, clause_modes: vec![None] };
    complete(&mut found);
    found
}

/// Gives a predicate one mode and a body.
pub(super) fn define(pred: &mut Pred, definition: Definition, flows: &[Flow]) {
    let ty = |var: &VarId| definition.vars.get(var.index()).map(|var| var.ty);
    pred.args = definition.head.iter().filter_map(ty).collect();
    pred.arity = pred.args.len();
    let mode = |flow: &Flow| if *flow == Flow::In { taken() } else { given() };
    pred.procs = vec![Proc { modes: flows.iter().map(mode).collect(), determinism: None, at: pred.at }];
    pred.body = Body::Defined(Box::new(definition));
}

/// A predicate beside another one.
pub(super) fn beside(program: &mut Program, id: PredId, name: String) -> Option<PredId> {
    let mut pred = program.pred(id)?.clone();
    pred.name = name;
    program.preds.push(pred);
    Some(PredId::new(program.preds.len() - 1))
}
