//! Suites as files of plunit: SWI-Prolog runs them, and they come back as the suites that they were.

use crate::answers;
use crate::reading;

use answers::{answers, load};
use front_clp::plunit;
use reading::programs;
use source::Files;
use suite::{Fault, GoalTest, Outcome, Payload, Site, Solution, Suite, Test};

fn solution(values: &[(&str, &str)]) -> Solution {
    values.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

fn ended(goal: GoalTest, outcome: Outcome) -> Test {
    Test { outcome, ..Test::new(Payload::Goal(goal)) }
}

fn thrown(ball: &str) -> Outcome {
    Outcome::Error { fault: Fault::Thrown(ball.into()), site: Site::default() }
}

fn test(goal: &str, solutions: &[&[(&str, &str)]]) -> Test {
    let outcome = if solutions.is_empty() { Outcome::Fail } else { Outcome::Ok };
    let solutions = solutions.iter().map(|values| solution(values)).collect();
    ended(GoalTest { goal: goal.into(), solutions, ..GoalTest::default() }, outcome)
}

fn throws(goal: &str, ball: &str) -> Test {
    ended(GoalTest { goal: goal.into(), ..GoalTest::default() }, thrown(ball))
}

/// The test with something of its goal changed.
fn but(mut test: Test, change: impl FnOnce(&mut GoalTest)) -> Test {
    if let Payload::Goal(goal) = &mut test.payload {
        change(goal);
    }
    test
}

/// The test that asks for its first solutions alone.
fn first(test: Test) -> Test {
    but(test, |goal| goal.complete = false)
}

fn constrained(constraint: &str, test: Test) -> Test {
    but(test, |goal| goal.constraint = constraint.into())
}

fn goal(test: &Test) -> &GoalTest {
    test.goal().expect("the test of a logic program")
}

fn suite(source: &str, tests: Vec<Test>) -> Suite {
    let named = tests.into_iter().enumerate().map(|(i, t)| Test { name: format!("t{}", i + 1), ..t });
    Suite { source: source.into(), tests: named.collect(), ..Suite::default() }
}

/// The text of a program of the corpus.
fn corpus(name: &str) -> String {
    let found = programs("corpus/clp").into_iter().find(|(n, _)| n == name);
    found.unwrap_or_else(|| panic!("{name} is not in the corpus")).1
}

fn read(text: &str) -> (Suite, Vec<String>) {
    let mut files = Files::new();
    let file = files.add("tests.pl", text);
    let (suite, messages) = plunit::read(&files, file, &[]);
    assert!(messages.iter().all(|m| m.place().is_some()), "a message without a place");
    let line = |m: &source::Diagnostic| {
        let (_, at) = files.place(m.place().expect("a place")).expect("a place");
        format!("{}:{} {}", at.line, at.column, m.message)
    };
    (suite, messages.iter().map(line).collect())
}

/// Does swipl pass all tests of a suite? With what it says, and the file.
fn judged(suite: &Suite, program: &str) -> (bool, String) {
    let text = plunit::emit(suite, &load(program), &suite.source);
    assert!(!text.contains("is left out"), "{text}");
    let (passed, said) = testkit::prolog::run_tests(&[("tests.pl", &text), (&suite.source, program)]);
    (passed, format!("{text}\n{said}"))
}

/// Suites made by hand: tests of all kinds.
fn by_hand() -> Vec<(String, Suite)> {
    let member = vec![
        test("mem(X,[1,2,3])", &[&[("X", "1")], &[("X", "2")], &[("X", "3")]]),
        test("mem(1,[1,2,1])", &[&[], &[]]),
        test("mem(4,[1])", &[]),
        test("memchk(f(A,B),[f(C,C)])", &[&[("A", "_1"), ("B", "_1"), ("C", "_1")]]),
        test("nonmem(X,[])", &[&[("X", "_")]]),
        first(test("mem(a,L)", &[&[("L", "[a|_]")]])),
        first(test("mem(1,[1,1])", &[&[]])),
        first(test("mem(X,[- 1,1-2])", &[&[("X", "-(1)")]])),
        but(test("mem(X,[f(X)])", &[]), |goal| goal.occurs_check = true),
        test(
            "mem(X,['A b',\"s\",'\\n',[],{},'[]'])",
            &[
                &[("X", "'A b'")],
                &[("X", "\"s\"")],
                &[("X", "'\\n'")],
                &[("X", "[]")],
                &[("X", "{}")],
                &[("X", "'[]'")],
            ],
        ),
        test("(mem(X,[1,2]),X > 1 ; X = 0)", &[&[("X", "2")], &[("X", "0")]]),
        test("mem(X,[Y,Z])", &[&[("X", "A"), ("Y", "A"), ("Z", "B")], &[("X", "B"), ("Y", "A"), ("Z", "B")]]),
    ];
    let calc = vec![
        test("run([push(1),push(2),add],R)", &[&[("R", "3")]]),
        throws("run([add],R)", "error(cannot(add),run/3)"),
        throws("exec(neg,[_],_)", "error(instantiation_error,context(foo,_))"),
        throws("run([push(a),neg],_)", "error(type_error(evaluable,a/0),_)"),
        test("compile(1+2*3,C)", &[&[("C", "[push(1),push(2),push(3),mul,add]")]]),
        test("compile(x,_)", &[]),
        but(
            throws("(exec(push(1),[],_) ; exec(add,[a,b],_))", "error(type_error(evaluable,a/0),_)"),
            |goal| {
                goal.solutions = vec![Vec::new()];
            },
        ),
        throws("throw(my(_))", "my(_)"),
    ];
    let delete = vec![
        test("without(X,[1],R)", &[&[("X", "1"), ("R", "[]")], &[("X", "_"), ("R", "[1]")]]),
        constrained("dif(X,1)", test("del(X,[1,2],R)", &[&[("X", "2"), ("R", "[1]")]])),
        constrained("dif(X,1),dif(Y,2)", test("del(X,[Y],R)", &[&[("X", "_A"), ("Y", "_A"), ("R", "[]")]])),
    ];
    let shop = vec![
        test("price(X,4)", &[&[("X", "pear")]]),
        test("all([apple,pear],P)", &[&[("P", "[3,4]")]]),
        test("apple costs P", &[&[("P", "3")]]),
        test("total(N,[apple],[])", &[&[("N", "3")]]),
        constrained("dif(X,apple)", test("price(X,Y)", &[&[("X", "pear"), ("Y", "4")]])),
    ];
    let simplify = vec![test("simp(x*1 + # 0, S)", &[&[("S", "x")]])];
    [("member", member), ("calc", calc), ("delete", delete), ("shop", shop), ("simplify", simplify)]
        .into_iter()
        .map(|(name, tests)| (corpus(name), suite(&format!("{name}.pl"), tests)))
        .collect()
}

#[test]
fn suites_made_by_hand_pass() {
    if testkit::require::program("swipl", "suites run by plunit").is_none() {
        return;
    }
    for (program, suite) in by_hand() {
        let (passed, said) = judged(&suite, &program);
        assert!(passed, "{said}");
        assert!(
            said.contains(&format!("{} tests passed", suite.tests.len())) || suite.tests.len() == 1,
            "{said}"
        );
    }
}

/// What a constrained variable meets that is no integer, and what is compared as terms.
#[test]
fn domains_mean_in_swipl_what_they_mean_here() {
    if testkit::require::program("swipl", "programs with domains run by plunit").is_none() {
        return;
    }
    let natural = "p(X) :- { X >= 0 }, r(X).\nr(0).\nr(s).\nr(2).\nr(-1).\nboth(X, Y) :- { X >= 1 }, X = Y, r(Y).\n\
                   late(X) :- X = Y, { Y > 0 }, r(X).\nlist(X, L) :- { X > 0 }, member(X, L).\n\
                   same(X) :- { X =:= 2 }.\nother(X) :- { X #= 2 }.\n";
    for domain in ["nat", "int"] {
        let program = format!(":- domain({domain}).\n:- use_module(library(clpfd)).\n{natural}");
        let tests = vec![
            test("p(X)", &[&[("X", "0")], &[("X", "2")]]),
            test("both(X,Y)", &[&[("X", "2"), ("Y", "2")]]),
            constrained("Y #> 1", test("both(X,Y)", &[&[("X", "2"), ("Y", "2")]])),
            constrained("Y #> 1", test("(both(X,Z),Y = X)", &[&[("X", "2"), ("Y", "2"), ("Z", "2")]])),
            constrained("Y #> 1", test("(X = Y,{X > 0},r(Y))", &[&[("X", "2"), ("Y", "2")]])),
            test("late(X)", &[&[("X", "2")]]),
            test("list(X,[a,f(X),-3,7,Y])", &[&[("X", "7"), ("Y", "_")], &[("X", "A"), ("Y", "A")]]),
            test("({X > 1},X = s)", &[]),
            test("({X < Y},Y = s)", &[]),
            test("same(X)", &[&[("X", "2")]]),
            test("other(X)", &[&[("X", "2")]]),
        ];
        let (passed, said) = judged(&suite("domain.pl", tests), &program);
        assert!(passed, "{said}");
    }
    let program = ":- domain(term).\nne(X,Y) :- { X \\= Y }.\neq(X,Y) :- { X = Y }.\nsame(X,Y) :- { X =:= Y }.\n\
                   p(X) :- { X \\= a }, q(X).\nq(1).\n";
    let tests = vec![
        test("ne(1,f(a))", &[&[]]),
        test("ne(a,1)", &[&[]]),
        test("ne(1,1)", &[]),
        test("ne(1+1,2)", &[&[]]),
        test("eq(1,a)", &[]),
        test("eq(1,\"s\")", &[]),
        test("eq(1+1,2)", &[]),
        test("eq(X,1+1)", &[&[("X", "1+1")]]),
        test("same(X,1+1)", &[&[("X", "2")]]),
        test("p(1)", &[&[]]),
    ];
    let suite = suite("domain.pl", tests);
    let (passed, said) = judged(&suite, program);
    assert!(passed, "{said}");
    // The machine says the same; without a guide it knows no integers that have no value.
    let mut loaded = load(program);
    for test in suite.tests.iter().filter(|test| !goal(test).goal.starts_with("same")) {
        let found = answers(&mut loaded, &format!("{}.", goal(test).goal), 8).expect("a goal that is run");
        let count = found.iter().filter(|line| line.starts_with("yes")).count();
        assert!(found.last().is_some_and(|last| last == "no"), "{}: {found:?}", goal(test).goal);
        assert_eq!(count, goal(test).solutions.len(), "{}: {found:?}", goal(test).goal);
    }
}

#[test]
fn wrong_expectations_fail() {
    if testkit::require::program("swipl", "wrong suites run by plunit").is_none() {
        return;
    }
    let program = corpus("member");
    for wrong in [
        test("mem(X,[1,2])", &[&[("X", "1")]]),
        test("mem(X,[1,2])", &[&[("X", "2")], &[("X", "1")]]),
        test("mem(1,[1,2,1])", &[&[]]),
        test("mem(1,[1])", &[]),
        test("memchk(f(A,B),[f(C,C)])", &[&[("A", "_"), ("B", "_"), ("C", "_")]]),
        first(test("mem(a,L)", &[&[("L", "[_|_]")]])),
        throws("mem(1,[1])", "foo"),
        throws("nosuch(1)", "error(type_error(_,_),_)"),
    ] {
        let suite = suite("member.pl", vec![wrong]);
        let (passed, said) = judged(&suite, &program);
        assert!(!passed, "{said}");
    }
}

/// A suite of the goals in a program of the corpus, with what the machine answers.
fn of_goals(name: &str, text: &str) -> Option<Suite> {
    let mut program = load(text);
    let mut tests = Vec::new();
    for goal in text.lines().filter_map(|l| l.strip_prefix("%?- ")) {
        let Some(lines) = answers(&mut program, goal, 8) else { continue };
        // The answers say `_` for every variable, so only those with one at most are known.
        if lines.iter().any(|line| line.matches('_').count() > 1) {
            continue;
        }
        let read = front_clp::read_query(&mut program, goal).expect("a goal");
        let vars: Vec<String> =
            read.vars.iter().filter_map(|v| v.name).map(|n| program.terms.name(n).to_string()).collect();
        // Values with blanks in them cannot be told apart here.
        let values = |line: &str| -> Option<Solution> {
            let values: Vec<&str> = line.split(' ').skip(1).collect();
            (values.len() == vars.len())
                .then(|| vars.iter().cloned().zip(values.into_iter().map(str::to_string)).collect())
        };
        let Some(solutions) =
            lines.iter().filter(|l| l.starts_with("yes")).map(|l| values(l)).collect::<Option<Vec<_>>>()
        else {
            continue;
        };
        let last = lines.last().expect("a line");
        let (outcome, complete) = match last.strip_prefix("error ") {
            Some(ball) => (thrown(ball), true),
            None if solutions.is_empty() => (Outcome::Fail, true),
            None => (Outcome::Ok, last == "no"),
        };
        let goal = goal.trim_end().trim_end_matches('.').to_string();
        tests.push(ended(GoalTest { goal, solutions, complete, ..GoalTest::default() }, outcome));
    }
    (!tests.is_empty()).then(|| suite(&format!("{name}.pl"), tests))
}

#[test]
fn goals_of_the_corpus_pass() {
    let judge = testkit::require::program("swipl", "goals of the corpus run by plunit").is_some();
    let mut count = 0;
    for (name, text) in programs("corpus/clp") {
        // These directives are ours.
        if text.contains(":- domain(") {
            continue;
        }
        let Some(suite) = of_goals(&name, &text) else { continue };
        count += suite.tests.len();
        if judge {
            let (passed, said) = judged(&suite, &text);
            assert!(passed, "{name}\n{said}");
        }
        there_and_back(&suite, &text);
    }
    assert!(count >= 60, "only {count} tests");
}

/// What is written and read comes back; texts may have other blanks, which a second way round no longer changes.
fn there_and_back(suite: &Suite, program: &str) {
    let program = load(program);
    let text = plunit::emit(suite, &program, &suite.source);
    let (once, messages) = read(&text);
    assert_eq!(messages, Vec::<String>::new(), "{text}");
    assert_eq!(once.source, suite.source);
    assert_eq!(once.tests.len(), suite.tests.len(), "{text}");
    for (before, after) in suite.tests.iter().zip(&once.tests) {
        assert_eq!(before.name, after.name);
        // How many solutions come before an error is not part of a file.
        let throws = matches!(before.outcome, Outcome::Error { .. });
        assert_eq!(goal(before).complete || throws, goal(after).complete || throws, "{text}");
        assert_eq!(goal(before).occurs_check, goal(after).occurs_check, "{text}");
        assert_eq!(std::mem::discriminant(&before.outcome), std::mem::discriminant(&after.outcome));
        let names = |test: &Test| -> Vec<Vec<String>> {
            let solution = |s: &Solution| {
                let mut names: Vec<String> = s.iter().map(|(n, _)| n.clone()).collect();
                names.sort();
                names
            };
            goal(test).solutions.iter().map(solution).collect()
        };
        if before.outcome == Outcome::Ok && goal(before).complete {
            assert_eq!(names(before), names(after), "{text}");
        }
    }
    let (twice, _) = read(&plunit::emit(&once, &program, &once.source));
    assert_eq!(once, twice, "{text}");
}

#[test]
fn what_is_written_can_be_read() {
    for (program, suite) in by_hand() {
        there_and_back(&suite, &program);
    }
}

#[test]
fn bad_texts_become_comments() {
    let mut tests = Vec::new();
    for bad in ["", "p(", "a. halt", "X = 'a", "p), halt, (q", "\"", "/* "] {
        tests.push(test(bad, &[]));
        tests.push(constrained(bad, test("p(X)", &[&[("X", "1")]])));
        tests.push(test("p(X)", &[&[("X", bad)]]));
        tests.push(throws("p(X)", bad));
    }
    // An empty constraint is none.
    tests.retain(|t| !goal(t).constraint.is_empty());
    let mut suite = suite("dir/it's.pl", tests);
    suite.tests[0].condition = "x\n:- halt".into();
    suite.tests[0].name = "odd 'name'\n".into();
    let text = plunit::emit(&suite, &load("p(1).\n"), "a'b\n.pl");
    assert_eq!(text.matches("is left out").count(), suite.tests.len(), "{text}");
    assert!(read(&text).0.tests.is_empty());
}

#[test]
fn files_written_by_people() {
    let (suite, messages) = read(include_str!("../plunit_by_people.pl"));
    let mut shown = String::new();
    for t in &suite.tests {
        let ending = match &t.outcome {
            Outcome::Ok => "ok".to_string(),
            Outcome::Fail => "fail".to_string(),
            Outcome::Error { fault, .. } => format!("error {}", fault.message()),
        };
        let solutions: Vec<String> = goal(t)
            .solutions
            .iter()
            .map(|s| {
                format!("{{{}}}", s.iter().map(|(n, v)| format!("{n}: {v}")).collect::<Vec<_>>().join(", "))
            })
            .collect();
        let more = if goal(t).complete { "" } else { " …" };
        shown.push_str(&format!(
            "{} [{}] {} | {} | {ending} {}{more}\n",
            t.name,
            t.entry,
            goal(t).constraint,
            goal(t).goal,
            solutions.join(" ")
        ));
    }
    shown.push_str(&messages.join("\n"));
    shown.push('\n');
    assert_eq!(suite.source, "lists.pl");
    let path = reading::root().join("crates/front-clp/tests/plunit_by_people.out");
    let wrong = reading::golden(&path, &shown);
    assert!(wrong.is_none(), "{}\n(UPDATE=1 takes what was found)", wrong.unwrap_or_default());
}

/// The suite in a file of plunit that loads other files.
fn read_beside(text: &str, others: &[(&str, &str)]) -> (Suite, Vec<String>) {
    let mut files = Files::new();
    let file = files.add("folder/tests.plt", text);
    let others: Vec<(&str, source::FileId)> =
        others.iter().map(|(name, text)| (*name, files.add(format!("folder/{name}"), *text))).collect();
    let names = plunit::companions(&files, file);
    let there: Vec<_> = names
        .iter()
        .filter_map(|name| others.iter().find(|(other, _)| other == name))
        .map(|(_, id)| *id)
        .collect();
    let (suite, messages) = plunit::read(&files, file, &there);
    (suite, messages.into_iter().map(|message| message.message).collect())
}

#[test]
fn operators_of_what_is_loaded() {
    let unit = ":- begin_tests(u).\ntest(t, all(X == [1, 2])) :- X in 1..2, label([X]).\n:- end_tests(u).\n";
    let program = ":- use_module(library(clpfd)).\np(X) :- X #> 1.\n";
    for loads in ["[o]", "ensure_loaded(o)", "use_module('o.pl')", "consult([library(lists), o])"] {
        let (suite, messages) = read_beside(&format!(":- {loads}.\n{unit}"), &[("o.pl", program)]);
        assert_eq!(messages, Vec::<String>::new(), "{loads}");
        assert_eq!((suite.source.as_str(), suite.tests.len()), ("o.pl", 1), "{loads}");
    }
    // Without the file, its name is a guess, and its operators are not known.
    let (suite, messages) = read_beside(&format!(":- ensure_loaded(o).\n{unit}"), &[]);
    assert_eq!((suite.source.as_str(), messages.len()), ("o.pl", 1), "{messages:?}");
    let (suite, _) = read_beside(":- ensure_loaded('dir/o').\n", &[("o.pl", "p.\n")]);
    assert_eq!(suite.source, "dir/o.pl");
    // A module declares the operators that it exports, and no others.
    let test =
        |goal: &str| format!(":- use_module(m).\n:- begin_tests(u).\ntest(t) :- {goal}.\n:- end_tests(u).\n");
    let module = ":- module(m, [p/1, op(700, xfx, ===>)]).\n:- use_module(library(clpfd)).\n:- op(700, xfx, hidden).\np(_).\n";
    for (goal, wanted) in [("p(a ===> b)", 0), ("p(a hidden b)", 1), ("p(1 #= 1)", 1)] {
        let (_, messages) = read_beside(&test(goal), &[("m.pl", module)]);
        assert_eq!(messages.len(), wanted, "{goal}: {messages:?}");
    }
}

#[test]
fn clauses_beside_the_tests_are_kept() {
    let program = "odd(X) :- X mod 2 =:= 1.\n";
    let text = ":- ensure_loaded('odd.pl').\nouter(X) :- odd(X).\nunused(1).\n:- begin_tests(a).\n:- dynamic(seen/1).\n\
                test(plain) :- odd(1).\n\
                test(loc) :- helper(3, _).\ntest(far, fail) :- outer(2).\n\
                test(seen, [setup(assertz(seen(1))), true(X == 1)]) :- look(X).\n\
                helper(X, _) :- outer(X), more.\nmore.\nlook(X) :- seen(X).\n\
                test(rule, L == [a]) :- phrase(rest(L), [x, a]).\nrest([Y]) --> [x], last(Y).\nlast(Y) --> [Y].\n\
                :- end_tests(a).\n:- begin_tests(b).\ntest(again) :- more.\nmore :- odd(5).\n:- end_tests(b).\n";
    let (suite, messages) = read(text);
    let left = messages.iter().filter(|message| message.contains("left out")).count();
    assert_eq!(left, 1, "{messages:?}");
    let written = plunit::emit(&suite, &load(program), "odd.pl");
    // Another definition of `more` cannot stand in the same unit.
    assert_eq!(written.matches("is left out").count(), 1, "{written}");
    for wanted in ["helper(X, _) :-\n    outer(X),", "outer(X) :-", ":- dynamic", "test(loc, ", "test(rule, "]
    {
        let wanted = wanted.replace("\n    ", " ");
        assert!(written.replace("\n    ", " ").contains(&wanted), "{wanted}\n{written}");
    }
    assert!(!written.contains("unused"), "{written}");
    let (again, _) = read(&written);
    let lines = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.is_empty() && !line.starts_with('%')).map(str::to_string).collect()
    };
    assert_eq!(lines(&plunit::emit(&again, &load(program), "odd.pl")), lines(&written));
    if testkit::require::program("swipl", "clauses beside tests run by plunit").is_some() {
        let (passed, said) = testkit::prolog::run_tests(&[("tests.pl", &written), ("odd.pl", program)]);
        assert!(passed && said.contains("5 tests passed"), "{written}\n{said}");
    }
}

