//! What the tests share: programs from text, and random inputs.

use base::{Random, Rat};
use imperative::machine::{ObjectId, State, Value, default_value};
use imperative::{ProcId, Program, StructId, Type};
use source::Files;

/// Loads a program that must be right.
pub fn load(text: &str) -> (Files, Program) {
    let mut files = Files::new();
    let file = files.add("test.impl", text);
    let loaded = front_impl::load(&files, file);
    match loaded.program {
        Some(program) => (files, program),
        None => panic!("{}\n{text}", source::render_all(&loaded.diagnostics, &files, false)),
    }
}

fn value(program: &Program, state: &State, ty: &Type, r: &mut Random) -> Value {
    match ty {
        Type::Int | Type::Word(_) => Value::int(r.between(-2, 5)),
        Type::Bool => Value::Bool(r.one_in(2)),
        Type::Real => Value::Real(Rat::from(r.between(-2, 5))),
        Type::Ref(_) | Type::Array(_) | Type::Pointer(_) | Type::Part(_) => {
            let fit: Vec<ObjectId> = (0..state.heap.objects.len() as u32)
                .map(ObjectId)
                .filter(|o| state.heap.get(*o).is_some_and(|o| o.ty() == *ty))
                .collect();
            let _ = program;
            match r.pick(&fit) {
                Some(o) if !r.one_in(4) => Value::Ref(*o),
                _ => Value::Nil,
            }
        }
    }
}

/// A few objects of each kind with random contents, and random values for the inputs.
pub fn random_input(program: &Program, entry: ProcId, r: &mut Random) -> State {
    let mut state = State::new(program, entry);
    for _ in 0..r.below(4) {
        for (s, of) in program.structs.iter().enumerate() {
            let fields = of.fields.iter().map(|f| default_value(&f.ty)).collect();
            state.heap.cell(StructId::new(s), fields);
        }
        let length = r.below(4);
        state.heap.array(Type::Int, vec![Value::int(0); length]);
    }
    for o in 0..state.heap.objects.len() {
        let types: Vec<Type> = match state.heap.objects[o].ty() {
            Type::Ref(s) => program.structs[s.index()].fields.iter().map(|f| f.ty.clone()).collect(),
            _ => vec![Type::Int; state.heap.objects[o].values().len()],
        };
        let values: Vec<Value> = types.iter().map(|ty| value(program, &state, ty, r)).collect();
        state.heap.objects[o].set_values(values);
    }
    let proc = &program.procs[entry.index()];
    for v in proc.inputs().collect::<Vec<_>>() {
        let value = value(program, &state, &proc.vars[v.index()].ty, r);
        state.set(v, value);
    }
    state
}
