//! The lines on which the author decides something, and those on which only the compiler does.
//!
//! ```text
//! function Sum (A : Vector) return Integer is     GNAT: is A empty?        nobody wrote that
//!    if A'Length > 3 then                         the author's
//! B := A (1 .. N) & A (N + 1 .. A'Last);          GNAT: which slice is empty, where does the result start?
//! ```
//!
//! All that the author decides in a subprogram is known, unless something in it is not supported. A line of such a
//! subprogram, or of none that is known, may have anything. So may the lines of statements with `and then` and the like,
//! which decide even where they only give a value.

use imperative::{InstrKind, Proc, Program};
use source::{FileId, Span};
use std::collections::BTreeSet;

/// What is known of the lines of a file.
pub(super) struct Decided {
    /// Lines with a part of a decision.
    with: BTreeSet<usize>,
    /// Lines of subprograms of which everything is known.
    known: BTreeSet<usize>,
}

impl Decided {
    pub(super) fn of(program: &Program, file: FileId, text: &str) -> Decided {
        let starts: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let line = |at: u32| starts.partition_point(|start| *start < at as usize) + 1;
        let lines = |span: Span| line(span.start)..=line(span.end.saturating_sub(1).max(span.start));
        let deciding = deciding(text).into_iter().flat_map(|(from, to)| line(from as u32)..=line(to as u32));
        let mut found = Decided { with: deciding.collect(), known: BTreeSet::new() };
        let here = || program.procs.iter().filter(|p| p.span.file == file);
        for proc in here() {
            let decisions = proc.decisions.iter().filter(|d| d.kind.is_written() && d.span.file == file);
            found.with.extend(decisions.flat_map(|d| lines(d.span)));
            found.known.extend(lines(proc.span));
        }
        for proc in here().filter(|p| is_unclear(p)) {
            lines(proc.span).for_each(|l| {
                found.known.remove(&l);
            });
        }
        found
    }

    /// Whether all branches of a line are the compiler's own.
    pub(super) fn is_compilers(&self, line: usize) -> bool {
        self.known.contains(&line) && !self.with.contains(&line)
    }
}

/// The statements and declarations with words that decide within an expression, from one semicolon to the next. What stands
/// in comments and texts counts as well: then a line is not called the compiler's though it is.
fn deciding(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    for part in text.split_inclusive(';') {
        let lower = part.to_ascii_lowercase();
        let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let words: Vec<&str> = words.into_iter().filter(|w| !w.is_empty()).collect();
        let pairs = [["and", "then"], ["or", "else"], ["for", "all"], ["for", "some"]];
        if words.windows(2).any(|two| pairs.iter().any(|pair| two == pair)) {
            let blank = part.len() - part.trim_start().len();
            found.push((start + blank, start + part.len()));
        }
        start += part.len();
    }
    found
}

fn is_unclear(proc: &Proc) -> bool {
    proc.blocks.iter().flat_map(|b| &b.instrs).any(|i| matches!(i.kind, InstrKind::Unsupported(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_decide_within_expressions_are_found() {
        let text = "X := 1;\nB := X > 0\n  and  Then Y;\nZ := 2;";
        assert_eq!(deciding(text), [(8, 33)]);
    }
}
