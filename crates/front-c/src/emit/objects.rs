//! The objects of a heap as C variables: their names, how to point to them, what they start as.

use super::names::Names;
use super::owners::{Owners, leading_to};
use crate::lower::{Layout, is_stream};
use crate::tree::{GlobalId, Unit};
use crate::types::{RecordId, Type};
use imperative::machine::{Heap, Object, ObjectId, Value};
use imperative::{StructId, Type as Ir};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;

/// What an object is in C.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A struct.
    Struct(RecordId),
    /// All globals together.
    Globals,
    /// An array of such elements.
    Array(Type),
    /// A single value of this type, to which pointers point.
    Single(Type),
}

/// An object that has a place.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// How the object is written: `a1`, `(*a1)`, `a1.items`.
    pub place: String,
    /// How a pointer to it, or to its first element, is written: `&a1`, `a1`.
    pub pointer: String,
    /// What it is.
    pub kind: Kind,
}

impl Known {
    /// Whether the object is a variable, and not what a pointer leads to.
    fn is_variable(&self) -> bool {
        self.pointer.starts_with('&')
    }
}

/// A field of a struct, or a global.
struct Field {
    /// Its name; empty for an anonymous struct.
    member: String,
    place: String,
    ty: Type,
    /// Whether it is a part of its own in the program.
    part: bool,
    /// Whether the file says `const` of it.
    fixed: bool,
}

/// A value with its place and its type in C.
pub(super) type Slot = (String, Value, Type);

/// The objects that have a name.
pub(super) struct Objects<'a> {
    pub(super) unit: &'a Unit,
    pub(super) layout: &'a Layout,
    pub(super) heap: &'a Heap,
    owners: Owners,
    /// Whether objects come from `malloc`.
    allocated: bool,
    pub(super) known: BTreeMap<ObjectId, Known>,
    /// The places of members that are `const`.
    pub(super) fixed: BTreeSet<String>,
    /// Objects that are no parts, in the order in which they are reached.
    wholes: Vec<ObjectId>,
    globals: Option<ObjectId>,
    /// The globals that matter.
    uses: &'a BTreeSet<GlobalId>,
    pub names: &'a Names,
}

