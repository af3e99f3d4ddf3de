//! Every program in `corpus/c` is checked without an error; of some the tree is compared with a golden file.
//! `UPDATE=1` rewrites those.

use crate::reading;

use front_c::tree::{StmtKind, Unit};
use front_c::types::DataModel;
use front_c::{Options, tree};
use reading::verify::flaws;
use reading::{corpus, deep, files_in, golden, have_cc, root};
use source::Files;
use std::path::PathBuf;

/// Programs whose tree is looked at.
const SHOWN: &[&str] = &["list", "machine", "hash", "stack", "matrix"];

fn load(path: PathBuf, text: String, model: DataModel) -> Result<(Files, Unit), String> {
    deep(move || {
        let mut files = Files::new();
        let file = files.add(path.to_string_lossy(), text);
        let options = Options { model, ..Options::default() };
        let checked = front_c::check(&files, file, &path, &options);
        let said = source::render_all(&checked.diagnostics, &files, false);
        match checked.unit {
            Some(unit) if checked.diagnostics.is_empty() => Ok((files, unit)),
            _ => Err(said),
        }
    })
}

#[test]
fn programs_have_trees() {
    if !have_cc() {
        return;
    }
    let programs = corpus();
    assert!(programs.len() >= 12, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for (name, path, text) in programs {
        let (files, unit) = match load(path, text, DataModel::Lp64) {
            Ok(loaded) => loaded,
            Err(said) => {
                wrong.push(format!("{name}: {said}"));
                continue;
            }
        };
        assert_eq!(flaws(&unit, &files), Vec::<String>::new(), "{name}");
        let shown = tree::print(&unit);
        assert!(
            !shown.contains("unsupported") && !shown.contains('?') | shown.contains(" ? "),
            "{name}\n{shown}"
        );
        for function in unit.functions.iter().filter(|f| !f.from_header && !f.is_copy) {
            let text = files.text(function.span);
            assert_eq!(text, function.name, "{name}: the span of a function is its name");
            // Some programs are about functions of others.
            let of_others = ["sensors", "layers"].contains(&name.as_str());
            assert!(function.body.is_some() || of_others, "{name}: {text} has a body");
        }
        if SHOWN.contains(&name.as_str()) {
            wrong.extend(golden(&root().join(format!("corpus/c/{name}.tree")), &shown));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn dense_programs_keep_the_invariants() {
    if !have_cc() {
        return;
    }
    for (name, path, text) in files_in("corpus/c/dense") {
        let (files, unit) = load(path, text, DataModel::Lp64).unwrap_or_else(|said| panic!("{name}: {said}"));
        assert_eq!(flaws(&unit, &files), Vec::<String>::new(), "{name}");
        assert!(tree::print(&unit).len() > 1000, "{name}");
    }
}

#[test]
fn programs_without_headers_have_trees_for_32_bits_too() {
    for (name, path, text) in corpus() {
        if front_c::needs_preprocessing(&text) {
            continue;
        }
        let loaded = load(path, text, DataModel::Ilp32);
        assert!(loaded.is_ok(), "{name}: {}", loaded.err().unwrap_or_default());
    }
}

#[test]
fn assertions_and_annotations_keep_their_places() {
    if !have_cc() {
        return;
    }
    let (_, path, text) = corpus().into_iter().find(|(name, _, _)| name == "bank").expect("it is there");
    let (files, unit) = load(path, text, DataModel::Lp64).expect("it is right");
    let open = &unit.functions[unit.function_named("account_open").expect("there").index()];
    let StmtKind::Block(stmts) = &open.body.as_ref().expect("a body").kind else { panic!("no block") };
    let asserts: Vec<(&str, &str)> = stmts
        .iter()
        .filter_map(|stmt| match &stmt.kind {
            StmtKind::Assert(e) => Some((files.text(stmt.span), files.text(e.span))),
            _ => None,
        })
        .collect();
    assert_eq!(asserts[0], ("assert(name != NULL);", "name != NULL"));
    assert!(asserts[1].0.starts_with("assert(start >= 0\n"), "{asserts:?}");

    let (_, path, text) = corpus().into_iter().find(|(name, _, _)| name == "sorts").expect("it is there");
    let (_, unit) = load(path, text, DataModel::Lp64).expect("it is right");
    let bubble = &unit.functions[unit.function_named("bubble_sort").expect("there").index()];
    assert_eq!(bubble.annotations.len(), 1);
    assert_eq!(
        (bubble.annotations[0].keyword.as_str(), bubble.annotations[0].text.as_str()),
        ("requires", "n >= 0")
    );
    assert_eq!(unit.annotations.len(), 1);
    assert_eq!(unit.annotations[0].clauses[0].keyword, "loop invariant");
}
