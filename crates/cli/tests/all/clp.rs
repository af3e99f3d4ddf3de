//! The commands on Prolog programs, as people use them.

use crate::running;

use running::Scratch;

const LISTS: &str = "\
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
size([], zero).
size([_], one).
size([_,_|_], many).
sign(X, neg) :- X < 0, !.
sign(0, zero) :- !.
sign(_, pos).
";

#[test]
fn a_changed_program_fails_its_suite() {
    let s = Scratch::new("clp-changed");
    s.file("p.pl", LISTS);
    let (code, _, errors) =
        s.run(&["generate", "p.pl", "-e", "sign(+,-)", "--format", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, out, _) = s.run(&["run", "s.json"]);
    assert_eq!((code, out.as_str()), (Some(0), "4 passed, 0 failed\n"));
    s.file("p.pl", &LISTS.replace("X < 0", "X =< 0"));
    let (code, out, _) = s.run(&["run", "s.json"]);
    assert_eq!(code, Some(1));
    assert!(out.contains("solution 1 should be v(zero), and is v(neg)"), "{out}");
    assert!(out.ends_with("3 passed, 1 failed\n"), "{out}");
}

#[test]
fn a_guard_is_covered_by_solving() {
    let s = Scratch::new("clp-guard");
    s.file("g.pl", "g(X) :- X * 7 =:= 7000021.\n");
    let (code, out, errors) = s.run(&["generate", "g.pl", "-e", "g(+)"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("?- g(1000003)."), "{out}");
    assert!(out.contains("complete within the bounds"), "{out}");
}

#[test]
fn suites_are_measured_and_completed() {
    let s = Scratch::new("clp-cover");
    s.file("p.pl", LISTS);
    let (code, _, errors) =
        s.run(&["generate", "p.pl", "-e", "size(+,-)", "-c", "sequence", "--format", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let whole = s.read("s.json");
    // Without the test of one element.
    let mut suite: serde_json::Value = serde_json::from_str(&whole).expect("JSON");
    let tests = suite["tests"].as_array_mut().expect("tests");
    let all = tests.len();
    tests.retain(|t| !t["condition"].as_str().is_some_and(|c| c.ends_with("[X1]")));
    assert_eq!(tests.len(), all - 1, "{whole}");
    s.file("less.json", &suite.to_string());
    let (code, out, errors) =
        s.run(&["cover", "p.pl", "less.json", "-e", "size(+,-)", "-c", "clause", "--format", "json"]);
    assert_eq!(code, Some(0), "{errors}");
    let covered: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let missing = covered["criteria"][0]["missing"].as_array().expect("a list");
    let words = |m: &serde_json::Value| (m["line"].as_u64(), m["status"].as_str().map(str::to_string));
    assert!(missing.iter().any(|m| words(m) == (Some(4), Some("uncovered".to_string()))), "{out}");
    let (code, _, errors) =
        s.run(&["complete", "p.pl", "less.json", "-e", "size(+,-)", "-c", "sequence", "-o", "more.json"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("1 of them new"), "{errors}");
    let (code, out, _) = s.run(&["run", "more.json"]);
    assert_eq!((code, out), (Some(0), format!("{all} passed, 0 failed\n")));
    let (code, _, errors) =
        s.run(&["cover", "p.pl", "more.json", "-e", "size(+,-)", "--html", "page", "--lcov", "p.info"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(s.read("page/index.html").contains("size"));
    assert!(s.read("p.info").contains("DA:4,1"), "{}", s.read("p.info"));
}

#[test]
fn plunit_files_are_suites() {
    let s = Scratch::new("clp-plunit");
    s.file("p.pl", LISTS).file(
        "t.pl",
        ":- begin_tests(p).\ntest(one, all(X == [one])) :- size([a], X).\ntest(none, fail) :- size(a, _).\n\
         test(bad, true(X == many)) :- size([], X).\n:- end_tests(p).\n",
    );
    let (code, out, errors) = s.run(&["run", "t.pl", "--program", "p.pl"]);
    assert_eq!(code, Some(1), "{out}{errors}");
    assert!(out.ends_with("2 passed, 1 failed\n"), "{out}{errors}");
    let (code, out, errors) =
        s.run(&["cover", "p.pl", "t.pl", "-e", "size/2", "-c", "clause", "--format", "json"]);
    assert_eq!(code, Some(0), "{errors}");
    let covered: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(covered["criteria"][0]["covered"], 2, "{out}");
}

#[test]
fn a_limit_is_never_exceeded() {
    let s = Scratch::new("clp-limit");
    s.file("p.pl", LISTS).file(
        "q.pl",
        "q(X, Y) :- member(X, Y).\nq(X, Y) :- append(X, Y, _).\nr(X, Y) :- X > Y.\nr(X, X).\nr(f(X), g(Y)) :- q(X, Y).\n",
    );
    for file in ["p.pl", "q.pl"] {
        for most in [0, 1, 5, 12] {
            for criterion in ["sequence", "clause"] {
                let most_text = most.to_string();
                let args = ["generate", file, "-c", criterion, "--limit", &most_text, "--format", "json"];
                let (code, out, errors) = s.run(&args);
                let made: serde_json::Value = serde_json::from_str(&out).expect("JSON");
                let count = made["tests"].as_array().map_or(0, Vec::len);
                assert!(count <= most, "{file} {criterion}: {count} of {most}\n{errors}");
                if count == most && code == Some(0) {
                    continue;
                }
                assert!(code == Some(3) || count < most, "{file} {criterion} {most}: {code:?}");
                assert!(code != Some(3) || made["exploration"]["complete"] == false, "{out}");
            }
        }
    }
}

#[test]
fn goals_that_cannot_be_called_are_errors_of_the_run() {
    let s = Scratch::new("clp-uncallable");
    s.file(
        "p.pl",
        "p(a) :- call((fail, 1)).\np(b) :- once((true ; \"s\")).\np(c) :- \\+ call(1).\n\
         p(d) :- findall(X, (X = 1, 2), _).\np(e) :- catch((fail, 1), _, true).\np(f).\n",
    );
    let (code, out, errors) = s.run(&["generate", "p.pl", "-e", "p(+)", "--format", "json"]);
    assert_eq!(code, Some(0), "{errors}");
    let made: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let tests = made["tests"].as_array().expect("tests");
    let outcome = |goal: &str| {
        let test = tests.iter().find(|test| test["input"]["goal"] == goal);
        test.unwrap_or_else(|| panic!("{goal}: {out}"))["outcome"].clone()
    };
    assert_eq!(outcome("p(a)")["message"], "error(type_error(callable,','(fail,1)),_)", "{out}");
    assert_eq!(outcome("p(b)")["message"], "error(type_error(callable,;(true,\"s\")),_)", "{out}");
    assert_eq!(outcome("p(c)")["kind"], "error");
    assert_eq!(outcome("p(d)")["kind"], "error");
    assert_eq!(outcome("p(e)")["kind"], "ok");
    assert_eq!(outcome("p(f)")["kind"], "ok");
}

#[test]
fn mutants_are_killed_or_shown() {
    let s = Scratch::new("clp-mutate");
    s.file("p.pl", "sign(X, neg) :- X < 0, !.\nsign(0, zero) :- !.\nsign(_, pos).\n");
    let (code, _, errors) =
        s.run(&["generate", "p.pl", "-e", "sign(+,-)", "--format", "json", "-o", "s.json"]);
    assert_eq!(code, Some(0), "{errors}");
    let (code, out, errors) = s.run(&["mutate", "p.pl", "s.json", "-e", "sign(+,-)", "--format", "json"]);
    assert_eq!(code, Some(0), "{out}{errors}");
    let judged: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert!(judged["mutants"].as_u64() >= Some(8), "{out}");
    assert!(judged["score"].as_f64() >= Some(0.85), "{out}");
    // What the entry cannot come to is not changed.
    s.file("two.pl", "sign(X, neg) :- X < 0, !.\nsign(_, pos).\nother(a).\nother(b).\n");
    let (_, out, errors) = s.run(&["mutate", "two.pl", "s.json", "-e", "sign(+,-)", "--format", "json"]);
    let judged: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let list = judged["details"].as_array().expect("a list");
    assert!(list.iter().all(|m| m["line"].as_u64() <= Some(2)), "{out}{errors}");
}

#[test]
fn declared_modes_are_those_of_the_entries() {
    let s = Scratch::new("clp-modes");
    s.file(
        "m.pl",
        ":- mode kind(+, -) is semidet.\nkind(X, even) :- X mod 2 =:= 0.\nkind(X, odd) :- X mod 2 =:= 1.\n",
    );
    let (code, out, errors) = s.run(&["generate", "m.pl", "-c", "clause"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("clause: 2 of 2 covered") && !out.contains("instantiation_error"), "{out}");
}

#[test]
fn declared_types_hold_of_the_inputs() {
    let s = Scratch::new("clp-types");
    s.file(
        "t.pl",
        ":- type list(T) ---> [] ; [T|list(T)].\n:- type light ---> red ; amber ; green.\n\
         :- pred len(list(_), integer).\n:- pred next(light, light).\n\
         len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.\n\
         next(red, green).\nnext(green, amber).\nnext(amber, red).\n",
    );
    let goals = |entry: &str| -> Vec<String> {
        let (code, out, errors) = s.run(&["generate", "t.pl", "-e", entry, "--depth", "3"]);
        assert_eq!(code, Some(0), "{errors}");
        assert!(out.contains("complete within the bounds"), "{out}");
        out.lines().filter_map(|l| Some(l.split_once("?- ")?.1.to_string())).collect()
    };
    assert_eq!(goals("len(+,-)"), ["len([],A).", "len([a],A).", "len([a,b],A)."]);
    assert_eq!(goals("next(+,-)"), ["next(red,A).", "next(green,A).", "next(amber,A)."]);
}

#[test]
fn paths_are_drawn() {
    let s = Scratch::new("clp-graph");
    s.file("p.pl", LISTS);
    let (code, _, errors) = s.run(&["graph", "p.pl", "-e", "size(+,-)", "--of", "paths", "-o", "paths.svg"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(s.read("paths.svg").contains("</svg>"));
    let (code, out, _) = s.run(&["graph", "p.pl", "-e", "size(+,-)", "--of", "paths"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("digraph") && out.contains("size([],A)"), "{out}");
}

#[test]
fn first_solutions_alone() {
    let s = Scratch::new("clp-first");
    s.file("p.pl", "p(f(a)).\np(f(X)) :- q(X).\nq(b).\n");
    let goals = |args: &[&str]| {
        let all: Vec<&str> = ["generate", "p.pl", "-e", "p/1"].iter().chain(args).copied().collect();
        let (code, out, errors) = s.run(&all);
        assert_eq!(code, Some(0), "{errors}");
        out.lines().filter(|l| l.contains("?- ")).count()
    };
    assert_eq!((goals(&["--first-solution"]), goals(&[])), (4, 5));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let s = Scratch::new("clp-bad");
    s.file("bad.pl", "p(a).\nq(X :- p(X).\n");
    let (code, out, errors) = s.run(&["generate", "bad.pl"]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(errors.contains("bad.pl:2:"), "{errors}");
    s.file("p.pl", LISTS);
    for (args, said) in [
        (&["generate", "p.pl", "-e", "append/3"][..], "there is no predicate `append/3`"),
        (&["generate", "p.pl", "-e", "app(+,x)"][..], "is no mode"),
        (&["generate", "p.pl", "-e", "app/3", "-c", "mcdc"][..], "for logic programs"),
        (&["generate", "none.pl"][..], "cannot read"),
    ] {
        let (code, _, errors) = s.run(args);
        assert_eq!(code, Some(2), "{args:?}");
        assert!(errors.contains(said), "{args:?}: {errors}");
    }
}

#[test]
fn programs_that_do_not_end_are_cut() {
    let s = Scratch::new("clp-endless");
    s.file("left.pl", "p(X) :- p(X).\np(a).\n")
        .file("cyclic.pl", "p(X) :- X = f(X).\nq(X, X).\nr(Y) :- q(Y, g(Y)).\n");
    let (code, out, errors) = s.run(&["generate", "left.pl", "-e", "p/1"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("cut by the bounds"), "{out}");
    let (code, out, errors) = s.run(&["generate", "cyclic.pl", "-e", "r/1"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("    no\n"), "finite trees have no such thing: {out}");
    s.file("undefined.pl", "p(X) :- q(X).\n");
    let (code, out, _) = s.run(&["generate", "undefined.pl", "-e", "p(+)"]);
    assert_eq!(code, Some(0));
    assert!(out.contains("existence_error"), "{out}");
}

#[test]
fn large_tables_of_facts() {
    let s = Scratch::new("clp-facts");
    let facts: String = (0..100_000).map(|i| format!("edge(n{i}, n{}).\n", i + 1)).collect();
    s.file("facts.pl", &format!("{facts}last(X) :- edge(n99999, X).\n"));
    let (code, out, errors) = s.run(&["generate", "facts.pl", "-e", "last(-)", "--timeout", "60"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("A = n100000"), "{out}");
}

#[test]
fn goals_are_those_that_the_entry_can_come_to() {
    let s = Scratch::new("clp-reach");
    s.file("p.pl", LISTS);
    let (code, out, errors) = s.run(&["generate", "p.pl", "-e", "sign(+,-)", "-c", "clause"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("clause: 3 of 3 covered"), "what others do is not infeasible: {out}");
    s.file(
        "meta.pl",
        "all(L) :- maplist(even, L).\neven(0).\neven(s(N)) :- odd(N).\nodd(s(N)) :- even(N).\nother(a).\n",
    );
    let (code, out, errors) = s.run(&["generate", "meta.pl", "-e", "all(+)", "-c", "clause", "--depth", "6"]);
    assert_eq!(code, Some(0), "{errors}");
    assert!(out.contains("clause: 4 of 4 covered"), "closures are called: {out}");
}
