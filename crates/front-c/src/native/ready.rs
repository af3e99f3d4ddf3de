//! Suites of C programs as C: see [`crate::emit`].
//!
//! As for other languages, a test is run before it is written, so that what is expected is at hand as a state in which
//! the objects of the input are the same ones before and after.

use crate::emit::{Case, Emitted, Expected, Notice, Subject, emit, include_name};
use crate::language::Text;
use imperative::machine::{Heap, Object, ObjectId, State, Touched};
use imperative::{Program, StructId, Type};
use language::native::{Wanted, passing};
use suite::{Suite, Test};

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

/// Whether a test of a function needs a program that has just started. Such tests are written first.
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
            Wanted::Ok(result, end) => Expected::Ok(result.clone(), &end.heap),
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

/// Whether a place `away` elements from an array lies behind what sanitizers watch. There it is memory like any other.
fn is_far(heap: &Heap, array: ObjectId, away: u64) -> bool {
    let count = heap.get(array).map_or(0, |o| o.values().len()) as u64;
    // Even memory of no size has a byte.
    if count == 0 {
        return true;
    }
    let size = match heap.get(array).map(Object::ty) {
        Some(Type::Array(element)) => match *element {
            Type::Word(w) => u64::from(w.bits().unwrap_or(64)).div_ceil(8),
            Type::Bool => 1,
            _ => 8,
        },
        _ => 8,
    };
    away.saturating_mul(size) > watched(count.saturating_mul(size))
}

/// Whether an array is a member of a struct, or a part of one. Behind it lies something else of the same object.
/// Globals are no members: each is an object of its own.
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
    let (entry, input, expected) = passing(program, test)?;
    Ok(Ready { test, name: test.name.clone(), entry, input, expected })
}
