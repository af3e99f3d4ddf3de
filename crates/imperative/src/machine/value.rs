//! Values, objects, heaps and states.

use crate::{FieldId, ProcId, Program, StructId, Type, VarId};
use base::{Int, Rat};
use std::fmt;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// An integer.
    Int(Int),
    /// A real.
    Real(Rat),
    /// True or false.
    Bool(bool),
    /// The reference to nothing.
    Nil,
    /// The reference to an object of the heap.
    Ref(ObjectId),
    /// A position in an array of the heap, which may be the one after its last element.
    Pointer(ObjectId, i64),
    /// Nothing was stored yet; only fields and elements of objects can hold it.
    Nothing,
}

impl Value {
    /// An integer.
    pub fn int(value: impl Into<Int>) -> Value {
        Value::Int(value.into())
    }

    /// The integer that it is.
    pub fn as_int(&self) -> Option<&Int> {
        match self {
            Value::Int(i) => Some(i),
            _ => None,
        }
    }

    /// The boolean that it is.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(*b),
            _ => None,
        }
    }

    /// The object that it refers to, or points into.
    pub fn as_ref(&self) -> Option<ObjectId> {
        match self {
            Value::Ref(o) | Value::Pointer(o, _) => Some(*o),
            _ => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(i) => write!(f, "{i}"),
            Value::Real(r) if r.is_integer() => write!(f, "{r}.0"),
            Value::Real(r) => write!(f, "{r}"),
            Value::Bool(b) => write!(f, "{b}"),
            Value::Nil => write!(f, "nil"),
            Value::Ref(o) => write!(f, "ptr({o})"),
            Value::Pointer(o, i) => write!(f, "ptr({o}, {i})"),
            Value::Nothing => write!(f, "?"),
        }
    }
}

/// An object of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// The position in the heap.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Shown numbers count from one.
        write!(f, "a{}", u64::from(self.0) + 1)
    }
}

/// What a reference leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    /// A cell with its fields.
    Cell {
        /// The struct.
        of: StructId,
        /// One value for each field.
        fields: Vec<Value>,
    },
    /// An array with its elements.
    Array {
        /// The type of the elements.
        element: Type,
        /// The elements, from index 0.
        values: Vec<Value>,
        /// The index that the language of the program gives to the first of them.
        first: i64,
    },
    /// Something that was freed.
    Gone {
        /// The type of a reference to it.
        ty: Type,
        /// Its parts at their places, and `Nothing` at all others: the address of a part, as of `&p->next`, is still
        /// known.
        left: Vec<Value>,
    },
}

impl Object {
    /// The fields or elements.
    #[inline]
    pub fn values(&self) -> &[Value] {
        match self {
            Object::Cell { fields, .. } => fields,
            Object::Array { values, .. } => values,
            Object::Gone { .. } => &[],
        }
    }

    /// The fields or elements, to change.
    pub fn values_mut(&mut self) -> &mut [Value] {
        match self {
            Object::Cell { fields, .. } => fields,
            Object::Array { values, .. } => values,
            Object::Gone { .. } => &mut [],
        }
    }

    /// Puts other fields or elements in the place of all.
    pub fn set_values(&mut self, new: Vec<Value>) {
        match self {
            Object::Cell { fields, .. } => *fields = new,
            Object::Array { values, .. } => *values = new,
            Object::Gone { .. } => {}
        }
    }

    /// Whether a field or an element is a part of the object.
    fn is_part(&self, program: &Program, at: usize) -> bool {
        match self {
            Object::Cell { of, .. } => {
                let field = program.struct_of(*of).and_then(|s| s.fields.get(at));
                field.is_some_and(|f| matches!(f.ty, Type::Part(_)))
            }
            Object::Array { element, .. } => matches!(element, Type::Part(_)),
            Object::Gone { .. } => false,
        }
    }

    /// The objects that are parts of it.
    pub fn parts(&self, program: &Program) -> Vec<ObjectId> {
        let values = self.values().iter().enumerate();
        values.filter(|(at, _)| self.is_part(program, *at)).filter_map(|(_, v)| v.as_ref()).collect()
    }

    /// What is left of it when it is freed.
    #[must_use]
    pub fn gone(&self, program: &Program) -> Object {
        let kept =
            |(at, v): (usize, &Value)| if self.is_part(program, at) { v.clone() } else { Value::Nothing };
        Object::Gone { ty: self.ty(), left: self.values().iter().enumerate().map(kept).collect() }
    }

    /// The type of a reference to it.
    pub fn ty(&self) -> Type {
        match self {
            Object::Cell { of, .. } => Type::Ref(*of),
            Object::Array { element, .. } => Type::Array(Box::new(element.clone())),
            Object::Gone { ty, .. } => ty.clone(),
        }
    }
}

/// The objects of a state, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heap {
    /// The objects; an [`ObjectId`] is a position here.
    pub objects: Vec<Object>,
}

impl Heap {
    /// Adds an object.
    pub fn add(&mut self, object: Object) -> ObjectId {
        self.objects.push(object);
        ObjectId((self.objects.len() - 1) as u32)
    }

