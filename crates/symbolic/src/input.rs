//! From a model to a concrete input: the classes of input references become cells.
//!
//! What the model mentions is taken from it; references that nothing mentions become nil, and numbers zero, or
//! each a number of its own, so that a test notices when two of them are confused. Cells
//! are numbered in the order in which they are reached from the input variables, breadth first, so
//! equal inputs look equal. Where arrays must be sorted, elements that nothing mentions repeat their
//! neighbours instead.

use crate::world::World;
use base::Int;
use formula::{FunKey, Model, Op, Sort, Term, Value as Logical, evaluate};
use imperative::machine::{Object, ObjectId, State, Value};
use imperative::{FieldId, Part, ProcId, Program, Type, VarId, Word};
use solver::State as Condition;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Arrays longer than this are not built.
pub const LONGEST: usize = 100_000;

/// An array of the input has more elements than are built.
#[derive(Clone, Copy, Debug)]
pub struct TooLong;

/// The input that a model describes, if it can be built.
pub fn concrete(
    program: &Program,
    world: &World,
    proc: ProcId,
    inputs: &[(VarId, Term)],
    model: &Model,
    condition: &Condition,
    fill: Fill,
) -> Result<State, TooLong> {
    let mut b = Builder {
        program,
        world,
        model,
        state: State::new(program, proc),
        made: BTreeMap::new(),
        waiting: VecDeque::new(),
        condition,
        fill,
        mentioned: None,
        next: 0,
        lengths: BTreeMap::new(),
        least: BTreeMap::new(),
        parts: 0,
        own: BTreeSet::new(),
    };
    for (v, t) in inputs {
        let Some(var) = program.proc(proc).and_then(|of| of.var(*v)) else { continue };
        let ty = &var.ty;
        let logical = match model.get(&world.terms, *t) {
            Some(x) => x.clone(),
            None => {
                let word = if let Type::Word(word) = ty { Some(*word) } else { None };
                b.free(world.terms.sort_of(*t), Slot::Var(*t), word)
            }
        };
        let value = b.value(&logical, ty);
        if world.is_own(*t) {
            b.own.insert((logical, ty.clone()));
        }
        b.state.set(*v, value);
    }
    while let Some((object, ty)) = b.waiting.pop_front() {
        b.fill(&object, &ty)?;
    }
    b.state.answers = answers(world, model, condition);
    Ok(b.state)
}

/// What the surroundings answer. Of the answers with one number only those of one path can be in a condition; those
/// that are in none are zero.
fn answers(world: &World, model: &Model, condition: &Condition) -> Vec<Int> {
    if world.answers().is_empty() {
        return Vec::new();
    }
    let mut mentioned = BTreeSet::new();
    world.terms.visit(&condition.assertions(), |t| {
        mentioned.insert(t);
    });
    let mut out = Vec::new();
    for terms in world.answers() {
        let given = terms.iter().filter(|t| mentioned.contains(*t)).find_map(|t| model.get(&world.terms, *t));
        out.push(match given {
            Some(Logical::Int(i)) => i.clone(),
            Some(Logical::Bool(true)) => Int::from(1),
            _ => Int::ZERO,
        });
    }
    while out.last().is_some_and(Int::is_zero) {
        out.pop();
    }
    out
}

/// What becomes of values that nothing mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Numbers become zero.
    Zero,
    /// Each number is one of its own: 1, 2, …
    Own,
    /// Elements of arrays repeat their neighbours, so that a sorted array stays sorted; other numbers are zero.
    Neighbours,
}

/// A number of the input: that of a variable, or of a function and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Slot {
    Var(Term),
    App(formula::FunId, Vec<Logical>),
}

struct Builder<'a> {
    program: &'a Program,
    world: &'a World,
    model: &'a Model,
    state: State,
    made: BTreeMap<(Logical, Type), ObjectId>,
    waiting: VecDeque<(Logical, Type)>,
    /// The path condition that the model satisfies.
    condition: &'a Condition,
    fill: Fill,
    /// The slots that the condition is about. A model need not list them: it may be zero that satisfies it.
    mentioned: Option<BTreeSet<Slot>>,
    /// The last number that was given to something that nothing mentions.
    next: i64,
    /// The lengths of arrays that are parts.
    lengths: BTreeMap<ObjectId, usize>,
    /// The least lengths of arrays that are parts and open.
    least: BTreeMap<ObjectId, usize>,
    /// Number of parts that the model does not mention.
    parts: u32,
    /// The inputs that are objects of their own, which nothing else leads to.
    own: BTreeSet<(Logical, Type)>,
}

