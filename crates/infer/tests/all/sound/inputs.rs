//! Random inputs: lists of up to six cells, and small numbers.

use base::Random;
use imperative::machine::{State, Value, default_value};
use imperative::{ProcId, Program, StructId, Type, Word};

/// Lists have at most so many cells.
const MOST_CELLS: usize = 6;

fn number(random: &mut Random, word: Word) -> Value {
    let low = if word.least().is_negative() { -4 } else { 0 };
    Value::int(random.between(low, 6))
}

/// A random list; of a struct that makes no lists, one cell.
fn list(
    random: &mut Random,
    program: &Program,
    of: StructId,
    length: Option<usize>,
    state: &mut State,
) -> Value {
    let Some(shape) = program.struct_of(of) else { return Value::Nil };
    let link = shape.link(of);
    let count = match link {
        None => 1,
        Some(_) => length.unwrap_or_else(|| random.below(MOST_CELLS + 1)),
    };
    let mut keys: Vec<i64> = (0..count).map(|_| random.between(-4, 6)).collect();
    // Chance makes few lists that are sorted, or that are all the same.
    match random.below(4) {
        0 | 1 => keys.sort_unstable(),
        2 => keys.iter_mut().for_each(|key| *key = (*key).clamp(0, 2)),
        _ => {}
    }
    let mut next = Value::Nil;
    for key in keys.into_iter().rev() {
        let values = shape.fields.iter().enumerate().map(|(at, field)| match &field.ty {
            Type::Word(_) | Type::Int if shape.key().is_some_and(|k| k.index() == at) => Value::int(key),
            Type::Word(word) => number(random, *word),
            _ if link.is_some_and(|l| l.index() == at) => next.clone(),
            Type::Ref(other) if link.is_none() && *other != of => {
                list(random, program, *other, length, state)
            }
            ty => default_value(ty),
        });
        let values = values.collect();
        next = Value::Ref(state.heap.cell(of, values));
    }
    next
}

/// A random input of a procedure.
pub fn input(random: &mut Random, program: &Program, id: ProcId) -> State {
    let mut state = State::new(program, id);
    let Some(proc) = program.proc(id) else { return state };
    let length = random.one_in(3).then(|| random.below(MOST_CELLS + 1));
    let seed = random.bits();
    // Now and then all lists have the same data.
    let same = random.one_in(5);
    for v in proc.inputs() {
        let Some(var) = proc.var(v) else { continue };
        let value = match &var.ty {
            Type::Word(word) => number(random, *word),
            Type::Pointer(element) => {
                let values = (0..random.below(8)).map(|_| Value::int(random.between(-4, 6))).collect();
                Value::Pointer(state.heap.array((**element).clone(), values), 0)
            }
            Type::Ref(of) if same => list(&mut Random::new(seed), program, *of, length, &mut state),
            Type::Ref(of) => list(random, program, *of, length, &mut state),
            ty => default_value(ty),
        };
        state.set(v, value);
    }
    // Once in a while there is no memory.
    if random.one_in(6) {
        state.answers = (0..4).map(|_| i64::from(random.one_in(3)).into()).collect();
    }
    state
}
