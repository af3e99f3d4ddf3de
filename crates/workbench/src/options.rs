//! What is asked of a search, whichever command asks and whichever kind of program it is for.

use explore::Strategy;
use solver::Advice;
use std::sync::Arc;

/// How many tests each path gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PerPath {
    /// One.
    #[default]
    One,
    /// This many tests, maximally different.
    Different(usize),
    /// One for each shape of the input heap, none isomorphic to another.
    Shapes,
}

/// How tests of programs with modes are run (sections 3.2.1 and 3.2.3 of the thesis).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Running {
    /// Which tests may be run.
    pub mode: RunMode,
    /// Whether exceptions are not caught, so that a test that expects one shows it.
    pub uncaught: bool,
}

/// Which tests of programs with modes may be run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunMode {
    /// All.
    #[default]
    Any,
    /// Those that ask for all solutions; none that reads or writes.
    Multi,
    /// Those that read or write; none that asks for more than one solution.
    Io,
}

/// What is asked of a search.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// The criteria by name; the usual ones of the command if there is none.
    pub criteria: Vec<String>,
    /// At most this many iterations each time a loop is entered.
    pub loops: Option<u32>,
    /// At most this many calls that have not returned.
    pub depth: Option<u32>,
    /// At most this many backtracks of a run.
    pub backtracks: Option<u32>,
    /// At most this many decisions on a path.
    pub path_length: Option<u32>,
    /// At most this many cells and arrays in an input.
    pub max_cells: Option<usize>,
    /// Whether to give the smallest input of each path.
    pub minimal: bool,
    /// Whether to prefer few large tests to many small ones.
    pub fewest: bool,
    /// How many tests each path gets.
    pub per_path: PerPath,
    /// In which order paths are looked at.
    pub strategy: Strategy,
    /// Whether runs end at their first solution.
    pub first_solution: bool,
    /// At most this many solutions of a run.
    pub solutions: Option<usize>,
    /// How tests of procedures are run.
    pub running: Running,
    /// Whether a memory leak is an error.
    pub leaks: bool,
    /// At most this many tests.
    pub limit: Option<usize>,
    /// How much of the usual effort may be spent, in percent; 0 is the usual one.
    pub effort: u64,
    /// At most this many threads; 0 means one.
    pub jobs: usize,
    /// Receives the queries to the solver.
    pub advice: Option<Arc<dyn Advice>>,
}

impl SearchOptions {
    /// The options that are given, of those that only one kind of program has a meaning for.
    pub(crate) fn given(&self) -> impl Iterator<Item = &'static str> {
        [
            ("--loops", self.loops.is_some()),
            ("--backtracks", self.backtracks.is_some()),
            ("--max-cells", self.max_cells.is_some()),
            ("--minimal", self.minimal),
            ("--fewest", self.fewest),
            ("--per-path", self.per_path != PerPath::One),
            ("--strategy", self.strategy != Strategy::Suitable),
            ("--first-solution", self.first_solution),
            ("--solutions", self.solutions.is_some()),
            ("--leaks", self.leaks),
            ("--mode", self.running.mode != RunMode::Any),
            ("--uncaught", self.running.uncaught),
        ]
        .into_iter()
        .filter_map(|(name, given)| given.then_some(name))
    }

    /// The effort in percent of the usual one.
    pub(crate) fn percent(&self) -> u64 {
        if self.effort == 0 { 100 } else { self.effort }
    }
}
