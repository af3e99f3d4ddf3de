//! The goals of a function: how many are met, what is not met with the reason, and what is met with its tests.
//!
//! ```text
//! 8 of 10 goals met, 1 infeasible, 1 unknown
//!   infeasible  17:5  branch: n > 3 is true
//!   unknown     20:9  branch: the loop is entered: the solver gave up
//! ```

use super::folded::words;
use super::limits::{FOLDED_GOALS, GOALS, Rest};
use super::units::Goal;
use crate::canvas::escape;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use workbench::{CoveredGoal, Missing};

/// Tests that are named for a goal.
const NAMED: usize = 3;

/// Writes one goal of a criterion.
type Say<'s, W, G> = &'s dyn Fn(&W, &str, &G) -> String;

/// Writes goals, as far as there is room on the page.
pub(super) struct Goals<'g> {
    /// The places of tests by their names.
    pub places: BTreeMap<&'g str, usize>,
    /// The tests that are on the page.
    pub there: &'g BTreeSet<usize>,
    /// How many goals may still be written.
    pub rest: Rest,
}

impl Goals<'_> {
    /// The goals of a section.
    pub fn write(&mut self, goals: &[(&str, Goal<'_>)], out: &mut String) {
        if goals.is_empty() {
            return;
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let (mut met, mut missing) = (Vec::new(), Vec::new());
        for (criterion, goal) in goals {
            match goal {
                Goal::Met(goal) => met.push((*criterion, *goal)),
                Goal::Missing(goal) => {
                    *counts.entry(goal.verdict.status.words()).or_default() += 1;
                    missing.push((*criterion, *goal));
                }
            }
        }
        let others: Vec<String> = counts.iter().map(|(word, count)| format!(", {count} {word}")).collect();
        let total = format!("{} of {} goals met{}", met.len(), goals.len(), others.concat());
        out.push_str("<div class=\"goals\">\n");
        if missing.is_empty() {
            self.fold(&met, &total, &|this, of, goal| this.met(of, goal), out);
        } else {
            let _ = writeln!(out, "<p>{total}</p>");
            let (open, folded) = missing.split_at(missing.len().min(GOALS));
            self.list(open, &|this, of, goal| this.missing(of, goal), out);
            let (more, there) = (format!("{} more not met", folded.len()), format!("{} met", met.len()));
            self.fold(folded, &more, &|this, of, goal| this.missing(of, goal), out);
            self.fold(&met, &there, &|this, of, goal| this.met(of, goal), out);
        }
        out.push_str("</div>\n");
    }

    fn fold<G>(&mut self, goals: &[(&str, G)], title: &str, say: Say<'_, Self, G>, out: &mut String) {
        if goals.is_empty() {
            return;
        }
        let _ = writeln!(out, "<details><summary>{title}</summary>");
        self.list(goals, say, out);
        out.push_str("</details>\n");
    }

    fn list<G>(&mut self, goals: &[(&str, G)], say: Say<'_, Self, G>, out: &mut String) {
        out.push_str("<ul>\n");
        let mut left = 0;
        for (number, (criterion, goal)) in goals.iter().enumerate() {
            if number >= FOLDED_GOALS || !self.rest.take(1) {
                left = goals.len() - number;
                break;
            }
            let _ = writeln!(out, "<li>{}</li>", say(self, criterion, goal));
        }
        if left > 0 {
            let _ = writeln!(out, "<li>and {left} that are not on this page; --format json lists all</li>");
        }
        out.push_str("</ul>\n");
    }

    fn missing(&self, criterion: &str, goal: &&Missing) -> String {
        let status = goal.verdict.status;
        let place = place(goal.line, goal.column);
        let mut out = format!(
            "<span class=\"tag {}\">{}</span>{place} {}: {}",
            status.name(),
            status.words(),
            escape(criterion),
            words(&goal.what)
        );
        if !goal.verdict.why.is_empty() {
            let _ = write!(out, " <span class=\"soft\">because: {}</span>", words(&goal.verdict.why));
        }
        if !goal.verdict.assumed.is_empty() {
            let assumed = words(&goal.verdict.assumed.join("; "));
            let _ = write!(out, " <span class=\"soft\">assumed: {assumed}</span>");
        }
        out
    }

    fn met(&self, criterion: &str, goal: &&CoveredGoal) -> String {
        let link = |name: &String| match self.places.get(name.as_str()) {
            Some(place) if self.there.contains(place) => {
                format!("<a href=\"#t{place}\">{}</a>", escape(name))
            }
            _ => escape(name),
        };
        let by: Vec<String> = goal.by.iter().take(NAMED).map(link).collect();
        let more = goal.by.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let place = place(goal.line, goal.column);
        let (criterion, what, by) = (escape(criterion), words(&goal.what), by.join(", "));
        format!("<span class=\"tag met\">met</span>{place} {criterion}: {what}, by {by}{more}")
    }
}

/// A link to a place of the program.
fn place(line: usize, column: usize) -> String {
    if line == 0 { String::new() } else { format!("<a href=\"#L{line}\">{line}:{column}</a>") }
}
