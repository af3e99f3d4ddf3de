//! The errors of a suite, the worst first: what, where, the line with a caret, the shortest input, and who else comes there.
//!
//! ```text
//! null pointer dereference   list.c:17:5
//! 17 |     n->data = v;
//!    |     ^
//! insert: l = NULL   v = 3        test insert_1        also by remove
//! ```

use super::folded::{code, cut};
use super::limits::{DRAWING_BYTES, ERROR_LINES, ERRORS};
use super::tests::picture;
use crate::canvas::escape;
use crate::summary::errors::Error;
use crate::text::{fault_text, input_text};
use std::collections::BTreeMap;
use std::fmt::Write;
use workbench::{Generated, Site, Test};

/// Characters of a source line that are shown.
const WIDEST: usize = 160;
/// Entries that are named.
const NAMED: usize = 12;

/// The errors of a suite with what links to them.
pub(super) struct Errors<'g> {
    g: &'g Generated,
    text: &'g str,
    pub list: Vec<Error<'g>>,
    places: BTreeMap<&'g str, usize>,
}

impl<'g> Errors<'g> {
    pub fn new(g: &'g Generated, text: &'g str) -> Errors<'g> {
        let names = g.suite.tests.iter().enumerate().map(|(place, t)| (t.name.as_str(), place));
        Errors { g, text, list: crate::summary::errors::errors(g), places: names.collect() }
    }

    /// The place of a test in the suite. Inputs that show an error beside the suite have none.
    fn place(&self, test: &Test) -> Option<usize> {
        let place = *self.places.get(test.name.as_str())?;
        self.g.suite.tests.get(place).filter(|t| std::ptr::eq(*t, test)).map(|_| place)
    }

    /// The tests that errors link to.
    pub fn linked(&self) -> impl Iterator<Item = usize> + '_ {
        self.list.iter().take(ERRORS).filter_map(|error| self.place(error.tests.first()?))
    }

    /// For each line that has one, the first error there.
    pub fn by_line(&self) -> BTreeMap<usize, usize> {
        let mut out = BTreeMap::new();
        for (number, error) in self.list.iter().enumerate().take(ERRORS) {
            if let Some(line) = error.site.own_line() {
                out.entry(line).or_insert(number);
            }
        }
        out
    }

    /// The section; nothing if there are no errors.
    pub fn write(&self, out: &mut String) {
        if self.list.is_empty() {
            return;
        }
        let _ = writeln!(out, "<h2 id=\"errors\">Errors ({})</h2>", self.list.len());
        for (number, error) in self.list.iter().enumerate().take(ERRORS) {
            self.error(number, error, out);
        }
        let rest = self.list.get(ERRORS..).unwrap_or(&[]);
        if rest.is_empty() {
            return;
        }
        let _ = writeln!(out, "<details><summary>{} errors more</summary>\n<ul>", rest.len());
        for error in rest.iter().take(ERROR_LINES) {
            let entry = error.tests.first().map_or("", |t| t.entry.as_str());
            let (what, place) = (escape(fault_text(error.fault, &self.g.notation)), self.place_link(error));
            let _ = writeln!(out, "<li>{what}, {place}, by <code>{}</code></li>", escape(entry));
        }
        out.push_str("</ul>\n");
        if rest.len() > ERROR_LINES {
            let _ = writeln!(out, "<p>and {} that are not on this page</p>", rest.len() - ERROR_LINES);
        }
        out.push_str("</details>\n");
    }

    fn place_link(&self, error: &Error<'_>) -> String {
        let Site { line, column, file } = error.site;
        match file {
            Some(file) => format!("{}:{line}:{column}", escape(file)),
            None => format!("<a href=\"#L{line}\">{}:{line}:{column}</a>", escape(&self.g.suite.source)),
        }
    }

    fn error(&self, number: usize, error: &Error<'_>, out: &mut String) {
        let Some(first) = error.tests.first() else { return };
        let _ = writeln!(
            out,
            "<article class=\"error\" id=\"e{number}\"><h3><span class=\"wrong\">{}</span> {}</h3>",
            escape(fault_text(error.fault, &self.g.notation)),
            self.place_link(error)
        );
        self.excerpt(error, out);
        let input = code(&input_text(first, &self.g.notation));
        let _ = writeln!(out, "<p><code>{}</code>: {input}</p>", escape(&first.entry));
        let others = error.others();
        if !others.is_empty() {
            let names: Vec<String> =
                others.iter().take(NAMED).map(|name| format!("<code>{}</code>", escape(name))).collect();
            let more = others.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let _ = writeln!(out, "<p>also by {}{more}</p>", names.join(", "));
        }
        match self.place(first) {
            Some(place) => {
                let _ = write!(out, "<p>test <a href=\"#t{place}\">{}</a>", escape(&first.name));
                let more = error.tests.len() - 1;
                let _ = match more {
                    0 => writeln!(out, "</p>"),
                    1 => writeln!(out, ", and one test more</p>"),
                    more => writeln!(out, ", and {more} tests more</p>"),
                };
            }
            None => {
                let drawing = picture(first, &self.g.notation, false);
                if drawing.len() <= DRAWING_BYTES {
                    let _ = writeln!(
                        out,
                        "<details><summary>this input is no test of the suite; its picture</summary>\n\
                         {drawing}</details>"
                    );
                }
            }
        }
        out.push_str("</article>\n");
    }

    /// The line of the program with a caret below the place.
    fn excerpt(&self, error: &Error<'_>, out: &mut String) {
        let Some(line) = error
            .site
            .own_line()
            .and_then(|line| line.checked_sub(1))
            .and_then(|at| self.text.lines().nth(at))
        else {
            return;
        };
        let number = error.site.line;
        let margin = " ".repeat(number.to_string().len());
        let shown = escape(&cut(line.replace('\t', " ").trim_end(), WIDEST));
        let _ = write!(out, "<pre>{number} | {shown}");
        if error.site.column > 0 && error.site.column <= WIDEST {
            let _ = write!(
                out,
                "\n{margin} | {}<span class=\"caret\">^</span>",
                " ".repeat(error.site.column - 1)
            );
        }
        out.push_str("</pre>\n");
    }
}
