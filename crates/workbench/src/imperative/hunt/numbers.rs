//! The numbers of an input, and changing them.

use base::Int;
use imperative::machine::{Object, ObjectId, State as Input, Value};
use imperative::{ProcId, Program, Type, Word};

/// A number of an input. One of a machine word wraps around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    Var(usize, Option<Word>),
    Value(ObjectId, usize, Option<Word>),
    Answer(usize),
}

impl Slot {
    /// True if it is a number of one byte.
    pub fn is_byte(self) -> bool {
        match self {
            Slot::Var(_, word) | Slot::Value(_, _, word) => word.is_some_and(|word| word.bits() == Some(8)),
            Slot::Answer(_) => false,
        }
    }
}

/// The numbers of an input, of types that are wanted: `Some(None)` for one without bounds. Of the `answers` of the surroundings one
/// more than there are.
pub(super) fn slots(
    program: &Program,
    entry: ProcId,
    input: &Input,
    wanted: &dyn Fn(&Type) -> Option<Option<Word>>,
    answers: bool,
) -> Vec<Slot> {
    let mut out = Vec::new();
    let Some(of) = program.proc(entry) else { return out };
    for v in of.inputs() {
        if let Some(word) = of.var(v).and_then(|v| wanted(&v.ty))
            && matches!(input.get(v), Some(Value::Int(_)))
        {
            out.push(Slot::Var(v.index(), word));
        }
    }
    for (id, object) in (0..).map(ObjectId).zip(&input.heap.objects) {
        match object {
            Object::Cell { of, .. } => {
                for (i, field) in program.struct_of(*of).map_or(&[][..], |s| &s.fields).iter().enumerate() {
                    if let Some(word) = wanted(&field.ty).filter(|_| !field.hidden) {
                        out.push(Slot::Value(id, i, word));
                    }
                }
            }
            Object::Array { element, values, .. } => {
                if let Some(word) = wanted(element) {
                    out.extend((0..values.len()).map(|i| Slot::Value(id, i, word)));
                }
            }
            Object::Gone { .. } => {}
        }
    }
    if answers {
        out.extend((0..input.answers.len() + 1).map(Slot::Answer));
    }
    out
}

/// A number of an input.
pub(super) fn get(input: &Input, slot: Slot) -> Option<Int> {
    let value = match slot {
        Slot::Var(v, _) => input.env.get(v)?.as_ref()?,
        Slot::Value(o, i, _) => input.heap.get(o)?.values().get(i)?,
        Slot::Answer(i) => return input.answers.get(i).cloned(),
    };
    if let Value::Int(n) = value { Some(n.clone()) } else { None }
}

/// Changes a number of an input.
pub(super) fn set(input: &mut Input, slot: Slot, value: Int) {
    let within = |word: Option<Word>, value: &Int| word.map_or(value.clone(), |word| word.wrap(value));
    match slot {
        Slot::Var(v, word) => {
            if let Some(place) = input.env.get_mut(v) {
                *place = Some(Value::Int(within(word, &value)));
            }
        }
        Slot::Value(o, i, word) => {
            let values = input.heap.objects.get_mut(o.0 as usize).map(Object::values_mut);
            if let Some(place @ Value::Int(_)) = values.and_then(|v| v.get_mut(i)) {
                *place = Value::Int(within(word, &value));
            }
        }
        Slot::Answer(i) => {
            if i == input.answers.len() {
                input.answers.push(value);
            } else if let Some(place) = input.answers.get_mut(i) {
                *place = value;
            }
        }
    }
}
