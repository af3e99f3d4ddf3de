//! Values as Ada writes them.

use crate::tree::{Bound, Constraint, Kind, Subtype, TypeId, Types, predefined};
use base::Int;
use imperative::machine::{Heap, Object, Value};

/// Writes the values of a program.
pub(super) struct Values<'a> {
    pub types: &'a Types,
    pub heap: &'a Heap,
    /// The name of the variable that leads to an object.
    pub name: &'a dyn Fn(imperative::machine::ObjectId) -> Option<String>,
}

/// A character as Ada writes it.
fn character(code: &Int) -> String {
    match code.to_i64() {
        Some(c @ 32..=126) => format!("'{}'", char::from(c as u8)),
        _ => format!("Character'Val ({code})"),
    }
}

/// A discrete value of a type.
pub(super) fn discrete(types: &Types, value: &Int, ty: TypeId) -> String {
    match types.kind(ty) {
        Kind::Enumeration(_) if ty == predefined::CHARACTER => character(value),
        Kind::Enumeration(literals) => {
            let literal = value.to_i64().and_then(|n| literals.get(usize::try_from(n).ok()?));
            literal.cloned().unwrap_or_else(|| format!("{}'Val ({value})", types.name(ty)))
        }
        _ if value.is_negative() => format!("({value})"),
        _ => value.to_string(),
    }
}

/// The text of characters, if all of them can be written in quotes.
fn quoted(codes: &[Int]) -> Option<String> {
    let mut text = String::from("\"");
    for code in codes {
        match code.to_i64() {
            Some(34) => text.push_str("\"\""),
            Some(c @ 32..=126) => text.push(char::from(c as u8)),
            _ => return None,
        }
    }
    text.push('"');
    Some(text)
}

/// A value that fits a subtype, for what has none.
pub(super) fn some_value(types: &Types, subtype: &Subtype) -> String {
    match types.kind(subtype.ty) {
        Kind::Access(_) => "null".to_string(),
        _ => match types.static_bounds(subtype).or_else(|| types.range(subtype.ty)) {
            Some((first, last)) => {
                let zero = Int::ZERO;
                let value = if first <= zero && zero <= last { zero } else { first };
                discrete(types, &value, subtype.ty)
            }
            None => "0".to_string(),
        },
    }
}

impl Values<'_> {
    /// A value of a subtype; nothing if Ada cannot write it.
    pub fn text(&self, value: &Value, subtype: &Subtype) -> Option<String> {
        match (value, self.types.kind(subtype.ty)) {
            (Value::Nothing, Kind::Array(_) | Kind::Record(_)) => None,
            (Value::Nothing, _) => Some(some_value(self.types, subtype)),
            (Value::Bool(b), _) => Some(if *b { "True" } else { "False" }.to_string()),
            (Value::Int(n), _) => Some(discrete(self.types, n, subtype.ty)),
            (Value::Nil, Kind::Access(_)) => Some("null".to_string()),
            (Value::Ref(o), Kind::Access(_)) => (self.name)(*o),
            (Value::Ref(o), Kind::Array(_)) => self.array(self.heap.get(*o)?, subtype),
            (Value::Ref(o), Kind::Record(components)) => {
                let Some(Object::Cell { fields, .. }) = self.heap.get(*o) else { return None };
                if components.is_empty() {
                    return Some("(null record)".to_string());
                }
                let mut parts = Vec::new();
                for (component, value) in components.iter().zip(fields) {
                    parts.push(format!("{} => {}", component.name, self.text(value, &component.subtype)?));
                }
                Some(format!("({})", parts.join(", ")))
            }
            _ => None,
        }
    }

    /// An array as an aggregate.
    fn array(&self, object: &Object, subtype: &Subtype) -> Option<String> {
        let Object::Array { values, first, .. } = object else { return None };
        let of = self.types.array(subtype.ty)?;
        if let Constraint::Index(bounds) = &subtype.constraint
            && bounds.len() > 1
        {
            let mut sides = Vec::new();
            for (first, last) in bounds {
                sides.push((first.value()?.clone(), last.value()?.clone()));
            }
            return self.rows(values, &sides, subtype);
        }
        let component = &of.component;
        let first = match &subtype.constraint {
            Constraint::Index(bounds) => match bounds.first() {
                Some((Bound::Static(first), _)) => first.clone(),
                _ => Int::from(*first),
            },
            _ => Int::from(*first),
        };
        let index = of.indexes.first()?.ty;
        let codes: Option<Vec<Int>> =
            values.iter().map(|v| if let Value::Int(n) = v { Some(n.clone()) } else { None }).collect();
        if subtype.ty == predefined::STRING
            && first == Int::from(1)
            && let Some(text) = codes.as_deref().and_then(quoted)
        {
            return Some(text);
        }
        if values.is_empty() {
            let last = &first - &Int::from(1);
            let (first, last) = (discrete(self.types, &first, index), discrete(self.types, &last, index));
            // There is no element that would need a value, but an aggregate names one.
            let composite = self.types.is_composite(component.ty);
            let value = if composite { "<>".to_string() } else { some_value(self.types, component) };
            return Some(format!("({first} .. {last} => {value})"));
        }
        let mut parts = Vec::new();
        for (at, value) in values.iter().enumerate() {
            let place = &first + &Int::from(at as i64);
            parts.push(format!(
                "{} => {}",
                discrete(self.types, &place, index),
                self.text(value, component)?
            ));
        }
        Some(format!("({})", parts.join(", ")))
    }

    /// An array with several indexes, row by row.
    fn rows(&self, values: &[Value], sides: &[(Int, Int)], subtype: &Subtype) -> Option<String> {
        let of = self.types.array(subtype.ty)?;
        let ((first, last), inner) = sides.split_first()?;
        let count = (&(last - first) + &Int::from(1)).to_i64().and_then(|n| usize::try_from(n).ok())?;
        let size = values.len().checked_div(count)?;
        let index = of.indexes.get(of.indexes.len().checked_sub(sides.len())?)?.ty;
        let mut parts = Vec::new();
        for at in 0..count {
            let row = values.get(at * size..(at + 1) * size)?;
            let place = discrete(self.types, &(first + &Int::from(at as i64)), index);
            let text = if inner.is_empty() {
                self.text(row.first()?, &of.component)?
            } else {
                self.rows(row, inner, subtype)?
            };
            parts.push(format!("{place} => {text}"));
        }
        Some(format!("({})", parts.join(", ")))
    }
}

/// The name of a subtype in a declaration of a variable that gets a value.
pub(super) fn type_name(types: &Types, subtype: &Subtype) -> String {
    types.name(subtype.ty).to_string()
}
