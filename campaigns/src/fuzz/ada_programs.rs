//! Ada files, mutated: whatever the text is, there is an answer.
//!
//! Besides the corpus, random packages are mutated (`testkit::ada_programs`); a package and its body are one text here.

use imperative::machine::{Limits, Options, Outcome, empty_input, run};
use language::{Language, LoadOptions, Model};
use source::Files;
use std::panic::resume_unwind;
use testkit::ada_programs::package;
use workbench::SearchOptions;

/// Random packages that are mutated besides the files of the corpus.
const RANDOM: u64 = 30;
/// The stack that any text can be checked on.
const STACK: usize = 64 << 20;

/// The random files.
pub fn random() -> Vec<Vec<u8>> {
    (0..RANDOM).map(package).map(|p| format!("{}\n{}", p.spec, p.body).into_bytes()).collect()
}

/// Runs something on a large stack; a panic goes on here.
fn on_its_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work).map_err(|e| e.to_string())?;
    thread.join().map_err(|panic| resume_unwind(panic))
}

/// Loads a file, and runs each of its subprograms on zeros for a while.
pub fn lower(input: &[u8]) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let text = text.to_string();
    on_its_stack(move || lower_text(&text))?
}

fn lower_text(text: &str) -> Result<&'static str, String> {
    let mut files = Files::new();
    let file = files.add("fuzz.adb", text);
    let loaded = front_ada::LANGUAGE.load(&files, file, &LoadOptions::default());
    let (problems, program) = match loaded {
        Ok(loaded) => (loaded.warnings, Some(loaded.model)),
        Err(problems) => (problems, None),
    };
    super::sessions::messages(&problems, &files)?;
    let Some(Model::Imperative(loaded)) = program else {
        let erred = problems.iter().any(source::Diagnostic::is_error);
        return if erred { Ok("refused") } else { Err("no program, and no error".into()) };
    };
    let program = &loaded.program;
    let _ = imperative::print(program);
    let mut word = "nothing to run";
    for id in program.proc_ids().take(20) {
        if program.proc(id).is_some_and(|p| p.hidden) {
            continue;
        }
        let Some(state) = empty_input(program, id) else { continue };
        let limits = Limits { steps: 1_000, depth: 50, memory: 50_000, bits: 10_000 };
        let done = run(program, id, state, &Options { limits, points: true, dataflow: true, leaks: false });
        word = match done.outcome {
            Outcome::Ok => "ran",
            Outcome::Error { .. } => "erred",
            Outcome::Undetermined { why, .. } if why.contains("not supported") => "unsupported",
            Outcome::Undetermined { why, .. } => return Err(format!("a run without a meaning: {why}")),
            Outcome::Excluded { .. } | Outcome::Limit { .. } => "stopped",
        };
    }
    Ok(word)
}

/// A search that ends soon, after so many paths or tests.
fn bounded(limit: usize) -> SearchOptions {
    SearchOptions {
        loops: Some(1),
        depth: Some(3),
        max_cells: Some(4),
        limit: Some(limit),
        ..SearchOptions::default()
    }
}

/// The states of its paths, with value-sets and pictures, must come out.
pub fn trace(input: &[u8]) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let text = text.to_string();
    on_its_stack(move || {
        let search = bounded(20);
        super::sessions::trace(&front_ada::LANGUAGE, "fuzz.adb", &text, &search)
    })?
}

/// The same, and tests that are found for it must be what they say.
pub fn generate(input: &[u8]) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let text = text.to_string();
    on_its_stack(move || {
        let search = bounded(30);
        super::sessions::generate(&front_ada::LANGUAGE, "fuzz.adb", &text, None, &search)
    })?
}
