//! What the tests share: checking a text on a thread with a large stack, and calling the compiler.

pub mod lowered;
pub mod sanitized;
pub mod verify;

use front_c::tree::Unit;
use front_c::types::DataModel;
use front_c::{Checked, Options};
use source::Files;
use std::path::{Path, PathBuf};
use testkit::golden::texts;
pub use testkit::golden::{golden, root};
use tools::Tool;

/// The C files of the corpus with their names, in order.
pub fn corpus() -> Vec<(String, PathBuf, String)> {
    files_in("corpus/c")
}

/// The C files of a folder.
pub fn files_in(folder: &str) -> Vec<(String, PathBuf, String)> {
    texts(&root().join(folder), "c")
}

/// Whether there is a C compiler; what is skipped without it is said.
pub fn have_cc() -> bool {
    let thread = std::thread::current();
    testkit::require::program("cc", thread.name().unwrap_or("a test of C")).is_some()
}

/// Runs something on a thread with the stack that checking needs.
pub fn deep<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(front_c::STACK).spawn(work).expect("a thread");
    thread.join().expect("no panic")
}

/// Checks a text of its own, with the compiler if it needs one.
pub fn check(text: &str, model: DataModel) -> (Files, Checked) {
    let text = text.to_string();
    deep(move || {
        let mut files = Files::new();
        let file = files.add("test.c", text);
        let options = Options { model, ..Options::default() };
        let checked = front_c::check(&files, file, Path::new("test.c"), &options);
        (files, checked)
    })
}

/// The tree of a text that must be right.
pub fn unit(text: &str) -> Unit {
    let (files, checked) = check(text, DataModel::Lp64);
    match checked.unit {
        Some(unit) => unit,
        None => panic!("{}\n{text}", source::render_all(&checked.diagnostics, &files, false)),
    }
}

/// The first lines of the messages with their places: `3:5 error: …`.
pub fn messages(text: &str) -> Vec<String> {
    let (files, checked) = check(text, DataModel::Lp64);
    checked
        .diagnostics
        .iter()
        .map(|problem| {
            let place = files.place(problem.place().expect("a place")).expect("a file").1;
            let kind = problem.severity.word();
            format!("{}:{} {kind}: {}", place.line, place.column, problem.message)
        })
        .collect()
}

/// Compiles and runs a program; what it prints.
pub fn run_c(name: &str, text: &str) -> String {
    let folder = testkit::golden::scratch(name);
    std::fs::create_dir_all(&folder).expect("writable");
    let program = folder.join("a.out");
    let built = Tool::new("cc")
        .args(["-std=gnu11", "-w", "-x", "c", "-", "-o"])
        .arg(&program)
        .stdin(text.as_bytes().to_vec())
        .run()
        .expect("cc runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = Tool::new(program.to_string_lossy()).run().expect("the program runs");
    std::fs::remove_dir_all(&folder).expect("ours");
    String::from_utf8(output.stdout).expect("UTF-8")
}
