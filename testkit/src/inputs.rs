//! Small inputs of imperative programs, all of them: what brute force tries.

use base::Int;
use imperative::machine::{Object, ObjectId, Place, State, Value};
use imperative::{ProcId, Program, Type, VarId};

/// Every heap of up to `cells` cells per struct with small integers, every assignment of the inputs.
pub fn small_inputs(p: &Program, proc: ProcId, cells: usize, limit: usize, each: &mut dyn FnMut(State)) {
    let of = p.proc(proc).unwrap();
    let inputs: Vec<VarId> = of.inputs().collect();
    let ints = [0, 1, 2, -1];
    // Places to fill: the inputs, then the fields of each cell.
    let mut places: Vec<Type> = inputs.iter().map(|v| of.vars[v.index()].ty.clone()).collect();
    for s in &p.structs {
        for _ in 0..cells {
            places.extend(s.fields.iter().map(|f| f.ty.clone()));
        }
    }
    let options = |ty: &Type| match ty {
        Type::Int => ints.len(),
        Type::Bool => 2,
        Type::Ref(_) => cells + 1,
        _ => 1,
    };
    let mut index = vec![0usize; places.len()];
    let mut count = 0;
    loop {
        let mut at = 0;
        let mut value = |ty: &Type| {
            let i = index[at];
            at += 1;
            match ty {
                Type::Int => Value::Int(Int::from(ints[i] as i64)),
                Type::Bool => Value::Bool(i == 1),
                Type::Ref(_) if i == 0 => Value::Nil,
                Type::Ref(s) => Value::Ref(ObjectId((s.index() * cells + i - 1) as u32)),
                _ => Value::Nil,
            }
        };
        let mut state = State::new(p, proc);
        for v in &inputs {
            let x = value(&of.vars[v.index()].ty);
            state.set(*v, x);
        }
        for (s, decl) in p.structs.iter().enumerate() {
            for _ in 0..cells {
                let fields = decl.fields.iter().map(|f| value(&f.ty)).collect();
                state.heap.add(Object::Cell { of: imperative::StructId::new(s), fields });
            }
        }
        each(state);
        count += 1;
        let mut k = 0;
        loop {
            if k == places.len() || count >= limit {
                return;
            }
            index[k] += 1;
            if index[k] < options(&places[k]) {
                break;
            }
            index[k] = 0;
            k += 1;
        }
    }
}

/// All inputs of up to so many cells per struct that a program can tell apart: a place is varied only if the
/// run before has read it, and a new cell is taken only after all before it (the way of Korat). `each` runs
/// the program and says what was read, in order. False if there are too many.
pub fn inputs_that_differ(
    p: &Program,
    proc: ProcId,
    cells: usize,
    limit: usize,
    each: &mut dyn FnMut(State) -> Vec<Place>,
) -> bool {
    let of = p.proc(proc).unwrap();
    let ints = [0, 1, 2, -1];
    let offset = |s: usize| s * cells;
    let type_of = |place: &Place| match place {
        Place::Var { var, .. } => of.vars[var.index()].ty.clone(),
        Place::Field(o, f) => p.structs[o.index() / cells].fields[f.index()].ty.clone(),
        Place::Element(..) => Type::Int,
    };
    let value = |ty: &Type, i: usize| match ty {
        Type::Int => Value::Int(Int::from(ints[i] as i64)),
        Type::Bool => Value::Bool(i == 1),
        Type::Ref(s) if i > 0 => Value::Ref(ObjectId((offset(s.index()) + i - 1) as u32)),
        Type::Real => Value::Real(base::Rat::from(i as i64)),
        _ => Value::Nil,
    };
    // The places that were read, in order, with the choice made for each.
    let mut chosen: Vec<(Place, usize)> = Vec::new();
    for _ in 0..limit {
        let mut state = State::new(p, proc);
        for v in of.inputs() {
            state.set(v, value(&of.vars[v.index()].ty, 0));
        }
        for (s, decl) in p.structs.iter().enumerate() {
            for _ in 0..cells {
                let fields = decl.fields.iter().map(|f| value(&f.ty, 0)).collect();
                state.heap.add(Object::Cell { of: imperative::StructId::new(s), fields });
            }
        }
        for (place, i) in &chosen {
            let v = value(&type_of(place), *i);
            match place {
                Place::Var { var, .. } => state.set(*var, v),
                Place::Field(o, f) => {
                    state.heap.set_field(*o, *f, v);
                }
                Place::Element(..) => {}
            }
        }
        for place in each(state) {
            let given = match &place {
                Place::Var { frame, var } => *frame == 0 && of.inputs().any(|v| v == *var),
                Place::Field(o, _) => o.index() < cells * p.structs.len(),
                Place::Element(..) => false,
            };
            if given && chosen.iter().all(|(known, _)| *known != place) {
                chosen.push((place, 0));
            }
        }
        loop {
            let Some((place, i)) = chosen.pop() else { return true };
            let options = match type_of(&place) {
                Type::Int => ints.len(),
                Type::Bool => 2,
                Type::Real => 3,
                Type::Ref(s) => {
                    // The cells taken before, and one more.
                    let taken = chosen.iter().filter_map(|(q, i)| match type_of(q) {
                        Type::Ref(t) if t == s => Some(*i),
                        _ => None,
                    });
                    (taken.max().unwrap_or(0) + 2).min(cells + 1)
                }
                _ => 1,
            };
            if i + 1 < options {
                chosen.push((place, i + 1));
                break;
            }
        }
    }
    false
}
