//! Goals and their solutions as JSON, read and written. They stay text; they are checked where the program is known.

use super::shape::Listed;
use super::text_of;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};
use workbench::{GoalTest, Outcome, Solution};

/// The goal, what is posted before it, and what is claimed of it.
pub(super) struct OfGoal<'a>(pub &'a GoalTest);

impl Serialize for OfGoal<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut input = to.serialize_map(None)?;
        input.serialize_entry("goal", &self.0.goal)?;
        input.serialize_entry("constraint", &self.0.constraint)?;
        if !self.0.assertions.is_empty() {
            input.serialize_entry("assertions", &self.0.assertions)?;
        }
        input.end()
    }
}

/// The solutions, and whether they are all.
struct OfSolutions<'a>(&'a GoalTest);

impl Serialize for OfSolutions<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let solution = |solution: &'_ Solution| -> Map<String, Value> {
            solution.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect()
        };
        let mut output = to.serialize_map(Some(2))?;
        output.serialize_entry("solutions", &Listed(|| self.0.solutions.iter().map(solution)))?;
        output.serialize_entry("complete", &self.0.complete)?;
        output.end()
    }
}

/// The solutions, and what else is known of a goal.
pub(super) fn write<M: SerializeMap>(test: &GoalTest, object: &mut M) -> Result<(), M::Error> {
    object.serialize_entry("output", &OfSolutions(test))?;
    if test.occurs_check {
        object.serialize_entry("occurs_check", &true)?;
    }
    if test.det {
        object.serialize_entry("det", &true)?;
    }
    Ok(())
}

/// The goal and its solutions, which must fit the outcome.
pub(super) fn read(test: &Value, outcome: &Outcome, place: &str) -> Result<GoalTest, String> {
    let input = test.get("input").ok_or_else(|| format!("{place} has no `input`"))?;
    let goal = text_of(input, "goal", &format!("the input of {place}"))?;
    let assertions = read_assertions(input, place)?;
    let (solutions, complete) = match test.get("output") {
        Some(output) => read_output(output, place)?,
        // Nothing is said of the solutions, so nothing is expected of them.
        None => (Vec::new(), *outcome != Outcome::Ok),
    };
    match (outcome, solutions.len()) {
        // Assertions say what is expected in the place of solutions.
        (Outcome::Ok, 0) if complete && assertions.is_empty() => {
            return Err(format!("{place}: \"ok\" without a solution; where there is none, it is \"fail\""));
        }
        (Outcome::Fail, 1..) => return Err(format!("{place}: \"fail\" with a solution")),
        _ => {}
    }
    Ok(GoalTest {
        goal,
        constraint: input.get("constraint").and_then(Value::as_str).unwrap_or("true").to_string(),
        solutions,
        complete,
        occurs_check: test.get("occurs_check").and_then(Value::as_bool).unwrap_or(false),
        det: test.get("det").and_then(Value::as_bool).unwrap_or(false),
        assertions,
    })
}

/// The texts of assertions.
fn read_assertions(input: &Value, place: &str) -> Result<Vec<String>, String> {
    let Some(list) = input.get("assertions") else { return Ok(Vec::new()) };
    let wrong = || format!("the input of {place}: `assertions` should be a list of texts");
    let list = list.as_array().ok_or_else(wrong)?;
    list.iter().map(|text| text.as_str().map(str::to_string).ok_or_else(wrong)).collect()
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
