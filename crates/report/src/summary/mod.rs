//! A generated suite for people: the errors first, then the tests of each function, then what was reached.
//!
//! ```text
//! error: null pointer dereference
//!   --> list.c:17:5
//!    |
//! 17 |     n->data = v;
//!    |     ^
//!    = insert: l = NULL   v = 3   malloc fails
//!
//! insert (branch: 2 of 10 covered, 8 unknown)
//!   insert_1  l = NULL   v = 3
//!             result = &a1   a1 = {.data = 3, .next = NULL}
//!
//! 1 test; branch: 2 of 10 covered
//! ```
//!
//! Of what comes out only that is written which is not as it was. No line is wider than the [`View`] allows.

pub(crate) mod errors;
mod lines;
mod units;

use crate::cover::words;
use crate::names;
use crate::text::{ending_text, fault_text, query_text, snapshot_parts};
pub use lines::folded;
use lines::{elided, wrapped};
use std::fmt::Write;
use units::Units;
use workbench::{Generated, Notation, Outcome, Payload, Snapshot, StateTest, Test};

/// How much is shown, and how wide.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    /// The most characters of a line.
    pub width: usize,
    /// Whether tests are shown with their paths and path conditions.
    pub conditions: bool,
    /// Whether all errors are shown in full.
    pub all_errors: bool,
    /// The name of the program's file.
    pub name: &'s str,
    /// Its text.
    pub text: &'s str,
}

/// Names of tests that are no longer than this stand in one column.
const WIDEST_NAME: usize = 24;

/// Goals that a summary lists.
const LISTED: usize = 20;

/// A generated suite. It is told piece by piece, since there may be many tests.
///
/// `ends` are the outputs of its tests in the names of the inputs, as far as they are known.
pub fn suite_text(g: &Generated, ends: &[Option<Snapshot>], view: &View<'_>, tell: &mut dyn FnMut(&str)) {
    let errors = errors::errors_text(g, view);
    if !errors.is_empty() {
        tell(&errors);
    }
    let widest = g.suite.tests.iter().map(|t| t.name.chars().count()).max().unwrap_or(0).min(WIDEST_NAME);
    let units = Units::new(g);
    let mut entries: Vec<&str> = Vec::new();
    for (i, t) in g.suite.tests.iter().enumerate() {
        let entry = t.entry.as_str();
        let t = &*names::shown(t, ends.get(i).and_then(Option::as_ref));
        let mut out = String::new();
        if entries.last() != Some(&entry) {
            if !entries.is_empty() {
                out.push('\n');
            }
            entries.push(entry);
            wrapped(&mut out, "", "    ", &[units.heading(entry)], view.width);
        }
        test_text(t, widest, &g.notation, view, &mut out);
        tell(&out);
    }
    let mut others = String::new();
    for unit in units.others(&entries) {
        wrapped(
            &mut others,
            "",
            "    ",
            &[format!(
                "{}{}",
                units.heading(unit),
                if units.is_met(unit) { ", by tests of others" } else { "" }
            )],
            view.width,
        );
    }
    if !others.is_empty() && !entries.is_empty() {
        tell("\n");
    }
    tell(&others);
    if !entries.is_empty() || !others.is_empty() {
        tell("\n");
    }
    tell(&summary_text(g, view.width));
}

/// A test: its name, what it is run on, and below that what comes of it.
fn test_text(t: &Test, widest: usize, notation: &Notation, view: &View<'_>, out: &mut String) {
    let margin = " ".repeat(widest + 4);
    let head = format!("  {:<widest$}  ", elided(&t.name, view.width.saturating_sub(4).max(8)));
    let (input, ending) = match &t.payload {
        Payload::State(state) => {
            let input = snapshot_parts(&state.input, &notation.text);
            let ending = ending(t, state, &input, notation);
            (if input.is_empty() { vec!["(no input)".to_string()] } else { input }, ending)
        }
        Payload::Goal(goal) => (vec![query_text(goal)], vec![ending_text(&t.outcome, goal)]),
    };
    wrapped(out, &head, &margin, &input, view.width);
    wrapped(out, &margin, &margin, &ending, view.width);
    if view.conditions {
        let told = match &t.payload {
            Payload::State(_) => vec![format!("path {}", t.path), format!("condition {}", t.condition)],
            Payload::Goal(_) => vec![format!("path {}, ⟨{}⟩", t.path, t.condition)],
        };
        told.iter().for_each(|one| wrapped(out, &margin, &margin, std::slice::from_ref(one), view.width));
    }
}

