//! What tests are run on and what comes of it, in one line.

use crate::picture::character;
use base::{Int, Signs};
use std::fmt::Write;
use workbench::{
    Datum, Fault, GoalTest, HeapObject, Notation, Outcome, Payload, Ran, Snapshot, Solution, Test, Verdict,
};

fn datum(d: &Datum, signs: &Signs) -> String {
    match d {
        Datum::Int(i) => i.to_string(),
        Datum::Character(i) => character(i),
        Datum::Real(r) => r.to_string(),
        Datum::Bool(b) => b.to_string(),
        Datum::Nil => signs.null.into(),
        Datum::Ref(name) => format!("{}{name}", signs.reference),
        Datum::Pointer(name, i) => format!("{}{name}[{i}]", signs.reference),
        Datum::Nothing => "?".into(),
        Datum::Array(list, first) => array(list, *first, signs),
    }
}

fn array(list: &[Datum], first: i64, signs: &Signs) -> String {
    let code = |d: &Datum| match d {
        Datum::Character(i) => i.to_i64(),
        _ => None,
    };
    let codes: Option<Vec<i64>> = list.iter().map(code).collect();
    if let Some(text) = codes.and_then(|codes| signs.text(&codes)) {
        return text;
    }
    let [open, close] = signs.list;
    let list: Vec<String> = list.iter().map(|d| datum(d, signs)).collect();
    // Where people expect it, nothing is said of where an array starts.
    let from = if first == 0 { String::new() } else { format!(" from {first}") };
    format!("{open}{}{close}{from}", list.join(", "))
}

/// A heap and its variables on one line.
pub(crate) fn snapshot_text(s: &Snapshot, signs: &Signs) -> String {
    let parts = snapshot_parts(s, signs);
    if parts.is_empty() { "(nothing)".into() } else { parts.join("   ") }
}

/// The variables, the objects and the answers of a heap, each by itself.
pub(crate) fn snapshot_parts(s: &Snapshot, signs: &Signs) -> Vec<String> {
    // What the front end made to hold variables is none itself.
    let holder = |name: &str| signs.is_holder(name);
    let held = |o: &str| s.env.iter().any(|(n, d)| holder(n) && matches!(d, Datum::Ref(to) if to == o));
    let shown = s.env.iter().filter(|(name, _)| !holder(name));
    let mut parts: Vec<String> = shown.map(|(n, d)| format!("{n} = {}", datum(d, signs))).collect();
    for (name, o) in &s.heap {
        match o {
            HeapObject::Cell { fields, .. } if held(name) => {
                parts.extend(fields.iter().map(|(n, d)| format!("{n} = {}", datum(d, signs))));
            }
            HeapObject::Cell { ty, fields } => {
                let [before, behind] = signs.field;
                let field = |(n, d): &(String, Datum)| format!("{before}{n}{behind}{}", datum(d, signs));
                let fields: Vec<String> = fields.iter().map(field).collect();
                let [open, close] = signs.cell;
                // Where fields have marks, the type is clear.
                let ty = if before.is_empty() { ty.as_str() } else { "" };
                parts.push(format!("{name}{}{ty}{open}{}{close}", signs.holds, fields.join(", ")));
            }
            HeapObject::Array(list, first) => {
                parts.push(format!("{name}{}{}", signs.holds, array(list, *first, signs)));
            }
            HeapObject::Gone => parts.push(format!("{name}: freed")),
        }
    }
    parts.extend(answers(s));
    parts
}

/// What the surroundings answer, by what is asked: `malloc fails`, `getchar: 65, 10`.
fn answers(s: &Snapshot) -> Vec<String> {
    let mut asked: Vec<(&str, Vec<&Int>)> = Vec::new();
    for (i, answer) in s.answers.iter().enumerate() {
        let what = s.asked.get(i).map_or("answers", String::as_str);
        match asked.iter_mut().find(|(known, _)| *known == what) {
            Some((_, list)) => list.push(answer),
            None => asked.push((what, vec![answer])),
        }
    }
    let said = |(what, list): (&str, Vec<&Int>)| {
        let Some(called) = what.strip_suffix(" fails") else {
            let list: Vec<String> = list.iter().map(ToString::to_string).collect();
            return Some(format!("{what}: {}", list.join(", ")));
        };
        let how = |n: &&Int| if n.is_zero() { "succeeds" } else { "fails" };
        let list: Vec<&str> = list.iter().map(how).collect();
        // That something succeeds is what one expects.
        list.contains(&"fails").then(|| format!("{called} {}", list.join(", then ")))
    };
    asked.into_iter().filter_map(said).collect()
}

/// What an error is called.
pub(crate) fn fault_text<'f>(fault: &'f Fault, notation: &Notation) -> &'f str {
    match fault {
        Fault::Kind(kind) => notation.error(*kind),
        Fault::Thrown(text) => text,
    }
}

/// A goal as one asks it.
pub(crate) fn query_text(goal: &GoalTest) -> String {
    let posted = if goal.constraint == "true" { String::new() } else { format!("{}, ", goal.constraint) };
    format!("?- {posted}{}.", goal.goal)
}

/// What a test is run on, in one line.
pub(crate) fn input_text(t: &Test, notation: &Notation) -> String {
    match &t.payload {
        Payload::State(state) => snapshot_text(&state.input, &notation.text),
        Payload::Goal(goal) => query_text(goal),
    }
}

/// How a goal ends, in one line.
pub(crate) fn ending_text(outcome: &Outcome, goal: &GoalTest) -> String {
    let solution = |s: &Solution| -> String {
        if s.is_empty() {
            return "yes".to_string();
        }
        let parts: Vec<String> = s.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        parts.join(", ")
    };
    let solutions: Vec<String> = goal.solutions.iter().map(solution).collect();
    let listed = match solutions.as_slice() {
        [] => String::new(),
        many if many.iter().all(|s| s == "yes") && many.len() > 1 => format!("yes, {} times", many.len()),
        many => many.join("; "),
    };
    match outcome {
        Outcome::Ok if goal.complete => listed,
        Outcome::Ok => format!("{listed} first"),
        Outcome::Fail => "no".to_string(),
        Outcome::Error { fault, site } => {
            let place = if site.line > 0 { format!(" at {}", site.line_text()) } else { String::new() };
            let before = if listed.is_empty() { String::new() } else { format!("{listed}; then ") };
            format!("{before}throws {}{place}", fault.message())
        }
    }
}

/// The result of `run`: a line for each test that does not pass, and the sum.
pub fn run_text(ran: &[Ran]) -> String {
    let mut out = String::new();
    for r in ran {
        match &r.verdict {
            Verdict::Passed => {}
            Verdict::Failed(why) => {
                let _ = writeln!(out, "{}: failed: {why}", r.name);
            }
            Verdict::Invalid(why) => {
                let _ = writeln!(out, "{}: does not fit the program: {why}", r.name);
            }
        }
    }
    let passed = ran.iter().filter(|r| r.verdict == Verdict::Passed).count();
    let _ = writeln!(out, "{passed} passed, {} failed", ran.len() - passed);
    out
}
