//! Every program in `corpus/clp` is a test: it loads, and its listing is the golden file beside it. `corpus/clp/bad`
//! holds programs with mistakes and the messages that they get. `UPDATE=1` rewrites golden files.

use crate::reading;

use reading::{golden, lines, programs, root};
use source::Files;

#[test]
fn programs_are_understood_as_they_were() {
    let mut wrong = Vec::new();
    let all = programs("corpus/clp");
    assert!(all.len() >= 48, "the corpus has shrunk");
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

/// The arguments of the `%! generate` lines of a program.
fn generate_lines(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("%! generate "));
    lines
        .map(|line| line.split_whitespace().map(|word| word.trim_matches('\'').to_string()).collect())
        .collect()
}

#[test]
fn entries_to_generate_from_are_there() {
    for (name, text) in programs("corpus/clp") {
        let mut files = Files::new();
        let file = files.add(format!("{name}.pl"), text.as_str());
        let program = front_clp::load(&files, file).program.expect("it loads");
        let lines = generate_lines(&text);
        assert!(!lines.is_empty(), "{name}: no line `%! generate -e 'p(+,-)' --depth N`");
        for line in lines {
            let [e, entry, depth, number] = line.as_slice() else { panic!("{name}: {line:?}") };
            assert_eq!((e.as_str(), depth.as_str()), ("-e", "--depth"), "{name}");
            assert!(number.parse::<u32>().is_ok_and(|n| (1..=6).contains(&n)), "{name}: {number}");
            let (pred, modes) = entry.split_once('(').expect("name(modes)");
            let modes: Vec<&str> = modes.trim_end_matches(')').split(',').collect();
            assert!(modes.iter().all(|mode| ["+", "-", "?"].contains(mode)), "{name}: {entry}");
            let id = program.find(pred, modes.len()).unwrap_or_else(|| panic!("{name}: no {entry}"));
            assert!(program.pred(id).is_some_and(|p| p.defined && !p.library), "{name}: {entry}");
        }
    }
}

#[test]
fn swipl_loads_them() {
    if testkit::require::program("swipl", "the corpus loaded by swipl").is_none() {
        return;
    }
    for (name, text) in programs("corpus/clp") {
        // `domain` is a directive of ours, `type` and `pred` are those of a package.
        if [":- domain(", ":- type ", ":- pred "].iter().any(|ours| text.contains(ours)) {
            continue;
        }
        let said = testkit::prolog::load(&text);
        assert!(!said.contains("ERROR") && !said.contains("Warning"), "{name}: {said}");
    }
}
