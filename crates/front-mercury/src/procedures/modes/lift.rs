//! Lambdas become procedures: what they capture comes first, then their own arguments.
//!
//! ```text
//! F = (func(X) = X + Y)       F <= closure lambda_1(Y)      lambda_1(Y, X) = Z :- Z = X + Y
//! ```
//!
//! Variables of a lifted procedure are numbered anew, so that it has only its own.

use super::unify::LAMBDA;
use super::{Analyser, Frame, LambdaBody};
use crate::core::{Var, VarId};
use crate::procedures::{Body, Goal, GoalKind, ProcId, Procedure, Value};
use std::collections::BTreeMap;

impl Analyser<'_> {
    /// The goal with its lambdas moved to [`Analyser::lambdas`]. Their numbers count from the number [`LAMBDA`].
    pub(super) fn lift(&mut self, frame: &mut Frame, mut goal: Goal) -> Goal {
        let mut bodies: Vec<Option<LambdaBody>> =
            std::mem::take(&mut frame.lambdas).into_iter().map(Some).collect();
        let chosen = std::mem::take(&mut frame.chosen);
        let mut choose = |goal: &mut Goal| {
            if let GoalKind::Construct(var, Value::Closure(id, _)) = &mut goal.kind
                && let Some(other) = chosen.get(var)
            {
                *id = *other;
            }
        };
        walk(&mut goal, &mut choose);
        bodies.iter_mut().flatten().for_each(|body| walk(&mut body.goal, &mut choose));
        let base = self.lambdas.len();
        let mut ids: BTreeMap<ProcId, ProcId> = BTreeMap::new();
        for (index, body) in bodies.iter_mut().enumerate() {
            let Some(mut body) = body.take() else { continue };
            let own = ProcId(LAMBDA.saturating_add(index as u32));
            ids.insert(own, ProcId(LAMBDA.saturating_add((base + index) as u32)));
            let mut renaming = Renaming { vars: &frame.vars, known: BTreeMap::new(), own: Vec::new() };
            let head = body.head.iter().map(|(var, flow)| (renaming.var(*var), *flow)).collect();
            walk(&mut body.goal, &mut |goal| {
                each_var(&mut goal.kind, &mut |var| *var = renaming.var(*var));
                renumber(&mut goal.kind, &ids);
            });
            self.lambdas.push(Procedure {
                pred: frame.pred,
                mode: index,
                lambda: true,
                captured: body.captured,
                head,
                modes: body.modes,
                vars: renaming.own,
                declared: Some(body.determinism),
                inferred: None,
                determinism: body.determinism,
                body: Body::Goal(body.goal),
                at: body.at,
            });
        }
        walk(&mut goal, &mut |goal| renumber(&mut goal.kind, &ids));
        goal
    }

    /// Puts the lambdas behind the other procedures.
    pub(crate) fn finish(mut self) -> (Vec<Procedure>, Vec<source::Diagnostic>) {
        let count = self.signatures.len() as u32;
        let mut list = Vec::new();
        for index in 0..self.signatures.len() {
            // Every signature has been looked at.
            if let Some(procedure) = self.results.remove(&ProcId::new(index)) {
                list.push(procedure);
            }
        }
        list.append(&mut self.lambdas);
        for procedure in &mut list {
            if let Body::Goal(goal) = &mut procedure.body {
                walk(goal, &mut |goal| {
                    if let GoalKind::Construct(_, Value::Closure(id, _)) = &mut goal.kind
                        && id.0 >= LAMBDA
                    {
                        *id = ProcId(id.0 - LAMBDA + count);
                    }
                });
            }
        }
        (list, self.messages)
    }
}

fn renumber(kind: &mut GoalKind, ids: &BTreeMap<ProcId, ProcId>) {
    if let GoalKind::Construct(_, Value::Closure(id, _)) = kind
        && let Some(new) = ids.get(id)
    {
        *id = *new;
    }
}

struct Renaming<'a> {
    vars: &'a [Var],
    known: BTreeMap<VarId, VarId>,
    own: Vec<Var>,
}

impl Renaming<'_> {
    fn var(&mut self, var: VarId) -> VarId {
        if let Some(known) = self.known.get(&var) {
            return *known;
        }
        let id = VarId::new(self.own.len());
        if let Some(found) = self.vars.get(var.index()) {
            self.own.push(found.clone());
            self.known.insert(var, id);
        }
        id
    }
}

/// A goal and all its parts.
fn walk(goal: &mut Goal, see: &mut impl FnMut(&mut Goal)) {
    see(goal);
    match &mut goal.kind {
        GoalKind::Conj(goals) | GoalKind::Disj { arms: goals, .. } => {
            for part in goals {
                walk(part, see);
            }
        }
        GoalKind::Not(inner) | GoalKind::Commit(inner) | GoalKind::Noted(_, inner) => walk(inner, see),
        GoalKind::If(a, b, c) => [a, b, c].into_iter().for_each(|part| walk(part, see)),
        _ => {}
    }
}

fn each_var(kind: &mut GoalKind, see: &mut impl FnMut(&mut VarId)) {
    match kind {
        GoalKind::Test(x, y) | GoalKind::Assign(x, y) => [x, y].into_iter().for_each(see),
        GoalKind::Construct(x, Value::Term(_, args) | Value::Closure(_, args))
        | GoalKind::Deconstruct { var: x, args, .. } => {
            see(x);
            args.iter_mut().for_each(see);
        }
        GoalKind::Call(_, args) => args.iter_mut().for_each(see),
        GoalKind::CallClosure { closure, args, .. } => {
            see(closure);
            args.iter_mut().for_each(|(var, _)| see(var));
        }
        GoalKind::Noted(crate::core::Note::RequireSwitch(_, var), _) => see(var),
        _ => {}
    }
}