    /// Adds a cell.
    pub fn cell(&mut self, of: StructId, fields: Vec<Value>) -> ObjectId {
        self.add(Object::Cell { of, fields })
    }

    /// Adds an array.
    pub fn array(&mut self, element: Type, values: Vec<Value>) -> ObjectId {
        self.add(Object::Array { element, values, first: 0 })
    }

    /// For each object, whether it is part of another.
    pub fn parts(&self, program: &Program) -> Vec<bool> {
        let mut parts = vec![false; self.objects.len()];
        for part in self.objects.iter().flat_map(|o| o.parts(program)) {
            if let Some(place) = parts.get_mut(part.index()) {
                *place = true;
            }
        }
        parts
    }

    /// The object that an object is a part of.
    pub fn owner(&self, program: &Program, part: ObjectId) -> Option<ObjectId> {
        let owner = self.objects.iter().position(|o| o.parts(program).contains(&part))?;
        u32::try_from(owner).ok().map(ObjectId)
    }

    /// An object; `None` for an id of another heap.
    #[inline]
    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.index())
    }

    /// A field of a cell; of one that was freed, a part.
    #[inline]
    pub fn field(&self, id: ObjectId, field: FieldId) -> Option<&Value> {
        match self.get(id)? {
            Object::Cell { fields, .. } => fields.get(field.index()),
            Object::Gone { left, .. } => left.get(field.index()).filter(|v| **v != Value::Nothing),
            Object::Array { .. } => None,
        }
    }

    /// Changes a field of a cell; false if there is no such field.
    #[inline]
    pub fn set_field(&mut self, id: ObjectId, field: FieldId, value: Value) -> bool {
        match self.objects.get_mut(id.index()) {
            Some(Object::Cell { fields, .. }) => match fields.get_mut(field.index()) {
                Some(place) => {
                    *place = value;
                    true
                }
                None => false,
            },
            _ => false,
        }
    }

    /// The objects that can be reached from some values, in breadth-first order.
    pub fn reachable<'a>(&self, from: impl IntoIterator<Item = &'a Value>) -> Vec<ObjectId> {
        let mut seen = vec![false; self.objects.len()];
        let mut order = Vec::new();
        let mut note = |value: &Value, order: &mut Vec<ObjectId>| {
            if let Some(o) = value.as_ref()
                && let Some(seen) = seen.get_mut(o.index())
                && !*seen
            {
                *seen = true;
                order.push(o);
            }
        };
        for value in from {
            note(value, &mut order);
        }
        let mut next = 0;
        while let Some(id) = order.get(next).copied() {
            next += 1;
            if let Some(object) = self.get(id) {
                for value in object.values() {
                    note(value, &mut order);
                }
            }
        }
        order
    }
}

/// An environment and a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The value of each variable of a procedure, where it has one.
    pub env: Vec<Option<Value>>,
    /// The objects.
    pub heap: Heap,
    /// What the surroundings answer when they are asked ([`crate::InstrKind::Ask`]), in order; 0 afterwards.
    pub answers: Vec<Int>,
}

impl State {
    /// No variable has a value, and there are no objects.
    pub fn new(program: &Program, proc: ProcId) -> State {
        let vars = program.proc(proc).map_or(0, |p| p.vars.len());
        State { env: vec![None; vars], heap: Heap::default(), answers: Vec::new() }
    }

    /// Gives a variable a value; nothing happens for a variable of another procedure.
    pub fn set(&mut self, var: VarId, value: Value) {
        if let Some(place) = self.env.get_mut(var.index()) {
            *place = Some(value);
        }
    }

    /// The value of a variable.
    pub fn get(&self, var: VarId) -> Option<&Value> {
        self.env.get(var.index()).and_then(Option::as_ref)
    }

    /// The state in the notation of the papers, without temporaries and without objects that no variable
    /// leads to: `{x ↦ ptr(a1)} {a1 ↦ cons(0, nil)}`. Objects keep their numbers.
    pub fn show(&self, program: &Program, proc: ProcId) -> String {
        let Some(of) = program.proc(proc) else { return String::new() };
        let named = || of.named_vars().filter_map(|v| Some((of.var(v)?, self.get(v)?)));
        let env: Vec<String> = named().map(|(var, value)| format!("{} ↦ {value}", var.name)).collect();
        let heap: Vec<String> = self
            .heap
            .reachable(named().map(|(_, value)| value))
            .into_iter()
            .filter_map(|id| Some(format!("{id} ↦ {}", show_object(program, self.heap.get(id)?))))
            .collect();
        format!("{{{}}} {{{}}}", env.join(", "), heap.join(", "))
    }
}

fn show_object(program: &Program, object: &Object) -> String {
    let values: Vec<String> = object.values().iter().map(Value::to_string).collect();
    match object {
        Object::Cell { of, .. } => {
            let name = program.struct_of(*of).map_or("?", |s| s.name.as_str());
            format!("{name}({})", values.join(", "))
        }
        Object::Array { .. } => format!("[{}]", values.join(", ")),
        Object::Gone { .. } => "freed".to_string(),
    }
}
