//! Which outcomes of which decisions a suite has seen.

use crate::load::entries;
use criteria::{Criterion, covers, decision_number, goals, reachable};
use imperative::Program;
use imperative::machine::Options;
use source::Span;
use suite::{Suite, run_test};

/// A decision, and which of its outcomes some test of a suite takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenDecision {
    /// Its number, as in paths.
    pub number: usize,
    /// Its condition.
    pub span: Span,
    /// Is it true in some test?
    pub yes: bool,
    /// Is it false in some test?
    pub no: bool,
}

/// The decisions that the entries of a suite can reach, in the order of the text, after running every test.
pub fn seen_decisions(program: &Program, suite: &Suite) -> Vec<SeenDecision> {
    let entry_of = |name: &str| entries(program, Some(name)).ok().and_then(|e| e.first().copied());
    let mut procs = Vec::new();
    for test in &suite.tests {
        if let Some(entry) = entry_of(&test.entry)
            && !procs.contains(&entry)
        {
            procs.extend(reachable(program, entry));
        }
    }
    procs.sort();
    procs.dedup();
    let goals = goals(program, &procs, Criterion::Branch);
    let mut covered = vec![false; goals.len()];
    for test in &suite.tests {
        let Some(entry) = entry_of(&test.entry) else { continue };
        let (_, Some(run)) = run_test(program, entry, test, &Options::default()) else { continue };
        for (goal, covered) in goals.iter().zip(&mut covered) {
            *covered = *covered || covers(goal, &run.trace);
        }
    }
    let mut seen: Vec<SeenDecision> = Vec::new();
    for (goal, covered) in goals.iter().zip(covered) {
        let number = decision_number(program, goal.step.proc, goal.step.decision);
        if seen.last().is_none_or(|s| s.number != number) {
            seen.push(SeenDecision { number, span: goal.span, yes: false, no: false });
        }
        if let Some(last) = seen.last_mut() {
            if goal.step.outcome {
                last.yes |= covered;
            } else {
                last.no |= covered;
            }
        }
    }
    seen.sort_by_key(|s| (s.span.start, s.number));
    seen
}
