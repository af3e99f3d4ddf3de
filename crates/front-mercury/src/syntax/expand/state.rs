//! State variables in clauses and goals.

use super::expressions::Next;
use super::grammar::conjunction;
use super::scopes::{Branch, Known, Slot};
use super::{Expander, variable};
use crate::syntax::ast::{
    Clause, Expr, ExprKind, Goal, GoalKind, Parameter, Place, Quantified, Scope, StateUse, UnifyKind,
};
use source::Diagnostic;
use std::collections::BTreeMap;

impl Expander {
    pub(super) fn clause(&mut self, clause: &Clause) -> Clause {
        let mut clause = clause.clone();
        let mut known = Known::new();
        clause.head.params = both_as_two(clause.head.params);
        let first = self.introduce(&clause.head.params, clause.head.result.as_ref(), &mut known);
        if let Some(body) = &clause.body {
            clause.body = Some(self.one(body, &mut known));
        }
        let mut last = Next::Last(last_values(&known));
        clause.head.params = self.params(&clause.head.params, &first, &mut last);
        clause.head.result = clause.head.result.map(|result| self.param(&result, &first, &mut last));
        clause
    }

    /// Makes the state variables of a head known. Returns what is known where its parameters are taken apart.
    pub(super) fn introduce(
        &mut self,
        params: &[Parameter],
        result: Option<&Parameter>,
        known: &mut Known,
    ) -> Known {
        let mut uses: Vec<(StateUse, String)> = Vec::new();
        for param in params {
            super::expressions::state_uses(&param.expr, &mut uses);
        }
        // A result may be the last value; one that is a current value only reads it.
        if let Some(ExprKind::State(StateUse::Next, name)) = result.map(|result| &result.expr.kind) {
            uses.push((StateUse::Next, name.clone()));
        }
        for (used, name) in &uses {
            let slot = known.get(name).filter(|slot| slot.open);
            let valued = slot.is_some_and(|slot| slot.current.is_some());
            let current = match used {
                _ if valued => continue,
                StateUse::Next if slot.is_some() => continue,
                StateUse::Next => None,
                StateUse::Current | StateUse::Both => Some(self.value(name)),
            };
            known.insert(name.clone(), Slot { current, open: true });
        }
        known.clone()
    }

    pub(super) fn params(&mut self, params: &[Parameter], first: &Known, last: &mut Next) -> Vec<Parameter> {
        params.iter().map(|param| self.param(param, first, last)).collect()
    }

    pub(super) fn param(&mut self, param: &Parameter, first: &Known, last: &mut Next) -> Parameter {
        Parameter { expr: self.expr(&param.expr, first, last), mode: param.mode.clone() }
    }

    // Goals.

    /// A goal as one goal.
    pub(super) fn one(&mut self, goal: &Goal, known: &mut Known) -> Goal {
        let mut goals = Vec::new();
        self.into(goal, known, &mut goals);
        conjunction(goals, goal.at)
    }

    /// A goal whose changes of state variables are not visible after it.
    fn apart(&mut self, goal: &Goal, known: &Known) -> Box<Goal> {
        let start = self.created.len();
        let goal = self.one(goal, &mut known.clone());
        // What is created there stays there, so no quantifier outside names it.
        self.created.truncate(start);
        Box::new(goal)
    }

    /// A branch from here on.
    fn branch(&mut self, goal: &Goal, start: Known) -> Branch {
        let mut end = start.clone();
        let mut goals = Vec::new();
        self.into(goal, &mut end, &mut goals);
        Branch { goals, start, end, at: goal.at }
    }

