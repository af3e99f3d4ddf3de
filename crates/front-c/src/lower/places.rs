//! Places: where an object is, how it is read and written, and what a pointer to it is.
//!
//! ```text
//! x          the variable x, or $x[0] if there are pointers to it
//! p->next    the field next of the cell p (p is thin) or of target(p) (p is fat)
//! a[i]       the element i of the array a; for a pointer, target(move(a, i))
//! ```

use super::facts::GlobalKind;
use super::procs::{Lower, Slot};
use super::unions;
use super::words::bits_of;
use crate::tree::{Expr, ExprKind, Place, PlaceKind};
use crate::types::Type as C;
use imperative::{Expr as Ir, ExprKind as IrKind, FieldId, InstrKind, Part, Type, VarId, Word};
use source::Span;

/// Where an object is. The expressions in it are pure.
#[derive(Clone, Debug)]
pub(super) enum Spot {
    /// A variable.
    Var(VarId),
    /// A field of a cell.
    Field(Ir, FieldId),
    /// An element of an array.
    Element(Ir, Ir),
    /// What a pointer points to.
    Target(Ir),
    /// The cell or array that a reference leads to.
    Object(Ir),
    /// A number that is kept as one word, and seen as another of the same width.
    Seen(Box<Spot>, Word, Word),
    /// A number among bytes.
    Bytes(Ir, Word),
}

impl Lower<'_, '_> {
    /// Where a place is; `None` if that is not supported, which is noted. Members of unions on the way are looked at as
    /// `passed` says.
    pub fn found(&mut self, p: &Place) -> Option<Spot> {
        let spot = self.found_on_the_way(p, false)?;
        Some(self.seen(spot, &p.ty))
    }

    /// A place as its type sees it: memory may keep numbers otherwise.
    pub fn seen(&self, spot: Spot, ty: &C) -> Spot {
        match (&spot, self.cx.facts.signs.kept(&self.unit.types, ty)) {
            (Spot::Element(..) | Spot::Target(_), Some(kept)) => {
                Spot::Seen(Box::new(spot), kept, self.word(ty))
            }
            _ => spot,
        }
    }

    /// The same; `inner` if it is only on the way to a part of it.
    fn found_on_the_way(&mut self, p: &Place, inner: bool) -> Option<Spot> {
        let span = p.span;
        match &p.kind {
            PlaceKind::Local(id) => {
                let slot = self.slots.get(id.index()).copied().unwrap_or(Slot::Nowhere);
                self.in_slot(slot, &p.ty, span)
            }
            PlaceKind::Global(id) => match self.all_facts.global_kind(self.unit, *id) {
                GlobalKind::Constant(value) => Some(Spot::Object(Ir::int(value, span))),
                GlobalKind::Fixed => {
                    let slot = self.fixed_place(*id);
                    self.in_slot(slot, &p.ty, span)
                }
                GlobalKind::Foreign => self.no_place(&p.ty, span),
                GlobalKind::State => match (self.globals, self.cx.global_fields.get(id).copied()) {
                    (Some(globals), Some((field, boxed))) => {
                        let object = Ir::var(globals, span);
                        Some(in_field(object, field, boxed, span))
                    }
                    _ => self.no_place(&p.ty, span),
                },
            },
            PlaceKind::String(id) => match self.string(*id) {
                Some(var) => Some(Spot::Var(var)),
                None => self.no_place(&p.ty, span),
            },
            PlaceKind::Deref(pointer) => self.target(pointer, &p.ty, span),
            PlaceKind::Member(whole, member) => {
                let C::Record(record) = &whole.ty else { return self.no_place(&p.ty, span) };
                let Some((field, boxed)) = self.cx.shapes.field(*record, *member) else {
                    let known = self.unit.types.field(*record, *member);
                    let name = known.and_then(|f| f.name.clone()).unwrap_or_default();
                    let what = match known {
                        Some(f) if f.bits.is_some() => "which is a bit-field".to_string(),
                        _ => format!("of type `{}`", self.unit.types.text(&p.ty)),
                    };
                    self.unsupported(format!("the member `{name}` {what}"), span);
                    return None;
                };
                let whole = self.found_on_the_way(whole, true)?;
                let mut object = self.load(&whole, span);
                if unions::is_union(&self.unit.types, *record) {
                    object = self.pass_union(object, *record, *member, inner, span)?;
                }
                Some(in_field(object, field, boxed, span))
            }
            PlaceKind::Literal(id, init) => {
                let slot = self.slots.get(id.index()).copied().unwrap_or(Slot::Nowhere);
                self.declare(slot, &p.ty, Some(init), span);
                self.in_slot(slot, &p.ty, span)
            }
            PlaceKind::Value(e) => Some(Spot::Object(self.value(e))),
        }
    }

