//! JSON.

use serde_json::{Value, json};
use source::{Diagnostic, Files};
use workbench::{Definition, Response, SolveEnd, SolveResult};

/// The result of `solve`, as an object on lines of its own; the shape is described in `docs/solve.md`.
pub fn solve_json(result: &SolveResult, source: &str, solver: &str, files: &Files) -> String {
    let answers: Vec<Value> = result.responses.iter().map(answer).collect();
    let mut object = json!({
        "schema": "glassbox-solve/1",
        "source": source,
        "solver": solver,
        "answers": answers,
        "complete": matches!(result.end, SolveEnd::Done) && result.limit.is_none(),
        "checks": result.checks,
        "seconds": result.seconds,
    });
    if let Some(limit) = result.limit {
        object["limit"] = json!(limit.to_string());
    }
    match &result.end {
        SolveEnd::Done | SolveEnd::Stopped(_) => {}
        SolveEnd::Problem(problem) | SolveEnd::Failed(problem) => object["error"] = error(problem, files),
        SolveEnd::Disagreement(problem, script) => {
            object["error"] = error(problem, files);
            object["disagreement"] = json!(script);
        }
    }
    format!("{object:#}\n")
}

fn error(problem: &Diagnostic, files: &Files) -> Value {
    let mut object = json!({ "message": problem.message });
    if let Some((file, place)) = problem.place().and_then(|span| files.place(span)) {
        object["file"] = json!(file);
        object["line"] = json!(place.line);
        object["column"] = json!(place.column);
    }
    object
}

fn answer(response: &Response) -> Value {
    match response {
        Response::Check { verdict, reason, line, .. } => {
            let mut object = json!({ "kind": "check", "line": line, "answer": verdict.word() });
            if let Some(reason) = reason {
                object["reason"] = json!(reason);
            }
            object
        }
        Response::Model(model) => {
            let definitions: Vec<Value> = model.definitions.iter().map(definition).collect();
            let universes: Vec<Value> = model
                .universes
                .iter()
                .map(|(sort, elements)| json!({ "sort": sort, "elements": elements }))
                .collect();
            json!({ "kind": "model", "universes": universes, "definitions": definitions })
        }
        Response::Values(values) => {
            let values: Vec<Value> =
                values.iter().map(|(term, value)| json!({ "term": term, "value": value })).collect();
            json!({ "kind": "values", "values": values })
        }
        Response::Core(names) => json!({ "kind": "core", "names": names }),
        Response::Echo(text) => json!({ "kind": "echo", "text": text }),
        Response::Info(key, value) => json!({ "kind": "info", "key": key, "value": value }),
        Response::Unsupported => json!({ "kind": "unsupported" }),
        Response::Refused { line, column, message } => {
            json!({ "kind": "refused", "line": line, "column": column, "message": message })
        }
    }
}

fn definition(definition: &Definition) -> Value {
    let mut object = json!({ "name": definition.name, "sort": definition.sort });
    if !definition.params.is_empty() {
        let params: Vec<&String> = definition.params.iter().map(|(_, sort)| sort).collect();
        let rows: Vec<Value> = definition
            .rows
            .iter()
            .map(|(args, value)| json!({ "arguments": args, "value": value }))
            .collect();
        object["parameters"] = json!(params);
        object["rows"] = json!(rows);
    }
    object["value"] = json!(definition.default);
    object
}

#[cfg(test)]
mod tests {
    use super::*;
    use workbench::CheckVerdict;

    #[test]
    fn answers_errors_and_limits_are_all_there() {
        let mut files = Files::new();
        let file = files.add("a.smt2", "(x)");
        let problem = Diagnostic::error("bad").primary(files.span(file, 1, 2), "");
        let result = SolveResult {
            responses: vec![
                Response::Check {
                    verdict: CheckVerdict::Unknown,
                    reason: Some("why".into()),
                    limit: None,
                    line: 3,
                },
                Response::Values(vec![("x".into(), "(- 3)".into())]),
            ],
            end: SolveEnd::Problem(Box::new(problem)),
            checks: 1,
            limit: None,
            seconds: 0.5,
        };
        let text = solve_json(&result, "a.smt2", "embedded", &files);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["answers"][0]["answer"], "unknown");
        assert_eq!(value["answers"][1]["values"][0]["value"], "(- 3)");
        assert_eq!((&value["error"]["line"], &value["error"]["column"]), (&json!(1), &json!(2)));
        assert_eq!(value["complete"], false);
        assert!(text.ends_with("}\n"));
    }
}
