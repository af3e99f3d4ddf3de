//! Arrays: views of them, copies, slices, concatenations.

use super::procs::Lower;
use super::values::pair;
use crate::tree::{Binary, Bound, Constraint, Expr, ExprKind, Kind, Range, Subtype, TypeId, Unary};
use base::Int;
use imperative::{
    BinaryOp, DecisionKind, ErrorKind, Expr as Ir, InstrKind, Made, TerminatorKind, Type, VarId,
};
use source::Span;

/// Arrays of parts with more elements are not copied.
const MOST_PARTS: u64 = 256;

/// No array has more elements: even with one byte each they would not fit on any stack.
const MOST_ELEMENTS: i64 = (1 << 31) - (1 << 16);

/// Some elements of an array that stand one after the other.
#[derive(Clone, Debug)]
pub(super) struct View {
    /// The array.
    pub array: Ir,
    /// The position of the first of them, from 0.
    pub from: Ir,
    /// How many.
    pub count: Ir,
    /// The index of the first of them.
    pub first: Ir,
    /// The index of the last of them, where that may lie before the one before the first: `A (5 .. 2)`.
    pub last: Option<Ir>,
}

/// The element of a view with a number.
fn element_at(view: &View, index: VarId, span: Span) -> Ir {
    let at = match known(&view.from) {
        Some(n) if n.is_zero() => Ir::var(index, span),
        _ => Ir::binary(BinaryOp::Add, view.from.clone(), Ir::var(index, span), span),
    };
    Ir::element(view.array.clone(), at, span)
}

fn known(e: &Ir) -> Option<&Int> {
    match &e.kind {
        imperative::ExprKind::Int(n) => Some(n),
        _ => None,
    }
}

/// Whether the last index of an array may be less than the index before its first.
pub(super) fn may_be_odd(first: &Ir, last: &Ir) -> bool {
    match (known(first), known(last)) {
        (Some(first), Some(last)) => *last < first - &Int::from(1),
        _ => true,
    }
}

impl Lower<'_, '_> {
    /// The elements that an array expression stands for.
    pub fn view(&mut self, e: &Expr) -> View {
        let span = e.span;
        match &e.kind {
            ExprKind::Slice(of, range) => return self.slice(of, range, span),
            ExprKind::Holding(declarations, of) => {
                self.declarations(declarations);
                return self.view(of);
            }
            _ => {}
        }
        let subtype = self.subtype_of(e);
        match &e.kind {
            // The same object, with the bounds that it has.
            ExprKind::Convert(of, _) | ExprKind::Qualified(of, _)
                if self.is_name(of) && !subtype.is_constrained() =>
            {
                return self.view(of);
            }
            _ => {}
        }
        let array = self.reference(e);
        let (count, first, last) = match &subtype.constraint {
            Constraint::Index(bounds) => {
                let (first, last) = match &bounds[..] {
                    [(first, last)] => (self.bound(first, span), Some(self.bound(last, span))),
                    _ => (Ir::int(0, span), None),
                };
                (self.total(&bounds.clone(), span), first, last)
            }
            _ => (Ir::length(array.clone(), span), Ir::first(array.clone(), span), None),
        };
        let last = last.filter(|last| may_be_odd(&first, last));
        View { array, from: Ir::int(0, span), count, first, last }
    }

    /// Arrays that are made know their first index and their length. One without elements whose last index is not the one
    /// before its first would get another one: where the program could see that, no run goes on.
    pub fn keeps_its_bounds(&mut self, view: &View, span: Span) {
        let Some(last) = view.last.clone().filter(|_| self.cx.asks_for_last) else { return };
        const WHAT: &str = "an array that ends before its start";
        let before = Ir::binary(BinaryOp::Sub, view.first.clone(), Ir::int(1, span), span);
        if known(&view.first).is_some() && known(&last).is_some() {
            return self.unsupported(WHAT, span);
        }
        let odd = Ir::binary(BinaryOp::Lt, last, before, span);
        let (strange, fine) = (self.b.block(), self.b.block());
        self.b.branch(DecisionKind::ShortCircuit, odd, strange, fine, span);
        self.b.switch_to(strange);
        self.unsupported(WHAT, span);
        self.b.terminate(TerminatorKind::Goto(fine), span);
        self.b.switch_to(fine);
    }

    /// The same of an expression that is a name.
    pub fn name_keeps_its_bounds(&mut self, e: &Expr, span: Span) {
        if self.cx.asks_for_last {
            let view = self.view(e);
            self.keeps_its_bounds(&view, span);
        }
    }

