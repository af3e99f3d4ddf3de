//! What the tests share: checking a text on a thread with a large stack, and calling the compiler.
#![allow(dead_code)]

pub mod lowered;
pub mod sanitized;
pub mod verify;

use front_c::tree::Unit;
use front_c::types::DataModel;
use front_c::{Checked, Options};
use source::Files;
use std::path::{Path, PathBuf};
use tools::Tool;

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The C files of the corpus with their names, in order.
pub fn corpus() -> Vec<(String, PathBuf, String)> {
    files_in("corpus/c")
}

/// The C files of a folder.
pub fn files_in(folder: &str) -> Vec<(String, PathBuf, String)> {
    let mut found: Vec<(String, PathBuf, String)> = std::fs::read_dir(root().join(folder))
        .expect("the corpus exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            (name, path, text)
        })
        .collect();
    found.sort();
    found
}

/// Compares with a golden file, or writes it with `UPDATE=1`. Returns what is wrong.
pub fn golden(path: &Path, found: &str) -> Option<String> {
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(path, found).expect("writable");
        return None;
    }
    let expected = std::fs::read_to_string(path).unwrap_or_default();
    (expected != found).then(|| format!("== {}: expected\n{expected}== found\n{found}", path.display()))
}

/// Whether there is a C compiler. It must be there if `GLASSBOX_REQUIRE_TOOLS=1`.
pub fn have_cc() -> bool {
    let found = tools::find("cc").is_some();
    let required = std::env::var_os("GLASSBOX_REQUIRE_TOOLS").is_some_and(|value| value == "1");
    assert!(found || !required, "cc is not installed");
    found
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
    let folder = std::env::temp_dir().join(format!("front-c-{name}-{}", std::process::id()));
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
