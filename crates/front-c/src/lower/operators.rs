//! Arithmetic, and assignments of all kinds.
//!
//! ```text
//! c += 1, for a char c      c := wrap(fit(c + 1, int32), int8)
//! ```

use super::places::Spot;
use super::procs::Lower;
use super::words;
use crate::tree::{BinaryOp, Expr, ExprKind, Place};
use crate::types::{IntName, Type as C};
use imperative::{BitOp, ErrorKind, Expr as Ir, ExprKind as IrKind, InstrKind, Type, Word};
use source::Span;

/// Whether an operation is on bits.
pub(super) fn is_bitwise(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor) || op.is_shift()
}

/// An operation on bits as the program has it.
fn bit_op(op: BinaryOp) -> Option<BitOp> {
    Some(match op {
        BinaryOp::BitAnd => BitOp::And,
        BinaryOp::BitOr => BitOp::Or,
        BinaryOp::BitXor => BitOp::Xor,
        BinaryOp::Shl => BitOp::Left,
        BinaryOp::Shr => BitOp::Right,
        _ => return None,
    })
}

impl Lower<'_, '_> {
    /// `a op b`
    pub fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr, ty: &C, span: Span) -> Ir {
        let word = self.word(ty);
        if self.order_differs(op, a, b) {
            self.unsupported(
                "an operation on two values that are asked for in an order of the compiler's",
                span,
            );
        }
        let (mut left, mut right) = self.pair(a, b);
        if is_bitwise(op) {
            // Bit operations mention their operand several times.
            if !self.is_plain_load(a) {
                left = self.saved(left);
            }
            if !self.is_plain_load(b) {
                right = self.saved(right);
            }
        }
        self.combined(op, left, right, word, span)
    }

    /// Two values combined.
    fn combined(&mut self, op: BinaryOp, a: Ir, b: Ir, word: Word, span: Span) -> Ir {
        let Some(bits) = bit_op(op) else {
            return words::arithmetic(op, a, b, word, span).unwrap_or_else(|| Ir::int(0, span));
        };
        let constant = match (&a.kind, &b.kind) {
            (_, IrKind::Int(n)) if op.is_shift() => {
                if n.to_i64().is_none_or(|by| !(0..i64::from(words::bits_of(word))).contains(&by)) {
                    self.fail(ErrorKind::BadShift, span);
                    return Ir::int(0, span);
                }
                bits.with_constant(&a, n, word, span)
            }
            (_, IrKind::Int(mask)) => bits.with_constant(&a, mask, word, span),
            (IrKind::Int(mask), _) if !op.is_shift() => bits.with_constant(&b, mask, word, span),
            _ => None,
        };
        constant.unwrap_or_else(|| {
            let dst = self.b.temporary(Type::Word(word), span);
            self.b.push(InstrKind::Bits { dst, op: bits, left: a, right: b, word }, span);
            Ir::var(dst, span)
        })
    }

    /// A number as another type of integers.
    pub fn number_as(&self, value: Ir, from: &C, to: &C, span: Span) -> Ir {
        if *to == C::Bool && *from != C::Bool {
            return Ir::new(IrKind::BoolToInt(Box::new(truth(value, span))), span);
        }
        words::converted(value, self.word(from), self.word(to), span)
    }

    /// `place = value`
    pub fn assign(&mut self, place: &Place, value: &Expr, ty: &Type, span: Span) -> Ir {
        let Some((mut spot, passed)) = self.place_to_write(place) else { return self.any_value(ty, span) };
        if let Spot::Var(var) = spot
            && !matches!(place.ty, C::Record(_))
        {
            self.value_into(var, value, span);
            return Ir::var(var, span);
        }
        if self.hoists(value) {
            spot = self.steady(spot);
        }
        let mut value = self.value(value);
        if !passed.is_empty() {
            value = self.saved(value);
            self.written_through(passed, place, span);
        }
        self.store_value(&spot, value, &place.ty, span);
        self.load(&spot, span)
    }

    /// `place op= value`
    pub fn assign_op(
        &mut self,
        place: &Place,
        op: BinaryOp,
        value: &Expr,
        compute: &C,
        ty: &Type,
        span: Span,
    ) -> Ir {
        let Some(word) = self.cx.shapes.word(compute).filter(|_| place.ty.is_integer()) else {
            self.unsupported(format!("the type `{}`", self.unit.types.text(compute)), span);
            return self.any_value(ty, span);
        };
        if self.races_union(place, value) {
            self.unsupported("a change of a member of a union by a value with effects", span);
            return self.any_value(ty, span);
        }
        let Some(mut spot) = self.place(place) else { return self.any_value(ty, span) };
        if self.hoists(value) {
            spot = self.steady(spot);
        }
        let mut right = self.value(value);
        let old = self.load(&spot, span);
        let mut left = self.number_as(old, &place.ty, compute, span);
        if is_bitwise(op) {
            left = self.saved(left);
            right = self.saved(right);
        }
        let result = self.combined(op, left, right, word, span);
        let result = self.number_as(result, compute, &place.ty, span);
        self.store(&spot, result, span);
        self.load(&spot, span)
    }

    /// `++x`, `x++`, `--x`, `x--`
    pub fn inc_dec(&mut self, place: &Place, increment: bool, prefix: bool, ty: &Type, span: Span) -> Ir {
        let Some(spot) = self.place(place) else { return self.any_value(ty, span) };
        let old = self.load(&spot, span);
        let old = if prefix { old } else { self.held(old) };
        let new = if place.ty.is_integer() {
            let int = self.unit.types.int(IntName::Int);
            let narrow = words::bits_of(self.word(&place.ty)) < 32;
            let compute = if narrow { int } else { place.ty.clone() };
            let op = if increment { BinaryOp::Add } else { BinaryOp::Sub };
            let word = self.word(&compute);
            let sum = self.combined(op, old.clone(), Ir::int(1, span), word, span);
            self.number_as(sum, &compute, &place.ty, span)
        } else if matches!(ty, Type::Pointer(_)) {
            let by = Ir::int(if increment { 1 } else { -1 }, span);
            Ir::moved(old.clone(), by, span)
        } else {
            self.unsupported(format!("a step of the type `{}`", self.unit.types.text(&place.ty)), span);
            return self.any_value(ty, span);
        };
        self.store(&spot, new, span);
        if prefix { self.load(&spot, span) } else { old }
    }

    /// Whether an operand is something to mention more than once: it is read, through conversions, from a place
    /// that no bit operation is needed to find.
    pub fn is_plain_load(&self, e: &Expr) -> bool {
        struct Bits(bool);
        impl super::walk::Visit for Bits {
            fn expr(&mut self, e: &Expr) {
                self.0 |= matches!(&e.kind, ExprKind::Binary(op, ..) if is_bitwise(*op));
            }
        }
        match &e.kind {
            ExprKind::Convert(inner) => inner.ty.is_integer() && self.is_plain_load(inner),
            ExprKind::Load(place) => {
                let mut bits = Bits(false);
                super::walk::place(place, &mut bits);
                !bits.0
            }
            _ => self.constant(e).is_some(),
        }
    }
}

/// Whether a number is not zero.
pub(super) fn truth(value: Ir, span: Span) -> Ir {
    match value.kind {
        IrKind::BoolToInt(inner) => *inner,
        IrKind::Int(i) => Ir::bool(!i.is_zero(), span),
        _ => Ir::new(IrKind::IntToBool(Box::new(value)), span),
    }
}
