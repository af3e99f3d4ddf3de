//! What the tests share: the sample programs, golden files, and parsing.

use front_mercury::syntax::ast::{Place, Tree};
use front_mercury::syntax::{Module, collect, parse};
use source::{Diagnostic, Files};
use std::path::{Path, PathBuf};

/// A folder of sample programs.
pub fn folder(name: &str) -> PathBuf {
    testkit::golden::root().join("corpus/mercury").join(name)
}

/// The programs of a folder: their names and texts.
pub fn programs(name: &str) -> Vec<(String, String)> {
    testkit::golden::texts(&folder(name), "m").into_iter().map(|(name, _, text)| (name, text)).collect()
}

/// Compares what was found for a sample with its golden file.
pub fn golden(folder: &Path, name: &str, ending: &str, found: &str) -> Option<String> {
    testkit::golden::golden(&folder.join(format!("{name}.{ending}")), found)
}

/// The tree of a text with the messages of parsing.
pub fn tree(name: &str, text: &str) -> (Tree, Vec<Diagnostic>, Files) {
    let mut files = Files::new();
    let file = files.add(name, text);
    let parsed = parse(&files, file);
    for problem in &parsed.diagnostics {
        assert!(problem.place().is_some(), "{name}: a message without a place");
    }
    (parsed.tree, parsed.diagnostics, files)
}

/// The tree of a text that has no mistake.
pub fn right(name: &str, text: &str) -> Tree {
    let (tree, problems, files) = tree(name, text);
    let shown = source::render_all(&problems, &files, false);
    assert!(!problems.iter().any(Diagnostic::is_error), "{name}:\n{shown}\n{text}");
    tree
}

/// The module of a text, with all messages as text.
pub fn module(name: &str, text: &str) -> (Module, String) {
    let (tree, mut problems, files) = tree(name, text);
    let (module, more) = collect(tree);
    for problem in &more {
        assert!(problem.place().is_some(), "{name}: a message without a place");
    }
    problems.extend(more);
    problems.sort_by_key(|problem| problem.place());
    (module, source::render_all(&problems, &files, false))
}

/// A place for trees that come from no text.
pub fn nowhere() -> Place {
    let mut files = Files::new();
    let file = files.add("nowhere", "");
    Place(files.span(file, 0, 0))
}
