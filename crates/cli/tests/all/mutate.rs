//! `mutate` as a user calls it: what it says, what it writes, how it ends.

use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A folder that nobody else uses, gone at the end of the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("glassbox-mutate-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        Scratch(folder)
    }

    /// With a program and a suite of its statements, which is a weak one.
    fn with_suite(name: &str) -> Scratch {
        let scratch = Scratch::new(name);
        scratch.file("p.impl", "if x > 3 then y := x + 1 else y := 2");
        let made = scratch.run(&[
            "generate",
            "p.impl",
            "--fewest",
            "-c",
            "statement",
            "--format",
            "json",
            "-o",
            "s.json",
        ]);
        assert_eq!(made.0, Some(0), "{}", made.2);
        scratch
    }

    fn file(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("written");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let out = Command::new(env!("CARGO_BIN_EXE_glassbox"))
            .args(args)
            .current_dir(&self.0)
            .output()
            .expect("it runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it writes UTF-8");
        (out.status.code(), text(out.stdout), text(out.stderr))
    }

    fn json(&self, args: &[&str]) -> (Option<i32>, Value) {
        let mut all = args.to_vec();
        all.extend(["--format", "json"]);
        let (code, out, errors) = self.run(&all);
        (code, serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{errors}")))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_numbers_add_up_and_people_see_the_living() {
    let scratch = Scratch::with_suite("numbers");
    let (code, value) = scratch.json(&["mutate", "p.impl", "s.json"]);
    assert_eq!(code, Some(0));
    let number = |key: &str| value[key].as_u64().unwrap_or_else(|| panic!("{key} is a number"));
    assert!(number("alive") > 0 && number("killed") > 0, "{value:#}");
    assert_eq!(number("mutants"), number("killed") + number("alive") + number("equivalent"));
    let score = number("killed") as f64 / (number("mutants") - number("equivalent")) as f64;
    assert!((value["score"].as_f64().expect("a score") - score).abs() < 0.001);
    let details = value["details"].as_array().expect("a list");
    assert_eq!(details.len() as u64, number("mutants"));
    for d in details {
        let by = d["by"].as_array().expect("a list");
        assert_eq!(d["status"] == "killed", !by.is_empty(), "{d}");
        assert!(d["line"] == 1 && d["operator"].is_string() && d["from"] != d["to"], "{d}");
    }
    let (code, text, _) = scratch.run(&["mutate", "p.impl", "s.json"]);
    assert_eq!(code, Some(0));
    assert!(text.starts_with("operator    mutants  killed  alive  equivalent\n"), "{text}");
    assert!(text.contains("line 1: "), "{text}");
    // Without --kill the report goes to the file that is named.
    let (code, text, _) = scratch.run(&["mutate", "p.impl", "s.json", "-o", "report.txt"]);
    assert_eq!((code, text.as_str()), (Some(0), ""));
    assert!(scratch.read("report.txt").ends_with(" %\n"));
}

#[test]
fn killing_writes_a_suite_that_passes_and_kills_more() {
    let scratch = Scratch::with_suite("kill");
    let (_, before) = scratch.json(&["mutate", "p.impl", "s.json"]);
    let (code, value) = scratch.json(&["mutate", "p.impl", "s.json", "--kill", "-o", "more.json"]);
    assert_eq!(code, Some(0));
    assert!(value["killed"].as_u64() > before["killed"].as_u64(), "{value:#}");
    let added = value["added"].as_array().expect("a list").len();
    assert!(added > 0);
    let (code, out, _) = scratch.run(&["run", "more.json"]);
    assert_eq!(code, Some(0), "{out}");
    let tests = |name: &str| -> Vec<Value> {
        let suite: Value = serde_json::from_str(&scratch.read(name)).expect("JSON");
        suite["tests"].as_array().expect("a list").clone()
    };
    let (old, new) = (tests("s.json"), tests("more.json"));
    assert_eq!(new[..old.len()], old[..]);
    assert_eq!(new.len(), old.len() + added);
    let (_, again) = scratch.json(&["mutate", "p.impl", "more.json"]);
    assert_eq!(again["killed"], value["killed"]);
    // What came out is the same each time, and for any number of threads.
    let first = scratch.run(&["mutate", "p.impl", "s.json", "--kill", "--jobs", "1"]);
    let second = scratch.run(&["mutate", "p.impl", "s.json", "--kill", "--jobs", "4"]);
    assert_eq!(first, second);
}

#[test]
fn exit_codes() {
    let scratch = Scratch::with_suite("codes");
    assert_eq!(scratch.run(&["mutate", "p.impl", "s.json", "--require", "1"]).0, Some(0));
    assert_eq!(scratch.run(&["mutate", "p.impl", "s.json", "--require", "100"]).0, Some(1));
    assert_eq!(scratch.run(&["mutate", "p.impl", "s.json", "--require", "many"]).0, Some(2));
    assert_eq!(scratch.run(&["mutate", "p.impl", "none.json"]).0, Some(2));
    scratch.file(
        "empty.json",
        r#"{"schema":"glassbox-suite/1","language":"impl","source":"p.impl","entry":"main","tests":[]}"#,
    );
    let (code, _, errors) = scratch.run(&["mutate", "p.impl", "empty.json", "--kill", "--limit", "1"]);
    assert_eq!(code, Some(3), "{errors}");
    assert!(errors.contains("--limit"), "{errors}");
    let (code, value) = scratch.json(&["mutate", "p.impl", "s.json", "--timeout", "0.000001"]);
    assert_eq!((code, &value["complete"]), (Some(3), &Value::Bool(false)));
}

#[test]
fn suites_that_are_wrong_are_told() {
    let scratch = Scratch::with_suite("wrong");
    scratch.file("bad.json", "{ \"schema\": ");
    let (code, out, errors) = scratch.run(&["mutate", "p.impl", "bad.json"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(errors.contains("bad.json"), "{errors}");
    // Another program's suite: nothing fits, and nothing is killed.
    scratch.file("other.impl", "if a > 3 then b := 1 else b := 2");
    let (code, value) = scratch.json(&["mutate", "other.impl", "s.json"]);
    assert_eq!((code, &value["killed"]), (Some(1), &Value::from(0)));
    assert!(value["invalid"][0]["message"].as_str().is_some_and(|m| m.contains("no variable")), "{value:#}");
    // A suite of the program as it was: tests fail, and the rest counts.
    scratch.file("p.impl", "if x > 3 then y := x + 2 else y := 2");
    let (code, out, _) = scratch.run(&["mutate", "p.impl", "s.json"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("fails on the program as it is: "), "{out}");
    // A test that cannot be read would be lost by writing the suite again.
    let broken = scratch.read("s.json").replacen("\"outcome\"", "\"outcomes\"", 1);
    scratch.file("broken.json", &broken);
    assert_eq!(scratch.run(&["mutate", "p.impl", "broken.json", "--kill", "-o", "out.json"]).0, Some(2));
    assert!(!scratch.0.join("out.json").exists());
    assert_eq!(scratch.run(&["mutate", "p.impl", "broken.json"]).0, Some(1));
}

/// Functions of every course: a suite notices each assignment and each addition that is missing, but for one that
/// makes no difference: a maximum may as well begin with the first cell again.
#[test]
fn default_suites_notice_what_is_missing() {
    let scratch = crate::running::Scratch::new("noticed");
    let text = include_str!("../noticed/functions.c");
    scratch.file("functions.c", text);
    let (code, _, errors) = scratch.run(&["generate", "functions.c", "--format", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, out, errors) = scratch.run(&["mutate", "functions.c", "s.json", "--format", "json"]);
    assert_eq!(code, Some(0), "{errors}");
    let judged: Value = serde_json::from_str(&out).expect("it is JSON");
    let all = judged["details"].as_array().expect("a list");
    let missed = all.iter().filter(|mutant| {
        let operator = mutant["operator"].as_str();
        mutant["status"] == "alive" && matches!(operator, Some("deletion" | "arithmetic"))
    });
    let missed: Vec<&str> = missed.filter_map(|mutant| mutant["from"].as_str()).collect();
    assert_eq!(missed, ["l = l->next"], "{missed:?}");
    assert!(judged["score"].as_f64() > Some(0.95), "{}", judged["score"]);
}

/// A statement that was lowered to several places is changed in all of them: an allocation that succeeds or fails, and a call
/// through a pointer that may lead to several functions. Otherwise what the suite notices is called equivalent, or alive.
#[test]
fn what_stands_once_in_the_text_is_one_mutant() {
    let scratch = crate::running::Scratch::new("once");
    scratch.file(
        "m.c",
        "#include <stdlib.h>
struct t { int key; };
struct t *make(struct t *t, int k) {
    if (t == NULL) { t = calloc(1, sizeof *t); if (t == NULL) abort(); }
    t->key = k;
    return t;
}
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
struct handler { int (*f)(int, int); };
struct handler plus = { add }, minus = { sub };
int dispatch(struct handler *h, int x) { return h->f(x, 7); }
",
    );
    let (code, _, errors) = scratch.run(&["generate", "m.c", "--format", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, out, errors) = scratch.run(&["mutate", "m.c", "s.json", "--format", "json"]);
    assert_eq!(code, Some(0), "{errors}");
    let judged: Value = serde_json::from_str(&out).expect("it is JSON");
    let all = judged["details"].as_array().expect("a list");
    let of = |line: i64, from: &str| -> Vec<&Value> {
        let here =
            |m: &&Value| m["line"] == line && m["from"].as_str().is_some_and(|text| text.contains(from));
        all.iter().filter(here).collect()
    };
    let allocation = of(4, "t = calloc(1, sizeof *t);");
    assert!(allocation.iter().any(|m| m["operator"] == "deletion"), "{allocation:?}");
    assert!(allocation.iter().all(|m| m["status"] == "killed"), "{allocation:?}");
    let mut sevens: Vec<&str> = of(12, "7").iter().filter_map(|m| m["to"].as_str()).collect();
    let count = sevens.len();
    assert!(count > 0 && of(12, "7").iter().all(|m| m["status"] == "killed"), "{:?}", of(12, "7"));
    sevens.sort_unstable();
    sevens.dedup();
    assert_eq!(sevens.len(), count, "one of each");
}
