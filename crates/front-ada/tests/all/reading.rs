//! What the tests share: the files of a folder, golden files, parsing what must be right.

use front_ada::syntax::ast::{Compilation, Place};
use source::Files;
use std::path::{Path, PathBuf};
use std::time::Duration;
pub use testkit::golden::golden;
use tools::Tool;

/// A folder beside this one.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The Ada files of a folder with their names, in order.
pub fn files_in(name: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = std::fs::read_dir(folder(name))
        .expect("the folder exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "adb" || e == "ads" || e == "ada"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("UTF-8"))
        })
        .collect();
    found.sort();
    found
}

/// The tree of a text, and the messages that it gets.
pub fn parse(name: &str, text: &str) -> (Option<Compilation>, String) {
    let mut files = Files::new();
    let file = files.add(name, text);
    let parsed = front_ada::syntax::parse(&files, file);
    for problem in &parsed.diagnostics {
        assert!(problem.place().is_some(), "{name}: a message without a place");
    }
    let errors = parsed.diagnostics.iter().any(source::Diagnostic::is_error);
    assert_eq!(errors, parsed.tree.is_none(), "{name}: a tree, or an error");
    (parsed.tree, source::render_all(&parsed.diagnostics, &files, false))
}

/// The tree of a text that is right.
pub fn right(name: &str, text: &str) -> Compilation {
    let (tree, messages) = parse(name, text);
    tree.unwrap_or_else(|| panic!("{name}:\n{messages}\n{text}"))
}

/// The text of a file; `None` if it is no UTF-8.
pub fn read_text(path: &Path) -> Option<String> {
    String::from_utf8(std::fs::read(path).ok()?).ok()
}

/// A place for trees that come from no text.
pub fn nowhere() -> Place {
    let mut files = Files::new();
    let file = files.add("nowhere", "");
    Place(files.span(file, 0, 0))
}

/// A folder for files that tests write.
pub fn scratch() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gnat");
    std::fs::create_dir_all(&scratch).expect("writable");
    scratch
}

/// Runs GNAT on a file; `None` without it. What it says of a file that it accepts are warnings.
///
/// `-gnatc` checks everything, `-gnats` only the syntax.
pub fn gnat(path: &Path, mode: &str) -> Option<Result<(), String>> {
    testkit::require::program("gnatmake", "Ada programs checked by GNAT")?;
    let output = Tool::new("gcc")
        .args(["-c", mode, "-gnat2022", "-gnatW8", "-x", "ada"])
        .arg(format!("-I{}", folder("programs").display()))
        .arg(path)
        .directory(scratch())
        .time_limit(Duration::from_secs(60))
        .run()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(if output.status.success() { Ok(()) } else { Err(said) })
}
