//! Records: aggregates, defaults, copies.

use super::procs::Lower;
use crate::tree::{Component, Constraint, Expr, Kind, Subtype, TypeId};
use imperative::{Expr as Ir, FieldId, InstrKind, Type};
use source::Span;

impl Lower<'_, '_> {
    fn components(&self, ty: TypeId) -> Vec<Component> {
        self.types().record(ty).map(<[_]>::to_vec).unwrap_or_default()
    }

    /// Copies a record component by component.
    pub fn copy_record(&mut self, to: &Ir, from: &Ir, ty: TypeId, span: Span) {
        for (at, component) in self.components(ty).iter().enumerate() {
            let field = FieldId::new(at);
            let source = Ir::field(from.clone(), field, span);
            if self.types().is_composite(component.subtype.ty) {
                let target = Ir::field(to.clone(), field, span);
                self.copy_composite(&target, &source, &component.subtype, span);
            } else {
                let object = to.clone();
                self.b.push(InstrKind::StoreField { object, field, value: source }, span);
            }
        }
    }

    /// A record aggregate as a new cell.
    pub fn record_value(&mut self, ty: TypeId, values: &[Option<Expr>], owned: bool, span: Span) -> Ir {
        let components = self.components(ty);
        // All values are there before the record is.
        let mut given = Vec::new();
        for (component, value) in components.iter().zip(values) {
            let composite = self.types().is_composite(component.subtype.ty);
            given.push(match value {
                Some(e) if composite => {
                    let reference = self.fresh(e, &component.subtype);
                    let kind = self.cx.shapes.variable(&component.subtype);
                    Some(self.kept(reference, kind))
                }
                Some(e) => {
                    let value = self.checked(e, &component.subtype);
                    let kind = self.cx.shapes.variable(&component.subtype);
                    Some(self.kept(value, kind))
                }
                None => None,
            });
        }
        let made = self.made_in(&Subtype::of(ty), false, owned, span);
        for (at, (component, value)) in components.iter().zip(given).enumerate() {
            let field = FieldId::new(at);
            match value {
                Some(value) if self.types().is_composite(component.subtype.ty) => {
                    let target = Ir::field(made.clone(), field, span);
                    self.copy_composite(&target, &value, &component.subtype, span);
                }
                Some(value) => {
                    let object = made.clone();
                    self.b.push(InstrKind::StoreField { object, field, value }, span);
                }
                None => self.default_of(&made, field, component, span),
            }
        }
        made
    }

    /// The values that the components of a new object have by default: pointers are null.
    pub fn defaults(&mut self, object: &Ir, subtype: &Subtype, span: Span) {
        match self.types().kind(subtype.ty) {
            Kind::Record(_) => {
                for (at, component) in self.components(subtype.ty).iter().enumerate() {
                    self.default_of(object, FieldId::new(at), component, span);
                }
            }
            Kind::Array(array) => {
                let component = array.component.clone();
                if !self.has_defaults(&component) {
                    return;
                }
                let count = match &subtype.constraint {
                    Constraint::Index(bounds) => self.total(&bounds.clone(), span),
                    _ => Ir::length(object.clone(), span),
                };
                if self.types().is_composite(component.ty) {
                    let object = object.clone();
                    self.repeat(count, span, |lower, index| {
                        let element = Ir::element(object, Ir::var(index, span), span);
                        lower.defaults(&element, &component, span);
                    });
                    return;
                }
                let index = self.b.temporary(Type::Int, span);
                let (array, from) = (object.clone(), Ir::int(0, span));
                let value = Ir::nil(span);
                self.fill(array, from, count, index, value, span);
            }
            _ => {}
        }
    }

    /// Whether objects of a subtype have values before anything is stored.
    fn has_defaults(&self, subtype: &Subtype) -> bool {
        match self.types().kind(subtype.ty) {
            Kind::Access(_) => true,
            Kind::Record(components) => {
                components.iter().any(|c| c.default.is_some() || self.has_defaults(&c.subtype))
            }
            Kind::Array(array) => self.has_defaults(&array.component),
            _ => false,
        }
    }

    fn default_of(&mut self, object: &Ir, field: FieldId, component: &Component, span: Span) {
        let composite = self.types().is_composite(component.subtype.ty);
        match (&component.default, composite) {
            (Some(e), true) => {
                let from = self.fresh(e, &component.subtype);
                let target = Ir::field(object.clone(), field, span);
                self.copy_composite(&target, &from, &component.subtype, span);
            }
            (Some(e), false) => {
                let value = self.checked(e, &component.subtype);
                let object = object.clone();
                self.b.push(InstrKind::StoreField { object, field, value }, span);
            }
            (None, true) => {
                let target = Ir::field(object.clone(), field, span);
                self.defaults(&target, &component.subtype, span);
            }
            (None, false) => {
                if matches!(self.types().kind(component.subtype.ty), Kind::Access(_)) {
                    let (object, value) = (object.clone(), Ir::nil(span));
                    self.b.push(InstrKind::StoreField { object, field, value }, span);
                }
            }
        }
    }
}
