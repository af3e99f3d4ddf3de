//! Where arrays and records are, and assigning to names.

use super::arrays::View;
use super::procs::{Home, Lower};
use crate::tree::{Constraint, Expr, ExprKind, Kind, Subtype};
use imperative::{BinaryOp, ErrorKind, Expr as Ir, FieldId, InstrKind, Made, Type, Word};
use source::Span;

/// A scalar place that is worked out before something is stored there.
pub(super) enum Spot {
    /// A variable.
    Home(Home),
    /// A field of a cell.
    Field(Ir, FieldId),
    /// An element of an array.
    Element(Ir, Ir),
    /// Something that is not supported.
    Nowhere,
}

impl Lower<'_, '_> {
    /// Whether an expression is a name, so that nothing new is made for its value.
    pub fn is_name(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Object(_) | ExprKind::Deref(_) | ExprKind::Result | ExprKind::Old(_) => true,
            ExprKind::Component(of, _) | ExprKind::Element(of, _) | ExprKind::At(of, _) => self.is_name(of),
            ExprKind::Convert(of, _) | ExprKind::Qualified(of, _) => self.is_name(of),
            _ => false,
        }
    }

    /// A variable that stands for what is not supported: no run reads it.
    pub fn kept_nothing(&mut self, ty: Type, span: Span) -> Ir {
        let value = self.any_value(&ty, span);
        let var = self.b.temporary(ty, span);
        self.b.assign(var, value, span);
        Ir::var(var, span)
    }

    /// Whether the bounds of an array are known before a run.
    pub fn has_static_bounds(&self, e: &Expr) -> bool {
        self.types().static_length(&self.subtype_of(e)).is_some()
    }

    /// The reference to an array or a record; one that is no name is made.
    pub fn reference(&mut self, e: &Expr) -> Ir {
        let span = e.span;
        match &e.kind {
            ExprKind::Object(id) => match self.home(*id) {
                Home::Var(var) => Ir::var(var, span),
                Home::Field(cell, field) => Ir::field(Ir::var(cell, span), field, span),
            },
            ExprKind::Component(of, at) => Ir::field(self.reference(of), FieldId::new(*at), span),
            ExprKind::Element(of, indexes) => {
                let (array, position) = self.element(of, indexes, span);
                Ir::element(array, position, span)
            }
            ExprKind::At(of, position) => {
                let (array, position) = self.at(of, position);
                Ir::element(array, position, span)
            }
            ExprKind::Deref(of) => self.value(of),
            ExprKind::Convert(of, subtype) | ExprKind::Qualified(of, subtype) if self.is_name(of) => {
                let reference = self.reference(of);
                self.lengths_agree(&reference, of, subtype, span);
                reference
            }
            ExprKind::Convert(of, _) => {
                let subtype = self.subtype_of(e);
                self.fresh(of, &subtype)
            }
            ExprKind::Qualified(of, subtype) => self.fresh(of, subtype),
            ExprKind::Call(call) => {
                let ty = self.cx.shapes.variable(&self.subtype_of(e));
                let dst = self.b.temporary(ty, span);
                self.call(call, Some(dst), span);
                Ir::var(dst, span)
            }
            ExprKind::If(..)
            | ExprKind::Case(..)
            | ExprKind::Raise(_)
            | ExprKind::Old(_)
            | ExprKind::Result => self.value(e),
            ExprKind::Unsupported(what) => {
                self.unsupported(what.clone(), span);
                let ty = self.plain_type(e);
                self.kept_nothing(ty, span)
            }
            ExprKind::Holding(declarations, of) => {
                self.declarations(declarations);
                self.reference(of)
            }
            _ => {
                let subtype = self.subtype_of(e);
                self.fresh(e, &subtype)
            }
        }
    }

    /// The array and the position of an element that is given by its position.
    pub fn at(&mut self, of: &Expr, position: &Expr) -> (Ir, Ir) {
        if let ExprKind::Slice(..) = of.kind {
            // The elements are those of the array, not of a copy.
            let view = self.view(of);
            let (span, offset) = (position.span, self.value(position));
            return (view.array, Ir::binary(BinaryOp::Add, view.from, offset, span));
        }
        let array = self.reference(of);
        (array, self.value(position))
    }

    /// The array and the position of an element, from 0.
    pub fn element(&mut self, of: &Expr, indexes: &[Expr], span: Span) -> (Ir, Ir) {
        if let (ExprKind::Slice(..), [index]) = (&of.kind, indexes) {
            return self.element_of_slice(of, index, span);
        }
        let array = self.reference(of);
        let array = if indexes.iter().any(|e| self.hoists(e)) {
            let ty = self.cx.shapes.variable(&self.subtype_of(of));
            self.kept(array, ty)
        } else {
            array
        };
        let list: Vec<&Expr> = indexes.iter().collect();
        let values = self.values(&list);
        let position = self.position(of, &array, indexes, values, span);
        (array, position)
    }

    /// The element of a slice is that of its array.
    fn element_of_slice(&mut self, of: &Expr, index: &Expr, span: Span) -> (Ir, Ir) {
        let view = self.view(of);
        let view = self.kept_view(view, of);
        let value = self.value(index);
        let value = self.as_integer(value, index.ty);
        let offset = Ir::binary(BinaryOp::Sub, value, view.first, span);
        let offset = self.kept(offset, Type::Int);
        let low = Ir::binary(BinaryOp::Ge, offset.clone(), Ir::int(0, span), span);
        let high = Ir::binary(BinaryOp::Lt, offset.clone(), view.count, span);
        let cond = Ir::and(low, high, span);
        self.b.push(InstrKind::Check { cond, kind: ErrorKind::IndexOutOfRange }, span);
        (view.array, Ir::binary(BinaryOp::Add, view.from, offset, span))
    }

    /// The position of an element, given the values of its indexes.
    fn position(&mut self, of: &Expr, array: &Ir, indexes: &[Expr], values: Vec<Ir>, span: Span) -> Ir {
        let subtype = self.subtype_of(of);
        let bounds = match &subtype.constraint {
            Constraint::Index(bounds) => bounds.clone(),
            _ => {
                let value = values.into_iter().next().unwrap_or(Ir::int(0, span));
                let value = match indexes.first() {
                    Some(index) => self.as_integer(value, index.ty),
                    None => value,
                };
                return Ir::binary(BinaryOp::Sub, value, Ir::first(array.clone(), span), span);
            }
        };
        if let ([(first, _)], [index]) = (&bounds[..], indexes) {
            let value = values.into_iter().next().unwrap_or(Ir::int(0, span));
            let value = self.as_integer(value, index.ty);
            if first.value().is_some_and(base::Int::is_zero) {
                return value;
            }
            let first = self.bound(first, span);
            return Ir::binary(BinaryOp::Sub, value, first, span);
        }
        // Row by row: each index is checked for itself, since a wrong one could lead into another row.
        let mut position: Option<Ir> = None;
        for (((first, last), index), value) in bounds.iter().zip(indexes).zip(values) {
            let value = self.as_integer(value, index.ty);
            let value = match (
                first.value().and_then(super::shapes::wide),
                last.value().and_then(super::shapes::wide),
            ) {
                (Some(a), Some(b)) if a <= b => Ir::within(value, Word::range(a, b), index.span),
                _ => {
                    let value = self.kept(value, Type::Int);
                    let (a, b) = (self.bound(first, span), self.bound(last, span));
                    let low = Ir::binary(BinaryOp::Ge, value.clone(), a, span);
                    let high = Ir::binary(BinaryOp::Le, value.clone(), b, span);
                    let cond = Ir::and(low, high, span);
                    self.b.push(InstrKind::Check { cond, kind: ErrorKind::IndexOutOfRange }, index.span);
                    value
                }
            };
            let from = self.bound(first, span);
            let here = Ir::binary(BinaryOp::Sub, value, from, span);
            position = Some(match position {
                None => here,
                Some(before) => {
                    let count = self.count(first, last, span);
                    let rows = Ir::binary(BinaryOp::Mul, before, count, span);
                    Ir::binary(BinaryOp::Add, rows, here, span)
                }
            });
        }
        position.unwrap_or(Ir::int(0, span))
    }

    /// Works out where a scalar name is. Whatever it depends on is kept, so that it stays the same place.
    pub fn spot(&mut self, e: &Expr, keep: bool) -> Spot {
        let span = e.span;
        match &e.kind {
            ExprKind::Object(id) => Spot::Home(self.home(*id)),
            ExprKind::Component(of, at) => {
                let object = self.reference(of);
                let object = if keep { self.kept_reference(object, of) } else { object };
                Spot::Field(object, FieldId::new(*at))
            }
            ExprKind::Element(of, indexes) => {
                let (array, position) = self.element(of, indexes, span);
                if !keep {
                    return Spot::Element(array, position);
                }
                let array = self.kept_reference(array, of);
                Spot::Element(array, self.kept(position, Type::Int))
            }
            ExprKind::At(of, position) => {
                let (array, position) = self.at(of, position);
                Spot::Element(array, position)
            }
            ExprKind::Deref(of) => {
                let pointer = self.value(of);
                let ty = self.cx.shapes.variable(&self.subtype_of(of));
                let pointer = if keep { self.kept(pointer, ty) } else { pointer };
                match self.cx.shapes.boxed(of.ty) {
                    Some(_) => Spot::Field(pointer, FieldId::new(0)),
                    None => {
                        self.unsupported("an assignment to this pointer's target", span);
                        Spot::Nowhere
                    }
                }
            }
            ExprKind::Convert(of, _) => self.spot(of, keep),
            _ => {
                self.unsupported("an assignment to this", span);
                Spot::Nowhere
            }
        }
    }

    /// A name must stand for something, whether or not that has a value: its indexes lie in their arrays, and its pointers
    /// lead somewhere.
    pub fn is_there(&mut self, e: &Expr) {
        let span = e.span;
        match &e.kind {
            ExprKind::Component(of, _) | ExprKind::Convert(of, _) | ExprKind::Qualified(of, _) => {
                self.is_there(of);
            }
            ExprKind::At(of, _) => self.is_there(of),
            ExprKind::Element(of, indexes) => {
                self.is_there(of);
                let (array, position) = self.element(of, indexes, span);
                let position = self.kept(position, Type::Int);
                let low = Ir::binary(BinaryOp::Ge, position.clone(), Ir::int(0, span), span);
                let high = Ir::binary(BinaryOp::Lt, position, Ir::length(array, span), span);
                let cond = Ir::and(low, high, span);
                self.b.push(InstrKind::Check { cond, kind: ErrorKind::IndexOutOfRange }, span);
            }
            ExprKind::Slice(of, _) => {
                self.is_there(of);
                // Working out what it covers checks its bounds.
                self.view(e);
            }
            ExprKind::Deref(of) => {
                let pointer = self.value(of);
                let cond = Ir::binary(BinaryOp::Ne, pointer, Ir::nil(span), span);
                self.b.push(InstrKind::Check { cond, kind: ErrorKind::NilDereference }, span);
            }
            ExprKind::Unsupported(what) => self.unsupported(what.clone(), span),
            _ => {}
        }
    }

    fn kept_reference(&mut self, value: Ir, of: &Expr) -> Ir {
        let ty = self.cx.shapes.variable(&self.subtype_of(of));
        self.kept(value, ty)
    }

    /// The value at a place.
    pub fn at_spot(&self, spot: &Spot, span: Span) -> Ir {
        match spot {
            Spot::Home(Home::Var(var)) => Ir::var(*var, span),
            Spot::Home(Home::Field(cell, field)) => Ir::field(Ir::var(*cell, span), *field, span),
            Spot::Field(object, field) => Ir::field(object.clone(), *field, span),
            Spot::Element(array, position) => Ir::element(array.clone(), position.clone(), span),
            Spot::Nowhere => Ir::int(0, span),
        }
    }

    /// Stores a value at a place.
    pub fn store(&mut self, spot: Spot, value: Ir, span: Span) {
        match spot {
            Spot::Home(Home::Var(var)) => self.set(var, value, span),
            Spot::Home(Home::Field(cell, field)) => {
                let object = Ir::var(cell, span);
                self.b.push(InstrKind::StoreField { object, field, value }, span);
            }
            Spot::Field(object, field) => self.b.push(InstrKind::StoreField { object, field, value }, span),
            Spot::Element(array, index) => {
                self.b.push(InstrKind::StoreElement { array, index, value }, span);
            }
            Spot::Nowhere => {}
        }
    }

    /// `target := e`
    pub fn assignment(&mut self, target: &Expr, e: &Expr, span: Span) {
        if !self.types().is_composite(target.ty) {
            let subtype = self.subtype_of(target);
            // The name on the left and the value may be evaluated in any order; GNAT takes the value first where it
            // has effects.
            let value = self.decided(e, &subtype);
            let kind = self.cx.shapes.variable(&subtype);
            let value = if self.hoists(target) { self.kept(value, kind) } else { value };
            let spot = self.spot(target, false);
            self.store(spot, value, span);
            return;
        }
        match self.types().kind(target.ty) {
            Kind::Record(_) => {
                let from = self.reference(e);
                let from = self.kept_reference(from, e);
                let to = self.reference(target);
                let to = self.kept_reference(to, target);
                self.copy_record(&to, &from, target.ty, span);
            }
            _ => {
                if let ExprKind::Holding(declarations, e) = &e.kind {
                    self.declarations(declarations);
                    return self.assignment(target, e, span);
                }
                let filled = self.fill_target(target, e, span);
                if filled {
                    return;
                }
                let from = self.view(e);
                let from = self.kept_view(from, e);
                let to = self.view(target);
                self.copy(&to, &from, target.ty, span);
            }
        }
    }

    /// A view whose parts are kept.
    pub fn kept_view(&mut self, view: View, of: &Expr) -> View {
        let ty = self.cx.shapes.variable(&Subtype::of(of.ty));
        View {
            array: self.kept(view.array, ty),
            from: self.kept(view.from, Type::Int),
            count: self.kept(view.count, Type::Int),
            first: self.kept(view.first, Type::Int),
            last: view.last.map(|last| self.kept(last, Type::Int)),
        }
    }

    /// An array value must have as many elements as a constrained subtype.
    pub fn lengths_agree(&mut self, array: &Ir, of: &Expr, subtype: &Subtype, span: Span) {
        let Constraint::Index(bounds) = &subtype.constraint else { return };
        if self
            .types()
            .static_length(&self.subtype_of(of))
            .is_some_and(|n| Some(n) == self.types().static_length(subtype))
        {
            return;
        }
        let count = self.total(&bounds.clone(), span);
        let cond = Ir::binary(BinaryOp::Eq, Ir::length(array.clone(), span), count, span);
        self.b.push(InstrKind::Check { cond, kind: ErrorKind::LengthMismatch }, span);
    }

    /// `new T`, `new T'(X)`
    pub fn allocated(
        &mut self,
        access: crate::tree::TypeId,
        subtype: &Subtype,
        init: Option<&Expr>,
        span: Span,
    ) -> Ir {
        if self.types().is_composite(subtype.ty) {
            return match init {
                Some(e) => self.fresh_in(e, subtype, true),
                None => self.made_in(subtype, true, true, span),
            };
        }
        let Some(of) = self.cx.shapes.boxed(access) else {
            self.unsupported("`new` of this type", span);
            return Ir::nil(span);
        };
        let value = init.map(|e| self.checked(e, subtype));
        let dst = self.b.temporary(Type::Ref(of), span);
        let object = Made::Cell(of);
        self.b.push(InstrKind::Make { dst, object, zeroed: false, owned: true }, span);
        let null = matches!(self.types().kind(subtype.ty), Kind::Access(_)).then(|| Ir::nil(span));
        if let Some(value) = value.or(null) {
            let object = Ir::var(dst, span);
            self.b.push(InstrKind::StoreField { object, field: FieldId::new(0), value }, span);
        }
        Ir::var(dst, span)
    }
}
