//! Operators on discrete values: arithmetic with its checks, modular types, bits, powers.
//!
//! ```text
//! X + 1      fits the base type of X, else Constraint_Error: overflow check failed
//! B * 3      wraps around where B is of a modular type
//! ```

use super::procs::Lower;
use super::values::pair;
use crate::tree::{Binary, Expr, ExprKind, Kind, Subtype, TypeId, Unary, predefined};
use imperative::{
    BinaryOp, BitOp, DecisionKind, ErrorKind, Expr as Ir, InstrKind, TerminatorKind, Type, UnaryOp, Word,
};
use source::Span;

impl Lower<'_, '_> {
    /// A result of arithmetic as a value of its type: it has to fit, or wraps around.
    pub(super) fn fitted(&self, value: Ir, ty: TypeId, span: Span) -> Ir {
        match self.types().kind(ty) {
            Kind::Modular(_) => Ir::wrap(value, self.cx.shapes.word(&Subtype::of(ty)), span),
            Kind::Signed(word) => Ir::fit(value, *word, span),
            Kind::Universal => Ir::fit(value, Word::signed(64), span),
            _ => value,
        }
    }

    pub(super) fn unary(&mut self, op: Unary, of: &Expr, ty: TypeId, span: Span) -> Ir {
        match op {
            Unary::Not if of.ty == predefined::BOOLEAN => {
                let value = self.value(of);
                Ir::negated(value, span)
            }
            Unary::Differs => {
                let same = self.value(of);
                self.kept(Ir::negated(same, span), Type::Bool)
            }
            Unary::Not => {
                // All bits of a modular value change: what is missing to the greatest value.
                let value = self.value(of);
                let greatest = self.types().range(ty).map_or(base::Int::ZERO, |(_, last)| last);
                let rest = Ir::binary(BinaryOp::Sub, Ir::int(greatest, span), value, span);
                Ir::sure(rest, self.cx.shapes.word(&Subtype::of(ty)), span)
            }
            Unary::Minus => {
                let value = self.value(of);
                self.fitted(Ir::unary(UnaryOp::Neg, value, span), ty, span)
            }
            Unary::Abs => {
                let value = self.value(of);
                let value = self.kept(value, Type::Int);
                let zero = Ir::int(0, span);
                let negative = Ir::binary(BinaryOp::Lt, value.clone(), zero, span);
                let minus = self.fitted(Ir::unary(UnaryOp::Neg, value.clone(), span), ty, span);
                self.either(negative, minus, value, Type::Int, span)
            }
            Unary::Succ | Unary::Pred => {
                let value = self.value(of);
                let op = if op == Unary::Succ { BinaryOp::Add } else { BinaryOp::Sub };
                let next = Ir::binary(op, self.as_integer(value, of.ty), Ir::int(1, span), span);
                match self.types().kind(ty) {
                    Kind::Modular(_) => self.fitted(next, ty, span),
                    Kind::Signed(word) => Ir::fit(next, *word, span),
                    _ => {
                        let word = self.cx.shapes.word(&Subtype::of(ty));
                        let next = Ir::within(next, word, span);
                        self.of_integer(next, ty)
                    }
                }
            }
        }
    }

    /// A truth value as a position, where it is one.
    pub fn as_integer(&self, value: Ir, ty: TypeId) -> Ir {
        let span = value.span;
        if ty == predefined::BOOLEAN {
            return Ir::new(imperative::ExprKind::BoolToInt(Box::new(value)), span);
        }
        value
    }

    /// A position as a truth value, where it is one.
    pub(super) fn of_integer(&self, value: Ir, ty: TypeId) -> Ir {
        let span = value.span;
        if ty == predefined::BOOLEAN {
            return Ir::new(imperative::ExprKind::IntToBool(Box::new(value)), span);
        }
        value
    }

    /// One of two values that are computed already, or cannot err where they are chosen.
    pub(super) fn either(&mut self, cond: Ir, yes: Ir, no: Ir, ty: Type, span: Span) -> Ir {
        let dst = self.b.temporary(ty, span);
        let (then, otherwise, after) = (self.b.block(), self.b.block(), self.b.block());
        self.b.branch(DecisionKind::ShortCircuit, cond, then, otherwise, span);
        for (block, value) in [(then, yes), (otherwise, no)] {
            self.b.switch_to(block);
            self.set(dst, value, span);
            self.b.terminate(TerminatorKind::Goto(after), span);
        }
        self.b.switch_to(after);
        Ir::var(dst, span)
    }

