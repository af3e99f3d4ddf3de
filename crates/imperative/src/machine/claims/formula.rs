//! Formulas and expressions in the state of a place.
//!
//! ```text
//! \old(a[k]) < a[k]     g1 < a[g0]: g0 is what a quantifier bound, and g1 is evaluated in the state at the entry
//! ```
//!
//! An unknown value is an error with its reason, which is passed up through everything that is not decided yet.

use super::plan::Stop;
use super::{Moment, Truth};
use crate::claims::{FormulaKind, Meaning, When};
use crate::machine::eval::{Eval, plain};
use crate::machine::outcome::{Halt, Limits, Outcome};
use crate::machine::watch::Unwatched;
use crate::machine::{State, Value, require};
use crate::{Expr, ExprKind, Formula, LoopId, Predicate, Proc, Program, Type, UnaryOp};
use source::Span;
use std::collections::BTreeMap;

/// A result, or why it is unknown.
pub(super) type Told<T> = Result<T, String>;

/// The state that is looked at; `None` is the one of the place.
pub(super) type Now = Option<Stop>;

/// How deep ghosts may stand for others. Expressions of a program are bounded, but how they mention each other is not.
const MOST_GHOSTS: usize = 100;

/// A place of a run at which formulas are evaluated.
pub(super) struct Scene<'a> {
    pub program: &'a Program,
    pub proc: &'a Proc,
    limits: &'a Limits,
    here: Moment<'a>,
    past: &'a BTreeMap<Stop, State>,
    /// The loop that the formula stands in.
    in_loop: Option<LoopId>,
    /// The ghosts that have a value: those that are bound, and the result.
    pub ghosts: Vec<Option<Value>>,
    /// How many cells and numbers may still be looked at.
    left: u64,
    /// How many ghosts are being evaluated, one for the other.
    depth: usize,
}

