//! What holds for every command: where output goes, how input starts, how a run ends.

mod running;

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
