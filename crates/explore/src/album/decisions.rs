//! Decisions: canonical forms of what they read, and the value and index vectors.
//!
//! ```text
//! X < A(J)    X: {⟨β.2, true⟩}   J: {⟨1, true⟩}   A: {⟨β.2, I = 0⟩, ⟨β.I, 1 ≤ I ∧ I ≤ η⟩}
//!             values β.2 < β.2, β.2 < β.1 → false, true        constraints 1 = 0, 1 ≤ 1 ∧ 1 ≤ η → false, true
//! ```
//!
//! The paper takes PC ⇒ (A ∨ B) for (PC ⇒ A) ∨ (PC ⇒ B), which is wrong. Here the vectors are what people read; the
//! search asks whether each side of the decision is possible with the whole condition.

use super::canonical::{ValueSet, is_scalar};
use super::{Form, Meaning, Vectors};
use crate::derivation::StepKind;
use crate::explorer::Explorer;
use crate::path::Path;
use formula::Term;
use imperative::{BinaryOp, Decision, Expr, ExprKind, UnaryOp, VarId};
use source::Span;
use std::rc::Rc;
use symbolic::evaluate::Evaluation;

/// Entries of a vector, at most.
const MOST: usize = 24;

/// Values with their constraints.
type Choices = Vec<(Option<Term>, Term)>;

/// What a decision showed, until its side is known.
#[derive(Clone, Default)]
pub(crate) struct Shown {
    pub canonical: Vec<(String, String, String)>,
    pub vectors: Option<Vectors>,
}

