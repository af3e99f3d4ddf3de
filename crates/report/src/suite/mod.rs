//! Suites as JSON, read and written; the shape is that of `docs/suite.md`.
//!
//! ```
//! use workbench::{GoalTest, Payload, Suite, Test};
//! let goal = GoalTest { goal: "p".into(), solutions: vec![Vec::new()], ..GoalTest::default() };
//! let test = Test { name: "t1".into(), entry: "p/0".into(), ..Test::new(Payload::Goal(goal)) };
//! let suite = Suite { entry: "p/0".into(), tests: vec![test], ..Suite::default() };
//! let text = report::suite_json(&suite);
//! assert_eq!(report::read_suite(&text).unwrap().suite, suite);
//! ```

mod goal;
mod lines;
mod shape;
mod state;

pub(crate) use state::snapshot_json;

use crate::cover::goals_json;
use goal::OfGoal;
use lines::lines;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use state::OfSnapshot;
use workbench::{Fault, Generated, Outcome, Payload, Ran, Search, Site, Suite, Tally, Test, Verdict};

/// The schema that is written and read.
const SCHEMA: &str = "glassbox-suite/1";

/// A test.
struct OfTest<'a>(&'a Test);

impl Serialize for OfTest<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let t = self.0;
        let mut object = to.serialize_map(None)?;
        object.serialize_entry("name", &t.name)?;
        object.serialize_entry("entry", &t.entry)?;
        object.serialize_entry("path", &t.path)?;
        object.serialize_entry("condition", &t.condition)?;
        object.serialize_entry("input", &OfInput(t))?;
        object.serialize_entry("outcome", &OfOutcome(&t.outcome))?;
        match &t.payload {
            Payload::State(state) if t.outcome == Outcome::Ok => {
                object.serialize_entry("output", &OfSnapshot(&state.output))?;
            }
            Payload::State(_) => {}
            Payload::Goal(goal) => goal::write(goal, &mut object)?,
        }
        object.end()
    }
}

struct OfInput<'a>(&'a Test);

impl Serialize for OfInput<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match &self.0.payload {
            Payload::State(state) => OfSnapshot(&state.input).serialize(to),
            Payload::Goal(goal) => OfGoal(goal).serialize(to),
        }
    }
}

struct OfOutcome<'a>(&'a Outcome);

impl Serialize for OfOutcome<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut object = to.serialize_map(None)?;
        match self.0 {
            Outcome::Ok => object.serialize_entry("kind", "ok")?,
            Outcome::Fail => object.serialize_entry("kind", "fail")?,
            Outcome::Error { fault, site } => {
                object.serialize_entry("kind", "error")?;
                object.serialize_entry("message", &fault.message())?;
                object.serialize_entry("line", &site.line)?;
                object.serialize_entry("column", &site.column)?;
                if let Some(file) = &site.file {
                    object.serialize_entry("file", file)?;
                }
            }
        }
        object.end()
    }
}

/// A test.
pub(crate) fn test_json(t: &Test) -> Value {
    json!(OfTest(t))
}

/// What a test is run on.
pub(crate) fn input_json(t: &Test) -> Value {
    json!(OfInput(t))
}

/// Where the tests go.
const NO_TESTS: &str = "\n  \"tests\": []";

/// The parts of a suite, written one after the other: what stands before the tests, each test, and what comes after them. A suite
/// may have very many tests, and each takes much more room as a value than as text.
#[derive(Default)]
pub struct SuitePieces {
    tests: usize,
}

impl SuitePieces {
    /// A test, after what stands before it. What is known of the suite at the first one stands there.
    pub fn test(&mut self, suite: &Suite, test: &Test) -> String {
        let mut out = match self.tests {
            0 => format!("{}\n  \"tests\": [\n    ", parts(&format!("{:#}\n", suite_value(suite))).0),
            _ => ",\n    ".to_string(),
        };
        self.tests += 1;
        out.push_str(&lines(&OfTest(test), 4));
        out
    }

    /// What comes after the tests; all of it, if there were none.
    fn end(self, object: &Value) -> String {
        let frame = format!("{object:#}\n");
        match self.tests {
            0 => frame,
            _ => format!("\n  ]{}", parts(&frame).1),
        }
    }
}

/// What stands before the tests and after them. There is no line break within a string of JSON, so the place is unique.
fn parts(frame: &str) -> (&str, &str) {
    frame.split_once(NO_TESTS).unwrap_or((frame, ""))
}

