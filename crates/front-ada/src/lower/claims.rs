//! What the author claims, as data in the imperative program: contracts, assertions, loop invariants, and `--:` comments.
//!
//! A claim is a formula over the expressions of the program; what expressions cannot say (`'Old`, `'Result`, the names that
//! quantifiers bind) is a ghost. A part that needs statements is no expression; of a claim with such a part it is only kept that it
//! is not understood, unless the part is the call of a function.

use super::procs::{Home, Lower};
use crate::tree::{Binary, Expr, ExprKind, Unary, predefined};
use imperative::claims::{Meaning, When};
use imperative::{BinaryOp, ClaimKind, Expr as Ir, Formula, FormulaKind, Point, Requirement, Type, VarId};
use source::Span;

/// A claim without a formula: it is only checked where a run reaches it.
fn unread(of_inputs: bool) -> ClaimKind {
    ClaimKind::Unread { of_inputs, why: "it has a part that is no expression of a formula".to_string() }
}

impl Lower<'_, '_> {
    /// Notes the contracts of the subprogram.
    pub fn contract_claims(&mut self, pre: &[&Expr], post: &[&Expr]) {
        for e in pre {
            let kind = self.formula(e).map_or_else(|| unread(true), ClaimKind::Requires);
            self.b.claim(kind, e.span);
        }
        for e in post {
            let kind = self.formula(e).map_or_else(|| unread(false), ClaimKind::Ensures);
            self.b.claim(kind, e.span);
        }
    }

    /// Notes what holds at a point. `Loop_Invariant` is such a claim, too: it is about the place where it stands in the body,
    /// not about where the loop decides to go on.
    pub fn assertion_claim(&mut self, e: &Expr, at: Point) {
        let kind = self.formula(e).map_or_else(|| unread(false), |f| ClaimKind::Assert(at, f));
        self.b.claim(kind, e.span);
    }

    /// A condition as a requirement, if it can be said as one of the parameters.
    pub fn requirement(&mut self, e: &Expr) -> Option<Requirement> {
        let formula = self.formula(e)?;
        let requirement = formula.requirement(&self.b.proc().ghosts).ok()?;
        let other = |v: VarId| v.ghost_index().is_none() && !self.b.is_parameter(v);
        requirement.replaced(&|v| if other(v) { Err(()) } else { Ok(None) }).ok()
    }

    /// A condition as a formula; nothing if it is none.
    fn formula(&mut self, e: &Expr) -> Option<Formula> {
        let kept = (self.old.clone(), self.returned.take());
        let formula = self.part(e);
        (self.old, self.returned) = kept;
        formula
    }