impl Explorer<'_> {
    /// Brings what a decision reads to canonical form.
    pub(crate) fn draw_decision(&mut self, path: &mut Path, d: &Decision) -> Shown {
        if !self.keeps_album(path) {
            return Shown::default();
        }
        let mut shown = Shown::default();
        for v in self.variables_of(path, &d.cond) {
            let Some(binding) = self.binding(path, v) else { continue };
            let Some(proc) = path.frames.last().and_then(|f| self.program.proc(f.proc)) else { continue };
            if matches!(*binding.form, Form::Set(_)) {
                continue;
            }
            if let Form::Number(_) = *binding.form {
                continue;
            }
            let before = path.album.as_ref().map_or_else(String::new, |a| a.write(&binding.form));
            let Some(meaning) = self.meaning(path, v) else { continue };
            if self.plan.shortcuts && matches!(meaning, Meaning::Contents(..)) {
                // The element that is read is known without the other elements.
                continue;
            }
            self.develop(path, &binding.form);
            let set = self.canonical(path, &meaning);
            shown.canonical.push((self.names.variable(proc, v), before, set.text.clone()));
            let form = Rc::new(Form::Set(Rc::new(set)));
            if let Some(album) = &mut path.album {
                album.bind(v, Some(super::Binding { form, fresh: true }));
            }
        }
        shown.vectors = self.vectors(path, &d.cond);
        shown
    }

    /// One side of a decision was taken.
    fn drawn_decision(&mut self, path: &mut Path, shown: &Shown, outcome: bool, span: Span) {
        if path.album.is_some() && path.checking.is_none() {
            let Shown { canonical, vectors } = shown.clone();
            self.depict(path, StepKind::Decision(outcome), span, canonical, vectors);
        }
    }

    /// The sides of a decision that the search goes on with.
    pub(crate) fn draw_sides(&mut self, sides: &mut [Path], shown: &Shown, span: Span) {
        for side in sides {
            let outcome = side.taken.as_ref().is_some_and(|t| t.outcome);
            self.drawn_decision(side, shown, outcome, span);
        }
    }

    /// The variables that an expression reads; temporaries stand for those that they came from.
    fn variables_of(&self, path: &Path, e: &Expr) -> Vec<VarId> {
        let proc = path.frames.last().and_then(|f| self.program.proc(f.proc));
        let named = |v: &VarId| {
            proc.and_then(|p| p.var(*v)).is_some_and(|v| v.kind != imperative::VarKind::Temporary)
        };
        e.vars().into_iter().filter(|v| v.ghost_index().is_none()).filter(named).collect()
    }

    fn vectors(&mut self, path: &mut Path, e: &Expr) -> Option<Vectors> {
        let choices = self.choices(path, e)?;
        let mut out = Vectors {
            values: Vec::new(),
            value_vector: Vec::new(),
            constraints: Vec::new(),
            index_vector: Vec::new(),
        };
        for (value, constraint) in choices {
            let when = self.names.show(&self.world, constraint);
            let index = self.told(path, constraint).map_or_else(|| when.clone(), |b| b.to_string());
            let text = value.map_or_else(|| "undef".to_string(), |v| self.names.show(&self.world, v));
            let known = match value {
                // A value that is not feasible need not be looked at.
                _ if index == "false" => "–".to_string(),
                Some(v) => self.told(path, v).map_or_else(|| text.clone(), |b| b.to_string()),
                None => text.clone(),
            };
            out.values.push(text);
            out.value_vector.push(known);
            out.constraints.push(when);
            out.index_vector.push(index);
        }
        Some(out)
    }

    /// What the path condition tells of a formula.
    fn told(&mut self, path: &Path, f: Term) -> Option<bool> {
        if let Some(known) = self.world.terms.as_bool(f) {
            return Some(known);
        }
        let not = self.world.terms.not(f);
        if self.excluded(&path.condition.assert(not)) {
            return Some(true);
        }
        self.excluded(&path.condition.assert(f)).then_some(false)
    }

    /// The values of an expression with their constraints, from the value-sets of what it reads. `None` if there are too many.
    fn choices(&mut self, path: &mut Path, e: &Expr) -> Option<Choices> {
        let found = match &e.kind {
            ExprKind::Var(v) => {
                let value = path.frames.last()?.env.get(v.index()).copied().flatten();
                self.pairs_of(path, value)
            }
            ExprKind::Fit(a, _) | ExprKind::Within(a, _) | ExprKind::Sure(a, _) => self.choices(path, a)?,
            ExprKind::Element(array, index) => {
                let indices = self.choices(path, index)?;
                let contents = self.contents(path, array)?;
                self.elements(&contents.0, contents.1, &indices)
            }
            ExprKind::Unary(op, a) => {
                let inner = self.choices(path, a)?;
                let t = &mut self.world.terms;
                let apply = |x: Term| match op {
                    UnaryOp::Not => t.not(x),
                    UnaryOp::Neg => t.neg(x),
                    UnaryOp::Whole | UnaryOp::Both => x,
                };
                let mut apply = apply;
                inner.into_iter().map(|(v, q)| (v.map(&mut apply), q)).collect()
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.choices(path, a)?, self.choices(path, b)?);
                let mut out = Vec::new();
                for (x, p) in &left {
                    for (y, q) in &right {
                        let both = self.world.terms.and(&[*p, *q]);
                        let value = match (x, y) {
                            (Some(x), Some(y)) => Some(self.apply(*op, *x, *y)?),
                            _ => None,
                        };
                        out.push((value, both));
                    }
                }
                out
            }
            _ => {
                let frame = path.frames.last()?;
                let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
                let value = ev.value(e, None);
                self.pairs_of(path, Some(value))
            }
        };
        (found.len() <= MOST).then_some(found)
    }

    fn apply(&mut self, op: BinaryOp, x: Term, y: Term) -> Option<Term> {
        let t = &mut self.world.terms;
        if !is_scalar(t.sort_of(x)) || t.sort_of(x) != t.sort_of(y) {
            return None;
        }
        Some(match op {
            BinaryOp::Add => t.add(&[x, y]),
            BinaryOp::Sub => t.sub(x, y),
            BinaryOp::Mul => t.mul(x, y),
            BinaryOp::Lt => t.lt(x, y),
            BinaryOp::Le => t.le(x, y),
            BinaryOp::Gt => t.gt(x, y),
            BinaryOp::Ge => t.ge(x, y),
            BinaryOp::Eq => t.eq(x, y),
            BinaryOp::Ne => t.ne(x, y),
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod => return None,
        })
    }

    fn pairs_of(&mut self, path: &Path, value: Option<Term>) -> Choices {
        let set = self.value_set(path, value, None);
        self.as_choices(&set)
    }

    fn as_choices(&mut self, set: &ValueSet) -> Choices {
        let t = &mut self.world.terms;
        let mut out = Vec::new();
        for pair in &set.pairs {
            let ways: Vec<Term> = pair.when.iter().map(|w| t.and(w)).collect();
            out.push((pair.value, t.or(&ways)));
        }
        out
    }

    /// The value-set of an array, with the position of its first element.
    fn contents(&mut self, path: &mut Path, array: &Expr) -> Option<(ValueSet, Term)> {
        let ExprKind::Var(v) = array.kind else { return None };
        let meaning = self.meaning(path, v)?;
        let Meaning::Contents(memory, object) = &meaning else { return None };
        let first = memory.first(&mut self.world, *object);
        Some((self.canonical(path, &meaning), first))
    }

    /// One pair for each value of the array and each index: ⟨αᵢ[βₖ/I], Pᵢ(βₖ) ∧ Qₖ⟩.
    fn elements(&mut self, contents: &ValueSet, first: Term, indices: &Choices) -> Choices {
        let formal = self.world.formal();
        let mut out = Vec::new();
        for (value, constraint) in self.as_choices(contents) {
            for (index, when) in indices {
                let Some(position) = index else {
                    out.push((None, *when));
                    continue;
                };
                let t = &mut self.world.terms;
                let at = t.add(&[*position, first]);
                let value = value.map(|v| t.substitute(v, &[(formal, at)]));
                let constraint = t.substitute(constraint, &[(formal, at)]);
                out.push((value, t.and(&[constraint, *when])));
            }
        }
        out
    }
}
