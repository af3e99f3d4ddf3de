//! What a goal is when it is its turn, whether it stands in the text or was made by the run.

use super::store::{Addr, Value};
use super::{Machine, Work};
use crate::ids::{GoalId, PredId};
use crate::program::{GoalKind, Relation, Theory};
use source::Span;

/// A goal, ready to be done. Parts are work that is done with the same cut barrier.
pub(crate) enum Step {
    Conj(Vec<Work>),
    Disj(Vec<Work>),
    If(Work, Work, Option<Work>),
    SoftIf(Work, Work, Option<Work>),
    Not(Work),
    Cut,
    Once(Work),
    Ignore(Work),
    Forall(Work, Work),
    Opaque(Work),
    Findall(Addr, Work, Addr),
    Catch(Work, Addr, Work),
    Unify(Addr, Addr),
    /// A predicate with its arguments side by side.
    Call(PredId, Addr),
    /// Anything that has a name and arguments.
    Builtin(String, Addr, usize),
    Throw(&'static str, Addr),
    Unknown(String),
}

impl Machine<'_> {
    /// A goal of the text, with the variables of its clause.
    pub(super) fn goal_step(&mut self, id: GoalId, env: Addr, cut: usize) -> (Step, Option<Span>) {
        let program = self.program;
        let Some(goal) = program.goal(id) else { return (Step::Conj(Vec::new()), None) };
        let part = |id: &GoalId| Work::Goal { goal: *id, env, cut };
        let terms = &program.terms;
        let step = match &goal.kind {
            GoalKind::Conj(parts) => Step::Conj(parts.iter().map(part).collect()),
            GoalKind::Disj(parts) => Step::Disj(parts.iter().map(part).collect()),
            GoalKind::If { cond, then, otherwise } => {
                Step::If(part(cond), part(then), otherwise.as_ref().map(part))
            }
            GoalKind::SoftIf { cond, then, otherwise } => {
                Step::SoftIf(part(cond), part(then), otherwise.as_ref().map(part))
            }
            GoalKind::Not(inner) => Step::Not(part(inner)),
            GoalKind::Cut => Step::Cut,
            GoalKind::Once(inner) => Step::Once(part(inner)),
            GoalKind::Ignore(inner) => Step::Ignore(part(inner)),
            GoalKind::Forall(cond, action) => Step::Forall(part(cond), part(action)),
            GoalKind::Opaque(inner) => Step::Opaque(part(inner)),
            GoalKind::Findall { template, goal, list } => {
                let (template, list) =
                    (self.store.load(terms, *template, env), self.store.load(terms, *list, env));
                Step::Findall(template, part(goal), list)
            }
            GoalKind::Catch { goal, catcher, recovery } => {
                let catcher = self.store.load(terms, *catcher, env);
                Step::Catch(part(goal), catcher, part(recovery))
            }
            GoalKind::Meta { closure, extra } => {
                let closure = self.store.load(terms, *closure, env);
                let extra: Vec<Addr> = extra.iter().map(|term| self.store.load(terms, *term, env)).collect();
                match self.extended(closure, &extra) {
                    Some(goal) => Step::Opaque(Work::Term { goal, cut }),
                    None => Step::Throw("callable", closure),
                }
            }
            GoalKind::Constraint { theory: Theory::Tree, relation: Relation::Equal, left, right } => {
                Step::Unify(self.store.load(terms, *left, env), self.store.load(terms, *right, env))
            }
            GoalKind::Constraint { .. } => Step::Unknown("a constraint needs a store".to_string()),
            GoalKind::Call { pred, atom } => {
                let atom = self.store.load(terms, *atom, env);
                match self.store.callable(atom) {
                    Some((_, first, _)) => Step::Call(*pred, first),
                    None => Step::Throw("callable", atom),
                }
            }
            GoalKind::Builtin { atom } => {
                let atom = self.store.load(terms, *atom, env);
                match self.store.callable(atom) {
                    Some((name, first, count)) => Step::Builtin(terms.name(name).to_string(), first, count),
                    None => Step::Throw("callable", atom),
                }
            }
            GoalKind::Unsupported { what, .. } => Step::Unknown(format!("{what} is not supported")),
        };
        (step, Some(goal.span))
    }

    /// A closure with further arguments; `None` if it cannot be called.
    fn extended(&mut self, closure: Addr, extra: &[Addr]) -> Option<Addr> {
        if extra.is_empty() || self.store.is_free(closure) {
            return Some(closure);
        }
        let (name, first, count) = self.store.callable(closure)?;
        let args: Vec<Addr> = (first..first + count).chain(extra.iter().copied()).collect();
        Some(self.store.compound(name, &args))
    }

    /// Whether all goals of a term under the control constructs can be called.
    pub(super) fn is_body(&self, goal: Addr) -> bool {
        let mut open = vec![goal];
        while let Some(goal) = open.pop() {
            match self.store.value(goal) {
                Value::Free | Value::Same(_) | Value::Atom(_) => {}
                Value::Int(_) | Value::Float(_) | Value::Str(_) => return false,
                Value::Compound(name, first, count) => match (self.terms.name(name), count) {
                    ("," | ";" | "->" | "*->" | "|", 2) => open.extend([first + 1, first]),
                    ("\\+", 1) => open.push(first),
                    _ => {}
                },
            }
        }
        true
    }

    /// A goal that the run has made.
    pub(super) fn term_step(&mut self, goal: Addr, cut: usize) -> Step {
        let part = |goal: Addr| Work::Term { goal, cut };
        let Some((name, first, count)) = self.store.callable(goal) else {
            return Step::Throw("callable", goal);
        };
        let text = self.terms.name(name).to_string();
        if let Some(pred) = self.program.find(&text, count)
            && self.program.pred(pred).is_some_and(|p| p.defined)
        {
            return Step::Call(pred, first);
        }
        match (text.as_str(), count) {
            ("true", 0) => Step::Conj(Vec::new()),
            ("!", 0) => Step::Cut,
            (",", 2) => Step::Conj(vec![part(first), part(first + 1)]),
            (";" | "|", 2) => match self.store.value(first) {
                Value::Compound(name, inner, 2) if self.terms.name(name) == "->" => {
                    Step::If(part(inner), part(inner + 1), Some(part(first + 1)))
                }
                Value::Compound(name, inner, 2) if self.terms.name(name) == "*->" => {
                    Step::SoftIf(part(inner), part(inner + 1), Some(part(first + 1)))
                }
                _ => Step::Disj(vec![part(first), part(first + 1)]),
            },
            ("->", 2) => Step::If(part(first), part(first + 1), None),
            ("*->", 2) => Step::SoftIf(part(first), part(first + 1), None),
            ("\\+" | "not", 1) => Step::Not(part(first)),
            ("once", 1) => Step::Once(part(first)),
            ("ignore", 1) => Step::Ignore(part(first)),
            ("forall", 2) => Step::Forall(part(first), part(first + 1)),
            ("findall", 3) => Step::Findall(first, part(first + 1), first + 2),
            ("catch", 3) => Step::Catch(part(first), first + 1, part(first + 2)),
            ("=", 2) => Step::Unify(first, first + 1),
            ("call", 1..) => {
                let extra: Vec<Addr> = (first + 1..first + count).collect();
                match self.extended(first, &extra) {
                    Some(goal) => Step::Opaque(part(goal)),
                    None => Step::Throw("callable", first),
                }
            }
            _ => Step::Builtin(text, first, count),
        }
    }
}
