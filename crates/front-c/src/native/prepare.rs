//! The tests of a suite, ready to be written as C.
//!
//! A test that the program passes on the machine here expects what came out there, object by object. One that it does
//! not pass expects what the suite recorded: of a record it is known which objects are those that parameters lead to, and
//! what their parts are; all others are looked at through the pointers that lead to them.
//!
//! ```text
//! recorded   head → a1: node(value: 4, next: a2)   a2: node(value: 5, next: nil)
//! expected   a1.value == 4, n1 = a1.next, n1 != NULL, n1->value == 5, n1->next == NULL
//! ```

use super::compiler::{GUARD, GUARD_FILE};
use super::ready::{Ready, Wanted, emit_ready, needs_a_start};
use crate::language::Text;
use imperative::machine::{Heap, Object, ObjectId, Options, State, Touched, Value};
use imperative::{ProcId, Program};
use language::entries;
use language::native::{NativeOptions, NativeRan, NativeStatus, NativeTrouble, WriteFile};
use std::collections::BTreeMap;
use suite::{Fault, Suite, Test, Verdict, patient, restore, run_test};

/// A test with its place in the suite.
pub(super) struct Placed<'t> {
    pub place: usize,
    pub name: String,
    pub ready: Ready<'t>,
}

/// The tests of a suite: those that can be compiled, and what is wrong with the others.
pub(super) struct Prepared<'t> {
    pub ready: Vec<Placed<'t>>,
    wrong: Vec<(usize, String)>,
}

impl Prepared<'_> {
    /// What is known before anything is run: nothing, but of tests that do not fit.
    pub fn refused(&self, suite: &Suite) -> Vec<Option<NativeStatus>> {
        let mut statuses = vec![None; suite.tests.len()];
        for (place, why) in &self.wrong {
            let why = format!("it does not fit the program: {why}");
            set(&mut statuses, *place, NativeStatus::Failed(why));
        }
        statuses
    }

    /// The tests by name with what came of them.
    pub fn named(suite: &Suite, statuses: Vec<Option<NativeStatus>>) -> Vec<NativeRan> {
        let unknown = || NativeStatus::Failed("nothing was heard of it".into());
        let pairs = suite.tests.iter().zip(statuses);
        pairs.map(|(t, s)| NativeRan { name: t.name.clone(), status: s.unwrap_or_else(unknown) }).collect()
    }
}

/// Notes what came of a test.
pub(super) fn set(statuses: &mut [Option<NativeStatus>], place: usize, status: NativeStatus) {
    if let Some(slot) = statuses.get_mut(place) {
        *slot = Some(status);
    }
}

/// Makes the tests of a suite ready.
pub(super) fn prepare<'t>(text: &Text, program: &Program, suite: &'t Suite) -> Prepared<'t> {
    let mut out = Prepared { ready: Vec::new(), wrong: Vec::new() };
    for (place, test) in suite.tests.iter().enumerate() {
        let known = suite.tests.get(..place).unwrap_or(&[]).iter().any(|t| t.name == test.name);
        let made = match known {
            true => Err(format!("there is another test with the name `{}`", test.name)),
            false => one(program, test),
        };
        match made {
            Ok((entry, input, expected)) => {
                // Suites are made by people, too, who like other names than C does.
                let plain = test.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                let name = if plain { test.name.clone() } else { format!("number_{}", place + 1) };
                let ready = Ready { test, name: name.clone(), entry, input, expected };
                out.ready.push(Placed { place, name, ready });
            }
            Err(why) => out.wrong.push((place, why)),
        }
    }
    // In the order in which they are written.
    out.ready.sort_by_key(|placed| !needs_a_start(text, placed.ready.entry));
    out
}

fn one(program: &Program, test: &Test) -> Result<(ProcId, State, Wanted), String> {
    let entry = *entries(program, Some(&test.entry))?.first().ok_or("there is nothing to run")?;
    let (input, _) = restore(program, entry, test.input()?)?;
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
        Some(Fault::Thrown(text)) => return Err(format!("there is no error `{text}`")),
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
    Ok(Wanted::Ok(result.as_ref().map(moved), heap))
}

/// A file of tests that lies in the folder.
pub(super) struct Written {
    /// Its name without an ending.
    pub stem: String,
    /// The names of its tests, in the order in which they are run.
    pub names: Vec<String>,
    /// The tests that C has no words for, and why.
    pub left_out: Vec<(String, String)>,
}

/// Writes a file of tests, and the guard beside it.
pub(super) fn write(
    text: &Text,
    program: &Program,
    tests: &[Placed<'_>],
    options: &NativeOptions,
    round: usize,
    write: &mut WriteFile<'_>,
) -> Result<Written, NativeTrouble> {
    let ready: Vec<&Ready<'_>> = tests.iter().map(|t| &t.ready).collect();
    let path = options.program.to_str().ok_or_else(|| {
        format!("{}: the tests cannot include a file whose name is no UTF-8", options.program.display())
    })?;
    let emitted = emit_ready(text, program, &ready, path)?;
    let stem = format!("tests{round}");
    write(&format!("{stem}.c"), &emitted.text).map_err(NativeTrouble::Problem)?;
    write(GUARD_FILE, GUARD).map_err(NativeTrouble::Problem)?;
    let out = |name: &String| emitted.left_out.iter().any(|(left, _)| left == name);
    let names = tests.iter().map(|t| t.name.clone()).filter(|name| !out(name)).collect();
    let reason = |(name, why): (String, String)| (name, format!("it cannot be written in C: {why}"));
    Ok(Written { stem, names, left_out: emitted.left_out.into_iter().map(reason).collect() })
}
