//! Scalar expressions: discrete values and pointers.
//!
//! What needs statements (calls, choices, computed checks) is done before, in a temporary. Operands are evaluated from
//! left to right: what stands left of such an operand is kept first.

use super::procs::{Home, Lower};
use crate::tree::{
    Binary, Bound, BoundOf, Constraint, Expr, ExprKind, Kind, Range, Subtype, TypeId, Unary, predefined,
};
use imperative::{
    BinaryOp, BitOp, DecisionKind, ErrorKind, Expr as Ir, FieldId, InstrKind, TerminatorKind, Type, UnaryOp,
    VarId, Word,
};
use source::Span;

impl Lower<'_, '_> {
    /// Does an expression need statements before it?
    pub fn hoists(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Discrete(_) | ExprKind::Null | ExprKind::Object(_) | ExprKind::Result => false,
            ExprKind::Component(of, _) | ExprKind::Deref(of) => self.hoists(of),
            ExprKind::Bound(_, of, _) => self.hoists(of) || !self.is_name(of),
            ExprKind::At(of, position) => !self.is_name(of) || self.hoists(of) || self.hoists(position),
            ExprKind::Element(of, indexes) => {
                !self.is_name(of)
                    || self.hoists(of)
                    || indexes.iter().any(|e| self.hoists(e))
                    || indexes.len() > 1 && !self.has_static_bounds(of)
            }
            ExprKind::Unary(op, of) => {
                self.hoists(of) || *op == Unary::Abs || self.types().array(e.ty).is_some()
            }
            ExprKind::Binary(op, a, b) => {
                if self.hoists(a) || self.hoists(b) {
                    return true;
                }
                match op {
                    Binary::Power => !matches!(&b.kind, ExprKind::Discrete(n) if n.is_zero() || n.is_one()),
                    Binary::Min | Binary::Max | Binary::Concatenate => true,
                    Binary::And | Binary::Or | Binary::Xor => a.ty != predefined::BOOLEAN || self.may_err(b),
                    Binary::Equal | Binary::NotEqual => self.types().is_composite(a.ty),
                    Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => {
                        self.types().array(a.ty).is_some()
                    }
                    _ => false,
                }
            }
            ExprKind::AndThen(a, b) | ExprKind::OrElse(a, b) => self.hoists(a) || self.hoists(b),
            ExprKind::Convert(of, subtype) | ExprKind::Qualified(of, subtype) => {
                self.hoists(of) || self.check_hoists(subtype)
            }
            ExprKind::In(of, ranges) => {
                self.hoists(of)
                    || !is_simple(of)
                    || ranges.iter().any(|r| self.hoists(&r.first) || self.hoists(&r.last))
            }
            ExprKind::Slice(..)
            | ExprKind::Call(_)
            | ExprKind::If(..)
            | ExprKind::Case(..)
            | ExprKind::Quantified(_)
            | ExprKind::Array(_)
            | ExprKind::Record(_)
            | ExprKind::Text(_)
            | ExprKind::New(..)
            | ExprKind::Raise(_)
            | ExprKind::Unsupported(_) => true,
            ExprKind::Old(_) => false,
        }
    }

    /// Can evaluating an expression end in an exception?
    fn may_err(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Discrete(_) | ExprKind::Null | ExprKind::Object(_) | ExprKind::Result => false,
            ExprKind::Component(of, _) => self.may_err(of),
            ExprKind::Binary(op, a, b) => {
                let compares = matches!(
                    op,
                    Binary::Equal
                        | Binary::NotEqual
                        | Binary::Less
                        | Binary::LessEqual
                        | Binary::Greater
                        | Binary::GreaterEqual
                        | Binary::And
                        | Binary::Or
                        | Binary::Xor
                );
                !compares || self.may_err(a) || self.may_err(b)
            }
            ExprKind::AndThen(a, b) | ExprKind::OrElse(a, b) => self.may_err(a) || self.may_err(b),
            ExprKind::Unary(Unary::Not, a) => self.may_err(a),
            ExprKind::In(of, ranges) => {
                self.may_err(of) || ranges.iter().any(|r| self.may_err(&r.first) || self.may_err(&r.last))
            }
            ExprKind::Bound(_, of, _) => self.may_err(of),
            _ => true,
        }
    }

    /// The values of some expressions, evaluated from left to right.
    pub fn values(&mut self, list: &[&Expr]) -> Vec<Ir> {
        let mut values = Vec::with_capacity(list.len());
        for (at, e) in list.iter().enumerate() {
            let value = self.value(e);
            let later = list[at + 1..].iter().any(|e| self.hoists(e));
            values.push(if later { self.kept(value, self.plain_type(e)) } else { value });
        }
        values
    }

    /// The value of a scalar expression.
    pub fn value(&mut self, e: &Expr) -> Ir {
        let span = e.span;
        match &e.kind {
            ExprKind::Discrete(value) if e.ty == predefined::BOOLEAN => Ir::bool(!value.is_zero(), span),
            ExprKind::Discrete(value) => Ir::int(value.clone(), span),
            ExprKind::Null => Ir::nil(span),
            ExprKind::Object(id) if self.computed.contains_key(id) => {
                self.computed.get(id).cloned().unwrap_or(Ir::int(0, span))
            }
            ExprKind::Object(id) => match self.home(*id) {
                Home::Var(var) => Ir::var(var, span),
                Home::Field(cell, field) => Ir::field(Ir::var(cell, span), field, span),
            },
            ExprKind::Component(of, at) => {
                let object = self.reference(of);
                Ir::field(object, FieldId::new(*at), span)
            }
            ExprKind::Element(of, indexes) => {
                let (array, position) = self.element(of, indexes, span);
                Ir::element(array, position, span)
            }
            ExprKind::At(of, position) => {
                let (array, position) = self.at(of, position);
                Ir::element(array, position, span)
            }
            ExprKind::Deref(of) => {
                let pointer = self.value(of);
                match self.cx.shapes.boxed(of.ty) {
                    Some(_) => Ir::field(pointer, FieldId::new(0), span),
                    None => pointer,
                }
            }
            ExprKind::Call(call) => {
                let ty = self.cx.shapes.variable(&self.subtype_of(e));
                let dst = self.b.temporary(ty, span);
                self.call(call, Some(dst), span);
                Ir::var(dst, span)
            }
            ExprKind::Unary(..) | ExprKind::Binary(..) if self.types().array(e.ty).is_some() => {
                self.reference(e)
            }
            ExprKind::Unary(op, of) => self.unary(*op, of, e.ty, span),
            ExprKind::Binary(op, a, b) => self.binary(*op, a, b, e.ty, span),
            ExprKind::AndThen(..) | ExprKind::OrElse(..) => self.condition(e),
            ExprKind::Convert(of, subtype) => self.converted(of, subtype, span),
            ExprKind::Qualified(of, subtype) => {
                let value = self.value(of);
                self.in_subtype(value, of, subtype, span)
            }
            ExprKind::In(of, ranges) => self.membership(of, ranges, span),
            ExprKind::If(branches, otherwise) => self.choice(e, branches, otherwise),
            ExprKind::Case(of, list, others) => self.case_value(e, of, list, others.as_deref()),
            ExprKind::Quantified(q) => self.quantified(q, span),
            ExprKind::Bound(what, of, dimension) => self.bound_of(*what, of, *dimension, span),
            ExprKind::New(subtype, init) => self.allocated(e.ty, subtype, init.as_deref(), span),
            ExprKind::Raise(exception) => {
                self.raise(*exception, span);
                let ty = self.plain_type(e);
                self.any_value(&ty, span)
            }
            ExprKind::Old(_) | ExprKind::Result => {
                let known = match e.kind {
                    ExprKind::Result => self.returned,
                    _ => self.old_value(span),
                };
                if let Some(var) = known {
                    return Ir::var(var, span);
                }
                self.unsupported("this attribute outside of a postcondition", span);
                let ty = self.plain_type(e);
                self.any_value(&ty, span)
            }
            ExprKind::Unsupported(what) => {
                self.unsupported(what.clone(), span);
                let ty = self.plain_type(e);
                self.any_value(&ty, span)
            }
            ExprKind::Slice(..) | ExprKind::Array(_) | ExprKind::Record(_) | ExprKind::Text(_) => {
                self.reference(e)
            }
        }
    }

    /// A result of arithmetic as a value of its type: it has to fit, or wraps around.
    fn fitted(&self, value: Ir, ty: TypeId, span: Span) -> Ir {
        match self.types().kind(ty) {
            Kind::Modular(_) => Ir::wrap(value, self.cx.shapes.word(&Subtype::of(ty)), span),
            Kind::Signed(word) => Ir::fit(value, *word, span),
            Kind::Universal => Ir::fit(value, Word::signed(64), span),
            _ => value,
        }
    }

    fn unary(&mut self, op: Unary, of: &Expr, ty: TypeId, span: Span) -> Ir {
        match op {
            Unary::Not if of.ty == predefined::BOOLEAN => {
                let value = self.value(of);
                Ir::negated(value, span)
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
    fn of_integer(&self, value: Ir, ty: TypeId) -> Ir {
        let span = value.span;
        if ty == predefined::BOOLEAN {
            return Ir::new(imperative::ExprKind::IntToBool(Box::new(value)), span);
        }
        value
    }

    /// One of two values that are computed already, or cannot err where they are chosen.
    fn either(&mut self, cond: Ir, yes: Ir, no: Ir, ty: Type, span: Span) -> Ir {
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

    fn binary(&mut self, op: Binary, a: &Expr, b: &Expr, ty: TypeId, span: Span) -> Ir {
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
    fn bits(&mut self, op: Binary, a: &Expr, b: &Expr, ty: TypeId, span: Span) -> Ir {
        let word = self.cx.shapes.word(&Subtype::of(ty));
        let values = self.values(&[a, b]);
        let [left, right] = pair(values, span);
        if word.bits().is_none() {
            self.unsupported("a logical operator of a modulus that is no power of two", span);
            return Ir::int(0, span);
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

    /// `a ** b`: products where the exponent is known, else a loop that nobody wrote.
    fn power(&mut self, a: &Expr, b: &Expr, ty: TypeId, span: Span) -> Ir {
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

    fn converted(&mut self, of: &Expr, subtype: &Subtype, span: Span) -> Ir {
        if self.types().is_composite(subtype.ty) {
            return self.reference(of);
        }
        if let Some(value) = self.widened(of, subtype.ty, span) {
            let value = match (self.types().bounds(subtype), self.types().range(subtype.ty)) {
                (Some((first, last)), range)
                    if range != first.value().cloned().zip(last.value().cloned()) =>
                {
                    self.in_range(value, &first, &last, span)
                }
                _ => value,
            };
            return self.sure(value, subtype);
        }
        let value = self.value(of);
        let value = self.as_integer(value, of.ty);
        if !self.types().is_discrete(subtype.ty) {
            return value;
        }
        let value = if subtype.ty == predefined::UNIVERSAL {
            value
        } else if subtype.ty == predefined::BOOLEAN {
            if of.ty == predefined::BOOLEAN { value } else { Ir::within(value, Word::range(0, 1), span) }
        } else {
            self.in_subtype(value, of, subtype, span)
        };
        self.of_integer(value, subtype.ty)
    }

    /// The operation in a conversion to a wider type is done in that type, as the language allows and GNAT does it:
    /// `Integer (S * 8)` overflows only where an integer does.
    fn widened(&mut self, of: &Expr, to: TypeId, span: Span) -> Option<Ir> {
        let types = self.types();
        let (Kind::Signed(narrow), Kind::Signed(wide)) = (types.kind(of.ty), types.kind(to)) else {
            return None;
        };
        if narrow == wide || !wide.contains(*narrow) {
            return None;
        }
        match &of.kind {
            ExprKind::Binary(op @ (Binary::Add | Binary::Sub | Binary::Mul | Binary::Power), a, b) => {
                Some(self.binary(*op, a, b, to, span))
            }
            ExprKind::Unary(op @ (Unary::Minus | Unary::Abs), a) => Some(self.unary(*op, a, to, span)),
            _ => None,
        }
    }

    fn membership(&mut self, of: &Expr, ranges: &[Range], span: Span) -> Ir {
        let value = self.value(of);
        let value = self.as_integer(value, of.ty);
        let value = if is_simple(of) { value } else { self.kept(value, Type::Int) };
        let mut test: Option<Ir> = None;
        for range in ranges {
            let same = match (&range.first.kind, &range.last.kind) {
                (ExprKind::Discrete(a), ExprKind::Discrete(b)) => a == b,
                _ => false,
            };
            let bounds = self.values(&[&range.first, &range.last]);
            let [first, last] = pair(bounds, span);
            let first = self.as_integer(first, of.ty);
            let last = self.as_integer(last, of.ty);
            let here = range.span;
            let one = if same {
                Ir::binary(BinaryOp::Eq, value.clone(), first, here)
            } else {
                let low = Ir::binary(BinaryOp::Ge, value.clone(), first, here);
                let high = Ir::binary(BinaryOp::Le, value.clone(), last, here);
                Ir::and(low, high, here)
            };
            test = Some(match test {
                Some(before) => Ir::or(before, one, span),
                None => one,
            });
        }
        test.unwrap_or(Ir::bool(false, span))
    }

    /// `(if C then X else Y)`
    fn choice(&mut self, e: &Expr, branches: &[(Expr, Expr)], otherwise: &Expr) -> Ir {
        let span = e.span;
        let dst = self.b.temporary(self.plain_type(e), span);
        let after = self.b.block();
        for (condition, value) in branches {
            let cond = self.condition(condition);
            let (then, next) = (self.b.block(), self.b.block());
            let kind = self.written(DecisionKind::If);
            self.b.branch(kind, cond, then, next, condition.span);
            self.b.switch_to(then);
            self.give(dst, value, after);
            self.b.switch_to(next);
        }
        self.give(dst, otherwise, after);
        self.b.switch_to(after);
        Ir::var(dst, span)
    }

    fn give(&mut self, dst: VarId, value: &Expr, after: imperative::BlockId) {
        let given = if self.types().is_composite(value.ty) {
            let subtype = self.subtype_of(value);
            self.fresh(value, &subtype)
        } else {
            self.value(value)
        };
        self.set(dst, given, value.span);
        self.b.terminate(TerminatorKind::Goto(after), value.span);
    }

    fn case_value(
        &mut self,
        e: &Expr,
        of: &Expr,
        list: &[(crate::tree::Choices, Expr)],
        others: Option<&Expr>,
    ) -> Ir {
        let span = e.span;
        let dst = self.b.temporary(self.plain_type(e), span);
        let selector = self.value(of);
        let selector = self.as_integer(selector, of.ty);
        let selector = self.kept(selector, Type::Int);
        let after = self.b.block();
        let last = list.len().saturating_sub(1);
        for (at, ((ranges, place), value)) in list.iter().enumerate() {
            // The last one is for all that is left.
            if at == last && others.is_none() {
                self.give(dst, value, after);
                break;
            }
            let cond = self.in_ranges(&selector, ranges, *place);
            let (then, next) = (self.b.block(), self.b.block());
            let kind = self.written(DecisionKind::If);
            self.b.branch(kind, cond, then, next, *place);
            self.b.switch_to(then);
            self.give(dst, value, after);
            self.b.switch_to(next);
        }
        if let Some(others) = others {
            self.give(dst, others, after);
        }
        self.b.switch_to(after);
        Ir::var(dst, span)
    }

    /// Whether a value is in one of some static ranges.
    pub fn in_ranges(&self, value: &Ir, ranges: &crate::tree::Ranges, span: Span) -> Ir {
        let mut test: Option<Ir> = None;
        for (first, last) in ranges {
            let one = if first == last {
                Ir::binary(BinaryOp::Eq, value.clone(), Ir::int(first.clone(), span), span)
            } else {
                let low = Ir::binary(BinaryOp::Ge, value.clone(), Ir::int(first.clone(), span), span);
                let high = Ir::binary(BinaryOp::Le, value.clone(), Ir::int(last.clone(), span), span);
                Ir::and(low, high, span)
            };
            test = Some(match test {
                Some(before) => Ir::or(before, one, span),
                None => one,
            });
        }
        test.unwrap_or(Ir::bool(false, span))
    }

    /// `A'First`, `A'Last`, `A'Length`
    fn bound_of(&mut self, what: BoundOf, of: &Expr, dimension: usize, span: Span) -> Ir {
        let subtype = self.subtype_of(of);
        if let (BoundOf::Size, Constraint::Index(bounds)) = (what, &subtype.constraint) {
            return self.total(&bounds.clone(), span);
        }
        let bounds = match (&subtype.constraint, &of.kind) {
            (Constraint::Index(bounds), _) => bounds.get(dimension).cloned(),
            _ => None,
        };
        if let Some((first, last)) = bounds {
            return match what {
                BoundOf::First => self.bound(&first, span),
                BoundOf::Last => self.bound(&last, span),
                BoundOf::Length | BoundOf::Size => self.count(&first, &last, span),
            };
        }
        let array = self.reference(of);
        match what {
            BoundOf::First => Ir::first(array, span),
            BoundOf::Length | BoundOf::Size => Ir::length(array, span),
            BoundOf::Last => {
                let end =
                    Ir::binary(BinaryOp::Add, Ir::first(array.clone(), span), Ir::length(array, span), span);
                Ir::binary(BinaryOp::Sub, end, Ir::int(1, span), span)
            }
        }
    }

    /// How many values a range has.
    pub fn count(&mut self, first: &Bound, last: &Bound, span: Span) -> Ir {
        if let (Some(first), Some(last)) = (first.value(), last.value()) {
            let count = &(last - first) + &base::Int::from(1);
            return Ir::int(if count.is_negative() { base::Int::ZERO } else { count }, span);
        }
        let (first, last) = (self.bound(first, span), self.bound(last, span));
        self.length_of(first, last, span)
    }

    /// How many values lie between two, which are computed already.
    pub fn length_of(&mut self, first: Ir, last: Ir, span: Span) -> Ir {
        let some = Ir::binary(BinaryOp::Le, first.clone(), last.clone(), span);
        let count = Ir::binary(BinaryOp::Sub, last, first, span);
        let count = Ir::binary(BinaryOp::Add, count, Ir::int(1, span), span);
        self.either(some, count, Ir::int(0, span), Type::Int, span)
    }
}

/// Is it an expression whose value can be taken twice?
fn is_simple(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Discrete(_) | ExprKind::Object(_))
}

/// The two of a list of two.
pub(super) fn pair(values: Vec<Ir>, span: Span) -> [Ir; 2] {
    let mut values = values.into_iter();
    let mut next = || values.next().unwrap_or(Ir::int(0, span));
    [next(), next()]
}
