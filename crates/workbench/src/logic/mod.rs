//! The engine for logic programs: concolic testing, measured on the concrete machine.
//!
//! * [`search`]: tests that meet goals; [`hunt`] looks for them and settles what none meets.
//! * [`cover`]: what a suite shows, goal by goal.
//! * [`goals`]: reading and running the goals of tests.
//! * [`mutants`]: mutants, run and compared with the original.
//! * [`paths`]: the paths of a predicate as a tree.

mod cover;
mod goals;
mod hunt;
mod mutants;
mod paths;
mod search;

use crate::coverage::Covered;
use crate::engine::{Engine, Progress, SearchResult};
use crate::graph::{FlowGraph, GraphOf};
use crate::mutate::Mutants;
use crate::options::SearchOptions;
use crate::partial_suite::PartialSuite;
use crate::session::Request;
use crate::trace::{TraceOptions, Traced};
use base::Budget;
use criteria::logic::LogicCriterion;
use goals::Goals;
use language::native::Native;
use language::{Emitted, Entry, Logic, Placing};
use logic::PredId;
use mutants::LogicMutants;
use source::{Diagnostic, Files};
use suite::goals::{STEPS, run_goal_test};
use suite::{Line, Suite, Test, Verdict};

/// A logic program with its entries, its options and its criteria.
pub(crate) struct LogicEngine<'a> {
    files: &'a Files,
    budget: &'a Budget,
    subject: Logic,
    entries: Vec<Entry>,
    /// The criteria that were named.
    criteria: Vec<LogicCriterion>,
    search: SearchOptions,
    partial: PartialSuite,
}

impl<'a> LogicEngine<'a> {
    /// The first option that is given and that has no meaning here.
    pub fn refuses(request: &Request) -> Option<&'static str> {
        if !request.assume.is_empty() {
            return Some("--assume");
        }
        request.search.given().find(|name| !matches!(*name, "--backtracks" | "--first-solution"))
    }

    /// Gets a program ready.
    ///
    /// # Errors
    ///
    /// That an entry is not there, or a criterion is for others.
    pub fn new(
        files: &'a Files,
        subject: Logic,
        request: &Request,
        budget: &'a Budget,
    ) -> Result<LogicEngine<'a>, Vec<Diagnostic>> {
        let one = |why| vec![Diagnostic::error(why)];
        let read = request.search.criteria.iter().map(|name| LogicCriterion::parse(name));
        let criteria: Vec<LogicCriterion> = read.collect::<Result<_, _>>().map_err(one)?;
        if let Some(count) = criteria.iter().find(|c| matches!(c, LogicCriterion::BlockCount(_))) {
            let why = format!("the criterion `{}` is for programs whose predicates have modes", count.name());
            return Err(one(why));
        }
        let entries = subject.text.entries(&subject.program, request.entry.as_deref()).map_err(one)?;
        let (search, partial) = (request.search.clone(), request.partial.clone());
        Ok(LogicEngine { files, budget, subject, entries, criteria, search, partial })
    }

    /// The predicates of the entries.
    fn preds(&self) -> Vec<PredId> {
        self.entries.iter().map(|e| e.pred).collect()
    }

    fn goals(&self) -> Goals<'_> {
        Goals { text: &*self.subject.text, budget: self.budget }
    }

    /// The criteria, or these where none was named.
    fn wanted(&self, usual: &[LogicCriterion]) -> Vec<LogicCriterion> {
        let named = &self.criteria;
        if named.is_empty() { usual.to_vec() } else { named.clone() }
    }
}

impl Engine for LogicEngine<'_> {
    fn entry(&self) -> String {
        self.entries.first().map_or_else(String::new, |e| self.subject.program.indicator(e.pred))
    }

    fn run(&self, test: &Test) -> Verdict {
        run_goal_test(&self.goals(), &mut self.subject.program.clone(), test, STEPS).0
    }

    fn hunt(&self, known: Option<&Suite>, tell: &mut dyn FnMut(Progress)) -> SearchResult {
        self.look(known, tell)
    }

    fn cover(&self, suite: &Suite) -> Covered {
        cover::cover(self, suite)
    }

    fn lines(&self, suite: &Suite) -> Vec<Line> {
        let measured = cover::measure(self, suite);
        cover::lines(self.files, &self.subject.program, &measured)
    }

    fn mutants<'s>(&'s self, _: bool) -> Box<dyn Mutants + 's> {
        Box::new(LogicMutants::new(self))
    }

    fn graphs(&self, of: GraphOf) -> Result<(Vec<FlowGraph>, Option<String>), String> {
        if of == GraphOf::Flow {
            return Err("of logic programs the paths are drawn: --of paths".to_string());
        }
        Ok(paths::trees(self))
    }

    fn trace(&self, _: &TraceOptions) -> Result<Traced, String> {
        Err("symbolic states are shown for imperative programs only; `graph --of paths` draws the paths of a \
             logic program, and `generate` lists them with their conditions"
            .to_string())
    }

    fn can_emit(&self, _: &Placing) -> Result<(), String> {
        Ok(())
    }

    fn emit(&self, suite: &Suite, placing: &Placing) -> Result<Emitted, String> {
        self.subject.text.emit(&self.subject.program, suite, placing)
    }

    fn native(&self) -> Option<(&dyn Native, &imperative::Program)> {
        None
    }
}
