//! Variables that turned out to be others.

use crate::syntax::ast::{Access, Clause, Expr, ExprKind, Goal, GoalKind, Parameter, Quantified, Scope};
use std::collections::{BTreeMap, BTreeSet};

/// Gives each variable of a clause the name that it turned out to have.
pub(super) fn clause(clause: &mut Clause, renamed: &BTreeMap<String, String>) {
    if renamed.is_empty() {
        return;
    }
    let renamer = Renamer { renamed };
    for param in clause.head.params.iter_mut().chain(&mut clause.head.result) {
        renamer.param(param);
    }
    if let Some(body) = &mut clause.body {
        renamer.goal(body);
    }
}

struct Renamer<'a> {
    renamed: &'a BTreeMap<String, String>,
}

impl Renamer<'_> {
    fn name(&self, name: &mut String) {
        // A value that was merged may be merged again.
        while let Some(next) = self.renamed.get(name) {
            name.clone_from(next);
        }
    }

    fn param(&self, param: &mut Parameter) {
        self.expr(&mut param.expr);
    }

    fn exprs(&self, exprs: &mut [Expr]) {
        exprs.iter_mut().for_each(|expr| self.expr(expr));
    }

    fn path(&self, path: &mut [Access]) {
        path.iter_mut().for_each(|access| self.exprs(&mut access.args));
    }

    fn vars(&self, vars: &mut Vec<Quantified>) {
        vars.iter_mut().for_each(|var| self.name(&mut var.name));
        let mut seen = BTreeSet::new();
        vars.retain(|var| seen.insert(var.name.clone()));
    }

    fn expr(&self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Var(name) => self.name(name),
            ExprKind::State(..)
            | ExprKind::Int(_)
            | ExprKind::Float(..)
            | ExprKind::Str(_)
            | ExprKind::Implied(_) => {}
            ExprKind::Apply(_, args) | ExprKind::Tuple(args) => self.exprs(args),
            ExprKind::Call(function, args) => {
                self.expr(function);
                self.exprs(args);
            }
            ExprKind::List(elements, rest) => {
                self.exprs(elements);
                rest.iter_mut().for_each(|rest| self.expr(rest));
            }
            ExprKind::If(condition, then, otherwise) => {
                self.goal(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Lambda(lambda) => {
                let params = lambda.params.iter_mut().chain(&mut lambda.result);
                params.for_each(|param| self.param(param));
                lambda.body.iter_mut().for_each(|body| self.goal(body));
            }
            ExprKind::Field(base, path) => {
                self.expr(base);
                self.path(path);
            }
            ExprKind::Update(base, path, value) => {
                self.expr(base);
                self.path(path);
                self.expr(value);
            }
            ExprKind::Both(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Typed(inner, _) => self.expr(inner),
        }
    }

    fn goal(&self, goal: &mut Goal) {
        match &mut goal.kind {
            GoalKind::Conj(parts) | GoalKind::Disj(parts) => {
                parts.iter_mut().for_each(|part| self.goal(part))
            }
            GoalKind::If(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|goal| self.goal(goal));
            }
            GoalKind::Implies(left, right)
            | GoalKind::ImpliedBy(left, right)
            | GoalKind::Equivalent(left, right) => {
                self.goal(left);
                self.goal(right);
            }
            GoalKind::Scope(scope, inner) => {
                if let Scope::RequireSwitch(_, var) = scope {
                    self.expr(var);
                }
                self.goal(inner);
            }
            GoalKind::Not(inner) | GoalKind::Effect(_, inner) => self.goal(inner),
            GoalKind::Some(vars, inner) | GoalKind::All(vars, inner) => {
                self.vars(vars);
                self.goal(inner);
            }
            GoalKind::Unify(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            GoalKind::Call(_, args) => self.exprs(args),
            GoalKind::CallClosure(closure, args) => {
                self.expr(closure);
                self.exprs(args);
            }
            // Nothing else is left once a clause is expanded.
            _ => {}
        }
    }
}
