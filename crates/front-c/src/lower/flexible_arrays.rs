//! Memory for structs with a flexible array member.
//!
//! ```text
//! malloc(sizeof(struct entry) + n * sizeof(int))      $1 := make entry[.. n]
//! ```
//!
//! The size is a sum. An allocation whose size wraps around or is smaller than the struct is not supported.

use super::allocation::Request;
use super::places::Spot;
use super::procs::Lower;
use crate::constant;
use crate::tails::{self, Tail};
use crate::tree::{BinaryOp, Expr, ExprKind};
use crate::types::{Type as C, Types};
use base::Int;
use imperative::{
    BinaryOp as IrOp, DecisionKind, Expr as Ir, InstrKind, Made, StructId, TerminatorKind, Type,
};
use source::Span;

/// A size, taken apart.
struct Sum {
    constant: Int,
    /// What is added to it, and whether it is a number of elements instead of bytes.
    summands: Vec<(Expr, bool)>,
}

impl Sum {
    /// Takes a size apart, as far as it is computed without a sign and as wide as sizes are.
    fn of(types: &Types, size: &Expr, tail: &Tail) -> Sum {
        let mut sum = Sum { constant: Int::ZERO, summands: Vec::new() };
        let mut waiting = vec![size];
        let each = Int::from(i64::try_from(tail.each).unwrap_or(i64::MAX));
        let width = types.integer(&types.size_type()).map(|t| t.bits);
        while let Some(e) = waiting.pop() {
            let value = |e: &Expr| constant::evaluate(types, e).ok().map(|c| c.value);
            let is_size = types.integer(&e.ty).is_some_and(|t| !t.signed && Some(t.bits) == width);
            if let Some(n) = value(e) {
                sum.constant = &sum.constant + &n;
                continue;
            }
            match &e.kind {
                ExprKind::Binary(BinaryOp::Add, a, b) if is_size => waiting.extend([&**b, &**a]),
                ExprKind::Binary(BinaryOp::Sub, a, b) if is_size && value(b).is_some() => {
                    sum.constant = &sum.constant - &value(b).unwrap_or(Int::ZERO);
                    waiting.push(a);
                }
                ExprKind::Binary(BinaryOp::Mul, a, b) if is_size && value(b).as_ref() == Some(&each) => {
                    sum.summands.push(((**a).clone(), true));
                }
                ExprKind::Binary(BinaryOp::Mul, a, b) if is_size && value(a).as_ref() == Some(&each) => {
                    sum.summands.push(((**b).clone(), true));
                }
                _ => sum.summands.push((e.clone(), false)),
            }
        }
        sum
    }
}

impl Lower<'_, '_> {
    /// Memory for one struct with a flexible array member; `None` if that is not what is asked for.
    pub fn allocate_long(&mut self, request: &Request<'_>, of: &C, s: StructId, span: Span) -> Option<Ir> {
        let C::Record(record) = of else { return None };
        if request.on_stack {
            return None;
        }
        let types = &self.unit.types;
        let tail = tails::tail(types, *record)?;
        let is_one = |e: &Expr| constant::evaluate(types, e).is_ok_and(|c| c.value.is_one());
        let size = match request.count {
            None => request.size,
            Some(count) if is_one(count) => request.size,
            Some(count) if is_one(request.size) => count,
            Some(_) => return None,
        };
        let number = |n: u64| Int::from(i128::from(n));
        let Sum { constant, summands } = Sum::of(types, size, &tail);
        if summands.is_empty() && constant < number(tail.size) {
            return None;
        }
        let (whole, each) = (number(tail.size), number(tail.each));
        let args: Vec<Expr> = summands.iter().map(|(e, _)| e.clone()).collect();
        let values = self.values(&args);
        let add = |a: Option<Ir>, b: Ir| match a {
            Some(a) => Some(Ir::binary(IrOp::Add, a, b, span)),
            None => Some(b),
        };
        let (mut elements, mut bytes) = (None, None);
        for (value, (_, counts)) in values.into_iter().zip(&summands) {
            let value = self.saved(value);
            if *counts || each.is_one() {
                elements = add(elements, value);
            } else {
                bytes = add(bytes, value);
            }
        }
        let before = &constant - &number(tail.offset);
        let rest = match &bytes {
            None => Ir::int(before.div_floor(&each), span),
            Some(bytes) => {
                let all = Ir::binary(IrOp::Add, bytes.clone(), Ir::int(before, span), span);
                Ir::binary(IrOp::Div, all, Ir::int(each.clone(), span), span)
            }
        };
        let length = match &elements {
            Some(elements) => Ir::binary(IrOp::Add, elements.clone(), rest, span),
            None => rest,
        };
        let scaled = elements.map(|n| match each.is_one() {
            true => n,
            false => Ir::binary(IrOp::Mul, n, Ir::int(each, span), span),
        });
        let asked = [scaled, bytes].into_iter().flatten().fold(None, add);
        let asked = asked.map(|sum| Ir::binary(IrOp::Add, sum, Ir::int(constant.clone(), span), span));
        let cell = self.b.temporary(Type::Ref(s), span);
        let zeroed = request.count.is_some();
        self.if_there_is_memory(cell, request, span, |lower| {
            if let Some(asked) = asked {
                lower.ordinary_size(asked, (constant < whole).then_some(whole), span);
            }
            lower.b.push(
                InstrKind::Make { dst: cell, object: Made::Long { of: s, length }, zeroed, owned: true },
                span,
            );
            if !zeroed {
                lower.never_written(&Spot::Var(cell), of, span);
            }
        });
        Some(Ir::var(cell, span))
    }

    /// Goes on only if a size does not wrap around and is not smaller than `least`; anything else is not supported.
    fn ordinary_size(&mut self, asked: Ir, least: Option<Int>, span: Span) {
        let types = &self.unit.types;
        let bits = types.integer(&types.size_type()).map_or(64, |t| t.bits.min(64));
        let most = types.model.most_bytes();
        let round = Ir::int(Int::from(1_i128 << bits), span);
        let mut odd = Ir::binary(IrOp::Ge, asked.clone(), round, span);
        if let Some(least) = least {
            let short = Ir::binary(IrOp::Lt, asked.clone(), Ir::int(least, span), span);
            odd = Ir::or(odd, short, span);
        }
        let (strange, fine) = (self.b.block(), self.b.block());
        self.b.branch(DecisionKind::ShortCircuit, odd, strange, fine, span);
        self.b.switch_to(strange);
        self.unsupported("memory of a size that goes round or is less than that of the struct", span);
        self.b.terminate(TerminatorKind::Goto(fine), span);
        self.b.switch_to(fine);
        // No object takes more than half of all addresses.
        let there = Ir::binary(IrOp::Le, asked, Ir::int(most, span), span);
        self.b.push(InstrKind::Assume(there), span);
    }
}
