//! What stands in the boxes of a heap, and whether it was the same before.
//!
//! ```text
//! before a1 = cons(head: 1), now a1 = cons(head: 7), a2 = cons(head: 2):  `head` of a1 changed, a2 is new
//! ```

use super::Kind;
use workbench::{Datum, HeapObject, Snapshot};

/// The most elements of an array that are shown; a picture with more would not be readable.
pub const ELEMENTS: usize = 64;

/// What is known of how something was before.
#[derive(Clone, Copy)]
pub enum Past<'a> {
    /// Nothing was asked.
    Unasked,
    /// It was not there.
    Absent,
    Was(&'a Datum),
}

impl<'a> Past<'a> {
    pub fn of(found: Option<&'a Datum>) -> Past<'a> {
        found.map_or(Past::Absent, Past::Was)
    }

    /// Whether it holds something else now. An array in place is compared element by element, in the box that it has.
    pub fn differs(self, now: &Datum) -> bool {
        match self {
            Past::Unasked => false,
            Past::Absent => true,
            Past::Was(was) => !matches!((was, now), (Datum::Array(..), Datum::Array(..))) && was != now,
        }
    }
}

/// A slot before it is shown.
pub struct Slot<'a> {
    pub name: String,
    pub datum: &'a Datum,
    pub past: Past<'a>,
}

/// The elements of an array that are shown, and how many are not.
pub fn elements<'a>(list: &'a [Datum], first: i64, old: &dyn Fn(i64) -> Past<'a>) -> (Vec<Slot<'a>>, usize) {
    let index = |i: usize| first.saturating_add(i64::try_from(i).unwrap_or(i64::MAX));
    let shown = list.iter().take(ELEMENTS).enumerate();
    let slots = shown.map(|(i, datum)| Slot { name: index(i).to_string(), datum, past: old(index(i)) });
    (slots.collect(), list.len().saturating_sub(ELEMENTS))
}

/// What an array held at an index before.
pub fn element<'a>(was: Option<(&'a [Datum], i64)>, index: i64) -> Past<'a> {
    let at = was.and_then(|(list, first)| list.get(usize::try_from(index.checked_sub(first)?).ok()?));
    Past::of(at)
}

/// A box that is still to be made.
pub struct Waiting<'a> {
    pub kind: Kind,
    pub title: String,
    pub slots: Vec<Slot<'a>>,
    /// Elements that are not shown.
    pub more: usize,
    pub fresh: bool,
}

pub fn object<'a>(name: &str, object: &'a HeapObject, before: Option<&'a Snapshot>) -> Waiting<'a> {
    let old = before.map(|b| b.heap.iter().find(|(n, _)| n == name).map(|(_, object)| object));
    let fresh = match (old, object) {
        (None, _) => false,
        (Some(None), _) => true,
        (Some(Some(HeapObject::Gone)), now) => *now != HeapObject::Gone,
        (Some(Some(_)), now) => *now == HeapObject::Gone,
    };
    // Of a box that is new, nothing more is to be said.
    let old = if fresh { None } else { old.flatten() };
    let (kind, title, slots, more) = match object {
        HeapObject::Cell { ty, fields } => {
            let past = |field: &str| match old {
                None => Past::Unasked,
                Some(HeapObject::Cell { fields, .. }) => {
                    Past::of(fields.iter().find(|(n, _)| n == field).map(|(_, d)| d))
                }
                Some(_) => Past::Absent,
            };
            let slot = |(n, datum): &'a (String, Datum)| Slot { name: n.clone(), datum, past: past(n) };
            (Kind::Cell, format!("{name}: {ty}"), fields.iter().map(slot).collect(), 0)
        }
        HeapObject::Array(list, first) => {
            let past = |index: i64| match old {
                None => Past::Unasked,
                Some(HeapObject::Array(list, first)) => element(Some((list, *first)), index),
                Some(_) => Past::Absent,
            };
            let (slots, more) = elements(list, *first, &past);
            (Kind::Array, name.to_string(), slots, more)
        }
        HeapObject::Gone => (Kind::Cell, format!("{name}: freed"), Vec::new(), 0),
    };
    Waiting { kind, title, slots, more, fresh }
}