impl Builder<'_> {
    fn value(&mut self, v: &Logical, ty: &Type) -> Value {
        match (v, ty) {
            (Logical::Int(i), _) => Value::Int(i.clone()),
            (Logical::Real(r), _) => Value::Real(r.clone()),
            (Logical::Bool(b), _) => Value::Bool(*b),
            // Other solvers may take what we call a new cell for one of the input: it is a cell like any other.
            (Logical::Cell(_) | Logical::New(_), Type::Pointer(element)) => {
                match self.value(v, &Type::Array(element.clone())) {
                    Value::Ref(o) => Value::Pointer(o, 0),
                    other => other,
                }
            }
            (Logical::Cell(_) | Logical::New(_), Type::Part(part)) => self.value(v, &part.reference()),
            (Logical::Cell(_) | Logical::New(_), Type::Ref(_) | Type::Array(_)) => {
                let key = (v.clone(), ty.clone());
                if let Some(o) = self.made.get(&key) {
                    return Value::Ref(*o);
                }
                let object = match ty {
                    Type::Ref(s) => Object::Cell { of: *s, fields: Vec::new() },
                    Type::Array(e) => Object::Array { element: (**e).clone(), values: Vec::new(), first: 0 },
                    _ => return Value::Nil,
                };
                let o = self.state.heap.add(object);
                self.made.insert(key.clone(), o);
                self.waiting.push_back(key);
                Value::Ref(o)
            }
            _ => Value::Nil,
        }
    }

    /// The value of a field or an element: a part is there in any case.
    fn held(&mut self, v: &Logical, ty: &Type) -> Value {
        let Type::Part(part) = ty else {
            // A value that the model does not mention is the default of its table.
            let array =
                if let Type::Pointer(element) = ty { Type::Array(element.clone()) } else { ty.clone() };
            if !self.own.is_empty() && self.own.contains(&(v.clone(), array)) {
                return Value::Nil;
            }
            return self.value(v, ty);
        };
        let v = match v {
            Logical::Cell(_) | Logical::New(_) => v.clone(),
            // The model does not mention it; it becomes a cell of its own.
            _ => {
                self.parts += 1;
                Logical::New(u32::MAX - self.parts)
            }
        };
        let value = self.value(&v, &part.reference());
        match (&**part, value.as_ref()) {
            (Part::Array(_, n), Some(o)) => {
                self.lengths.insert(o, usize::try_from(*n).unwrap_or(usize::MAX));
            }
            (Part::Open(_, least), Some(o)) => {
                self.least.insert(o, usize::try_from(*least).unwrap_or(usize::MAX));
            }
            _ => {}
        }
        value
    }

    /// The value of something that the model does not list.
    fn free(&mut self, sort: Sort, slot: Slot, word: Option<Word>) -> Logical {
        let word = match &slot {
            Slot::App(map, _) => self.world.word(*map),
            Slot::Var(_) => word,
        };
        if self.fill != Fill::Own || !matches!(sort, Sort::INT | Sort::REAL) || self.is_mentioned(&slot) {
            return within(self.world.terms.default_value(sort), word);
        }
        self.next += 1;
        if word.is_some_and(|word| !word.holds(&self.next.into())) {
            return within(self.world.terms.default_value(sort), word);
        }
        if sort == Sort::INT { Logical::int(self.next) } else { Logical::Real(self.next.into()) }
    }

    fn is_mentioned(&mut self, slot: &Slot) -> bool {
        let (world, model, condition) = (self.world, self.model, self.condition);
        let all = self.mentioned.get_or_insert_with(|| {
            let t = &world.terms;
            let mut all = BTreeSet::new();
            t.visit(&condition.assertions(), |x| match t.op(x) {
                Op::Var(_) => {
                    all.insert(Slot::Var(x));
                }
                Op::App(f) => {
                    let args: Result<Vec<_>, _> = t.args(x).iter().map(|a| evaluate(t, model, *a)).collect();
                    all.extend(args.ok().map(|args| Slot::App(*f, args)));
                }
                _ => {}
            });
            all
        });
        all.contains(slot)
    }

    fn lookup(&mut self, f: formula::FunId, args: &[Logical]) -> Logical {
        let table = self.model.tables.get(&FunKey::App(f));
        let listed = table.and_then(|t| t.get(args).or(t.default.as_ref()));
        match listed {
            // A value that the model does not mention is the default of its table, which need not be one of its type.
            Some(v) => within(v.clone(), self.world.word(f)),
            None => self.free(self.world.terms.fun(f).result, Slot::App(f, args.to_vec()), None),
        }
    }

    /// Gives an array its first index; 0 if nothing mentions it.
    fn start(&mut self, id: ObjectId, object: &Logical, element: &Type) {
        let Some(map) = self.world.first_map_of(element) else { return };
        // Parts start at 0.
        if self.lengths.contains_key(&id) || self.least.contains_key(&id) {
            return;
        }
        let args = vec![object.clone()];
        if !self.is_mentioned(&Slot::App(map, args.clone())) {
            return;
        }
        if let (Logical::Int(i), Some(Object::Array { first, .. })) =
            (self.lookup(map, &args), self.state.heap.objects.get_mut(id.index()))
        {
            *first = i.to_i64().unwrap_or(0);
        }
    }

    fn fill(&mut self, object: &Logical, ty: &Type) -> Result<(), TooLong> {
        let Some(id) = self.made.get(&(object.clone(), ty.clone())).copied() else { return Ok(()) };
        let values = match ty {
            Type::Ref(s) => {
                let Some(of) = self.program.struct_of(*s) else { return Ok(()) };
                let mut values = Vec::with_capacity(of.fields.len());
                for (i, field) in of.fields.iter().enumerate() {
                    let f = self.world.field(*s, FieldId::new(i));
                    let v = self.lookup(f, std::slice::from_ref(object));
                    values.push(self.held(&v, &field.ty));
                }
                values
            }
            Type::Array(element) => {
                let known = self.world.arrays_of(element);
                let Some((length, at)) = known else { return Ok(()) };
                let least = self.least.get(&id).copied();
                let key = Slot::App(length, vec![object.clone()]);
                let n = match (self.lengths.get(&id).copied(), least) {
                    (Some(n), _) => Some(n),
                    // A greater length is not needed.
                    (None, Some(least)) if !self.is_mentioned(&key) => Some(least),
                    (None, _) => match self.lookup(length, std::slice::from_ref(object)) {
                        Logical::Int(i) => i.to_i64().and_then(|i| usize::try_from(i).ok()),
                        _ => None,
                    },
                };
                // A pointer points to something, even if nothing is read there.
                let least = least.unwrap_or_else(|| usize::from(self.world.has_pointers_to(element)));
                let n = n.map(|n| n.max(least));
                let n = n.filter(|n| *n <= LONGEST).ok_or(TooLong)?;
                self.start(id, object, element);
                let mut values = Vec::with_capacity(n);
                for i in 0..n {
                    let v = self.lookup(at, &[object.clone(), Logical::int(i as i64)]);
                    values.push(self.held(&v, element));
                }
                if self.fill == Fill::Neighbours && element.is_number() {
                    let table = self.model.tables.get(&FunKey::App(at));
                    let known = |i: usize| {
                        let key = [object.clone(), Logical::int(i as i64)];
                        table.is_some_and(|t| t.get(&key[..]).is_some())
                    };
                    let first = (0..n).find(|i| known(*i));
                    for i in 0..n {
                        if !known(i) {
                            let from = if i > 0 { Some(i - 1) } else { first };
                            if let Some(from) = from {
                                values[i] = values[from].clone();
                            }
                        }
                    }
                }
                values
            }
            _ => return Ok(()),
        };
        if let Some(o) = self.state.heap.objects.get_mut(id.index()) {
            o.set_values(values);
        }
        Ok(())
    }
}

/// A number as one of the values of its type. What a condition is about is one already.
fn within(value: Logical, word: Option<Word>) -> Logical {
    match (value, word) {
        (Logical::Int(i), Some(word)) => Logical::Int(word.nearest(&i)),
        (value, _) => value,
    }
}
