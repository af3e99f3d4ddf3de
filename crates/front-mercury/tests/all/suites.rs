//! Suites of tests: files of tests, tests as procedures, and tests as programs. `UPDATE=1` rewrites golden files.

use crate::samples::{folder, golden};
use front_mercury::procedures::{analyse, print_procedure};
use front_mercury::suites::{Compiled, Input, TestText, compile, emit, read, texts, write};
use source::{Diagnostic, Files, render_all};
use suite::{Fault, GoalTest, Outcome, Payload, Suite, Test};

fn corpus(name: &str) -> String {
    std::fs::read_to_string(folder("suites").join(name)).expect("the corpus is there")
}

/// Compiles the tests of a file with the program of the corpus. What is wrong with tests comes as text.
fn compiled(tests: &str) -> (Compiled, Vec<String>, Suite) {
    let mut files = Files::new();
    let file = files.add("tests.m", tests);
    let (suite, problems) = read(&files, file);
    assert!(problems.is_empty(), "{}", render_all(&problems, &files, false));
    let (found, wrong) = compiled_suite(&suite);
    (found, wrong, suite)
}

fn compiled_suite(suite: &Suite) -> (Compiled, Vec<String>) {
    let mut files = Files::new();
    let main = files.add("family.m", corpus("family.m"));
    let tests: Vec<TestText> = suite.tests.iter().map(|test| texts(test).expect("a goal")).collect();
    let found = compile(&mut files, main, &mut |_| None, &tests);
    let shown = |problems: &Vec<Diagnostic>| render_all(problems, &files, false);
    let wrong = found.tests.iter().filter_map(|test| test.as_ref().err()).map(shown).collect();
    assert!(!found.diagnostics.iter().any(Diagnostic::is_error), "{}", shown(&found.diagnostics));
    (found, wrong)
}

/// The procedures of all tests.
fn procedures(found: &Compiled) -> String {
    let mut text = String::new();
    for test in found.tests.iter().flatten() {
        let vars: Vec<String> = test
            .vars
            .iter()
            .map(|var| format!("{}: {}", var.name, found.program.type_text(var.ty, &[])))
            .collect();
        text += &format!("{} [{}] limit {:?}\n", test.name, vars.join(", "), test.limit);
        text += &print_procedure(&found.program, &found.procedures, test.solve);
        for assertion in &test.assertions {
            text += &format!("{} {:?} {:?}\n", assertion.text, assertion.kind, assertion.inputs);
            let check = assertion.check.map(|id| print_procedure(&found.program, &found.procedures, id));
            text += &check.unwrap_or_default();
        }
        text += "\n";
    }
    text
}

/// The program that runs a suite is right for our own front end.
fn accepted(text: &str) {
    let mut files = Files::new();
    let main = files.add("test_family.m", text);
    let program = corpus("family.m");
    let mut find = |name: &front_mercury::syntax::ast::ModuleName| {
        (name.shown() == "family").then(|| ("family.m".to_string(), program.clone()))
    };
    let checked = front_mercury::check::check(&mut files, main, &mut find);
    let analysed = analyse(&checked.program);
    let all: Vec<Diagnostic> = checked.diagnostics.into_iter().chain(analysed.diagnostics).collect();
    let own = |problem: &&Diagnostic| problem.place().is_none_or(|at| at.file == main);
    let own: Vec<Diagnostic> = all.iter().filter(own).cloned().collect();
    assert!(own.is_empty(), "{}\n{text}", render_all(&own, &files, false));
}

