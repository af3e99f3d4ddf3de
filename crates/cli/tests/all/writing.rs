//! Files that are written: never an input, and none of somebody else.

use crate::running::Scratch;
use std::fs;

const PROGRAM: &str = "proc f(a): int {\n    if a > 3 then return 1;\n    return 0\n}\n";

fn scratch(name: &str) -> Scratch {
    let folder = Scratch::new(name);
    folder.file("f.impl", PROGRAM);
    let made = folder.run(&["generate", "f.impl", "--format", "json", "-o", "s.json"]);
    assert_eq!(made.0, Some(0), "{}", made.2);
    folder
}

#[test]
fn an_input_is_never_written_to() {
    let folder = scratch("inputs");
    let suite = folder.read("s.json");
    let all: &[&[&str]] = &[
        &["generate", "f.impl", "-o", "f.impl"],
        &["generate", "f.impl", "--force", "-o", "./f.impl"],
        &["generate", "f.impl", "--html", "f.impl"],
        &["cover", "f.impl", "s.json", "--lcov", "f.impl", "--force"],
        &["cover", "f.impl", "s.json", "--cobertura", "s.json", "--force"],
        &["complete", "f.impl", "s.json", "-c", "path", "-o", "s.json", "--force"],
        &["mutate", "f.impl", "s.json", "--kill", "-o", "f.impl", "--force"],
        &["run", "s.json", "--junit", "f.impl", "--force"],
        &["run", "s.json", "--tap", "s.json", "--force"],
        &["trace", "f.impl", "-o", "f.impl", "--force"],
        &["graph", "f.impl", "--of", "cfg", "-o", "f.impl", "--force"],
        &["infer", "f.impl", "-o", "f.impl", "--force"],
        &["verify", "f.impl", "-o", "f.impl", "--force"],
    ];
    for arguments in all {
        let (code, _, said) = folder.run(arguments);
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert_eq!(folder.read("f.impl"), PROGRAM, "{arguments:?}");
        assert_eq!(folder.read("s.json"), suite, "{arguments:?}");
    }
}

/// Commands that write a file, with its name.
const WRITERS: &[(&[&str], &str)] = &[
    (&["generate", "f.impl", "--format", "json", "-o", "o.json"], "o.json"),
    (&["generate", "f.impl", "--emit", "json", "-o", "o.json"], "o.json"),
    (&["generate", "f.impl", "--html", "page"], "page/index.html"),
    (&["generate", "f.impl", "--emit", "impl", "-o", "tests"], "tests/f_1.impl"),
    (&["cover", "f.impl", "s.json", "--lcov", "o.info"], "o.info"),
    (&["cover", "f.impl", "s.json", "--cobertura", "o.xml"], "o.xml"),
    (&["cover", "f.impl", "s.json", "--html", "o.html"], "o.html"),
    (&["complete", "f.impl", "s.json", "-c", "path", "-o", "o.json"], "o.json"),
    (&["run", "s.json", "--junit", "o.xml"], "o.xml"),
    (&["run", "s.json", "--tap", "o.tap"], "o.tap"),
    (&["graph", "f.impl", "--of", "cfg", "-o", "o.svg"], "o.svg"),
    (&["graph", "f.impl", "--of", "cfg", "-o", "o.dot"], "o.dot"),
    (&["graph", "f.impl", "--of", "cfg", "--format", "json", "-o", "o.json"], "o.json"),
    (&["verify", "f.impl", "--format", "json", "-o", "o.json"], "o.json"),
];

/// The lines that are the same at every run: not how long it took, and the hash that counts that in.
fn lasting(text: &str) -> Vec<&str> {
    let changes = |line: &&str| {
        ["seconds", "timestamp", "time=", ", hash ", " solver quer"].iter().any(|word| line.contains(word))
    };
    text.lines().filter(|line| !changes(line)).collect()
}

