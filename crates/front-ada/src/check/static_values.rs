//! Values that are known before a run.
//!
//! Operations on known values are done exactly. Where the result is not in the range of its type, or there is none, the
//! expression stays what it is, and a run errs there.

use super::Checker;
use crate::tree::{Binary, Expr, ExprKind, Kind, TypeId, Types, Unary, predefined};
use base::Int;

/// Exponents above this are not computed.
const MOST_POWER: i64 = 4_096;

/// The value of an expression, if it is known.
pub(super) fn value(e: &Expr) -> Option<&Int> {
    match &e.kind {
        ExprKind::Discrete(value) => Some(value),
        _ => None,
    }
}

fn truth(value: &Int) -> bool {
    !value.is_zero()
}

/// `base ** exponent`, if it is not too large.
pub(crate) fn power(base: &Int, exponent: &Int) -> Option<Int> {
    let times = exponent.to_i64().filter(|n| (0..=MOST_POWER).contains(n))?;
    let mut result = Int::from(1);
    for _ in 0..times {
        result = &result * base;
        if result.bits() > 256 {
            return None;
        }
    }
    Some(result)
}

/// What is left of a floored division.
pub(crate) fn floored(a: &Int, b: &Int) -> Option<Int> {
    let (_, rest) = a.div_rem_trunc(b)?;
    if rest.is_zero() || rest.is_negative() == b.is_negative() { Some(rest) } else { Some(&rest + b) }
}

/// What an operator makes of two known values.
fn binary(op: Binary, a: &Int, b: &Int) -> Option<Int> {
    let of = |holds: bool| Some(Int::from(i64::from(holds)));
    match op {
        Binary::Add => Some(a + b),
        Binary::Sub => Some(a - b),
        Binary::Mul => Some(a * b),
        Binary::Div => a.div_rem_trunc(b).map(|(q, _)| q),
        Binary::Rem => a.div_rem_trunc(b).map(|(_, r)| r),
        Binary::Mod => floored(a, b),
        Binary::Power => power(a, b),
        Binary::Equal => of(a == b),
        Binary::NotEqual => of(a != b),
        Binary::Less => of(a < b),
        Binary::LessEqual => of(a <= b),
        Binary::Greater => of(a > b),
        Binary::GreaterEqual => of(a >= b),
        Binary::Min => Some(a.min(b).clone()),
        Binary::Max => Some(a.max(b).clone()),
        Binary::And | Binary::Or | Binary::Xor | Binary::Concatenate => None,
    }
}

/// A result as a value of its type; `None` if it is none.
fn fitted(types: &Types, ty: TypeId, result: Int) -> Option<Int> {
    match types.kind(ty) {
        Kind::Universal => Some(result),
        Kind::Modular(modulus) => floored(&result, modulus),
        _ => {
            let (first, last) = types.range(ty)?;
            (first <= result && result <= last).then_some(result)
        }
    }
}

impl Checker<'_> {
    /// An operation, done at once if its operands are known.
    pub(super) fn folded(&self, e: Expr) -> Expr {
        let types = &self.program.types;
        let done = match &e.kind {
            ExprKind::Binary(op, a, b) => match (value(a), value(b)) {
                (Some(x), Some(y)) if types.is_boolean(a.ty) => match op {
                    Binary::And => Some(Int::from(i64::from(truth(x) && truth(y)))),
                    Binary::Or => Some(Int::from(i64::from(truth(x) || truth(y)))),
                    Binary::Xor => Some(Int::from(i64::from(truth(x) != truth(y)))),
                    _ => binary(*op, x, y),
                },
                (Some(x), Some(y)) => binary(*op, x, y),
                _ => None,
            },
            ExprKind::Unary(op, a) => value(a).and_then(|x| match op {
                Unary::Minus => Some(-x),
                Unary::Abs => Some(if x.is_negative() { -x } else { x.clone() }),
                Unary::Not if types.is_boolean(a.ty) => Some(Int::from(i64::from(!truth(x)))),
                Unary::Not | Unary::Differs => None,
                Unary::Succ => Some(x + &Int::from(1)),
                Unary::Pred => Some(x - &Int::from(1)),
            }),
            ExprKind::AndThen(a, b) | ExprKind::OrElse(a, b) => {
                let or = matches!(e.kind, ExprKind::OrElse(..));
                match (value(a), value(b)) {
                    (Some(x), Some(y)) if or => Some(Int::from(i64::from(truth(x) || truth(y)))),
                    (Some(x), Some(y)) => Some(Int::from(i64::from(truth(x) && truth(y)))),
                    _ => None,
                }
            }
            _ => None,
        };
        match done.and_then(|value| fitted(types, e.ty, value)) {
            Some(value) => Expr { kind: ExprKind::Discrete(value), ..e },
            None => e,
        }
    }

    /// A known value of a type.
    pub(super) fn known(&self, value: impl Into<Int>, ty: TypeId, span: source::Span) -> Expr {
        Expr { kind: ExprKind::Discrete(value.into()), ty, span }
    }

    /// Gives a number of no type the one that its place expects.
    pub(super) fn typed(&mut self, mut e: Expr, expected: TypeId) -> Expr {
        if e.ty == predefined::UNIVERSAL && expected != predefined::UNIVERSAL {
            if let (Some(value), Some((first, last))) = (value(&e), self.program.types.range(expected))
                && (*value < first || *value > last)
                && self.program.types.is_integer(expected)
            {
                let name = self.program.types.name(expected).to_string();
                self.error(
                    format!("{value} is not a value of type {name}"),
                    e.span,
                    &format!("the values go from {first} to {last}"),
                );
            }
            if self.program.types.is_integer(expected) {
                e = retyped(e, expected);
            }
        }
        e
    }
}

/// An expression over integers of no type, as one of some type: so are its operands.
fn retyped(e: Expr, ty: TypeId) -> Expr {
    let again = |e: Box<Expr>| if e.ty == predefined::UNIVERSAL { Box::new(retyped(*e, ty)) } else { e };
    let kind = match e.kind {
        ExprKind::Binary(op, a, b) if op == Binary::Power => ExprKind::Binary(op, again(a), b),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(op, again(a), again(b)),
        ExprKind::Unary(op, a) => ExprKind::Unary(op, again(a)),
        ExprKind::If(branches, otherwise) => {
            let branches = branches.into_iter().map(|(c, v)| (c, *again(Box::new(v)))).collect();
            ExprKind::If(branches, again(otherwise))
        }
        ExprKind::Holding(held, e) => ExprKind::Holding(held, again(e)),
        other => other,
    };
    Expr { kind, ty, span: e.span }
}