/// Suites that are right.
const SUITES: &[&str] = &[
    "test(t1, [list.reverse([1,2],L)], [true(L=[2,1])]).",
    "test(t2, [member(X, [1, 3, 4, 2])], [limit(2), some_true(X>1)]).",
    "test(t3, [member(X, [1, 2, 3, 4])], [solutions_cardinality(N), true(N>3), all_true(X<5)]).",
    "test(t4, [append(L1,L2,[1,2,3])], [type(L2,list(int)), some_true((L1=[1,2],length(L2,1)))]).",
    "test(t5, [append(L1,L2,[1,2,3])], [some_true((L1=[1,2],L2=[3]))]).",
    "test(t6, [append([1],[2],L)], [success, true(L = [1, 2]), all_true(L = [_ | _]), some_true(length(L, 2)), true(1, L = [1 | _])]).",
    "test(t7, [X = next(red)], [true(X = green)]).\ntest(t8, [X = next(red), Y = next(X)], [true((X = green, Y = blue))]).",
    "test(t9, [parent(\"a\", X)], [true(1, X = \"b\"), true(2, X = \"c\"), solutions_cardinality(2)]).",
    "test(t10, [parent(\"z\", _)], [failure]).\ntest(t11, [parent(\"z\", X)], [solutions_cardinality(0), all_true(X = \"b\")]).",
    "test(t12, [positive(0, _)], [failure]).\ntest(t13, [positive(1, X)], [true(X = 2), solutions_cardinality(1)]).\ntest(t14, [positive(1, X)], [true(2, X = 2)]).",
    "test(t15, [explode(4, X)], [exception]).\ntest(t16, [explode(1, X)], [true(X = 1)]).\ntest(t17, [explode(4, _)], [exception, failure]).",
    "test(t18, [greet(\"bob\", N, !IO)], [true(N = 3)]).\ntest(t19, [io.write_string(\"x\", IO0, IO1), greet(\"y\", N, IO1, IO)], [true(N = 1)]).",
    "test(t20, [main(!IO)], [success]).",
    "test(t21, [insert(3, leaf, T0), insert(1, T0, T)], [true((T = node(node(leaf, 1, leaf), _, _)))]).",
    "test(t22, [parent(X, Y), not parent(Y, _)], [some_true((X = \"b\", Y = \"d\")), all_true(not (parent(Y, Z), Z = X))]).",
    "test(t23, [parent(\"a\", \"b\")], []).\ntest(t24, [(parent(\"a\", \"b\") ; parent(\"b\", \"a\"))], [success]).\ntest(t25, [], [success]).",
    "test(t26, [(if positive(3, X) then Y = X else Y = 0)], [true(Y = 6)]).\ntest(t27, [map((pred(A::in, B::out) is det :- B = A + 1), [1, 2], Bs)], [true(Bs = [2, 3])]).",
    "test(\"a name, with \\\"signs\\\"\", [Result = 1, Solutions = 2, Count = 3], [true((Result + Solutions = Count))]).",
    "test(t28, [map.init(M0), map.insert(1, \"x\", M0, M)], [true((map.search(M, 1, V), V = \"x\"))]).",
    "test(t29, [member(X, [1, 2]), member(Y, [\"a\", \"b\"])], [solutions_cardinality(N), true(2, (X = 1, Y = \"b\")), true(N = 4)]).",
    "test(t30, [hidden(1, X)], [true(X = 2)]).\ntest(t31, [veiled(X)], [true(X = secret(_))]).\ntest(t32, [next(blue) = red], []).",
    "test(t33, [X = {1, \"a\"}, F = (func(A) = A + 1), Y = F(1)], [true((X = {_, S}, S = \"a\", Y = 2))]).",
];

