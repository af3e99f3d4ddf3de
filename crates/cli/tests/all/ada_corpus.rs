//! Every Ada program of the corpus: the suites that its `--! generate` lines ask for, compared with the golden file
//! beside it (`UPDATE=1` rewrites), run again from their JSON, and compiled and run by GNAT with all checks on.

use crate::running;

use running::suites::{Kind, asking, recorded};
use running::{Scratch, corpus_of};
use std::fs;
use std::path::Path;
use std::process::Command;

/// What is wrong with a suite that is written as an Ada program: GNAT compiles it without a warning about the tests, and
/// they pass.
fn natively(folder: &Path, gnat: &Path) -> Option<String> {
    let mains = fs::read_dir(folder).ok()?.filter_map(|e| Some(e.ok()?.path()));
    for main in mains.filter(|p| p.extension().is_some_and(|e| e == "adb")) {
        let compiled = Command::new(gnat)
            .args(["-q", "-gnat2022", "-gnato", "-gnata", "-I.."])
            .arg(main.file_name()?)
            .current_dir(folder)
            .output()
            .expect("GNAT runs");
        let said = String::from_utf8_lossy(&compiled.stderr);
        let about_tests = |line: &&str| line.starts_with("test_") && line.contains("warning:");
        if !compiled.status.success() || said.lines().any(|line| about_tests(&line)) {
            return Some(format!("GNAT: {said}"));
        }
        let ran = Command::new(main.with_extension("")).current_dir(folder).output().expect("the tests run");
        let out = String::from_utf8_lossy(&ran.stdout);
        if !ran.status.success() || out.contains("not ok") {
            return Some(format!("natively, {}: {out}{}", ran.status, String::from_utf8_lossy(&ran.stderr)));
        }
    }
    None
}

#[test]
fn suites_are_as_recorded_and_pass_here_and_with_gnat() {
    let gnat = testkit::require::program("gnatmake", "generated tests of Ada programs run");
    let scratch = Scratch::new("ada-corpus");
    for ending in ["ads", "adb"] {
        for file in corpus_of("ada", ending) {
            fs::copy(&file, scratch.0.join(file.file_name().expect("a name"))).expect("a copy");
        }
    }
    let files = asking("ada", "adb", "--! generate ");
    assert!(files.len() >= 40, "{} programs", files.len());
    let judge = gnat.as_deref().map(|gnat| move |tests: &Path| natively(tests, gnat));
    let judge = judge.as_ref().map(|judge| judge as &(dyn Fn(&Path) -> Option<String> + Sync));
    let kind = Kind { marker: "--! generate ", emit: "ada", tests: "_tests" };
    recorded(&files, &scratch.0, &kind, judge);
}

/// Where no test can be written, what is written still compiles.
#[test]
fn a_file_without_tests_compiles() {
    let Some(gnat) = testkit::require::program("gnatmake", "an Ada file without tests compiles") else {
        return;
    };
    let scratch = Scratch::new("ada-no-tests");
    for name in ["orders.ads", "orders.adb", "catalog.ads", "catalog.adb", "shop_types.ads"] {
        let file = corpus_of("ada", "ads").into_iter().chain(corpus_of("ada", "adb"));
        let file = file.into_iter().find(|f| f.ends_with(name)).expect("a file of the corpus");
        fs::copy(file, scratch.0.join(name)).expect("a copy");
    }
    let (_, _, errors) =
        scratch.run(&["generate", "orders.adb", "-e", "Ship", "--emit", "ada", "-o", "none"]);
    let errors = errors.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(errors.contains("it needs a variable of another package"), "{errors}");
    assert_eq!(natively(&scratch.0.join("none"), &gnat), None);
}

/// Branches that only GNAT makes are said apart, and lines that tests of inner subprograms come to by the way are not counted.
#[test]
fn branches_of_the_compiler_are_said_apart() {
    if testkit::require::program("gnatmake", "branches of Ada programs are counted").is_none() {
        return;
    }
    let scratch = Scratch::new("ada-branches");
    let sum = "function Sum (A : String) return Natural is
   Total : Natural := 0;
begin
   for C of A loop
      if C = 'x' then
         Total := Total + 1;
      end if;
   end loop;
   return Total;
end Sum;
";
    scratch.file("sum.adb", sum);
    scratch.run(&["generate", "sum.adb", "--format", "json", "-o", "sum.json"]);
    let (_, out, errors) = scratch.run(&["cover", "sum.adb", "sum.json", "--native"]);
    assert!(out.contains("native: on lines without a decision, "), "{out}{errors}");
    let ledger = corpus_of("ada", "adb").into_iter().find(|f| f.ends_with("ledger.adb")).expect("a file");
    fs::copy(ledger, scratch.0.join("ledger.adb")).expect("a copy");
    scratch.run(&["generate", "ledger.adb", "-e", "Enter", "--format", "json", "-o", "ledger.json"]);
    let (_, out, errors) = scratch.run(&["cover", "ledger.adb", "ledger.json", "--native"]);
    assert!(out.contains("native: line 7: not counted"), "{out}{errors}");
    assert!(!out.contains("gcov counts"), "{out}");
}

/// A test whose enclosing subprogram cannot be called is named, neither lost nor in the way of others.
#[test]
fn a_test_that_cannot_be_entered_is_named() {
    if testkit::require::program("gnatmake", "tests of inner subprograms run").is_none() {
        return;
    }
    let scratch = Scratch::new("ada-not-entered");
    let spec = "package Shades is
   type Shade is (Red, Blue);
   type List is array (Shade range <>) of Integer;
   procedure Outer (V : List; N : in out Integer);
end Shades;
";
    let body = "package body Shades is
   procedure Outer (V : List; N : in out Integer) is
      procedure Inner (X : in out Integer) is
      begin
         X := abs X;
      end Inner;
   begin
      Inner (N);
   end Outer;
end Shades;
";
    scratch.file("shades.ads", spec).file("shades.adb", body);
    scratch.run(&["generate", "shades.adb", "-e", "Inner", "--format", "json", "-o", "shades.json"]);
    let (_, out, errors) = scratch.run(&["run", "shades.json", "--native"]);
    assert!(out.contains("the subprogram around it cannot be called by a test"), "{out}{errors}");
    assert!(out.contains("0 failed"), "{out}{errors}");
}
