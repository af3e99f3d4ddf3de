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

mod cover;
mod errors;
mod folded;
mod frame;
mod goals;
mod limits;
mod listing;
mod runs;
mod tests;
mod units;

pub use cover::cover_html;
pub(crate) use frame::head;

use crate::canvas::escape;
use errors::Errors;
use folded::words;
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

/// Notes and reasons that are shown.
const NOTES: usize = 100;

/// What a page shows besides the suite.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown<'s> {
    /// The text of the program; without one the page has no source.
    pub text: &'s str,
    /// What the tests execute of it.
    pub lines: &'s [Line],
    /// For each test its input in the names that objects have in its output, so that drawings mark what changed.
    pub befores: &'s [Option<Snapshot>],
}

/// The page of a generated suite.
pub fn suite_html(g: &Generated, view: &Shown<'_>) -> String {
    let Shown { text, lines, befores } = *view;
    let shown = listing::shown(text);
    let errors = Errors::new(g, text);
    let runs = Runs::new(lines, g.suite.tests.len(), shown.lines().count());
    let units = units(g, lines);
    let blocks = Blocks::new(g, &units, &errors.linked().collect::<BTreeSet<usize>>(), &runs, befores);
    let mut out = head("Tests", "tests", &g.suite.source);
    let _ = writeln!(out, "<style>{STYLE}</style>");
    if !text.is_empty() {
        // The script of the page would be too late for this: it decides how the page is laid out.
        out = out.replacen("<body>", "<body class=\"with-source\">", 1);
    }
    summary(g, errors.list.len(), &mut out);
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

/// What was reached, and what else is to be said.
fn summary(g: &Generated, places: usize, out: &mut String) {
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
            "<p class=\"soft\">{} paths, {} infeasible sides, {} cut by the bounds, {} questions, {:.3} s; {complete}.</p>",
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

#[cfg(test)]
mod checks {
    use super::*;
    use crate::picture::tests::example;
    use workbench::{Fault, Outcome, Payload, StateTest, Suite, Test};

    #[test]
    fn the_page_has_everything_and_nothing_is_taken_for_markup() {
        let text = "if a < b then c := 1; if c then skip";
        let mut files = source::Files::new();
        let file = files.add("p", text);
        let seen = |start, end, yes, no| Line {
            span: files.span(file, start, end),
            line: 1,
            count: 0,
            outcomes: Some((yes, no)),
            partial: false,
            unit: "main".into(),
            tests: vec![0, 1],
        };
        let test = |name: &str, outcome| Test {
            name: name.into(),
            entry: "main".into(),
            path: "1T".into(),
            condition: "a < b ∧ \"</script><script>\"".into(),
            outcome,
            payload: Payload::State(StateTest { input: example(), ..StateTest::default() }),
        };
        let error = Outcome::Error { fault: Fault::Thrown("nil dereference".into()), line: 1, column: 2 };
        let suite = Suite {
            source: "a&b.impl".into(),
            tests: vec![test("t1", Outcome::Ok), test("t2", error)],
            ..Suite::default()
        };
        let g = Generated { suite, reasons: vec!["why".into()], ..Generated::default() };
        // The third lies within the first and is left out.
        let decisions = [seen(3, 8, 1, 2), seen(3, 4, 7, 0), seen(25, 26, 0, 0)];
        let page = suite_html(&g, &Shown { text, lines: &decisions, befores: &[] });
        assert!(page.contains("<code>a&amp;b.impl</code>") && page.matches("<script").count() == 2, "{page}");
        assert!(
            page.contains("<mark class=\"both\" title=\"true in 1 test, false in 2 tests\">a &lt; b</mark>")
        );
        assert!(page.contains("<mark class=\"none\" title=\"not decided by any test\">c</mark>"));
        assert!(!page.contains("true in 7 tests"));
        assert_eq!(page.matches("<article class=\"test").count(), 2);
        assert!(
            page.contains(r#"<script type="application/json" id="runs">{"sets":["0"],"of":[0,0]}</script>"#)
        );
        assert!(page.contains("nil dereference</span> <a href=\"#L1\">a&amp;b.impl:1:2</a>"));
        assert!(
            page.contains("2 tests, 1 of them ends in an error")
                && page.contains("test <a href=\"#t1\">t2</a>")
        );
        let elsewhere = page.matches("http").count() - page.matches("http-equiv").count();
        assert_eq!(elsewhere, page.matches("http://www.w3.org/2000/svg").count());
    }

    #[test]
    fn a_page_of_very_many_tests_is_bounded() {
        let test = |n: usize| Test {
            name: format!("main_{n}"),
            entry: "main".into(),
            condition: "x".repeat(if n < 300 { 100_000 } else { 10 }),
            payload: Payload::State(StateTest { input: example(), ..StateTest::default() }),
            ..Test::new(Payload::State(StateTest::default()))
        };
        let tests: Vec<Test> = (0..12_000).map(test).collect();
        let suite = Suite { source: "p".into(), tests, ..Suite::default() };
        let g = Generated { suite, reasons: vec!["because".repeat(10_000); 1_000], ..Generated::default() };
        let page = suite_html(&g, &Shown { text: &"skip;\n".repeat(500_000), ..Shown::default() });
        assert!(page.len() < 20_000_000, "{}", page.len());
        assert!(page.contains("and 2000 tests more that are not on this page"));
        assert!(page.contains("lines more that are not on this page") && page.contains("and 900 more"));
    }
}
