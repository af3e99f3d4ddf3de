//! Suites as JSON, read and written; the shape is that of `docs/suite.md`.

use crate::cover::goals_json;
use base::{Int, Rat};
use serde_json::{Map, Value, json};
use workbench::{Datum, Generated, HeapObject, Outcome, Ran, Search, Snapshot, Suite, Tally, Test, Verdict};

/// The schema that is written and read.
pub(crate) const SCHEMA: &str = "glassbox-suite/1";

fn datum(d: &Datum) -> Value {
    match d {
        Datum::Int(i) => i.to_i64().map_or_else(|| json!(i.to_string()), |i| json!(i)),
        Datum::Real(r) => json!(r.to_string()),
        Datum::Bool(b) => json!(b),
        Datum::Nil => Value::Null,
        Datum::Ref(name) => json!({ "ref": name }),
        Datum::Pointer(name, offset) => json!({ "ref": name, "offset": offset }),
        Datum::Nothing => json!({ "undefined": true }),
        Datum::Array(list, first) => array(list, *first),
    }
}

fn array(list: &[Datum], first: i64) -> Value {
    let mut object = json!({ "array": list.iter().map(datum).collect::<Vec<_>>() });
    if first != 0 {
        object["first"] = json!(first);
    }
    object
}

/// A heap and its variables.
pub(crate) fn snapshot_json(s: &Snapshot) -> Value {
    let env: Map<String, Value> = s.env.iter().map(|(n, d)| (n.clone(), datum(d))).collect();
    let heap: Map<String, Value> = s
        .heap
        .iter()
        .map(|(n, o)| {
            let object = match o {
                HeapObject::Cell { ty, fields } => {
                    let fields: Map<String, Value> =
                        fields.iter().map(|(n, d)| (n.clone(), datum(d))).collect();
                    json!({ "type": ty, "fields": fields })
                }
                HeapObject::Array(list, first) => array(list, *first),
                HeapObject::Gone => json!({ "freed": true }),
            };
            (n.clone(), object)
        })
        .collect();
    let mut out = json!({ "env": env, "heap": heap });
    if !s.answers.is_empty() {
        let answers = s.answers.iter().map(|n| datum(&Datum::Int(n.clone())));
        out["answers"] = answers.collect();
    }
    out
}

fn test_json(t: &Test) -> Value {
    let outcome = match &t.outcome {
        Outcome::Ok => json!({ "kind": "ok" }),
        Outcome::Error { message, line, column } => {
            json!({ "kind": "error", "message": message, "line": line, "column": column })
        }
    };
    let mut object = json!({
        "name": t.name, "entry": t.entry, "path": t.path, "condition": t.condition,
        "input": snapshot_json(&t.input), "outcome": outcome,
    });
    if t.outcome == Outcome::Ok {
        object["output"] = snapshot_json(&t.output);
    }
    object
}

/// Where the tests go.
const NO_TESTS: &str = "\n  \"tests\": []";

/// Puts the tests in, one by one: a suite may have very many, and each takes much more room as a value than as text.
pub(crate) fn with_tests<T>(object: &Value, tests: &[T], test_json: impl Fn(&T) -> Value) -> String {
    let frame = format!("{object:#}\n");
    // There is no line break within a string of JSON, so this is the place.
    let Some((before, after)) = frame.split_once(NO_TESTS).filter(|_| !tests.is_empty()) else {
        return frame;
    };
    let mut out = format!("{before}\n  \"tests\": [");
    for (i, test) in tests.iter().enumerate() {
        out.push_str(if i > 0 { ",\n" } else { "\n" });
        for (n, line) in format!("{:#}", test_json(test)).lines().enumerate() {
            if n > 0 {
                out.push('\n');
            }
            out.push_str("    ");
            out.push_str(line);
        }
    }
    out.push_str("\n  ]");
    out.push_str(after);
    out
}

/// What `generate` gives, as JSON on lines of its own: the suite, and the errors that were found beside it.
pub fn generated_json(g: &Generated) -> String {
    let mut object = suite_value(&g.suite);
    object["errors"] = g.errors.iter().map(test_json).collect();
    for (at, coverage) in g.coverage.iter().enumerate() {
        let (missing, met) = goals_json(coverage);
        if let Some(criterion) = object["criteria"].get_mut(at) {
            criterion["missing"] = missing;
            criterion["met"] = met;
        }
    }
    if g.unconfirmed > 0 {
        object["unconfirmed"] = json!(g.unconfirmed);
    }
    // Why something is unknown: nobody should have to run it again to see.
    if !g.reasons.is_empty() && object["exploration"].is_object() {
        object["exploration"]["reasons"] = g.reasons.iter().map(|r| json!(r)).collect();
    }
    with_tests(&object, &g.suite.tests, test_json)
}

