//! The end of a run in the names that cells had at its beginning.
//!
//! ```text
//! before        l = &a1    a1 = {3, &a2}    a2 = {9, NULL}
//! as stored     l = &a1    a1 = {3, &a2}    a2 = {5, &a3}    a3 = {9, NULL}
//! as shown      l = &a1    a1 = {3, &a3}    a3 = {5, &a2}    a2 = {9, NULL}
//! ```
//!
//! In a suite the names of the output begin anew. Whoever reads what changed must see the same cell under the same name; what
//! the run made gets the next names.

use std::borrow::Cow;
use std::collections::BTreeMap;
use workbench::{Datum, HeapObject, Payload, Snapshot, StateTest, Test};

/// A test with its output in the names of its input, if its input is known in the names of its output.
pub(crate) fn shown<'t>(test: &'t Test, before: Option<&Snapshot>) -> Cow<'t, Test> {
    let (Some(before), Payload::State(state)) = (before, &test.payload) else { return Cow::Borrowed(test) };
    let output = as_before(&state.input, before, &state.output);
    let payload = Payload::State(StateTest { input: state.input.clone(), output });
    Cow::Owned(Test { payload, ..test.clone() })
}

/// The output with the names of the input. `before` is the input in the names of the output.
fn as_before(input: &Snapshot, before: &Snapshot, output: &Snapshot) -> Snapshot {
    let mut pairs = Pairs { input, before, names: BTreeMap::new(), waiting: Vec::new() };
    for (name, was) in &input.env {
        if let Some((_, is)) = before.env.iter().find(|(known, _)| known == name) {
            pairs.pair(was, is);
        }
    }
    pairs.objects();
    let mut names = pairs.names;
    let mut number = input.heap.len();
    for (name, _) in &output.heap {
        names.entry(name.as_str()).or_insert_with(|| {
            number += 1;
            format!("a{number}")
        });
    }
    let name = |old: &str| names.get(old).cloned().unwrap_or_else(|| old.to_string());
    let mut heap: Vec<(String, HeapObject)> =
        output.heap.iter().map(|(old, object)| (name(old), object_as(object, &name))).collect();
    // In the order of the names: those of the input first.
    heap.sort_by_key(|(name, _)| name.strip_prefix('a').and_then(|n| n.parse::<usize>().ok()));
    let env = output.env.iter().map(|(v, d)| (v.clone(), datum_as(d, &name))).collect();
    Snapshot { env, heap, ..output.clone() }
}

/// What two descriptions of one heap call the same cells.
struct Pairs<'s> {
    input: &'s Snapshot,
    before: &'s Snapshot,
    /// Names of the input by names of the output.
    names: BTreeMap<&'s str, String>,
    waiting: Vec<(&'s str, &'s str)>,
}

impl<'s> Pairs<'s> {
    fn pair(&mut self, was: &'s Datum, is: &'s Datum) {
        match (was, is) {
            (Datum::Ref(was) | Datum::Pointer(was, _), Datum::Ref(is) | Datum::Pointer(is, _)) => {
                if !self.names.contains_key(is.as_str()) {
                    self.names.insert(is, was.clone());
                    self.waiting.push((was, is));
                }
            }
            (Datum::Array(was, _), Datum::Array(is, _)) => self.lists(was, is),
            // An array that several lead to in the end, or at the beginning.
            (Datum::Array(was, _), Datum::Ref(is)) => {
                if let Some(HeapObject::Array(is, _)) = object(self.before, is) {
                    self.lists(was, is);
                }
            }
            (Datum::Ref(was), Datum::Array(is, _)) => {
                if let Some(HeapObject::Array(was, _)) = object(self.input, was) {
                    self.lists(was, is);
                }
            }
            _ => {}
        }
    }

    fn lists(&mut self, was: &'s [Datum], is: &'s [Datum]) {
        was.iter().zip(is).for_each(|(was, is)| self.pair(was, is));
    }

    fn objects(&mut self) {
        while let Some((was, is)) = self.waiting.pop() {
            match (object(self.input, was), object(self.before, is)) {
                (Some(HeapObject::Cell { fields: was, .. }), Some(HeapObject::Cell { fields: is, .. })) => {
                    was.iter().zip(is).for_each(|((_, was), (_, is))| self.pair(was, is));
                }
                (Some(HeapObject::Array(was, _)), Some(HeapObject::Array(is, _))) => self.lists(was, is),
                _ => {}
            }
        }
    }
}

fn object<'s>(s: &'s Snapshot, name: &str) -> Option<&'s HeapObject> {
    s.heap.iter().find(|(known, _)| known == name).map(|(_, object)| object)
}

fn datum_as(d: &Datum, name: &dyn Fn(&str) -> String) -> Datum {
    match d {
        Datum::Ref(old) => Datum::Ref(name(old)),
        Datum::Pointer(old, at) => Datum::Pointer(name(old), *at),
        Datum::Array(list, first) => Datum::Array(list.iter().map(|d| datum_as(d, name)).collect(), *first),
        other => other.clone(),
    }
}

fn object_as(object: &HeapObject, name: &dyn Fn(&str) -> String) -> HeapObject {
    match object {
        HeapObject::Cell { ty, fields } => {
            let fields = fields.iter().map(|(field, d)| (field.clone(), datum_as(d, name))).collect();
            HeapObject::Cell { ty: ty.clone(), fields }
        }
        HeapObject::Array(list, first) => {
            HeapObject::Array(list.iter().map(|d| datum_as(d, name)).collect(), *first)
        }
        HeapObject::Gone => HeapObject::Gone,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Int;

    /// A list from cells in their order, each with its name and its value.
    fn list(cells: &[(&str, i64)]) -> Snapshot {
        let next = |i: usize| cells.get(i).map_or(Datum::Nil, |(name, _)| Datum::Ref(name.to_string()));
        let cell = |(i, (name, value)): (usize, &(&str, i64))| {
            let fields =
                vec![("value".to_string(), Datum::Int(Int::from(*value))), ("next".to_string(), next(i + 1))];
            (name.to_string(), HeapObject::Cell { ty: "node".into(), fields })
        };
        Snapshot {
            env: vec![("l".into(), next(0))],
            heap: cells.iter().enumerate().map(cell).collect(),
            ..Snapshot::default()
        }
    }

    #[test]
    fn a_cell_in_the_middle_is_the_new_one() {
        let input = list(&[("a1", 3), ("a2", 9)]);
        let before = list(&[("a1", 3), ("a3", 9)]);
        let output = list(&[("a1", 3), ("a2", 5), ("a3", 9)]);
        let shown = as_before(&input, &before, &output);
        let mut expected = list(&[("a1", 3), ("a3", 5), ("a2", 9)]);
        expected.heap.swap(1, 2);
        assert_eq!(shown, expected);
    }
}
