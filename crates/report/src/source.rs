//! The source in colours: green where all outcomes were seen, yellow where some were, red where none was.

use crate::canvas::escape;
use std::fmt::Write;
use workbench::Line;

/// What the colours mean, above the source.
pub(crate) const LEGEND: &str = "<p class=\"soft\"><mark class=\"both\">executed, all outcomes seen</mark> \
     <mark class=\"half\">some outcomes</mark> <mark class=\"none\">never</mark>; counts are tests</p>\n";

/// The text with its statements and decisions coloured; counts show where one points.
pub(crate) fn source(text: &str, lines: &[Line], out: &mut String) {
    out.push_str("<pre>");
    let decisions: Vec<&Line> = lines.iter().filter(|l| l.outcomes.is_some()).collect();
    // The condition says more than the statement that it stands in.
    let marks = lines.iter().filter(|l| {
        let holds = |d: &&Line| d.span.start < l.span.end && l.span.start < d.span.end;
        l.outcomes.is_some() || !decisions.iter().any(holds)
    });
    let mut at = 0;
    for l in marks {
        let (start, end) = (l.span.start as usize, l.span.end as usize);
        // Should one lie within another, the outer one is shown.
        let (Some(before), Some(piece)) = (text.get(at..start), text.get(start..end)) else { continue };
        let (class, words) = words(l);
        let _ = write!(
            out,
            "{}<mark class=\"{class}\" title=\"{words}\">{}</mark>",
            escape(before),
            escape(piece)
        );
        at = end;
    }
    out.push_str(&escape(text.get(at..).unwrap_or("")));
    out.push_str("</pre>\n");
}

fn words(l: &Line) -> (&'static str, String) {
    let tests = |n: u64| if n == 1 { "1 test".to_string() } else { format!("{n} tests") };
    match l.outcomes {
        Some((0, 0)) => ("none", "not decided by any test".into()),
        Some((yes, 0)) => ("half", format!("true in {}, never false", tests(yes))),
        Some((0, no)) => ("half", format!("never true, false in {}", tests(no))),
        Some((yes, no)) => ("both", format!("true in {}, false in {}", tests(yes), tests(no))),
        None if l.count == 0 => ("none", "never executed".into()),
        None => ("both", format!("executed by {}", tests(l.count))),
    }
}
