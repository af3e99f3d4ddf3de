//! Heaps with names, and the way between them and machine states.

use base::{Int, Rat};
use imperative::machine::{Object, ObjectId, State, Value};
use imperative::{ProcId, Program, Type, VarId, Word};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A value in a snapshot.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// An integer.
    Int(Int),
    /// An integer that stands for a character in the language of the program.
    Character(Int),
    /// A real.
    Real(Rat),
    /// A truth value.
    Bool(bool),
    /// The null reference.
    Nil,
    /// A reference to an object of the heap, by name; for a pointer, to its first element.
    Ref(String),
    /// A pointer into an array of the heap: its name and the position.
    Pointer(String, i64),
    /// Nothing was stored there.
    Nothing,
    /// An array that nothing else refers to, in place; the index of its first element beside.
    Array(Vec<Datum>, i64),
}

/// An object of a snapshot's heap.
#[derive(Clone, Debug, PartialEq)]
pub enum HeapObject {
    /// A cell.
    Cell {
        /// Its type.
        ty: String,
        /// Its fields by name, in order.
        fields: Vec<(String, Datum)>,
    },
    /// An array that several references lead to.
    Array(Vec<Datum>, i64),
    /// Something that was freed.
    Gone,
}

/// Variables and heap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// The variables, in order.
    pub env: Vec<(String, Datum)>,
    /// The objects by name, in the order in which they are reached.
    pub heap: Vec<(String, HeapObject)>,
    /// What the surroundings answer ([`State::answers`]); empty for the end of a run.
    pub answers: Vec<Int>,
    /// What each of them is asked for, as far as that is known: `malloc fails`.
    pub asked: Vec<String>,
}

/// The name under which a result stands among the variables.
fn result_name(program: &Program, proc: ProcId) -> &'static str {
    match program.proc(proc).and_then(|p| p.var_named("result")) {
        Some(_) => "return",
        None => "result",
    }
}

/// The snapshot of some variables of a state, and of a result.
pub fn snapshot(
    program: &Program,
    proc: ProcId,
    state: &State,
    vars: &[VarId],
    result: Option<&Value>,
) -> Snapshot {
    snapshot_with(program, proc, state, vars, result, &[])
}

/// The variables of a state and a result, each with its name and whether characters stand in it.
fn roots(
    program: &Program,
    proc: ProcId,
    state: &State,
    vars: &[VarId],
    result: Option<&Value>,
) -> Vec<(String, Value, bool)> {
    let mut roots = Vec::new();
    let Some(of) = program.proc(proc) else { return roots };
    for v in vars {
        if let (Some(var), Some(value)) = (of.var(*v), state.get(*v)) {
            roots.push((var.name.clone(), value.clone(), is_character(program, &var.ty)));
        }
    }
    if let Some(r) = result {
        let character = of.result.as_ref().is_some_and(|ty| is_character(program, ty));
        roots.push((result_name(program, proc).into(), r.clone(), character));
    }
    roots
}

fn is_character(program: &Program, ty: &Type) -> bool {
    program.notation.text.characters && *ty == Type::Word(Word::signed(8))
}

/// The objects that have names, in their order: those that have one already, and those that are reached. An array to which one
/// reference leads stands in its place.
fn named(state: &State, roots: &[(String, Value, bool)], known: &[ObjectId]) -> Vec<ObjectId> {
    // How often each object is referred to, and the order in which objects are reached.
    let mut count = vec![0usize; state.heap.objects.len()];
    let mut seen = vec![false; state.heap.objects.len()];
    let mut order: Vec<ObjectId> = Vec::new();
    let again: Vec<Value> = known.iter().map(|o| Value::Ref(*o)).collect();
    let mut queue: VecDeque<(&Value, bool)> = roots.iter().map(|(_, v, _)| (v, true)).collect();
    queue.extend(again.iter().map(|v| (v, false)));
    while let Some((v, counts)) = queue.pop_front() {
        let Some(o) = v.as_ref() else { continue };
        let Some(object) = state.heap.get(o) else { continue };
        // A pointer to another element than the first needs a name to say which.
        let by = if matches!(v, Value::Pointer(_, i) if *i != 0) { 2 } else { 1 };
        count[o.index()] += if counts { by } else { 0 };
        if !std::mem::replace(&mut seen[o.index()], true) {
            order.push(o);
            queue.extend(object.values().iter().map(|v| (v, true)));
        }
    }
    let inline =
        |o: ObjectId| count[o.index()] == 1 && matches!(state.heap.get(o), Some(Object::Array { .. }));
    let new = order.into_iter().filter(|o| !inline(*o) && !known.contains(o));
    known.iter().copied().chain(new).collect()
}

