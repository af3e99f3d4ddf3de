//! The program with its line numbers. The number of a line that can be run is a button: it shows the tests that run the line.
//!
//! ```text
//! 16   12   while (n != NULL) {      ← run by 12 tests
//! 17    3       n->data = v;      ✗  ← a link to the error there
//! ```

use super::limits::SOURCE_BYTES;
use super::runs::Runs;
use crate::canvas::escape;
use crate::source::{LEGEND, Mark, marked, marks};
use std::collections::BTreeMap;
use std::fmt::Write;
use workbench::Line;

/// How much of a text is shown, in whole lines where it has any that fit.
pub(super) fn shown(text: &str) -> &str {
    if text.len() <= SOURCE_BYTES {
        return text;
    }
    let mut end = SOURCE_BYTES;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let end = text[..end].rfind('\n').map_or(end, |at| at + 1);
    &text[..end]
}

/// The section. `errors` has the number of an error for each line that has one.
pub(super) fn listing(
    text: &str,
    lines: &[Line],
    runs: &Runs,
    errors: &BTreeMap<usize, usize>,
    out: &mut String,
) {
    let shown = shown(text);
    let _ = writeln!(
        out,
        "<div id=\"source-pane\">\n<h2 id=\"source\">Source</h2>\n{LEGEND}<p class=\"soft needs-script\">A line number shows \
         the tests that run the line.</p>\n<div class=\"listing\" tabindex=\"0\" role=\"region\" aria-label=\"Source\">"
    );
    let marks = marks(shown, lines);
    let mut rest: &[Mark] = &marks;
    let mut start = 0;
    for (at, line) in shown.split_inclusive('\n').enumerate() {
        let (number, end) = (at + 1, start + line.trim_end_matches(['\n', '\r']).len());
        let _ = write!(out, "<div class=\"ln\" id=\"L{number}\">{}<code>", gutter(number, runs));
        pieces(shown, (start, end), &mut rest, out);
        out.push_str("</code>");
        if let Some(error) = errors.get(&number) {
            let _ = write!(
                out,
                "<a class=\"to-error\" href=\"#e{error}\" aria-label=\"the error at line {number}\">✗ error</a>"
            );
        }
        out.push_str("</div>\n");
        start += line.len();
    }
    out.push_str("</div>\n");
    let left = text[shown.len()..].lines().count();
    if left > 0 {
        let _ = writeln!(out, "<p>and {left} lines more that are not on this page</p>");
    }
    out.push_str("</div>\n");
}

fn gutter(number: usize, runs: &Runs) -> String {
    match runs.lines.get(&number) {
        None => format!("<span class=\"no\"><b>{number}</b><i></i></span>"),
        Some(0) => format!(
            "<span class=\"no\" data-line=\"{number}\" title=\"no test runs line {number}\"><b>{number}</b><i>0</i></span>"
        ),
        Some(tests) => {
            let of = if *tests == 1 { "1 test runs".to_string() } else { format!("{tests} tests run") };
            format!(
                "<button class=\"no\" data-line=\"{number}\" data-tests=\"{tests}\" aria-pressed=\"false\" \
                 title=\"{of} line {number}\" aria-label=\"{of} line {number}\"><b>{number}</b><i>{tests}</i></button>"
            )
        }
    }
}

/// A line in its colours. What has a colour may begin in a line before and end in one behind.
fn pieces(text: &str, (start, end): (usize, usize), rest: &mut &[Mark], out: &mut String) {
    let mut at = start;
    while let Some((mark, behind)) = rest.split_first() {
        if mark.start >= end.max(start + 1) {
            break;
        }
        let (from, to) = (mark.start.max(at), mark.end.min(end));
        if from < to {
            out.push_str(&escape(text.get(at..from).unwrap_or("")));
            let piece = text.get(from..to).unwrap_or("");
            // The blanks before the rest of a statement have no colour.
            let blank = if from == start { piece.len() - piece.trim_start().len() } else { 0 };
            out.push_str(&escape(&piece[..blank]));
            if blank < piece.len() {
                out.push_str(&marked(&piece[blank..], mark));
            }
            at = to;
        }
        if mark.end > end {
            break;
        }
        *rest = behind;
    }
    out.push_str(&escape(text.get(at..end).unwrap_or("")));
}