/// What `generate` gives, as JSON on lines of its own: the suite, and the errors that were found beside it. It is told piece
/// by piece; tests that were told already are in `pieces`.
pub fn generated_json(g: &Generated, mut pieces: SuitePieces, tell: &mut dyn FnMut(&str)) {
    let mut object = suite_value(&g.suite);
    object["errors"] = g.errors.iter().map(test_json).collect();
    for (at, coverage) in g.coverage.iter().enumerate() {
        let (missing, met) = goals_json(coverage);
        if let Some(criterion) = object["criteria"].get_mut(at) {
            criterion["missing"] = missing;
            criterion["met"] = met;
        }
    }
    if !g.notes.is_empty() {
        object["notes"] = json!(g.notes);
    }
    if g.unconfirmed > 0 {
        object["unconfirmed"] = json!(g.unconfirmed);
    }
    // Why something is unknown, so that no second run is needed to see it.
    if !g.reasons.is_empty() && object["exploration"].is_object() {
        object["exploration"]["reasons"] = g.reasons.iter().map(|r| json!(r)).collect();
    }
    g.suite.tests.iter().for_each(|test| tell(&pieces.test(&g.suite, test)));
    tell(&pieces.end(&object));
}

/// A suite as JSON, on lines of its own.
pub fn suite_json(suite: &Suite) -> String {
    let mut pieces = SuitePieces::default();
    let tests: String = suite.tests.iter().map(|test| pieces.test(suite, test)).collect();
    tests + &pieces.end(&suite_value(suite))
}

/// A suite without its tests.
fn suite_value(suite: &Suite) -> Value {
    let criteria: Vec<Value> = suite
        .criteria
        .iter()
        .map(|c| {
            json!({
                "name": c.name, "goals": c.goals, "covered": c.covered, "infeasible": c.infeasible,
                "unknown": c.unknown, "out_of_bounds": c.out_of_bounds,
            })
        })
        .collect();
    let mut object = json!({
        "schema": SCHEMA, "language": suite.language, "source": suite.source, "entry": suite.entry,
        "tests": [], "criteria": criteria,
    });
    if let Some(e) = &suite.exploration {
        object["exploration"] = json!({
            "paths": e.paths, "infeasible": e.infeasible, "cut": e.cut, "complete": e.complete,
            "queries": e.queries, "steps": e.steps, "seconds": e.seconds,
        });
        if !e.assumed.is_empty() {
            object["exploration"]["assumed"] = json!(e.assumed);
        }
    }
    object
}

/// A suite as it was read.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The suite, without the tests that could not be read.
    pub suite: Suite,
    /// These, by name or number, each with what is wrong with it.
    pub broken: Vec<(String, String)>,
}

/// Reads a suite. A test that cannot be read does not keep the others from being read.
///
/// # Errors
///
/// What is wrong with the text as a whole.
pub fn read_suite(text: &str) -> Result<Reading, String> {
    let root = read_root(text)?;
    let language = text_of(&root, "language", "the suite")?;
    let entry = text_of(&root, "entry", "the suite")?;
    let (tests, broken) = read_tests(&root, &entry)?;
    let suite = Suite {
        language,
        source: text_of(&root, "source", "the suite")?,
        entry,
        tests,
        criteria: read_criteria(&root),
        exploration: read_exploration(&root),
    };
    Ok(Reading { suite, broken })
}

/// The value of a text that claims to be a suite.
fn read_root(text: &str) -> Result<Value, String> {
    let root: Value = serde_json::from_str(text).map_err(|e| format!("not valid JSON: {e}"))?;
    let schema = root.get("schema").and_then(Value::as_str);
    if schema != Some(SCHEMA) {
        return Err(format!("`schema` should be \"{SCHEMA}\", found {}", schema.unwrap_or("nothing")));
    }
    Ok(root)
}

/// Tests that could not be read: by name or number, each with what is wrong with it.
type Broken = Vec<(String, String)>;

