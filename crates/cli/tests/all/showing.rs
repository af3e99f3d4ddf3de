//! Suites as code, as pages and as pictures.

use crate::running;

use imperative::machine::{Options, Outcome, State, Value, run};
use running::{Scratch, corpus_folder, glassbox};
use std::fs;
use std::path::PathBuf;

/// What a program that was written ends with: its error, or the value of the verdict.
fn verdict(text: &str) -> Result<Option<Value>, String> {
    let mut files = source::Files::new();
    let file = files.add("test.impl", text);
    let loaded = front_impl::load(&files, file);
    let program = loaded.program.unwrap_or_else(|| panic!("{:?}\n{text}", loaded.diagnostics));
    let main = program.main.expect("a main program");
    let done = run(&program, main, State::new(&program, main), &Options::default());
    // The last `accept` or `accept_2` of the text is the one of the check.
    let proc = program.proc(main).expect("it exists");
    let name = proc.vars.iter().rev().map(|v| v.name.as_str()).find(|n| n.starts_with("accept"));
    match done.outcome {
        Outcome::Ok => Ok(name.and_then(|n| done.state.get(proc.var_named(n)?)).cloned()),
        Outcome::Error { kind, .. } => Err(kind.message().to_string()),
        other => panic!("{other:?}\n{text}"),
    }
}

fn accepts(text: &str) -> bool {
    match verdict(text) {
        Ok(value) => value == Some(Value::int(1)),
        Err(message) => text.contains(&format!("// check phase: not reached, {message} expected")),
    }
}

#[test]
fn every_program_that_is_written_accepts() {
    let scratch = Scratch::new("emit");
    let mut count = 0;
    let names = fs::read_dir(corpus_folder("impl"))
        .expect("the corpus is there")
        .filter_map(|e| Some(e.ok()?.path()));
    let mut names: Vec<PathBuf> = names.filter(|p| p.extension().is_some_and(|e| e == "impl")).collect();
    names.sort();
    for name in names.iter().filter_map(|p| p.file_stem()?.to_str()) {
        let folder = scratch.0.join(name);
        let args = ["generate", &format!("{name}.impl"), "-c", "path", "--loops", "2", "--depth", "3"];
        let into = folder.to_str().expect("a path");
        let (code, out, errors) =
            glassbox(&[&args[..], &["--emit", "impl", "-o", into]].concat(), &corpus_folder("impl"));
        assert_eq!((code, out.as_str()), (Some(0), ""), "{name}: {errors}");
        let mut number = 0;
        for file in fs::read_dir(&folder).expect("a folder") {
            let file = file.expect("it can be read").path();
            let text = fs::read_to_string(&file).expect("a text");
            number += 1;
            assert!(accepts(&text), "{}: {:?}\n{text}", file.display(), verdict(&text));
        }
        assert!(number > 0, "{name}");
        count += number;
    }
    assert!(count > 200, "{count}");
}

#[test]
fn a_changed_program_does_not_accept() {
    let scratch = Scratch::new("changed");
    scratch.file("p.impl", "if x == nil then y := 1 else { x.head := 7; y := 2 }");
    let (code, out, errors) = scratch.run(&["generate", "p.impl", "-c", "path", "--emit", "impl"]);
    assert_eq!(code, Some(0), "{errors}");
    let texts: Vec<&str> = out.split("// ---- ").skip(1).collect();
    assert_eq!(texts.len(), 2, "{out}");
    assert!(texts[0].starts_with("main_1\n"), "{out}");
    for (old, new) in [("y := 1", "y := 3"), ("x.head := 7", "x.head := 8"), ("x.head := 7", "x := nil")] {
        let mut noticed = 0;
        for text in &texts {
            // The first line has the rest of the comment, which is the name of the test.
            let text = text.split_once('\n').expect("lines").1;
            assert!(accepts(text), "{text}");
            let (before, after) = text.split_once("// program under test").expect("three phases");
            let (program, check) = after.split_once("// check phase").expect("three phases");
            assert!(program.contains(old), "{program}");
            let changed = format!(
                "{before}// program under test{}// check phase{check}",
                program.replacen(old, new, 1)
            );
            if verdict(&changed) == Ok(Some(Value::int(0))) {
                noticed += 1;
            }
        }
        assert_eq!(noticed, 1, "{old} as {new}");
    }
}

