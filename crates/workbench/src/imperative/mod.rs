//! The engine for imperative programs: symbolic execution, measured on the concrete machine.
//!
//! * [`search`]: tests that meet goals; [`hunt`] looks for them and settles what none meets.
//! * [`cover`], [`coverage`]: what a suite shows, goal by goal.
//! * [`mutants`]: mutants, run and compared with the original.
//! * [`flow`], [`trace`]: graphs and symbolic states.
//! * [`proving`]: invariants and claims.

mod bounds;
mod choice;
mod cover;
mod coverage;
mod flow;
mod found;
mod hunt;
mod mutants;
mod noticing;
mod proving;
mod search;
mod slips;
mod sound;
mod trace;

use crate::coverage::Covered;
use crate::engine::{Engine, Progress, SearchEvent, SearchResult};
use crate::graph::{FlowGraph, GraphOf};
use crate::inferred::{Inferred, Question};
use crate::mutate::Mutants;
use crate::options::SearchOptions;
use crate::partial_suite::PartialSuite;
use crate::session::Request;
use crate::trace::{TraceOptions, Traced};
use crate::verified::Verification;
use base::Budget;
use criteria::Criterion;
use imperative::machine::Options;
use imperative::{Notation, ProcId};
use language::native::Native;
use language::{Emitted, Imperative, Placing};
use mutants::ImperativeMutants;
use source::{Diagnostic, Files};
use suite::{Fault, Line, Snapshot, Suite, Test, Verdict, patient, run_test};
use trace::PathOptions;

/// An imperative program with its entries, its options and its criteria.
pub(crate) struct ImperativeEngine<'a> {
    files: &'a Files,
    budget: &'a Budget,
    subject: Imperative,
    entries: Vec<ProcId>,
    /// Whether the entries were named.
    named: bool,
    criteria: Vec<Criterion>,
    search: SearchOptions,
    partial: PartialSuite,
}

impl<'a> ImperativeEngine<'a> {
    /// The first option that is given and that has no meaning here.
    pub fn refuses(request: &Request) -> Option<&'static str> {
        let known = request.language.options();
        let mut given = request.search.given();
        given.find(|name| match *name {
            "--backtracks" | "--first-solution" => true,
            "--leaks" => !known.contains(name),
            _ => false,
        })
    }

    /// Gets a program ready.
    ///
    /// # Errors
    ///
    /// That an entry is not there, a criterion is for others, or what is wrong with an assumption.
    pub fn new(
        files: &'a Files,
        mut subject: Imperative,
        request: &Request,
        budget: &'a Budget,
    ) -> Result<ImperativeEngine<'a>, Vec<Diagnostic>> {
        let one = |why| vec![Diagnostic::error(why)];
        let read = request.search.criteria.iter().map(|name| Criterion::parse(name));
        let mut criteria: Vec<Criterion> = read.collect::<Result<_, _>>().map_err(one)?;
        if criteria.is_empty() {
            criteria.push(Criterion::Branch);
        }
        let entries = subject.text.entries(&subject.program, request.entry.as_deref()).map_err(one)?;
        assume(files, &mut subject, &entries, request)?;
        let (named, search, partial) =
            (request.entry.is_some(), request.search.clone(), request.partial.clone());
        Ok(ImperativeEngine { files, budget, subject, entries, named, criteria, search, partial })
    }

    fn entry_of(&self, test: &Test) -> Result<ProcId, String> {
        let found = self.subject.text.entries(&self.subject.program, Some(&test.entry))?;
        found.first().copied().ok_or_else(|| "there is nothing to run".to_string())
    }

    fn paths(&self) -> PathOptions {
        PathOptions { plan: self.plan(), limit: self.search.limit }
    }
}

