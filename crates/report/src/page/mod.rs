//! The page of a generated suite: one file that needs nothing from elsewhere, for a screen of any width, light or dark.
//!
//! ```text
//! Tests for list.c                  Errors · Tests · Source
//! Errors   null pointer dereference  list.c:17:5  …         |  Source
//! insert   8 of 10 goals met, 1 infeasible                  |  16  12  while (n != NULL) {
//!          insert_1 [9 lines]   l = NULL  →  result = &a1   |  17   3      n->data = v;   ✗
//! ```
//!
//! At the top are the errors ([`errors`]), then each function ([`units`]) with its goals ([`goals`]) and its tests
//! ([`tests`]), and beside them the program ([`listing`]). A small script goes from a line to the tests that run it and from a
//! test to its lines ([`runs`] is its data); without it, all of the page can be read all the same. What comes from the program
//! is escaped wherever it stands, and only digits get into the script's data. The size of a page is bounded ([`limits`]).
//!
//! [`cover_html`] is the page of a suite that was measured, [`head`] what all pages begin with.

#[cfg(test)]
mod checks;
mod cover;
mod errors;
mod folded;
mod frame;
mod goals;
mod limits;
mod listing;
mod runs;
mod summary;
mod tests;
mod units;

pub use cover::cover_html;
pub(crate) use frame::head;

use crate::canvas::escape;
use errors::Errors;
use goals::Goals;
use limits::{ALL_GOALS, Rest};
use runs::Runs;
use std::collections::BTreeSet;
use std::fmt::Write;
use tests::Blocks;
use units::units;
use workbench::{Generated, Line, Snapshot};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// What the colours of pictures mean.
const KEY: &str = "<p class=\"soft key\">In the pictures: <span class=\"changed\">what changed</span> \
     <span class=\"new\">new and freed cells</span></p>\n";

/// What a page shows besides the suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown<'s> {
    /// The text of the program; without one the page has no source.
    pub text: &'s str,
    /// What the tests execute of it.
    pub lines: &'s [Line],
    /// For each test its output in the names that objects have in its input, so that drawings mark what changed.
    pub ends: &'s [Option<Snapshot>],
}

/// The page of a generated suite.
pub fn suite_html(g: &Generated, view: &Shown<'_>) -> String {
    let Shown { text, lines, ends } = *view;
    let shown = listing::shown(text);
    let errors = Errors::new(g, text);
    let runs = Runs::new(lines, g.suite.tests.len(), shown.lines().count());
    let units = units(g, lines);
    let blocks = Blocks::new(g, &units, &errors.linked().collect::<BTreeSet<usize>>(), &runs, ends);
    let mut out = head("Tests", "tests", &g.suite.source);
    let _ = writeln!(out, "<style>{STYLE}</style>");
    if !text.is_empty() {
        // The script of the page would be too late for this: it decides how the page is laid out.
        out = out.replacen("<body>", "<body class=\"with-source\">", 1);
    }
    summary::write(g, errors.list.len(), &mut out);
    bar(!errors.list.is_empty(), !text.is_empty(), &mut out);
    out.push_str("<main>\n<div class=\"results\">\n");
    errors.write(&mut out);
    out.push_str("<h2 id=\"tests\">Tests</h2>\n");
    if g.suite.tests.iter().any(|test| test.state().is_some()) {
        out.push_str(KEY);
    }
    let places = g.suite.tests.iter().enumerate().map(|(place, test)| (test.name.as_str(), place));
    let mut goals = Goals { places: places.collect(), there: &blocks.there, rest: Rest::of(ALL_GOALS) };
    for unit in &units {
        let name = if unit.name.is_empty() { "Goals of no function" } else { &unit.name };
        let place = match unit.line {
            0 => String::new(),
            line => format!(" <a class=\"soft\" href=\"#L{line}\">line {line}</a>"),
        };
        let count = match unit.tests.len() {
            1 => "1 test".to_string(),
            count => format!("{count} tests"),
        };
        let name = escape(&folded::cut(name, 200));
        let _ = writeln!(
            out,
            "<section class=\"unit\">\n<h3><code>{name}</code> <span class=\"soft\">{count}</span>{place}</h3>"
        );
        goals.write(&unit.goals, &mut out);
        blocks.write(&unit.tests, &mut out);
        out.push_str("</section>\n");
    }
    out.push_str("</div>\n");
    if !text.is_empty() {
        listing::listing(text, lines, &runs, &errors.by_line(), &mut out);
    }
    let data = runs.json(&|test| blocks.there.contains(&test));
    let _ = write!(
        out,
        "</main>\n<script type=\"application/json\" id=\"runs\">{data}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    out
}

/// Where one can go, what was chosen, and the way back.
fn bar(errors: bool, source: bool, out: &mut String) {
    out.push_str("<div id=\"bar\"><nav aria-label=\"Page\">");
    if errors {
        out.push_str("<a href=\"#errors\">Errors</a>");
    }
    out.push_str("<a href=\"#tests\">Tests</a>");
    if source {
        out.push_str("<a href=\"#source\">Source</a>");
    }
    out.push_str(
        "</nav><span id=\"told\" role=\"status\"></span><button id=\"all\" hidden>Show all</button></div>\n",
    );
}