    /// A goal behind others.
    fn into(&mut self, goal: &Goal, known: &mut Known, goals: &mut Vec<Goal>) {
        let at = goal.at;
        let kind = match &goal.kind {
            GoalKind::Conj(parts) => {
                for part in parts {
                    self.into(part, known, goals);
                }
                return;
            }
            GoalKind::Disj(parts) => {
                let mut branches: Vec<Branch> =
                    parts.iter().map(|part| self.branch(part, known.clone())).collect();
                self.meet(known, &mut branches);
                let parts = branches.into_iter().map(|branch| conjunction(branch.goals, branch.at));
                GoalKind::Disj(parts.collect())
            }
            GoalKind::If(condition, then, otherwise) => self.conditional(condition, then, otherwise, known),
            GoalKind::Not(inner) => GoalKind::Not(self.apart(inner, known)),
            GoalKind::Some(vars, inner) => {
                let scope = self.open(state_names(vars), known);
                let inner = self.one(inner, known);
                let values = self.close(&scope, known);
                let vars = Expander::quantify(vars, values);
                if vars.is_empty() {
                    match inner.kind {
                        GoalKind::Conj(parts) => goals.extend(parts),
                        _ => goals.push(inner),
                    }
                    return;
                }
                GoalKind::Some(vars, Box::new(inner))
            }
            GoalKind::All(vars, inner) => {
                let start = self.created.len();
                let mut within = known.clone();
                let scope = self.open(state_names(vars), &mut within);
                let inner = self.one(inner, &mut within);
                let values = self.close(&scope, &mut within);
                self.created.truncate(start);
                GoalKind::All(Expander::quantify(vars, values), Box::new(inner))
            }
            GoalKind::Implies(left, right) => {
                let (start, mut within) = (self.created.len(), known.clone());
                let left = self.one(left, &mut within);
                self.created.truncate(start);
                GoalKind::Implies(Box::new(left), self.apart(right, &within))
            }
            GoalKind::ImpliedBy(left, right) => {
                let (start, mut within) = (self.created.len(), known.clone());
                let right = self.one(right, &mut within);
                self.created.truncate(start);
                GoalKind::ImpliedBy(self.apart(left, &within), Box::new(right))
            }
            GoalKind::Equivalent(left, right) => {
                GoalKind::Equivalent(self.apart(left, known), self.apart(right, known))
            }
            GoalKind::Effect(purity, inner) => GoalKind::Effect(*purity, Box::new(self.one(inner, known))),
            GoalKind::Scope(scope, inner) => {
                let scope = match scope {
                    Scope::RequireSwitch(word, var) => {
                        Scope::RequireSwitch(word.clone(), self.expr(var, known, &mut Next::Nothing))
                    }
                    Scope::Require(_) | Scope::Promise(..) | Scope::DisableWarnings(_) => scope.clone(),
                };
                GoalKind::Scope(scope, Box::new(self.one(inner, known)))
            }
            GoalKind::Unify(kind, left, right) => {
                let mut next = Next::New(BTreeMap::new());
                let left = self.expr(left, known, &mut next);
                let right = self.expr(right, known, &mut next);
                take(next, known);
                GoalKind::Unify(*kind, left, right)
            }
            GoalKind::Call(name, args) => {
                let mut next = Next::New(BTreeMap::new());
                let args = self.args(args, known, &mut next);
                take(next, known);
                GoalKind::Call(name.clone(), args)
            }
            GoalKind::CallClosure(closure, args) => {
                let mut next = Next::New(BTreeMap::new());
                let closure = self.expr(closure, known, &mut next);
                let args = self.args(args, known, &mut next);
                take(next, known);
                GoalKind::CallClosure(closure, args)
            }
            GoalKind::Assign(name, path, value) => {
                let state = |used| Expr { kind: ExprKind::State(used, name.clone()), at };
                let (base, path) = (Box::new(state(StateUse::Current)), path.clone());
                let update = Expr { kind: ExprKind::Update(base, path, Box::new(value.clone())), at };
                let kind = GoalKind::Unify(UnifyKind::Equal, state(StateUse::Next), update);
                return self.into(&Goal { kind, at }, known, goals);
            }
            GoalKind::True
            | GoalKind::Fail
            | GoalKind::Unsupported(_)
            | GoalKind::Braces(_)
            | GoalKind::Terminals(_)
            | GoalKind::Rest(_)
            | GoalKind::SetRest(_)
            | GoalKind::GetField(..)
            | GoalKind::SetField(..) => goal.kind.clone(),
        };
        goals.push(Goal { kind, at });
    }

