//! Measuring a run while it happens.
//!
//! ```
//! use criteria::{Criterion, Meter, goals, is_met};
//! use imperative::machine::{Limits, State};
//! use imperative::{Builder, DecisionKind, Expr, ProcId};
//!
//! let mut files = source::Files::new();
//! let file = files.add("f", "if true then skip");
//! let span = files.span(file, 3, 7);
//! let mut b = Builder::new("main", span);
//! let (yes, no) = (b.block(), b.block());
//! b.branch(DecisionKind::If, Expr::bool(true, span), yes, no, span);
//! let program = b.finish_as_program();
//!
//! let mut meter = Meter::new(&program, &[Criterion::Branch]);
//! let (_, seen) = meter.run(ProcId(0), State::new(&program, ProcId(0)), &Limits::default());
//! let goals = goals(&program, &[ProcId(0)], Criterion::Branch).list;
//! let met: Vec<bool> = goals.iter().map(|g| is_met(g, &[seen.clone()])).collect();
//! assert_eq!(met, [true, false]);
//! assert_eq!(goals[1].describe_in(&program, &files), "`true` is false");
//! ```
//!
//! Nothing is written down that could be counted: a block costs one addition, a decision a bit or two, a
//! definition one store and a use one more bit. What a run does not need to show is compiled away: there is one
//! watch ([`probe`]) for each combination of what costs something.

mod dataflow;
mod loops;
mod probe;
mod record;
mod result;
mod tables;

use crate::{Criterion, Seen};
use imperative::machine::{Limits, Run, State, run_watched};
use imperative::{BlockId, ProcId, Program};
use probe::Probe;
use record::Record;
use std::sync::Arc;
use tables::Tables;

/// What meters for some criteria know of a program: much of a large one, so they share it.
#[derive(Clone)]
pub struct MeterTables(Arc<Tables>);

/// Measures runs of a program. It can be used for any number of them.
pub struct Meter<'p> {
    program: &'p Program,
    tables: Arc<Tables>,
    record: Record,
}

impl<'p> Meter<'p> {
    /// A meter for what these criteria ask.
    pub fn new(program: &'p Program, criteria: &[Criterion]) -> Meter<'p> {
        Meter::with(program, MeterTables(Arc::new(Tables::new(program, criteria))))
    }

    /// A meter for what another one was made for.
    pub fn with(program: &'p Program, tables: MeterTables) -> Meter<'p> {
        let MeterTables(tables) = tables;
        let record = Record::new(&tables);
        Meter { program, tables, record }
    }

    /// What it knows of the program, for other meters of the same.
    pub fn tables(&self) -> MeterTables {
        MeterTables(Arc::clone(&self.tables))
    }

    /// Runs a procedure and tells what the run showed.
    pub fn run(&mut self, proc: ProcId, input: State, limits: &Limits) -> (Run, Seen) {
        let wants = &self.tables.wants;
        let run = match (wants.atoms, wants.flow, wants.ways) {
            (false, false, _) => self.watched::<false, false, false>(proc, input, limits),
            (true, false, _) => self.watched::<true, false, false>(proc, input, limits),
            (false, true, false) => self.watched::<false, true, false>(proc, input, limits),
            (true, true, false) => self.watched::<true, true, false>(proc, input, limits),
            (false, true, true) => self.watched::<false, true, true>(proc, input, limits),
            (true, true, true) => self.watched::<true, true, true>(proc, input, limits),
        };
        let seen = self.record.take(self.program, &self.tables);
        (run, seen)
    }

    /// The blocks that some run so far has left, at their end or because of an error that was caught.
    pub fn passed(&self) -> impl Iterator<Item = (ProcId, BlockId)> + '_ {
        let passed = self.record.passed.iter().enumerate().filter(|(_, passed)| **passed);
        passed.filter_map(|(number, _)| self.tables.plan.block_at(number as u32))
    }

    /// The blocks in which the last run ended, if it did not return: of each call that was open.
    pub fn open(&self) -> impl Iterator<Item = (ProcId, BlockId)> + '_ {
        self.record.open.iter().map(|at| (at.proc, at.point.block))
    }

    fn watched<const ATOMS: bool, const FLOW: bool, const WAYS: bool>(
        &mut self,
        proc: ProcId,
        input: State,
        limits: &Limits,
    ) -> Run {
        let mut probe = Probe::<'_, ATOMS, FLOW, WAYS> {
            program: self.program,
            tables: &self.tables,
            record: std::mem::take(&mut self.record),
        };
        let run = run_watched(self.program, proc, input, limits, &mut probe);
        self.record = probe.record;
        run
    }
}