impl<'a> Scene<'a> {
    pub fn new(
        program: &'a Program,
        proc: &'a Proc,
        limits: &'a Limits,
        here: Moment<'a>,
        past: &'a BTreeMap<Stop, State>,
    ) -> Scene<'a> {
        let ghosts = vec![None; proc.ghosts.len()];
        Scene { program, proc, limits, here, past, in_loop: None, ghosts, left: limits.steps, depth: 0 }
    }

    pub fn in_loop(self, in_loop: Option<LoopId>) -> Scene<'a> {
        Scene { in_loop, ..self }
    }

    pub fn with_result(mut self, result: Option<&Value>) -> Scene<'a> {
        for (ghost, place) in self.proc.ghosts.iter().zip(&mut self.ghosts) {
            if ghost.meaning == Meaning::Result {
                *place = result.cloned();
            }
        }
        self
    }

    pub fn judged(mut self, formula: &Formula) -> Truth {
        match self.formula(formula, None) {
            Ok(true) => Truth::Holds,
            Ok(false) => Truth::Fails,
            Err(why) => Truth::Unknown(why),
        }
    }

    /// Spends some of what is left.
    pub fn spend(&mut self, steps: usize) -> Told<()> {
        let left = self.left.checked_sub(steps as u64);
        self.left = left.ok_or("there is too much to look at")?;
        Ok(())
    }

    /// The state that is meant by something in another one.
    pub fn state_of(&self, when: When, now: Now) -> Told<Now> {
        if when == When::Here { Ok(now) } else { Stop::of(when, self.in_loop) }
    }

    pub fn moment(&self, now: Now) -> Told<Moment<'a>> {
        let Some(stop) = now else { return Ok(self.here) };
        let past = self.past;
        match past.get(&stop) {
            Some(state) => Ok(Moment { env: &state.env, heap: &state.heap }),
            None => Err("the state that is meant is not known".to_string()),
        }
    }

    pub fn formula(&mut self, f: &Formula, now: Now) -> Told<bool> {
        match &f.kind {
            FormulaKind::Cond(e) => self.condition(e, now),
            FormulaKind::Predicate(p) => self.predicate(p, now, f.span),
            FormulaKind::Call { proc, args } => {
                let args = args.iter().map(|e| self.value(e, now)).collect::<Told<Vec<_>>>()?;
                let heap = self.moment(now)?.heap;
                require::call(self.program, *proc, args, heap, self.limits, f.span).map_err(reason)
            }
            FormulaKind::Not(a) => Ok(!self.formula(a, now)?),
            FormulaKind::And(a, b) => Ok(self.formula(a, now)? && self.formula(b, now)?),
            FormulaKind::Or(a, b) => Ok(self.formula(a, now)? || self.formula(b, now)?),
            FormulaKind::Implies(a, b) => Ok(!self.formula(a, now)? || self.formula(b, now)?),
            FormulaKind::Iff(a, b) => Ok(self.formula(a, now)? == self.formula(b, now)?),
            FormulaKind::Forall(number, body) => self.for_all(*number, body, now),
            FormulaKind::Exists(number, body) => self.for_some(*number, body, now),
            FormulaKind::Cells { cells, order, of, body } => self.cells(cells, *order, of, body, now),
            FormulaKind::SameLists(a, b) => self.same_lists(a, b, now),
            FormulaKind::SameElements(a, b) => self.same_elements(a, b, now),
            FormulaKind::Valid(zone, _) => self.valid(zone, now),
            FormulaKind::Separated(zones) => self.separated(zones, now),
            FormulaKind::At(when, body) => {
                let then = self.state_of(*when, now)?;
                self.formula(body, then)
            }
        }
    }

    /// A condition. Its parts are taken one by one, so that no ghost is looked at which does not matter.
    fn condition(&mut self, e: &Expr, now: Now) -> Told<bool> {
        match &e.kind {
            ExprKind::And(a, b) => Ok(self.condition(a, now)? && self.condition(b, now)?),
            ExprKind::Or(a, b) => Ok(self.condition(a, now)? || self.condition(b, now)?),
            ExprKind::Unary(UnaryOp::Not, a) => Ok(!self.condition(a, now)?),
            ExprKind::Unary(UnaryOp::Whole | UnaryOp::Both, a) => self.condition(a, now),
            _ => self.evaluate(e, now, |eval| eval.truth(e)),
        }
    }

    pub fn value(&mut self, e: &Expr, now: Now) -> Told<Value> {
        self.evaluate(e, now, |eval| eval.value(e))
    }

    fn evaluate<T>(
        &mut self,
        e: &Expr,
        now: Now,
        how: impl FnOnce(&mut Eval<'_, Unwatched>) -> Result<T, Halt>,
    ) -> Told<T> {
        let known = self.known(e, now)?;
        let Moment { env, heap } = self.moment(now)?;
        let ghosts = known.as_deref().unwrap_or(&self.ghosts);
        let mut watch = Unwatched;
        let mut eval = Eval { ghosts, ..plain(env, heap, self.limits, &mut watch) };
        how(&mut eval).map_err(reason)
    }

    /// The values of the ghosts in an expression; `None` if they have them already.
    fn known(&mut self, e: &Expr, now: Now) -> Told<Option<Vec<Option<Value>>>> {
        let mut known = None;
        let proc = self.proc;
        for at in e.vars().into_iter().filter_map(|v| v.ghost_index()) {
            let Some(ghost) = proc.ghosts.get(at) else { continue };
            self.depth += 1;
            if self.depth > MOST_GHOSTS {
                return Err("this is nested too deeply".to_string());
            }
            let value = match &ghost.meaning {
                Meaning::Bound | Meaning::Result => None,
                Meaning::At(when, e) => {
                    let then = self.state_of(*when, now)?;
                    Some(self.value(e, then)?)
                }
                Meaning::Length(list) => Some(self.length(list, now)?),
                Meaning::Sum(list) => Some(self.sum(list, now)?),
            };
            self.depth -= 1;
            if value.is_some()
                && let Some(place) = known.get_or_insert_with(|| self.ghosts.clone()).get_mut(at)
            {
                *place = value;
            }
        }
        Ok(known)
    }

    /// Something about a shape. What was freed or never written has none.
    fn predicate(&mut self, p: &Predicate, now: Now, span: Span) -> Told<bool> {
        let heap = self.moment(now)?.heap;
        match p {
            Predicate::Acyclic(e) => {
                let value = self.shaped(e, now)?;
                Ok(require::acyclic(heap, &value))
            }
            Predicate::Tree(e) => {
                let value = self.shaped(e, now)?;
                Ok(require::tree(heap, &value))
            }
            Predicate::Disjoint(a, b) => {
                let (a, b) = (self.shaped(a, now)?, self.shaped(b, now)?);
                Ok(require::disjoint(heap, &a, &b))
            }
            Predicate::Sorted(e) => {
                let value = self.value(e, now)?;
                self.numbers_are_known(heap, &value)?;
                require::sorted(self.program, heap, &value, span).map_err(reason)
            }
        }
    }

    /// A reference, where everything that it leads to is there.
    fn shaped(&mut self, e: &Expr, now: Now) -> Told<Value> {
        let value = self.value(e, now)?;
        let heap = self.moment(now)?.heap;
        for object in heap.reachable([&value]).into_iter().filter_map(|o| heap.get(o)) {
            super::lists::is_there(self.program, object, Type::is_reference)?;
        }
        Ok(value)
    }
}

/// Why an evaluation did not finish, in words.
pub(super) fn reason(halt: Halt) -> String {
    match Outcome::from(halt) {
        Outcome::Ok => "nothing is known".to_string(),
        Outcome::Error { message, .. } => format!("it cannot be evaluated: {message}"),
        Outcome::Excluded { .. } => "it calls a procedure that assumes something else".to_string(),
        Outcome::Undetermined { why, .. } => why,
        Outcome::Limit { .. } => "a limit was reached".to_string(),
    }
}