    /// How many elements all dimensions have.
    pub fn total(&mut self, bounds: &[(Bound, Bound)], span: Span) -> Ir {
        let mut total: Option<Ir> = None;
        for (first, last) in bounds {
            let count = self.count(first, last, span);
            total = Some(match total {
                None => count,
                Some(before) => match (known(&before), known(&count)) {
                    (Some(a), Some(b)) => Ir::int(a * b, span),
                    _ => Ir::binary(BinaryOp::Mul, before, count, span),
                },
            });
        }
        total.unwrap_or(Ir::int(0, span))
    }

    fn slice(&mut self, of: &Expr, range: &Range, span: Span) -> View {
        let whole = self.view(of);
        let whole = self.kept_view(whole, of);
        let bounds = self.values(&[&range.first, &range.last]);
        let [first, last] = pair(bounds, span);
        let first = self.as_integer(first, range.first.ty);
        let last = self.as_integer(last, range.last.ty);
        let (first, last) = (self.kept(first, Type::Int), self.kept(last, Type::Int));
        let count = match (known(&first), known(&last)) {
            (Some(a), Some(b)) => {
                let count = &(b - a) + &Int::from(1);
                Ir::int(if count.is_negative() { Int::ZERO } else { count }, span)
            }
            _ => self.length_of(first.clone(), last.clone(), span),
        };
        let offset = Ir::binary(BinaryOp::Sub, first.clone(), whole.first.clone(), span);
        let offset = self.kept(offset, Type::Int);
        // Only a slice with elements has to lie within the array.
        let empty = Ir::binary(BinaryOp::Gt, first.clone(), last.clone(), span);
        let low = Ir::binary(BinaryOp::Ge, offset.clone(), Ir::int(0, span), span);
        let end = Ir::binary(BinaryOp::Add, offset.clone(), count.clone(), span);
        let high = Ir::binary(BinaryOp::Le, end, whole.count, span);
        let cond = Ir::or(empty, Ir::and(low, high, span), span);
        self.b.push(InstrKind::Check { cond, kind: ErrorKind::OutOfRange }, span);
        let from = match known(&whole.from) {
            Some(n) if n.is_zero() => offset,
            _ => Ir::binary(BinaryOp::Add, whole.from, offset, span),
        };
        let last = Some(last).filter(|last| may_be_odd(&first, last));
        View { array: whole.array, from, count, first, last }
    }

    /// Copies as many elements as both views have, which must be the same number.
    pub fn copy(&mut self, to: &View, from: &View, ty: TypeId, span: Span) {
        match (known(&to.count), known(&from.count)) {
            (Some(a), Some(b)) if a == b => {}
            _ => {
                let cond = Ir::binary(BinaryOp::Eq, to.count.clone(), from.count.clone(), span);
                self.b.push(InstrKind::Check { cond, kind: ErrorKind::LengthMismatch }, span);
            }
        }
        self.fill_from(to, from, ty, span);
    }

    /// Copies the elements of one view to another of the same length.
    fn fill_from(&mut self, to: &View, from: &View, ty: TypeId, span: Span) {
        if self.cx.shapes.has_parts(ty) {
            return self.copy_parts(to, from, ty, span);
        }
        let index = self.b.temporary(Type::Int, span);
        let value = element_at(from, index, span);
        self.fill(to.array.clone(), to.from.clone(), from.count.clone(), index, value, span);
    }

    /// Elements from a position on get values, which may depend on their number.
    pub fn fill(&mut self, array: Ir, from: Ir, count: Ir, index: VarId, value: Ir, span: Span) {
        self.b.push(InstrKind::Fill { array, from, count, index, value }, span);
    }

    /// Elements that are arrays or records are copied one by one.
    fn copy_parts(&mut self, to: &View, from: &View, ty: TypeId, span: Span) {
        let Some(component) = self.types().array(ty).map(|a| a.component.clone()) else { return };
        let count = known(&from.count).and_then(Int::to_i64).and_then(|n| u64::try_from(n).ok());
        let (Some(count), Some(a), Some(b)) = (count, known(&to.from).cloned(), known(&from.from).cloned())
        else {
            self.unsupported("an assignment of records whose number is not static", span);
            return;
        };
        if count > MOST_PARTS {
            self.unsupported(format!("an assignment of more than {MOST_PARTS} records"), span);
            return;
        }
        for i in 0..count {
            let i = Int::from(i as i64);
            let target = Ir::element(to.array.clone(), Ir::int(&a + &i, span), span);
            let source = Ir::element(from.array.clone(), Ir::int(&b + &i, span), span);
            self.copy_composite(&target, &source, &component, span);
        }
    }

