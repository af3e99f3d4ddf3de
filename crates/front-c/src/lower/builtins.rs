//! Functions that compilers know by themselves.
//!
//! Those on bits are sums of bits and of comparisons, without branches and loops, so that nothing but the caller's own
//! conditions makes paths.
//!
//! ```text
//! n = __builtin_ctz(x);                      fail bad shift if x = 0; n := (x mod 2 = 0) + (x mod 4 = 0) + …
//! __builtin_add_overflow(a, b, &sum)         sum := wrap(a + b, int32), and whether that is not a + b
//! __builtin_trap();                          fail abort
//! __builtin_unreachable();                   fail missing result
//! ```

use super::calls::Called;
use super::procs::Lower;
use crate::tree::{Expr, Function, Place, PlaceKind};
use crate::types::Type as C;
use base::Int;
use imperative::{
    BinaryOp, BitOp, DecisionKind, ErrorKind, Expr as Ir, ExprKind as IrKind, TerminatorKind, Type, Word,
};
use source::Span;

/// What the names of these functions begin with.
pub(super) const PREFIX: &str = "__builtin_";

/// What a function gives for a number of this word, which is exact and never outside of what it can give.
fn bits(name: &str, x: &Ir, word: Word, span: Span) -> Option<Ir> {
    let base = name.strip_prefix(PREFIX)?.trim_end_matches('l');
    let width = u32::from(super::words::bits_of(word));
    let power = |i: u32| Int::from(1_i64 << i.min(62)) * Int::from(1_i64 << i.saturating_sub(62));
    let is = |op, a: Ir, b: Int| {
        let truth = Ir::binary(op, a, Ir::int(b, span), span);
        Ir::new(IrKind::BoolToInt(Box::new(truth)), span)
    };
    let sum = |parts: Vec<Ir>| parts.into_iter().reduce(|a, b| Ir::binary(BinaryOp::Add, a, b, span));
    // The `n` bits from the bit `at` on.
    let part = |at: u32, n: u32| {
        let down = BitOp::Right.with_constant(x, &Int::from(i64::from(at)), word, span)?;
        BitOp::And.with_constant(&down, &(power(n) - Int::from(1_i64)), word, span)
    };
    match base {
        "popcount" => sum((0..width).map(|i| part(i, 1)).collect::<Option<_>>()?),
        "parity" => {
            let ones = sum((0..width).map(|i| part(i, 1)).collect::<Option<_>>()?)?;
            BitOp::And.with_constant(&ones, &Int::from(1_i64), word, span)
        }
        // As many zeros at its start as there are powers of two that are greater.
        "clz" => sum((0..width).map(|i| is(BinaryOp::Lt, x.clone(), power(i))).collect()),
        // As many zeros at its end as there are powers of two by which it can be divided.
        "ctz" | "ffs" => {
            let zero = |i: u32| Some(is(BinaryOp::Eq, part(0, i)?, Int::from(0_i64)));
            sum((1..width).map(zero).collect::<Option<_>>()?)
        }
        _ => {
            let bytes = base.strip_prefix("bswap")?.parse::<u32>().ok()? / 8;
            let moved = |i: u32| {
                let up = Ir::int(power(8 * (bytes - 1 - i)), span);
                Some(Ir::binary(BinaryOp::Mul, up, part(8 * i, 8)?, span))
            };
            sum((0..bytes).map(moved).collect::<Option<_>>()?)
        }
    }
}

impl Lower<'_, '_> {
    /// A call of a function that the compiler knows.
    pub fn call_builtin(&mut self, f: &Function, args: &[Expr], wanted: Option<&Type>, span: Span) -> Called {
        let name = f.name.as_str();
        match (name, args) {
            ("__builtin_trap" | "__builtin_abort", []) => {
                self.fail(ErrorKind::Abort, span);
                Ok(None)
            }
            // What follows is undefined, as where a function ends without its result.
            ("__builtin_unreachable", []) => {
                self.fail(ErrorKind::MissingResult, span);
                Ok(None)
            }
            (_, [a, b, to]) if name.ends_with("_overflow") => self.overflow(name, a, b, to, span),
            (_, [x]) => self.bits_of(f, x, wanted, span),
            _ => Err(format!("`{name}`")),
        }
    }