/// A suite as JSON, on lines of its own.
pub fn suite_json(suite: &Suite) -> String {
    with_tests(&suite_value(suite), &suite.tests, test_json)
}

/// A suite without its tests.
fn suite_value(suite: &Suite) -> Value {
    frame(&suite.language, &suite.source, &suite.entry, &suite.criteria, suite.exploration.as_ref())
}

/// What suites of all languages have around their tests.
pub(crate) fn frame(
    language: &str,
    source: &str,
    entry: &str,
    criteria: &[Tally],
    exploration: Option<&Search>,
) -> Value {
    let criteria: Vec<Value> = criteria
        .iter()
        .map(|c| {
            json!({
                "name": c.name, "goals": c.goals, "covered": c.covered, "infeasible": c.infeasible,
                "unknown": c.unknown, "out_of_bounds": c.out_of_bounds,
            })
        })
        .collect();
    let mut object = json!({
        "schema": SCHEMA, "language": language, "source": source, "entry": entry,
        "tests": [], "criteria": criteria,
    });
    if let Some(e) = exploration {
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
    let entry = text_of(&root, "entry", "the suite")?;
    let (tests, broken) = read_tests(&root, |test, place| read_test(test, &entry, place))?;
    let suite = Suite {
        language: text_of(&root, "language", "the suite")?,
        source: text_of(&root, "source", "the suite")?,
        entry,
        tests,
        criteria: read_criteria(&root),
        exploration: read_exploration(&root),
    };
    Ok(Reading { suite, broken })
}

/// The language of the program that a suite is for, if the text is a suite.
pub fn suite_language(text: &str) -> Option<String> {
    text_of(&read_root(text).ok()?, "language", "the suite").ok()
}

/// The value of a text that claims to be a suite.
pub(crate) fn read_root(text: &str) -> Result<Value, String> {
    let root: Value = serde_json::from_str(text).map_err(|e| format!("this is no JSON: {e}"))?;
    let schema = root.get("schema").and_then(Value::as_str);
    if schema != Some(SCHEMA) {
        return Err(format!("`schema` should be \"{SCHEMA}\", found {}", schema.unwrap_or("nothing")));
    }
    Ok(root)
}

/// Tests that could not be read: by name or number, each with what is wrong with it.
pub(crate) type Broken = Vec<(String, String)>;

/// The tests, each by itself.
pub(crate) fn read_tests<T>(
    root: &Value,
    read: impl Fn(&Value, &str) -> Result<T, String>,
) -> Result<(Vec<T>, Broken), String> {
    let list = root.get("tests").and_then(Value::as_array).ok_or("the suite has no list `tests`")?;
    let mut tests = Vec::with_capacity(list.len());
    let mut broken = Vec::new();
    for (i, t) in list.iter().enumerate() {
        let place = format!("test {}", i + 1);
        match read(t, &place) {
            Ok(test) => tests.push(test),
            Err(why) => {
                let name = t.get("name").and_then(Value::as_str).unwrap_or(&place);
                broken.push((name.to_string(), why));
            }
        }
    }
    Ok((tests, broken))
}

pub(crate) fn read_criteria(root: &Value) -> Vec<Tally> {
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

pub(crate) fn read_exploration(root: &Value) -> Option<Search> {
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

pub(crate) fn text_of(object: &Value, key: &str, place: &str) -> Result<String, String> {
    object
        .get(key)
        .and_then(Value::as_str)
        .map(String::from)
        .ok_or_else(|| format!("{place} has no text `{key}`"))
}

fn read_test(t: &Value, entry: &str, place: &str) -> Result<Test, String> {
    let name = text_of(t, "name", place)?;
    let outcome = t.get("outcome").ok_or_else(|| format!("{place} has no `outcome`"))?;
    let outcome = match outcome.get("kind").and_then(Value::as_str) {
        Some("ok") => Outcome::Ok,
        Some("error") => {
            let number = |key: &str| outcome.get(key).and_then(Value::as_u64).unwrap_or(0) as usize;
            let message = text_of(outcome, "message", &format!("the outcome of {place}"))?;
            Outcome::Error { message, line: number("line"), column: number("column") }
        }
        _ => return Err(format!("{place}: the `kind` of an outcome is \"ok\" or \"error\"")),
    };
    let text = |key: &str| t.get(key).and_then(Value::as_str).unwrap_or("").to_string();
    let input = t.get("input").ok_or_else(|| format!("{place} has no `input`"))?;
    let output = match t.get("output") {
        Some(o) => read_snapshot(o, place)?,
        None => Snapshot::default(),
    };
    let own = t.get("entry").and_then(Value::as_str).unwrap_or(entry).to_string();
    Ok(Test {
        name,
        entry: own,
        path: text("path"),
        condition: text("condition"),
        input: read_snapshot(input, place)?,
        outcome,
        output,
    })
}

fn read_snapshot(s: &Value, place: &str) -> Result<Snapshot, String> {
    let empty = Map::new();
    let part = |key: &str| match s.get(key) {
        None => Ok(&empty),
        Some(Value::Object(m)) => Ok(m),
        Some(_) => Err(format!("{place}: `{key}` should be an object")),
    };
    let mut out = Snapshot::default();
    for (name, v) in part("env")? {
        out.env.push((name.clone(), read_datum(v, &format!("{place}: {name}"))?));
    }
    for (name, v) in part("heap")? {
        let here = format!("{place}: {name}");
        let object = if v.get("array").is_some() {
            match read_datum(v, &here)? {
                Datum::Array(list, first) => HeapObject::Array(list, first),
                _ => return Err(format!("{here} should be an array")),
            }
        } else if v.get("freed").is_some() {
            HeapObject::Gone
        } else {
            let fields = v.get("fields").and_then(Value::as_object);
            let fields = fields.ok_or_else(|| format!("{here} has neither `fields` nor `array`"))?;
            let mut list = Vec::new();
            for (f, v) in fields {
                list.push((f.clone(), read_datum(v, &format!("{here}.{f}"))?));
            }
            HeapObject::Cell { ty: text_of(v, "type", &here)?, fields: list }
        };
        out.heap.push((name.clone(), object));
    }
    if let Some(answers) = s.get("answers") {
        let wrong = || format!("{place}: `answers` should be a list of integers");
        for v in answers.as_array().ok_or_else(wrong)? {
            match read_datum(v, place)? {
                Datum::Int(n) => out.answers.push(n),
                _ => return Err(wrong()),
            }
        }
    }
    Ok(out)
}

fn read_datum(v: &Value, place: &str) -> Result<Datum, String> {
    let wrong = || format!("{place}: {v} is no value");
    match v {
        Value::Null => Ok(Datum::Nil),
        Value::Bool(b) => Ok(Datum::Bool(*b)),
        Value::Number(n) => match n.as_i64() {
            Some(i) => Ok(Datum::Int(Int::from(i))),
            // A number with a point is read by its digits, never through a floating point number.
            None => Int::parse(&n.to_string())
                .map(Datum::Int)
                .or_else(|| Rat::parse(&n.to_string()).map(Datum::Real))
                .ok_or_else(wrong),
        },
        // An integer is a text only where it does not fit into 64 bits; any other number in a text is a real.
        Value::String(s) => match Int::parse(s) {
            Some(i) if i.to_i64().is_none() => Ok(Datum::Int(i)),
            _ => Rat::parse(s).map(Datum::Real).ok_or_else(wrong),
        },
        Value::Object(o) => {
            if let Some(name) = o.get("ref").and_then(Value::as_str) {
                return match o.get("offset").map(Value::as_i64) {
                    None | Some(Some(0)) => Ok(Datum::Ref(name.into())),
                    Some(Some(offset)) => Ok(Datum::Pointer(name.into(), offset)),
                    Some(None) => Err(wrong()),
                };
            }
            if o.get("undefined").is_some() {
                return Ok(Datum::Nothing);
            }
            let list = o.get("array").and_then(Value::as_array).ok_or_else(wrong)?;
            let first = o.get("first").and_then(Value::as_i64).unwrap_or(0);
            let mut out = Vec::with_capacity(list.len());
            for (i, v) in list.iter().enumerate() {
                out.push(read_datum(v, &format!("{place}[{i}]"))?);
            }
            Ok(Datum::Array(out, first))
        }
        Value::Array(_) => Err(wrong()),
    }
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