    pub(super) fn binary(&mut self, op: Binary, a: &Expr, b: &Expr, ty: TypeId, span: Span) -> Ir {
        let modular = matches!(self.types().kind(a.ty), Kind::Modular(_));
        match op {
            Binary::And | Binary::Or | Binary::Xor if modular => self.bits(op, a, b, ty, span),
            Binary::And | Binary::Or => self.condition_of(op, a, b, span),
            Binary::Xor => {
                let values = self.values(&[a, b]);
                let [x, y] = pair(values, span);
                Ir::binary(BinaryOp::Ne, x, y, span)
            }
            Binary::Equal | Binary::NotEqual if self.types().is_composite(a.ty) => {
                let same = self.same(a, b, span);
                if op == Binary::Equal { same } else { Ir::negated(same, span) }
            }
            Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual
                if self.types().array(a.ty).is_some() =>
            {
                self.ordered(op, a, b, span)
            }
            Binary::Power => self.power(a, b, ty, span),
            Binary::Min | Binary::Max => {
                let values = self.values(&[a, b]);
                let [x, y] = pair(values, span);
                let kind = self.plain_type(a);
                let (x, y) = (self.kept(x, kind.clone()), self.kept(y, kind.clone()));
                let (i, j) = (self.as_integer(x.clone(), a.ty), self.as_integer(y.clone(), a.ty));
                let less = Ir::binary(BinaryOp::Le, i, j, span);
                let (yes, no) = if op == Binary::Min { (x, y) } else { (y, x) };
                self.either(less, yes, no, kind, span)
            }
            _ => {
                let values = self.values(&[a, b]);
                let [x, y] = pair(values, span);
                let ir = match op {
                    Binary::Add => BinaryOp::Add,
                    Binary::Sub => BinaryOp::Sub,
                    Binary::Mul => BinaryOp::Mul,
                    Binary::Div => BinaryOp::Div,
                    Binary::Rem => BinaryOp::Rem,
                    Binary::Mod => BinaryOp::Mod,
                    Binary::Equal => BinaryOp::Eq,
                    Binary::NotEqual => BinaryOp::Ne,
                    Binary::Less => BinaryOp::Lt,
                    Binary::LessEqual => BinaryOp::Le,
                    Binary::Greater => BinaryOp::Gt,
                    _ => BinaryOp::Ge,
                };
                if ir.is_comparison() {
                    let equality = matches!(ir, BinaryOp::Eq | BinaryOp::Ne);
                    let (x, y) =
                        if equality { (x, y) } else { (self.as_integer(x, a.ty), self.as_integer(y, b.ty)) };
                    return Ir::binary(ir, x, y, span);
                }
                let result = Ir::binary(ir, x, y, span);
                // What is left of a division fits.
                if matches!(op, Binary::Rem | Binary::Mod) {
                    return Ir::sure(result, self.cx.shapes.word(&Subtype::of(ty)), span);
                }
                self.fitted(result, ty, span)
            }
        }
    }

    /// `and`, `or` and `xor` of modular values.
    pub(super) fn bits(&mut self, op: Binary, a: &Expr, b: &Expr, ty: TypeId, span: Span) -> Ir {
        let word = self.cx.shapes.word(&Subtype::of(ty));
        let values = self.values(&[a, b]);
        let [left, right] = pair(values, span);
        if word.bits().is_none() {
            self.unsupported("a logical operator of a modulus that is no power of two", span);
            return self.kept_nothing(Type::Int, span);
        }
        let op = match op {
            Binary::And => BitOp::And,
            Binary::Or => BitOp::Or,
            _ => BitOp::Xor,
        };
        let dst = self.b.temporary(Type::Word(word), span);
        self.b.push(InstrKind::Bits { dst, op, left, right, word }, span);
        Ir::var(dst, span)
    }

    /// `a ** b`: products where the exponent is known, else a loop that is not in the source.
    pub(super) fn power(&mut self, a: &Expr, b: &Expr, ty: TypeId, span: Span) -> Ir {
        let known = match &b.kind {
            ExprKind::Discrete(n) => n.to_i64(),
            _ => None,
        };
        match known {
            Some(0) => Ir::int(1, span),
            Some(n) if (1..=64).contains(&n) => {
                let base = self.value(a);
                let base = self.kept(base, self.plain_type(a));
                let mut product = base.clone();
                for _ in 1..n {
                    product = self.fitted(Ir::binary(BinaryOp::Mul, product, base.clone(), span), ty, span);
                }
                product
            }
            Some(n) if n < 0 => {
                let cond = Ir::bool(false, span);
                self.b.push(InstrKind::Check { cond, kind: ErrorKind::OutOfRange }, span);
                Ir::int(0, span)
            }
            _ => {
                let values = self.values(&[a, b]);
                let [base, exponent] = pair(values, span);
                let exponent = Ir::within(exponent, Word::range(0, i128::from(i32::MAX)), span);
                let (base, exponent) = (self.kept(base, Type::Int), self.kept(exponent, Type::Int));
                let word = self.cx.shapes.word(&Subtype::of(ty));
                let wraps = matches!(self.types().kind(ty), Kind::Modular(_));
                let proc = self.cx.power(word, wraps, span);
                let dst = self.b.temporary(Type::Int, span);
                let args = vec![base, exponent];
                self.b.push(InstrKind::Call { dst: Some(dst), proc, args, backs: Vec::new() }, span);
                Ir::var(dst, span)
            }
        }
    }
}
