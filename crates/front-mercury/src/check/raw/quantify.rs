//! Implicit quantification, as section "Implicit quantification" of the reference manual has it.
//!
//! A variable that occurs in a negated context, and outside of it only in goals that are parallel to it, belongs to that
//! context:
//!
//! ```text
//! ( not p(X) ; not q(X) )      two variables: the goals are parallel
//! not p(X), not q(X)           one variable
//! ```
//!
//! Negated contexts are negations, conditions (with their `then` part) and lambdas. Alternatives of a disjunction are parallel,
//! as are `else` parts to the condition and to `then`, and lambdas to each other.
//!
//! For the variables of each goal it is known whether they occur outside of it, and whether outside of lambdas. Of a
//! conjunction these are counted once; only goals with a negated context in them are looked at again, so the work grows with the
//! depth of negations, not with the length of conjunctions.

use super::{Clause, Expr, ExprId, ExprKind, Goal, GoalKind, Lambda, RawVar};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Gives variables of negated contexts numbers of their own.
pub(crate) fn quantify(clause: &mut Clause) {
    let count = clause.vars.len();
    let mut pass = Pass {
        exprs: &clause.exprs,
        vars: &mut clause.vars,
        fixed: &clause.fixed,
        outside: vec![Outside::default(); count],
        current: (0..count).collect(),
        found: Vec::new(),
    };
    let parts: Vec<Part> =
        clause.head.iter().map(|expr| Part::Expr(*expr)).chain([Part::Goal(&clause.body)]).collect();
    pass.all(&parts);
    let found = pass.found;
    for (expr, var) in found {
        if let Some(Expr { kind: ExprKind::Var(old), .. }) = clause.exprs.get_mut(expr) {
            *old = var;
        }
    }
}

/// Where else a variable occurs, beside parallel goals.
#[derive(Clone, Copy, Default)]
struct Outside {
    anywhere: bool,
    /// Outside of lambdas.
    plainly: bool,
}

/// A goal or an expression.
#[derive(Clone, Copy)]
enum Part<'a> {
    Goal(&'a Goal),
    Expr(ExprId),
}

/// The variables that occur in a part, each with whether it also occurs outside of lambdas.
type Occurrences = BTreeMap<RawVar, bool>;

struct Pass<'a> {
    exprs: &'a [Expr],
    vars: &'a mut Vec<(String, Span)>,
    fixed: &'a BTreeSet<RawVar>,
    outside: Vec<Outside>,
    /// The number that a variable has here.
    current: Vec<RawVar>,
    /// The numbers of occurrences.
    found: Vec<(ExprId, RawVar)>,
}

