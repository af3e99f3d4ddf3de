//! Traces: the states ⟨E, H, C⟩ of each path, in the paper's notation.

use crate::states;
use crate::suite::snapshot_json;
use crate::text::{fault_text, snapshot_text};
use serde_json::{Value, json};
use std::fmt::Write;
use workbench::{Outcome, TraceStep, Traced, TracedPath};

fn heading(s: &TraceStep) -> String {
    let outcome = match s.outcome {
        Some(true) => "   true",
        Some(false) => "   false",
        None if s.error => "   error",
        None => "",
    };
    format!("line {}   {}{outcome}", s.line, s.text)
}

fn constraint(parts: &[String]) -> String {
    if parts.is_empty() { "true".into() } else { parts.join(" ∧ ") }
}

/// The state after a step; the constraint of step n is Cn.
fn state(s: &TraceStep, n: usize) -> String {
    format!("⟨E{}, H{}, C{n}⟩", s.env, s.heap)
}

/// All paths with their steps, what two have in common once; or the states in which control gets to a line.
pub fn trace_text(t: &Traced, at: Option<usize>) -> String {
    let mut out = String::new();
    if !t.procedures.is_empty() || !t.goals.is_empty() {
        procedures_text(t, &mut out);
        return out;
    }
    let mut before: Option<&TracedPath> = None;
    for p in &t.paths {
        let _ = writeln!(out, "path {}   {}", p.path, p.entry);
        match at {
            Some(line) if !p.states.is_empty() => states::at_line(p, line, &mut out),
            None if !p.states.is_empty() => states::steps(p, before, &mut out),
            Some(line) => states_at(p, line, &mut out),
            None => steps(p, before, &mut out),
        }
        let _ = writeln!(out, "    condition  {}", p.condition);
        let _ = writeln!(out, "    input      {}", snapshot_text(&p.input, &t.notation.text));
        if let Outcome::Error { fault, site } = &p.outcome {
            let message = fault_text(fault, &t.notation);
            let _ = writeln!(out, "    error      {message} at {site}");
        }
        out.push('\n');
        before = Some(p);
    }
    let count = t.paths.len();
    let _ = writeln!(out, "{count} path{}, {} cut by the bounds", if count == 1 { "" } else { "s" }, t.cut);
    if !t.defaults.is_empty() {
        let _ = writeln!(out, "bounds by default: {}", t.defaults.join(" "));
    }
    for r in &t.reasons {
        let _ = writeln!(out, "unknown: {r}");
    }
    out
}

fn steps(p: &TracedPath, before: Option<&TracedPath>, out: &mut String) {
    let same = before
        .filter(|b| b.entry == p.entry)
        .map_or(0, |b| b.steps.iter().zip(&p.steps).take_while(|(x, y)| x == y).count());
    if let (Some(b), true) = (before, same > 1) {
        let _ = writeln!(out, "  as path {} up to {}", b.path, state(&p.steps[same - 1], same - 1));
    }
    for (n, s) in p.steps.iter().enumerate().skip(if same > 1 { same } else { 0 }) {
        if n == 0 {
            let _ = writeln!(out, "  {}   C0 ≡ {}", state(s, 0), constraint(&s.constraints));
            continue;
        }
        let _ = writeln!(out, "  {}", heading(s));
        if s.constraints.is_empty() {
            let _ = writeln!(out, "      C{n} ≡ C{}", n - 1);
        } else {
            let _ = writeln!(out, "      C{n} ≡ C{} ∧ {}", n - 1, constraint(&s.constraints));
        }
        let _ = writeln!(out, "  {}", state(s, n));
    }
}

fn states_at(p: &TracedPath, line: usize, out: &mut String) {
    for (n, s) in p.steps.iter().enumerate().skip(1) {
        if s.line != line {
            continue;
        }
        let so_far: Vec<String> = p.steps[..n].iter().flat_map(|s| s.constraints.iter().cloned()).collect();
        let _ = writeln!(out, "  {}", heading(s));
        let _ = writeln!(out, "  {}   C{} ≡ {}", state(&p.steps[n - 1], n - 1), n - 1, constraint(&so_far));
    }
}

