//! Unions: structs of all members with a hidden number that tells which of them is held, or that none was written yet.
//!
//! ```text
//! union value { long number; char *text; } v;      v := make value; v.$active := 2
//! v.number = 3;                                    v.$active := 0; v.number := 3
//! v.text                                           if v.$active /= 1 then unsupported; v.text
//! ```
//!
//! What bytes of one member mean as another is not known here: a read of a member that is not held is unsupported. So is a
//! change within one, unless nothing was written to the union at all; then the rest of the member stays unwritten. An input
//! in which no member is held is as good as one that was never written, and is not looked at where a member is read.

use super::places::{Spot, in_field};
use super::procs::Lower;
use super::shapes::Shapes;
use crate::tree::{Place, PlaceKind};
use crate::types::{RecordId, Type as C, Types};
use imperative::{
    BinaryOp, BlockId, DecisionKind, Expr as Ir, FieldId, InstrKind, Made, Part, TerminatorKind, Type, Word,
};
use source::Span;

/// The longest array of which each element is told that nothing was written to it.
const MOST_ELEMENTS: u64 = 64;

/// A member of a union on the way to a place that is to be written.
pub(super) struct Passed {
    union: Ir,
    record: RecordId,
    member: usize,
}

/// Whether a record is a union.
pub(super) fn is_union(types: &Types, record: RecordId) -> bool {
    types.record(record).is_some_and(|r| r.is_union)
}

/// Whether a place is a member of a union or a part of one.
pub(super) fn is_in_union(types: &Types, place: &Place) -> bool {
    match &place.kind {
        PlaceKind::Member(whole, _) => {
            matches!(&whole.ty, C::Record(r) if is_union(types, *r)) || is_in_union(types, whole)
        }
        PlaceKind::Deref(pointer) => {
            super::places::indexed_array(pointer).is_some_and(|(array, _)| is_in_union(types, array))
        }
        _ => false,
    }
}

/// Whether values of a type have a union in them.
fn has_union(types: &Types, ty: &C) -> bool {
    match ty {
        C::Array(of, _) => has_union(types, of),
        C::Record(r) => types
            .record(*r)
            .is_some_and(|record| record.is_union || record.fields.iter().any(|f| has_union(types, &f.ty))),
        _ => false,
    }
}

impl Shapes<'_> {
    /// The word that tells which member of a union is held.
    pub fn active_word(&self, members: usize) -> Word {
        let bits = (1..16).find(|bits| members >> bits == 0).unwrap_or(16);
        Word::unsigned(bits)
    }

    /// The field that tells it, and how many members there are.
    pub fn active(&mut self, record: RecordId) -> Option<(FieldId, usize)> {
        let of = self.record(record)?;
        let members = self.types.record(record).filter(|r| r.is_union)?.fields.len();
        let fields = &self.structs.get(of.index())?.fields;
        Some((FieldId::new(fields.len().checked_sub(1)?), members))
    }
}

impl Lower<'_, '_> {
    /// The place of something that is to be written, with the members of unions on the way.
    pub fn place_to_write(&mut self, p: &Place) -> Option<(Spot, Vec<Passed>)> {
        let before = self.passed.replace(Vec::new());
        let spot = self.found(p);
        let passed = std::mem::replace(&mut self.passed, before);
        Some((spot?, passed.unwrap_or_default()))
    }

    /// The place of something that is read.
    pub fn place(&mut self, p: &Place) -> Option<Spot> {
        let before = self.passed.take();
        let spot = self.found(p);
        self.passed = before;
        spot
    }

    /// A member of a union is on the way to a place.
    pub fn pass_union(
        &mut self,
        union: Ir,
        record: RecordId,
        member: usize,
        inner: bool,
        span: Span,
    ) -> Option<Ir> {
        let union = self.saved(union);
        match &mut self.passed {
            Some(passed) => passed.push(Passed { union: union.clone(), record, member }),
            None => self.check_read(&union, record, member, inner, span)?,
        }
        Some(union)
    }