#[test]
fn examples_of_the_thesis() {
    let text = corpus("thesis.m");
    let (found, wrong, suite) = compiled(&text);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(suite.source, "family.m");
    assert_eq!(suite.tests[3].goal().unwrap().assertions[0], "type(L2,list(int))");
    let emitted = emit(&found, &suite, "family");
    assert!(emitted.left_out.is_empty());
    accepted(&emitted.text);
    let folder = folder("suites");
    let all = [("thesis", "out", procedures(&found)), ("thesis", "emitted", emitted.text)];
    let differ: Vec<String> =
        all.iter().filter_map(|(name, ending, text)| golden(&folder, name, ending, text)).collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn wrong_tests_get_their_messages() {
    let (found, wrong, _) = compiled(&corpus("wrong.m"));
    let right: Vec<&str> = found.tests.iter().flatten().map(|test| test.name.as_str()).collect();
    assert_eq!(right, ["right"], "one wrong test does not harm another");
    let differ = golden(&folder("suites"), "wrong", "out", &wrong.join("\n"));
    assert!(differ.is_none(), "{}", differ.unwrap_or_default());
}

#[test]
fn files_that_are_wrong_get_their_messages() {
    let mut files = Files::new();
    let file = files.add("unreadable.m", corpus("unreadable.m"));
    let (suite, problems) = read(&files, file);
    let names: Vec<&str> = suite.tests.iter().map(|test| test.name.as_str()).collect();
    // A test with an assertion that is not known is there, and is told wrong where it is to run.
    assert_eq!(names, ["right", "six", "last"]);
    assert!(problems.iter().all(|problem| problem.place().is_some()));
    let shown = render_all(&problems, &files, false);
    let differ = golden(&folder("suites"), "unreadable", "out", &shown);
    assert!(differ.is_none(), "{}", differ.unwrap_or_default());
}

#[test]
fn what_is_written_is_read_back() {
    let mut files = Files::new();
    for text in SUITES.iter().map(|text| text.to_string()).chain([corpus("thesis.m")]) {
        let imports = ":- import_module family, list, queue.\n";
        for text in [text.clone(), format!("{imports}{text}\n")] {
            let file = files.add("tests.m", text);
            let (suite, _) = read(&files, file);
            let written = write(&suite);
            let file = files.add("again.m", written.clone());
            let (again, problems) = read(&files, file);
            assert!(problems.is_empty(), "{}", render_all(&problems, &files, false));
            assert_eq!(again, suite, "{written}");
            assert_eq!(write(&again), written);
        }
    }
}

#[test]
fn solutions_become_assertions() {
    let value = |name: &str, value: &str| (name.to_string(), value.to_string());
    let test = |name: &str, outcome: Outcome, goal: GoalTest| Test {
        name: name.into(),
        outcome,
        ..Test::new(Payload::Goal(goal))
    };
    let goal = |text: &str| GoalTest { goal: text.into(), ..GoalTest::default() };
    let solutions = vec![vec![value("X", "\"b\"")], vec![value("X", "\"c\"")]];
    let both = vec![vec![value("X", "[]"), value("Y", "[1]")]];
    let thrown = Outcome::Error { fault: Fault::Thrown("\"too much\"".into()), site: suite::Site::default() };
    let tests = vec![
        test("t1", Outcome::Ok, GoalTest { solutions, ..goal("parent(\"a\", X)") }),
        test("t2", Outcome::Ok, GoalTest { solutions: both, complete: false, ..goal("append(X, Y, [1])") }),
        test("t3", Outcome::Fail, goal("Y = 1, positive(0, X) ; fail, Y = 2")),
        test("t4", thrown, goal("explode(4, X)")),
        test("t5", Outcome::Ok, GoalTest { complete: false, ..goal("positive(1, _)") }),
        test("a b", Outcome::Ok, GoalTest { solutions: vec![Vec::new()], ..goal("true") }),
    ];
    let suite =
        Suite { language: "mercury".into(), source: "dir/family.m".into(), tests, ..Suite::default() };
    let expected = "\
:- import_module family.
test(t1, [parent(\"a\", X)], [solutions_cardinality(2), true(1, X = \"b\"), true(2, X = \"c\")]).
test(t2, [append(X, Y, [1])], [limit(1), solutions_cardinality(1), true(1, (X = [], Y = [1]))]).
test(t3, [(Y = 1, positive(0, X) ; fail, Y = 2)], [failure]).
test(t4, [explode(4, X)], [exception]).
test(t5, [positive(1, _)], [success]).
test(\"a b\", [true], [solutions_cardinality(1)]).
";
    assert_eq!(write(&suite), expected);
    let (found, wrong) = compiled_suite(&suite);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    accepted(&emit(&found, &suite, "family").text);
    assert_eq!(texts(&Test::new(Payload::State(suite::StateTest::default()))).ok(), None);
}

#[test]
fn outcomes_follow_from_assertions() {
    let mut files = Files::new();
    let text = "test(a, [p], [failure]). test(b, [p], [exception]). test(c, [p], []). \
                test(d, [X = f(Y)], [solutions_cardinality(0)]).";
    let file = files.add("tests.m", text);
    let (suite, _) = read(&files, file);
    let outcomes: Vec<&Outcome> = suite.tests.iter().map(|test| &test.outcome).collect();
    let thrown = Outcome::Error { fault: Fault::Thrown(String::new()), site: suite::Site::default() };
    assert_eq!(outcomes, [&Outcome::Fail, &thrown, &Outcome::Ok, &Outcome::Fail]);
    let entries: Vec<&str> = suite.tests.iter().map(|test| test.entry.as_str()).collect();
    assert_eq!(entries, ["p/0", "p/0", "p/0", "f/1"]);
    assert_eq!(suite.tests[2].goal().unwrap().assertions, ["success"]);
    assert_eq!((suite.language.as_str(), suite.source.as_str()), ("mercury", ""));
}

#[test]
fn suites_become_programs() {
    assert!(SUITES.len() >= 15);
    for tests in SUITES {
        let (found, wrong, suite) = compiled(tests);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let emitted = emit(&found, &suite, "family");
        accepted(&emitted.text);
        let private = tests.contains("hidden");
        assert_eq!(emitted.left_out.len(), if private { 2 } else { 0 }, "{:?}", emitted.left_out);
        if private {
            let why = "it uses the predicate `hidden/2`, which the module `family` does not export";
            assert_eq!(emitted.left_out[0], ("t30".to_string(), why.to_string()));
            assert!(emitted.text.contains(&format!("%   t30: {why}\n")));
        }
    }
    let (found, _, suite) = compiled(&corpus("wrong.m"));
    let emitted = emit(&found, &suite, "family");
    assert_eq!(emitted.left_out.len(), suite.tests.len() - 1);
    accepted(&emitted.text);
    let (found, _, suite) = compiled(&SUITES.join("\n"));
    accepted(&emit(&found, &suite, "family").text);
    let (found, _, suite) = compiled("");
    accepted(&emit(&found, &suite, "family").text);
}

#[test]
fn determinism_is_that_of_the_goal() {
    let all = SUITES.join("\n");
    let (found, _, _) = compiled(&all);
    let word = |name: &str| {
        let test = found.tests.iter().flatten().find(|test| test.name == name).expect("a test");
        (found.procedures.get(test.solve).expect("a procedure").determinism.word(), test.io)
    };
    assert_eq!(word("t1"), ("det", false));
    assert_eq!(word("t2"), ("nondet", false));
    assert_eq!(word("t4"), ("multi", false));
    assert_eq!(word("t13"), ("semidet", false));
    assert_eq!(word("t18"), ("det", true));
    assert_eq!(word("t19"), ("det", true));
    let io = found.tests.iter().flatten().find(|test| test.name == "t19").expect("a test");
    let head = &found.procedures.get(io.solve).expect("a procedure").head;
    let flows: Vec<&str> = head.iter().map(|(_, flow)| flow.word()).collect();
    assert_eq!(flows, ["in", "out", "out"]);
}

#[test]
fn assertions_have_variables_of_their_own() {
    let text = "test(t, [member(X, [1, 2])], [solutions_cardinality(N), \
                true((Y = \"a\", length(Y, N))), all_true((Y = X + N, Y > 1))]).";
    let (found, wrong, _) = compiled(text);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let test = found.tests[0].as_ref().expect("it is right");
    assert_eq!(test.assertions[1].inputs, [Input::Cardinality]);
    assert_eq!(test.assertions[2].inputs.len(), 2);
    assert!(test.must_succeed());
}

#[test]
fn texts_that_end_too_early_are_wrong() {
    for (goal, assertion) in [
        ("p], []). test(x, [q", "success"),
        ("true", "success]). :- import_module foo. test(x, [p], [success"),
        ("", "success"),
        ("p(", "success"),
        ("true", "true(X"),
        ("true. q", "success"),
    ] {
        let test = TestText {
            name: "t".into(),
            goal: goal.into(),
            assertions: vec![assertion.into()],
            imports: vec!["a b".into()],
        };
        let mut files = Files::new();
        let main = files.add("family.m", corpus("family.m"));
        let found = compile(&mut files, main, &mut |_| None, &[test]);
        let problems = found.tests[0].as_ref().expect_err("it is wrong");
        assert!(problems.iter().all(|problem| problem.place().is_some()), "{goal}");
    }
}
