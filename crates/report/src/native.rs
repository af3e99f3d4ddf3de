//! What the user's own compiler says, for people and scripts.
//!
//! ```text
//! t3: failed: does not hold: result == 4
//! t7: skipped: it cannot be written in C: …
//! 5 passed, 1 failed, 1 skipped
//! ```

use serde_json::{Value, json};
use std::fmt::Write;
use workbench::{Missed, NativeCovered, NativeRan, NativeStatus};

fn counts(tests: &[NativeRan]) -> (usize, usize, usize) {
    let count = |wanted: fn(&NativeStatus) -> bool| tests.iter().filter(|t| wanted(&t.status)).count();
    (
        count(|s| matches!(s, NativeStatus::Passed)),
        count(|s| matches!(s, NativeStatus::Failed(_))),
        count(|s| matches!(s, NativeStatus::Skipped(_))),
    )
}

/// The tests that did not pass, a line each.
fn not_passed(tests: &[NativeRan], out: &mut String) {
    for t in tests {
        let _ = match &t.status {
            NativeStatus::Passed => Ok(()),
            NativeStatus::Failed(why) => writeln!(out, "{}: failed: {why}", t.name),
            NativeStatus::Skipped(why) => writeln!(out, "{}: skipped: {why}", t.name),
        };
    }
}

/// The result of `run --native`: a line for each test that does not pass, and the sum.
pub fn native_run_text(tests: &[NativeRan]) -> String {
    let mut out = String::new();
    not_passed(tests, &mut out);
    let (passed, failed, skipped) = counts(tests);
    let _ = writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped");
    out
}

/// The same for scripts.
pub fn native_run_json(tests: &[NativeRan]) -> String {
    let (passed, failed, skipped) = counts(tests);
    let list: Vec<Value> = tests
        .iter()
        .map(|t| match &t.status {
            NativeStatus::Passed => json!({ "name": t.name, "status": "passed" }),
            NativeStatus::Failed(why) => json!({ "name": t.name, "status": "failed", "message": why }),
            NativeStatus::Skipped(why) => json!({ "name": t.name, "status": "skipped", "message": why }),
        })
        .collect();
    format!("{:#}\n", json!({ "passed": passed, "failed": failed, "skipped": skipped, "tests": list }))
}

/// How many lines with branches that were not taken a person is shown.
const MOST_MISSED: usize = 12;

/// What gcov counted, after the measure of our own.
pub(crate) fn native_cover_text(n: &NativeCovered) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "native: {} of {} lines executed, {} of {} branches taken",
        n.covered_lines, n.lines, n.taken, n.branches
    );
    if n.compilers.0 > 0 {
        let (all, taken) = n.compilers;
        let _ = writeln!(
            out,
            "native: on lines without a decision, {taken} of {all} branches of the compiler taken"
        );
    }
    let missed: Vec<&Missed> = n.missed.iter().filter(|m| !m.compilers).collect();
    if !missed.is_empty() {
        let first = missed.iter().take(MOST_MISSED);
        let lines: Vec<String> =
            first.map(|m| format!("{} ({} of {})", m.line, m.taken, m.branches)).collect();
        let more = missed.len().saturating_sub(MOST_MISSED);
        let more =
            if more > 0 { format!(" and {more} more; --format json lists all") } else { String::new() };
        let _ = writeln!(out, "native: lines with branches that are not taken: {}{more}", lines.join(", "));
    }
    for d in &n.disagreements {
        let reason = d.reason.as_ref().map_or_else(String::new, |why| format!(" ({why})"));
        let _ = writeln!(out, "native: line {}: {}{reason}", d.line, d.what);
    }
    let mut tests = String::new();
    not_passed(&n.tests, &mut tests);
    for line in tests.lines() {
        let _ = writeln!(out, "native: {line}");
    }
    out
}

/// The same for scripts.
pub(crate) fn native_cover_json(n: &NativeCovered) -> Value {
    let named = |wanted: fn(&NativeStatus) -> bool| -> Vec<&str> {
        n.tests.iter().filter(|t| wanted(&t.status)).map(|t| t.name.as_str()).collect()
    };
    let disagreements: Vec<Value> = n
        .disagreements
        .iter()
        .map(|d| json!({ "line": d.line, "what": d.what, "reason": d.reason }))
        .collect();
    let missed: Vec<Value> = n
        .missed
        .iter()
        .map(
            |m| json!({ "line": m.line, "branches": m.branches, "taken": m.taken, "compilers": m.compilers }),
        )
        .collect();
    json!({
        "lines": n.lines, "covered_lines": n.covered_lines, "branches": n.branches, "taken": n.taken,
        "compilers": { "branches": n.compilers.0, "taken": n.compilers.1 },
        "missed": missed,
        "disagreements": disagreements,
        "failed": named(|s| matches!(s, NativeStatus::Failed(_))),
        "skipped": named(|s| matches!(s, NativeStatus::Skipped(_))),
    })
}