impl<'a> Pass<'a> {
    /// The parts that a part is made of, without looking at how they are joined.
    fn parts_of(&self, part: Part<'a>) -> Vec<Part<'a>> {
        let exprs = |ids: &[ExprId]| ids.iter().map(|id| Part::Expr(*id)).collect::<Vec<_>>();
        match part {
            Part::Goal(goal) => match &goal.kind {
                GoalKind::Conj(goals) | GoalKind::Disj(goals) => goals.iter().map(Part::Goal).collect(),
                GoalKind::Not(inner)
                | GoalKind::Some(_, inner)
                | GoalKind::Effect(_, inner)
                | GoalKind::Require(_, inner)
                | GoalKind::Quiet(inner) => vec![Part::Goal(inner)],
                GoalKind::RequireSwitch(_, var, inner) => vec![Part::Expr(*var), Part::Goal(inner)],
                GoalKind::If(_, condition, then, otherwise) => {
                    vec![Part::Goal(condition), Part::Goal(then), Part::Goal(otherwise)]
                }
                GoalKind::Unify(left, right) => exprs(&[*left, *right]),
                GoalKind::Call(_, _, args) => exprs(args),
                GoalKind::CallClosure(closure, args) => {
                    [Part::Expr(*closure)].into_iter().chain(exprs(args)).collect()
                }
                GoalKind::Unsupported(_) => Vec::new(),
            },
            Part::Expr(id) => match self.exprs.get(id).map(|expr| &expr.kind) {
                None | Some(ExprKind::Var(_) | ExprKind::Literal(_)) => Vec::new(),
                Some(ExprKind::Apply(_, args) | ExprKind::Tuple(args)) => exprs(args),
                Some(ExprKind::Call(closure, args)) => {
                    [Part::Expr(*closure)].into_iter().chain(exprs(args)).collect()
                }
                Some(ExprKind::List(elements, rest)) => {
                    elements.iter().chain(rest).map(|id| Part::Expr(*id)).collect()
                }
                Some(ExprKind::If(_, condition, then, otherwise)) => {
                    vec![Part::Goal(condition), Part::Expr(*then), Part::Expr(*otherwise)]
                }
                Some(ExprKind::Lambda(lambda)) => self.lambda_parts(lambda),
                Some(ExprKind::Both(left, right)) => exprs(&[*left, *right]),
                Some(ExprKind::Typed(inner, _)) => exprs(&[*inner]),
            },
        }
    }

    fn lambda_parts(&self, lambda: &'a Lambda) -> Vec<Part<'a>> {
        let params = lambda.params.iter().map(|id| Part::Expr(*id));
        params.chain([Part::Goal(&lambda.body)]).collect()
    }

    fn var_of(&self, part: Part<'a>) -> Option<RawVar> {
        match part {
            Part::Expr(id) => match self.exprs.get(id).map(|expr| &expr.kind) {
                Some(ExprKind::Var(var)) => Some(*var),
                _ => None,
            },
            Part::Goal(_) => None,
        }
    }

    fn is_lambda(&self, part: Part<'a>) -> bool {
        let Part::Expr(id) = part else { return false };
        matches!(self.exprs.get(id).map(|expr| &expr.kind), Some(ExprKind::Lambda(_)))
    }

    /// Whether a part is a negated context, or has alternatives.
    fn is_scope(&self, part: Part<'a>) -> bool {
        match part {
            Part::Goal(goal) => {
                matches!(goal.kind, GoalKind::Disj(_) | GoalKind::Not(_) | GoalKind::If(..))
            }
            Part::Expr(id) => {
                let kind = self.exprs.get(id).map(|expr| &expr.kind);
                matches!(kind, Some(ExprKind::If(..) | ExprKind::Lambda(_)))
            }
        }
    }

    /// The variables of a part, and whether there is a scope in it.
    fn occurrences(&self, part: Part<'a>) -> (Occurrences, bool) {
        let mut found = Occurrences::new();
        let mut scopes = false;
        let mut open = vec![(part, false)];
        while let Some((part, mut within)) = open.pop() {
            scopes |= self.is_scope(part);
            if let Some(var) = self.var_of(part) {
                *found.entry(var).or_default() |= !within;
            }
            within |= self.is_lambda(part);
            open.extend(self.parts_of(part).into_iter().map(|part| (part, within)));
        }
        (found, scopes)
    }

    /// Parts that are joined by conjunction.
    fn all(&mut self, parts: &[Part<'a>]) {
        let of_parts: Vec<(Occurrences, bool)> = parts.iter().map(|part| self.occurrences(*part)).collect();
        // How many parts a variable occurs in, and in how many plainly.
        let mut counts: BTreeMap<RawVar, (usize, usize)> = BTreeMap::new();
        for (var, plainly) in of_parts.iter().flat_map(|(occurrences, _)| occurrences) {
            let entry = counts.entry(*var).or_default();
            entry.0 += 1;
            entry.1 += usize::from(*plainly);
        }
        for (part, (occurrences, scopes)) in parts.iter().zip(&of_parts) {
            if !scopes {
                self.leaves(*part);
                continue;
            }
            let mut before = Vec::new();
            for (var, plainly) in occurrences {
                let (all, plain) = counts.get(var).copied().unwrap_or_default();
                let Some(outside) = self.outside.get_mut(*var) else { continue };
                before.push((*var, *outside));
                outside.anywhere |= all > 1;
                outside.plainly |= plain > usize::from(*plainly);
            }
            self.part(*part);
            for (var, outside) in before {
                if let Some(slot) = self.outside.get_mut(var) {
                    *slot = outside;
                }
            }
        }
    }

    /// All variables of a part have the numbers of this place.
    fn leaves(&mut self, part: Part<'a>) {
        let mut open = vec![part];
        while let Some(part) = open.pop() {
            if let (Part::Expr(id), Some(var)) = (part, self.var_of(part)) {
                let number = self.current.get(var).copied().unwrap_or(var);
                if number != var {
                    self.found.push((id, number));
                }
            }
            open.extend(self.parts_of(part));
        }
    }

    fn part(&mut self, part: Part<'a>) {
        match part {
            Part::Goal(goal) => match &goal.kind {
                GoalKind::Disj(goals) => goals.iter().for_each(|goal| self.part(Part::Goal(goal))),
                GoalKind::Not(inner) => self.scope(&[Part::Goal(inner)], Part::Goal(inner), false),
                GoalKind::If(_, condition, then, otherwise) => {
                    let both = [Part::Goal(condition), Part::Goal(then)];
                    self.scope(&both, Part::Goal(condition), false);
                    self.part(Part::Goal(otherwise));
                }
                GoalKind::Conj(goals) => self.all(&goals.iter().map(Part::Goal).collect::<Vec<_>>()),
                _ => self.all(&self.parts_of(part)),
            },
            Part::Expr(id) => match self.exprs.get(id).map(|expr| &expr.kind) {
                Some(ExprKind::If(_, condition, then, otherwise)) => {
                    let both = [Part::Goal(condition), Part::Expr(*then)];
                    self.scope(&both, Part::Goal(condition), false);
                    self.part(Part::Expr(*otherwise));
                }
                Some(ExprKind::Lambda(lambda)) => {
                    let parts = self.lambda_parts(lambda);
                    self.scope(&parts, part, true);
                }
                Some(ExprKind::Var(_)) => self.leaves(part),
                _ => self.all(&self.parts_of(part)),
            },
        }
    }

    /// Parts of which `context` is a negated context: its variables that do not occur outside are its own.
    fn scope(&mut self, parts: &[Part<'a>], context: Part<'a>, lambda: bool) {
        let (occurrences, _) = self.occurrences(context);
        let mut before = Vec::new();
        for var in occurrences.into_keys() {
            let outside = self.outside.get(var).copied().unwrap_or_default();
            let elsewhere = if lambda { outside.plainly } else { outside.anywhere };
            if elsewhere || self.fixed.contains(&var) {
                continue;
            }
            let Some(origin) = self.vars.get(var).cloned() else { continue };
            let number = self.vars.len();
            self.vars.push(origin);
            if let Some(current) = self.current.get_mut(var) {
                before.push((var, *current));
                *current = number;
            }
        }
        self.all(parts);
        for (var, number) in before {
            if let Some(current) = self.current.get_mut(var) {
                *current = number;
            }
        }
    }
}