    fn in_slot(&mut self, slot: Slot, ty: &C, span: Span) -> Option<Spot> {
        match slot {
            Slot::Plain(var) => Some(Spot::Var(var)),
            Slot::Boxed(var) => Some(Spot::Element(Ir::var(var, span), Ir::int(0, span))),
            Slot::Nowhere => self.no_place(ty, span),
        }
    }

    fn no_place(&mut self, ty: &C, span: Span) -> Option<Spot> {
        let text = self.unit.types.text(ty);
        self.unsupported(format!("the type `{text}`"), span);
        None
    }

    /// What a pointer of C points to.
    fn target(&mut self, pointer: &Expr, ty: &C, span: Span) -> Option<Spot> {
        if let Some((array, index)) = indexed_array(pointer) {
            let array = self.found_on_the_way(array, true)?;
            let mut array = self.load(&array, span);
            if let Some(index) = index {
                if self.hoists(index) {
                    array = self.saved(array);
                }
                return Some(Spot::Element(array, self.value(index)));
            }
            return Some(Spot::Element(array, Ir::int(0, span)));
        }
        if let Some((from, to, inner)) = self.seen_as(pointer) {
            let ty = self.cx.shapes.value(&inner.ty).unwrap_or(Type::Int);
            let inner = self.value(inner);
            let inner = self.solid(inner, &ty, span);
            return Some(Spot::Seen(Box::new(Spot::Target(inner)), from, to));
        }
        if let Some((bytes, word)) = self.among_bytes(pointer) {
            return self.gathered_place(bytes, word, span);
        }
        let Some(pointer_ty) = self.cx.shapes.value(&pointer.ty) else {
            return self.no_place(&pointer.ty, span);
        };
        let value = self.value(pointer);
        let value = self.solid(value, &pointer_ty, span);
        Some(match (&pointer_ty, ty) {
            (Type::Ref(_), _) => Spot::Object(value),
            _ => Spot::Target(value),
        })
    }