    fn bits_of(&mut self, f: &Function, x: &Expr, wanted: Option<&Type>, span: Span) -> Called {
        let name = f.name.as_str();
        let other = || format!("`{name}`");
        let defined = !name.contains("clz") && !name.contains("ctz");
        // Compilers drop unused results and fold constants, so a zero may go unnoticed.
        if wanted.is_none() || !defined && self.constant(x).is_some_and(|x| x.is_zero()) {
            return Err(other());
        }
        let Some(Type::Word(result)) = wanted else { return Err(other()) };
        let word = self.word(&x.ty);
        let x = self.value(x);
        let x = self.saved(x);
        if !defined {
            let (fine, odd) = (self.b.block(), self.b.block());
            let some = Ir::binary(BinaryOp::Ne, x.clone(), Ir::int(0, span), span);
            self.b.branch(DecisionKind::ShortCircuit, some, fine, odd, span);
            self.b.switch_to(odd);
            self.b.terminate(TerminatorKind::Fail(ErrorKind::BadShift), span);
            self.b.switch_to(fine);
        }
        let value = bits(name, &x, word, span).ok_or_else(other)?;
        if name.contains("ffs") {
            return Ok(Some(self.first_one(&x, value, *result, span)));
        }
        Ok(Some(self.held(Ir::wrap(value, *result, span))))
    }

    /// `__builtin_ffs`: one more than the zeros at the end, and 0 for zero. These are two paths, since one sum for both
    /// is too hard for solvers.
    fn first_one(&mut self, x: &Ir, zeros: Ir, word: Word, span: Span) -> Ir {
        let result = self.b.temporary(Type::Word(word), span);
        let (some, none, after) = (self.b.block(), self.b.block(), self.b.block());
        let is_there = Ir::binary(BinaryOp::Ne, x.clone(), Ir::int(0, span), span);
        self.b.branch(DecisionKind::ShortCircuit, is_there, some, none, span);
        self.b.switch_to(some);
        let place = Ir::binary(BinaryOp::Add, zeros, Ir::int(1, span), span);
        self.b.assign(result, Ir::wrap(place, word, span), span);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(none);
        self.b.assign(result, Ir::int(0, span), span);
        self.b.terminate(TerminatorKind::Goto(after), span);
        self.b.switch_to(after);
        Ir::var(result, span)
    }

    /// `__builtin_add_overflow` and its like: numbers are exact here, so the result is right unless it wraps around.
    fn overflow(&mut self, name: &str, a: &Expr, b: &Expr, to: &Expr, span: Span) -> Called {
        let op = match name {
            _ if name.contains("add") => BinaryOp::Add,
            _ if name.contains("sub") => BinaryOp::Sub,
            _ => BinaryOp::Mul,
        };
        let ty = to.ty.pointee().filter(|ty| matches!(ty, C::Int(_))).cloned();
        let ty = ty.ok_or_else(|| format!("`{name}`"))?;
        let word = self.word(&ty);
        if [a, b].into_iter().any(|e| self.cx.shapes.word(&e.ty).is_none()) {
            return Err(format!("`{name}`"));
        }
        let values = self.values(&[a.clone(), b.clone()]);
        let mut values = values.into_iter().map(|value| self.saved(value));
        let (Some(a), Some(b)) = (values.next(), values.next()) else { return Err(format!("`{name}`")) };
        drop(values);
        let exact = Ir::binary(op, a, b, span);
        let kept = self.held(Ir::wrap(exact.clone(), word, span));
        let differs = Ir::binary(BinaryOp::Ne, exact, kept.clone(), span);
        let differs = self.held(Ir::new(IrKind::BoolToInt(Box::new(differs)), span));
        let place = Place { kind: PlaceKind::Deref(Box::new(to.clone())), ty: ty.clone(), span };
        let (spot, passed) = self.place_to_write(&place).ok_or_else(|| format!("`{name}`"))?;
        if !passed.is_empty() {
            self.written_through(passed, &place, span);
        }
        self.store_value(&spot, kept, &ty, span);
        Ok(Some(differs))
    }
}
