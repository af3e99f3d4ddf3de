//! Suites of logic programs come back from their text as they were, and bad ones get a sentence.

use report::{read_suite, suite_json};
use workbench::{Fault, GoalTest, Outcome, Payload, Search, Site, Suite, Tally, Test};

fn suite() -> Suite {
    let value = |name: &str, value: &str| (name.to_string(), value.to_string());
    let all = GoalTest {
        goal: "append(X,Y,[\"a\\n\"])".into(),
        solutions: vec![
            vec![value("X", "[]"), value("Y", "['it''s']")],
            vec![value("Y", "[]"), value("X", "[_A,_B|_A]")],
        ],
        ..GoalTest::default()
    };
    let test = |name: &str, outcome: Outcome, goal: GoalTest| Test {
        name: name.into(),
        entry: "append/3".into(),
        path: "1".into(),
        condition: "X = [] ∧ …".into(),
        outcome,
        payload: Payload::Goal(goal),
    };
    let fault = Fault::Thrown("error(type_error(evaluable,a/0),_)".into());
    let error = Outcome::Error { fault, site: Site::at(3, 5) };
    let first =
        GoalTest { complete: false, occurs_check: true, constraint: "dif(X,s(a))".into(), ..all.clone() };
    let tests = vec![
        test("t2", Outcome::Fail, GoalTest { solutions: Vec::new(), ..all.clone() }),
        test("t3", error, GoalTest { solutions: vec![Vec::new()], ..all.clone() }),
        test("t4", Outcome::Ok, first),
        test("t1", Outcome::Ok, all),
    ];
    Suite {
        language: "clp".into(),
        source: "lists.pl".into(),
        entry: "append/3".into(),
        tests,
        criteria: vec![Tally {
            name: "clause".into(),
            goals: 4,
            covered: 3,
            infeasible: 1,
            ..Tally::default()
        }],
        exploration: Some(Search { paths: 7, cut: 1, complete: true, seconds: 0.25, ..Search::default() }),
    }
}

#[test]
fn assertions_stand_beside_the_goal() {
    let mut suite = suite();
    assert!(!suite_json(&suite).contains("assertions"), "left out where there are none");
    let goal = GoalTest {
        goal: "member(X, [1, 2])".into(),
        complete: false,
        assertions: vec!["limit(2)".into(), "some_true(X > 1)".into()],
        ..GoalTest::default()
    };
    let test = Test { name: "t5".into(), entry: "append/3".into(), ..Test::new(Payload::Goal(goal)) };
    suite.tests.push(test);
    let text = suite_json(&suite);
    assert_eq!(read_suite(&text).expect("it reads back").suite, suite);
    let wrong = text.replace("\"limit(2)\"", "2");
    let broken = read_suite(&wrong).expect("the others are read").broken;
    assert_eq!(broken.len(), 1);
    assert!(format!("{:?}", broken).contains("`assertions` should be a list of texts"), "{broken:?}");
}

#[test]
fn there_and_back() {
    let suite = suite();
    let text = suite_json(&suite);
    let reading = read_suite(&text).expect("it reads back");
    assert_eq!(reading.suite, suite);
    assert!(reading.broken.is_empty());
    assert_eq!(text.matches("occurs_check").count(), 1, "only where it is true");
    let empty = Suite { entry: "p/0".into(), ..Suite::default() };
    assert_eq!(read_suite(&suite_json(&empty)).expect("it reads back").suite, empty);
}

#[test]
fn the_shape_is_that_of_the_documentation() {
    let text = include_str!("../../../../docs/suite.md");
    let example = text.split("```json\n").find(|part| part.contains("\"clp\"")).expect("an example");
    let example = example.split("```").next().expect("its end");
    let reading = read_suite(example).expect("the example is a suite");
    assert!(reading.broken.is_empty(), "{:?}", reading.broken);
    assert!(!reading.suite.tests.is_empty());
}

#[test]
fn bad_suites_get_a_sentence() {
    let whole = |text: &str| read_suite(text).expect_err("it is bad");
    assert!(whole("").starts_with("not valid JSON"));
    assert!(whole("[]").contains("`schema` should be"));
    assert!(whole("{\"schema\": 1}").contains("found nothing"));
    let head = r#""schema": "glassbox-suite/1""#;
    assert_eq!(whole(&format!("{{{head}}}")), "the suite has no text `language`");
    let no_tests = format!(r#"{{{head}, "language": "clp", "source": "a", "entry": "p/1", "tests": {{}}}}"#);
    assert_eq!(whole(&no_tests), "the suite has no list `tests`");
}

#[test]
fn bad_tests_get_a_sentence_and_the_others_are_read() {
    for (test, why) in [
        ("1", "test 1 has no text `name`"),
        (r#"{"name": "a", "outcome": {"kind": "ok"}}"#, "test 1 has no `input`"),
        (
            r#"{"name": "a", "input": {"goal": 1}, "outcome": {"kind": "ok"}}"#,
            "the input of test 1 has no text `goal`",
        ),
        (r#"{"name": "a", "input": {"goal": "p"}}"#, "test 1 has no `outcome`"),
        (
            r#"{"name": "a", "input": {"goal": "p"}, "outcome": {"kind": "yes"}}"#,
            "test 1: the `kind` of an outcome is \"ok\", \"fail\" or \"error\"",
        ),
        (
            r#"{"name": "a", "input": {"goal": "p"}, "outcome": {"kind": "error"}}"#,
            "the outcome of test 1 has no text `message`",
        ),
        (
            r#"{"name": "a", "input": {"goal": "p"}, "outcome": {"kind": "ok"}, "output": []}"#,
            "the output of test 1 has no list `solutions`",
        ),
        (
            r#"{"name": "a", "input": {"goal": "p"}, "outcome": {"kind": "ok"}, "output": {"solutions": [1]}}"#,
            "test 1: solution 1 should be an object",
        ),
        (
            r#"{"name": "a", "input": {"goal": "p"}, "outcome": {"kind": "ok"}, "output": {"solutions": [{"X": 1}]}}"#,
            "test 1: solution 1: X should be the text of a term",
        ),
        (
            r#"{"name": "a", "input": {"goal": "p"}, "outcome": {"kind": "ok"}, "output": {"solutions": []}}"#,
            "test 1: \"ok\" without a solution; where there is none, it is \"fail\"",
        ),
        (
            r#"{"name": "a", "input": {"goal": "p"}, "outcome": {"kind": "fail"}, "output": {"solutions": [{}]}}"#,
            "test 1: \"fail\" with a solution",
        ),
    ] {
        let good = r#"{"name": "b", "input": {"goal": "p"}, "outcome": {"kind": "fail"}}"#;
        let text = format!(
            r#"{{"schema": "glassbox-suite/1", "language": "clp", "source": "a", "entry": "p/0", "tests": [{test}, {good}]}}"#
        );
        let reading = read_suite(&text).expect("the rest is good");
        assert_eq!(reading.suite.tests.len(), 1, "{test}");
        assert_eq!(reading.broken.first().map(|(_, why)| why.as_str()), Some(why));
    }
}
