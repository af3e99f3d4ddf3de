//! Operations on the bits of words.
//!
//! With a constant they are sums of remainders: `x mod 2^k` has the last `k` bits of `x`, for negative numbers too, so a
//! run of ones in a mask is the difference of two of those.
//!
//! ```text
//! x & 0xf0      wrap(x, uint8) - wrap(x, uint4)
//! x | 0xf0      x + 0xf0 - (x & 0xf0)
//! x >> 3        (x - wrap(x, uint3)) / 8
//! ```
//!
//! Of two values that are not constants they are an instruction ([`crate::InstrKind::Bits`]).

use crate::{BinaryOp as IrOp, ErrorKind, Expr as Ir, ExprKind as IrKind, Word};
use base::Int;
use source::Span;

/// An operation on bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BitOp {
    /// Bits that both have.
    And,
    /// Bits that one of both has.
    Or,
    /// Bits that only one has.
    Xor,
    /// Shift left by a number of bits.
    Left,
    /// Shift right by a number of bits; the sign is kept.
    Right,
}

impl BitOp {
    /// The operator, as C has it.
    pub fn text(self) -> &'static str {
        match self {
            BitOp::And => "&",
            BitOp::Or => "|",
            BitOp::Xor => "^",
            BitOp::Left => "<<",
            BitOp::Right => ">>",
        }
    }

    /// Whether it is a shift.
    pub fn is_shift(self) -> bool {
        matches!(self, BitOp::Left | BitOp::Right)
    }

    /// What two values of a word give.
    ///
    /// ```
    /// use imperative::{BitOp, ErrorKind, Word};
    /// let int = Word::signed(32);
    /// assert_eq!(BitOp::Xor.apply(&6.into(), &3.into(), int), Ok(5.into()));
    /// assert_eq!(BitOp::Left.apply(&1.into(), &32.into(), int), Err(ErrorKind::BadShift));
    /// ```
    ///
    /// # Errors
    ///
    /// A shift by more bits than there are, and what does not fit.
    pub fn apply(self, a: &Int, b: &Int, word: Word) -> Result<Int, ErrorKind> {
        let (Some(x), Some(y)) = (wide(a), wide(b)) else { return Err(ErrorKind::Overflow) };
        let Some(bits) = word.bits().filter(|bits| *bits <= 64) else { return Err(ErrorKind::Overflow) };
        if self.is_shift() && !(0..i128::from(bits)).contains(&y) {
            return Err(ErrorKind::BadShift);
        }
        let result = Int::from(match self {
            BitOp::And => x & y,
            BitOp::Or => x | y,
            BitOp::Xor => x ^ y,
            BitOp::Right => x >> y,
            BitOp::Left if word.is_signed() && x < 0 => return Err(ErrorKind::Overflow),
            // A word has 64 bits at most.
            BitOp::Left => x.checked_mul(1_i128 << y).ok_or(ErrorKind::Overflow)?,
        });
        if !word.is_signed() {
            return Ok(word.wrap(&result));
        }
        if word.holds(&result) { Ok(result) } else { Err(ErrorKind::Overflow) }
    }

    /// `x op n` for a constant: arithmetic that means the same. A shift must be by fewer bits than there are, and the word must
    /// have some.
    pub fn with_constant(self, x: &Ir, n: &Int, word: Word, span: Span) -> Option<Ir> {
        let bits = word.bits()?;
        if self.is_shift() {
            let by = n.to_i64().and_then(|by| u8::try_from(by).ok()).filter(|by| *by < bits)?;
            return Some(shifted(self == BitOp::Left, x, by, (word, bits), span));
        }
        masked(self, x, n, word, span)
    }
}

/// A value of a word of 64 bits and fewer.
fn wide(n: &Int) -> Option<i128> {
    match n.to_i64() {
        Some(n) => Some(i128::from(n)),
        None => n.to_string().parse().ok(),
    }
}

/// `x & m`, `x | m`, `x ^ m`; `None` for other operations and for masks of no word. The operand is copied.
fn masked(op: BitOp, x: &Ir, mask: &Int, word: Word, span: Span) -> Option<Ir> {
    let mask_number = wide(mask)?;
    let both = and(x, mask_number, span);
    let m = Ir::int(mask.clone(), span);
    let sum = || Ir::binary(IrOp::Add, x.clone(), m.clone(), span);
    let result = match op {
        BitOp::And => both,
        BitOp::Or => Ir::binary(IrOp::Sub, sum(), both, span),
        BitOp::Xor => {
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
fn shifted(left: bool, x: &Ir, by: u8, (word, bits): (Word, u8), span: Span) -> Ir {
    if by == 0 {
        return x.clone();
    }
    let power = Ir::int(Word::unsigned(by).count(), span);
    if left {
        // Only what is not negative may be shifted to the left.
        let x = if word.is_signed() { Ir::fit(x.clone(), Word::unsigned(bits), span) } else { x.clone() };
        let product = Ir::binary(IrOp::Mul, x, power, span);
        return if word.is_signed() { Ir::fit(product, word, span) } else { Ir::wrap(product, word, span) };
    }
    let whole = if word.is_signed() {
        let rest = Ir::wrap(x.clone(), Word::unsigned(by), span);
        Ir::binary(IrOp::Sub, x.clone(), rest, span)
    } else {
        x.clone()
    };
    Ir::wrap(Ir::binary(IrOp::Div, whole, power, span), word, span)
}