/// The most labels of one trace that are written.
const MOST_LABELS: usize = 500;

/// Labels as a sequence: ⟨l1, l2⟩.
fn sequence(labels: &[String]) -> String {
    if labels.len() <= MOST_LABELS {
        return format!("⟨{}⟩", labels.join(", "));
    }
    format!("⟨{}, …⟩ ({} labels)", labels[..MOST_LABELS].join(", "), labels.len())
}

/// Labels as they are written.
fn written(labels: &[u32]) -> Vec<String> {
    labels.iter().map(|label| format!("l{label}")).collect()
}

/// Procedures with their labels, then the traces of goals.
fn procedures_text(t: &Traced, out: &mut String) {
    for procedure in &t.procedures {
        let _ = writeln!(out, "{}", procedure.text);
    }
    for goal in &t.goals {
        let _ = writeln!(out, "{}", goal.goal);
        for trace in &goal.traces {
            let answer = match &trace.answer {
                Some(values) if values.is_empty() => "success".to_string(),
                Some(values) => {
                    let values: Vec<String> =
                        values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                    values.join(", ")
                }
                None if trace.throws => "exception".to_string(),
                None => "fail".to_string(),
            };
            let shown = match t.segments {
                true => sequence(&trace.segment),
                false => sequence(&written(&trace.labels)),
            };
            let _ = writeln!(out, "    {shown}  {answer}");
        }
        let _ = writeln!(out, "    complete trace: {}", sequence(&written(&goal.log)));
        for line in goal.written.lines() {
            let _ = writeln!(out, "    written: {line}");
        }
        if let Some(note) = &goal.note {
            let _ = writeln!(out, "    {note}");
        }
        out.push('\n');
    }
}

/// The same for scripts.
fn procedures_json(t: &Traced) -> String {
    let procedures: Vec<Value> = t
        .procedures
        .iter()
        .map(|procedure| json!({ "name": procedure.name, "labelled": procedure.text }))
        .collect();
    let goals: Vec<Value> = t
        .goals
        .iter()
        .map(|goal| {
            let traces: Vec<Value> = goal
                .traces
                .iter()
                .map(|trace| {
                    let end = match (&trace.answer, trace.throws) {
                        (Some(_), _) => "solution",
                        (None, true) => "exception",
                        (None, false) => "fail",
                    };
                    let answer: serde_json::Map<String, Value> = trace
                        .answer
                        .iter()
                        .flatten()
                        .map(|(name, value)| (name.clone(), json!(value)))
                        .collect();
                    json!({ "labels": trace.labels, "segment": trace.segment, "end": end, "answer": answer })
                })
                .collect();
            json!({ "goal": goal.goal, "traces": traces, "log": goal.log, "written": goal.written, "note": goal.note })
        })
        .collect();
    format!("{:#}\n", json!({ "procedures": procedures, "goals": goals }))
}

/// The same for scripts.
pub fn trace_json(t: &Traced, at: Option<usize>) -> String {
    if !t.procedures.is_empty() || !t.goals.is_empty() {
        return procedures_json(t);
    }
    let paths: Vec<Value> = t
        .paths
        .iter()
        .map(|p| {
            let steps: Vec<Value> = p
                .steps
                .iter()
                .enumerate()
                .filter(|(_, s)| at.is_none_or(|line| s.line == line))
                .map(|(n, s)| {
                    json!({
                        "line": s.line,
                        "text": s.text,
                        "outcome": s.outcome,
                        "error": s.error,
                        "constraints": s.constraints,
                        "E": format!("E{}", s.env),
                        "H": format!("H{}", s.heap),
                        "C": format!("C{n}"),
                    })
                })
                .collect();
            let steps = if p.states.is_empty() { steps } else { states::steps_json(p, at) };
            json!({
                "entry": p.entry,
                "path": p.path,
                "condition": p.condition,
                "input": snapshot_json(&p.input),
                "steps": steps,
            })
        })
        .collect();
    let complete = !t.more && t.stopped.is_none() && t.reasons.is_empty();
    let mut text = format!("{:#}", json!({ "paths": paths, "cut": t.cut, "complete": complete }));
    text.push('\n');
    text
}
