//! The source in colours: green where all outcomes were seen, yellow where some were, red where none was.

use crate::canvas::escape;
use std::fmt::Write;
use workbench::{Colour, Line, PointCoverage, ProcedureCoverage};

/// What the colours mean, above the source.
pub(crate) const LEGEND: &str = "<p class=\"soft\"><mark class=\"both\">executed, all outcomes seen</mark> \
     <mark class=\"half\">some outcomes</mark> <mark class=\"none\">never</mark>; counts are tests</p>\n";

/// A piece of the text with its colour.
pub(crate) struct Mark {
    pub start: usize,
    pub end: usize,
    pub class: &'static str,
    /// How often it was seen.
    pub words: String,
}

/// The pieces of a text that have a colour, in order and apart from each other.
pub(crate) fn marks(text: &str, lines: &[Line]) -> Vec<Mark> {
    let decisions: Vec<&Line> = lines.iter().filter(|l| l.outcomes.is_some()).collect();
    // The condition says more than the statement that it stands in.
    let shown = lines.iter().filter(|l| {
        let holds = |d: &&Line| d.span.start < l.span.end && l.span.start < d.span.end;
        l.outcomes.is_some() || !decisions.iter().any(holds)
    });
    let mut at = 0;
    let mut out = Vec::new();
    for l in shown {
        let (start, end) = (l.span.start as usize, l.span.end as usize);
        // Should one lie within another, the outer one is shown.
        if text.get(at..start).is_none() || text.get(start..end).is_none() {
            continue;
        }
        let (class, words) = words(l);
        out.push(Mark { start, end, class, words });
        at = end;
    }
    out
}

/// A piece of the text in its colour; counts show where one points.
pub(crate) fn marked(piece: &str, mark: &Mark) -> String {
    format!("<mark class=\"{}\" title=\"{}\">{}</mark>", mark.class, mark.words, escape(piece))
}

/// The text with its statements and decisions coloured.
pub(crate) fn source(text: &str, lines: &[Line], out: &mut String) {
    out.push_str("<pre>");
    let mut at = 0;
    for mark in marks(text, lines) {
        out.push_str(&escape(text.get(at..mark.start).unwrap_or("")));
        out.push_str(&marked(text.get(mark.start..mark.end).unwrap_or(""), &mark));
        at = mark.end;
    }
    out.push_str(&escape(text.get(at..).unwrap_or("")));
    out.push_str("</pre>\n");
}

fn words(l: &Line) -> (&'static str, String) {
    let tests = |n: u64| if n == 1 { "1 test".to_string() } else { format!("{n} tests") };
    match l.outcomes {
        _ if l.partial => {
            ("half", format!("executed by {}, but not all of it in every mode", tests(l.count)))
        }
        Some((0, 0)) if l.count > 0 => ("half", format!("executed by {}, but not decided", tests(l.count))),
        Some((0, 0)) => ("none", "not decided by any test".into()),
        Some((yes, 0)) => ("half", format!("true in {}, never false", tests(yes))),
        Some((0, no)) => ("half", format!("never true, false in {}", tests(no))),
        Some((yes, no)) => ("both", format!("true in {}, false in {}", tests(yes), tests(no))),
        None if l.count == 0 => ("none", "never executed".into()),
        None => ("both", format!("executed by {}", tests(l.count))),
    }
}

/// The text from the first goal of a procedure to its last, with its goals coloured for the mode that it is.
pub(crate) fn procedure(text: &str, of: &ProcedureCoverage, out: &mut String) {
    let atoms = || of.points.iter().filter(|point| point.kind == "atom" && point.span.start < point.span.end);
    let Some(start) = atoms().map(|point| point.span.start as usize).min() else { return };
    let end = atoms().map(|point| point.span.end as usize).max().unwrap_or(start);
    // Whole lines.
    let start = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(end..).and_then(|after| after.find('\n')).map_or(text.len(), |at| end + at);
    let mut marks: Vec<&PointCoverage> = atoms().collect();
    // Of two that start together the longer one comes first, and the shorter lies within it.
    marks.sort_by_key(|point| (point.span.start, std::cmp::Reverse(point.span.end)));
    out.push_str("<pre>");
    let mut at = start;
    for point in marks {
        let (from, to) = (point.span.start as usize, point.span.end as usize);
        let (Some(before), Some(piece)) = (text.get(at..from), text.get(from..to)) else { continue };
        let class = match point.colour {
            Colour::Green => "both",
            Colour::Yellow => "half",
            Colour::Red => "none",
        };
        let _ = write!(
            out,
            "{}<mark class=\"{class}\" title=\"{}\">{}</mark>",
            escape(before),
            escape(&crate::cover::counted(point)),
            escape(piece)
        );
        at = to;
    }
    out.push_str(&escape(text.get(at..end).unwrap_or("")));
    out.push_str("</pre>\n");
}
