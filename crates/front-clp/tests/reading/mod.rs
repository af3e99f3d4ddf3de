//! What the tests share: finding the corpus, golden files, clauses as text.
#![allow(dead_code)]

use front_clp::{Item, Text};
use std::path::{Path, PathBuf};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The programs of a folder with their names, in order.
pub fn programs(folder: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = std::fs::read_dir(root().join(folder))
        .expect("the corpus exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|e| e == "pl"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("UTF-8"))
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

/// A clause in canonical form.
pub fn canonical(text: &Text, item: &Item) -> String {
    match item {
        Item::Bad(problem) => format!("error {}", problem.message),
        Item::Clause(found) | Item::Directive(found) => {
            let names = logic::canonical_names(&text.terms, found.term);
            format!("read {}", logic::Writer::new(&text.terms).names(&names).text(found.term))
        }
    }
}

/// The clauses of a text in canonical form.
pub fn lines(text: &str) -> Vec<String> {
    let read = front_clp::read_text(text);
    read.items.iter().map(|item| canonical(&read, item)).collect()
}
