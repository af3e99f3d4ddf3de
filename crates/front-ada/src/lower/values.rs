//! Scalar expressions: discrete values and pointers.
//!
//! What needs statements (calls, choices, computed checks) is done before, in a temporary. Operands are evaluated from
//! left to right: what stands left of such an operand is kept first.

use super::procs::{Home, Lower};
use crate::tree::{
    Binary, Bound, BoundOf, Constraint, Expr, ExprKind, Kind, Range, Subtype, TypeId, Unary, predefined,
};
use imperative::{
    BinaryOp, DecisionKind, ErrorKind, Expr as Ir, FieldId, InstrKind, TerminatorKind, Type, VarId, Word,
};
use source::Span;

impl Lower<'_, '_> {
    /// Whether an expression needs statements before it.
    pub fn hoists(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Discrete(_) | ExprKind::Null | ExprKind::Object(_) | ExprKind::Result => false,
            ExprKind::Component(of, _) | ExprKind::Deref(of) => self.hoists(of),
            ExprKind::Bound(_, of, _) => self.hoists(of) || !self.is_name(of) || self.follows_to_known(of),
            ExprKind::At(of, position) => !self.is_name(of) || self.hoists(of) || self.hoists(position),
            ExprKind::Element(of, indexes) => {
                !self.is_name(of)
                    || self.hoists(of)
                    || indexes.iter().any(|e| self.hoists(e))
                    || indexes.len() > 1 && !self.has_static_bounds(of)
            }
            ExprKind::Unary(op, of) => {
                let made = matches!(op, Unary::Abs | Unary::Differs);
                made || self.hoists(of) || self.types().array(e.ty).is_some()
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
            | ExprKind::Holding(..)
            | ExprKind::Unsupported(_) => true,
            ExprKind::Old(_) => false,
        }
    }

    /// Whether evaluating an expression can end in an exception.
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
                self.kept_nothing(ty, span)
            }
            ExprKind::Unsupported(what) => {
                self.unsupported(what.clone(), span);
                // No constant: a condition with it is still a coverage goal.
                let ty = self.plain_type(e);
                self.kept_nothing(ty, span)
            }
            ExprKind::Holding(declarations, of) => {
                self.declarations(declarations);
                self.value(of)
            }
            ExprKind::Slice(..) | ExprKind::Array(_) | ExprKind::Record(_) | ExprKind::Text(_) => {
                self.reference(e)
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
            let here = if ranges.len() == 1 { span } else { range.span };
            let one = if same {
                Ir::binary(BinaryOp::Eq, value.clone(), first, here)
            } else {
                let low = Ir::binary(BinaryOp::Ge, value.clone(), first, here);
                let high = Ir::binary(BinaryOp::Le, value.clone(), last, here);
                Ir::whole(Ir::and(low, high, here), here)
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
        test.map_or(Ir::bool(false, span), |test| Ir::whole(test, span))
    }

    /// `A'First`, `A'Last`, `A'Length`
    fn bound_of(&mut self, what: BoundOf, of: &Expr, dimension: usize, span: Span) -> Ir {
        let subtype = self.subtype_of(of);
        if self.follows_to_known(of) {
            let array = self.reference(of);
            let cond = Ir::binary(BinaryOp::Ne, array, Ir::nil(span), span);
            self.b.push(InstrKind::Check { cond, kind: ErrorKind::NilDereference }, span);
        }
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
        if matches!(of.kind, ExprKind::Slice(..) | ExprKind::Convert(..) | ExprKind::Qualified(..)) {
            let view = self.view(of);
            return match (what, view.last) {
                (BoundOf::First, _) => view.first,
                (BoundOf::Length | BoundOf::Size, _) => view.count,
                (BoundOf::Last, Some(last)) => last,
                (BoundOf::Last, None) => {
                    let end = Ir::binary(BinaryOp::Add, view.first, view.count, span);
                    Ir::binary(BinaryOp::Sub, end, Ir::int(1, span), span)
                }
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

    /// Whether an array lies behind a pointer and its type knows its bounds. Asking for them follows the pointer all
    /// the same.
    fn follows_to_known(&self, of: &Expr) -> bool {
        of.follows_pointers() && matches!(self.subtype_of(of).constraint, Constraint::Index(_))
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

/// Whether an expression can be evaluated twice.
fn is_simple(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Discrete(_) | ExprKind::Object(_))
}

/// The two of a list of two.
pub(super) fn pair(values: Vec<Ir>, span: Span) -> [Ir; 2] {
    let mut values = values.into_iter();
    let mut next = || values.next().unwrap_or(Ir::int(0, span));
    [next(), next()]
}
