//! Tests as compact blocks: the first of each function in full, with a drawing and the condition of the path, the others as a
//! line.
//!
//! ```text
//! insert_1 [9 lines]   l = NULL   v = 3  →  result = &a1   a1 = {.data = 3, .next = NULL}
//!   before | after
//!   path 1F, condition l = NULL
//! ```

use super::folded::{code, cut};
use super::limits::{DRAWING_BYTES, FULL, FULL_BYTES, LINE_BYTES, Rest, TESTS};
use super::runs::Runs;
use super::units::Unit;
use crate::canvas::escape;
use crate::names;
use crate::summary::ending;
use crate::svg::draw_halves;
use crate::text::{ending_text, fault_text, input_text, query_text, snapshot_parts};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use workbench::{Generated, Notation, Outcome, Payload, Snapshot, Test};

/// Characters of an input and of an ending in one line.
const LINE: usize = 140;
/// Characters of the name of a test.
const NAME: usize = 80;

/// The tests of a page, each as it will stand there.
pub(super) struct Blocks {
    by_test: BTreeMap<usize, String>,
    /// The tests that are there.
    pub there: BTreeSet<usize>,
}

impl Blocks {
    /// Chooses what is shown of which test. Those that `linked` names are shown in full before all others.
    pub fn new(
        g: &Generated,
        units: &[Unit<'_>],
        linked: &BTreeSet<usize>,
        runs: &Runs,
        ends: &[Option<Snapshot>],
    ) -> Blocks {
        let sections = units.iter().filter(|unit| !unit.tests.is_empty()).count().max(1);
        let (in_full, all) = ((FULL / sections).max(3), (TESTS / sections).max(20));
        let first = |most: usize| -> Vec<usize> {
            units.iter().flat_map(|unit| unit.tests.iter().take(most)).copied().collect()
        };
        let shown = |place: usize, test| names::shown(test, ends.get(place).and_then(Option::as_ref));
        let mut blocks = Blocks { by_test: BTreeMap::new(), there: BTreeSet::new() };
        let mut rest = Rest::of(FULL_BYTES);
        for place in linked.iter().copied().chain(first(in_full)) {
            let Some(test) = g.suite.tests.get(place).filter(|_| !blocks.there.contains(&place)) else {
                continue;
            };
            let block = full(
                place,
                &shown(place, test),
                &g.notation,
                runs,
                ends.get(place).is_some_and(Option::is_some),
            );
            if rest.take(block.len()) {
                blocks.add(place, block);
            }
        }
        let mut rest = Rest::of(LINE_BYTES);
        for place in linked.iter().copied().chain(first(all)) {
            let Some(test) = g.suite.tests.get(place).filter(|_| !blocks.there.contains(&place)) else {
                continue;
            };
            let line = line(place, &shown(place, test), &g.notation, runs);
            if blocks.there.len() < TESTS && rest.take(line.len()) {
                blocks.add(place, line);
            }
        }
        blocks
    }

    fn add(&mut self, place: usize, block: String) {
        self.there.insert(place);
        self.by_test.insert(place, block);
    }

    /// The tests of a section, and how many of them are left out.
    pub fn write(&self, tests: &[usize], out: &mut String) {
        let mut left = 0;
        for place in tests {
            match self.by_test.get(place) {
                Some(block) => out.push_str(block),
                None => left += 1,
            }
        }
        if left > 0 {
            let tests = if left == 1 { "test" } else { "tests" };
            let _ = writeln!(
                out,
                "<p>and {left} {tests} more that are not on this page; --format json has all</p>"
            );
        }
    }
}

/// The name, a button for its lines, what goes in and what comes out.
fn heading(place: usize, test: &Test, runs: &Runs, input: &str, ending: &str) -> String {
    let name = escape(&cut(&test.name, NAME));
    let button = match runs.size(place) {
        Some(size) if size > 0 => {
            let lines = if size == 1 { "line" } else { "lines" };
            format!(
                " <button class=\"needs-script\" data-test=\"{place}\" data-name=\"{name}\" aria-pressed=\"false\" \
                 aria-label=\"mark the {size} {lines} that {name} runs\">{size} {lines}</button>"
            )
        }
        _ => String::new(),
    };
    let class = if test.is_error() { " class=\"wrong\"" } else { "" };
    format!(
        "<h4><code>{name}</code></h4>{button} {input} <span class=\"to\">→</span> <span{class}>{ending}</span>"
    )
}

fn parts(test: &Test, notation: &Notation) -> (String, String) {
    match &test.payload {
        Payload::State(state) => {
            let input = snapshot_parts(&state.input, &notation.text);
            let comes = ending(test, state, &input, notation).join("   ");
            (if input.is_empty() { "(no input)".into() } else { input_text(test, notation) }, comes)
        }
        Payload::Goal(goal) => (query_text(goal), ending_text(&test.outcome, goal)),
    }
}

/// A test that is one line.
fn line(place: usize, test: &Test, notation: &Notation, runs: &Runs) -> String {
    let (input, ending) = parts(test, notation);
    let short = |text: &str| format!("<code>{}</code>", escape(&cut(text, LINE)));
    let heading = heading(place, test, runs, &short(&input), &short(&ending));
    format!("<div class=\"test\" id=\"t{place}\">{heading}</div>\n")
}

/// The heaps before and after, beside each other where there is room. What changed is marked if both use the same names.
pub(super) fn picture(test: &Test, notation: &Notation, compares: bool) -> String {
    let halves = draw_halves(test, notation, compares).map(|half| half.svg(false));
    format!("<div class=\"drawing\">{}</div>", halves.concat())
}

/// A test with its picture, its path and its condition.
fn full(place: usize, test: &Test, notation: &Notation, runs: &Runs, compares: bool) -> String {
    let (input, ending) = parts(test, notation);
    let heading = heading(place, test, runs, &code(&input), &code(&ending));
    let mut out = format!("<article class=\"test full\" id=\"t{place}\">{heading}\n");
    if let Outcome::Error { fault, site } = &test.outcome
        && site.line > 0
    {
        let what = escape(fault_text(fault, notation));
        let at = match site.own_line() {
            Some(line) => format!("<a href=\"#L{line}\">{site}</a>"),
            None => escape(&site.to_string()),
        };
        let _ = writeln!(out, "<p class=\"soft\">{at}: {what}</p>");
    }
    if let Payload::State(_) = &test.payload {
        let drawing = picture(test, notation, compares);
        let _ = match drawing.len() <= DRAWING_BYTES {
            true => writeln!(out, "{drawing}"),
            false => writeln!(out, "<p class=\"soft\">its picture is too large for this page</p>"),
        };
    }
    let condition = if test.condition.is_empty() { String::new() } else { code(&test.condition) };
    let _ = write!(
        out,
        "<dl><dt>path</dt><dd>{}</dd>\n<dt>condition</dt><dd>{condition}</dd></dl>\n</article>\n",
        code(&test.path)
    );
    out
}
