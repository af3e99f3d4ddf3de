//! Range checks.

use super::procs::{Home, Lower};
use super::shapes::wide;
use crate::tree::{Bound, Expr, ExprKind, Kind, Subtype, predefined};
use base::Int;
use imperative::{BinaryOp, ErrorKind, Expr as Ir, InstrKind, Type, Word};
use source::Span;

impl Lower<'_, '_> {
    /// The value of a bound.
    pub fn bound(&mut self, bound: &Bound, span: Span) -> Ir {
        match bound {
            Bound::Static(value) => Ir::int(value.clone(), span),
            Bound::Held(id) => match self.home(*id) {
                Home::Var(var) => Ir::var(var, span),
                Home::Field(cell, field) => Ir::field(Ir::var(cell, span), field, span),
            },
        }
    }

    /// The value of an expression, which has to be in a subtype.
    pub fn checked(&mut self, e: &Expr, subtype: &Subtype) -> Ir {
        let value = self.value(e);
        self.in_subtype(value, e, subtype, e.span)
    }

    /// A value that is known to come from an expression, which has to be in a subtype.
    pub fn in_subtype(&mut self, value: Ir, from: &Expr, subtype: &Subtype, span: Span) -> Ir {
        if subtype.not_null {
            let ty = self.cx.shapes.variable(subtype);
            let kept = self.kept(value, ty);
            let cond = Ir::binary(BinaryOp::Ne, kept.clone(), Ir::nil(span), span);
            self.b.push(InstrKind::Check { cond, kind: ErrorKind::NilDereference }, span);
            return kept;
        }
        if !self.types().is_discrete(subtype.ty) || subtype.ty == predefined::BOOLEAN {
            return value;
        }
        if self.is_surely_in(from, subtype) {
            return self.sure(value, subtype);
        }
        let Some((first, last)) = self.types().bounds(subtype) else { return value };
        let value = self.in_range(value, &first, &last, span);
        self.sure(value, subtype)
    }

    /// A value that is known to be in a subtype; the imperative program states it where its own types do not imply it.
    pub fn sure(&mut self, value: Ir, subtype: &Subtype) -> Ir {
        let word = self.cx.shapes.word(subtype);
        if self.word_of(&value).is_some_and(|found| word.contains(found)) {
            return value;
        }
        let span = value.span;
        Ir::sure(value, word, span)
    }

    /// The range that an expression of the imperative program has by its type.
    pub fn word_of(&mut self, e: &Ir) -> Option<Word> {
        use imperative::ExprKind as K;
        match &e.kind {
            K::Fit(_, word) | K::Within(_, word) | K::Sure(_, word) | K::Wrap(_, word) => Some(*word),
            K::Int(n) => wide(n).map(|n| Word::range(n, n)),
            K::Var(var) => match &self.b.proc().var(*var)?.ty {
                Type::Word(word) => Some(*word),
                _ => None,
            },
            _ => None,
        }
    }

    /// A value that has to be in a range.
    pub fn in_range(&mut self, value: Ir, first: &Bound, last: &Bound, span: Span) -> Ir {
        if let (Some(a), Some(b)) = (first.value().and_then(wide), last.value().and_then(wide))
            && a <= b
        {
            return Ir::within(value, Word::range(a, b), span);
        }
        let value = self.kept(value, Type::Int);
        let (first, last) = (self.bound(first, span), self.bound(last, span));
        let low = Ir::binary(BinaryOp::Ge, value.clone(), first, span);
        let high = Ir::binary(BinaryOp::Le, value.clone(), last, span);
        let cond = Ir::and(low, high, span);
        self.b.push(InstrKind::Check { cond, kind: ErrorKind::OutOfRange }, span);
        value
    }

    /// Whether a check needs statements of its own. Static ranges are checked in the expression.
    pub fn check_hoists(&self, subtype: &Subtype) -> bool {
        if subtype.not_null {
            return true;
        }
        self.types().is_discrete(subtype.ty)
            && subtype.ty != predefined::BOOLEAN
            && self.types().static_bounds(subtype).is_none_or(|(a, b)| a > b)
    }

    /// Whether every value that an expression can have is in a subtype.
    pub fn is_surely_in(&self, e: &Expr, subtype: &Subtype) -> bool {
        let Some((first, last)) = self.types().static_bounds(subtype) else {
            // The same bounds, kept by the same declaration.
            return self.subtype_of(e).constraint == subtype.constraint
                && matches!(e.kind, ExprKind::Object(_) | ExprKind::Call(_));
        };
        let known = self.values_of(e);
        known.is_some_and(|(a, b)| first <= a && b <= last)
    }

    /// A range that has all values that an expression can have.
    fn values_of(&self, e: &Expr) -> Option<(Int, Int)> {
        match &e.kind {
            ExprKind::Discrete(value) => Some((value.clone(), value.clone())),
            ExprKind::Object(_)
            | ExprKind::Component(..)
            | ExprKind::Element(..)
            | ExprKind::At(..)
            | ExprKind::Deref(_)
            | ExprKind::Call(_)
            | ExprKind::Convert(..)
            | ExprKind::Qualified(..) => {
                let of = self.subtype_of(e);
                // Parameters of loops have no constraint of their own.
                self.types().static_bounds(&of).or_else(|| self.types().range(of.ty))
            }
            // A position or a length fits the type that it is computed in; nothing else is known.
            _ => match self.types().kind(e.ty) {
                Kind::Universal => None,
                _ => self.types().range(e.ty),
            },
        }
    }

    /// The range of a subtype declaration must be within the range that it restricts, unless it has no values.
    pub fn compatible(&mut self, range: &(Bound, Bound), of: &Subtype, span: Span) {
        let Some((least, greatest)) = self.types().bounds(of) else { return };
        if let (Some(first), Some(last), Some(least), Some(greatest)) =
            (range.0.value(), range.1.value(), least.value(), greatest.value())
            && (first > last || least <= first && last <= greatest)
        {
            return;
        }
        let (first, last) = (self.bound(&range.0, span), self.bound(&range.1, span));
        let (least, greatest) = (self.bound(&least, span), self.bound(&greatest, span));
        let empty = Ir::binary(BinaryOp::Gt, first.clone(), last.clone(), span);
        let low = Ir::binary(BinaryOp::Le, least, first, span);
        let high = Ir::binary(BinaryOp::Le, last, greatest, span);
        let cond = Ir::or(empty, Ir::and(low, high, span), span);
        self.b.push(InstrKind::Check { cond, kind: ErrorKind::OutOfRange }, span);
    }
}