    /// Which member a union holds, with blocks for: the one that is asked for, another, none.
    fn held_member(
        &mut self,
        union: &Ir,
        record: RecordId,
        member: usize,
        span: Span,
    ) -> Option<[BlockId; 3]> {
        let (field, members) = self.cx.shapes.active(record)?;
        let active = self.held(Ir::field(union.clone(), field, span));
        let is = |op, n: usize| Ir::binary(op, active.clone(), Ir::int(n, span), span);
        self.b.push(InstrKind::Assume(is(BinaryOp::Le, members)), span);
        let [this, not_this, other, none] = [(); 4].map(|()| self.b.block());
        self.b.branch(DecisionKind::ShortCircuit, is(BinaryOp::Eq, member), this, not_this, span);
        self.b.switch_to(not_this);
        self.b.branch(DecisionKind::ShortCircuit, is(BinaryOp::Eq, members), none, other, span);
        Some([this, other, none])
    }

    fn member_name(&self, record: RecordId, member: usize) -> String {
        let name = self.unit.types.field(record, member).and_then(|f| f.name.clone());
        name.map_or_else(|| "a member without a name".to_string(), |name| format!("the member `{name}`"))
    }

    fn check_read(
        &mut self,
        union: &Ir,
        record: RecordId,
        member: usize,
        inner: bool,
        span: Span,
    ) -> Option<()> {
        let [this, other, none] = self.held_member(union, record, member, span)?;
        self.b.switch_to(other);
        let name = self.member_name(record, member);
        self.unsupported(format!("{name} of a union is read, which holds another: this"), span);
        self.b.terminate(TerminatorKind::Goto(this), span);
        self.b.switch_to(none);
        // What was never written errs when it is read, and may be copied as a whole. Inputs are not looked at.
        if self.read_leaf(union, record, member, inner, span) {
            self.b.push(InstrKind::Assume(Ir::bool(false, span)), span);
        } else {
            self.unsupported(format!("{name} of a union, which was never written: this"), span);
        }
        self.b.terminate(TerminatorKind::Goto(this), span);
        self.b.switch_to(this);
        Some(())
    }

    /// Reads the first number or pointer of a member; false if there is none, or if all of it is to be copied.
    fn read_leaf(&mut self, union: &Ir, record: RecordId, member: usize, inner: bool, span: Span) -> bool {
        let unit = self.unit;
        let (mut object, mut record, mut member) = (union.clone(), record, member);
        loop {
            let (Some(known), Some((field, boxed))) =
                (unit.types.field(record, member), self.cx.shapes.field(record, member))
            else {
                return false;
            };
            let mut spot = in_field(object.clone(), field, boxed, span);
            let mut ty = &known.ty;
            while let C::Array(of, Some(1..)) = ty {
                spot = Spot::Element(self.load(&spot, span), Ir::int(0, span));
                ty = of;
            }
            let value = self.load(&spot, span);
            match ty {
                C::Record(r) if inner => {
                    object = self.saved(value);
                    let fields = unit.types.record(*r).map_or(0, |r| r.fields.len());
                    let first = (0..fields).find(|at| self.cx.shapes.field(*r, *at).is_some());
                    let Some(first) = first else { return false };
                    (record, member) = (*r, first);
                }
                C::Record(_) | C::Array(..) => return false,
                _ => {
                    self.held(value);
                    return true;
                }
            }
        }
    }

    /// What a write does to the unions on the way: one whose member is written as a whole holds that now, the others must
    /// hold the member already, or nothing.
    pub fn written_through(&mut self, passed: Vec<Passed>, place: &Place, span: Span) {
        // A member of a union that is a member of a union is all that both hold.
        let (mut wholes, mut on_the_way) = (0, place);
        while let PlaceKind::Member(of, _) = &on_the_way.kind
            && matches!(&of.ty, C::Record(r) if is_union(&self.unit.types, *r))
        {
            (wholes, on_the_way) = (wholes + 1, of);
        }
        let count = passed.len();
        for (at, Passed { union, record, member }) in passed.into_iter().enumerate() {
            if at + wholes >= count {
                self.activate(&union, record, member, span);
                continue;
            }
            let Some([this, other, none]) = self.held_member(&union, record, member, span) else { continue };
            self.b.switch_to(other);
            let name = self.member_name(record, member);
            self.unsupported(
                format!("a part of {name} of a union is written, which holds another: this"),
                span,
            );
            self.b.terminate(TerminatorKind::Goto(this), span);
            self.b.switch_to(none);
            self.forget(&union, record, member, span);
            self.activate(&union, record, member, span);
            self.b.terminate(TerminatorKind::Goto(this), span);
            self.b.switch_to(this);
        }
    }

