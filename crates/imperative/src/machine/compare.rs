//! Whether two states are the same up to the naming of objects, and whether a state fits a procedure.
//!
//! The relation is ≅ of the paper (section 4.2): there is a one-to-one mapping between the objects that the
//! compared variables lead to, under which all fields and elements agree. Objects that no variable leads to do
//! not count.

use super::{Heap, Object, ObjectId, State, Value};
use crate::{Holder, Part, Proc, ProcId, Program, Referred, Type, VarId, Word};
use base::Int;
use std::collections::{BTreeMap, VecDeque};

/// The first place where two states differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How a program would write the place: `x.tail.head`, `a[3]`.
    pub place: String,
    /// What is there in the first state.
    pub expected: String,
    /// What is there in the second.
    pub found: String,
}

/// Compares variables of two states of one procedure. A variable without a value in the first state is not
/// looked at, so the second may have more.
pub fn difference(
    program: &Program,
    proc: ProcId,
    vars: &[VarId],
    expected: &State,
    found: &State,
) -> Option<Difference> {
    let of = program.proc(proc)?;
    let mut pairs = Vec::new();
    for v in vars {
        let name = of.var(*v).map_or_else(|| v.to_string(), |v| v.name.clone());
        match (expected.get(*v), found.get(*v)) {
            (None, _) => {}
            (Some(a), Some(b)) => pairs.push((name, a, b)),
            (Some(a), None) => {
                return Some(Difference {
                    place: name,
                    expected: a.to_string(),
                    found: "no value".to_string(),
                });
            }
        }
    }
    difference_of_values(program, pairs, &expected.heap, &found.heap)
}

/// Compares named values over two heaps.
pub fn difference_of_values(
    program: &Program,
    pairs: Vec<(String, &Value, &Value)>,
    expected: &Heap,
    found: &Heap,
) -> Option<Difference> {
    let mut forth: Vec<Option<u32>> = vec![None; expected.objects.len()];
    let mut back: Vec<Option<u32>> = vec![None; found.objects.len()];
    let mut waiting: VecDeque<(String, &Value, &Value)> = pairs.into();
    while let Some((place, a, b)) = waiting.pop_front() {
        let differ = |a: String, b: String| Some(Difference { place: place.clone(), expected: a, found: b });
        let (x, y) = match (a, b) {
            (Value::Ref(x), Value::Ref(y)) => (x, y),
            (Value::Pointer(x, i), Value::Pointer(y, j)) if i == j => (x, y),
            // What was never stored may be anything.
            (Value::Nothing, _) => continue,
            _ if a == b && a.as_ref().is_none() => continue,
            _ => return differ(a.to_string(), b.to_string()),
        };
        let (Some(to), Some(from)) = (forth.get_mut(x.index()), back.get_mut(y.index())) else {
            return differ(a.to_string(), b.to_string());
        };
        match (*to, *from) {
            (Some(seen), Some(seen_back)) if seen == y.0 && seen_back == x.0 => continue,
            (None, None) => {
                *to = Some(y.0);
                *from = Some(x.0);
            }
            (Some(_), _) => return differ("a cell met before".to_string(), "another cell".to_string()),
            (None, Some(_)) => {
                return differ("a cell not met before".to_string(), "one met before".to_string());
            }
        }
        let (Some(x), Some(y)) = (expected.get(*x), found.get(*y)) else { continue };
        if x.ty() != y.ty() {
            return differ(program.type_name(&x.ty()), program.type_name(&y.ty()));
        }
        if let (Object::Array { first: i, .. }, Object::Array { first: j, .. }) = (x, y)
            && i != j
        {
            return differ(format!("an array from {i} on"), format!("one from {j} on"));
        }
        if x.values().len() != y.values().len() {
            let count = |o: &Object| format!("{} values", o.values().len());
            return differ(count(x), count(y));
        }
        for (i, (a, b)) in x.values().iter().zip(y.values()).enumerate() {
            // Numbers are compared at once, so that only references wait with a name of their own.
            if a == b && a.as_ref().is_none() {
                continue;
            }
            waiting.push_back((format!("{place}{}", part(program, x, i)), a, b));
        }
    }
    None
}

fn part(program: &Program, object: &Object, at: usize) -> String {
    match object {
        Object::Cell { of, .. } => {
            let field = program.struct_of(*of).and_then(|s| s.fields.get(at));
            format!(".{}", field.map_or("?", |f| f.name.as_str()))
        }
        Object::Array { .. } | Object::Gone { .. } => format!("[{at}]"),
    }
}