    /// Copies an array or a record of one subtype.
    pub fn copy_composite(&mut self, to: &Ir, from: &Ir, subtype: &Subtype, span: Span) {
        match self.types().kind(subtype.ty) {
            Kind::Record(_) => self.copy_record(to, from, subtype.ty, span),
            Kind::Array(_) => {
                let count = self.types().static_length(subtype).unwrap_or(0);
                let view = |array: &Ir| View {
                    array: array.clone(),
                    from: Ir::int(0, span),
                    count: Ir::int(count as i64, span),
                    first: Ir::int(0, span),
                    last: None,
                };
                self.fill_from(&view(to), &view(from), subtype.ty, span);
            }
            _ => {}
        }
    }

    /// A new array or record with the value of an expression, of a subtype if that has bounds.
    pub fn fresh(&mut self, e: &Expr, subtype: &Subtype) -> Ir {
        self.fresh_in(e, subtype, false)
    }

    /// The same; `owned` if the program asks for it with `new`.
    pub fn fresh_in(&mut self, e: &Expr, subtype: &Subtype, owned: bool) -> Ir {
        let span = e.span;
        match (&e.kind, self.types().kind(e.ty)) {
            (ExprKind::Holding(declarations, of), _) => {
                self.declarations(declarations);
                self.fresh_in(of, subtype, owned)
            }
            (ExprKind::Record(values), _) => self.record_value(e.ty, values, owned, span),
            (_, Kind::Record(_)) => {
                let from = self.reference(e);
                if matches!(e.kind, ExprKind::Call(_) | ExprKind::If(..) | ExprKind::Case(..)) && !owned {
                    return from;
                }
                let ty = self.cx.shapes.variable(subtype);
                let from = self.kept(from, ty);
                let made = self.made_in(&Subtype::of(e.ty), false, owned, span);
                self.copy_record(&made, &from, e.ty, span);
                made
            }
            (ExprKind::Array(aggregate), _) => self.aggregate(aggregate, e.ty, subtype, owned, span),
            (ExprKind::Text(codes), _) => self.text(codes, e.ty, subtype, owned, span),
            (ExprKind::Binary(Binary::Concatenate, a, b), _) => {
                let joined = self.concatenated(a, b, e.ty, owned, span);
                self.slid(joined, e.ty, subtype, owned, span)
            }
            (ExprKind::Binary(op @ (Binary::And | Binary::Or | Binary::Xor), a, b), _) => {
                let made = self.each_pair(*op, a, b, e.ty, owned, span);
                self.slid(made, e.ty, subtype, owned, span)
            }
            (ExprKind::Unary(Unary::Not, a), _) => {
                let view = self.view(a);
                let view = self.kept_view(view, a);
                self.keeps_its_bounds(&view, span);
                let array = self.new_array(e.ty, view.count.clone(), Some(view.first.clone()), owned, span);
                let index = self.b.temporary(Type::Int, span);
                let value = Ir::negated(element_at(&view, index, span), span);
                self.fill(array.clone(), Ir::int(0, span), view.count, index, value, span);
                self.slid(array, e.ty, subtype, owned, span)
            }
            (ExprKind::Call(_) | ExprKind::If(..) | ExprKind::Case(..), _)
                if !owned
                    && (!subtype.is_constrained() || self.subtype_of(e).constraint == subtype.constraint) =>
            {
                self.reference(e)
            }
            (ExprKind::Unsupported(_), _) => self.reference(e),
            _ => {
                let view = self.view(e);
                let view = self.kept_view(view, e);
                self.copied(view, e.ty, subtype, owned, span)
            }
        }
    }

    /// `and`, `or` or `xor` of the elements of two arrays, one by one.
    fn each_pair(&mut self, op: Binary, a: &Expr, b: &Expr, ty: TypeId, owned: bool, span: Span) -> Ir {
        let left = self.view(a);
        let left = self.kept_view(left, a);
        let right = self.view(b);
        let right = self.kept_view(right, b);
        if known(&left.count).is_none() || known(&left.count) != known(&right.count) {
            let cond = Ir::binary(BinaryOp::Eq, left.count.clone(), right.count.clone(), span);
            self.b.push(InstrKind::Check { cond, kind: ErrorKind::LengthMismatch }, span);
        }
        self.keeps_its_bounds(&left, span);
        let array = self.new_array(ty, left.count.clone(), Some(left.first.clone()), owned, span);
        let index = self.b.temporary(Type::Int, span);
        let (x, y) = (element_at(&left, index, span), element_at(&right, index, span));
        let value = match op {
            Binary::And => Ir::and(x, y, span),
            Binary::Or => Ir::or(x, y, span),
            _ => Ir::binary(BinaryOp::Ne, x, y, span),
        };
        self.fill(array.clone(), Ir::int(0, span), left.count, index, value, span);
        array
    }

