//! Every program in `corpus/clp` is a test: it loads, and its listing is the golden file beside it. `corpus/clp/bad`
//! holds programs with mistakes and the messages that they get. `UPDATE=1` rewrites golden files.

mod reading;

use reading::{golden, lines, programs, root};
use source::Files;

#[test]
fn programs_are_understood_as_they_were() {
    let mut wrong = Vec::new();
    let all = programs("corpus/clp");
    assert!(all.len() >= 25, "the corpus has shrunk");
    for (name, text) in &all {
        assert!(text.starts_with("% "), "{name}: a comment that says what it is about");
        let mut files = Files::new();
        let file = files.add(format!("{name}.pl"), text.as_str());
        let loaded = front_clp::load(&files, file);
        let messages = source::render_all(&loaded.diagnostics, &files, false);
        let program = loaded.program.unwrap_or_else(|| panic!("{messages}"));
        let mut shown = logic::listing(&program);
        if !messages.is_empty() {
            let messages: Vec<String> =
                messages.lines().map(|l| format!("% {l}").trim_end().to_string()).collect();
            shown = format!("{shown}\n% Messages:\n{}\n", messages.join("\n"));
        }
        wrong.extend(golden(&root().join(format!("corpus/clp/{name}.out")), &shown));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn messages_are_as_they_were() {
    let mut wrong = Vec::new();
    for (name, text) in programs("corpus/clp/bad") {
        let mut files = Files::new();
        let file = files.add(format!("{name}.pl"), text.as_str());
        let loaded = front_clp::load(&files, file);
        assert!(loaded.diagnostics.iter().all(|d| d.place().is_some()), "{name}: a message without a place");
        assert!(!loaded.diagnostics.is_empty(), "{name}: nothing is wrong with it");
        let shown = source::render_all(&loaded.diagnostics, &files, false);
        wrong.extend(golden(&root().join(format!("corpus/clp/bad/{name}.out")), &shown));
    }
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn printing_and_reading_give_the_same_clauses() {
    for (name, text) in programs("corpus/clp") {
        let read = front_clp::read_text(&text);
        // The operators at the end serve for all clauses, so they must hold from the start.
        let counts = |l: &&str| {
            [":- op(", ":- module(", ":- use_module(library(clpfd"].iter().any(|d| l.starts_with(d))
        };
        let head = text.lines().filter(counts).collect::<Vec<_>>().join("\n");
        let skipped = front_clp::read_text(&head).items.len();
        for item in &read.items {
            let front_clp::Item::Clause(clause) = item else { continue };
            let names = logic::canonical_names(&read.terms, clause.term);
            let shown = logic::Writer::new(&read.terms).ops(&read.ops).names(&names).text(clause.term);
            let again = lines(&format!("{head}\n{shown} ."));
            assert_eq!(again.get(skipped), Some(&reading::canonical(&read, item)), "{name}: {shown}");
        }
    }
}
