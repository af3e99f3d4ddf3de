//! Suites of logic programs as JSON, read and written; the shape is that of `docs/suite.md`.
//!
//! ```
//! use workbench::{GoalSuite, GoalTest};
//! let (name, entry, goal, solutions) = ("t1".into(), "p/0".into(), "p".into(), vec![Vec::new()]);
//! let test = GoalTest { name, entry, goal, solutions, ..GoalTest::default() };
//! let suite = GoalSuite { entry: "p/0".into(), tests: vec![test], ..GoalSuite::default() };
//! let text = report::goal_suite_json(&suite);
//! assert_eq!(report::read_goal_suite(&text).unwrap().suite, suite);
//! ```

use crate::suite::{
    Broken, frame, read_criteria, read_exploration, read_root, read_tests, text_of, with_tests,
};
use serde_json::{Map, Value, json};
use workbench::{Ending, GoalSuite, GoalTest, Solution};

/// The language of these suites.
const LANGUAGE: &str = "clp";

fn test_json(test: &GoalTest) -> Value {
    let outcome = match &test.ending {
        Ending::Ok => json!({ "kind": "ok" }),
        Ending::Fail => json!({ "kind": "fail" }),
        Ending::Error { ball, line, column } => {
            json!({ "kind": "error", "message": ball, "line": line, "column": column })
        }
    };
    let solution = |solution: &Solution| -> Value {
        let values: Map<String, Value> =
            solution.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        Value::Object(values)
    };
    let solutions: Vec<Value> = test.solutions.iter().map(solution).collect();
    let mut object = json!({
        "name": test.name, "entry": test.entry, "path": test.path, "condition": test.condition,
        "input": { "goal": test.goal, "constraint": test.constraint }, "outcome": outcome,
        "output": { "solutions": solutions, "complete": test.complete },
    });
    if test.occurs_check {
        object["occurs_check"] = json!(true);
    }
    if test.det {
        object["det"] = json!(true);
    }
    object
}

/// A suite of a logic program as JSON, on lines of its own.
pub fn goal_suite_json(suite: &GoalSuite) -> String {
    let around = frame(LANGUAGE, &suite.source, &suite.entry, &suite.criteria, suite.exploration.as_ref());
    with_tests(&around, &suite.tests, test_json)
}

/// A suite as it was read.
#[derive(Clone, Debug)]
pub struct GoalReading {
    /// The suite, without the tests that could not be read.
    pub suite: GoalSuite,
    /// These, by name or number, each with what is wrong with it.
    pub broken: Broken,
}

/// Reads a suite of a logic program. A test that cannot be read does not keep the others from being read. Goals and
/// terms stay text; whether they make sense is seen by whoever knows the program.
///
/// # Errors
///
/// What is wrong with the text as a whole.
pub fn read_goal_suite(text: &str) -> Result<GoalReading, String> {
    let root = read_root(text)?;
    let language = text_of(&root, "language", "the suite")?;
    if language != LANGUAGE {
        return Err(format!("`language` should be \"{LANGUAGE}\", found \"{language}\""));
    }
    let entry = text_of(&root, "entry", "the suite")?;
    let (tests, broken) = read_tests(&root, |test, place| read_test(test, &entry, place))?;
    let suite = GoalSuite {
        source: text_of(&root, "source", "the suite")?,
        entry,
        tests,
        criteria: read_criteria(&root),
        exploration: read_exploration(&root),
    };
    Ok(GoalReading { suite, broken })
}

fn read_test(test: &Value, entry: &str, place: &str) -> Result<GoalTest, String> {
    let name = text_of(test, "name", place)?;
    let input = test.get("input").ok_or_else(|| format!("{place} has no `input`"))?;
    let goal = text_of(input, "goal", &format!("the input of {place}"))?;
    let outcome = test.get("outcome").ok_or_else(|| format!("{place} has no `outcome`"))?;
    let ending = match outcome.get("kind").and_then(Value::as_str) {
        Some("ok") => Ending::Ok,
        Some("fail") => Ending::Fail,
        Some("error") => {
            let number = |key: &str| {
                outcome.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
            };
            let ball = text_of(outcome, "message", &format!("the outcome of {place}"))?;
            Ending::Error { ball, line: number("line"), column: number("column") }
        }
        _ => return Err(format!("{place}: the `kind` of an outcome is \"ok\", \"fail\" or \"error\"")),
    };
    let (solutions, complete) = match test.get("output") {
        Some(output) => read_output(output, place)?,
        // Nothing is said of the solutions, so nothing is expected of them.
        None => (Vec::new(), ending != Ending::Ok),
    };
    match (&ending, solutions.len()) {
        (Ending::Ok, 0) if complete => {
            return Err(format!("{place}: \"ok\" without a solution; where there is none, it is \"fail\""));
        }
        (Ending::Fail, 1..) => return Err(format!("{place}: \"fail\" with a solution")),
        _ => {}
    }
    let text = |key: &str| test.get(key).and_then(Value::as_str).unwrap_or("").to_string();
    Ok(GoalTest {
        name,
        entry: test.get("entry").and_then(Value::as_str).unwrap_or(entry).to_string(),
        path: text("path"),
        condition: text("condition"),
        goal,
        constraint: input.get("constraint").and_then(Value::as_str).unwrap_or("true").to_string(),
        ending,
        solutions,
        complete,
        occurs_check: test.get("occurs_check").and_then(Value::as_bool).unwrap_or(false),
        det: test.get("det").and_then(Value::as_bool).unwrap_or(false),
    })
}

/// The solutions, and whether they are all.
fn read_output(output: &Value, place: &str) -> Result<(Vec<Solution>, bool), String> {
    let list = output.get("solutions").and_then(Value::as_array);
    let list = list.ok_or_else(|| format!("the output of {place} has no list `solutions`"))?;
    let mut solutions = Vec::with_capacity(list.len());
    for (i, values) in list.iter().enumerate() {
        let here = format!("{place}: solution {}", i + 1);
        let values = values.as_object().ok_or_else(|| format!("{here} should be an object"))?;
        let mut solution = Vec::with_capacity(values.len());
        for (name, value) in values {
            let value =
                value.as_str().ok_or_else(|| format!("{here}: {name} should be the text of a term"))?;
            solution.push((name.clone(), value.to_string()));
        }
        solutions.push(solution);
    }
    Ok((solutions, output.get("complete").and_then(Value::as_bool).unwrap_or(true)))
}