/// Whether a state fits a procedure: inputs have values, values have their types, references lead somewhere.
///
/// # Errors
///
/// What does not fit, in words.
pub fn check_state(program: &Program, proc: ProcId, state: &State) -> Result<(), String> {
    let of = program.proc(proc).ok_or("there is no such procedure")?;
    if state.env.len() != of.vars.len() {
        return Err(format!("{} variables where `{}` has {}", state.env.len(), of.name, of.vars.len()));
    }
    for v in of.inputs() {
        if state.get(v).is_none() {
            return Err(format!("`{}` has no value", of.vars[v.index()].name));
        }
    }
    for (var, value) in of.vars.iter().zip(&state.env) {
        if let Some(value) = value {
            fits(program, &state.heap, value, &var.ty).map_err(|why| format!("`{}` {why}", var.name))?;
        }
    }
    own_objects(program, of, state)?;
    references(program, of, state)?;
    for (at, object) in state.heap.objects.iter().enumerate() {
        let id = super::ObjectId(at as u32);
        match object {
            Object::Cell { of, fields } => {
                let of = program.struct_of(*of).ok_or_else(|| format!("{id} is of no known struct"))?;
                if of.fields.len() != fields.len() {
                    let (want, have) = (of.fields.len(), fields.len());
                    return Err(format!("{id} has {have} fields where `{}` has {want}", of.name));
                }
                for (field, value) in of.fields.iter().zip(fields) {
                    fits(program, &state.heap, value, &field.ty)
                        .map_err(|why| format!("{id}.{} {why}", field.name))?;
                }
            }
            Object::Array { element, values, .. } => {
                for (i, value) in values.iter().enumerate() {
                    fits(program, &state.heap, value, element).map_err(|why| format!("{id}[{i}] {why}"))?;
                }
            }
            Object::Gone { .. } => {}
        }
    }
    Ok(())
}

/// Whether references lead where they may.
fn references(program: &Program, of: &Proc, state: &State) -> Result<(), String> {
    let mut kinds: BTreeMap<ObjectId, u32> = BTreeMap::new();
    for (var, known) in &of.references {
        if let Some(value) = state.get(*var) {
            let name = of.var(*var).map_or("", |v| v.name.as_str());
            referred(&state.heap, value, known, &mut kinds).map_err(|why| format!("`{name}` {why}"))?;
        }
    }
    for (holder, known) in &program.references {
        for (at, object) in state.heap.objects.iter().enumerate() {
            let held = match (holder, object) {
                (Holder::Field(s, field), Object::Cell { of, fields }) if s == of => {
                    fields.get(field.index()..field.index() + 1)
                }
                (Holder::Element(ty), Object::Array { element, values, .. }) if ty == element => {
                    Some(values.as_slice())
                }
                _ => None,
            };
            let id = ObjectId(at as u32);
            for value in held.unwrap_or_default() {
                referred(&state.heap, value, known, &mut kinds)
                    .map_err(|why| format!("what {id} has {why}"))?;
            }
        }
    }
    Ok(())
}

/// Whether a reference leads where it may; `kinds` has the kinds of the arrays reached so far.
fn referred(
    heap: &Heap,
    value: &Value,
    known: &Referred,
    kinds: &mut BTreeMap<ObjectId, u32>,
) -> Result<(), String> {
    if known.never_nil && *value == Value::Nil {
        return Err("is nil, which it never is".to_string());
    }
    let (Some(bounds), Some(id)) = (known.array, value.as_ref()) else { return Ok(()) };
    let Some(Object::Array { values, first, .. }) = heap.get(id) else { return Ok(()) };
    if *kinds.entry(id).or_insert(bounds.kind) != bounds.kind {
        return Err(format!("leads to {id}, which is an array of another type"));
    }
    let last = i128::from(*first) + values.len() as i128 - 1;
    let length = bounds.length.is_none_or(|n| n == values.len() as u64);
    let starts = bounds.first.is_none_or(|n| n == *first);
    let indexes = bounds.indexes.is_none_or(|word| {
        word.holds(&Int::from(*first)) && (values.is_empty() || word.holds(&Int::from(last)))
    });
    let ends = bounds.last.is_none_or(|word| word.holds(&Int::from(last)));
    if length && starts && indexes && ends {
        return Ok(());
    }
    Err(format!("leads to an array from {first} to {last}, which its type does not allow"))
}

/// Whether the inputs that should be objects of their own are that.
fn own_objects(program: &Program, of: &Proc, state: &State) -> Result<(), String> {
    if of.own.is_empty() {
        return Ok(());
    }
    let parts = state.heap.parts(program);
    for own in &of.own {
        let name = of.var(own.var).map_or("", |v| v.name.as_str());
        let Some(id) = state.get(own.var).and_then(Value::as_ref) else {
            return Err(format!("`{name}` is nil, but it is an object of its own"));
        };
        let within = |values: &[Value]| values.iter().any(|v| v.as_ref() == Some(id));
        let other = of.vars.iter().zip(&state.env).enumerate().find(|(i, (_, value))| {
            *i != own.var.index() && value.as_ref().and_then(Value::as_ref) == Some(id)
        });
        if let Some((_, (other, _))) = other {
            return Err(format!(
                "`{name}` and `{}` are one object, but `{name}` is one of its own",
                other.name
            ));
        }
        let is_part = parts.get(id.index()).copied().unwrap_or(false);
        if is_part || state.heap.objects.iter().any(|o| within(o.values())) {
            return Err(format!("something else leads to `{name}`, but it is an object of its own"));
        }
        if let Some(Object::Array { values, first, .. }) = state.heap.get(id) {
            if own.length.is_some_and(|n| n != values.len() as u64) {
                return Err(format!(
                    "`{name}` has {} elements, not {}",
                    values.len(),
                    own.length.unwrap_or(0)
                ));
            }
            if own.first.is_some_and(|n| n != *first) {
                return Err(format!("`{name}` starts at {first}, not at {}", own.first.unwrap_or(0)));
            }
            let last = i128::from(*first) + values.len() as i128 - 1;
            let outside = |word: &Word| {
                !word.holds(&Int::from(*first)) || !values.is_empty() && !word.holds(&Int::from(last))
            };
            if own.last.is_some_and(|word| !word.holds(&Int::from(last))) {
                return Err(format!("`{name}` would end at {last}, which is no index"));
            }
            if let Some(word) = own.indexes.filter(outside) {
                return Err(format!(
                    "the indexes of `{name}` go from {first} to {last}, which are not all in {word}"
                ));
            }
        }
    }
    Ok(())
}

