//! What is expected of a test, over the objects of its input.
//!
//! A test that the program passes on the machine here expects what came out there, object by object. One that it does
//! not pass expects what the suite recorded: of a record it is known which objects are those that parameters lead to, and
//! what their parts are; all others are looked at through the pointers that lead to them.

use crate::entries;
use imperative::machine::{self, Heap, Object, ObjectId, Options, State, Touched, Value};
use imperative::{ErrorKind, ProcId, Program};
use source::Span;
use std::collections::BTreeMap;
use suite::{Fault, Test, Verdict, input_of, patient, restore, run_test};

/// What is expected of a test; the objects of the input have the numbers there that they have in the input.
pub enum Wanted {
    /// It returns: the result, and the state then.
    Ok(Option<Value>, State),
    /// It ends in an error; what that had to do with memory, and the objects then.
    Error(ErrorKind, Touched, Span, Heap),
}

impl Wanted {
    /// What came of a run.
    pub fn of(run: machine::Run) -> Wanted {
        match run.outcome {
            machine::Outcome::Error { kind, memory, span, .. } => {
                Wanted::Error(kind, memory, span, run.state.heap)
            }
            _ => Wanted::Ok(run.result, run.state),
        }
    }
}

/// What a test is run on, and what is expected of it, which must be what comes out now.
///
/// # Errors
///
/// Why it does not fit the program, or what comes out instead.
pub fn passing(program: &Program, test: &Test) -> Result<(ProcId, State, Wanted), String> {
    let entry = *entries(program, Some(&test.entry))?.first().ok_or("there is nothing to run")?;
    let input = input_of(program, entry, test)?;
    match run_test(program, entry, test, &Options { limits: patient(), ..Options::default() }) {
        (Verdict::Passed, Some(run)) => Ok((entry, input, Wanted::of(run))),
        (Verdict::Failed(why) | Verdict::Invalid(why), _) => Err(why),
        (Verdict::Passed, None) => Err("it could not be run".into()),
    }
}

/// What a test is run on, and what is expected of it, whether the program passes it or not.
///
/// # Errors
///
/// Why it does not fit the program.
pub fn expected(program: &Program, test: &Test) -> Result<(ProcId, State, Wanted), String> {
    let entry = *entries(program, Some(&test.entry))?.first().ok_or("there is nothing to run")?;
    let input = input_of(program, entry, test)?;
    let expected = match run_test(program, entry, test, &Options { limits: patient(), ..Options::default() })
    {
        (Verdict::Invalid(why), _) => return Err(why),
        (Verdict::Passed, Some(run)) => Wanted::of(run),
        _ => recorded(program, entry, test, &input)?,
    };
    Ok((entry, input, expected))
}

/// What the suite recorded, over the objects of the input.
fn recorded(program: &Program, entry: ProcId, test: &Test, input: &State) -> Result<Wanted, String> {
    let of = program.proc(entry).ok_or("there is no such procedure")?;
    match test.outcome.fault() {
        Some(Fault::Kind(kind)) => {
            return Ok(Wanted::Error(*kind, Touched::Usual, of.span, Heap::default()));
        }
        Some(Fault::Thrown(text)) => {
            let kind = program.error_called(text).ok_or_else(|| format!("there is no error `{text}`"))?;
            return Ok(Wanted::Error(kind, Touched::Usual, of.span, Heap::default()));
        }
        None => {}
    }
    let output = test.state().map(|state| &state.output).ok_or("it is a test of a logic program")?;
    let (end, result) = restore(program, entry, output).map_err(|why| format!("output: {why}"))?;
    // The same parameter leads to the same object at the end, and that has the same parts.
    let mut same: BTreeMap<ObjectId, ObjectId> = BTreeMap::new();
    let mut waiting: Vec<(ObjectId, ObjectId)> = Vec::new();
    let object = |state: &State, v| state.get(v).and_then(Value::as_ref);
    waiting.extend(of.params.iter().filter_map(|v| object(&end, *v).zip(object(input, *v))));
    while let Some((then, now)) = waiting.pop() {
        if same.insert(then, now).is_none()
            && let (Some(then), Some(now)) = (end.heap.get(then), input.heap.get(now))
        {
            waiting.extend(then.parts(program).into_iter().zip(now.parts(program)));
        }
    }
    let mut heap = Heap::default();
    // Of an object that nothing leads to at the end nothing was recorded.
    for object in &input.heap.objects {
        heap.add(Object::Gone { ty: object.ty(), left: Vec::new() });
    }
    for (i, object) in end.heap.objects.iter().enumerate() {
        let id = ObjectId(i as u32);
        same.entry(id).or_insert_with(|| heap.add(object.clone()));
    }
    let moved = |value: &Value| match value {
        Value::Ref(o) => Value::Ref(same.get(o).copied().unwrap_or(*o)),
        Value::Pointer(o, i) => Value::Pointer(same.get(o).copied().unwrap_or(*o), *i),
        other => other.clone(),
    };
    for (i, object) in end.heap.objects.iter().enumerate() {
        let mut object = object.clone();
        let values = object.values().iter().map(moved).collect();
        object.set_values(values);
        let place = same.get(&ObjectId(i as u32)).and_then(|id| heap.objects.get_mut(id.index()));
        if let Some(place) = place {
            *place = object;
        }
    }
    let env = end.env.iter().map(|value| value.as_ref().map(moved)).collect();
    let end = State { env, heap, answers: Vec::new() };
    Ok(Wanted::Ok(result.as_ref().map(moved), end))
}