impl<'a> Objects<'a> {
    pub fn new(
        unit: &'a Unit,
        layout: &'a Layout,
        uses: &'a BTreeSet<GlobalId>,
        heap: &'a Heap,
        allocated: bool,
        names: &'a Names,
    ) -> Objects<'a> {
        let known = BTreeMap::new();
        let owners = Owners::of(layout, heap);
        Objects {
            unit,
            layout,
            heap,
            owners,
            allocated,
            known,
            fixed: BTreeSet::new(),
            wholes: Vec::new(),
            globals: None,
            uses,
            names,
        }
    }

    /// Whether a test sets and compares a field of a struct. False for globals that the function does not use, and for
    /// variables that only a function can name.
    fn matters(&self, of: StructId, field: usize) -> bool {
        let info = self.layout.structs.get(of.index()).and_then(|s| s.fields.get(field));
        let Some(global) = info.and_then(|f| f.global) else { return true };
        self.uses.contains(&global) && self.unit.global(global).is_some_and(|g| g.owner.is_none())
    }

    /// Whether a field is a global that a test cannot set.
    fn is_constant(&self, of: StructId, field: usize) -> bool {
        let info = self.layout.structs.get(of.index()).and_then(|s| s.fields.get(field));
        info.and_then(|f| f.global).and_then(|g| self.unit.global(g)).is_some_and(|g| g.is_const)
    }

    /// Whether an object holds a field. A union holds only the member that was written last.
    fn holds(&self, of: StructId, fields: &[Value], field: usize) -> bool {
        let Some(known) = self.layout.structs.get(of.index()) else { return true };
        let record = known.record.and_then(|r| self.unit.types.record(r));
        if !record.is_some_and(|r| r.is_union) {
            return true;
        }
        let active = match fields.last() {
            Some(Value::Int(n)) => n.to_i64().and_then(|n| usize::try_from(n).ok()),
            _ => None,
        };
        let member = known.fields.get(field).and_then(|f| f.member);
        member.is_some() && member == active
    }

    /// The objects of the input.
    pub fn inputs(&self) -> Vec<ObjectId> {
        self.wholes.iter().copied().chain(self.globals).collect()
    }

    pub fn get(&self, id: ObjectId) -> Option<&Known> {
        self.known.get(&id)
    }

    pub fn text(&self, ty: &Type, name: &str) -> String {
        self.unit.types.declaration(ty, name)
    }

    /// Gives names to all objects that a value leads to.
    pub fn reach(&mut self, value: &Value, ty: &Type) -> Result<(), String> {
        let mut waiting: VecDeque<(Value, Type)> = VecDeque::from([(value.clone(), ty.clone())]);
        let heap = self.heap;
        while let Some((value, ty)) = waiting.pop_front() {
            let Some(id) = value.as_ref() else { continue };
            if self.known.contains_key(&id) {
                continue;
            }
            if let Some(whole) = self.owners.whole(id) {
                // It gets its place with its owner. The globals have theirs anyway.
                waiting.extend(leading_to(self.layout, heap, whole));
                continue;
            }
            let name = format!("{}{}", self.names.object, self.wholes.len() + 1);
            let kind = self.kind(heap, id, &ty)?;
            let long = self.is_long(&kind);
            let by_value = matches!(ty, Type::Record(_));
            if long && by_value {
                return Err("a struct with a flexible array member is given by value".to_string());
            }
            let (place, pointer) = match (&kind, (self.allocated || long) && !by_value) {
                (Kind::Struct(_), true) => (format!("(*{name})"), name),
                (Kind::Struct(_), false) => (name.clone(), format!("&{name}")),
                _ => (name.clone(), name),
            };
            self.wholes.push(id);
            self.add(heap, id, Known { place, pointer, kind })?;
            for (_, value, ty) in self.contents(heap, id)? {
                waiting.push_back((value, ty));
            }
        }
        Ok(())
    }

    /// Makes the globals known, and everything that they lead to.
    pub fn reach_globals(&mut self, globals: ObjectId) -> Result<(), String> {
        let heap = self.heap;
        self.globals = Some(globals);
        let known = Known { place: String::new(), pointer: String::new(), kind: Kind::Globals };
        self.add(heap, globals, known)?;
        for (_, value, ty) in self.contents(heap, globals)? {
            self.reach(&value, &ty)?;
        }
        Ok(())
    }

    /// What an object is to which a value of a C type leads.
    fn kind(&self, heap: &Heap, id: ObjectId, ty: &Type) -> Result<Kind, String> {
        let to = match ty {
            Type::Pointer(to) => to,
            other => other,
        };
        match (heap.get(id), to) {
            (Some(Object::Cell { .. }), Type::Record(r)) => Ok(Kind::Struct(*r)),
            (Some(Object::Array { .. }), Type::Record(r)) if is_stream(&self.unit.types, *r) => {
                Err("streams in a row cannot be made".to_string())
            }
            (Some(Object::Array { .. }), element) => Ok(Kind::Array(element.clone())),
            _ => Err(format!("an object of type `{}` cannot be written", self.text(ty, ""))),
        }
    }

    /// Makes an object and its parts known.
    pub fn add(&mut self, heap: &Heap, id: ObjectId, known: Known) -> Result<(), String> {
        let mut waiting = vec![(id, known)];
        let mut fixed = Vec::new();
        while let Some((id, known)) = waiting.pop() {
            match (heap.get(id), &known.kind) {
                (Some(Object::Cell { of, fields }), _) => {
                    for (i, value) in fields.iter().enumerate().filter(|(i, _)| self.matters(*of, *i)) {
                        // Which member of a union is held tells nothing about what is a part.
                        let Ok(field) = self.field(*of, i, &known.place) else { continue };
                        if field.fixed {
                            fixed.push(field.place.clone());
                        }
                        if let (true, Some(inner)) = (field.part, value.as_ref()) {
                            waiting.push((inner, part_known(heap.get(inner), &field.ty, field.place)));
                        }
                    }
                }
                (Some(Object::Array { element: Ir::Part(_), values, .. }), Kind::Array(ty)) => {
                    for (i, value) in values.iter().enumerate() {
                        let Some(inner) = value.as_ref() else { continue };
                        let place = format!("{}[{i}]", known.place);
                        waiting.push((inner, part_known(heap.get(inner), ty, place)));
                    }
                }
                (Some(Object::Array { element: Ir::Part(_), values, .. }), Kind::Single(ty)) => {
                    for inner in values.iter().filter_map(Value::as_ref) {
                        waiting.push((inner, part_known(heap.get(inner), ty, known.place.clone())));
                    }
                }
                _ => {}
            }
            self.known.insert(id, known);
        }
        self.fixed.extend(fixed);
        Ok(())
    }

    /// A field of a struct that is at a place.
    fn field(&self, of: StructId, field: usize, place: &str) -> Result<Field, String> {
        let known = self.layout.structs.get(of.index()).ok_or("a struct that is not there")?;
        let info = known.fields.get(field).ok_or("a field that is not there")?;
        let part = info.is_part();
        if let Some(global) = info.global {
            let name = self.unit.global(global).filter(|g| g.owner.is_none()).and_then(|g| g.written.clone());
            let name = name.ok_or("a variable that only its function can name")?;
            return Ok(Field { member: name.clone(), place: name, ty: info.ty.clone(), part, fixed: false });
        }
        let record =
            known.record.and_then(|r| self.unit.types.record(r)).ok_or("a struct that is not there")?;
        let member = info.member.and_then(|m| record.fields.get(m)).ok_or("a member that is not there")?;
        let (ty, fixed) = (info.ty.clone(), member.is_const);
        if fixed && member.bits.is_some() && self.allocated {
            return Err("a bit-field that is `const` cannot be set".to_string());
        }
        Ok(match &member.name {
            Some(name) => {
                let place = dotted(place, name);
                Field { member: name.clone(), place, ty, part, fixed }
            }
            // The members of an anonymous struct are those of the one around it.
            None => Field { member: String::new(), place: place.to_string(), ty, part, fixed: false },
        })
    }

    /// The values of an object and of its parts, with their places.
    pub fn contents(&self, heap: &Heap, id: ObjectId) -> Result<Vec<Slot>, String> {
        let mut found = Vec::new();
        let mut waiting = vec![id];
        while let Some(id) = waiting.pop() {
            let known = self.known.get(&id).ok_or("an object without a name")?;
            match (heap.get(id), &known.kind) {
                (Some(Object::Cell { of, fields }), _) => {
                    let mut parts = Vec::new();
                    let there = |i: usize| {
                        self.matters(*of, i) && !self.is_constant(*of, i) && self.holds(*of, fields, i)
                    };
                    for (i, value) in fields.iter().enumerate().filter(|(i, _)| there(*i)) {
                        let field = self.field(*of, i, &known.place)?;
                        match field.part {
                            true => parts.extend(value.as_ref()),
                            false => found.push((field.place, value.clone(), field.ty)),
                        }
                    }
                    waiting.extend(parts.into_iter().rev());
                }
                (Some(Object::Array { element: Ir::Part(_), values, .. }), _) => {
                    waiting.extend(values.iter().rev().filter_map(Value::as_ref));
                }
                (Some(Object::Array { values, .. }), Kind::Array(ty)) => {
                    for (i, value) in values.iter().enumerate() {
                        found.push((format!("{}[{i}]", known.place), value.clone(), ty.clone()));
                    }
                }
                (Some(Object::Array { values, .. }), Kind::Single(ty)) => {
                    found.extend(values.iter().map(|v| (known.place.clone(), v.clone(), ty.clone())));
                }
                _ => {}
            }
        }
        Ok(found)
    }

    /// Declares the objects of the input.
    pub fn declare(&self, out: &mut String) -> Result<(), String> {
        let mut declared: BTreeSet<ObjectId> = BTreeSet::new();
        let mut later = Vec::new();
        for id in &self.wholes {
            let known = self.known.get(id).ok_or("an object without a name")?;
            if !self.allocated && !self.is_long(&known.kind) {
                continue;
            }
            declared.insert(*id);
            let (ty, count) = match &known.kind {
                Kind::Globals => continue,
                Kind::Struct(r) => (Type::Record(*r), 1),
                Kind::Array(ty) | Kind::Single(ty) => {
                    (ty.clone(), self.heap.get(*id).map_or(0, |o| o.values().len()))
                }
            };
            if known.is_variable() {
                let _ = writeln!(out, "    {} = {{ 0 }};", self.text(&ty, &known.place));
                continue;
            }
            let pointer = self.text(&ty.pointer(), &known.pointer);
            if self.is_stream(&known.kind) {
                let _ = writeln!(out, "    {pointer} = gb_stream();");
                continue;
            }
            let times = if count == 1 { String::new() } else { format!("{count} * ") };
            let more = match self.more_bytes(*id, &known.kind) {
                0 => String::new(),
                bytes => format!(" + {bytes}"),
            };
            let size = if self.is_opaque(&known.kind) {
                "1".to_string()
            } else {
                format!("{times}sizeof *{}{more}", known.pointer)
            };
            let _ = writeln!(out, "    {pointer} = gb_new({size});");
        }
        for id in self.wholes.iter().rev() {
            let known = self.known.get(id).ok_or("an object without a name")?;
            if self.allocated {
                for (place, value, ty) in self.contents(self.heap, *id)? {
                    if value != Value::Nothing && value != Value::Nil && value != Value::int(0) {
                        self.assign(&place, &value, &ty, out)?;
                    }
                }
                continue;
            }
            if self.is_long(&known.kind) {
                let is_set =
                    |(_, v, _): &Slot| !matches!(v, Value::Nothing | Value::Nil) && *v != Value::int(0);
                later.extend(self.contents(self.heap, *id)?.into_iter().filter(is_set));
                continue;
            }
            declared.insert(*id);
            let (ty, name) = match &known.kind {
                Kind::Globals => continue,
                Kind::Struct(r) => (Type::Record(*r), &known.place),
                Kind::Array(ty) | Kind::Single(ty) => {
                    let count = self.heap.get(*id).map_or(0, |o| o.values().len());
                    (Type::Array(Box::new(ty.clone()), Some(count as u64)), &known.place)
                }
            };
            let init = self.initialiser(*id, &declared, &mut later)?;
            // Numbers that are read from it must lie where they must.
            let aligned = self.layout.gathers && self.unit.types.align_of(&ty) == Some(1);
            let where_ = if aligned { "__attribute__((aligned(8))) " } else { "" };
            let _ = writeln!(out, "    {where_}{} = {init};", self.text(&ty, name));
        }
        if let Some(globals) = self.globals {
            later.extend(self.contents(self.heap, globals)?);
        }
        for (place, value, ty) in later {
            if value != Value::Nothing {
                self.assign(&place, &value, &ty, out)?;
            }
        }
        Ok(())
    }

    /// What an object starts as; references to objects that are not declared yet come later.
    fn initialiser(
        &self,
        id: ObjectId,
        declared: &BTreeSet<ObjectId>,
        later: &mut Vec<Slot>,
    ) -> Result<String, String> {
        let known = self.known.get(&id).ok_or("an object without a name")?;
        let mut parts = Vec::new();
        match (self.heap.get(id), &known.kind) {
            (Some(Object::Cell { of, fields }), _) => {
                for (i, value) in fields.iter().enumerate().filter(|(i, _)| self.holds(*of, fields, *i)) {
                    let field = self.field(*of, i, &known.place)?;
                    let text = match (field.part, value.as_ref()) {
                        (true, Some(inner)) => Some(self.initialiser(inner, declared, later)?),
                        _ => self.now_or_later(&field.place, value, &field.ty, declared, later)?,
                    };
                    match (text, field.member.as_str()) {
                        // The members of an anonymous struct or union are named as if they were those of this one.
                        (Some(text), "") if text == "{ 0 }" => {}
                        (Some(text), "") => {
                            let inner = text.strip_prefix("{ ").and_then(|t| t.strip_suffix(" }"));
                            parts.push(inner.map_or(text.clone(), str::to_string));
                        }
                        (Some(text), member) => parts.push(format!(".{member} = {text}")),
                        (None, _) => {}
                    }
                }
            }
            (Some(Object::Array { element: Ir::Part(_), values, .. }), Kind::Single(_)) => {
                let inner = values.first().and_then(Value::as_ref).ok_or("a struct that is not there")?;
                return self.initialiser(inner, declared, later);
            }
            (Some(Object::Array { element: Ir::Part(_), values, .. }), _) => {
                for inner in values.iter().filter_map(Value::as_ref) {
                    parts.push(self.initialiser(inner, declared, later)?);
                }
            }
            (Some(Object::Array { values, .. }), Kind::Array(ty)) => {
                for (i, value) in values.iter().enumerate() {
                    let place = format!("{}[{i}]", known.place);
                    let text = self.now_or_later(&place, value, ty, declared, later)?;
                    parts.push(text.unwrap_or_else(|| "0".to_string()));
                }
            }
            (Some(Object::Array { values, .. }), Kind::Single(ty)) => {
                let Some(value) = values.first() else { return Ok("0".to_string()) };
                let text = self.now_or_later(&known.place, value, ty, declared, later)?;
                return Ok(text.unwrap_or_else(|| "0".to_string()));
            }
            _ => {}
        }
        Ok(if parts.is_empty() { "{ 0 }".to_string() } else { format!("{{ {} }}", parts.join(", ")) })
    }

    fn now_or_later(
        &self,
        place: &str,
        value: &Value,
        ty: &Type,
        declared: &BTreeSet<ObjectId>,
        later: &mut Vec<Slot>,
    ) -> Result<Option<String>, String> {
        match value {
            Value::Nothing => return Ok(None),
            Value::Ref(o) | Value::Pointer(o, _) if !declared.contains(o) => {
                later.push((place.to_string(), value.clone(), ty.clone()));
                return Ok(None);
            }
            _ => {}
        }
        self.value(value, ty).map(Some)
    }
}

/// A member of a place.
fn dotted(place: &str, member: &str) -> String {
    match place.strip_prefix("(*").and_then(|rest| rest.strip_suffix(')')) {
        Some(pointer) if !pointer.contains(['(', ')', '.', '[']) => format!("{pointer}->{member}"),
        _ => format!("{place}.{member}"),
    }
}

/// A part at a place.
fn part_known(object: Option<&Object>, ty: &Type, place: String) -> Known {
    match ty {
        Type::Record(r) if matches!(object, Some(Object::Cell { .. })) => {
            Known { pointer: format!("&{place}"), place, kind: Kind::Struct(*r) }
        }
        Type::Array(element, _) => {
            Known { pointer: place.clone(), place, kind: Kind::Array((**element).clone()) }
        }
        // A member or variable that pointers point to.
        ty => Known { pointer: format!("&{place}"), place, kind: Kind::Single(ty.clone()) },
    }
}