/// The snapshot of a state. Objects that are known have names already: the first ones, in their order.
fn snapshot_with(
    program: &Program,
    proc: ProcId,
    state: &State,
    vars: &[VarId],
    result: Option<&Value>,
    known: &[ObjectId],
) -> Snapshot {
    let roots = roots(program, proc, state, vars, result);
    let named = named(state, &roots, known);
    let inline = |o: ObjectId| !named.contains(&o) && matches!(state.heap.get(o), Some(Object::Array { .. }));
    let name =
        |o: ObjectId| named.iter().position(|n| *n == o).map_or_else(String::new, |i| format!("a{}", i + 1));
    let is_character = |ty: &Type| is_character(program, ty);
    struct Namer<'a> {
        state: &'a State,
        inline: &'a dyn Fn(ObjectId) -> bool,
        name: &'a dyn Fn(ObjectId) -> String,
        is_character: &'a dyn Fn(&Type) -> bool,
        /// The arrays in place that were written. At the end of a run there is one way to each; before it there may be more,
        /// and cycles.
        written: RefCell<Vec<bool>>,
    }
    impl Namer<'_> {
        fn in_place(&self, o: ObjectId) -> bool {
            (self.inline)(o)
                && self.written.borrow_mut().get_mut(o.index()).is_some_and(|w| !std::mem::replace(w, true))
        }
    }
    fn array(of: &Namer<'_>, object: Option<&Object>) -> (Vec<Datum>, i64) {
        let character = matches!(object, Some(Object::Array { element, .. }) if (of.is_character)(element));
        let values = object.map_or(&[][..], |o| o.values());
        let first = if let Some(Object::Array { first, .. }) = object { *first } else { 0 };
        (values.iter().map(|v| datum(of, v, character)).collect(), first)
    }
    fn datum(of: &Namer<'_>, v: &Value, character: bool) -> Datum {
        let name = of.name;
        match v {
            Value::Int(i) if character => Datum::Character(i.clone()),
            Value::Int(i) => Datum::Int(i.clone()),
            Value::Real(r) => Datum::Real(r.clone()),
            Value::Bool(b) => Datum::Bool(*b),
            Value::Nil => Datum::Nil,
            Value::Nothing => Datum::Nothing,
            Value::Pointer(o, i) if *i != 0 => Datum::Pointer(name(*o), *i),
            Value::Ref(o) | Value::Pointer(o, _) if of.in_place(*o) => {
                let (list, first) = array(of, of.state.heap.get(*o));
                Datum::Array(list, first)
            }
            Value::Ref(o) | Value::Pointer(o, _) => Datum::Ref(name(*o)),
        }
    }
    let written = RefCell::new(vec![false; state.heap.objects.len()]);
    let of = Namer { state, inline: &inline, name: &name, is_character: &is_character, written };
    let env = roots.iter().map(|(n, v, character)| (n.clone(), datum(&of, v, *character))).collect();
    let heap = named
        .iter()
        .filter_map(|o| {
            let object = match state.heap.get(*o)? {
                object @ Object::Array { .. } => {
                    let (list, first) = array(&of, Some(object));
                    HeapObject::Array(list, first)
                }
                Object::Cell { of: kind, fields } => {
                    let kind = program.struct_of(*kind)?;
                    let fields = kind
                        .fields
                        .iter()
                        .zip(fields)
                        .map(|(f, v)| (f.name.clone(), datum(&of, v, is_character(&f.ty))))
                        .collect();
                    HeapObject::Cell { ty: kind.name.clone(), fields }
                }
                Object::Gone { .. } => HeapObject::Gone,
            };
            Some((name(*o), object))
        })
        .collect();
    Snapshot { env, heap, answers: state.answers.clone(), asked: Vec::new() }
}

/// The output of a run: of a plain program all its variables; of a procedure what its caller sees, the
/// arguments as they were passed over the heap as it is now, what else goes back, and the result.
pub fn output_of(
    program: &Program,
    proc: ProcId,
    input: &State,
    end: &State,
    result: Option<&Value>,
) -> Snapshot {
    output_with(program, proc, input, end, result, &[])
}

/// The output of a run ([`output_of`]) in the names that objects have in its input, with all objects of the input, also those that
/// nothing leads to any more: that one was freed shows only there. What the run made has the next names.
pub fn output_in_names_of_input(
    program: &Program,
    proc: ProcId,
    input: &State,
    end: &State,
    result: Option<&Value>,
) -> Snapshot {
    let vars: Vec<VarId> = program.proc(proc).map_or_else(Vec::new, |of| of.inputs().collect());
    let known = named(input, &roots(program, proc, input, &vars, None), &[]);
    output_with(program, proc, input, end, result, &known)
}

