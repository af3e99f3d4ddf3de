//! Array aggregates and texts.

use super::arrays::View;
use super::procs::Lower;
use crate::tree::{
    AggregateBounds, ArrayAggregate, ArrayPart, Constraint, Expr, ExprKind, ObjectId, Subtype, TypeId,
};
use base::Int;
use imperative::{BinaryOp, DecisionKind, ErrorKind, Expr as Ir, InstrKind, TerminatorKind, Type, VarId};
use source::Span;

/// Choices with more values are filled all at once.
const FEW: i64 = 16;

impl Lower<'_, '_> {
    /// A text as a new array.
    pub fn text(&mut self, codes: &[Int], ty: TypeId, subtype: &Subtype, owned: bool, span: Span) -> Ir {
        let length = Ir::int(codes.len() as i64, span);
        let first = match &subtype.constraint {
            Constraint::Index(bounds) if bounds.len() == 1 => {
                let count = self.total(&bounds.clone(), span);
                self.same_length(&count, &length, span);
                self.bound(&bounds[0].0, span)
            }
            _ => {
                let index = self.types().array(ty).and_then(|a| a.indexes.first().cloned());
                match index.and_then(|index| self.types().bounds(&index)) {
                    Some((first, _)) => self.bound(&first, span),
                    None => Ir::int(1, span),
                }
            }
        };
        let array = self.new_array(ty, length, Some(first), owned, span);
        for (at, code) in codes.iter().enumerate() {
            let store = InstrKind::StoreElement {
                array: array.clone(),
                index: Ir::int(at as i64, span),
                value: Ir::int(code.clone(), span),
            };
            self.b.push(store, span);
        }
        array
    }

    fn same_length(&mut self, wanted: &Ir, found: &Ir, span: Span) {
        if let (imperative::ExprKind::Int(a), imperative::ExprKind::Int(b)) = (&wanted.kind, &found.kind)
            && a == b
        {
            return;
        }
        let cond = Ir::binary(BinaryOp::Eq, wanted.clone(), found.clone(), span);
        self.b.push(InstrKind::Check { cond, kind: ErrorKind::LengthMismatch }, span);
    }

    /// An aggregate as a new array.
    pub fn aggregate(
        &mut self,
        aggregate: &ArrayAggregate,
        ty: TypeId,
        subtype: &Subtype,
        owned: bool,
        span: Span,
    ) -> Ir {
        let mut last = None;
        let (count, first) = match &aggregate.bounds {
            AggregateBounds::Expected(bounds) => {
                let first = match &bounds[..] {
                    [(first, end)] => {
                        last = Some(self.bound(end, span));
                        self.bound(first, span)
                    }
                    _ => Ir::int(0, span),
                };
                (self.total(bounds, span), first)
            }
            AggregateBounds::Positions(first) => {
                (Ir::int(aggregate.parts.len() as i64, span), Ir::int(first.clone(), span))
            }
            AggregateBounds::Choice => match aggregate.parts.first() {
                Some(ArrayPart::Range(_, range, _)) => {
                    let bounds = self.values(&[&range.first, &range.last]);
                    let [first, end] = super::values::pair(bounds, span);
                    let (first, end) = (self.kept(first, Type::Int), self.kept(end, Type::Int));
                    last = Some(end.clone());
                    (self.length_of(first.clone(), end, span), first)
                }
                _ => (Ir::int(0, span), Ir::int(1, span)),
            },
            AggregateBounds::Target => match &subtype.constraint {
                Constraint::Index(bounds) if bounds.len() == 1 => {
                    let bounds = bounds.clone();
                    (self.total(&bounds, span), self.bound(&bounds[0].0, span))
                }
                _ => {
                    self.unsupported("`others` where the bounds are not known", span);
                    let ty = self.cx.shapes.variable(&Subtype::of(ty));
                    return self.kept_nothing(ty, span);
                }
            },
        };
        let last = last.filter(|last| super::arrays::may_be_odd(&first, last));
        let array = self.new_array(ty, count.clone(), Some(first.clone()), owned, span);
        let view = View { array: array.clone(), from: Ir::int(0, span), count, first, last };
        if !subtype.is_constrained() {
            self.keeps_its_bounds(&view, span);
        }
        self.parts(aggregate, &view, ty, span);
        array
    }

