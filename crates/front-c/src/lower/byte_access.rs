//! Numbers that are gathered from bytes, the lowest first, and scattered to them.
//!
//! ```text
//! *(unsigned short *) p           wrap(target(p), uint8) + 256 * wrap(target(move(p, 1)), uint8)
//! ```
//!
//! A number that is not aligned for its width is not supported: C does not define what compilers make of it.

use super::bytes;
use super::places::Spot;
use super::procs::Lower;
use super::words::bits_of;
use crate::tree::{Expr, ExprKind};
use base::Int;
use imperative::{
    BinaryOp as IrOp, DecisionKind, Expr as Ir, ExprKind as IrKind, InstrKind, TerminatorKind, Type, Word,
};
use source::Span;

impl Lower<'_, '_> {
    /// For a pointer to numbers that was one to characters: that pointer, and the word of the numbers.
    pub fn among_bytes<'e>(&self, pointer: &'e Expr) -> Option<(&'e Expr, Word)> {
        let ExprKind::Convert(inner) = &pointer.kind else { return None };
        let types = &self.unit.types;
        inner.ty.pointee().filter(|of| bytes::is_byte(types, of))?;
        let of = pointer.ty.pointee().filter(|of| bytes::width(types, of).is_some())?;
        Some((inner, self.cx.shapes.word(of)?))
    }

    /// The number among the bytes that a pointer leads to.
    pub fn gathered_place(&mut self, bytes: &Expr, word: Word, span: Span) -> Option<Spot> {
        let ty = self.cx.shapes.value(&bytes.ty)?;
        self.cx.gathers = true;
        if u64::from(bits_of(word) / 8) > self.cx.facts.alignment {
            self.unsupported("a number among bytes of a struct or a row that may lie anywhere", span);
            return None;
        }
        let pointer = self.value(bytes);
        let pointer = self.solid(pointer, &ty, span);
        let size = Int::from(i64::from(bits_of(word) / 8));
        if let IrKind::At(_, index) = &pointer.kind
            && is_multiple(index, &size)
        {
            return Some(Spot::Bytes(self.saved(pointer), word));
        }
        let pointer = self.saved(pointer);
        let (fine, odd) = (self.b.block(), self.b.block());
        let position = Ir::new(IrKind::Position(Box::new(pointer.clone())), span);
        let rest = Ir::binary(IrOp::Rem, position, Ir::int(size, span), span);
        let lies_well = Ir::binary(IrOp::Eq, rest, Ir::int(0, span), span);
        self.b.branch(DecisionKind::ShortCircuit, lies_well, fine, odd, span);
        self.b.switch_to(odd);
        self.unsupported("a number that does not lie where its type must", span);
        self.b.terminate(TerminatorKind::Goto(fine), span);
        self.b.switch_to(fine);
        Some(Spot::Bytes(pointer, word))
    }

    /// The number that some bytes make.
    pub fn gathered(&mut self, pointer: &Ir, word: Word, span: Span) -> Ir {
        let count = bits_of(word) / 8;
        let mut sum: Option<Ir> = None;
        let mut weight = Int::from(1_i64);
        for k in 0..count {
            let byte = Ir::target(moved(pointer, k, span), span);
            let last = k + 1 == count;
            let kept = self.ir_type(&byte);
            let seen = Word::of_bits(8, word.is_signed() && last);
            let byte = if kept == Some(Type::Word(seen)) { byte } else { Ir::wrap(byte, seen, span) };
            let part = match k {
                0 => byte,
                _ => Ir::binary(IrOp::Mul, byte, Ir::int(weight.clone(), span), span),
            };
            sum = Some(match sum {
                None => part,
                Some(sum) => Ir::binary(IrOp::Add, sum, part, span),
            });
            weight = &weight * &Int::from(256_i64);
        }
        // It always fits.
        let number = sum.unwrap_or_else(|| Ir::int(0, span));
        self.held(Ir::fit(number, word, span))
    }

    /// Writes a number to bytes.
    pub fn scatter(&mut self, pointer: &Ir, word: Word, value: Ir, span: Span) {
        let value = self.saved(value);
        let kept = match self.ir_type(&Ir::target(pointer.clone(), span)) {
            Some(Type::Word(kept)) => kept,
            _ => return self.unsupported("this number among bytes", span),
        };
        let unsigned = Word::unsigned(bits_of(word));
        let mut weight = Int::from(1_i64);
        for k in 0..bits_of(word) / 8 {
            let part = match (&value.kind, k) {
                (IrKind::Int(n), _) => Ir::int(kept.wrap(&unsigned.wrap(n).div_floor(&weight)), span),
                (_, 0) => Ir::wrap(value.clone(), kept, span),
                _ => {
                    let whole = match word.is_signed() {
                        true => Ir::wrap(value.clone(), unsigned, span),
                        false => value.clone(),
                    };
                    Ir::wrap(Ir::binary(IrOp::Div, whole, Ir::int(weight.clone(), span), span), kept, span)
                }
            };
            let pointer = moved(pointer, k, span);
            self.b.push(InstrKind::StoreTarget { pointer, value: part }, span);
            weight = &weight * &Int::from(256_i64);
        }
    }
}

/// Whether a number is known to be a multiple of a power of two.
fn is_multiple(e: &Ir, of: &Int) -> bool {
    match &e.kind {
        IrKind::Int(n) => n.mod_floor(of).is_zero(),
        IrKind::Binary(IrOp::Mul, a, b) => is_multiple(a, of) || is_multiple(b, of),
        IrKind::Fit(inner, word) | IrKind::Wrap(inner, word) => bits_of(*word) >= 8 && is_multiple(inner, of),
        _ => false,
    }
}

fn moved(pointer: &Ir, by: u8, span: Span) -> Ir {
    match by {
        0 => pointer.clone(),
        _ => Ir::moved(pointer.clone(), Ir::int(usize::from(by), span), span),
    }
}
