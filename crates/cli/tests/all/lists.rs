//! `infer` and `verify` on `corpus/lists`: what is proved of each program is as recorded (`UPDATE=1` rewrites), nothing of it is
//! refuted, and each broken twin is.

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use testkit::golden::{golden, root, texts};

fn glassbox(arguments: &[&str], file: &Path) -> (Option<i32>, String) {
    let done =
        Command::new(env!("CARGO_BIN_EXE_glassbox")).args(arguments).arg(file).output().expect("it runs");
    (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
}

/// The claims among the obligations of a file: kind, line and status of each; and whether anything was refuted.
fn claims(file: &Path) -> (Option<i32>, Vec<(String, u64, String)>, bool) {
    let (code, text) = glassbox(&["verify", "--k", "0", "--format", "json"], file);
    let json: Value =
        serde_json::from_str(&text).unwrap_or_else(|why| panic!("{}: {why}: {text}", file.display()));
    let all = json["obligations"].as_array().cloned().unwrap_or_default();
    let of = |o: &Value| {
        let word = |name: &str| o[name].as_str().unwrap_or_default().to_string();
        (word("kind"), o["line"].as_u64().unwrap_or(0), word("status"))
    };
    let claim = |o: &(String, u64, String)| ["assert", "entry", "exit", "invariant"].contains(&o.0.as_str());
    let refuted = all.iter().any(|o| o["status"] == "refuted");
    (code, all.iter().map(of).filter(claim).collect(), refuted)
}

#[test]
fn what_is_proved_of_lists_is_as_recorded() {
    if testkit::require::program("cc", "list programs read").is_none() {
        return;
    }
    let mut wrong = Vec::new();
    let (mut whole, mut proved, mut all) = (0, 0, 0);
    for (name, path, _) in texts(&root().join("corpus/lists"), "c") {
        let (code, claims, refuted) = claims(&path);
        let mut shown = String::new();
        for (kind, line, status) in &claims {
            shown.push_str(&format!("{line}: {kind}: {status}\n"));
            assert_ne!(status, "refuted", "{name}, line {line}");
        }
        let open = claims.iter().filter(|claim| claim.2 != "proved").count();
        assert_eq!(code, Some(i32::from(open > 0 || refuted)), "{name}");
        whole += usize::from(open == 0);
        proved += claims.len() - open;
        all += claims.len();
        wrong.extend(golden(&path.with_extension("verified"), &shown));
    }
    assert!(whole >= 30, "{whole} programs proved whole");
    println!("{whole} programs proved whole, {proved} of {all} claims");
    assert!(wrong.is_empty(), "{}\n(UPDATE=1 takes what was found)", wrong.join("\n"));
}

#[test]
fn broken_twins_are_refuted() {
    if testkit::require::program("cc", "list programs read").is_none() {
        return;
    }
    let mut open = Vec::new();
    for (name, path, _) in texts(&root().join("corpus/lists/broken"), "c") {
        let (code, claims, _) = claims(&path);
        assert_eq!(code, Some(1), "{name}");
        if !claims.iter().any(|claim| claim.2 == "refuted") {
            open.push(name);
        }
    }
    // An array to write to is no input that is tried.
    assert_eq!(open, ["to_array"]);
}

#[test]
fn invariants_of_dispatch3_are_those_of_the_paper() {
    if testkit::require::program("cc", "list programs read").is_none() {
        return;
    }
    let file = root().join("corpus/lists/dispatch3.c");
    let (code, text) = glassbox(&["infer"], &file);
    assert_eq!(code, Some(0));
    for said in [
        "every element of grt is >= 3",
        "every element of less is <= 2",
        "len(\\old(head)) == len(grt) + len(less)",
        "multiset(\\old(head)) == multiset(grt) + multiset(less)",
        "3*len(grt) + grt.data <= sum(grt) + 3",
    ] {
        assert!(text.contains(said), "{said} is missing in\n{text}");
    }
    let (_, text) = glassbox(&["infer", "--format", "json"], &file);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let points = json["points"].as_array().expect("points");
    assert!(points.iter().any(|point| point["kind"] == "exit" && !point["heaps"][0]["formula"].is_null()));
    let svg = testkit::golden::scratch("dispatch3").join("heaps.svg");
    let (code, _) = glassbox(&["infer", "-o", &svg.to_string_lossy()], &file);
    assert_eq!(code, Some(0));
    assert!(std::fs::read_to_string(&svg).is_ok_and(|text| text.starts_with("<svg")));
}

#[test]
fn what_is_not_followed_is_said_with_its_place() {
    if testkit::require::program("cc", "list programs read").is_none() {
        return;
    }
    let folder = testkit::golden::scratch("lists-unsupported");
    let file = folder.join("two.c");
    let text = "struct two { int data; struct two *next, *prev; };\n\
                struct one { int data; struct one *next; };\n\
                int back(struct two *x) { return x->prev->data; }\n\
                void all(struct one **where) {\n  struct one *x = *where;\n  while (x) x = x->next;\n}\n\
                int length(struct one *x) {\n  int n = 0;\n  //@ loop invariant n >= 0;\n  while (x) { n++; x = x->next; }\n  return n;\n}\n";
    std::fs::write(&file, text).expect("written");
    let (code, shown) = glassbox(&["infer"], &file);
    assert_eq!(code, Some(0), "{shown}");
    assert!(shown.contains("not followed from line 5 on"), "{shown}");
    let (_, shown) = glassbox(&["verify", "-e", "length"], &file);
    assert!(shown.contains("proved    line 10"), "{shown}");
}