/// What comes of a test: the error, or what is not as it was.
pub(crate) fn ending(t: &Test, state: &StateTest, input: &[String], notation: &Notation) -> Vec<String> {
    if let Outcome::Error { fault, site } = &t.outcome {
        // A call of `exit` need not be an error.
        let how = if t.is_error() { "error: " } else { "ends by " };
        return vec![format!("{how}{} at {site}", fault_text(fault, notation))];
    }
    let mut changed = snapshot_parts(&state.output, &notation.text);
    changed.retain(|part| !input.contains(part));
    if changed.is_empty() { vec!["(nothing changes)".to_string()] } else { changed }
}

/// What was reached.
pub fn summary_text(g: &Generated, width: usize) -> String {
    let mut out = String::new();
    let mut say = |text: &str| wrapped(&mut out, "", "    ", &[text.to_string()], width);
    say(&totals(g));
    if let Some(e) = &g.suite.exploration {
        let complete = match (e.complete, no_tests(g) && e.cut > 0) {
            (true, false) => "complete within the bounds",
            (true, true) => "no run within the bounds",
            (false, _) => "not complete",
        };
        say(&format!(
            "{}, {}, {} cut by the bounds; {complete}",
            counted(e.paths, "path", "paths"),
            counted(e.infeasible, "infeasible side", "infeasible sides"),
            e.cut,
        ));
        say(&format!("{}, {:.3} s", counted(e.queries, "solver query", "solver queries"), e.seconds));
    }
    if no_tests(g) && g.suite.exploration.as_ref().is_some_and(|e| e.paths == 0 && e.complete) {
        let cut = g.suite.exploration.as_ref().is_some_and(|e| e.cut > 0);
        let why = if cut { "no run ends within the bounds" } else { "no input is as required" };
        say(&format!("there are no paths: {why}"));
    }
    let missing: Vec<_> = g.coverage.iter().flat_map(|c| c.missing.iter().map(move |m| (c, m))).collect();
    for (c, m) in missing.iter().take(LISTED) {
        say(&format!("{}: line {}, column {}: {}: {}", c.name, m.line, m.column, m.what, words(m)));
    }
    if missing.len() > LISTED {
        say(&format!("and {} more; --format json lists all", missing.len() - LISTED));
    }
    if !g.defaults.is_empty() {
        say(&format!("bounds by default: {}", g.defaults.join(" ")));
    }
    for what in g.suite.exploration.iter().flat_map(|e| &e.assumed) {
        say(&format!("assumed: {what}"));
    }
    g.notes.iter().for_each(|note| say(note));
    out.push_str(&unknown_text(g, width));
    out
}

fn no_tests(g: &Generated) -> bool {
    g.told.tests == 0 && g.suite.tests.is_empty()
}

/// How many tests there are, and how far each criterion is met.
fn totals(g: &Generated) -> String {
    let count = g.told.tests + g.suite.tests.len();
    let mut line = counted(count as u64, "test", "tests");
    if g.unconfirmed > 0 {
        let _ = write!(line, " ({} of an error that no compiled program notices)", g.unconfirmed);
    }
    for c in &g.suite.criteria {
        let _ = write!(line, "; {}: {} of {} covered", c.name, c.covered, c.goals);
        for (count, word) in
            [(c.infeasible, "infeasible"), (c.out_of_bounds, "out of bounds"), (c.unknown, "unknown")]
        {
            if count > 0 {
                let _ = write!(line, ", {count} {word}");
            }
        }
    }
    line
}

/// What stayed unknown, and why: a line for each reason.
pub fn unknown_text(g: &Generated, width: usize) -> String {
    let mut out = String::new();
    for reason in &g.reasons {
        wrapped(&mut out, "", "    ", &[format!("unknown: {reason}")], width);
    }
    out
}

/// A number of things.
fn counted(n: u64, one: &str, many: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}
