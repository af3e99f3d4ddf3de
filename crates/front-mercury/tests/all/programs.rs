//! The sample programs: what is understood of each, printed as Mercury, is beside it, and so are its messages.
//! `UPDATE=1` rewrites golden files.

use crate::samples::{folder, golden, module, programs, right};
use front_mercury::syntax::{expand, print, print_clause};

#[test]
fn samples_are_understood() {
    let samples = programs("syntax");
    assert!(samples.len() >= 15, "the corpus has shrunk");
    let mut wrong = Vec::new();
    for (name, text) in samples {
        let file = format!("{name}.m");
        let tree = right(&file, &text);
        let printed = print(&tree);
        assert!(right(&file, &printed) == tree, "{name}:\n{printed}");
        assert_eq!(print(&right(&file, &printed)), printed, "{name}");
        let (_, messages) = module(&file, &text);
        wrong.extend(golden(&folder("syntax"), &name, "out", &format!("{printed}{}", as_comment(&messages))));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn samples_are_expanded() {
    let mut wrong = Vec::new();
    for (name, text) in programs("syntax") {
        let tree = right(&format!("{name}.m"), &text);
        let mut found = String::new();
        for item in &tree.items {
            let front_mercury::syntax::ast::ItemKind::Clause(clause) = &item.kind else { continue };
            let expanded = expand(clause).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
            if expanded != **clause {
                found.push_str(&print_clause(&expanded));
            }
            assert_eq!(expand(&expanded).as_ref(), Ok(&expanded), "{name}: nothing is left to expand");
        }
        right(&format!("{name}.m"), &found);
        if !found.is_empty() {
            wrong.extend(golden(&folder("syntax"), &name, "expanded", &found));
        }
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

/// Messages as a comment behind a program.
fn as_comment(messages: &str) -> String {
    if messages.is_empty() {
        return String::new();
    }
    let lines: Vec<String> =
        messages.lines().map(|line| format!("% {line}").trim_end().to_string()).collect();
    format!("\n{}\n", lines.join("\n"))
}
