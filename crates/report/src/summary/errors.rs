//! The errors that were found, each place once, the worst first.

use super::View;
use super::lines::wrapped;
use crate::text::{fault_text, input_text};
use std::collections::BTreeMap;
use std::fmt::Write;
use workbench::{Datum, ErrorKind, Fault, Generated, HeapObject, Outcome, Payload, Site, Test};

/// Errors that are shown in full.
const IN_FULL: usize = 20;

/// An error at a place, with the tests that end in it.
pub(crate) struct Error<'g> {
    pub fault: &'g Fault,
    pub site: &'g Site,
    /// The one to look at first; how the program itself comes there, or else the smallest input.
    pub tests: Vec<&'g Test>,
}

impl<'g> Error<'g> {
    /// The entries that come there besides that of the first test.
    pub fn others(&self) -> Vec<&'g str> {
        let mut others: Vec<&str> = Vec::new();
        for t in &self.tests {
            if self.tests.first().is_some_and(|first| first.entry != t.entry)
                && !others.contains(&t.entry.as_str())
            {
                others.push(&t.entry);
            }
        }
        others
    }
}

/// The errors of a suite and beside it, each place once, the worst first.
pub(crate) fn errors(g: &Generated) -> Vec<Error<'_>> {
    let mut all: Vec<Error<'_>> = Vec::new();
    let mut known: BTreeMap<(String, &Site), usize> = BTreeMap::new();
    for t in g.suite.tests.iter().chain(&g.errors).filter(|t| t.is_error()) {
        let (Outcome::Error { fault, site }, Payload::State(_)) = (&t.outcome, &t.payload) else {
            continue;
        };
        let key = (format!("{fault:?}"), site);
        let at = *known.entry(key).or_insert(all.len());
        match all.get_mut(at) {
            Some(known) => known.tests.push(t),
            None => all.push(Error { fault, site, tests: vec![t] }),
        }
    }
    for error in &mut all {
        error.tests.sort_by_key(|t| (t.entry != g.notation.start, size(t)));
    }
    all.sort_by_key(|error| (badness(error), error.site));
    all
}

/// The errors of a suite and beside it, as messages with their places.
pub fn errors_text(g: &Generated, view: &View<'_>) -> String {
    let all = errors(g);
    let mut out = String::new();
    let most = if view.all_errors { all.len() } else { IN_FULL };
    for error in all.iter().take(most) {
        error_text(error, g, view, &mut out);
    }
    if all.len() > most {
        let _ = writeln!(out, "and {} errors more; --all-errors shows them", all.len() - most);
    }
    out
}

/// Memory that is used wrongly is worst; what a caller can avoid by passing no null pointer is least.
fn badness(error: &Error<'_>) -> u32 {
    let Fault::Kind(kind) = error.fault else { return 2 };
    let of_caller = |t: &&Test| match &t.payload {
        Payload::State(state) => state.input.env.iter().any(|(_, d)| *d == Datum::Nil),
        Payload::Goal(_) => false,
    };
    match kind {
        ErrorKind::Overflow => 1,
        ErrorKind::NilDereference if error.tests.iter().all(of_caller) => 3,
        ErrorKind::FailedAssertion | ErrorKind::Raised(_) => 2,
        _ => 0,
    }
}

/// How much there is to look at in an input.
fn size(t: &Test) -> usize {
    let Payload::State(state) = &t.payload else { return 0 };
    let objects = state.input.heap.iter().map(|(_, object)| match object {
        HeapObject::Array(list, _) => 1 + list.len(),
        _ => 1,
    });
    objects.sum()
}

/// So much of a line as there is room for, with its column in it; and where that stands then.
fn around(line: &str, column: usize, room: usize) -> (String, Option<usize>) {
    let count = line.chars().count();
    let Some(at) = column.checked_sub(1) else { return (line.chars().take(room).collect(), None) };
    if count <= room || room < 8 {
        return (line.chars().take(room).collect(), Some(at).filter(|at| *at < room));
    }
    // What is left out at either end is one sign.
    let from = if at < room - 1 { 0 } else { (at - room / 2).min(count.saturating_sub(room - 1)) };
    let before = usize::from(from > 0);
    let whole = count - from <= room - before;
    let kept: String = line.chars().skip(from).take(room - before - usize::from(!whole)).collect();
    let shown = format!("{}{kept}{}", if from > 0 { "…" } else { "" }, if whole { "" } else { "…" });
    (shown, Some(at + before - from))
}

fn error_text(error: &Error<'_>, g: &Generated, view: &View<'_>, out: &mut String) {
    let Some(first) = error.tests.first() else { return };
    let name = format!("error: {}", fault_text(error.fault, &g.notation));
    wrapped(out, "", "  ", &[name], view.width);
    let number = error.site.line.to_string();
    let margin = " ".repeat(number.len());
    let _ = writeln!(
        out,
        "{margin}--> {}:{}:{}",
        error.site.file.as_deref().unwrap_or(view.name),
        error.site.line,
        error.site.column
    );
    if let Some(line) =
        error.site.own_line().and_then(|line| line.checked_sub(1)).and_then(|at| view.text.lines().nth(at))
    {
        let room = view.width.saturating_sub(number.len() + 3).max(1);
        let (shown, caret) = around(&line.replace('\t', " "), error.site.column, room);
        let _ = writeln!(out, "{margin} |");
        let _ = writeln!(out, "{number} | {}", shown.trim_end());
        if let Some(caret) = caret {
            let _ = writeln!(out, "{margin} | {}^", " ".repeat(caret));
        }
    }
    let start = format!("{margin} = ");
    let behind = format!("{margin}   ");
    let input = format!("{}: {}", first.entry, input_text(first, &g.notation));
    wrapped(out, &start, &behind, &[input], view.width);
    let others = error.others();
    if !others.is_empty() {
        wrapped(out, &start, &behind, &[format!("also by {}", others.join(", "))], view.width);
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_stands_below_its_column() {
        let line: String = ('a'..='z').collect::<String>().repeat(8);
        for column in 1..=line.len() {
            let (shown, caret) = around(&line, column, 60);
            assert!(shown.chars().count() <= 60, "{shown}");
            assert_eq!(shown.chars().nth(caret.unwrap()), line.chars().nth(column - 1), "{column}: {shown}");
        }
        assert_eq!(around("short", 2, 60), ("short".to_string(), Some(1)));
    }
}
