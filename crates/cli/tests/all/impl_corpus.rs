//! Every IMPL program of the corpus: the suite of all its paths within small bounds, compared with the
//! golden file beside it (`UPDATE=1` rewrites), and run again from its JSON.

use crate::running;

use running::{corpus, glassbox};
use std::fs;

/// The suite without how long it took.
fn timeless(json: &str) -> String {
    // How much work it was is no part of the result.
    let work = ["\"seconds\"", "\"steps\""];
    let kept = json.lines().filter(|l| !work.iter().any(|name| l.trim_start().starts_with(name)));
    kept.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn suites_are_as_recorded_and_pass_when_run() {
    let scratch = std::env::temp_dir().join(format!("glassbox-impl-corpus-{}", std::process::id()));
    fs::create_dir_all(&scratch).expect("a folder for the suites");
    let mut wrong = Vec::new();
    let files = corpus("impl");
    assert!(files.len() >= 25, "{} programs", files.len());
    for file in &files {
        let folder = file.parent().expect("a folder");
        let name = file.file_name().and_then(|n| n.to_str()).expect("a name");
        let bounds = ["-c", "path", "-c", "branch", "--loops", "2", "--depth", "3"];
        let mut args = vec!["generate", name];
        args.extend(bounds);
        args.extend(["--format", "json"]);
        let (code, json, errors) = glassbox(&args, folder);
        assert_eq!(code, Some(0), "{name}: {errors}");
        assert!(!json.contains("did not follow"), "{name}");
        let golden = file.with_extension("paths.json");
        let now = timeless(&json);
        wrong.extend(testkit::golden::golden(&golden, &now));
        let suite = scratch.join(format!("{name}.json"));
        fs::write(&suite, &json).expect("the suite can be written");
        let (code, out, errors) =
            glassbox(&["run", suite.to_str().expect("a path"), "--program", name], folder);
        assert_eq!(code, Some(0), "{name}: {out}{errors}");
        assert!(out.ends_with("passed, 0 failed\n"), "{name}: {out}");
    }
    let _ = fs::remove_dir_all(&scratch);
    assert!(wrong.is_empty(), "differ from their golden files: {}", wrong.join(", "));
}

/// A program that behaves otherwise fails the suite, and says how.
#[test]
fn a_changed_program_fails_its_suite() {
    let scratch = std::env::temp_dir().join(format!("glassbox-changed-{}", std::process::id()));
    fs::create_dir_all(&scratch).expect("a folder");
    fs::write(scratch.join("p.impl"), "if x > 3 then y := 1 else y := 2").expect("written");
    let (code, _, errors) =
        glassbox(&["generate", "p.impl", "--fewest", "--format", "json", "-o", "s.json"], &scratch);
    assert_eq!(code, Some(0), "{errors}");
    fs::write(scratch.join("p.impl"), "if x > 3 then y := 1 else y := 3").expect("written");
    let (code, out, _) = glassbox(&["run", "s.json"], &scratch);
    assert_eq!(code, Some(1));
    assert!(out.contains("failed: y is 3, expected 2"), "{out}");
    assert!(out.ends_with("1 passed, 1 failed\n"), "{out}");
    // What does not fit is said per test, and the rest still runs.
    let bad = fs::read_to_string(scratch.join("s.json")).expect("there").replacen("\"x\"", "\"w\"", 1);
    fs::write(scratch.join("bad.json"), bad).expect("written");
    let (code, out, _) = glassbox(&["run", "bad.json", "--program", "p.impl"], &scratch);
    assert_eq!(code, Some(1));
    assert!(out.contains("does not fit the program: `main` has no variable `w`"), "{out}");
    let _ = fs::remove_dir_all(&scratch);
}
