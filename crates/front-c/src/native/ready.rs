//! Suites of C programs as C: see [`crate::emit`].
//!
//! As for other languages, a test is run before it is written, so that what is expected is at hand as a state in which
//! the objects of the input are the same ones before and after.

use crate::emit::{Case, Emitted, Expected, Notice, Subject, emit, include_name};
use crate::language::Text;
use imperative::machine::{self, Heap, Object, ObjectId, Options, State, Touched, Value};
use imperative::{ErrorKind, Program, StructId, Type};
use language::entries;
use source::Span;
use suite::{Suite, Test, Verdict, patient, restore, run_test};

/// A test with what is expected of it.
pub(crate) struct Ready<'t> {
    /// The test.
    pub test: &'t Test,
    /// The name that it has in C.
    pub name: String,
    /// What is called.
    pub entry: imperative::ProcId,
    /// On what.
    pub input: State,
    /// What comes of it.
    pub expected: Wanted,
}

/// What is expected of a test; the objects of the input have the numbers there that they have in the input.
pub(crate) enum Wanted {
    /// It returns.
    Ok(Option<Value>, Heap),
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
            _ => Wanted::Ok(run.result, run.state.heap),
        }
    }
}

/// The tests of a suite as one C file that includes the program under a name.
///
/// # Errors
///
/// Which test cannot be written, and why; or that the program has a name that C cannot include.
pub(crate) fn emit_suite(
    text: &Text,
    program: &Program,
    suite: &Suite,
    include: &str,
) -> Result<Emitted, String> {
    let mut ready = Vec::new();
    for test in &suite.tests {
        ready.push(one(program, test).map_err(|why| format!("{}: {why}", test.name))?);
    }
    emit_ready(text, program, &ready.iter().collect::<Vec<_>>(), include)
}

/// Must a test of a function find the program as it starts? Such tests are written first.
pub(crate) fn needs_a_start(text: &Text, entry: imperative::ProcId) -> bool {
    text.layout.procs.get(entry.index()).is_some_and(|info| info.fresh)
}

/// The same for tests of which it is known what to expect.
pub(crate) fn emit_ready(
    text: &Text,
    program: &Program,
    ready: &[&Ready<'_>],
    include: &str,
) -> Result<Emitted, String> {
    let Text { unit, layout } = text;
    let mut cases = Vec::new();
    for r in ready {
        let info = layout.procs.get(r.entry.index()).ok_or("a function that is not there")?;
        let function = info.function.ok_or("a function of the library")?;
        let args = info.params.iter().map(|p| p.var.and_then(|v| r.input.get(v).cloned())).collect();
        let expected = match &r.expected {
            Wanted::Error(kind, memory, span, heap) => Expected::Error {
                span: *span,
                kind: *kind,
                notice: match memory {
                    Touched::Outside(array, _) if is_member(program, layout.globals, heap, *array) => {
                        Notice::Never
                    }
                    Touched::Outside(array, away) if is_far(heap, *array, *away) => Notice::Perhaps,
                    Touched::Nothing => Notice::Perhaps,
                    _ => Notice::Usual,
                },
            },
            Wanted::Ok(result, heap) => Expected::Ok(result.clone(), heap),
        };
        cases.push(Case {
            name: r.name.clone(),
            comment: format!("{}: {}", r.test.entry, r.test.condition),
            function,
            args,
            globals: info.globals.and_then(|v| r.input.get(v).cloned()),
            before: &r.input.heap,
            answers: &r.input.answers,
            expected,
        });
    }
    let include = include_name(include)?;
    Ok(emit(&Subject { unit, program, layout, include }, &cases))
}

/// Bytes around an object that sanitizers watch, at least: gcc fills small variables up to 16 or 32 bytes, and has at least 32 more
/// around larger ones.
fn watched(bytes: u64) -> u64 {
    match bytes {
        0..=4 => 16 - bytes,
        5..=16 => 32 - bytes,
        _ => 32,
    }
}

/// Does a place so many elements away from an array lie behind what is watched? There it is memory like any other.
fn is_far(heap: &Heap, array: ObjectId, away: u64) -> bool {
    let count = heap.get(array).map_or(0, |o| o.values().len()) as u64;
    // Even memory of no size has a byte.
    if count == 0 {
        return true;
    }
    let size = match heap.get(array).map(Object::ty) {
        Some(Type::Array(element)) => match *element {
            Type::Word(w) => u64::from(w.bits).div_ceil(8),
            Type::Bool => 1,
            _ => 8,
        },
        _ => 8,
    };
    away.saturating_mul(size) > watched(count.saturating_mul(size))
}

/// Is an array a member of a struct, or a part of one? Behind it lies something else of the same object. Globals are no members:
/// each is an object of its own.
fn is_member(program: &Program, globals: Option<StructId>, heap: &Heap, mut array: ObjectId) -> bool {
    while let Some(owner) = heap.owner(program, array) {
        match heap.get(owner) {
            Some(Object::Cell { of, .. }) => return Some(*of) != globals,
            _ => array = owner,
        }
    }
    false
}

fn one<'t>(program: &Program, test: &'t Test) -> Result<Ready<'t>, String> {
    let entry = *entries(program, Some(&test.entry))?.first().ok_or("there is nothing to run")?;
    let (input, _) = restore(program, entry, test.input()?)?;
    match run_test(program, entry, test, &Options { limits: patient(), ..Options::default() }) {
        (Verdict::Passed, Some(run)) => {
            Ok(Ready { test, name: test.name.clone(), entry, input, expected: Wanted::of(run) })
        }
        (Verdict::Failed(why) | Verdict::Invalid(why), _) => Err(why),
        (Verdict::Passed, None) => Err("it could not be run".into()),
    }
}
