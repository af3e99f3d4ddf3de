//! Coverage for people and scripts.

use crate::native::{native_cover_json, native_cover_text};
use serde_json::{Value, json};
use std::fmt::Write;
use workbench::{Colour, Coverage, Covered, Missing, NativeCovered, PointCoverage};

/// Words about why a goal is missing.
pub(crate) fn words(m: &Missing) -> String {
    let (status, why) = (m.verdict.status.words(), &m.verdict.why);
    if why.is_empty() { status.to_string() } else { format!("{status} ({why})") }
}

/// The goals of a criterion for scripts: those that are missing, and those that are met.
pub(crate) fn goals_json(x: &Coverage) -> (Value, Value) {
    let missing = x.missing.iter().map(|m| {
        let mut o =
            json!({ "line": m.line, "column": m.column, "what": m.what, "status": m.verdict.status.name() });
        if !m.verdict.why.is_empty() {
            o["reason"] = json!(m.verdict.why);
        }
        if !m.verdict.assumed.is_empty() {
            o["assumed"] = json!(m.verdict.assumed);
        }
        o
    });
    let met = x.met.iter().map(
        |m| json!({ "line": m.line, "column": m.column, "what": m.what, "status": "covered", "by": m.by }),
    );
    (missing.collect(), met.collect())
}

/// A table of the criteria, then what is missing and what is needless, then what gcov counted, if that was asked for.
pub fn cover_text(c: &Covered, native: Option<&NativeCovered>) -> String {
    let mut out = String::new();
    let wide = c.criteria.iter().map(|x| x.name.len()).max().unwrap_or(0).max(9);
    let _ = writeln!(
        out,
        "{:<wide$}  {:>6}  {:>7}  {:>10}  {:>7}",
        "criterion", "goals", "covered", "infeasible", "percent"
    );
    for x in &c.criteria {
        let _ = writeln!(
            out,
            "{:<wide$}  {:>6}  {:>7}  {:>10}  {:>6.1} %",
            x.name, x.goals, x.covered, x.infeasible, x.percent
        );
    }
    for x in &c.criteria {
        for m in x.missing.iter().filter(|m| !m.implied) {
            let place =
                if m.line == 0 { String::new() } else { format!("line {}, column {}: ", m.line, m.column) };
            let _ = writeln!(out, "{}: {place}{}: {}", x.name, m.what, words(m));
        }
        if x.truncated {
            let _ = writeln!(out, "{}: there are more goals than are listed", x.name);
        }
    }
    if !c.redundant.is_empty() {
        let _ = writeln!(out, "redundant tests: {}", c.redundant.join(", "));
    }
    for (name, why) in &c.invalid {
        let _ = writeln!(out, "{name}: does not fit the program: {why}");
    }
    procedures_text(c, &mut out);
    if !c.defaults.is_empty() {
        let _ = writeln!(out, "bounds by default: {}", c.defaults.join(" "));
    }
    out.push_str(&native.map_or_else(String::new, native_cover_text));
    out
}

/// Procedures goal by goal: those that something is missing of.
fn procedures_text(c: &Covered, out: &mut String) {
    for procedure in &c.procedures {
        let open = procedure.points.iter().filter(|point| point.colour != Colour::Green).count();
        if open == 0 {
            continue;
        }
        let _ = writeln!(
            out,
            "{} is {}, line {}: called {}, succeeded {}",
            procedure.name,
            procedure.determinism,
            procedure.line,
            times(procedure.called),
            times(procedure.exits)
        );
        for point in procedure.points.iter().filter(|point| point.colour != Colour::Green) {
            let _ = writeln!(
                out,
                "    {:<6} line {:>4}  {} `{}`: {}",
                point.colour.word(),
                point.line,
                point.kind,
                point.text,
                counted(point)
            );
        }
    }
}

fn times(count: u64) -> String {
    match count {
        0 => "never".to_string(),
        1 => "once".to_string(),
        count => format!("{count} times"),
    }
}

/// How often a goal was reached, succeeded and failed.
pub(crate) fn counted(point: &PointCoverage) -> String {
    match point.reached {
        0 => "not executed".to_string(),
        _ => format!(
            "executed {}, succeeded {}, failed {}",
            times(point.reached),
            times(point.succeeded),
            times(point.failed)
        ),
    }
}

fn procedures_json(c: &Covered) -> Value {
    let one = |procedure: &workbench::ProcedureCoverage| {
        let points: Vec<Value> = procedure
            .points
            .iter()
            .map(|point| {
                json!({
                    "label": point.label, "kind": point.kind, "text": point.text, "line": point.line,
                    "column": point.column, "reached": point.reached, "succeeded": point.succeeded,
                    "failed": point.failed, "colour": point.colour.word(),
                })
            })
            .collect();
        json!({
            "name": procedure.name, "determinism": procedure.determinism, "line": procedure.line,
            "called": procedure.called, "succeeded": procedure.exits, "points": points,
        })
    };
    c.procedures.iter().map(one).collect()
}

/// The same for scripts.
pub fn cover_json(c: &Covered, native: Option<&NativeCovered>) -> String {
    let criteria: Vec<Value> = c
        .criteria
        .iter()
        .map(|x| {
            let (missing, met) = goals_json(x);
            json!({
                "name": x.name, "goals": x.goals, "covered": x.covered, "infeasible": x.infeasible,
                "percent": (x.percent * 10.0).round() / 10.0, "missing": missing, "met": met,
                "truncated": x.truncated,
            })
        })
        .collect();
    let invalid: Vec<Value> =
        c.invalid.iter().map(|(name, why)| json!({ "name": name, "message": why })).collect();
    let mut all = json!({ "criteria": criteria, "redundant": c.redundant, "invalid": invalid });
    if !c.procedures.is_empty() {
        all["procedures"] = procedures_json(c);
    }
    if let Some(native) = native {
        all["native"] = native_cover_json(native);
    }
    format!("{all:#}\n")
}
