//! Operations that compilers make something else of before a sanitizer sees them.
//!
//! ```text
//! (unsigned char) (a + 1)      added without a sign: nothing overflows
//! a + 1 > a                    true
//! ```

use crate::constant::evaluate;
use crate::lower::walk::{self, Visit};
use crate::tree::{BinaryOp, Expr, ExprKind, Unit};
use crate::types::Type;
use base::Int;
use source::Span;

/// May a compiler have made something else of the operation that stands here?
pub(super) fn may_fold(unit: &Unit, span: Span) -> bool {
    let mut look = Look { span, found: false };
    for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
        walk::stmt(body, &mut look);
    }
    look.found
}

/// Does the file shift constants as in `1 << 31`? Compilers do what everybody expects, but a sanitizer calls it an error.
pub fn shifts_constants(unit: &Unit) -> bool {
    struct Shifts<'a>(&'a Unit, bool);
    impl Visit for Shifts<'_> {
        fn expr(&mut self, e: &Expr) {
            let (ExprKind::Binary(BinaryOp::Shl, a, b), Type::Int(ty)) = (&e.kind, &e.ty) else { return };
            let value = |e: &Expr| evaluate(&self.0.types, e).ok().map(|c| c.value);
            if let (true, Some(whole), Some(a), Some(by)) = (ty.signed, value(e), value(a), value(b)) {
                let by = by.to_i64().and_then(|by| u32::try_from(by).ok()).unwrap_or(0);
                self.1 |=
                    a.is_negative() || 1i128.checked_shl(by).is_none_or(|f| &a * &Int::from(f) != whole);
            }
        }
    }
    let mut shifts = Shifts(unit, false);
    for body in unit.functions.iter().filter(|f| !f.from_system).filter_map(|f| f.body.as_ref()) {
        walk::stmt(body, &mut shifts);
    }
    shifts.1
}

struct Look {
    span: Span,
    found: bool,
}

impl Look {
    /// Is it the operation, perhaps converted to a type that holds it?
    fn is_it(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Convert(inner) => self.is_it(inner),
            ExprKind::Binary(..) | ExprKind::Neg(_) => e.span == self.span,
            _ => false,
        }
    }
}

fn is_constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) => true,
        ExprKind::Convert(inner) | ExprKind::Neg(inner) => is_constant(inner),
        ExprKind::Binary(_, a, b) => is_constant(a) && is_constant(b),
        _ => false,
    }
}

impl Visit for Look {
    fn expr(&mut self, e: &Expr) {
        self.found |= match &e.kind {
            ExprKind::Convert(inner) => self.is_it(inner),
            ExprKind::Compare(_, a, b) => self.is_it(a) || self.is_it(b),
            ExprKind::Binary(op, a, b) => {
                let sums = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div);
                sums && (self.is_it(a) || self.is_it(b)) || self.is_it(e) && is_constant(a) && is_constant(b)
            }
            ExprKind::Neg(a) => self.is_it(a),
            _ => false,
        };
    }
}