    /// Assigns an aggregate that takes its bounds from the array that it goes to.
    pub fn fill_target(&mut self, target: &Expr, e: &Expr, span: Span) -> bool {
        let ExprKind::Array(aggregate) = &e.kind else { return false };
        if !matches!(aggregate.bounds, AggregateBounds::Target) {
            return false;
        }
        let view = self.view(target);
        let view = self.kept_view(view, target);
        // One value for all: it goes there at once.
        if let (true, Some(Some(value))) = (aggregate.parts.is_empty(), &aggregate.others)
            && !self.hoists(value)
            && !self.cx.shapes.has_parts(target.ty)
        {
            self.fill_with(&view, Ir::int(0, span), view.count.clone(), value, target.ty, span);
            return true;
        }
        let array = self.new_array(target.ty, view.count.clone(), Some(view.first.clone()), false, span);
        let made = View { array, from: Ir::int(0, span), ..view.clone() };
        self.parts(aggregate, &made, target.ty, span);
        self.copy(&view, &made, target.ty, span);
        true
    }

    fn parts(&mut self, aggregate: &ArrayAggregate, view: &View, ty: TypeId, span: Span) {
        let positional = aggregate.parts.iter().filter(|p| matches!(p, ArrayPart::Next(_))).count() as i64;
        let named = aggregate.parts.len() as i64 > positional;
        if positional > 0 {
            let parts = Ir::int(positional, span);
            if aggregate.others.is_none() {
                self.same_length(&view.count, &parts, span);
            } else {
                let cond = Ir::binary(BinaryOp::Le, parts, view.count.clone(), span);
                self.b.push(InstrKind::Check { cond, kind: ErrorKind::OutOfRange }, span);
            }
        }
        if let Some(Some(value)) = &aggregate.others {
            let from = if named { 0 } else { positional };
            let from = Ir::int(from, span);
            let count = Ir::binary(BinaryOp::Sub, view.count.clone(), from.clone(), span);
            self.fill_with(view, from, count, value, ty, span);
        } else if named && aggregate.others.is_none() {
            self.covers(aggregate, view, span);
        }
        let mut next = 0_i64;
        for part in &aggregate.parts {
            match part {
                ArrayPart::Next(e) => {
                    self.store_part(view, Ir::int(next, span), e, ty);
                    next += 1;
                }
                ArrayPart::At(ranges, e) => {
                    let Some(e) = e else { continue };
                    for (first, last) in ranges {
                        let count = (&(last - first) + &Int::from(1)).to_i64().unwrap_or(i64::MAX);
                        let start =
                            Ir::binary(BinaryOp::Sub, Ir::int(first.clone(), span), view.first.clone(), span);
                        if count > FEW {
                            self.fill_with(view, start, Ir::int(count, span), e, ty, span);
                            continue;
                        }
                        for i in 0..count.max(0) {
                            let at = Ir::binary(
                                BinaryOp::Sub,
                                Ir::int(first + &Int::from(i), span),
                                view.first.clone(),
                                span,
                            );
                            self.store_part(view, at, e, ty);
                        }
                    }
                }
                ArrayPart::Range(parameter, range, e) => {
                    let Some(e) = e else { continue };
                    let bounds = self.values(&[&range.first, &range.last]);
                    let [first, last] = super::values::pair(bounds, span);
                    let (first, last) = (self.kept(first, Type::Int), self.kept(last, Type::Int));
                    let count = self.length_of(first.clone(), last, span);
                    let start = Ir::binary(BinaryOp::Sub, first.clone(), view.first.clone(), span);
                    self.fill_each(view, start, count, parameter.map(|p| (p, first)), e, ty, span);
                }
            }
        }
    }

