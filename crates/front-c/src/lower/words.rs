//! Operations on integers of a width, as exact arithmetic with a `fit` or a `wrap` around it.
//!
//! ```text
//! x + y         fit(x + y, int32)
//! (char) x      wrap(x, int8)
//! ```

use crate::tree::BinaryOp;
use base::Int;
use imperative::{BinaryOp as IrOp, Expr as Ir, ExprKind as IrKind, UnaryOp, Word};
use source::Span;

/// How many bits a word of C has.
pub(super) fn bits_of(word: Word) -> u8 {
    // All types of C have a width.
    word.bits().unwrap_or(0)
}

/// An integer of a word: one with a sign must not overflow, one without a sign wraps around.
pub(super) fn settled(e: Ir, word: Word, span: Span) -> Ir {
    if word.is_signed() { Ir::fit(e, word, span) } else { Ir::wrap(e, word, span) }
}

/// An integer as another word; `from` is the word that it is of.
pub(super) fn converted(e: Ir, from: Word, to: Word, span: Span) -> Ir {
    if to.contains(from) {
        return e;
    }
    match e.kind {
        IrKind::Int(i) => Ir::int(to.wrap(&i), span),
        IrKind::BoolToInt(_) => e,
        // Wrapping to a wider word and then to a narrower one equals wrapping to the narrower one.
        IrKind::Wrap(inner, wide) if bits_of(wide) >= bits_of(to) => Ir::wrap(*inner, to, span),
        _ => Ir::wrap(e, to, span),
    }
}

/// `+`, `-`, `*`, `/`, `%`; `None` for the others.
pub(super) fn arithmetic(op: BinaryOp, a: Ir, b: Ir, word: Word, span: Span) -> Option<Ir> {
    let ir = match op {
        BinaryOp::Add => IrOp::Add,
        BinaryOp::Sub => IrOp::Sub,
        BinaryOp::Mul => IrOp::Mul,
        BinaryOp::Div => IrOp::Div,
        BinaryOp::Rem => IrOp::Rem,
        _ => return None,
    };
    let mut a = a;
    if op == BinaryOp::Rem && word.is_signed() && !is_harmless_divisor(&b) {
        // `INT_MIN % -1` is undefined because `INT_MIN / -1` is; so the quotient is looked at, and counts for nothing.
        let quotient = Ir::fit(Ir::binary(IrOp::Div, a.clone(), b.clone(), span), word, span);
        let nothing = Ir::binary(IrOp::Mul, Ir::int(0, span), quotient, span);
        a = Ir::binary(IrOp::Add, a, nothing, span);
    }
    Some(settled(Ir::binary(ir, a, b, span), word, span))
}

/// A constant by which every number can be divided.
fn is_harmless_divisor(e: &Ir) -> bool {
    matches!(&e.kind, IrKind::Int(i) if *i != Int::from(-1_i64) && !i.is_zero())
}

/// `-x`
pub(super) fn negative(a: Ir, word: Word, span: Span) -> Ir {
    settled(Ir::unary(UnaryOp::Neg, a, span), word, span)
}

/// `~x`: never outside of its word, but that is not to be seen from the expression.
pub(super) fn complement(a: Ir, word: Word, span: Span) -> Ir {
    let all = if word.is_signed() { Int::from(-1) } else { word.greatest() };
    Ir::wrap(Ir::binary(IrOp::Sub, Ir::int(all, span), a, span), word, span)
}
