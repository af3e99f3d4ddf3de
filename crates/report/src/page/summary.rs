//! The top of a page: how many tests there are, how far each criterion is met, and notes on the search.
//!
//! ```text
//! 7 tests, none of them ends in an error. Errors were found at 1 place.
//! criterion  goals  covered  infeasible  out of bounds  unknown
//! branch         8        8           0              0        0
//! ```

use super::folded::words;
use crate::canvas::escape;
use std::fmt::Write;
use workbench::Generated;

/// Notes and reasons that are shown.
const NOTES: usize = 100;

/// What was reached, and what else is to be said.
pub(super) fn write(g: &Generated, places: usize, out: &mut String) {
    let errors = g.suite.tests.iter().filter(|t| t.is_error()).count();
    let count =
        |n: usize, one: &str, many: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {many}") };
    let ends = match errors {
        0 => "none of them ends".to_string(),
        1 => "1 of them ends".to_string(),
        many => format!("{many} of them end"),
    };
    let found = match places {
        0 => String::new(),
        1 => " Errors were found at 1 place.".to_string(),
        places => format!(" Errors were found at {places} places."),
    };
    let _ =
        writeln!(out, "<p>{}, {ends} in an error.{found}</p>", count(g.suite.tests.len(), "test", "tests"));
    out.push_str(
        "<div class=\"scroll\"><table>\n<tr><th>criterion</th><th>goals</th><th>covered</th><th>infeasible</th>\
         <th>out of bounds</th><th>unknown</th></tr>\n",
    );
    for c in &g.suite.criteria {
        let _ = write!(out, "<tr><td>{}</td>", escape(&c.name));
        for count in [c.goals, c.covered, c.infeasible, c.out_of_bounds, c.unknown] {
            let _ = write!(out, "<td class=\"n\">{count}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
    if let Some(e) = &g.suite.exploration {
        let complete = if e.complete { "complete within the bounds" } else { "not complete" };
        let _ = writeln!(
            out,
            "<p class=\"soft\">{} paths, {} infeasible sides, {} cut by the bounds, {} solver queries, {:.3} s; {complete}.</p>",
            e.paths, e.infeasible, e.cut, e.queries, e.seconds,
        );
    }
    let mut notes: Vec<String> = Vec::new();
    if !g.defaults.is_empty() {
        notes.push(format!("bounds by default: {}", g.defaults.join(" ")));
    }
    notes.extend(g.suite.exploration.iter().flat_map(|e| &e.assumed).map(|what| format!("assumed: {what}")));
    notes.extend(g.notes.iter().cloned());
    notes.extend(g.reasons.iter().map(|reason| format!("unknown: {reason}")));
    if notes.is_empty() {
        return;
    }
    let folded = notes.len() > 3;
    if folded {
        let _ = writeln!(out, "<details><summary>{} notes on the search</summary>", notes.len());
    }
    out.push_str("<ul class=\"soft\">\n");
    for note in notes.iter().take(NOTES) {
        let _ = writeln!(out, "<li>{}</li>", words(note));
    }
    if notes.len() > NOTES {
        let _ = writeln!(out, "<li>and {} more</li>", notes.len() - NOTES);
    }
    out.push_str(if folded { "</ul></details>\n" } else { "</ul>\n" });
}
