//! Heaps and variables as JSON, read and written.

use super::shape::{Listed, Named};
use super::text_of;
use base::{Int, Rat};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};
use workbench::{Datum, HeapObject, Snapshot, StateTest};

/// A value.
struct OfDatum<'a>(&'a Datum);

impl Serialize for OfDatum<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Datum::Int(i) | Datum::Character(i) => match i.to_i64() {
                Some(i) => to.serialize_i64(i),
                None => to.collect_str(i),
            },
            Datum::Real(r) => to.collect_str(r),
            Datum::Bool(b) => to.serialize_bool(*b),
            Datum::Nil => to.serialize_unit(),
            Datum::Ref(name) => pair(to, "ref", name),
            Datum::Pointer(name, offset) => {
                let mut object = to.serialize_map(Some(2))?;
                object.serialize_entry("ref", name)?;
                object.serialize_entry("offset", offset)?;
                object.end()
            }
            Datum::Nothing => pair(to, "undefined", &true),
            Datum::Array(list, first) => array(to, list, *first),
        }
    }
}

/// An object with one entry.
fn pair<S: Serializer>(to: S, key: &str, value: &impl Serialize) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(Some(1))?;
    object.serialize_entry(key, value)?;
    object.end()
}

fn array<S: Serializer>(to: S, list: &[Datum], first: i64) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(None)?;
    object.serialize_entry("array", &Listed(|| list.iter().map(OfDatum)))?;
    if first != 0 {
        object.serialize_entry("first", &first)?;
    }
    object.end()
}

/// Cells and arrays.
struct OfObject<'a>(&'a HeapObject);

impl Serialize for OfObject<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            HeapObject::Cell { ty, fields } => {
                let mut object = to.serialize_map(Some(2))?;
                object.serialize_entry("type", ty)?;
                object.serialize_entry("fields", &Named(|| fields.iter().map(|(n, d)| (n, OfDatum(d)))))?;
                object.end()
            }
            HeapObject::Array(list, first) => array(to, list, *first),
            HeapObject::Gone => pair(to, "freed", &true),
        }
    }
}

/// A heap and its variables.
pub(crate) struct OfSnapshot<'a>(pub &'a Snapshot);

impl Serialize for OfSnapshot<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_map(None)?;
        object.serialize_entry("env", &Named(|| self.0.env.iter().map(|(n, d)| (n, OfDatum(d)))))?;
        object.serialize_entry("heap", &Named(|| self.0.heap.iter().map(|(n, o)| (n, OfObject(o)))))?;
        if !self.0.answers.is_empty() {
            let answers: Vec<Datum> = self.0.answers.iter().map(|n| Datum::Int(n.clone())).collect();
            object.serialize_entry("answers", &Listed(|| answers.iter().map(OfDatum)))?;
            if !self.0.asked.is_empty() {
                object.serialize_entry("asked", &self.0.asked)?;
            }
        }
        object.end()
    }
}

/// A heap and its variables.
pub(crate) fn snapshot_json(s: &Snapshot) -> Value {
    json!(OfSnapshot(s))
}

/// The input and the output of a test.
pub(super) fn read(test: &Value, place: &str) -> Result<StateTest, String> {
    let input = test.get("input").ok_or_else(|| format!("{place} has no `input`"))?;
    let output = test.get("output").map(|output| read_snapshot(output, place)).transpose()?;
    Ok(StateTest { input: read_snapshot(input, place)?, output: output.unwrap_or_default() })
}

fn read_snapshot(s: &Value, place: &str) -> Result<Snapshot, String> {
    let empty = Map::new();
    let part = |key: &str| match s.get(key) {
        None => Ok(&empty),
        Some(Value::Object(m)) => Ok(m),
        Some(_) => Err(format!("{place}: `{key}` should be an object")),
    };
    let mut out = Snapshot::default();
    for (name, v) in part("env")? {
        out.env.push((name.clone(), read_datum(v, &format!("{place}: {name}"))?));
    }
    for (name, v) in part("heap")? {
        let here = format!("{place}: {name}");
        let object = if v.get("array").is_some() {
            match read_datum(v, &here)? {
                Datum::Array(list, first) => HeapObject::Array(list, first),
                _ => return Err(format!("{here} should be an array")),
            }
        } else if v.get("freed").is_some() {
            HeapObject::Gone
        } else {
            let fields = v.get("fields").and_then(Value::as_object);
            let fields = fields.ok_or_else(|| format!("{here} has neither `fields` nor `array`"))?;
            let mut list = Vec::new();
            for (f, v) in fields {
                list.push((f.clone(), read_datum(v, &format!("{here}.{f}"))?));
            }
            HeapObject::Cell { ty: text_of(v, "type", &here)?, fields: list }
        };
        out.heap.push((name.clone(), object));
    }
    if let Some(answers) = s.get("answers") {
        let wrong = || format!("{place}: `answers` should be a list of integers");
        for v in answers.as_array().ok_or_else(wrong)? {
            match read_datum(v, place)? {
                Datum::Int(n) => out.answers.push(n),
                _ => return Err(wrong()),
            }
        }
    }
    // Suites of earlier versions do not say it.
    let asked = s.get("asked").and_then(Value::as_array).into_iter().flatten();
    out.asked = asked.filter_map(|name| name.as_str().map(String::from)).collect();
    Ok(out)
}

fn read_datum(v: &Value, place: &str) -> Result<Datum, String> {
    let wrong = || format!("{place}: {v} is no value");
    match v {
        Value::Null => Ok(Datum::Nil),
        Value::Bool(b) => Ok(Datum::Bool(*b)),
        Value::Number(n) => match n.as_i64() {
            Some(i) => Ok(Datum::Int(Int::from(i))),
            // A number with a point is read by its digits, never through a floating point number.
            None => Int::parse(&n.to_string())
                .map(Datum::Int)
                .or_else(|| Rat::parse(&n.to_string()).map(Datum::Real))
                .ok_or_else(wrong),
        },
        // An integer is a text only where it does not fit into 64 bits; any other number in a text is a real.
        Value::String(s) => match Int::parse(s) {
            Some(i) if i.to_i64().is_none() => Ok(Datum::Int(i)),
            _ => Rat::parse(s).map(Datum::Real).ok_or_else(wrong),
        },
        Value::Object(o) => {
            if let Some(name) = o.get("ref").and_then(Value::as_str) {
                return match o.get("offset").map(Value::as_i64) {
                    None | Some(Some(0)) => Ok(Datum::Ref(name.into())),
                    Some(Some(offset)) => Ok(Datum::Pointer(name.into(), offset)),
                    Some(None) => Err(wrong()),
                };
            }
            if o.get("undefined").is_some() {
                return Ok(Datum::Nothing);
            }
            let list = o.get("array").and_then(Value::as_array).ok_or_else(wrong)?;
            let first = o.get("first").and_then(Value::as_i64).unwrap_or(0);
            let mut out = Vec::with_capacity(list.len());
            for (i, v) in list.iter().enumerate() {
                out.push(read_datum(v, &format!("{place}[{i}]"))?);
            }
            Ok(Datum::Array(out, first))
        }
        Value::Array(_) => Err(wrong()),
    }
}
