//! The clauses of a predicate as one goal in superhomogeneous form.
//!
//! ```text
//! len([]) = 0.                          len(HeadVar_1) = HeadVar_2 :-
//! len([_ | Xs]) = 1 + len(Xs).              ( HeadVar_1 = [], HeadVar_2 = 0
//!                                           ; HeadVar_1 = [_ | Xs], V_1 = 1, V_2 = len(Xs), HeadVar_2 = V_1 + V_2 ).
//! ```
//!
//! Goals for the arguments of a constructor follow it, since most are taken apart; goals for the arguments of a call precede
//! it. Analysis of modes reorders them where that is not what a mode needs.

mod expressions;

use super::names::Names;
use super::raw::{self, ExprId, ExprKind, RawVar};
use super::types::TypedClause;
use crate::core::{Definition, Goal, GoalKind, Mode, ModuleId, Note, PredId, Rhs, Ty, Var, VarId, complete};
use crate::syntax::ast::PredKind;
use source::Span;
use std::collections::BTreeMap;

/// The definition of a predicate. `None` if a mode in it is wrong; a message says so.
pub(super) fn lower(
    names: &mut Names,
    module: ModuleId,
    pred: PredId,
    clauses: Vec<TypedClause>,
) -> Option<Definition> {
    let (args, at) = match names.program.pred(pred) {
        Some(pred) => (pred.args.clone(), pred.at),
        None => return None,
    };
    let mut lowerer = Lowerer {
        names,
        module,
        vars: Vec::new(),
        used: BTreeMap::new(),
        introduced: 0,
        known: BTreeMap::new(),
        wrong: false,
    };
    let mut head = Vec::new();
    for (number, ty) in args.iter().enumerate() {
        let mut names = clauses.iter().filter_map(|typed| head_name(typed, number));
        let name = names.find(|(name, _)| !lowerer.used.contains_key(name));
        let source = name.as_ref().map(|(name, _)| name.clone());
        let (name, at) = name.unwrap_or_else(|| (format!("HeadVar_{}", number + 1), at));
        head.push(lowerer.new_var(&name, source, *ty, at));
    }
    let mut goals = Vec::new();
    let mut clause_modes = Vec::new();
    for typed in &clauses {
        let modes = lowerer.clause_modes(typed);
        clause_modes.push(modes);
        goals.push(lowerer.clause(typed, &head));
    }
    let wrong = lowerer.wrong;
    let vars = lowerer.vars;
    let goal = match goals.len() {
        1 => goals.pop()?,
        _ => {
            let first = goals.first().map_or(at, |goal| goal.at);
            let whole = goals.iter().fold(first, |whole, goal| whole.to(goal.at));
            goal(GoalKind::Disj(goals), whole)
        }
    };
    let mut definition = Definition { head, vars, goal, clause_modes };
    complete(&mut definition);
    (!wrong).then_some(definition)
}

/// The name that a clause has for an argument.
fn head_name(typed: &TypedClause, number: usize) -> Option<(String, Span)> {
    let expr = typed.clause.exprs.get(*typed.clause.head.get(number)?)?;
    let ExprKind::Var(var) = expr.kind else { return None };
    let (name, at) = typed.clause.vars.get(var)?;
    is_source(name).then(|| (name.clone(), *at))
}

/// Whether a name stands in the text.
fn is_source(name: &str) -> bool {
    name != "_" && !name.starts_with("STATE_VARIABLE_") && !name.starts_with("DCG_")
}

fn goal(kind: GoalKind, at: Span) -> Goal {
    Goal { kind, at, number: 0, nonlocals: Vec::new() }
}

fn conjunction(mut goals: Vec<Goal>, at: Span) -> Goal {
    if goals.len() == 1
        && let Some(one) = goals.pop()
    {
        return one;
    }
    goal(GoalKind::Conj(goals), at)
}

struct Lowerer<'a> {
    names: &'a mut Names,
    module: ModuleId,
    vars: Vec<Var>,
    /// How often a name was given.
    used: BTreeMap<String, usize>,
    introduced: usize,
    /// The variables of the clause.
    known: BTreeMap<RawVar, VarId>,
    wrong: bool,
}