fn output_with(
    program: &Program,
    proc: ProcId,
    input: &State,
    end: &State,
    result: Option<&Value>,
    known: &[ObjectId],
) -> Snapshot {
    let Some(of) = program.proc(proc) else { return Snapshot::default() };
    if program.main == Some(proc) {
        let vars: Vec<VarId> = of.named_vars().collect();
        return snapshot_with(program, proc, end, &vars, result, known);
    }
    let mut seen = State::new(program, proc);
    seen.heap = end.heap.clone();
    for v in &of.params {
        let state = if of.outs.contains(v) { end } else { input };
        if let Some(value) = state.get(*v) {
            seen.set(*v, value.clone());
        }
    }
    let mut vars = of.params.clone();
    for v in of.outs.iter().filter(|v| !of.params.contains(v)) {
        if let Some(value) = end.get(*v) {
            seen.set(*v, value.clone());
        }
        vars.push(*v);
    }
    snapshot_with(program, proc, &seen, &vars, result, known)
}

/// The state that a snapshot describes, and the result in it.
///
/// # Errors
///
/// What does not fit the procedure, in words.
pub fn restore(program: &Program, proc: ProcId, s: &Snapshot) -> Result<(State, Option<Value>), String> {
    let of = program.proc(proc).ok_or("there is no such procedure")?;
    let mut r =
        Restorer { program, snapshot: s, state: State::new(program, proc), made: vec![None; s.heap.len()] };
    let mut cells: BTreeSet<&str> = BTreeSet::new();
    if let Some((name, _)) = s.heap.iter().find(|(name, _)| !cells.insert(name)) {
        return Err(format!("two cells have the name `{name}`"));
    }
    // The first one of a name counts, as where names are looked up.
    let mut vars: BTreeMap<&str, VarId> = BTreeMap::new();
    for (i, var) in of.vars.iter().enumerate() {
        vars.entry(&var.name).or_insert(VarId::new(i));
    }
    let mut result = None;
    let mut given: BTreeSet<&str> = BTreeSet::new();
    let result_named = result_name(program, proc);
    for (name, d) in &s.env {
        if !given.insert(name) {
            return Err(format!("`{name}` has two values"));
        }
        if *name == result_named
            && let Some(ty) = &of.result
        {
            result = Some(r.value(d, ty, name)?);
            continue;
        }
        let v = vars.get(name.as_str()).copied();
        let v = v.ok_or_else(|| format!("`{}` has no variable `{name}`", of.name))?;
        let value = r.value(d, &of.vars[v.index()].ty.clone(), name)?;
        r.state.set(v, value);
    }
    r.state.answers.clone_from(&s.answers);
    Ok((r.state, result))
}

struct Restorer<'a> {
    program: &'a Program,
    snapshot: &'a Snapshot,
    state: State,
    made: Vec<Option<ObjectId>>,
}