    /// A new array with the elements of a view, and the bounds of the subtype if it has some.
    pub fn copied(&mut self, view: View, ty: TypeId, subtype: &Subtype, owned: bool, span: Span) -> Ir {
        let mut to = View { from: Ir::int(0, span), ..view.clone() };
        if let Constraint::Index(bounds) = &subtype.constraint {
            let bounds = bounds.clone();
            to.count = self.total(&bounds, span);
            if let [(first, _)] = &bounds[..] {
                to.first = self.bound(first, span);
            }
        } else {
            self.keeps_its_bounds(&view, span);
        }
        to.array = self.new_array(ty, to.count.clone(), Some(to.first.clone()), owned, span);
        self.copy(&to, &view, ty, span);
        to.array
    }

    /// A new array that is there already, with the bounds of a subtype if those are its own.
    fn slid(&mut self, array: Ir, ty: TypeId, subtype: &Subtype, owned: bool, span: Span) -> Ir {
        if !subtype.is_constrained() {
            return array;
        }
        let view = View {
            from: Ir::int(0, span),
            count: Ir::length(array.clone(), span),
            first: Ir::first(array.clone(), span),
            last: None,
            array,
        };
        self.copied(view, ty, subtype, owned, span)
    }

    /// A new array whose elements have no values yet.
    pub fn new_array(&mut self, ty: TypeId, length: Ir, first: Option<Ir>, owned: bool, span: Span) -> Ir {
        let Some(component) = self.types().array(ty).map(|a| a.component.clone()) else {
            return Ir::nil(span);
        };
        let element = self.cx.shapes.held(&component);
        let dst = self.b.temporary(Type::Array(Box::new(element.clone())), span);
        let object = Made::Array { element, length, first };
        self.b.push(InstrKind::Make { dst, object, zeroed: false, owned }, span);
        Ir::var(dst, span)
    }

    /// A new array or record of a subtype, perhaps with the values that components have by default.
    pub fn made(&mut self, subtype: &Subtype, defaults: bool, span: Span) -> Ir {
        self.made_in(subtype, defaults, false, span)
    }

    /// The same; `owned` if the program asks for it with `new`.
    pub fn made_in(&mut self, subtype: &Subtype, defaults: bool, owned: bool, span: Span) -> Ir {
        match (self.types().kind(subtype.ty), &subtype.constraint) {
            (Kind::Record(_), _) => {
                let Some(of) = self.cx.shapes.record(subtype.ty) else { return Ir::nil(span) };
                let dst = self.b.temporary(Type::Ref(of), span);
                let object = Made::Cell(of);
                self.b.push(InstrKind::Make { dst, object, zeroed: false, owned }, span);
                if defaults {
                    self.defaults(&Ir::var(dst, span), subtype, span);
                }
                Ir::var(dst, span)
            }
            (Kind::Array(_), Constraint::Index(bounds)) => {
                let bounds = bounds.clone();
                let length = self.total(&bounds, span);
                let (first, last) = match &bounds[..] {
                    [(first, last)] => (Some(self.bound(first, span)), Some(self.bound(last, span))),
                    _ => (None, None),
                };
                let array = self.new_array(subtype.ty, length.clone(), first.clone(), owned, span);
                // What a pointer leads to is known by its type only.
                if let (true, Some(first), Some(last)) = (owned, first, last)
                    && may_be_odd(&first, &last)
                {
                    let from = Ir::int(0, span);
                    let view = View { array: array.clone(), from, count: length, first, last: Some(last) };
                    self.keeps_its_bounds(&view, span);
                }
                if defaults {
                    self.defaults(&array, subtype, span);
                }
                array
            }
            _ => {
                self.unsupported("an object of this type", span);
                let ty = self.cx.shapes.variable(subtype);
                self.kept_nothing(ty, span)
            }
        }
    }

