//! Every file in `corpus/ada/bad` parses and has a mistake that the rules of the language forbid; its message is beside it.
//! GNAT refuses them, too. `UPDATE=1` rewrites golden files.

use crate::reading::{gnat, golden};
use language::{Language, LoadOptions};
use source::Files;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/ada/bad")
}

fn programs() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder())
        .expect("the corpus is there")
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p.extension().is_some_and(|e| e == "adb"))
        .collect();
    found.sort();
    found
}

#[test]
fn mistakes_are_told_with_their_places() {
    let programs = programs();
    assert!(programs.len() >= 40, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for path in programs {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let mut files = Files::new();
        let text = std::fs::read_to_string(&path).expect("a text");
        let file = files.add(&name, text);
        let found = match front_ada::LANGUAGE.load(&files, file, &LoadOptions::default()) {
            Ok(_) => panic!("{name} has no mistake"),
            Err(diagnostics) => diagnostics,
        };
        let said = source::render_all(&found, &files, false);
        wrong.extend(golden(&path.with_extension("out"), &said));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn gnat_refuses_them_too() {
    // A specification alone is right, but there is nothing to run in it.
    for path in programs().into_iter().filter(|p| !p.ends_with("only_spec_here.adb")) {
        match gnat(&path, "-gnatc") {
            None => return,
            Some(result) => assert!(result.is_err(), "{}", path.display()),
        }
    }
}
