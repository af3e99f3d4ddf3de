//! The variables of a test: parameters, and what pointers lead to.

use super::values::{Values, some_value, type_name};
use crate::tree::{Component, Constraint, Kind, Object as Declared, Subtype, TypeId, Types};
use imperative::machine::{Heap, Object, ObjectId, State, Value};
use std::collections::BTreeMap;

/// What the pointers of an input lead to.
pub(super) struct Targets {
    /// The objects in the order in which they are reached, with the types of the pointers to them.
    pub found: Vec<(ObjectId, TypeId)>,
}

impl Targets {
    /// Those that some values lead to.
    pub fn of(types: &Types, heap: &Heap, roots: &[(Value, Subtype)]) -> Targets {
        let mut found: Vec<(ObjectId, TypeId)> = Vec::new();
        let mut waiting: Vec<(Value, Subtype)> = roots.to_vec();
        waiting.reverse();
        while let Some((value, subtype)) = waiting.pop() {
            let Value::Ref(o) = value else { continue };
            let (object, inner) = match types.kind(subtype.ty) {
                Kind::Access(to) => {
                    if found.iter().any(|(known, _)| *known == o) {
                        continue;
                    }
                    found.push((o, subtype.ty));
                    (heap.get(o), (**to).clone())
                }
                _ => (heap.get(o), subtype),
            };
            let mut next = children(types, object, &inner);
            next.reverse();
            waiting.extend(next);
        }
        Targets { found }
    }

    /// The name of the variable with the pointer to an object.
    pub fn name(&self, o: ObjectId) -> Option<String> {
        self.found.iter().position(|(known, _)| *known == o).map(|at| format!("P{}", at + 1))
    }
}

/// What an object holds, with the subtypes.
fn children(types: &Types, object: Option<&Object>, subtype: &Subtype) -> Vec<(Value, Subtype)> {
    let Some(object) = object else { return Vec::new() };
    match types.kind(subtype.ty) {
        Kind::Record(components) => {
            components.iter().zip(object.values()).map(|(c, v)| (v.clone(), c.subtype.clone())).collect()
        }
        Kind::Array(array) => object.values().iter().map(|v| (v.clone(), array.component.clone())).collect(),
        // What a pointer to a scalar leads to has one field.
        _ => object.values().iter().map(|v| (v.clone(), subtype.clone())).collect(),
    }
}

/// Whether a value holds pointers that are not null.
fn has_pointers(types: &Types, heap: &Heap, value: &Value, subtype: &Subtype) -> bool {
    match (value, types.kind(subtype.ty)) {
        (Value::Ref(_), Kind::Access(_)) => true,
        (Value::Ref(o), Kind::Record(_) | Kind::Array(_)) => {
            children(types, heap.get(*o), subtype).iter().any(|(v, s)| has_pointers(types, heap, v, s))
        }
        _ => false,
    }
}

/// The declarations of the variables that pointers lead to, and the statements that link them.
pub(super) fn linked(types: &Types, heap: &Heap, targets: &Targets) -> Option<(Vec<String>, Vec<String>)> {
    let (mut declarations, mut links) = (Vec::new(), Vec::new());
    let none = |_: ObjectId| Some("null".to_string());
    let name = |o: ObjectId| targets.name(o);
    let unlinked = Values { types, heap, name: &none };
    let values = Values { types, heap, name: &name };
    for (o, access) in &targets.found {
        let to = types.designated(*access)?;
        let variable = targets.name(*o)?;
        let object = heap.get(*o)?;
        let access_name = types.name(*access);
        match types.kind(to.ty) {
            // Links come after all objects are there, and until then they are null.
            Kind::Record(components) if components.iter().any(|c| c.subtype.not_null) => return None,
            Kind::Record(components) => {
                let text = unlinked.text(&Value::Ref(*o), to)?;
                let of = type_name(types, to);
                declarations
                    .push(format!("{variable} : {access_name} := new {of}'{};", in_parentheses(&text)));
                fields(types, heap, &variable, components, object, &values, &mut links)?;
            }
            Kind::Array(array) => {
                let text = unlinked.text(&Value::Ref(*o), to)?;
                let of = type_name(types, to);
                declarations
                    .push(format!("{variable} : {access_name} := new {of}'{};", in_parentheses(&text)));
                if object.values().iter().any(|v| has_pointers(types, heap, v, &array.component)) {
                    return None;
                }
            }
            _ => {
                let value = object.values().first()?;
                let text = match value {
                    Value::Nothing => some_value(types, to),
                    Value::Ref(_) => return None,
                    other => unlinked.text(other, to)?,
                };
                let of = type_name(types, to);
                declarations.push(format!("{variable} : {access_name} := new {of}'({text});"));
            }
        }
    }
    Some((declarations, links))
}

fn fields(
    types: &Types,
    heap: &Heap,
    prefix: &str,
    components: &[Component],
    object: &Object,
    values: &Values<'_>,
    links: &mut Vec<String>,
) -> Option<()> {
    for (component, value) in components.iter().zip(object.values()) {
        if !has_pointers(types, heap, value, &component.subtype) {
            continue;
        }
        let place = format!("{prefix}.{}", component.name);
        match types.kind(component.subtype.ty) {
            Kind::Access(_) => links.push(format!("{place} := {};", values.text(value, &component.subtype)?)),
            Kind::Record(inner) => {
                let Value::Ref(o) = value else { return None };
                fields(types, heap, &place, inner, heap.get(*o)?, values, links)?;
            }
            _ => return None,
        }
    }
    Some(())
}

/// The declaration of a variable for a parameter, and its value as text.
pub(super) fn variable(
    types: &Types,
    state: &State,
    object: &Declared,
    name: &str,
    value: &Value,
    targets: &Targets,
) -> Option<String> {
    let names = |o: ObjectId| targets.name(o);
    let values = Values { types, heap: &state.heap, name: &names };
    let subtype = &object.subtype;
    let text = values.text(value, subtype)?;
    let ty = written(types, subtype);
    Some(format!("{name} : {ty} := {text};"))
}

/// A subtype as a declaration writes it.
pub(super) fn written(types: &Types, subtype: &Subtype) -> String {
    let name = type_name(types, subtype);
    match &subtype.constraint {
        Constraint::Range(first, last) => match (first.value(), last.value()) {
            (Some(first), Some(last)) if types.range(subtype.ty) != Some((first.clone(), last.clone())) => {
                let first = super::values::discrete(types, first, subtype.ty);
                let last = super::values::discrete(types, last, subtype.ty);
                format!("{name} range {first} .. {last}")
            }
            _ => name,
        },
        _ => name,
    }
}

/// Names for variables of a test that differ from those of the program.
pub(super) fn free_name(name: &str, taken: &BTreeMap<String, ()>) -> String {
    let mut free = name.to_string();
    let mut number = 1;
    while taken.contains_key(&free.to_lowercase()) {
        number += 1;
        free = format!("{name}_{number}");
    }
    free
}

/// A value as an operand of a qualified expression. Aggregates have their parentheses, texts have none.
fn in_parentheses(text: &str) -> String {
    if text.starts_with('(') { text.to_string() } else { format!("({text})") }
}
