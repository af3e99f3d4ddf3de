//! C files, mutated: whatever the text is, there is an answer.
//!
//! Directives are taken out before a case runs, and what headers would declare is put in, so that no other program is
//! needed. Besides the corpus, random files are mutated (`testkit::c_programs`).

use front_c::types::DataModel;
use imperative::machine::{Heap, Limits, Object, Options, Outcome, State, Value, default_value, run};
use imperative::{Part, ProcId, Program, Type};
use source::Files;
use std::panic::resume_unwind;
use testkit::c_programs::{program, without_directives};
use workbench::SearchOptions;

/// Random files that are mutated besides those of the corpus.
const RANDOM: u64 = 40;
/// So many objects and elements are made for a run, so that a case stays fast.
const MOST: u64 = 10_000;

/// The random files.
pub fn random() -> Vec<Vec<u8>> {
    (0..RANDOM).map(|seed| program(seed).into_bytes()).collect()
}

/// Runs something on a stack of the size that the front end asks for; a panic goes on here.
fn on_its_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let thread =
        std::thread::Builder::new().stack_size(front_c::STACK).spawn(work).map_err(|e| e.to_string())?;
    thread.join().map_err(|panic| resume_unwind(panic))
}

/// Loads a file, and runs each of its functions on zeros for a while.
pub fn lower(input: &[u8]) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let text = without_directives(text);
    on_its_stack(move || lower_text(&text))?
}

fn lower_text(text: &str) -> Result<&'static str, String> {
    let mut files = Files::new();
    let file = files.add("fuzz.c", text);
    let model = if text.len().is_multiple_of(2) { DataModel::Lp64 } else { DataModel::Ilp32 };
    let options = front_c::Options { model, ..front_c::Options::default() };
    let loaded = front_c::load_preprocessed(&files, file, None, &options);
    super::sessions::messages(&loaded.diagnostics, &files)?;
    let Some(program) = loaded.program else {
        let erred = loaded.diagnostics.iter().any(source::Diagnostic::is_error);
        return if erred { Ok("refused") } else { Err("no program, and no error".into()) };
    };
    if let Some(unit) = &loaded.unit {
        let _ = front_c::tree::print(unit);
    }
    let _ = imperative::print(&program);
    let mut word = "nothing to run";
    for id in program.proc_ids().take(20) {
        if program.proc(id).is_some_and(|p| p.hidden) {
            continue;
        }
        let Some(state) = zeros(&program, id) else { continue };
        let limits = Limits { steps: 1_000, depth: 50, memory: 50_000, bits: 10_000 };
        let done = run(&program, id, state, &Options { limits, points: true, dataflow: true, leaks: true });
        word = match done.outcome {
            Outcome::Ok => "ran",
            Outcome::Error { .. } => "erred",
            Outcome::Undetermined { why, .. } if why.contains("not supported") => "unsupported",
            // Of an address that has gone round nobody can tell what lies there.
            Outcome::Undetermined { why, .. } if why.contains("than memory reaches") => "unsupported",
            Outcome::Undetermined { why, .. } => return Err(format!("a run without a meaning: {why}")),
            Outcome::Excluded { .. } | Outcome::Limit { .. } => "stopped",
        };
    }
    Ok(word)
}

/// A state in which pointers are null, numbers are zero, and structs and globals are there.
fn zeros(program: &Program, id: ProcId) -> Option<State> {
    let proc = program.proc(id)?;
    let mut state = State::new(program, id);
    for param in &proc.params {
        let ty = &proc.var(*param)?.ty;
        let value = match ty {
            Type::Ref(_) => made(program, &mut state.heap, ty, 0, &mut { MOST })?,
            other => default_value(other),
        };
        state.set(*param, value);
    }
    Some(state)
}

/// An object of zeros with its parts; nothing if it is too large.
fn made(program: &Program, heap: &mut Heap, ty: &Type, length: u64, room: &mut u64) -> Option<Value> {
    *room = room.checked_sub(length + 1)?;
    let types: Vec<Type> = match ty {
        Type::Ref(s) => program.structs.get(s.index())?.fields.iter().map(|f| f.ty.clone()).collect(),
        Type::Array(element) => vec![(**element).clone(); length as usize],
        _ => return None,
    };
    let mut values = Vec::new();
    for ty in &types {
        values.push(match ty {
            Type::Part(part) => {
                let length = if let Part::Array(_, n) = &**part { *n } else { 0 };
                made(program, heap, &part.reference(), length, room)?
            }
            other => default_value(other),
        });
    }
    Some(Value::Ref(match ty {
        Type::Array(element) => heap.add(Object::Array { element: (**element).clone(), values, first: 0 }),
        Type::Ref(s) => heap.cell(*s, values),
        _ => return None,
    }))
}

/// Generates tests within small bounds, runs them again, and writes them as C.
pub fn generate(input: &[u8]) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let text = without_directives(text);
    on_its_stack(move || generate_text(&text))?
}

fn generate_text(text: &str) -> Result<&'static str, String> {
    let search = SearchOptions {
        loops: Some(1),
        depth: Some(3),
        max_cells: Some(4),
        limit: Some(30),
        ..SearchOptions::default()
    };
    super::sessions::generate(&front_c::LANGUAGE, "fuzz.c", text, None, &search)
}