    fn concatenated(&mut self, a: &Expr, b: &Expr, ty: TypeId, owned: bool, span: Span) -> Ir {
        let left = self.side(a, ty, span);
        let left = self.kept_side(left, ty);
        let right = self.side(b, ty, span);
        let right = self.kept_side(right, ty);
        let length = Ir::binary(BinaryOp::Add, left.count.clone(), right.count.clone(), span);
        // The bounds start where those of the left operand do, or where all arrays of the type do, unless it is empty.
        let first = match known(&left.count) {
            Some(n) if n.is_zero() => {
                self.keeps_its_bounds(&right, span);
                right.first.clone()
            }
            Some(_) => self.start_of_joined(&left, &length, ty, span),
            None => {
                let dst = self.b.temporary(Type::Int, span);
                let (some, none, after) = (self.b.block(), self.b.block(), self.b.block());
                let cond = Ir::binary(BinaryOp::Gt, left.count.clone(), Ir::int(0, span), span);
                self.b.branch(DecisionKind::ShortCircuit, cond, some, none, span);
                self.b.switch_to(some);
                let start = self.start_of_joined(&left, &length, ty, span);
                self.b.assign(dst, start, span);
                self.b.terminate(TerminatorKind::Goto(after), span);
                self.b.switch_to(none);
                self.b.assign(dst, right.first.clone(), span);
                self.keeps_its_bounds(&right, span);
                self.b.terminate(TerminatorKind::Goto(after), span);
                self.b.switch_to(after);
                Ir::var(dst, span)
            }
        };
        let array = self.new_array(ty, length, Some(first.clone()), owned, span);
        let from = Ir::int(0, span);
        let start = View { array: array.clone(), from, count: left.count.clone(), first, last: None };
        self.fill_from(&start, &left, ty, span);
        let end = View { from: left.count, count: right.count.clone(), ..start };
        self.fill_from(&end, &right, ty, span);
        array
    }

    /// The first index of `A & B` where A has elements; the last one must be an index of the type, too.
    fn start_of_joined(&mut self, left: &View, length: &Ir, ty: TypeId, span: Span) -> Ir {
        let array = self.types().array(ty);
        let given = array.is_some_and(|a| a.given.is_some());
        let Some((low, high)) = array.and_then(|a| a.index_bounds(self.types())) else {
            return left.first.clone();
        };
        let first = if given { self.bound(&low, span) } else { left.first.clone() };
        let limit = self.bound(&high, span);
        if let (Some(first), Some(limit)) = (known(&first), known(&limit)) {
            let room = limit - first;
            // No array has that many elements, so the last index cannot exceed the limit.
            if room >= Int::from(MOST_ELEMENTS) || known(length).is_some_and(|n| *n <= &room + &Int::from(1))
            {
                return Ir::int(first.clone(), span);
            }
        }
        let end = Ir::binary(BinaryOp::Add, first.clone(), length.clone(), span);
        let cond =
            Ir::binary(BinaryOp::Le, Ir::binary(BinaryOp::Sub, end, Ir::int(1, span), span), limit, span);
        self.b.push(InstrKind::Check { cond, kind: ErrorKind::OutOfRange }, span);
        first
    }

    /// An operand of `&`: an array, or one element.
    fn side(&mut self, e: &Expr, ty: TypeId, span: Span) -> View {
        if self.types().array(e.ty).is_some() && e.ty == ty {
            return self.view(e);
        }
        let Some(array) = self.types().array(ty).cloned() else { return self.view(e) };
        let first = array.index_bounds(self.types()).map(|(first, _)| first);
        let first = match first {
            Some(first) => self.bound(&first, span),
            None => Ir::int(1, span),
        };
        let one = self.new_array(ty, Ir::int(1, span), Some(first.clone()), false, span);
        if self.types().is_composite(array.component.ty) {
            let from = self.reference(e);
            let element = Ir::element(one.clone(), Ir::int(0, span), span);
            self.copy_composite(&element, &from, &array.component, span);
        } else {
            let value = self.checked(e, &array.component);
            let index = Ir::int(0, span);
            self.b.push(InstrKind::StoreElement { array: one.clone(), index, value }, span);
        }
        View { array: one, from: Ir::int(0, span), count: Ir::int(1, span), first, last: None }
    }

    fn kept_side(&mut self, view: View, ty: TypeId) -> View {
        let kind = self.cx.shapes.variable(&Subtype::of(ty));
        View {
            array: self.kept(view.array, kind),
            from: self.kept(view.from, Type::Int),
            count: self.kept(view.count, Type::Int),
            first: self.kept(view.first, Type::Int),
            last: view.last.map(|last| self.kept(last, Type::Int)),
        }
    }
}