    /// Static choices without `others` must be as many as the array has elements.
    fn covers(&mut self, aggregate: &ArrayAggregate, view: &View, span: Span) {
        let mut total = Int::ZERO;
        for part in &aggregate.parts {
            let ArrayPart::At(ranges, _) = part else { return };
            for (first, last) in ranges {
                let count = &(last - first) + &Int::from(1);
                total = if count.is_negative() { total } else { &total + &count };
            }
        }
        self.same_length(&view.count, &Ir::int(total, span), span);
    }

    fn store_part(&mut self, view: &View, at: Ir, e: &Expr, ty: TypeId) {
        let span = e.span;
        let Some(component) = self.types().array(ty).map(|a| a.component.clone()) else { return };
        if self.types().is_composite(component.ty) {
            let from = self.reference(e);
            let to = Ir::element(view.array.clone(), at, span);
            self.copy_composite(&to, &from, &component, span);
            return;
        }
        let value = self.checked(e, &component);
        self.b.push(InstrKind::StoreElement { array: view.array.clone(), index: at, value }, span);
    }

    /// One value for some elements.
    fn fill_with(&mut self, view: &View, from: Ir, count: Ir, value: &Expr, ty: TypeId, span: Span) {
        self.fill_each(view, from, count, None, value, ty, span);
    }

    /// A value for each of some elements, which may depend on the index.
    #[allow(clippy::too_many_arguments)]
    fn fill_each(
        &mut self,
        view: &View,
        from: Ir,
        count: Ir,
        parameter: Option<(ObjectId, Ir)>,
        value: &Expr,
        ty: TypeId,
        span: Span,
    ) {
        let Some(component) = self.types().array(ty).map(|a| a.component.clone()) else { return };
        let plain =
            !self.hoists(value) && !self.check_hoists(&component) && !self.types().is_composite(component.ty);
        let offset = match (&view.from.kind, &from.kind) {
            (imperative::ExprKind::Int(n), _) if n.is_zero() => from,
            _ => Ir::binary(BinaryOp::Add, view.from.clone(), from, span),
        };
        if plain {
            let index = self.b.temporary(Type::Int, span);
            self.name_index(&parameter, index, span);
            let value = self.checked(value, &component);
            self.fill(view.array.clone(), offset, count, index, value, span);
            return;
        }
        let offset = self.kept(offset, Type::Int);
        self.repeat(count, span, |lower, index| {
            lower.name_index(&parameter, index, span);
            let at = Ir::binary(BinaryOp::Add, offset, Ir::var(index, span), span);
            let at = lower.kept(at, Type::Int);
            let inner = View { from: Ir::int(0, span), ..view.clone() };
            lower.store_part(&inner, at, value, ty);
        });
    }

    /// What the parameter of an iterated part is: the first value and the index.
    fn name_index(&mut self, parameter: &Option<(ObjectId, Ir)>, index: VarId, span: Span) {
        if let Some((id, first)) = parameter {
            let value = Ir::binary(BinaryOp::Add, first.clone(), Ir::var(index, span), span);
            self.computed.insert(*id, value);
        }
    }

    /// Does something `count` times, in a loop that is not in the source.
    pub fn repeat(&mut self, count: Ir, span: Span, body: impl FnOnce(&mut Self, VarId)) {
        let count = self.kept(count, Type::Int);
        let index = self.b.temporary(Type::Int, span);
        self.b.assign(index, Ir::int(0, span), span);
        let id = self.b.open_loop(span);
        let inside = self.b.block();
        let after = self.b.block_outside(id);
        let cond = Ir::binary(BinaryOp::Lt, Ir::var(index, span), count, span);
        let decision = self.b.branch(DecisionKind::ShortCircuit, cond, inside, after, span);
        self.b.loop_decision(id, decision);
        self.b.switch_to(inside);
        body(self, index);
        let next = Ir::binary(BinaryOp::Add, Ir::var(index, span), Ir::int(1, span), span);
        self.b.assign(index, next, span);
        let header = self.b.header(id);
        self.b.terminate(TerminatorKind::Goto(header), span);
        self.b.close_loop(id);
        self.b.switch_to(after);
    }
}
