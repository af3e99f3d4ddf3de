//! What is compared after a call.

use super::values::discrete;
use crate::tree::{Bound, Constraint, Kind, Subtype, Types};
use base::Int;
use imperative::machine::{Heap, Object, ObjectId, Value};

/// At most this many conditions are written for one test, so few tests compare a longer array in full.
const MOST: usize = 400;

/// Collects the conditions of a test.
pub(super) struct Checks<'a> {
    pub types: &'a Types,
    /// The objects afterwards.
    pub heap: &'a Heap,
    /// The variables that lead to objects of the input.
    pub name: &'a dyn Fn(ObjectId) -> Option<String>,
    /// The objects that are compared already, with a name that leads there.
    pub seen: Vec<(ObjectId, String)>,
    pub list: Vec<String>,
}

impl Checks<'_> {
    fn push(&mut self, condition: String) {
        if self.list.len() < MOST {
            self.list.push(condition);
        }
    }

    /// Compares what a name stands for with a value.
    pub fn compare(&mut self, place: &str, value: &Value, subtype: &Subtype) {
        match (value, self.types.kind(subtype.ty)) {
            (Value::Nothing, _) => {}
            (Value::Bool(true), _) => self.push(place.to_string()),
            (Value::Bool(false), _) => self.push(format!("not {place}")),
            (Value::Int(n), _) => {
                let text = discrete(self.types, n, subtype.ty);
                self.push(format!("{place} = {text}"));
            }
            (Value::Nil, _) => self.push(format!("{place} = null")),
            (Value::Ref(o), Kind::Access(to)) => {
                if let Some(name) = (self.name)(*o) {
                    self.push(format!("{place} = {name}"));
                    return;
                }
                if let Some((_, known)) = self.seen.iter().find(|(known, _)| known == o) {
                    let known = known.clone();
                    self.push(format!("{place} = {known}"));
                    return;
                }
                self.seen.push((*o, place.to_string()));
                self.push(format!("{place} /= null"));
                let to = (**to).clone();
                self.target(place, *o, &to);
            }
            (Value::Ref(o), Kind::Record(_) | Kind::Array(_)) => self.object(place, *o, subtype),
            _ => {}
        }
    }

    /// Compares what a pointer leads to.
    pub fn target(&mut self, pointer: &str, o: ObjectId, to: &Subtype) {
        match self.types.kind(to.ty) {
            Kind::Record(_) => self.object(pointer, o, to),
            Kind::Array(_) => self.object(&format!("{pointer}.all"), o, to),
            _ => {
                let value = self.heap.get(o).and_then(|object| object.values().first().cloned());
                if let Some(value) = value {
                    self.compare(&format!("{pointer}.all"), &value, to);
                }
            }
        }
    }

    fn object(&mut self, place: &str, o: ObjectId, subtype: &Subtype) {
        let Some(object) = self.heap.get(o).cloned() else { return };
        match (self.types.kind(subtype.ty), &object) {
            (Kind::Record(components), Object::Cell { fields, .. }) => {
                for (component, value) in components.iter().zip(fields) {
                    self.compare(&format!("{place}.{}", component.name), value, &component.subtype);
                }
            }
            (Kind::Array(array), Object::Array { values, first, .. }) => {
                let component = array.component.clone();
                let indexes: Vec<_> = array.indexes.iter().map(|i| i.ty).collect();
                let bounds = match &subtype.constraint {
                    Constraint::Index(bounds) => bounds.clone(),
                    _ => {
                        let last = &Int::from(*first) + &Int::from(values.len() as i64 - 1);
                        // The bounds of an unconstrained result are part of it.
                        let text = discrete(self.types, &Int::from(*first), indexes[0]);
                        self.push(format!("{place}'First = {text}"));
                        self.push(format!("{place}'Length = {}", values.len()));
                        vec![(Bound::Static(Int::from(*first)), Bound::Static(last))]
                    }
                };
                for (at, value) in values.iter().enumerate() {
                    let Some(index) = indices(self.types, &bounds, &indexes, at) else { return };
                    self.compare(&format!("{place} ({index})"), value, &component);
                }
            }
            _ => {}
        }
    }
}

/// The indexes of the element at a position, as text.
fn indices(
    types: &Types,
    bounds: &[(Bound, Bound)],
    indexes: &[crate::tree::TypeId],
    mut at: usize,
) -> Option<String> {
    let mut parts = Vec::new();
    for ((first, last), ty) in bounds.iter().zip(indexes).rev() {
        let (first, last) = (first.value()?, last.value()?);
        let count = (&(last - first) + &Int::from(1)).to_i64().and_then(|n| usize::try_from(n).ok())?;
        let here = at.checked_rem(count)?;
        at /= count;
        parts.push(discrete(types, &(first + &Int::from(here as i64)), *ty));
    }
    parts.reverse();
    Some(parts.join(", "))
}