    /// From now on a union holds this member.
    pub fn activate(&mut self, union: &Ir, record: RecordId, member: usize, span: Span) {
        if let Some((field, _)) = self.cx.shapes.active(record) {
            let (object, value) = (union.clone(), Ir::int(member, span));
            self.b.push(InstrKind::StoreField { object, field, value }, span);
        }
    }

    /// All of a member is as if it had never been written.
    fn forget(&mut self, union: &Ir, record: RecordId, member: usize, span: Span) {
        let unit = self.unit;
        let (Some(known), Some((field, boxed))) =
            (unit.types.field(record, member), self.cx.shapes.field(record, member))
        else {
            return;
        };
        let to = in_field(union.clone(), field, boxed, span);
        match (&known.ty, self.cx.shapes.element(&known.ty)) {
            (C::Record(r), Some(Type::Part(part))) if matches!(*part, Part::Cell(_)) => {
                let Part::Cell(of) = *part else { return };
                let empty = self.b.temporary(Type::Ref(of), span);
                self.b.push(
                    InstrKind::Make { dst: empty, object: Made::Cell(of), zeroed: false, owned: false },
                    span,
                );
                self.never_written(&Spot::Var(empty), &C::Record(*r), span);
                self.store_value(&to, Ir::var(empty, span), &known.ty, span);
            }
            (C::Array(_, Some(n)), Some(Type::Part(part))) => {
                let Part::Array(element, _) = *part else { return };
                let empty = self.b.temporary(Type::Array(Box::new(element.clone())), span);
                self.make_array(empty, element, Ir::int(*n as usize, span), false, span);
                self.never_written(&Spot::Var(empty), &known.ty, span);
                self.copy(&to, &Spot::Var(empty), &known.ty, span);
            }
            _ => {}
        }
    }

    /// All unions of a new object hold nothing.
    pub fn never_written(&mut self, spot: &Spot, ty: &C, span: Span) {
        let unit = self.unit;
        if !has_union(&unit.types, ty) {
            return;
        }
        match ty {
            C::Record(r) => {
                let whole = self.load(spot, span);
                let whole = self.saved(whole);
                if let Some((field, members)) = self.cx.shapes.active(*r) {
                    let value = Ir::int(members, span);
                    self.b.push(InstrKind::StoreField { object: whole.clone(), field, value }, span);
                }
                let fields = unit.types.record(*r).map_or(&[][..], |known| known.fields.as_slice());
                for (at, member) in fields.iter().enumerate() {
                    let Some((field, boxed)) = self.cx.shapes.field(*r, at) else { continue };
                    let spot = in_field(whole.clone(), field, boxed, span);
                    self.never_written(&spot, &member.ty, span);
                }
            }
            C::Array(of, Some(n)) if *n <= MOST_ELEMENTS => {
                let whole = self.load(spot, span);
                let whole = self.saved(whole);
                for i in 0..*n {
                    let spot = Spot::Element(whole.clone(), Ir::int(i as usize, span));
                    self.never_written(&spot, of, span);
                }
            }
            _ => self.unsupported("many unions that are not written yet", span),
        }
    }

    /// The address of a part of a union: a write through it would go unnoticed.
    pub fn address_in_union(&mut self, ty: &Type, span: Span) -> Ir {
        self.unsupported("the address of a member of a union", span);
        self.any_value(ty, span)
    }

    /// Whether a change of a place can meet a union that the value changed meanwhile.
    pub fn races_union(&mut self, place: &Place, value: &crate::tree::Expr) -> bool {
        let in_union = is_in_union(&self.unit.types, place);
        in_union && self.hoists(value)
    }
}