#[test]
fn only_files_that_glassbox_wrote_are_replaced() {
    for (arguments, name) in WRITERS {
        let folder = scratch("replaced");
        let run = |force: bool| {
            let mut all = arguments.to_vec();
            all.extend(force.then_some("--force"));
            folder.run(&all)
        };
        let first = run(false);
        assert!(matches!(first.0, Some(0 | 1)), "{arguments:?}: {}", first.2);
        let written = folder.read(name);
        // Again: it is replaced by the same.
        assert_eq!(run(false).0, first.0, "{arguments:?}");
        assert_eq!(lasting(&folder.read(name)), lasting(&written), "{arguments:?}");
        // What somebody changed, or wrote, stays.
        for other in [written.replacen('e', "E", 1), format!("{written}\n"), "notes\n".to_string()] {
            folder.file(name, &other);
            let (code, _, said) = run(false);
            assert_eq!(code, Some(2), "{arguments:?}: {said}");
            assert!(said.contains("--force"), "{said}");
            assert_eq!(folder.read(name), other, "{arguments:?}");
        }
        assert_eq!(run(true).0, first.0, "{arguments:?}");
        assert_eq!(lasting(&folder.read(name)), lasting(&written), "{arguments:?}");
        let left = fs::read_dir(&folder.0).expect("a folder").flatten();
        let left: Vec<_> =
            left.filter(|entry| entry.file_name().to_string_lossy().ends_with(".tmp")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

#[test]
fn a_text_for_people_is_replaced_by_force_only() {
    let folder = scratch("people");
    assert_eq!(folder.run(&["generate", "f.impl", "-o", "o.txt"]).0, Some(0));
    assert_eq!(folder.run(&["generate", "f.impl", "-o", "o.txt"]).0, Some(2));
    assert_eq!(folder.run(&["generate", "f.impl", "-o", "o.txt", "--force"]).0, Some(0));
    // An empty file holds nothing that could be lost.
    folder.file("empty", "");
    assert_eq!(folder.run(&["generate", "f.impl", "-o", "empty"]).0, Some(0));
    assert!(!folder.read("empty").is_empty());
}

#[test]
fn a_dash_is_standard_output() {
    let folder = scratch("dash");
    let plain = folder.run(&["graph", "f.impl", "--of", "cfg"]);
    assert_eq!(folder.run(&["graph", "f.impl", "--of", "cfg", "-o", "-"]), plain);
    assert!(!folder.0.join("-").exists());
}

#[test]
fn what_is_read_back_may_have_a_mark() {
    let folder = scratch("mark");
    assert!(folder.read("s.json").ends_with("\"\n}\n"), "{}", folder.read("s.json"));
    let (code, said, _) = folder.run(&["run", "s.json"]);
    assert_eq!((code, said.contains("0 failed")), (Some(0), true), "{said}");
    // An unfinished write of another file changes nothing that is there.
    assert_eq!(folder.run(&["generate", "none.impl", "--format", "json", "-o", "s.json"]).0, Some(2));
    assert!(folder.read("s.json").contains("\"tests\""));
}

/// Of two results in one file one would be lost.
#[test]
fn two_outputs_do_not_share_a_file() {
    let scratch = Scratch::new("two-outputs");
    scratch.file("p.impl", "if x > 3 then y := 1");
    assert_eq!(scratch.run(&["generate", "p.impl", "--format", "json", "-o", "s.json"]).0, Some(0));
    for outputs in [
        ["-o", "q", "--lcov", "q"],
        ["--lcov", "a", "--cobertura", "./a"],
        ["-o", "b.html", "--html", "b.html"],
    ] {
        let (code, _, err) = scratch.run(&[&["cover", "p.impl", "s.json"][..], &outputs].concat());
        assert_eq!(code, Some(2), "{outputs:?}: {err}");
        assert!(err.contains("is named for two outputs"), "{outputs:?}: {err}");
    }
}

/// Questions that are logged replace neither the input nor what somebody else wrote.
#[test]
fn logged_questions_replace_nothing_else() {
    let scratch = Scratch::new("logged");
    let script = "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";
    scratch.file("query-00001.smt2", script);
    let (code, _, err) = scratch.run(&["solve", "query-00001.smt2", "--log-queries", "."]);
    assert_eq!((code, scratch.read("query-00001.smt2").as_str()), (Some(2), script), "{err}");
    scratch.file("p.impl", "if x > 3 then y := 1");
    let (code, _, err) = scratch.run(&["generate", "p.impl", "--log-queries", "."]);
    assert_eq!((code, scratch.read("query-00001.smt2").as_str()), (Some(2), script), "{err}");
}
