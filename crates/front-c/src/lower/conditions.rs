//! Conditions: boolean trees whose atoms stay what they are in the text.
//!
//! A condition without effects on the right of `&&` and `||` is one pure expression. Otherwise every atom is kept
//! in a temporary, and a branch of kind `ShortCircuit` stands before each right operand:
//!
//! ```text
//! if (p && f(p)) …        $1 := p /= nil
//!                         branch short-circuit [$1] then b1 else b2
//!                     b1: $2 := call f(p); $3 := $2 as bool; goto b3
//!                     b2: $3 := false; goto b3
//!                     b3: branch if [$1 and $3] then … else …
//! ```
//!
//! So the decision still has its two atoms, and the second counts as not evaluated when the first is false.

use super::clean::bare;
use super::functions::pointed;
use super::operators::truth;
use super::procs::Lower;
use crate::tree::{CompareOp, Expr, ExprKind};
use crate::types::Type as C;
use imperative::{BinaryOp as IrOp, Expr as Ir, Type, VarId};
use source::Span;

/// An expression without conversions that do not change whether it is zero.
fn core(mut e: &Expr) -> &Expr {
    loop {
        let inner = match &e.kind {
            ExprKind::Convert(inner) => inner,
            // Not not.
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Not(twice) => {
                    e = twice;
                    continue;
                }
                _ => return e,
            },
            _ => return e,
        };
        let wider = match (&inner.kind, &e.ty) {
            // These are 0 and 1, which all integer types have.
            (
                ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_) | ExprKind::Compare(..),
                C::Int(_) | C::Bool | C::Enum(_),
            ) => true,
            (_, C::Bool) => inner.ty.is_scalar(),
            (ExprKind::Convert(_), C::Int(_)) => inner.ty == C::Bool,
            _ => false,
        };
        if !wider {
            return e;
        }
        e = inner;
    }
}

impl Lower<'_, '_> {
    /// Whether an expression is not zero and not null, as a boolean.
    pub fn condition(&mut self, e: &Expr) -> Ir {
        if self.must_spill(e) {
            let mut temporaries = Vec::new();
            self.spilled(e, &mut temporaries)
        } else {
            self.plain(e)
        }
    }