    fn part(&mut self, e: &Expr) -> Option<Formula> {
        let span = e.span;
        match &e.kind {
            ExprKind::AndThen(a, b) => Some(self.part(a)?.and(self.part(b)?, span)),
            ExprKind::Binary(Binary::And, a, b) if a.ty == predefined::BOOLEAN => {
                Some(self.part(a)?.and(self.part(b)?, span))
            }
            ExprKind::OrElse(a, b) => match &a.kind {
                ExprKind::Unary(Unary::Not, condition) => {
                    Some(self.part(condition)?.implies(self.part(b)?, span))
                }
                _ => Some(self.part(a)?.or(self.part(b)?, span)),
            },
            ExprKind::Binary(Binary::Or, a, b) if a.ty == predefined::BOOLEAN => {
                Some(self.part(a)?.or(self.part(b)?, span))
            }
            ExprKind::Unary(Unary::Not | Unary::Differs, a) => Some(self.part(a)?.negated(span)),
            ExprKind::If(branches, otherwise) => {
                let mut rest = self.part(otherwise)?;
                for (condition, value) in branches.iter().rev() {
                    let (condition, value) = (self.part(condition)?, self.part(value)?);
                    let otherwise = condition.clone().negated(span).implies(rest, span);
                    rest = condition.implies(value, span).and(otherwise, span);
                }
                Some(rest)
            }
            ExprKind::Quantified(q) => {
                let name = self.object(q.parameter).map_or("k", |o| &o.name).to_string();
                let ghost = self.b.ghost(name, Type::Int, Meaning::Bound, span);
                self.homes.insert(q.parameter, Home::Var(ghost));
                let mut body = self.part(&q.body)?;
                if let Some(range) = &q.range {
                    let (first, last) = (self.pure(&range.first)?, self.pure(&range.last)?);
                    let k = Ir::var(ghost, span);
                    let low = Ir::binary(BinaryOp::Ge, k.clone(), first, range.span);
                    let high = Ir::binary(BinaryOp::Le, k, last, range.span);
                    let within = Formula::cond(Ir::and(low, high, range.span), range.span);
                    body = if q.all { within.implies(body, span) } else { within.and(body, span) };
                }
                let body = Box::new(body);
                let kind =
                    if q.all { FormulaKind::Forall(ghost, body) } else { FormulaKind::Exists(ghost, body) };
                Some(Formula::new(kind, span))
            }
            ExprKind::In(of, ranges) => {
                let value = self.pure(of)?;
                let value = self.as_integer(value, of.ty);
                let mut any: Option<Formula> = None;
                for range in ranges {
                    let (first, last) = (self.pure(&range.first)?, self.pure(&range.last)?);
                    let (first, last) = (self.as_integer(first, of.ty), self.as_integer(last, of.ty));
                    let low = Ir::binary(BinaryOp::Ge, value.clone(), first, range.span);
                    let high = Ir::binary(BinaryOp::Le, value.clone(), last, range.span);
                    let one = Formula::cond(Ir::and(low, high, range.span), range.span);
                    any = Some(match any {
                        Some(before) => before.or(one, span),
                        None => one,
                    });
                }
                any
            }
            ExprKind::Call(call) => {
                let proc = self.cx.procs.get(call.to.0 as usize).copied().flatten()?;
                let captured = self.cx.captures.of.get(call.to.0 as usize)?;
                if !captured.objects.is_empty() || captured.state || !captured.frames.is_empty() {
                    return None;
                }
                let parameters = &self.cx.tree.subprograms.get(call.to.0 as usize)?.parameters;
                let mut args = Vec::with_capacity(call.args.len());
                for (id, e) in parameters.iter().zip(&call.args) {
                    // A formula checks nothing: what may lie outside of the parameter's range is left to statements.
                    let subtype = &self.object(*id)?.subtype;
                    let discrete = self.types().is_discrete(subtype.ty) && subtype.ty != predefined::BOOLEAN;
                    if discrete && !self.is_surely_in(e, subtype) || subtype.not_null {
                        return None;
                    }
                    let value = self.pure(e)?;
                    args.push(if discrete { self.sure(value, subtype) } else { value });
                }
                Some(Formula::new(FormulaKind::Call { proc, args }, span))
            }
            _ => Some(Formula::cond(self.pure(e)?, span)),
        }
    }

    /// The value of an expression that needs no statements.
    fn pure(&mut self, e: &Expr) -> Option<Ir> {
        self.ghosts(e)?;
        if self.hoists(e) || self.mentions_constants(e) {
            return None;
        }
        Some(self.value(e))
    }

    /// Ghosts for what an expression says of other states.
    fn ghosts(&mut self, e: &Expr) -> Option<()> {
        let mut found = Vec::new();
        super::contracts::old(e, &mut found);
        for (span, inner) in found {
            if self.types().is_composite(inner.ty) || self.hoists(&inner) {
                return None;
            }
            let value = self.value(&inner);
            let ty = match self.word_of(&value) {
                Some(word) => Type::Word(word),
                None => self.plain_type(&inner),
            };
            let ghost = self.b.ghost("old", ty, Meaning::At(When::Entry, value), span);
            self.old.retain(|(at, _)| *at != span);
            self.old.push((span, ghost));
        }
        if self.returned.is_none()
            && let Some(ty) = self.b.proc().result.clone()
        {
            self.returned = Some(self.result_ghost(ty, e.span));
        }
        Some(())
    }

    fn result_ghost(&mut self, ty: Type, span: Span) -> VarId {
        let ghosts = &self.b.proc().ghosts;
        match ghosts.iter().position(|g| g.meaning == Meaning::Result) {
            Some(at) => VarId::ghost(at),
            None => self.b.ghost("result", ty, Meaning::Result, span),
        }
    }

    /// Whether an expression reads objects that have no variable here yet.
    fn mentions_constants(&self, e: &Expr) -> bool {
        let mut walk = super::visit::Walk { program: self.cx.tree, seen: Vec::new() };
        walk.expr(e);
        walk.seen.iter().any(|s| match s {
            super::visit::Seen::Object(id) | super::visit::Seen::Written(id) => {
                !self.homes.contains_key(id) && !self.computed.contains_key(id)
            }
            super::visit::Seen::Called(_) | super::visit::Seen::Last => false,
        })
    }
}
