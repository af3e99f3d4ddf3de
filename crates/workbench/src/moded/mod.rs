//! The engine for programs whose predicates have modes: tests are run and measured on the concrete machine.
//!
//! * [`judge`]: running a test, and why it failed.
//! * [`cover`]: what a suite shows, goal by goal, and the colours of atoms.
//! * [`draw`]: control flow graphs.
//! * [`traces`]: procedures with their labels, and the traces of goals.

mod cover;
mod draw;
mod judge;
mod traces;

use crate::coverage::Covered;
use crate::engine::{Engine, Hunted, Progress};
use crate::graph::{FlowGraph, GraphOf};
use crate::mutate::Mutants;
use crate::options::Running;
use crate::session::Request;
use crate::trace::{TraceOptions, Traced};
use criteria::logic::LogicCriterion;
use judge::Judge;
use language::native::Native;
use language::{Emitted, Moded, Placing};
use logic::moded::ProcId;
use source::{Diagnostic, Files};
use suite::{Line, Suite, Test, Verdict};

/// What is asked for where nothing is named.
const USUAL: &[LogicCriterion] = &[LogicCriterion::Atom, LogicCriterion::Arc, LogicCriterion::Procedure];

/// A program of procedures with its entries and its criteria.
pub(crate) struct ModedEngine<'a> {
    files: &'a Files,
    subject: Moded,
    /// What is asked about.
    entries: Vec<ProcId>,
    /// Whether they were named.
    named: bool,
    criteria: Vec<LogicCriterion>,
    running: Running,
}

impl<'a> ModedEngine<'a> {
    /// The first option that is given and that has no meaning here.
    pub fn refuses(request: &Request) -> Option<&'static str> {
        if !request.assume.is_empty() {
            return Some("--assume");
        }
        request.search.given().find(|name| !matches!(*name, "--mode" | "--uncaught"))
    }

    /// Gets a program ready.
    ///
    /// # Errors
    ///
    /// That an entry is not there, or a criterion is for others.
    pub fn new(
        files: &'a Files,
        subject: Moded,
        request: &Request,
    ) -> Result<ModedEngine<'a>, Vec<Diagnostic>> {
        let one = |why| vec![Diagnostic::error(why)];
        let read = request.search.criteria.iter().map(|name| LogicCriterion::parse(name));
        let criteria: Vec<LogicCriterion> = read.collect::<Result<_, _>>().map_err(one)?;
        for criterion in &criteria {
            criteria::moded::moded_goals(&subject.program.procs, *criterion, &[]).map_err(one)?;
        }
        let entries = subject.text.entries(&subject.program, request.entry.as_deref()).map_err(one)?;
        let named = request.entry.is_some();
        Ok(ModedEngine { files, subject, entries, named, criteria, running: request.search.running })
    }

    /// The procedures that are measured: those that were named, or all of the program.
    fn measured(&self) -> Vec<ProcId> {
        if self.named { self.entries.clone() } else { self.subject.program.procs.own().collect() }
    }

    fn wanted(&self) -> &[LogicCriterion] {
        if self.criteria.is_empty() { USUAL } else { &self.criteria }
    }
}

impl Engine for ModedEngine<'_> {
    fn entry(&self) -> String {
        let first = self.entries.first().and_then(|id| self.subject.program.procs.proc(*id));
        first.map_or_else(String::new, |proc| proc.shown.clone())
    }

    fn run(&self, test: &Test) -> Verdict {
        let compiled = self.subject.text.compile(std::slice::from_ref(test));
        let mut judge = Judge::new(self.files, &compiled, self.running);
        judge.test(0)
    }

    fn run_all(&self, tests: &[Test]) -> Vec<Verdict> {
        let compiled = self.subject.text.compile(tests);
        let mut judge = Judge::new(self.files, &compiled, self.running);
        (0..tests.len()).map(|number| judge.test(number)).collect()
    }

    fn can_search(&self) -> Result<(), String> {
        Err("tests of programs with modes are not generated yet; `run` and `cover` work on suites that you write"
            .to_string())
    }

    fn hunt(&self, _: Option<&Suite>, _: &mut dyn FnMut(Progress)) -> Hunted {
        let reason = "tests of programs with modes are not generated yet".to_string();
        Hunted { reasons: vec![reason], ..Hunted::default() }
    }

    fn cover(&self, suite: &Suite) -> Covered {
        cover::cover(self, suite)
    }

    fn lines(&self, suite: &Suite) -> Vec<Line> {
        cover::cover(self, suite).lines
    }

    fn mutants<'s>(&'s self, _: bool) -> Box<dyn Mutants + 's> {
        Box::new(crate::mutate::NoMutants)
    }

    fn graphs(&self, of: GraphOf) -> Result<(Vec<FlowGraph>, Option<String>), String> {
        match of {
            GraphOf::Flow => Ok((draw::graphs(self), None)),
            GraphOf::Paths => {
                Err("of programs with modes the control flow graph is drawn: --of cfg".to_string())
            }
        }
    }

    fn trace(&self, options: &TraceOptions) -> Result<Traced, String> {
        traces::trace(self, options)
    }

    fn can_emit(&self, _: &Placing) -> Result<(), String> {
        Ok(())
    }

    fn emit(&self, suite: &Suite, placing: &Placing) -> Result<Emitted, String> {
        self.subject.text.emit(suite, placing)
    }

    fn native(&self) -> Option<(&dyn Native, &imperative::Program)> {
        None
    }
}