    /// Whether some right operand of the `&&`s and `||`s of a condition has effects.
    fn must_spill(&mut self, e: &Expr) -> bool {
        let mut waiting = vec![e];
        while let Some(e) = waiting.pop() {
            if self.constant(core(e)).is_some() {
                continue;
            }
            match &core(e).kind {
                ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                    if !self.is_clean_condition(b) {
                        return true;
                    }
                    waiting.push(a);
                }
                ExprKind::Not(a) => waiting.push(a),
                _ => {}
            }
        }
        false
    }

    /// Whether an expression, used as a condition, needs no instructions.
    fn is_clean_condition(&mut self, e: &Expr) -> bool {
        let mut waiting = vec![e];
        while let Some(e) = waiting.pop() {
            let e = core(e);
            if self.constant(e).is_some() {
                continue;
            }
            match &e.kind {
                ExprKind::And(a, b) | ExprKind::Or(a, b) => waiting.extend([&**a, &**b]),
                ExprKind::Not(a) => waiting.push(a),
                _ if self.hoists(e) => return false,
                _ => {}
            }
        }
        true
    }

    /// Whether conditions are joined in an expression by `&&` or `||`.
    pub fn joins(&self, e: &Expr) -> bool {
        let mut e = core(e);
        while let ExprKind::Not(inner) = &e.kind {
            e = core(inner);
        }
        matches!(e.kind, ExprKind::And(..) | ExprKind::Or(..)) && self.constant(e).is_none()
    }

    fn plain(&mut self, e: &Expr) -> Ir {
        let e = core(e);
        let span = e.span;
        if let Some(value) = self.known(e) {
            return value;
        }
        match &e.kind {
            ExprKind::And(a, b) => {
                let left = self.plain(a);
                let left = self.shallow(left);
                Ir::and(left, self.plain(b), span)
            }
            ExprKind::Or(a, b) => {
                let left = self.plain(a);
                let left = self.shallow(left);
                Ir::or(left, self.plain(b), span)
            }
            ExprKind::Not(a) => Ir::negated(self.plain(a), span),
            _ => self.atom(e),
        }
    }

    /// `0 && f()` and its like: what is never evaluated has no effects, so such a condition counts as clean.
    fn known(&self, e: &Expr) -> Option<Ir> {
        match &e.kind {
            ExprKind::And(..) | ExprKind::Or(..) => {
                self.constant(e).map(|value| Ir::bool(!value.is_zero(), e.span))
            }
            _ => None,
        }
    }

    /// An atomic condition: a comparison, or something that is zero or not.
    fn atom(&mut self, e: &Expr) -> Ir {
        let span = e.span;
        if let ExprKind::Compare(op, a, b) = &e.kind {
            return self.comparison(*op, a, b, span);
        }
        if let ExprKind::Statements(list, Some(value)) = &e.kind
            && !self.joins(value)
        {
            self.statements_in_expression(list, span);
            return self.plain(value);
        }
        match self.cx.shapes.value(&e.ty) {
            Some(ty) if ty.is_reference() => {
                let value = self.value(e);
                Ir::binary(IrOp::Ne, value, Ir::nil(span), span)
            }
            _ => truth(self.value(e), span),
        }
    }

    fn comparison(&mut self, op: CompareOp, a: &Expr, b: &Expr, span: Span) -> Ir {
        let op = match op {
            CompareOp::Eq => IrOp::Eq,
            CompareOp::Ne => IrOp::Ne,
            CompareOp::Lt => IrOp::Lt,
            CompareOp::Le => IrOp::Le,
            CompareOp::Gt => IrOp::Gt,
            CompareOp::Ge => IrOp::Ge,
        };
        if !self.is_comparable(a, b) {
            let text = self.unit.types.text(&a.ty);
            self.unsupported(format!("a comparison of the type `{text}`"), span);
            return self.any_value(&Type::Bool, span);
        }
        let (a, b) = (bare(a), bare(b));
        let ty = self.cx.shapes.value(&a.ty);
        let pointers = !a.ty.is_integer() || !b.ty.is_integer();
        if pointers && !matches!(op, IrOp::Eq | IrOp::Ne) && !matches!(ty, Some(Type::Pointer(_))) {
            self.unsupported("an order of these pointers", span);
            return self.any_value(&Type::Bool, span);
        }
        if pointers && (self.is_null(a) || self.is_null(b)) {
            if self.is_null(a) && self.is_null(b) {
                return Ir::bool(matches!(op, IrOp::Eq | IrOp::Le | IrOp::Ge), span);
            }
            if !matches!(op, IrOp::Eq | IrOp::Ne) {
                self.unsupported("an order of null and others", span);
                return self.any_value(&Type::Bool, span);
            }
            let null = |other: &Expr, span: Span| match pointed(&other.ty) {
                Some(_) => Ir::int(0, span),
                None => Ir::nil(span),
            };
            let (left, right) = if self.is_null(a) {
                (null(b, a.span), self.value(b))
            } else {
                (self.value(a), null(a, b.span))
            };
            return Ir::binary(op, left, right, span);
        }
        let (left, right) = self.pair(a, b);
        Ir::binary(op, left, right, span)
    }

    /// A condition over temporaries; those that are made are added to the list.
    fn spilled(&mut self, e: &Expr, temporaries: &mut Vec<VarId>) -> Ir {
        let e = core(e);
        let span = e.span;
        if let Some(value) = self.known(e) {
            return value;
        }
        let (a, b, is_and) = match &e.kind {
            ExprKind::And(a, b) => (a, b, true),
            ExprKind::Or(a, b) => (a, b, false),
            ExprKind::Not(a) => return Ir::negated(self.spilled(a, temporaries), span),
            _ => {
                let value = self.atom(e);
                let temporary = self.b.temporary(Type::Bool, span);
                temporaries.push(temporary);
                self.b.assign(temporary, value, span);
                return Ir::var(temporary, span);
            }
        };
        let left = self.spilled(a, temporaries);
        let left = self.shallow(left);
        let open = self.b.open_right(&left, is_and, a.span);
        let mut skipped = Vec::new();
        let right = self.spilled(b, &mut skipped);
        self.b.close_right(open, &skipped, b.span);
        temporaries.extend(skipped);
        if is_and { Ir::and(left, right, span) } else { Ir::or(left, right, span) }
    }
}