impl Lowerer<'_> {
    fn new_var(&mut self, name: &str, source: Option<String>, ty: Ty, at: Span) -> VarId {
        let count = self.used.entry(name.to_string()).or_default();
        *count += 1;
        let mut shown = if *count == 1 { name.to_string() } else { format!("{name}_{count}") };
        // Another variable may have that very name.
        while shown != name && self.used.contains_key(&shown) {
            shown.push('_');
        }
        if shown != name {
            self.used.insert(shown.clone(), 1);
        }
        self.vars.push(Var { name: shown, source, ty, at });
        VarId::new(self.vars.len() - 1)
    }

    /// A variable that the text does not have.
    fn introduce(&mut self, ty: Ty, at: Span) -> VarId {
        self.introduced += 1;
        let name = format!("V_{}", self.introduced);
        self.new_var(&name, None, ty, at)
    }

    fn var(&mut self, typed: &TypedClause, var: RawVar) -> VarId {
        if let Some(known) = self.known.get(&var) {
            return *known;
        }
        let ty = typed.vars.get(var).copied().unwrap_or(Ty(0));
        let found = match typed.clause.vars.get(var) {
            Some((name, at)) if name != "_" => {
                let source = is_source(name).then(|| name.clone());
                let (name, at) = (name.clone(), *at);
                self.new_var(&name, source, ty, at)
            }
            Some((_, at)) => self.introduce(ty, *at),
            None => self.introduce(ty, typed.clause.at),
        };
        self.known.insert(var, found);
        found
    }

    fn raw_vars(&mut self, typed: &TypedClause, vars: &[RawVar]) -> Vec<VarId> {
        vars.iter().map(|var| self.var(typed, *var)).collect()
    }

    fn clause_modes(&mut self, typed: &TypedClause) -> Option<Vec<Mode>> {
        let modes = &typed.clause.modes;
        if modes.is_empty() || modes.iter().any(Option::is_none) {
            return None;
        }
        let resolved: Vec<Option<Mode>> =
            modes.iter().flatten().map(|mode| self.names.mode_of(self.module, mode)).collect();
        let resolved: Option<Vec<Mode>> = resolved.into_iter().collect();
        self.wrong |= resolved.is_none();
        resolved
    }

    fn clause(&mut self, typed: &TypedClause, head: &[VarId]) -> Goal {
        self.known.clear();
        let mut goals = Vec::new();
        let mut later: Vec<(VarId, ExprId)> = Vec::new();
        for (var, expr) in head.iter().zip(&typed.clause.head) {
            match typed.clause.exprs.get(*expr).map(|expr| &expr.kind) {
                Some(ExprKind::Var(raw)) if !self.known.contains_key(raw) => {
                    self.known.insert(*raw, *var);
                }
                _ => later.push((*var, *expr)),
            }
        }
        for (var, expr) in later {
            self.equate(typed, var, expr, &mut goals);
        }
        self.goals(typed, &typed.clause.body, &mut goals);
        conjunction(goals, typed.clause.at)
    }

    /// A goal by itself.
    fn one(&mut self, typed: &TypedClause, of: &raw::Goal) -> Goal {
        let mut goals = Vec::new();
        self.goals(typed, of, &mut goals);
        conjunction(goals, of.at)
    }

    fn boxed(&mut self, typed: &TypedClause, of: &raw::Goal) -> Box<Goal> {
        Box::new(self.one(typed, of))
    }

    /// A goal behind others.
    fn goals(&mut self, typed: &TypedClause, of: &raw::Goal, goals: &mut Vec<Goal>) {
        let at = of.at;
        let kind = match &of.kind {
            raw::GoalKind::Conj(parts) => {
                parts.iter().for_each(|part| self.goals(typed, part, goals));
                return;
            }
            raw::GoalKind::Disj(parts) => {
                GoalKind::Disj(parts.iter().map(|part| self.one(typed, part)).collect())
            }
            raw::GoalKind::Not(inner) => GoalKind::Not(self.boxed(typed, inner)),
            raw::GoalKind::Some(vars, inner) => {
                let inner = self.boxed(typed, inner);
                GoalKind::Some(self.raw_vars(typed, vars), inner)
            }
            raw::GoalKind::If(vars, condition, then, otherwise) => {
                let condition = self.boxed(typed, condition);
                let then = self.boxed(typed, then);
                let otherwise = self.boxed(typed, otherwise);
                GoalKind::If(self.raw_vars(typed, vars), condition, then, otherwise)
            }
            raw::GoalKind::Unify(left, right) => {
                let start = goals.len();
                self.unify(typed, *left, *right, goals);
                // What one side becomes stands where the whole unification stands.
                let sides = [left, right].map(|side| typed.clause.exprs.get(*side).map(|expr| expr.at));
                for part in goals.iter_mut().skip(start) {
                    if sides.contains(&Some(part.at)) {
                        part.at = at;
                    }
                }
                return;
            }
            raw::GoalKind::Call(number, _, args) => {
                let args = self.values(typed, args, goals);
                match typed.calls.get(number) {
                    Some(pred) => GoalKind::Call(*pred, args),
                    None => GoalKind::Unsupported("a call that means nothing"),
                }
            }
            raw::GoalKind::CallClosure(closure, args) => {
                let closure = self.value(typed, *closure, goals);
                GoalKind::CallClosure(PredKind::Pred, closure, self.values(typed, args, goals))
            }
            raw::GoalKind::Effect(purity, inner) => {
                GoalKind::Note(Note::Effect(*purity), self.boxed(typed, inner))
            }
            raw::GoalKind::Require(word, inner) => {
                GoalKind::Note(Note::Require(word.clone()), self.boxed(typed, inner))
            }
            raw::GoalKind::RequireSwitch(word, var, inner) => {
                let var = self.value(typed, *var, goals);
                GoalKind::Note(Note::RequireSwitch(word.clone(), var), self.boxed(typed, inner))
            }
            raw::GoalKind::Quiet(inner) => GoalKind::Note(Note::Quiet, self.boxed(typed, inner)),
            raw::GoalKind::Unsupported(what) => GoalKind::Unsupported(what),
        };
        goals.push(goal(kind, at));
    }

    fn unify(&mut self, typed: &TypedClause, left: ExprId, right: ExprId, goals: &mut Vec<Goal>) {
        let is_var = |id: ExprId| match typed.clause.exprs.get(id).map(|expr| &expr.kind) {
            Some(ExprKind::Var(var)) => Some(*var),
            _ => None,
        };
        match (is_var(left), is_var(right)) {
            (Some(left), _) => {
                let left = self.var(typed, left);
                self.equate(typed, left, right, goals);
            }
            (None, Some(right)) => {
                let right = self.var(typed, right);
                self.equate(typed, right, left, goals);
            }
            (None, None) => {
                let left = self.value(typed, left, goals);
                self.equate(typed, left, right, goals);
            }
        }
    }

    fn push_unify(&mut self, var: VarId, rhs: Rhs, at: Span, goals: &mut Vec<Goal>) {
        goals.push(goal(GoalKind::Unify(var, rhs), at));
    }
}
