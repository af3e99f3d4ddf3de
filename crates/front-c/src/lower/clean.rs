//! Which expressions are lowered without any instruction.
//!
//! What stands to the right of `&&` or `||` may only be evaluated when it must be; what stands to the left of an
//! effect must be kept before it. So this has to know before an expression is lowered. What it calls clean needs
//! no instruction; of the rest, that is not certain.
//!
//! ```text
//! p->next == 0, a[i] + 1      clean
//! f(x), i++, c ? a : b        not clean
//! ```

use super::allocation;
use super::facts::GlobalKind;
use super::functions::pointed;
use super::operators::is_bitwise;
use super::places::indexed_array;
use super::procs::{Lower, Slot};
use super::unions::is_union;
use crate::tree::{Expr, ExprKind, Place, PlaceKind};
use crate::types::Type as C;
use imperative::Type;

/// The deepest expression that is looked into.
const MOST_DEPTH: usize = 60;

impl Lower<'_, '_> {
    /// Whether lowering an expression may need instructions.
    pub fn hoists(&mut self, e: &Expr) -> bool {
        !self.is_clean(e, 0)
    }

    fn is_clean(&mut self, e: &Expr, depth: usize) -> bool {
        if depth > MOST_DEPTH {
            return false;
        }
        let depth = depth + 1;
        if self.constant(e).is_some() {
            return true;
        }
        if self.cx.shapes.value(&e.ty).is_none() {
            return false;
        }
        match &e.kind {
            ExprKind::Int(_) | ExprKind::Null => true,
            ExprKind::FunctionAddress(id) => self.function_number(*id).is_some(),
            ExprKind::Load(place) => !self.is_bounded_read(place) && self.is_clean_place(place, depth),
            ExprKind::Address(place) => self.has_address(place) && self.is_clean_place(place, depth),
            ExprKind::Decay(place) => self.is_clean_place(place, depth),
            ExprKind::Not(_) if self.joins(e) => false,
            ExprKind::Neg(a) | ExprKind::BitNot(a) | ExprKind::Not(a) => self.is_clean(a, depth),
            ExprKind::Binary(op, a, b) => {
                if is_bitwise(*op) {
                    let shift = op.is_shift();
                    let mask = self.constant(b).or_else(|| self.constant(a).filter(|_| !shift));
                    let bits = i64::from(super::words::bits_of(self.word(&e.ty)));
                    let in_range = |n: i64| (0..bits).contains(&n);
                    let known = mask.is_some_and(|m| !shift || m.to_i64().is_some_and(in_range));
                    if !known || !self.is_plain_load(a) || !self.is_plain_load(b) {
                        return false;
                    }
                }
                self.is_clean(a, depth) && self.is_clean(b, depth)
            }
            ExprKind::PointerAdd(a, b) | ExprKind::PointerSub(a, b) => {
                self.is_movable(a) && self.is_clean(a, depth) && self.is_clean(b, depth)
            }
            ExprKind::PointerDiff(a, b) => {
                self.is_movable(a) && self.is_movable(b) && self.is_clean(a, depth) && self.is_clean(b, depth)
            }
            ExprKind::Compare(_, a, b) => {
                self.is_comparable(a, b) && self.is_clean(bare(a), depth) && self.is_clean(bare(b), depth)
            }
            ExprKind::Convert(inner) => self.is_clean_conversion(inner, e, depth),
            _ => false,
        }
    }

    fn is_clean_conversion(&mut self, inner: &Expr, e: &Expr, depth: usize) -> bool {
        if e.ty.is_integer() {
            let pointer = e.ty == C::Bool && self.cx.shapes.value(&inner.ty).is_some();
            return (inner.ty.is_integer() || pointer) && self.is_clean(inner, depth);
        }
        let source = allocation::stripped(inner);
        let same =
            self.cx.shapes.value(&source.ty) == self.cx.shapes.value(&e.ty) && self.may_be(&source.ty, &e.ty);
        self.is_null(source) || same && self.is_clean(source, depth)
    }

    /// Whether pointers of the type of an expression can be moved, and this one is not plainly null.
    fn is_movable(&mut self, e: &Expr) -> bool {
        let fat = matches!(self.cx.shapes.value(&e.ty), Some(Type::Pointer(_)));
        fat && !self.is_null(allocation::stripped(e))
    }

    /// Whether two values can be compared as they are.
    pub fn is_comparable(&mut self, a: &Expr, b: &Expr) -> bool {
        if a.ty.is_integer() && b.ty.is_integer() {
            return true;
        }
        let (a, b) = (bare(a), bare(b));
        let types = (self.cx.shapes.value(&a.ty), self.cx.shapes.value(&b.ty));
        let (null_a, null_b) = (self.is_null(a), self.is_null(b));
        match types {
            _ if null_a && null_b => true,
            (Some(ty), _) if null_b => ty.is_reference() || pointed(&a.ty).is_some(),
            (_, Some(ty)) if null_a => ty.is_reference() || pointed(&b.ty).is_some(),
            (Some(a), Some(b)) => a == b,
            _ => false,
        }
    }

    fn has_address(&mut self, place: &Place) -> bool {
        match &place.kind {
            PlaceKind::Value(_) | PlaceKind::String(_) => false,
            PlaceKind::Global(id) => self.all_facts.global_kind(self.unit, *id) == GlobalKind::State,
            _ => true,
        }
    }

    fn is_clean_place(&mut self, place: &Place, depth: usize) -> bool {
        match &place.kind {
            PlaceKind::Local(id) => !matches!(self.slots.get(id.index()), None | Some(Slot::Nowhere)),
            PlaceKind::Global(id) => match self.all_facts.global_kind(self.unit, *id) {
                GlobalKind::Constant(_) => true,
                GlobalKind::Foreign => false,
                GlobalKind::Fixed => !matches!(self.fixed_place(*id), Slot::Nowhere),
                GlobalKind::State => self.globals.is_some() && self.cx.global_fields.contains_key(id),
            },
            PlaceKind::String(_) => true,
            PlaceKind::Deref(pointer) => {
                if let Some((array, index)) = indexed_array(pointer) {
                    return self.is_clean_place(array, depth)
                        && index.is_none_or(|i| self.is_clean(i, depth));
                }
                if let Some((_, _, inner)) = self.seen_as(pointer) {
                    return !self.is_null(allocation::stripped(inner)) && self.is_clean(inner, depth);
                }
                let known = self.cx.shapes.value(&pointer.ty).is_some();
                known && !self.is_null(allocation::stripped(pointer)) && self.is_clean(pointer, depth)
            }
            PlaceKind::Member(whole, member) => match &whole.ty {
                C::Record(r) => {
                    !is_union(&self.unit.types, *r)
                        && self.cx.shapes.field(*r, *member).is_some()
                        && self.is_clean_place(whole, depth)
                }
                _ => false,
            },
            PlaceKind::Literal(..) | PlaceKind::Value(_) => false,
        }
    }
}

/// A pointer without the conversions around it: whether two are equal does not depend on them.
pub(super) fn bare(e: &Expr) -> &Expr {
    if matches!(e.ty, C::Pointer(_)) { allocation::stripped(e) } else { e }
}
