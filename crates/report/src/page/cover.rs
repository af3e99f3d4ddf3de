//! The page of a suite that was measured: the criteria, the source in colours, what is missing and what is met.
//!
//! ```text
//! criterion  goals  covered  infeasible  percent
//! branch         4        3           0   75.0 %
//! ```

use super::frame::head;
use crate::canvas::escape;
use crate::source::{LEGEND, source};
use std::fmt::Write;
use workbench::Covered;

/// The page of a suite that was measured: the criteria, the source in colours, what is missing.
pub fn cover_html(c: &Covered, name: &str, text: &str) -> String {
    let mut out = head("Coverage", "coverage", name);
    out.push_str(
        "<table>\n<tr><th>criterion</th><th>goals</th><th>covered</th><th>infeasible</th><th>percent</th></tr>\n",
    );
    for x in &c.criteria {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{:.1} %</td></tr>",
            escape(&x.name),
            x.goals,
            x.covered,
            x.infeasible,
            x.percent
        );
    }
    let _ = write!(out, "</table>\n<h2>Source</h2>\n{LEGEND}");
    source(text, &c.lines, &mut out);
    procedures(c, text, &mut out);
    if c.criteria.iter().any(|x| !x.missing.is_empty()) {
        out.push_str(
            "<h2>Missing</h2>\n<table>\n<tr><th>criterion</th><th>line</th><th>goal</th><th></th></tr>\n",
        );
        for x in &c.criteria {
            for m in x.missing.iter().filter(|m| !m.implied) {
                let line = if m.line == 0 { String::new() } else { m.line.to_string() };
                let _ = writeln!(
                    out,
                    "<tr><td>{}</td><td class=\"n\">{line}</td><td>{}</td><td>{}</td></tr>",
                    escape(&x.name),
                    escape(&m.what),
                    escape(&crate::cover::words(m))
                );
            }
        }
        out.push_str("</table>\n");
    }
    out.push_str(
        "<h2>Met</h2>\n<table>\n<tr><th>criterion</th><th>line</th><th>goal</th><th>tests</th></tr>\n",
    );
    for x in &c.criteria {
        for m in &x.met {
            let _ = writeln!(
                out,
                "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>",
                escape(&x.name),
                m.line,
                escape(&m.what),
                escape(&m.by.join(", "))
            );
        }
    }
    out.push_str("</table>\n");
    if !c.redundant.is_empty() {
        let _ = writeln!(out, "<p>Needless beside the others: {}</p>", escape(&c.redundant.join(", ")));
    }
    for (test, why) in &c.invalid {
        let _ = writeln!(
            out,
            "<p class=\"wrong\">{} does not fit the program: {}</p>",
            escape(test),
            escape(why)
        );
    }
    out.push_str("</body>\n</html>\n");
    out
}

/// Predicates mode by mode, in colours and goal by goal.
fn procedures(c: &Covered, text: &str, out: &mut String) {
    if c.procedures.is_empty() {
        return;
    }
    out.push_str("<h2>Modes</h2>\n");
    for of in &c.procedures {
        let _ = writeln!(
            out,
            "<h3>{} is {}</h3>\n<p class=\"soft\">line {}; called {}, succeeded {} (counts are executions)</p>",
            escape(&of.name),
            of.determinism,
            of.line,
            of.called,
            of.exits
        );
        crate::source::procedure(text, of, out);
        out.push_str(
            "<details><summary>goal by goal</summary>\n<table>\n<tr><th>label</th><th>kind</th><th>line</th>\
             <th>goal</th><th>executed</th><th>succeeded</th><th>failed</th><th>colour</th></tr>\n",
        );
        for point in &of.points {
            let _ = writeln!(
                out,
                "<tr><td>l{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{}</td>\
                 <td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td></tr>",
                point.label,
                point.kind,
                point.line,
                escape(&point.text),
                point.reached,
                point.succeeded,
                point.failed,
                point.colour.word()
            );
        }
        out.push_str("</table></details>\n");
    }
}