#[test]
fn anything_can_be_read() {
    for text in [
        "",
        ":- begin_tests(",
        "test(a).",
        ":- begin_tests(a).\ntest.\ntest(a, [",
        ":- begin_tests(X, Y).\ntest(X, Y) :- Z.",
        ":- begin_tests(a).\ntest(X, [all(Y)]) :- X.\ntest(1, all(1 == [2|_])) :- 1.\ntest(_, [true(_)|_]).\n\u{0}",
        ":- begin_tests(a, [a|b]).\n:- [].\n:- [1,2].\n:- 3.\ntest(f(Y), fail) :- a:b:c, !.",
    ] {
        let (suite, _) = read(text);
        let emitted = plunit::emit(&suite, &load(""), "x.pl");
        assert!(emitted.contains("begin_tests"));
    }
}

#[test]
fn files_with_slips_can_be_read() {
    let text: Vec<char> = include_str!("../plunit_by_people.pl").chars().collect();
    let other: Vec<char> = "()[]{},.|'\"\\ \n_X0a:-=@".chars().collect();
    let mut random = base::Random::new(5);
    let program = load("p(1).\n");
    for _ in 0..1500 {
        let mut slipped = text.clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(slipped.len());
            match random.below(3) {
                0 => {
                    slipped.remove(at);
                }
                1 => slipped[at] = other[random.below(other.len())],
                _ => slipped.insert(at, other[random.below(other.len())]),
            }
        }
        let slipped: String = slipped.into_iter().collect();
        let (suite, _) = read(&slipped);
        let emitted = plunit::emit(&suite, &program, "p.pl");
        // What is written is read, whatever it was made of.
        let left_out = emitted.matches(" is left out: ").count();
        assert_eq!(read(&emitted).0.tests.len() + left_out, suite.tests.len(), "{slipped}\n{emitted}");
    }
}
