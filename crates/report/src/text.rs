//! Suites for people to read.

use crate::cover::words;
use crate::picture::character;
use base::Signs;
use std::fmt::Write;
use workbench::{
    Datum, Fault, Generated, GoalTest, HeapObject, Notation, Outcome, Payload, Ran, Snapshot, Solution,
    StateTest, Test, Verdict,
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
    if !s.answers.is_empty() {
        let list: Vec<String> = s.answers.iter().map(ToString::to_string).collect();
        parts.push(format!("answers: {}", list.join(", ")));
    }
    if parts.is_empty() { "(nothing)".into() } else { parts.join("   ") }
}

/// What an error is called.
pub(crate) fn fault_text<'f>(fault: &'f Fault, notation: &Notation) -> &'f str {
    match fault {
        Fault::Kind(kind) => notation.error(*kind),
        Fault::Thrown(text) => text,
    }
}

/// Nobody reads more steps of a path, in characters.
const LONGEST_PATH: usize = 120;

/// A path, without its middle if it is long.
fn path_text(path: &str) -> String {
    let count = path.chars().count();
    if count <= LONGEST_PATH {
        return path.to_string();
    }
    let part = LONGEST_PATH / 2;
    let (start, end) = (path.chars().take(part), path.chars().skip(count - part));
    start.chain(['…']).chain(end).collect()
}

/// A test of an imperative program: its path, what it is run on and what comes of it.
fn state_text(t: &Test, state: &StateTest, notation: &Notation, out: &mut String) {
    let signs = &notation.text;
    let _ = writeln!(out, "{}  {}  path {}", t.name, t.entry, path_text(&t.path));
    let _ = writeln!(out, "    condition  {}", t.condition);
    let _ = writeln!(out, "    input      {}", snapshot_text(&state.input, signs));
    match &t.outcome {
        Outcome::Ok | Outcome::Fail => {
            let _ = writeln!(out, "    output     {}", snapshot_text(&state.output, signs));
        }
        Outcome::Error { fault, line, column } => {
            // Whoever calls `exit` need not mean an error.
            let how = if t.is_error() { "error" } else { "ends by" };
            let _ = writeln!(
                out,
                "    {how:<10} {} at line {line}, column {column}",
                fault_text(fault, notation)
            );
        }
    }
}

/// A test of a logic program: its goal, its solutions and its path.
fn goal_text(t: &Test, goal: &GoalTest, out: &mut String) {
    let _ = writeln!(out, "{}: {}", t.name, query_text(goal));
    let _ = writeln!(out, "    {}", ending_text(&t.outcome, goal));
    let _ = writeln!(out, "    path {}, ⟨{}⟩", path_text(&t.path), t.condition);
}

/// A goal as one asks it.
fn query_text(goal: &GoalTest) -> String {
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
        Outcome::Error { fault, line, .. } => {
            let place = if *line > 0 { format!(" at line {line}") } else { String::new() };
            let before = if listed.is_empty() { String::new() } else { format!("{listed}; then ") };
            format!("{before}throws {}{place}", fault.message())
        }
    }
}

/// A generated suite: each test with its path, then what was reached. It is told piece by piece, since there may be many tests.
pub fn suite_text(g: &Generated, tell: &mut dyn FnMut(&str)) {
    for t in &g.suite.tests {
        let mut out = String::new();
        match &t.payload {
            Payload::State(state) => state_text(t, state, &g.notation, &mut out),
            Payload::Goal(goal) => goal_text(t, goal, &mut out),
        }
        tell(&out);
    }
    tell(&summary_text(g));
}

/// What was reached.
fn summary_text(g: &Generated) -> String {
    let mut out = String::new();
    let count = g.suite.tests.len();
    let _ = write!(out, "\n{count} test{}", if count == 1 { "" } else { "s" });
    if g.unconfirmed > 0 {
        let _ = write!(out, " ({} of an error that no compiled program notices)", g.unconfirmed);
    }
    for c in &g.suite.criteria {
        let _ = write!(out, "; {}: {} of {} covered", c.name, c.covered, c.goals);
        for (count, word) in
            [(c.infeasible, "infeasible"), (c.out_of_bounds, "out of bounds"), (c.unknown, "unknown")]
        {
            if count > 0 {
                let _ = write!(out, ", {count} {word}");
            }
        }
    }
    out.push('\n');
    if let Some(e) = &g.suite.exploration {
        let _ = writeln!(
            out,
            "{}, {}, {} cut by the bounds, {}, {:.3} s{}",
            counted(e.paths, "path"),
            counted(e.infeasible, "infeasible side"),
            e.cut,
            counted(e.queries, "question"),
            e.seconds,
            match (e.complete, g.suite.tests.is_empty() && e.cut > 0) {
                (true, false) => "; complete within the bounds",
                (true, true) => "; no run within the bounds",
                (false, _) => "; not complete",
            }
        );
    }
    if g.suite.tests.is_empty() && g.suite.exploration.as_ref().is_some_and(|e| e.paths == 0 && e.complete) {
        let cut = g.suite.exploration.as_ref().is_some_and(|e| e.cut > 0);
        let why = if cut { "no run ends within the bounds" } else { "no input is as required" };
        let _ = writeln!(out, "there are no paths: {why}");
    }
    missing_text(g, &mut out);
    errors_text(&g.errors, &g.notation, &mut out);
    if !g.defaults.is_empty() {
        let _ = writeln!(out, "bounds by default: {}", g.defaults.join(" "));
    }
    for what in g.suite.exploration.iter().flat_map(|e| &e.assumed) {
        let _ = writeln!(out, "assumed: {what}");
    }
    for note in &g.notes {
        let _ = writeln!(out, "{note}");
    }
    out.push_str(&unknown_text(g));
    out
}

/// What stayed unknown, and why: a line for each reason.
pub fn unknown_text(g: &Generated) -> String {
    g.reasons.iter().map(|r| format!("unknown: {r}\n")).collect()
}

/// A number of things.
fn counted(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// Goals that a summary lists.
const LISTED: usize = 20;

/// The goals that no test meets, with what is known of them.
fn missing_text(g: &Generated, out: &mut String) {
    let all: Vec<_> = g.coverage.iter().flat_map(|c| c.missing.iter().map(move |m| (c, m))).collect();
    for (c, m) in all.iter().take(LISTED) {
        let _ = writeln!(out, "{}: line {}, column {}: {}: {}", c.name, m.line, m.column, m.what, words(m));
    }
    if all.len() > LISTED {
        let _ = writeln!(out, "and {} more; --format json lists all", all.len() - LISTED);
    }
}

/// The errors beside a suite, each place once: how the program itself comes there, or else the first that does, and who else.
fn errors_text(errors: &[Test], notation: &Notation, out: &mut String) {
    let mut told: Vec<&Outcome> = Vec::new();
    for t in errors {
        let Outcome::Error { fault, line, column } = &t.outcome else { continue };
        if told.contains(&&t.outcome) {
            continue;
        }
        told.push(&t.outcome);
        let here: Vec<&Test> = errors.iter().filter(|other| other.outcome == t.outcome).collect();
        let first = here.iter().find(|other| other.entry == notation.start).copied().unwrap_or(t);
        let others: Vec<&str> =
            here.iter().map(|other| other.entry.as_str()).filter(|entry| *entry != first.entry).collect();
        let also = if others.is_empty() { String::new() } else { format!("; also by {}", others.join(", ")) };
        let _ = writeln!(
            out,
            "error found: {} at line {line}, column {column}, by {} with {}{also}",
            fault_text(fault, notation),
            first.entry,
            input_text(first, notation)
        );
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
