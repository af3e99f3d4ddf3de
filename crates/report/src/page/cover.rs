//! A suite as one page that needs nothing else: no script, no font, no picture from elsewhere.
//!
//! At the top what was reached, then the source with its decisions coloured by the outcomes that the suite
//! takes, then a section a test with its picture. Light or dark, as the reader's system is.

use crate::canvas::{STYLE, escape};
use crate::source::{LEGEND, source};
use crate::svg::draw_test;
use crate::text::{ending_text, fault_text, input_text};
use std::fmt::Write;
use workbench::{Covered, Generated, Line, Notation, Outcome, Payload, Test};

const PAGE_STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fbfbfa;--fg:#1f2328;--soft:#6b7280;--rule:#d9dde3;--card:#fff;\
--both:#c9efd0;--half:#fbe9a6;--none:#f9c9c4;--accent:#2563a8;--wrong:#b42318}\
@media(prefers-color-scheme:dark){:root{--paper:#15181c;--fg:#e6e6e6;--soft:#9aa3af;--rule:#333a44;--card:#1b1f25;\
--both:#1d4d2b;--half:#5c4a10;--none:#6b2722;--accent:#7db4f0;--wrong:#ff8a7a}}\
body{background:var(--paper);color:var(--fg);font:16px/1.5 system-ui,sans-serif;max-width:76rem;margin:2rem auto;padding:0 1.2rem}\
h1{font-size:1.5rem;margin-bottom:.2rem}h2{font-size:1.15rem;margin:2rem 0 .6rem}h3{font-size:1rem;margin:0 0 .4rem}\
a{color:var(--accent)}code,pre{font:13px/1.55 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}\
.soft{color:var(--soft)}.wrong{color:var(--wrong)}\
table{border-collapse:collapse}th,td{text-align:left;padding:.25rem .9rem .25rem 0;border-bottom:1px solid var(--rule)}\
td.n{text-align:right}pre,.card{background:var(--card);border:1px solid var(--rule);border-radius:6px;padding:.8rem 1rem;overflow-x:auto}\
.card{margin:0 0 1rem}.card svg{display:block;max-width:none}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:0 0 .6rem}\
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}\
.both{background:var(--both)}.half{background:var(--half)}.none{background:var(--none)}mark{color:inherit;border-radius:3px;padding:0 2px}";

/// The beginning of a page.
pub(crate) fn head(what: &str, word: &str, name: &str) -> String {
    let name = escape(name);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}: {word}</title>\n<style>{PAGE_STYLE}\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{what} for <code>{name}</code></h1>\n"
    )
}

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

/// The page of a generated suite. The text is that of the program; without one the page has no source.
pub fn suite_html(g: &Generated, text: &str, lines: &[Line]) -> String {
    let suite = &g.suite;
    let mut out = head("Tests", "tests", &suite.source);
    summary(g, &mut out);
    if !text.is_empty() {
        let _ = write!(out, "<h2>Source</h2>\n{LEGEND}");
        source(text, lines, &mut out);
    }
    out.push_str("<h2>Tests</h2>\n");
    for test in &suite.tests {
        section(test, &g.notation, &mut out);
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn summary(g: &Generated, out: &mut String) {
    let errors = g.suite.tests.iter().filter(|t| t.outcome.fault().is_some()).count();
    let _ = writeln!(
        out,
        "<p>{} tests, {errors} of them end in an error.</p>\n<table>\n<tr><th>criterion</th><th>goals</th>\
         <th>covered</th><th>infeasible</th><th>out of bounds</th><th>unknown</th></tr>",
        g.suite.tests.len()
    );
    for c in &g.suite.criteria {
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            escape(&c.name),
            c.goals,
            c.covered,
            c.infeasible,
            c.out_of_bounds,
            c.unknown
        );
    }
    out.push_str("</table>\n");
    if let Some(e) = &g.suite.exploration {
        let _ = writeln!(
            out,
            "<p class=\"soft\">{} paths, {} infeasible sides, {} cut by the bounds, {} questions, {:.3} s; {}.</p>",
            e.paths,
            e.infeasible,
            e.cut,
            e.queries,
            e.seconds,
            if e.complete { "complete within the bounds" } else { "not complete" }
        );
    }
    if !g.defaults.is_empty() {
        let _ = writeln!(out, "<p class=\"soft\">Bounds by default: {}</p>", escape(&g.defaults.join(" ")));
    }
    for note in &g.notes {
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escape(note));
    }
    if !g.reasons.is_empty() {
        out.push_str("<ul>\n");
        for r in &g.reasons {
            let _ = writeln!(out, "<li>unknown: {}</li>", escape(r));
        }
        out.push_str("</ul>\n");
    }
}

fn section(test: &Test, notation: &Notation, out: &mut String) {
    let name = escape(&test.name);
    let outcome = match &test.outcome {
        Outcome::Ok => "ok".to_string(),
        Outcome::Fail => "fails".to_string(),
        Outcome::Error { fault, line, column } => {
            let message = escape(fault_text(fault, notation));
            format!("<span class=\"wrong\">{message} at line {line}, column {column}</span>")
        }
    };
    // Heaps are drawn; a goal with its solutions is text.
    let shown = match &test.payload {
        Payload::State(_) => draw_test(test, notation).svg(false),
        Payload::Goal(goal) => {
            let (query, ending) = (input_text(test, notation), ending_text(&test.outcome, goal));
            format!("<pre>{}\n{}</pre>\n", escape(&query), escape(&ending))
        }
    };
    let _ = write!(
        out,
        "<section class=\"card\" id=\"{name}\">\n<h3>{name}</h3>\n<dl>\n<dt>entry</dt><dd><code>{}</code></dd>\n\
         <dt>path</dt><dd><code>{}</code></dd>\n<dt>condition</dt><dd><code>{}</code></dd>\n\
         <dt>outcome</dt><dd>{outcome}</dd>\n</dl>\n{}</section>\n",
        escape(&test.entry),
        escape(&test.path),
        escape(&test.condition),
        shown
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::example;
    use workbench::{Fault, StateTest, Suite};

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
        };
        let test = |name: &str, outcome| Test {
            name: name.into(),
            entry: "main".into(),
            path: "1T".into(),
            condition: "a < b ∧ \"<script>\"".into(),
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
        let page = suite_html(&g, text, &decisions);
        assert!(page.contains("<code>a&amp;b.impl</code>") && !page.contains("<script"), "{page}");
        assert!(
            page.contains("<mark class=\"both\" title=\"true in 1 test, false in 2 tests\">a &lt; b</mark>")
        );
        assert!(page.contains("<mark class=\"none\" title=\"not decided by any test\">c</mark>"));
        assert!(!page.contains("true in 7 tests"));
        assert_eq!(page.matches("<section").count(), 2);
        assert!(page.contains("nil dereference at line 1, column 2") && page.contains("2 tests, 1 of them"));
        assert!(
            !page.contains("http")
                || page.matches("http").count() == page.matches("http://www.w3.org/2000/svg").count()
        );
    }
}