    /// For a pointer that was converted to one to numbers of the same width, if they are kept as they are declared: the
    /// words, and the pointer before.
    pub fn seen_as<'e>(&self, pointer: &'e Expr) -> Option<(Word, Word, &'e Expr)> {
        let ExprKind::Convert(inner) = &pointer.kind else { return None };
        let word = |ty: &C| ty.pointee().and_then(|to| self.cx.shapes.word(to));
        let (from, to) = (word(&inner.ty)?, word(&pointer.ty)?);
        let bits = bits_of(from);
        let kept = !self.cx.facts.signs.has(bits);
        (bits == bits_of(to) && from != to && bits > 1 && kept).then_some((from, to, inner))
    }

    /// A reference that has a type: a plain nil gets one by way of a temporary.
    pub fn solid(&mut self, e: Ir, ty: &Type, span: Span) -> Ir {
        if e.kind != IrKind::Nil || !ty.is_reference() {
            return e;
        }
        let temporary = self.b.temporary(ty.clone(), span);
        self.b.assign(temporary, e, span);
        Ir::var(temporary, span)
    }

    /// What is there: a value, or the reference to a struct or an array.
    pub fn load(&mut self, spot: &Spot, span: Span) -> Ir {
        match spot {
            Spot::Var(var) => Ir::var(*var, span),
            Spot::Field(object, field) => Ir::field(object.clone(), *field, span),
            Spot::Element(array, index) => Ir::element(array.clone(), index.clone(), span),
            Spot::Target(pointer) => Ir::target(pointer.clone(), span),
            Spot::Object(reference) => reference.clone(),
            Spot::Seen(kept, _, to) => Ir::wrap(self.load(kept, span), *to, span),
            Spot::Bytes(pointer, word) => self.gathered(pointer, *word, span),
        }
    }

    /// Puts a number or a pointer there.
    pub fn store(&mut self, spot: &Spot, value: Ir, span: Span) {
        let value = self.as_kept(value);
        let kind = match spot.clone() {
            Spot::Var(var) => InstrKind::Assign(var, value),
            Spot::Field(object, field) => {
                let narrow = match self.ir_type(&object) {
                    Some(Type::Ref(of)) => self.cx.shapes.bit_field(of, field),
                    Some(Type::Part(part)) => match &*part {
                        Part::Cell(of) => self.cx.shapes.bit_field(*of, field),
                        Part::Array(..) | Part::Open(..) => None,
                    },
                    _ => None,
                };
                let value = match (narrow, &value.kind) {
                    (None, _) => value,
                    (Some(word), IrKind::Int(n)) => Ir::int(word.wrap(n), span),
                    (Some(word), _) => Ir::wrap(value, word, span),
                };
                InstrKind::StoreField { object, field, value }
            }
            Spot::Element(array, index) => InstrKind::StoreElement { array, index, value },
            Spot::Target(pointer) => InstrKind::StoreTarget { pointer, value },
            Spot::Object(_) => InstrKind::Unsupported("a change of what does not change".to_string()),
            Spot::Seen(kept, from, _) => {
                let value = self.unseen(value, from);
                return self.store(&kept, value, span);
            }
            Spot::Bytes(pointer, word) => return self.scatter(&pointer, word, value, span),
        };
        self.b.push(kind, span);
    }

    /// A number as memory keeps it. What was just read there goes on as it is, for it may never have been written.
    fn unseen(&mut self, value: Ir, kept: Word) -> Ir {
        let span = value.span;
        match value.kind {
            IrKind::Int(n) => Ir::int(kept.wrap(&n), span),
            IrKind::Wrap(inner, word)
                if bits_of(word) == bits_of(kept) && self.ir_type(&inner) == Some(Type::Word(kept)) =>
            {
                *inner
            }
            kind => Ir::wrap(Ir::new(kind, span), kept, span),
        }
    }

    /// A number that memory keeps with a sign and that is read with that sign, by way of a type that has none.
    pub fn as_kept(&mut self, value: Ir) -> Ir {
        match value.kind {
            IrKind::Wrap(inner, word)
                if self.cx.facts.signs.has(bits_of(word))
                    && self.ir_type(&inner) == Some(Type::Word(word)) =>
            {
                *inner
            }
            kind => Ir::new(kind, value.span),
        }
    }

    /// The same place, whatever is changed before it is used.
    pub fn steady(&mut self, spot: Spot) -> Spot {
        match spot {
            Spot::Var(_) => spot,
            Spot::Field(object, field) => Spot::Field(self.saved(object), field),
            Spot::Element(array, index) => {
                let array = self.saved(array);
                Spot::Element(array, self.saved(index))
            }
            Spot::Target(pointer) => Spot::Target(self.saved(pointer)),
            Spot::Object(reference) => Spot::Object(self.saved(reference)),
            Spot::Seen(kept, from, to) => Spot::Seen(Box::new(self.steady(*kept)), from, to),
            Spot::Bytes(pointer, word) => Spot::Bytes(self.saved(pointer), word),
        }
    }

    /// The pointer to a place.
    pub fn address(&mut self, spot: Spot, ty: &C, span: Span) -> Ir {
        if let C::Record(r) = ty
            && self.cx.shapes.is_thin(*r)
        {
            return self.load(&spot, span);
        }
        match spot {
            Spot::Element(array, index) => Ir::at(array, index, span),
            Spot::Target(pointer) => pointer,
            Spot::Seen(kept, word, _) if self.cx.facts.signs.has(bits_of(word)) => {
                self.address(*kept, ty, span)
            }
            _ => {
                let text = self.unit.types.text(ty);
                self.unsupported(format!("the address of this object of type `{text}`"), span);
                let ty = self.cx.shapes.value(&ty.clone().pointer()).unwrap_or(Type::Int);
                self.any_value(&ty, span)
            }
        }
    }
}

/// A field of a cell, or the only element of the array that it is.
pub(super) fn in_field(object: Ir, field: FieldId, boxed: bool, span: Span) -> Spot {
    if boxed {
        Spot::Element(Ir::field(object, field, span), Ir::int(0, span))
    } else {
        Spot::Field(object, field)
    }
}

/// For `a[i]` and `*a` with an array `a`: the array and the index.
pub(super) fn indexed_array(pointer: &Expr) -> Option<(&Place, Option<&Expr>)> {
    match &pointer.kind {
        ExprKind::Decay(array) => Some((array, None)),
        ExprKind::PointerAdd(array, index) => match &array.kind {
            ExprKind::Decay(array) => Some((array, Some(index))),
            _ => None,
        },
        _ => None,
    }
}
