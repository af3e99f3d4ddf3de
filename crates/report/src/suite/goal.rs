//! Goals and their solutions as JSON, read and written. They stay text; whether they make sense is seen by whoever knows
//! the program.

use super::text_of;
use serde_json::{Map, Value, json};
use workbench::{GoalTest, Outcome, Solution};

/// The goal, what is posted before it, and what is claimed of it.
pub(super) fn input(test: &GoalTest) -> Value {
    let mut input = json!({ "goal": test.goal, "constraint": test.constraint });
    if !test.assertions.is_empty() {
        input["assertions"] = json!(test.assertions);
    }
    input
}

/// The solutions, and what else is known of a goal.
pub(super) fn write(test: &GoalTest, object: &mut Value) {
    let solution = |solution: &Solution| -> Value {
        let values: Map<String, Value> =
            solution.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        Value::Object(values)
    };
    let solutions: Vec<Value> = test.solutions.iter().map(solution).collect();
    object["output"] = json!({ "solutions": solutions, "complete": test.complete });
    if test.occurs_check {
        object["occurs_check"] = json!(true);
    }
    if test.det {
        object["det"] = json!(true);
    }
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
