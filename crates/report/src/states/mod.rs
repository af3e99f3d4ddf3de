//! States with value-sets and pictures: as text in the notation of the paper on arrays, as drawings, and as a page on which one
//! steps from line to line.
//!
//! ```text
//! line 5   X := A (I);
//!   State:   {⟨A, P1A⟩, ⟨X, [P1A, P1I]⟩, ⟨I, P1I⟩}
//!   PC:      2 ≤ η
//!   Picture: P1A = {⟨β.I, true⟩}
//!            P1I = {⟨2, true⟩}
//! ```

mod drawing;
mod page;

pub use drawing::{states_dot, states_svg};
pub use page::states_html;

use serde_json::{Value, json};
use std::fmt::Write;
use workbench::{Bound, StateKind, StateStep, TracedPath};

/// Where a line of the state is broken.
const WIDE: usize = 110;

/// What leads to a state.
pub(crate) fn heading(s: &StateStep) -> String {
    let what = match s.kind {
        StateKind::Start => return "at the start".to_string(),
        StateKind::End => return "at the end".to_string(),
        StateKind::Decision(true) => "   true",
        StateKind::Decision(false) => "   false",
        StateKind::Error => "   error",
        StateKind::Loop => "   as a whole",
        StateKind::Statement => "",
    };
    format!("line {}   {}{what}", s.line, s.text)
}

/// A list that is broken into lines where it is long.
fn listed(items: &[String], between: &str, ends: [&str; 2], indent: &str) -> String {
    let whole = format!("{}{}{}", ends[0], items.join(between), ends[1]);
    if whole.chars().count() <= WIDE {
        return whole;
    }
    let line_end = format!("{}\n{indent} ", between.trim_end());
    format!("{}{}{}", ends[0], items.join(&line_end), ends[1])
}

/// The state itself.
fn state(s: &StateStep, out: &mut String) {
    let indent = " ".repeat(13);
    let pairs: Vec<String> = s.state.iter().map(|b| format!("⟨{}, {}⟩", b.name, b.value)).collect();
    let _ = writeln!(out, "    State:   {}", listed(&pairs, ", ", ["{", "}"], &indent));
    let _ = writeln!(out, "    PC:      {}", condition(s));
    for (n, p) in s.pictures.iter().enumerate() {
        let head = if n == 0 { "Picture: " } else { "         " };
        let _ = writeln!(out, "    {head}{} = {}", p.name, p.value);
    }
    if !s.discarded.is_empty() {
        let _ = writeln!(out, "    discarded: {}", s.discarded.join(", "));
    }
}

fn condition(s: &StateStep) -> String {
    if s.condition.is_empty() { "true".to_string() } else { s.condition.join(" ∧ ") }
}

/// What a decision computed.
fn decision(s: &StateStep, out: &mut String) {
    for (name, before, after) in &s.canonical {
        let _ = writeln!(out, "    {name}: {before} = {after}");
    }
    if let Some(v) = &s.vectors {
        let _ = writeln!(out, "    Vv = [{}] → [{}]", v.values.join(", "), v.value_vector.join(", "));
        let _ = writeln!(out, "    Iv = [{}] → [{}]", v.constraints.join(", "), v.index_vector.join(", "));
    }
}

/// The steps of a path; those that it has in common with the one before are not shown again.
pub(crate) fn steps(p: &TracedPath, before: Option<&TracedPath>, out: &mut String) {
    let same = before
        .filter(|b| b.entry == p.entry)
        .map_or(0, |b| b.states.iter().zip(&p.states).take_while(|(x, y)| x == y).count());
    if let (Some(b), true) = (before, same > 1) {
        let _ = writeln!(out, "  as path {} up to {}", b.path, heading(&p.states[same - 1]));
    }
    for s in p.states.iter().skip(if same > 1 { same } else { 0 }) {
        let _ = writeln!(out, "  {}", heading(s));
        decision(s, out);
        if s.kind != StateKind::Error {
            state(s, out);
        }
    }
}

/// The states in which control gets to a line.
pub(crate) fn at_line(p: &TracedPath, line: usize, out: &mut String) {
    for (n, s) in p.states.iter().enumerate().skip(1) {
        if s.line == line {
            let _ = writeln!(out, "  {}", heading(s));
            state(&p.states[n - 1], out);
            decision(s, out);
        }
    }
}

/// The steps for scripts.
pub(crate) fn steps_json(p: &TracedPath, at: Option<usize>) -> Vec<Value> {
    let bound = |list: &[Bound]| -> Vec<Value> {
        list.iter().map(|b| json!({ "name": b.name, "value": b.value, "refers": b.refers })).collect()
    };
    let step = |s: &StateStep| {
        let (kind, outcome) = match s.kind {
            StateKind::Start => ("start", None),
            StateKind::Statement => ("statement", None),
            StateKind::Loop => ("loop", None),
            StateKind::Decision(outcome) => ("decision", Some(outcome)),
            StateKind::Error => ("error", None),
            StateKind::End => ("end", None),
        };
        let canonical: Vec<Value> = s
            .canonical
            .iter()
            .map(|(name, before, after)| json!({ "name": name, "form": before, "canonical": after }))
            .collect();
        let vectors = s.vectors.as_ref().map(|v| {
            json!({
                "values": v.values, "value_vector": v.value_vector,
                "constraints": v.constraints, "index_vector": v.index_vector,
            })
        });
        json!({
            "line": s.line, "text": s.text, "kind": kind, "outcome": outcome, "canonical": canonical,
            "vectors": vectors, "State": bound(&s.state), "PC": s.condition, "Picture": bound(&s.pictures),
            "discarded": s.discarded,
        })
    };
    p.states.iter().filter(|s| at.is_none_or(|line| s.line == line)).map(step).collect()
}
