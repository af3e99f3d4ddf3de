//! What came out of a call, compared with what should.
//!
//! Objects of the input are compared place by place. Objects that the call made get a name when a pointer first leads
//! to them.

use super::objects::{Kind, Known, Objects};
use crate::lower::Loose;
use crate::tree::Function;
use crate::types::Type;
use imperative::machine::{Heap, Object, Value};
use std::collections::VecDeque;
use std::fmt::Write as _;

/// Comparisons in one test: compilers take a while for thousands of them.
const MOST: usize = 5_000;

/// Writes the comparisons.
pub(super) fn write(
    objects: &mut Objects<'_>,
    function: &Function,
    (result, loose): (Option<&Value>, Option<Loose>),
    after: &Heap,
    out: &mut String,
) -> Result<(), String> {
    let mut waiting: VecDeque<(String, Value, Type)> = VecDeque::new();
    if let (Some(Value::Int(value)), Some(loose)) = (result, loose) {
        check(out, &loose.check(&objects.names.result, value));
    } else if let Some(value) = result {
        waiting.push_back((objects.names.result.clone(), value.clone(), function.result.clone()));
    }
    for id in objects.inputs() {
        if !matches!(after.get(id), Some(Object::Gone { .. })) {
            waiting.extend(objects.contents(after, id)?);
        }
    }
    let mut new = 0;
    let mut compared = 0;
    while let Some((place, value, ty)) = waiting.pop_front() {
        compared += 1;
        if compared > MOST {
            let _ = writeln!(out, "    /* There is more, which is not compared. */");
            break;
        }
        match &value {
            Value::Nothing => {}
            Value::Int(_) | Value::Nil => check(out, &format!("{place} == {}", objects.value(&value, &ty)?)),
            Value::Ref(o) | Value::Pointer(o, _) => {
                let Some(object) = after.get(*o) else {
                    return Err("an object that is not there".to_string());
                };
                // What a freed object was cannot be looked at.
                if let Object::Gone { .. } = object {
                    continue;
                }
                if let Type::Record(record) = &ty {
                    let known = Known {
                        place: place.clone(),
                        pointer: format!("&{place}"),
                        kind: Kind::Struct(*record),
                    };
                    objects.add(after, *o, known)?;
                    waiting.extend(objects.contents(after, *o)?);
                    continue;
                }
                if objects.get(*o).is_some() {
                    check(out, &format!("{place} == {}", objects.value(&value, &ty)?));
                    continue;
                }
                new += 1;
                let name = format!("{}{new}", objects.names.made);
                let (Type::Pointer(to), back) = (&ty, if let Value::Pointer(_, i) = value { i } else { 0 })
                else {
                    return Err("a reference where C has no pointer".to_string());
                };
                let cast = objects.text(&ty, "");
                // In C it may be a pointer to `void`, which cannot be moved.
                let start = match back {
                    0 => format!("({cast})({place})"),
                    _ => format!("({cast})({place}) - {back}"),
                };
                let _ = writeln!(out, "    {} = {start};", objects.text(&ty, &name));
                check(out, &format!("{name} != NULL"));
                let _ = writeln!(out, "    if ({name} == NULL)\n        return;");
                let known = match (object, &**to) {
                    (Object::Cell { .. }, Type::Record(r)) => {
                        Known { place: format!("(*{name})"), pointer: name, kind: Kind::Struct(*r) }
                    }
                    (_, element) => {
                        Known { place: name.clone(), pointer: name, kind: Kind::Array(element.clone()) }
                    }
                };
                objects.add(after, *o, known)?;
                waiting.extend(objects.contents(after, *o)?);
            }
            Value::Bool(_) | Value::Real(_) => return Err(format!("{value} cannot be written in C")),
        }
    }
    Ok(())
}

fn check(out: &mut String, what: &str) {
    let _ = writeln!(out, "    gb_check({what}, \"{}\");", what.replace('\\', "\\\\").replace('"', "\\\""));
}
