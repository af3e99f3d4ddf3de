//! What holds for every command: where output goes, how input starts, how a run ends.

use crate::running;

use running::Scratch;
use serde_json::Value;
use std::fs::File;
use std::process::Command;

const IMPL: &str = "while x /= nil { x.head := 0; x := x.tail }; y := 1\n";
const C: &str = "int f(int x) { if (x > 3) return 1; return 0; }\n";
const PROLOG: &str = "p(0).\np(s(X)) :- p(X).\n";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

/// What cannot be written is said; that nobody reads any more is no reason to complain.
#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full() {
    let scratch = Scratch::new("full");
    scratch.file("p.impl", IMPL).file("p.c", C).file("p.pl", PROLOG).file("s.smt2", "(check-sat)\n");
    for (file, suite) in [("p.impl", "i.json"), ("p.c", "c.json"), ("p.pl", "l.json")] {
        let (code, _, errors) = scratch.run(&["generate", file, "--format", "json", "-o", suite]);
        assert_eq!(code, Some(0), "{errors}");
    }
    let all: &[&[&str]] = &[
        &["generate", "p.impl"],
        &["generate", "p.impl", "--emit", "impl"],
        &["generate", "p.c", "--emit", "c"],
        &["generate", "p.pl"],
        &["generate", "p.c", "--format", "json"],
        &["run", "i.json", "--program", "p.impl"],
        &["run", "l.json", "--program", "p.pl"],
        &["cover", "p.impl", "i.json"],
        &["cover", "p.pl", "l.json"],
        &["complete", "p.impl", "i.json", "-c", "path", "--format", "json"],
        &["mutate", "p.impl", "i.json"],
        &["mutate", "p.pl", "l.json"],
        &["trace", "p.impl", "--loops", "1"],
        &["graph", "p.impl", "--of", "cfg"],
        &["graph", "p.pl", "--of", "paths", "--depth", "2"],
        &["solve", "s.smt2"],
    ];
    for command in all {
        let full = File::create("/dev/full").expect("it is there");
        let out = Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .args(*command)
            .current_dir(&scratch.0)
            .stdout(full)
            .output()
            .expect("it runs");
        let errors = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{command:?}: {errors}");
        assert!(errors.contains("error: cannot write to standard output: "), "{command:?}: {errors}");
    }
    let (code, _, errors) = scratch.run(&["generate", "p.c", "-o", "/dev/full"]);
    assert_eq!(code, Some(2));
    assert!(errors.contains("cannot write /dev/full"), "{errors}");
}

/// A mark of the byte order is no part of a text, in any language.
#[test]
fn texts_that_start_with_a_byte_order_mark() {
    let scratch = Scratch::new("mark");
    let fine =
        [("p.impl", IMPL), ("p.c", C), ("d.c", "#define N 3\nint f(int x) { return x > N ? 1 : 0; }\n")];
    for (file, text) in fine.into_iter().chain([("p.pl", PROLOG)]) {
        let plain = scratch.file(file, text).run(&["generate", file, "--format", "json"]);
        let marked =
            scratch.file(file, &format!("\u{feff}{text}")).run(&["generate", file, "--format", "json"]);
        assert_eq!((plain.0, marked.0), (Some(0), Some(0)), "{file}: {}", marked.2);
        assert_eq!(json(&plain.1)["tests"], json(&marked.1)["tests"], "{file}");
    }
    scratch.file("p.smt2", "\u{feff}(echo \"a\")\n");
    assert_eq!(scratch.run(&["solve", "p.smt2"]), (Some(0), "a\n".to_string(), String::new()));
    for (file, text, place) in [
        ("w.impl", "x := y + ;", "w.impl:1:10"),
        ("w.c", "int f(int x) { return y; }", "w.c:1:23"),
        ("w.pl", "p(X) :- q(X.\n", "w.pl:1:9"),
    ] {
        let (plain, marked) = (
            scratch.file(file, text).run(&["generate", file]),
            scratch.file(file, &format!("\u{feff}{text}")),
        );
        let marked = marked.run(&["generate", file]);
        assert_eq!(plain, marked, "{file}");
        assert!(marked.2.contains(place), "{file}: {}", marked.2);
    }
    scratch.file("w.smt2", "\u{feff}(foo)\n");
    let (code, _, errors) = scratch.run(&["solve", "w.smt2"]);
    assert!(code != Some(0) && errors.contains("w.smt2:1:2"), "{errors}");
    // A suite is a text, too.
    scratch.file("p.impl", IMPL).run(&["generate", "p.impl", "--format", "json", "-o", "s.json"]);
    let suite = scratch.read("s.json");
    scratch.file("s.json", &format!("\u{feff}{suite}"));
    assert_eq!(scratch.run(&["run", "s.json"]).0, Some(0));
}

