//! Values for variables that a program reads and that the program of a test did not read.
//!
//! ```text
//! x := nil                                        the test knows `x` as an output, and no value of it at the start
//! if x == nil then f := 1 else f := 0; x := nil   reads `x`: the test holds whatever `x` was
//! ```
//!
//! So several values are tried, and the test passes if it does with each of them. A variable that the test does not know at
//! all is an input that it lacks.

use crate::snapshot::restore;
use crate::{Outcome, Test};
use base::{Int, Rat};
use imperative::machine::{Object, State, Value, default_value};
use imperative::{Field, ProcId, Program, Type, VarId};

/// Values of a type that are tried: what is not there or zero, and something else.
const TRIED: usize = 2;

/// The inputs of a test for a program: one, or several that differ in what the test says nothing of.
///
/// # Errors
///
/// What does not fit the program, in words.
pub fn inputs_of(program: &Program, proc: ProcId, test: &Test) -> Result<Vec<State>, String> {
    let (input, _) = restore(program, proc, test.input()?)?;
    // What a procedure is given is there to be read, so a test of one says it.
    let Some(of) = program.proc(proc).filter(|_| program.main == Some(proc)) else { return Ok(vec![input]) };
    let unread: Vec<VarId> = of
        .inputs()
        .filter(|v| input.get(*v).is_none() && of.var(*v).is_some_and(|var| is_known(test, &var.name)))
        .collect();
    if unread.is_empty() {
        return Ok(vec![input]);
    }
    let with = |round: usize| {
        let mut state = input.clone();
        for v in &unread {
            if let Some(var) = of.var(*v) {
                let value = value(program, &mut state, &var.ty, round);
                state.set(*v, value);
            }
        }
        state
    };
    Ok((0..TRIED).map(with).collect())
}

/// The first of the inputs of a test for a program.
///
/// # Errors
///
/// What does not fit the program, in words.
pub fn input_of(program: &Program, proc: ProcId, test: &Test) -> Result<State, String> {
    inputs_of(program, proc, test)?
        .into_iter()
        .next()
        .ok_or_else(|| "there is nothing to run it on".to_string())
}

/// Whether a test mentions a variable of which it has no value at the start. After an error it has no output that could
/// name it.
fn is_known(test: &Test, name: &str) -> bool {
    match (&test.outcome, test.state()) {
        (Outcome::Error { .. }, _) => true,
        (_, Some(state)) => state.output.env.iter().any(|(known, _)| known == name),
        (_, None) => false,
    }
}

/// A value of a type.
fn value(program: &Program, state: &mut State, ty: &Type, round: usize) -> Value {
    if round == 0 {
        return default_value(ty);
    }
    match ty {
        Type::Int => Value::int(1),
        Type::Word(word) => Value::Int(word.nearest(&Int::ONE)),
        Type::Real => Value::Real(Rat::from(1)),
        Type::Bool => Value::Bool(true),
        Type::Ref(of) => {
            let fields = program.struct_of(*of).map_or(&[][..], |s| s.fields.as_slice());
            let cell = state.heap.cell(*of, fields.iter().map(|f| default_value(&f.ty)).collect());
            // A cell that leads to itself is as far from nil as can be.
            let own = |field: &Field| field.ty == *ty;
            let values = fields
                .iter()
                .map(|field| if own(field) { Value::Ref(cell) } else { default_value(&field.ty) })
                .collect();
            if let Some(object) = state.heap.objects.get_mut(cell.index()) {
                object.set_values(values);
            }
            Value::Ref(cell)
        }
        Type::Array(element) => {
            let values = vec![default_value(element)];
            Value::Ref(state.heap.add(Object::Array { element: (**element).clone(), values, first: 0 }))
        }
        Type::Pointer(_) | Type::Part(_) => default_value(ty),
    }
}
