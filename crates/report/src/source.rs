//! The source in colours: green where all outcomes were seen, yellow where some were, red where none was.

use crate::canvas::escape;
use workbench::{Colour, Line, ProcedureCoverage};

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
    let found = shown.map(|l| {
        let (class, words) = words(l);
        Mark { start: l.span.start as usize, end: l.span.end as usize, class, words }
    });
    apart(text, found.collect())
}

/// Pieces of a text that may lie within each other, cut into pieces that do not: what lies within another one has its own
/// colour there.
fn apart(text: &str, mut marks: Vec<Mark>) -> Vec<Mark> {
    // Of two that start together the longer one comes first.
    marks.retain(|mark| mark.start < mark.end && text.get(mark.start..mark.end).is_some());
    marks.sort_by_key(|mark| (mark.start, std::cmp::Reverse(mark.end)));
    let mut out: Vec<Mark> = Vec::new();
    let mut open: Vec<Mark> = Vec::new();
    let mut at = 0;
    let mut piece = |at: &mut usize, end: usize, of: &Mark| {
        if *at < end {
            out.push(Mark { start: *at, end, class: of.class, words: of.words.clone() });
            *at = end;
        }
    };
    for mut mark in marks {
        while let Some(last) = open.pop_if(|last| last.end <= mark.start) {
            piece(&mut at, last.end, &last);
        }
        if let Some(around) = open.last_mut() {
            piece(&mut at, mark.start, around);
            mark.end = mark.end.min(around.end);
            // Two goals that stand at the same place.
            if (mark.start, mark.end) == (around.start, around.end) {
                merge(around, &mark);
                continue;
            }
        }
        at = mark.start;
        open.push(mark);
    }
    while let Some(last) = open.pop() {
        piece(&mut at, last.end, &last);
    }
    out
}

/// Adds what is known of another goal at the same place.
fn merge(known: &mut Mark, other: &Mark) {
    if known.class != other.class {
        known.class = "half";
    }
    if known.words != other.words {
        known.words = format!("{}; {}", known.words, other.words);
    }
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
    let marks = atoms().map(|point| {
        let class = match point.colour {
            Colour::Green => "both",
            Colour::Yellow => "half",
            Colour::Red => "none",
        };
        let words = escape(&crate::cover::counted(point));
        Mark { start: point.span.start as usize, end: point.span.end as usize, class, words }
    });
    out.push_str("<pre>");
    let mut at = start;
    for mark in apart(text, marks.collect()) {
        let (Some(before), Some(piece)) = (text.get(at..mark.start), text.get(mark.start..mark.end)) else {
            continue;
        };
        out.push_str(&escape(before));
        out.push_str(&marked(piece, &mark));
        at = mark.end;
    }
    out.push_str(&escape(text.get(at..end).unwrap_or("")));
    out.push_str("</pre>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(marks: &[(usize, usize, &'static str)]) -> String {
        let text = "X = f(g(Y), Z)";
        let marks = marks.iter().map(|(start, end, class)| Mark {
            start: *start,
            end: *end,
            class,
            words: String::new(),
        });
        let found = apart(text, marks.collect());
        assert!(found.windows(2).all(|two| two[0].end <= two[1].start));
        let piece = |mark: &Mark| format!("{} {}", mark.class, &text[mark.start..mark.end]);
        found.iter().map(piece).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn what_lies_within_has_its_own_colour() {
        assert_eq!(shown(&[(0, 14, "both"), (6, 10, "none")]), "both X = f(|none g(Y)|both , Z)");
        assert_eq!(
            shown(&[(6, 10, "none"), (0, 14, "half"), (8, 9, "both")]),
            "half X = f(|none g(|both Y|none )|half , Z)"
        );
        assert_eq!(shown(&[(0, 5, "none"), (6, 10, "both")]), "none X = f|both g(Y)");
        assert_eq!(shown(&[(0, 14, "both"), (12, 13, "none")]), "both X = f(g(Y), |none Z|both )");
    }

    #[test]
    fn what_stands_at_one_place_is_taken_together() {
        assert_eq!(shown(&[(0, 14, "both"), (0, 14, "none")]), "half X = f(g(Y), Z)");
        assert_eq!(shown(&[(0, 14, "none"), (0, 14, "none")]), "none X = f(g(Y), Z)");
    }
}