/// The tests, each by itself.
fn read_tests(root: &Value, entry: &str) -> Result<(Vec<Test>, Broken), String> {
    let list = root.get("tests").and_then(Value::as_array).ok_or("the suite has no list `tests`")?;
    let mut tests = Vec::with_capacity(list.len());
    let mut broken = Vec::new();
    for (i, t) in list.iter().enumerate() {
        let place = format!("test {}", i + 1);
        match read_test(t, entry, &place) {
            Ok(test) => tests.push(test),
            Err(why) => {
                let name = t.get("name").and_then(Value::as_str).unwrap_or(&place);
                broken.push((name.to_string(), why));
            }
        }
    }
    Ok((tests, broken))
}

fn read_criteria(root: &Value) -> Vec<Tally> {
    root.get("criteria").and_then(Value::as_array).map_or_else(Vec::new, |list| {
        list.iter()
            .map(|c| {
                let number = |key: &str| c.get(key).and_then(Value::as_u64).unwrap_or(0);
                Tally {
                    name: c.get("name").and_then(Value::as_str).unwrap_or("").into(),
                    goals: number("goals"),
                    covered: number("covered"),
                    infeasible: number("infeasible"),
                    unknown: number("unknown"),
                    out_of_bounds: number("out_of_bounds"),
                }
            })
            .collect()
    })
}

fn read_exploration(root: &Value) -> Option<Search> {
    root.get("exploration").map(|e| {
        let number = |key: &str| e.get(key).and_then(Value::as_u64).unwrap_or(0);
        let assumed = e.get("assumed").and_then(Value::as_array).into_iter().flatten();
        Search {
            paths: number("paths"),
            infeasible: number("infeasible"),
            cut: number("cut"),
            complete: e.get("complete").and_then(Value::as_bool).unwrap_or(false),
            queries: number("queries"),
            steps: number("steps"),
            seconds: e.get("seconds").and_then(Value::as_f64).unwrap_or(0.0),
            assumed: assumed.filter_map(Value::as_str).map(str::to_string).collect(),
        }
    })
}

fn text_of(object: &Value, key: &str, place: &str) -> Result<String, String> {
    object
        .get(key)
        .and_then(Value::as_str)
        .map(String::from)
        .ok_or_else(|| format!("{place} has no text `{key}`"))
}

fn read_test(t: &Value, entry: &str, place: &str) -> Result<Test, String> {
    let name = text_of(t, "name", place)?;
    // Only goals of logic programs have such an input.
    let is_goal = t.get("input").is_some_and(|input| input.get("goal").is_some());
    let outcome = t.get("outcome").ok_or_else(|| format!("{place} has no `outcome`"))?;
    let outcome = match outcome.get("kind").and_then(Value::as_str) {
        Some("ok") => Outcome::Ok,
        Some("fail") if is_goal => Outcome::Fail,
        Some("error") => {
            let number = |key: &str| {
                outcome.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok()).unwrap_or(0)
            };
            let message = text_of(outcome, "message", &format!("the outcome of {place}"))?;
            let fault = if is_goal { Fault::Thrown(message) } else { Fault::of_message(&message) };
            let file = outcome.get("file").and_then(Value::as_str).map(str::to_string);
            Outcome::Error { fault, site: Site { line: number("line"), column: number("column"), file } }
        }
        _ if is_goal => {
            return Err(format!("{place}: the `kind` of an outcome is \"ok\", \"fail\" or \"error\""));
        }
        _ => return Err(format!("{place}: the `kind` of an outcome is \"ok\" or \"error\"")),
    };
    let payload = if is_goal {
        Payload::Goal(goal::read(t, &outcome, place)?)
    } else {
        Payload::State(state::read(t, place)?)
    };
    let text = |key: &str| t.get(key).and_then(Value::as_str).unwrap_or("").to_string();
    let own = t.get("entry").and_then(Value::as_str).unwrap_or(entry).to_string();
    Ok(Test { name, entry: own, path: text("path"), condition: text("condition"), outcome, payload })
}

/// The result of `run` as JSON.
pub fn run_json(ran: &[Ran]) -> String {
    let passed = ran.iter().filter(|r| r.verdict == Verdict::Passed).count();
    let tests: Vec<Value> = ran
        .iter()
        .map(|r| match &r.verdict {
            Verdict::Passed => json!({ "name": r.name, "status": "passed" }),
            Verdict::Failed(why) => json!({ "name": r.name, "status": "failed", "message": why }),
            Verdict::Invalid(why) => json!({ "name": r.name, "status": "invalid", "message": why }),
        })
        .collect();
    format!("{:#}\n", json!({ "passed": passed, "failed": ran.len() - passed, "tests": tests }))
}