/// Adds what the user assumes of the inputs to what the entries require. It must make sense for every one of them.
fn assume(
    files: &Files,
    subject: &mut Imperative,
    entries: &[ProcId],
    request: &Request,
) -> Result<(), Vec<Diagnostic>> {
    for proc in entries {
        for formula in &request.assume {
            let required = subject.text.formula(files, *formula, &mut subject.program, *proc);
            let required = required.map_err(|mut problems| {
                if let (true, Some(last)) = (entries.len() > 1, problems.last_mut()) {
                    let name = subject.program.proc(*proc).map_or("", |p| &p.name);
                    let help = format!("it is assumed of every procedure, here of `{name}`; `-e` names one");
                    *last = last.clone().help(help);
                }
                problems
            })?;
            if let Some(p) = subject.program.procs.get_mut(proc.index()) {
                p.requires.push(required);
            }
        }
    }
    Ok(())
}

impl Engine for ImperativeEngine<'_> {
    fn notation(&self) -> Notation {
        self.subject.program.notation
    }

    fn entry(&self) -> String {
        let first = self.entries.first().and_then(|p| self.subject.program.proc(*p));
        first.map_or_else(String::new, |p| p.name.clone())
    }

    fn run(&self, test: &Test) -> Verdict {
        let options = Options { limits: patient(), ..Options::default() };
        match self.entry_of(test) {
            Err(why) => Verdict::Invalid(why),
            Ok(proc) => run_test(&self.subject.program, proc, test, &options).0,
        }
    }

    fn hunt(&self, known: Option<&Suite>, tell: &mut dyn FnMut(Progress)) -> SearchResult {
        self.look(known, tell)
    }

    fn hunt_all(&self, tell: &mut dyn FnMut(SearchEvent)) -> SearchResult {
        self.all(tell)
    }

    fn cover(&self, suite: &Suite) -> Covered {
        cover::cover(self, suite)
    }

    fn lines(&self, suite: &Suite) -> Vec<Line> {
        cover::lines_of(self.files, &self.subject.program, suite)
    }

    fn outputs_in_names_of_inputs(&self, suite: &Suite) -> Vec<Option<Snapshot>> {
        suite.tests.iter().map(|test| cover::output_in_names_of_input(&self.subject.program, test)).collect()
    }

    fn line_of_error(&self, test: &Test) -> Option<String> {
        // GNAT says where the exception was raised.
        let compared = self.subject.program.facts.array_bounds;
        compared.then(|| cover::line_of_error(self.files, &self.subject.program, test)).flatten()
    }

    fn is_unconfirmed(&self, test: &Test) -> bool {
        self.subject.program.facts.errors_may_hide
            && matches!(test.outcome.fault(), Some(Fault::Kind(kind)) if kind.is_silent())
    }

    fn mutants<'s>(&'s self, limited: bool) -> Box<dyn Mutants + 's> {
        Box::new(ImperativeMutants::new(self, limited))
    }

    fn graphs(&self, of: GraphOf) -> Result<(Vec<FlowGraph>, Option<String>), String> {
        let program = &self.subject.program;
        if of == GraphOf::Flow {
            return Ok((
                self.entries.iter().map(|p| flow::flow_graph(self.files, program, *p)).collect(),
                None,
            ));
        }
        let (mut trees, mut limit) = (Vec::new(), None);
        for entry in &self.entries {
            let (tree, ended) = trace::path_tree(self.files, program, *entry, &self.paths(), self.budget);
            trees.push(tree);
            limit = limit.or(ended);
        }
        Ok((trees, limit))
    }

    fn trace(&self, options: &TraceOptions) -> Result<Traced, String> {
        let program = &self.subject.program;
        Ok(trace::trace(self.files, program, &self.entries, &self.paths(), options, self.budget))
    }

    fn infer(&self, question: &Question) -> Result<Inferred, String> {
        Ok(self.invariants(question))
    }

    fn verify(&self, question: &Question) -> Result<Verification, String> {
        Ok(self.verified(question))
    }

    fn can_emit(&self, placing: &Placing) -> Result<(), String> {
        self.subject.text.can_emit(placing)
    }

    fn emit(&self, suite: &Suite, placing: &Placing) -> Result<Emitted, String> {
        self.subject.text.emit(&self.subject.program, suite, placing)
    }

    fn native(&self) -> Option<(&dyn Native, &imperative::Program)> {
        Some((self.subject.text.native()?, &self.subject.program))
    }
}
