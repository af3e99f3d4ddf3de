//! Operations that compilers transform before a sanitizer sees them.
//!
//! ```text
//! (unsigned char) (a + 1)      added without a sign: nothing overflows
//! a + 1 > a                    true
//! ```

use crate::constant::evaluate;
use crate::lower::walk::{self, Visit};
use crate::tree::{BinaryOp, Callee, Expr, ExprKind, Function, Unit};
use crate::types::Type;
use base::Int;
use source::Span;

/// Whether a compiler may have transformed the operation at this place.
pub(super) fn may_fold(unit: &Unit, span: Span) -> bool {
    let mut look = Look { span, found: false };
    for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
        walk::stmt(body, &mut look);
    }
    look.found
}

/// Functions of the C library that compute a number which may be too large. They were compiled without sanitizers, and give some
/// other number then.
const UNWATCHED: &[&str] = &["atoi", "atol"];

/// Whether there is a call at this place of a C library function whose overflow goes unnoticed.
pub(super) fn overflows_unnoticed(unit: &Unit, span: Span) -> bool {
    struct Calls<'a>(&'a Unit, Span, bool);
    impl Visit for Calls<'_> {
        fn expr(&mut self, e: &Expr) {
            let ExprKind::Call { callee: Callee::Direct(id), .. } = &e.kind else { return };
            let unwatched = |f: &Function| f.body.is_none() && UNWATCHED.contains(&f.name.as_str());
            self.2 |= e.span == self.1 && self.0.function(*id).is_some_and(unwatched);
        }
    }
    let mut calls = Calls(unit, span, false);
    for body in unit.functions.iter().filter_map(|f| f.body.as_ref()) {
        walk::stmt(body, &mut calls);
    }
    calls.2
}

/// Whether the file shifts constants as in `1 << 31`. Compilers give the expected result, but a sanitizer reports an
/// error.
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
    /// Whether an expression is the operation, perhaps converted to another type.
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