/// Zeros, falses and nils for the inputs of a procedure, and an empty object for each that is one of its own; nothing if
/// such an object would be too large.
pub fn empty_input(program: &Program, proc: ProcId) -> Option<State> {
    let of = program.proc(proc)?;
    let mut state = State::new(program, proc);
    for v in of.inputs() {
        let ty = &of.var(v)?.ty;
        let value = match of.own.iter().find(|own| own.var == v) {
            None => super::default_value(ty),
            Some(own) => {
                let length = usize::try_from(own.length.unwrap_or(0)).ok()?;
                let object = empty_object(program, &mut state.heap, ty, length)?;
                if let Some(Object::Array { first, .. }) = state.heap.objects.get_mut(object.index()) {
                    // The first index is 1 where that is allowed; without elements the index before it must be allowed,
                    // too.
                    let fits = |n: i64| {
                        own.indexes.is_none_or(|word| word.holds(&Int::from(n)))
                            && own.last.is_none_or(|word| word.holds(&Int::from(n - 1)))
                    };
                    let least = own.indexes.and_then(|word| word.least().to_i64()).unwrap_or(0);
                    let least = [0, 1, least, least.saturating_add(1)].into_iter().rev().find(|n| fits(*n));
                    let least = if own.indexes.is_some() && fits(1) { Some(1) } else { least };
                    *first = own.first.or(least.filter(|_| own.indexes.is_some())).unwrap_or(0);
                }
                Value::Ref(object)
            }
        };
        state.set(v, value);
    }
    Some(state)
}

/// Values of all objects that are made for an empty input, at most.
const MOST_VALUES: usize = 100_000;

/// An object of zeros with all its parts. A verified program has no struct that is part of itself.
fn empty_object(program: &Program, heap: &mut Heap, ty: &Type, length: usize) -> Option<ObjectId> {
    let types: Vec<Type> = match ty {
        Type::Ref(s) => program.struct_of(*s)?.fields.iter().map(|f| f.ty.clone()).collect(),
        Type::Array(element) if length <= MOST_VALUES => vec![(**element).clone(); length],
        _ => return None,
    };
    if heap.objects.len() + types.len() > MOST_VALUES {
        return None;
    }
    let mut values = Vec::with_capacity(types.len());
    for ty in &types {
        values.push(match ty {
            Type::Part(part) => {
                let length = match &**part {
                    Part::Cell(_) => 0,
                    Part::Array(_, n) | Part::Open(_, n) => usize::try_from(*n).ok()?,
                };
                Value::Ref(empty_object(program, heap, &part.reference(), length)?)
            }
            ty => super::default_value(ty),
        });
    }
    Some(match ty {
        Type::Array(element) => heap.array((**element).clone(), values),
        Type::Ref(s) => heap.cell(*s, values),
        _ => return None,
    })
}

fn fits(program: &Program, heap: &Heap, value: &Value, ty: &Type) -> Result<(), String> {
    let ok = match value {
        Value::Int(i) => match ty {
            Type::Int => true,
            Type::Word(word) => word.holds(i),
            _ => false,
        },
        Value::Real(_) => *ty == Type::Real,
        Value::Bool(_) => *ty == Type::Bool,
        Value::Nil => ty.is_reference(),
        Value::Ref(o) => match heap.get(*o) {
            Some(object) => match ty {
                Type::Part(part) => {
                    let length = object.values().len() as u64;
                    let fits = match &**part {
                        Part::Cell(_) => true,
                        Part::Array(_, n) => length == *n,
                        Part::Open(_, least) => length >= *least,
                    };
                    object.ty() == part.reference() && fits
                }
                _ => object.ty() == *ty,
            },
            None => return Err(format!("refers to {o}, which does not exist")),
        },
        Value::Pointer(o, _) => match (heap.get(*o), ty) {
            (Some(Object::Array { element, .. }), Type::Pointer(of)) => *element == **of,
            (Some(Object::Gone { .. }), Type::Pointer(_)) => true,
            (None, _) => return Err(format!("refers to {o}, which does not exist")),
            _ => false,
        },
        Value::Nothing => true,
    };
    if ok { Ok(()) } else { Err(format!("is {value}, which is no {}", program.type_name(ty))) }
}