/// Graphs for scripts: every edge leads from one node to another.
#[test]
fn graphs_as_json() {
    let scratch = Scratch::new("graph-json");
    scratch.file("p.impl", IMPL).file("p.c", C).file("p.pl", PROLOG);
    scratch.run(&["generate", "p.impl", "--format", "json", "-o", "s.json"]);
    let all: &[&[&str]] = &[
        &["graph", "p.impl", "--of", "cfg"],
        &["graph", "p.impl", "--of", "paths", "--loops", "1"],
        &["graph", "p.c", "--of", "cfg"],
        &["graph", "s.json", "--of", "heap"],
        &["graph", "p.pl", "--of", "paths", "--depth", "2"],
    ];
    for command in all {
        let (code, out, errors) = scratch.run(&[command, &["--format", "json"][..]].concat());
        assert_eq!(code, Some(0), "{command:?}: {errors}");
        let found = json(&out);
        let graphs = found["graphs"].as_array().expect("graphs");
        assert!(!graphs.is_empty(), "{out}");
        for graph in graphs {
            let nodes = graph["nodes"].as_array().expect("nodes");
            assert!(
                nodes.iter().all(|n| n["id"].is_string() && n["label"].is_string() && n["kind"].is_string())
            );
            let ids: Vec<&Value> = nodes.iter().map(|n| &n["id"]).collect();
            for e in graph["edges"].as_array().expect("edges") {
                assert!(ids.contains(&&e["from"]) && ids.contains(&&e["to"]), "{out}");
            }
        }
    }
    let (_, out, _) = scratch.run(&["graph", "p.c", "--of", "cfg", "--format", "json"]);
    let found = json(&out);
    let nodes = found["graphs"][0]["nodes"].as_array().expect("nodes");
    assert!(
        nodes.iter().any(|n| n["kind"] == "decision" && n["label"] == "x > 3" && n["line"] == 1),
        "{out}"
    );
    let labels: Vec<&Value> =
        found["graphs"][0]["edges"].as_array().expect("edges").iter().map(|e| &e["label"]).collect();
    assert!(labels.iter().any(|l| *l == "T") && labels.iter().any(|l| *l == "F"), "{out}");
}

/// Error outcomes are results, unless one asks to fail on them.
#[test]
fn failing_on_errors() {
    let scratch = Scratch::new("fail-on");
    let exits = "#include <stdlib.h>\nint f(int x) { if (x > 3) exit(1); return 0; }\n";
    let errs = "int f(int *p) { if (*p > 3) return 1; return 0; }\n";
    scratch.file("ok.c", C).file("exits.c", exits).file("errs.c", errs);
    scratch.file("ok.impl", "x := 1\n").file("errs.impl", "y := x.head\n");
    scratch.file("ok.pl", PROLOG).file("errs.pl", "q(X) :- Y is X, Y > 2.\n");
    let deep = "--depth";
    for (file, wrong) in [
        ("ok.c", false),
        ("exits.c", false),
        ("errs.c", true),
        ("ok.impl", false),
        ("errs.impl", true),
        ("ok.pl", false),
        ("errs.pl", true),
    ] {
        let plain: &[&str] = &["generate", file, deep, "3"];
        assert_eq!(scratch.run(plain).0, Some(0), "{file}");
        for format in ["human", "json"] {
            let (_, before, _) = scratch.run(&[plain, &["--format", format][..]].concat());
            let (code, out, errors) =
                scratch.run(&[plain, &["--format", format, "--fail-on", "error"][..]].concat());
            assert_eq!(code, Some(i32::from(wrong)), "{file}: {out}{errors}");
            assert_eq!(errors.contains("(--fail-on error)"), wrong, "{file}: {errors}");
            assert_eq!(before.lines().count(), out.lines().count(), "{file}");
        }
    }
    // An error that was found is found, also if a limit ends the search.
    let (code, _, _) =
        scratch.run(&["generate", "errs.c", "--limit", "1", "-c", "path", "--fail-on", "error"]);
    assert_eq!(code, Some(1));
    assert_eq!(scratch.run(&["generate", "errs.c", "--fail-on", "warning"]).0, Some(2));
}