#[test]
fn emit_json_is_the_suite() {
    let scratch = Scratch::new("json");
    scratch.file("p.impl", "if x > 3 then y := 1 else y := 2");
    let (code, out, _) = scratch.run(&["generate", "p.impl", "--emit", "json", "-o", "s.json"]);
    assert_eq!((code, out.as_str()), (Some(0), ""));
    let (code, out, _) = scratch.run(&["run", "s.json"]);
    assert_eq!((code, out.as_str()), (Some(0), "3 passed, 0 failed\n"));
}

#[test]
fn a_page_stands_beside_what_is_printed() {
    let scratch = Scratch::new("html");
    scratch.file("p.impl", "if x == nil then y := 1 else if 1 < 0 then y := 2 else y := x.head");
    let (code, plain, _) = scratch.run(&["generate", "p.impl"]);
    assert_eq!(code, Some(0));
    let (code, out, errors) = scratch.run(&["generate", "p.impl", "--html", "deep/pages"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let tests = |text: &str| text.split("\n\n").next().map(String::from);
    assert_eq!(tests(&out), tests(&plain));
    let page = scratch.read("deep/pages/index.html");
    let (text, mark) = page.rsplit_once("</html>\n").expect("its end");
    assert!(text.starts_with("<!DOCTYPE html>") && mark.starts_with("<!-- ") && mark.ends_with(" -->\n"));
    assert!(page.contains("<mark class=\"both\" title=\"true in 1 test, false in 1 test\">x == nil</mark>"));
    assert!(
        page.contains("<mark class=\"half\" title=\"never true, false in 1 test\">1 &lt; 0</mark>"),
        "{page}"
    );
    assert_eq!(2 * page.matches("<article class=\"test").count(), page.matches("</svg>").count());
    // A file may be named as well.
    let (code, _, errors) = scratch.run(&["generate", "p.impl", "--html", "one/tests.html"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(scratch.read("one/tests.html").contains("<title>p.impl: tests</title>"));
}

/// In a suite the names of cells begin anew at the end of a run; people see the same cell under the same name, and the new one as `a3`.
#[test]
fn drawings_of_a_page_mark_what_changed() {
    let scratch = Scratch::new("changed-cells");
    scratch.file(
        "p.impl",
        "requires acyclic(x);\nif x /= nil then { if x.tail /= nil then x.tail := new cons(7, x.tail) }\n",
    );
    let (code, out, errors) = scratch.run(&["generate", "p.impl", "--html", "page"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(out.contains("a1: cons(head: 3, tail: →a3)   a3: cons(head: 7, tail: →a2)"), "{out}");
    let page = scratch.read("page/index.html");
    assert_eq!(
        (page.matches("class=\"changed\"/>").count(), page.matches("class=\"head fresh\"/>").count()),
        (1, 1)
    );
    let (_, fresh) = page.split_once("class=\"head fresh\"/>").expect("a new cell");
    assert!(fresh.lines().nth(1).is_some_and(|line| line.contains(">a3: cons<")), "{fresh}");
}

/// Nobody waits for a search whose page has no place: it does not begin.
#[test]
fn a_page_that_cannot_be_written_is_said_at_once() {
    let scratch = Scratch::new("no-page");
    scratch.file("p.impl", "while x /= nil { x := x.tail }").file("suite.json", "{}");
    fs::create_dir_all(scratch.0.join("taken/index.html")).expect("a folder");
    for (named, message) in [
        ("p.impl", "cannot make the folder p.impl"),
        ("p.impl/deep", "cannot make the folder p.impl/deep"),
        ("p.impl/page.html", "cannot make the folder p.impl"),
        ("taken", "cannot write taken/index.html"),
    ] {
        let named_page = scratch.0.join(named);
        let known = named_page.exists();
        for command in ["generate", "trace", "infer"] {
            let (code, out, errors) = scratch.run(&[command, "p.impl", "--html", named]);
            assert_eq!((code, out.as_str()), (Some(2), ""), "{command} {named}: {errors}");
            assert!(errors.contains(message), "{command} {named}: {errors}");
        }
        assert_eq!(named_page.exists(), known, "{named}");
    }
    // What is tried leaves nothing behind where the program cannot be read.
    scratch.file("bad.impl", "x := ");
    let (code, _, _) = scratch.run(&["generate", "bad.impl", "--html", "fresh"]);
    assert_eq!((code, scratch.0.join("fresh/index.html").exists()), (Some(2), false));
}

#[test]
fn graphs_of_programs_and_suites() {
    let scratch = Scratch::new("graph");
    scratch.file(
        "p.impl",
        "proc f(n: int): int { if n > 0 then return f(n - 1); return 0 } while x /= nil { x := x.tail }",
    );
    let (code, dot, errors) = scratch.run(&["graph", "p.impl", "--of", "cfg"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(
        dot.starts_with("digraph cfg {") && dot.contains("shape=diamond, label=\"while x /= nil\""),
        "{dot}"
    );
    assert_eq!(dot.matches("subgraph").count(), 2, "{dot}");
    let (code, dot, _) = scratch.run(&["graph", "p.impl", "-e", "f", "--of", "cfg"]);
    assert_eq!((code, dot.matches("subgraph").count()), (Some(0), 1));
    let (code, out, _) = scratch.run(&["graph", "p.impl", "--of", "cfg", "-o", "p.svg"]);
    assert_eq!((code, out.as_str()), (Some(0), ""));
    let svg = scratch.read("p.svg");
    assert!(svg.starts_with("<svg") && svg.contains("while x /= nil"), "{svg}");

    let (code, _, errors) =
        scratch.run(&["generate", "p.impl", "-e", "main", "--emit", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, dot, _) = scratch.run(&["graph", "s.json", "--of", "heap"]);
    assert!(code == Some(0) && dot.contains("digraph \"main_1\"") && dot.contains("cluster_after"), "{dot}");
    let (code, _, _) = scratch.run(&["graph", "s.json", "--of", "heap", "-o", "heap.svg"]);
    assert!(code == Some(0) && scratch.read("heap.svg").contains(">before<"));
}

#[test]
fn what_cannot_be_drawn_is_said() {
    let scratch = Scratch::new("wrong");
    scratch.file("p.impl", "x := 1").file("bad.json", "{}").file("bad.impl", "x := ");
    for (args, message) in [
        (&["graph", "bad.impl", "--of", "paths"][..], "bad.impl:1:"),
        (&["trace", "p.impl", "--path", "1T"][..], "there is no path `1T`"),
        (&["trace", "p.impl", "--assume", "y >"][..], "--assume:1:"),
        (&["graph", "p.impl", "--of", "heap"][..], "draws the tests of a suite"),
        (&["graph", "bad.json", "--of", "heap"][..], "`schema` should be"),
        (&["graph", "bad.impl", "--of", "cfg"][..], "bad.impl:1:"),
        (&["graph", "p.impl", "--of", "cfg", "-e", "q"][..], "there is no `q`"),
        (&["graph", "none.impl", "--of", "cfg"][..], "cannot read none.impl"),
        (&["graph", "p.impl"][..], "--of"),
    ] {
        let (code, out, errors) = scratch.run(args);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(errors.contains(message), "{args:?}: {errors}");
    }
}

/// Example 1 of the paper, its constraints word by word (but for what its errata say).
#[test]
fn a_trace_has_the_constraints_of_the_paper() {
    let scratch = Scratch::new("trace");
    scratch.file("p.impl", "while (x.tail.head /= x.head) {\n  x := x.tail\n};\nx.tail := nil\n");
    let (code, out, errors) = scratch.run(&["trace", "p.impl", "--loops", "1", "--path", "1T1F"]);
    assert_eq!(code, Some(0), "{errors}");
    let c1 =
        "(x ↦ V) ∈ E0 ∧ V = ptr(R) ∧ (R ↦ cons(Vh, Vt)) ∈ H0 ∧ Vt = ptr(R2) ∧ (R2 ↦ cons(Vh2, Vt2)) ∈ H0";
    let c2 = "(x ↦ V2) ∈ E0 ∧ V2 = ptr(R3) ∧ (R3 ↦ cons(Vh3, Vt3)) ∈ H0 ∧ Vh2 ≠ Vh3";
    let c3 = "(x ↦ V3) ∈ E0 ∧ V3 = ptr(R4) ∧ (R4 ↦ cons(Vh4, Vt4)) ∈ H0 ∧ E1 = E0 ⊎ {x ↦ Vt4}";
    let expected = format!(
        "path 1T1F   main\n  ⟨E0, H0, C0⟩   C0 ≡ true\n  line 1   x.tail.head /= x.head   true\n      \
         C1 ≡ C0 ∧ {c1} ∧ {c2}\n  ⟨E0, H0, C1⟩\n  line 2   x := x.tail\n      C2 ≡ C1 ∧ {c3}\n  ⟨E1, H0, C2⟩\n"
    );
    // Long lines are folded.
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&out).starts_with(&words(&expected)), "{out}");
    let (code, at, _) = scratch.run(&["trace", "p.impl", "--loops", "1", "--at", "2"]);
    assert_eq!(code, Some(0));
    assert!(words(&at).contains(&format!("⟨E0, H0, C1⟩ C1 ≡ {c1} ∧ {c2}")), "{at}");
    let (code, json, _) = scratch.run(&["trace", "p.impl", "--loops", "1", "--format", "json"]);
    assert_eq!(code, Some(0));
    assert!(json.contains("\"E1 = E0 ⊎ {x ↦ Vt4}\""), "{json}");
}

#[test]
fn the_tree_of_paths_has_every_end() {
    let scratch = Scratch::new("paths");
    scratch.file("p.impl", "while x /= nil { if x.head > 0 then n := 1; x := x.tail }");
    let (code, dot, errors) = scratch.run(&["graph", "p.impl", "--of", "paths", "--loops", "1"]);
    assert_eq!(code, Some(0), "{errors}");
    for end in ["\"1T2T1F\\nok", "\"1T2F1F\\nok", "\"1F\\nok"] {
        assert_eq!(dot.matches(end).count(), 1, "{end}: {dot}");
    }
    assert_eq!(dot.matches("cut by the bounds").count(), 2, "{dot}");
    let (code, _, errors) = scratch.run(&["graph", "p.impl", "--of", "paths", "-o", "paths.svg"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(scratch.read("paths.svg").contains("<svg"));
    let (code, _, errors) = scratch.run(&["graph", "p.impl", "--of", "paths", "--limit", "2"]);
    assert_eq!(code, Some(3));
    assert!(errors.contains("more paths than --limit"), "{errors}");
}

/// A cell behind one that was freed keeps its name, and what was freed is told although nothing leads to it.
#[test]
fn cells_keep_their_names_when_one_is_freed() {
    let scratch = Scratch::new("freed-names");
    scratch.file(
        "d.c",
        "#include <stdlib.h>
struct node { struct node *next; };
void drop(struct node *l) { struct node *d = l->next; if (d) { l->next = d->next; free(d); } }
",
    );
    let assumed = ["--assume", "l != NULL && l->next != NULL && l->next->next != NULL"];
    let (code, out, errors) = scratch.run(&[&["generate", "d.c"], &assumed[..]].concat());
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("a1 = {.next = &a3}   a2: freed"), "{out}");
    assert!(!out.contains("a4"), "{out}");
}