    fn conditional(
        &mut self,
        condition: &Goal,
        then: &Goal,
        otherwise: &Goal,
        known: &mut Known,
    ) -> GoalKind {
        let mut within = known.clone();
        let no_vars = Vec::new();
        // What is quantified at the top of the condition is known in the `then` part too.
        let (vars, inner) = match &condition.kind {
            GoalKind::Some(vars, inner) => (vars, &**inner),
            _ => (&no_vars, condition),
        };
        let scope = self.open(state_names(vars), &mut within);
        let inner = self.one(inner, &mut within);
        let mut then = self.branch(then, within.clone());
        let values = self.close(&scope, &mut within);
        Expander::leave(&scope, &mut then.end);
        Expander::leave(&scope, &mut then.start);
        let vars = Expander::quantify(vars, values);
        let condition = match vars.is_empty() {
            true => inner,
            false => Goal { kind: GoalKind::Some(vars, Box::new(inner)), at: condition.at },
        };
        let otherwise = self.branch(otherwise, known.clone());
        let mut branches = [then, otherwise];
        self.meet(known, &mut branches);
        let [then, otherwise] = branches.map(|branch| Box::new(conjunction(branch.goals, branch.at)));
        GoalKind::If(Box::new(condition), then, otherwise)
    }

    /// The arguments of a call: `!X` stands for two.
    fn args(&mut self, args: &[Expr], known: &Known, next: &mut Next) -> Vec<Expr> {
        let mut found = Vec::new();
        for arg in args {
            match &arg.kind {
                ExprKind::State(StateUse::Both, name) => {
                    for used in [StateUse::Current, StateUse::Next] {
                        let half = Expr { kind: ExprKind::State(used, name.clone()), at: arg.at };
                        found.push(self.expr(&half, known, next));
                    }
                }
                _ => found.push(self.expr(arg, known, next)),
            }
        }
        found
    }

    // Uses of state variables.

    pub(super) fn current(&mut self, name: &str, at: Place, known: &Known) -> Expr {
        match known.get(name) {
            Some(Slot { current: Some(value), .. }) => return variable(value, at),
            Some(_) => {
                let message = format!("`!.{name}` is used before it has a value");
                self.wrong(message, at, "no value yet", &format!("`!:{name}` gives it one"));
            }
            None => self.unknown(name, at),
        }
        variable(name, at)
    }

    pub(super) fn unknown(&mut self, name: &str, at: Place) {
        let message = format!("there is no state variable `!{name}` here");
        let help = format!("name it in the head of the clause, or with `some [!{name}]`");
        self.wrong(message, at, "not known", &help);
    }

    pub(super) fn wrong(&mut self, message: String, at: Place, label: &str, help: &str) {
        let found = Diagnostic::error(message).primary(at.0, label).help(help);
        // `!X` is looked at twice.
        if !self.messages.contains(&found) {
            self.messages.push(found);
        }
    }
}

/// The values at the end of a body.
pub(super) fn last_values(known: &Known) -> BTreeMap<String, Option<String>> {
    known
        .iter()
        .filter(|(_, slot)| slot.open)
        .map(|(name, slot)| (name.clone(), slot.current.clone()))
        .collect()
}

/// The new values of a goal become the current ones.
fn take(next: Next, known: &mut Known) {
    let Next::New(values) = next else { return };
    for (name, value) in values {
        if let Some(slot) = known.get_mut(&name) {
            slot.current = Some(value);
        }
    }
}

fn state_names(vars: &[Quantified]) -> Vec<String> {
    vars.iter().filter(|var| var.state).map(|var| var.name.clone()).collect()
}

/// `!X` in the head of a clause as two parameters.
fn both_as_two(params: Vec<Parameter>) -> Vec<Parameter> {
    let mut found = Vec::new();
    for param in params {
        match &param.expr.kind {
            ExprKind::State(StateUse::Both, name) if param.mode.is_none() => {
                for used in [StateUse::Current, StateUse::Next] {
                    let kind = ExprKind::State(used, name.clone());
                    found.push(Parameter { expr: Expr { kind, at: param.expr.at }, mode: None });
                }
            }
            _ => found.push(param),
        }
    }
    found
}
