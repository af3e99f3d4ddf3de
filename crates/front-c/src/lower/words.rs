//! Operations on integers of a width, as exact arithmetic with a `fit` or a `wrap` around it.
//!
//! Bit operations with a constant are sums of remainders: `x mod 2^k` has the last `k` bits of `x`, for negative
//! numbers too, so a run of ones in a mask is the difference of two of those.
//!
//! ```text
//! x & 0xf0      wrap(x, uint8) - wrap(x, uint4)
//! x | 0xf0      x + 0xf0 - (x & 0xf0)
//! x >> 3        (x - wrap(x, uint3)) / 8
//! ```

use crate::tree::BinaryOp;
use base::Int;
use imperative::{BinaryOp as IrOp, Expr as Ir, ExprKind as IrKind, UnaryOp, Word};
use source::Span;

/// An integer of a word that must not overflow, or goes round.
pub(super) fn settled(e: Ir, word: Word, span: Span) -> Ir {
    if word.signed { Ir::fit(e, word, span) } else { Ir::wrap(e, word, span) }
}

/// An integer as another word; `from` is the word that it is of.
pub(super) fn converted(e: Ir, from: Word, to: Word, span: Span) -> Ir {
    if to.contains(from) {
        return e;
    }
    match e.kind {
        IrKind::Int(i) => Ir::int(to.wrap(&i), span),
        IrKind::BoolToInt(_) => e,
        // What goes round in many bits and then in fewer goes round in fewer.
        IrKind::Wrap(inner, wide) if wide.bits >= to.bits => Ir::wrap(*inner, to, span),
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
    if op == BinaryOp::Rem && word.signed && !is_harmless_divisor(&b) {
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
    let all = if word.signed { Int::from(-1) } else { word.greatest() };
    Ir::wrap(Ir::binary(IrOp::Sub, Ir::int(all, span), a, span), word, span)
}

/// `x & m`, `x | m`, `x ^ m`; `None` for other operations and for masks of no word. The operand is copied.
pub(super) fn masked(op: BinaryOp, x: &Ir, mask: &Int, word: Word, span: Span) -> Option<Ir> {
    let mask_number: i128 = mask.to_string().parse().ok()?;
    let both = and(x, mask_number, span);
    let m = Ir::int(mask.clone(), span);
    let sum = || Ir::binary(IrOp::Add, x.clone(), m.clone(), span);
    let result = match op {
        BinaryOp::BitAnd => both,
        BinaryOp::BitOr => Ir::binary(IrOp::Sub, sum(), both, span),
        BinaryOp::BitXor => {
            let twice = Ir::binary(IrOp::Mul, Ir::int(2, span), both, span);
            Ir::binary(IrOp::Sub, sum(), twice, span)
        }
        _ => return None,
    };
    Some(match result.kind {
        IrKind::Int(_) | IrKind::Var(_) => result,
        // One run from the first bit on, which the word holds.
        IrKind::Wrap(_, narrow) if word.contains(narrow) => result,
        _ => Ir::wrap(result, word, span),
    })
}

fn and(x: &Ir, mask: i128, span: Span) -> Ir {
    if mask < 0 {
        // The bits that the mask does not have are taken away.
        let rest = and(x, -1 - mask, span);
        return match rest.kind {
            IrKind::Int(_) => x.clone(),
            _ => Ir::binary(IrOp::Sub, x.clone(), rest, span),
        };
    }
    let mut result: Option<Ir> = None;
    let (mut bit, mut rest) = (0_u8, mask);
    while rest != 0 {
        let zeros = rest.trailing_zeros() as u8;
        let low = bit + zeros;
        rest >>= zeros;
        let ones = rest.trailing_ones() as u8;
        let high = low + ones;
        rest >>= ones;
        bit = high;
        let until = Ir::wrap(x.clone(), Word::unsigned(high), span);
        let run = match low {
            0 => until,
            _ => {
                let before = Ir::wrap(x.clone(), Word::unsigned(low), span);
                Ir::binary(IrOp::Sub, until, before, span)
            }
        };
        result = Some(match result {
            Some(sum) => Ir::binary(IrOp::Add, sum, run, span),
            None => run,
        });
    }
    result.unwrap_or_else(|| Ir::int(0, span))
}

/// `x << by` or `x >> by`, for a number of bits that the word has.
pub(super) fn shifted(left: bool, x: &Ir, by: u8, word: Word, span: Span) -> Ir {
    if by == 0 {
        return x.clone();
    }
    let power = Ir::int(Word::unsigned(by).count(), span);
    if left {
        // Only what is not negative may be shifted to the left.
        let x = if word.signed { Ir::fit(x.clone(), Word::unsigned(word.bits), span) } else { x.clone() };
        return settled(Ir::binary(IrOp::Mul, x, power, span), word, span);
    }
    let whole = if word.signed {
        let rest = Ir::wrap(x.clone(), Word::unsigned(by), span);
        Ir::binary(IrOp::Sub, x.clone(), rest, span)
    } else {
        x.clone()
    };
    Ir::wrap(Ir::binary(IrOp::Div, whole, power, span), word, span)
}
