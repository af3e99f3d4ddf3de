//! `--native`: suites of C programs, judged by the compiler of the machine.

use crate::running;

use running::Scratch;
use serde_json::Value;

/// Every kind of thing that a compiler sees otherwise: a `switch`, short circuits, an assertion, a null pointer, an
/// overflow.
const PROGRAM: &str = "#include <assert.h>
#include <stddef.h>
struct node { int value; struct node *next; };
int kind(int x)
{
    switch (x) {
    case 1:
        return 10;
    case 2:
        x++;
        break;
    default:
        return -1;
    }
    return x;
}
int clamp(int x, int low, int high)
{
    assert(low <= high);
    if (x < low || x > high)
        return low;
    return x;
}
int sum(struct node *list)
{
    int total = 0;
    for (; list != NULL; list = list->next)
        total += list->value;
    return total;
}
int second(struct node *list)
{
    if (list->next->value > 5)
        return 1;
    return 0;
}
";

fn suite(name: &str) -> Option<Scratch> {
    testkit::require::program("cc", "compiled suites of C programs")?;
    let scratch = Scratch::new(name);
    scratch.file("p.c", PROGRAM);
    let (code, _, errors) = scratch.run(&["generate", "p.c", "--format", "json", "-o", "p.json"]);
    assert_eq!(code, Some(0), "{errors}");
    Some(scratch)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn a_suite_passes_natively() {
    let Some(scratch) = suite("native-pass") else { return };
    let (code, out, errors) = scratch.run(&["run", "p.json", "--program", "p.c", "--native"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.contains(" passed, 0 failed, "), "{out}");
    // Only where there are no sanitizers something is skipped, and that is said.
    assert_eq!(out.contains(" 0 skipped"), !errors.contains("has no sanitizers"), "{out}{errors}");
    let (code, out, _) = scratch.run(&["run", "p.json", "--program", "p.c", "--native", "--format", "json"]);
    assert_eq!(code, Some(0), "{out}");
    let (found, plain) = (json(&out), json(&scratch.run(&["run", "p.json", "--format", "json"]).1));
    assert_eq!(found["tests"].as_array().map(Vec::len), plain["tests"].as_array().map(Vec::len));
    assert_eq!(found["failed"], 0, "{out}");
    let left = std::fs::read_dir(&scratch.0).expect("the folder is there").count();
    assert_eq!(left, 2, "nothing is left beside the program and its suite");
}

#[test]
fn a_changed_program_fails_natively_and_all_tests_are_judged() {
    let Some(scratch) = suite("native-fail") else { return };
    // One gives something else and may not end, one breaks down, one does not err any more.
    let changed = PROGRAM
        .replace("return 10;", "return 11;")
        .replace("int total = 0;", "struct node *none = NULL;\n    int total = none->value;")
        .replace("return -1;", "for (;;) { }")
        .replace("assert(low <= high);", "");
    scratch.file("changed.c", &changed);
    let args = ["run", "p.json", "--program", "changed.c", "--native", "--format", "json"];
    let (code, out, errors) = scratch.run(&args);
    assert_eq!(code, Some(1), "{out}{errors}");
    let (found, plain) =
        (json(&out), json(&scratch.run(&["run", "p.json", "--program", "p.c", "--format", "json"]).1));
    assert_eq!(found["tests"].as_array().map(Vec::len), plain["tests"].as_array().map(Vec::len));
    for reason in ["does not hold: result == 10", "it does not end", "should end in: failed assertion"] {
        assert!(out.contains(reason), "{reason}: {out}");
    }
    // What is not changed passes, also after a test that brought the program down.
    let suite = json(&scratch.read("p.json"));
    let made = suite["tests"].as_array().expect("tests");
    let of = |function: &str| {
        made.iter().filter(|t| t["entry"] == function).map(|t| &t["name"]).collect::<Vec<_>>()
    };
    let judged = found["tests"].as_array().expect("tests");
    let failed = |name: &Value| judged.iter().any(|t| t["name"] == *name && t["status"] == "failed");
    assert!(of("second").into_iter().all(|name| !failed(name)), "{out}");
    for function in ["kind", "clamp", "sum"] {
        assert!(of(function).into_iter().any(failed), "{function}: {out}");
    }
}

#[test]
fn what_does_not_compile_is_told_by_the_compiler() {
    let Some(scratch) = suite("native-link") else { return };
    let elsewhere =
        format!("{PROGRAM}extern int elsewhere[];\nint more(void)\n{{\n    return elsewhere[0];\n}}\n");
    scratch.file("more.c", &elsewhere);
    let (code, out, errors) = scratch.run(&["run", "p.json", "--program", "more.c", "--native"]);
    assert_eq!(code, Some(2), "{out}{errors}");
    assert!(errors.contains("elsewhere") && errors.contains("do not compile"), "{errors}");
    let (code, _, errors) = scratch.run(&["cover", "more.c", "p.json", "--native"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("elsewhere"), "{errors}");
}

#[test]
fn folders_and_macros_reach_the_compiler() {
    let Some(scratch) = suite("native-flags") else { return };
    std::fs::create_dir(scratch.0.join("inc")).expect("a folder");
    scratch.file("inc/limit.h", "#define LIMIT BOUND\n");
    scratch.file("q.c", "#include <limit.h>\nint over(int x)\n{\n    return x > LIMIT ? 1 : 0;\n}\n");
    let flags = ["-I", "inc", "-D", "BOUND=7"];
    let with = |args: &[&str]| scratch.run(&[args, &flags[..]].concat());
    assert_eq!(with(&["generate", "q.c", "--format", "json", "-o", "q.json"]).0, Some(0));
    let (code, out, errors) = with(&["run", "q.json", "--program", "q.c", "--native"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    assert!(out.starts_with("3 passed"), "{out}");
}

#[test]
fn gcov_agrees() {
    let Some(scratch) = suite("native-cover") else { return };
    if testkit::require::program("gcov", "branches that gcov counts").is_none() {
        return;
    }
    let (code, out, errors) = scratch.run(&["cover", "p.c", "p.json", "--native", "--format", "json"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let native = &json(&out)["native"];
    assert_eq!(native["disagreements"], Value::Array(Vec::new()), "{native}");
    assert_eq!((&native["branches"], &native["taken"]), (&Value::from(13), &Value::from(13)), "{native}");
    assert_eq!(native["lines"], native["covered_lines"], "{native}");
    // Without a test, both measures lack the same.
    let mut few = json(&scratch.read("p.json"));
    few["tests"].as_array_mut().expect("tests").truncate(1);
    scratch.file("few.json", &few.to_string());
    let (code, out, errors) = scratch.run(&["cover", "p.c", "few.json", "--native"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let said: Vec<&str> = out.lines().filter(|l| l.starts_with("native: ")).collect();
    assert_eq!(said.len(), 2, "{out}");
    assert!(said[0].ends_with("1 of 13 branches taken"), "{out}");
    assert!(said[1].starts_with("native: lines with branches that are not taken: 6 (1 of 3), "), "{out}");
}

#[test]
fn no_folder_is_left_behind() {
    let Some(scratch) = suite("native-folders") else { return };
    let temporary = scratch.0.join("temporary");
    std::fs::create_dir(&temporary).expect("a folder");
    for args in [&["run", "p.json", "--native"][..], &["cover", "p.c", "p.json", "--native"]] {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .args(args)
            .current_dir(&scratch.0)
            .env("TMPDIR", &temporary)
            .output()
            .expect("it runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        assert_eq!(std::fs::read_dir(&temporary).expect("the folder is there").count(), 0, "{args:?}");
    }
}

#[test]
fn other_languages_are_refused() {
    let scratch = Scratch::new("native-others");
    scratch.file("a.impl", "if x > 0 then y := 1 fi\n");
    scratch.file("a.json", "{\"schema\": \"glassbox-suite/1\", \"language\": \"impl\", \"source\": \"a.impl\", \"entry\": \"main\", \"tests\": []}");
    let (code, _, errors) = scratch.run(&["run", "a.json", "--native"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("is not an option for IMPL programs"), "{errors}");
}