impl Restorer<'_> {
    fn value(&mut self, d: &Datum, ty: &Type, place: &str) -> Result<Value, String> {
        let wrong =
            |what: &str| Err(format!("{place} is {what}, where {} is expected", self.program.type_name(ty)));
        match (d, ty) {
            (Datum::Int(i) | Datum::Character(i), Type::Int) => Ok(Value::Int(i.clone())),
            (Datum::Int(i) | Datum::Character(i), Type::Word(word)) if word.holds(i) => {
                Ok(Value::Int(i.clone()))
            }
            (Datum::Int(i) | Datum::Character(i), Type::Word(_)) => wrong(&i.to_string()),
            (Datum::Int(i), Type::Real) => Ok(Value::Real(Rat::from(i))),
            (Datum::Real(r), Type::Real) => Ok(Value::Real(r.clone())),
            (Datum::Bool(b), Type::Bool) => Ok(Value::Bool(*b)),
            (Datum::Nil, ty) if ty.is_reference() => Ok(Value::Nil),
            (Datum::Nothing, _) => Ok(Value::Nothing),
            (_, Type::Part(part)) => self.value(d, &part.reference(), place),
            (Datum::Ref(_) | Datum::Array(..), Type::Pointer(element)) => {
                let array = self.value(d, &Type::Array(element.clone()), place)?;
                Ok(array.as_ref().map_or(Value::Nil, |o| Value::Pointer(o, 0)))
            }
            (Datum::Pointer(name, i), Type::Pointer(element)) => {
                let array = self.object(name, &Type::Array(element.clone()), place)?;
                Ok(array.as_ref().map_or(Value::Nil, |o| Value::Pointer(o, *i)))
            }
            (Datum::Array(values, first), Type::Array(element)) => {
                let mut list = Vec::with_capacity(values.len());
                for (i, v) in values.iter().enumerate() {
                    list.push(self.value(v, element, &format!("{place}[{i}]"))?);
                }
                let object = Object::Array { element: (**element).clone(), values: list, first: *first };
                Ok(Value::Ref(self.state.heap.add(object)))
            }
            (Datum::Ref(name), Type::Ref(_) | Type::Array(_)) => self.object(name, ty, place),
            (Datum::Int(_) | Datum::Character(_), _) => wrong("an integer"),
            (Datum::Real(_), _) => wrong("a real"),
            (Datum::Bool(_), _) => wrong("a truth value"),
            (Datum::Nil, _) => wrong("nil"),
            (Datum::Array(..), _) => wrong("an array"),
            (Datum::Ref(_), _) => wrong("a reference"),
            (Datum::Pointer(..), _) => wrong("a pointer"),
        }
    }

    fn object(&mut self, name: &str, ty: &Type, place: &str) -> Result<Value, String> {
        let at = self.snapshot.heap.iter().position(|(n, _)| n == name);
        let at = at.ok_or_else(|| format!("{place} refers to `{name}`, which is not in the heap"))?;
        if let Some(o) = self.made[at] {
            let found = self.state.heap.get(o).map(|o| o.ty());
            return if found.as_ref() == Some(ty) {
                Ok(Value::Ref(o))
            } else {
                Err(format!("{place} refers to `{name}`, which is of another type"))
            };
        }
        // The object exists before its fields are filled, since they may lead back to it. Long lists are
        // taken step by step, not by recursion.
        let mut waiting = vec![(at, ty.clone())];
        let first = self.blank(at, ty, place)?;
        while let Some((at, ty)) = waiting.pop() {
            let Some(id) = self.made[at] else { continue };
            let (name, object) = &self.snapshot.heap[at];
            let mut values = Vec::new();
            let parts: Vec<(String, &Datum, Type)> = match (object, &ty) {
                (HeapObject::Cell { fields, .. }, Type::Ref(s)) => {
                    let of = self.program.struct_of(*s).ok_or("there is no such struct")?;
                    let mut parts = Vec::new();
                    for f in &of.fields {
                        let d = fields.iter().find(|(n, _)| *n == f.name).map(|(_, d)| d);
                        let d = d.ok_or_else(|| format!("`{name}` has no field `{}`", f.name))?;
                        parts.push((format!("{name}.{}", f.name), d, f.ty.clone()));
                    }
                    if let Some((extra, _)) = fields.iter().find(|(n, _)| of.field_named(n).is_none()) {
                        return Err(format!(
                            "`{name}` has a field `{extra}`, which `{}` does not have",
                            of.name
                        ));
                    }
                    parts
                }
                (HeapObject::Array(list, _), Type::Array(e)) => {
                    list.iter().enumerate().map(|(i, d)| (format!("{name}[{i}]"), d, (**e).clone())).collect()
                }
                (HeapObject::Gone, _) => Vec::new(),
                _ => return Err(format!("`{name}` is no {}", self.program.type_name(&ty))),
            };
            for (place, d, ty) in parts {
                let value = match d {
                    Datum::Ref(other) if matches!(ty, Type::Ref(_) | Type::Array(_)) => {
                        let to = self.snapshot.heap.iter().position(|(n, _)| n == other);
                        let to = to.ok_or_else(|| {
                            format!("{place} refers to `{other}`, which is not in the heap")
                        })?;
                        if self.made[to].is_none() {
                            self.blank(to, &ty, &place)?;
                            waiting.push((to, ty.clone()));
                        }
                        self.object(other, &ty, &place)?
                    }
                    _ => self.value(d, &ty, &place)?,
                };
                values.push(value);
            }
            if let Some(o) = self.state.heap.objects.get_mut(id.index()) {
                o.set_values(values);
            }
        }
        Ok(Value::Ref(first))
    }

    /// Makes an object without contents.
    fn blank(&mut self, at: usize, ty: &Type, place: &str) -> Result<ObjectId, String> {
        let (name, object) = &self.snapshot.heap[at];
        let new = match (object, ty) {
            (HeapObject::Cell { ty: written, .. }, Type::Ref(s)) => {
                let of = self.program.struct_of(*s).ok_or("there is no such struct")?;
                if of.name != *written {
                    return Err(format!(
                        "{place} refers to `{name}`, a {written}, where {} is expected",
                        of.name
                    ));
                }
                Object::Cell { of: *s, fields: Vec::new() }
            }
            (HeapObject::Array(_, first), Type::Array(e)) => {
                Object::Array { element: (**e).clone(), values: Vec::new(), first: *first }
            }
            (HeapObject::Gone, ty) => Object::Gone { ty: ty.clone(), left: Vec::new() },
            _ => {
                return Err(format!(
                    "{place} refers to `{name}`, which is no {}",
                    self.program.type_name(ty)
                ));
            }
        };
        let id = self.state.heap.add(new);
        self.made[at] = Some(id);
        Ok(id)
    }
}
