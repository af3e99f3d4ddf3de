//! Which object of a heap is a part of which, so that a pointer to a part is written by way of its owner.
//!
//! ```text
//! link = →a1   a1: [→a2]   a2: node(next: →a1)       a1 is the member `next` of a2: `&a2->next`
//! ```

use crate::lower::Layout;
use crate::types::Type;
use imperative::machine::{Heap, Object, ObjectId, Value};
use imperative::{Part, Type as Ir};
use std::collections::BTreeMap;

/// What each part is a part of.
pub(super) struct Owners(BTreeMap<ObjectId, ObjectId>);

impl Owners {
    /// Those of a heap.
    pub fn of(layout: &Layout, heap: &Heap) -> Owners {
        let mut all = BTreeMap::new();
        for (owner, object) in (0..).map(ObjectId).zip(&heap.objects) {
            match object {
                Object::Cell { of, fields } => {
                    let known = layout.structs.get(of.index());
                    for (field, value) in fields.iter().enumerate() {
                        let info = known.and_then(|s| s.fields.get(field));
                        if let (true, Some(part)) = (info.is_some_and(|f| f.is_part()), value.as_ref()) {
                            all.insert(part, owner);
                        }
                    }
                }
                Object::Array { element: Ir::Part(_), values, .. } => {
                    all.extend(values.iter().filter_map(Value::as_ref).map(|part| (part, owner)));
                }
                _ => {}
            }
        }
        Owners(all)
    }

    /// The whole object that something is a part of; `None` if it is no part.
    pub fn whole(&self, part: ObjectId) -> Option<ObjectId> {
        let mut at = *self.0.get(&part)?;
        // An object is owned once and never by its own part, but a heap that was read may say otherwise.
        for _ in 0..self.0.len() {
            match self.0.get(&at) {
                Some(owner) => at = *owner,
                None => return Some(at),
            }
        }
        None
    }
}

/// A value that leads to a whole object that has parts, with its type in C.
pub(super) fn leading_to(layout: &Layout, heap: &Heap, whole: ObjectId) -> Option<(Value, Type)> {
    let record = |of: imperative::StructId| layout.structs.get(of.index())?.record;
    match heap.get(whole)? {
        Object::Cell { of, .. } => Some((Value::Ref(whole), Type::Record(record(*of)?).pointer())),
        Object::Array { element: Ir::Part(part), .. } => match &**part {
            Part::Cell(of) => Some((Value::Pointer(whole, 0), Type::Record(record(*of)?).pointer())),
            Part::Array(..) | Part::Open(..) => None,
        },
        _ => None,
    }
}
