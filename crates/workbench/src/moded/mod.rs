//! The engine for programs whose predicates have modes: tests are run and measured on the concrete machine.
//!
//! * [`judge`]: running a test, and why it failed.
//! * [`cover`]: what a suite shows, goal by goal, and the colours of atoms.
//! * [`hunt`], [`search`]: tests for what a suite lacks.
//! * [`mutants`]: mutants, run and compared with the original.
//! * [`draw`]: control flow graphs.
//! * [`traces`]: procedures with their labels, and the traces of goals.

mod cover;
mod draw;
mod hunt;
mod judge;
mod mutants;
mod search;
mod traces;

use crate::coverage::Covered;
use crate::engine::{Engine, Progress, SearchResult};
use crate::graph::{FlowGraph, GraphOf};
use crate::mutate::Mutants;
use crate::options::{Running, SearchOptions};
use crate::partial_suite::PartialSuite;
use crate::session::Request;
use crate::trace::{TraceOptions, Traced};
use base::Budget;
use criteria::logic::LogicCriterion;
use guided::typed::{Sequence, run};
use judge::Judge;
use language::native::Native;
use language::{Emitted, Moded, Placing};
use logic::machine::Machine;
use logic::machine::guide::Plain;
use logic::machine::moded::Watching;
use logic::moded::ProcId;
use source::{Diagnostic, Files};
use suite::{Line, Suite, Test, Verdict};

/// The criteria of a search if none is named.
const SEARCHED: &[LogicCriterion] = &[LogicCriterion::Sequence];

/// The criteria that are measured if none is named.
const USUAL: &[LogicCriterion] = &[LogicCriterion::Atom, LogicCriterion::Arc, LogicCriterion::Procedure];

/// A program of procedures with its entries and its criteria.
pub(crate) struct ModedEngine<'a> {
    files: &'a Files,
    budget: &'a Budget,
    subject: Moded,
    /// The procedures that are asked about.
    entries: Vec<ProcId>,
    /// For each entry the procedure that calls it where the inputs are as assumed; none if nothing is assumed.
    calls: Vec<ProcId>,
    /// For each entry the procedure that asks whether inputs are as assumed.
    conditions: Vec<ProcId>,
    /// What is assumed of inputs.
    assumed: Vec<String>,
    /// Whether the entries were named.
    named: bool,
    criteria: Vec<LogicCriterion>,
    running: Running,
    search: SearchOptions,
    partial: PartialSuite,
}

impl<'a> ModedEngine<'a> {
    /// The first option that is given and that has no meaning here.
    pub fn refuses(request: &Request) -> Option<&'static str> {
        let known = ["--mode", "--uncaught", "--backtracks", "--first-solution", "--solutions"];
        request.search.given().find(|name| !known.contains(name))
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
        budget: &'a Budget,
    ) -> Result<ModedEngine<'a>, Vec<Diagnostic>> {
        let one = |why| vec![Diagnostic::error(why)];
        let read = request.search.criteria.iter().map(|name| LogicCriterion::parse(name));
        let criteria: Vec<LogicCriterion> = read.collect::<Result<_, _>>().map_err(one)?;
        for criterion in criteria.iter().filter(|criterion| !criterion.is_open()) {
            criteria::moded::moded_goals(&subject.program.procs, *criterion, &[]).map_err(one)?;
        }
        let entries = subject.text.entries(&subject.program, request.entry.as_deref()).map_err(one)?;
        let named = request.entry.is_some();
        let texts = request.assume.iter().filter_map(|file| files.get(*file)).map(|file| file.text().trim());
        let assumed: Vec<String> = texts.map(str::to_string).collect();
        let (subject, entries, (calls, conditions)) = if assumed.is_empty() {
            (subject, entries, (Vec::new(), Vec::new()))
        } else {
            let condition = assumed.join(", ");
            let made = subject.text.assuming(&subject.program, &entries, &condition);
            let made = made.map_err(|why| one(format!("--assume: {why}")))?;
            (made.subject, made.entries, (made.calls, made.conditions))
        };
        let running = request.search.running;
        let search = request.search.clone();
        Ok(ModedEngine {
            files,
            budget,
            subject,
            entries,
            calls,
            conditions,
            assumed,
            named,
            criteria,
            running,
            search,
            partial: request.partial.clone(),
        })
    }

    /// The procedures that are measured: those that were named, or all of the program.
    fn measured(&self) -> Vec<ProcId> {
        if self.named { self.entries.clone() } else { self.subject.program.procs.own().collect() }
    }

    /// The procedures that tests call: the entries; all of the program where no entry can be given inputs.
    fn searched(&self) -> Vec<ProcId> {
        let can_be_given = |id: &ProcId| self.subject.text.inputs(&self.subject.program, *id).is_ok();
        if self.named || !self.calls.is_empty() || self.entries.iter().any(can_be_given) {
            return self.entries.clone();
        }
        let named = |id: &ProcId| self.subject.text.is_named(*id);
        let all = self.subject.program.procs.own().filter(named).filter(can_be_given);
        self.entries.iter().copied().chain(all).collect()
    }

    /// The procedure that a search starts at for an entry.
    fn started(&self, entry: ProcId) -> ProcId {
        let place = self.entries.iter().position(|known| *known == entry);
        place.and_then(|place| self.calls.get(place)).copied().unwrap_or(entry)
    }

    /// Whether the inputs of a sequence are as assumed. The machine is one of the program or of a mutant of it.
    fn is_as_assumed(&self, machine: &mut Machine<'_, Plain>, entry: ProcId, sequence: &Sequence) -> bool {
        let place = self.entries.iter().position(|known| *known == entry);
        let Some(condition) = place.and_then(|place| self.conditions.get(place)) else { return true };
        let inputs = sequence.frozen(machine);
        let run = run(machine, *condition, &inputs, judge::bounds(), Watching::Nothing, Some(1));
        run.is_ok_and(|run| run.ending == guided::Ending::Ok)
    }

    /// The number of solutions of a run, at most.
    fn solutions_asked(&self) -> Option<usize> {
        if self.search.first_solution { Some(1) } else { self.search.solutions }
    }

    fn wanted(&self, searched: bool) -> &[LogicCriterion] {
        match self.criteria.as_slice() {
            [] if searched => SEARCHED,
            [] => USUAL,
            named => named,
        }
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

    fn hunt(&self, known: Option<&Suite>, tell: &mut dyn FnMut(Progress)) -> SearchResult {
        self.look(known, tell)
    }

    fn cover(&self, suite: &Suite) -> Covered {
        cover::cover(self, suite)
    }

    fn lines(&self, suite: &Suite) -> Vec<Line> {
        cover::cover(self, suite).lines
    }

    fn mutants<'s>(&'s self, _: bool) -> Box<dyn Mutants + 's> {
        Box::new(mutants::ModedMutants::new(self))
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
