//! Structs as values: they are copied member by member.
//!
//! ```text
//! struct pair { int a; int b[2]; } x, y;  x = y;
//! x.a := y.a; x.b[0] := y.b[0]; x.b[1] := y.b[1]
//! ```

use super::functions;
use super::places::{Spot, in_field};
use super::procs::Lower;
use crate::tails;
use crate::types::{RecordId, Type as C};
use imperative::{Expr as Ir, InstrKind, Made, Type};
use source::Span;

/// The longest array that is copied element by element.
const MOST_ELEMENTS: u64 = 64;

impl Lower<'_, '_> {
    /// Puts a value in a place: a number or a pointer, or a copy of the struct that a reference leads to.
    pub fn store_value(&mut self, spot: &Spot, value: Ir, ty: &C, span: Span) {
        match ty {
            C::Record(r) => {
                let from = self.saved(value);
                let to = self.load(spot, span);
                let to = self.saved(to);
                self.copy_record(to, from, *r, span);
            }
            _ => self.store(spot, value, span),
        }
    }

    /// A new struct that nothing else refers to, with what another holds.
    pub fn fresh_copy(&mut self, from: Ir, record: RecordId, span: Span) -> Ir {
        let Some(s) = self.cx.shapes.record(record) else { return from };
        let cell = self.b.temporary(Type::Ref(s), span);
        self.b.push(InstrKind::Make { dst: cell, object: Made::Cell(s), zeroed: false, owned: false }, span);
        let from = self.saved(from);
        self.copy_record(Ir::var(cell, span), from, record, span);
        Ir::var(cell, span)
    }

    fn copy_record(&mut self, to: Ir, from: Ir, record: RecordId, span: Span) {
        let unit = self.unit;
        let Some(known) = unit.types.record(record) else { return };
        if tails::tail(&unit.types, record).is_some() {
            return self.unsupported("a copy of a struct with a flexible array member", span);
        }
        for (at, member) in known.fields.iter().enumerate() {
            // What has no field cannot be read, so it need not be copied.
            let Some((field, boxed)) = self.cx.shapes.field(record, at) else { continue };
            let to = in_field(to.clone(), field, boxed, span);
            let from = in_field(from.clone(), field, boxed, span);
            self.copy(&to, &from, &member.ty, span);
        }
        if let Some((field, _)) = self.cx.shapes.active(record) {
            let value = Ir::field(from, field, span);
            self.b.push(InstrKind::StoreField { object: to, field, value }, span);
        }
    }

    /// Copies an object.
    pub fn copy(&mut self, to: &Spot, from: &Spot, ty: &C, span: Span) {
        let (target, source) = (self.load(to, span), self.load(from, span));
        match ty {
            C::Record(r) => {
                let (target, source) = (self.saved(target), self.saved(source));
                self.copy_record(target, source, *r, span);
            }
            C::Array(of, Some(n)) if *n <= MOST_ELEMENTS => {
                let (target, source) = (self.saved(target), self.saved(source));
                for i in 0..*n {
                    let at = |array: &Ir| Spot::Element(array.clone(), Ir::int(i as usize, span));
                    self.copy(&at(&target), &at(&source), of, span);
                }
            }
            C::Array(..) => self.unsupported("a copy of a struct with a long array", span),
            _ => match to.clone() {
                // What a bit-field holds fits it, and may never have been written.
                Spot::Field(object, field) => {
                    self.b.push(InstrKind::StoreField { object, field, value: source }, span);
                }
                _ => self.store(to, source, span),
            },
        }
    }

    /// Puts zeros in all of an object.
    pub fn clear(&mut self, spot: &Spot, ty: &C, span: Span) {
        match ty {
            C::Record(r) => {
                let unit = self.unit;
                let whole = self.load(spot, span);
                let whole = self.saved(whole);
                let fields = unit.types.record(*r).map_or(&[][..], |known| known.fields.as_slice());
                let tail = tails::tail(&unit.types, *r);
                for (at, member) in fields.iter().enumerate() {
                    match &tail {
                        Some(tail) if tail.member == at && tail.least == 0 => continue,
                        _ => {}
                    }
                    let Some((field, boxed)) = self.cx.shapes.field(*r, at) else { continue };
                    let spot = in_field(whole.clone(), field, boxed, span);
                    self.clear(&spot, &member.ty, span);
                }
                self.activate(&whole, *r, 0, span);
            }
            C::Array(of, Some(n)) if *n <= MOST_ELEMENTS => {
                let whole = self.load(spot, span);
                let whole = self.saved(whole);
                for i in 0..*n {
                    let spot = Spot::Element(whole.clone(), Ir::int(i as usize, span));
                    self.clear(&spot, of, span);
                }
            }
            C::Array(..) => self.unsupported("a long array that is set to zero", span),
            C::Pointer(_) if functions::pointed(ty).is_none() => self.store(spot, Ir::nil(span), span),
            _ => self.store(spot, Ir::int(0, span), span),
        }
    }
}
