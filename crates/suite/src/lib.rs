//! Tests and suites as data, and running them.
//!
//! A [`Test`] has an entry, a path, an outcome, and a [`Payload`]: what it is run on, and what is there at the end. For
//! an imperative program that is a [`StateTest`] with two heaps, [`Snapshot`]s with names for cells, independent of any
//! program text; [`snapshot`] and [`restore`] go between them and the states of the concrete machine. For a logic
//! program it is a [`GoalTest`], a goal with its solutions. [`run_test`] and [`goals::run_goal_test`] run a test against a
//! program as it is now.
//! [`needed`] tells which tests of many are enough. [`mutants`] are programs with a slip in them that a suite should
//! notice.

pub mod goals;
pub mod mutants;
mod needed;
mod run;
mod snapshot;
mod test;
mod unread;

pub use needed::needed;
pub use run::{Verdict, patient, run_test};
pub use snapshot::{Datum, HeapObject, Snapshot, output_in_names_of_input, output_of, restore, snapshot};
pub use test::{Fault, GoalTest, Outcome, Payload, Site, Solution, StateTest, Test};
pub use unread::{input_of, inputs_of};

use source::Span;

/// A suite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Suite {
    /// The language of the program.
    pub language: String,
    /// The file of the program.
    pub source: String,
    /// The entry of all tests, or of the first.
    pub entry: String,
    /// The tests.
    pub tests: Vec<Test>,
    /// How far the criteria were met.
    pub criteria: Vec<Tally>,
    /// What the search did, if one made the suite.
    pub exploration: Option<Search>,
}

/// How far a criterion is met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The criterion.
    pub name: String,
    /// Its goals.
    pub goals: u64,
    /// Goals that a test covers.
    pub covered: u64,
    /// Goals that no input within the bounds can cover.
    pub infeasible: u64,
    /// The others.
    pub unknown: u64,
    /// Those of the others that lie outside of the bounds by what they say.
    pub out_of_bounds: u64,
}

/// How often a statement was executed, and what came of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The place.
    pub span: Span,
    /// The line.
    pub line: usize,
    /// Tests that execute it.
    pub count: u64,
    /// For a decision, or an atomic condition in C: tests in which it is true, and in which it is false.
    pub outcomes: Option<(u64, u64)>,
    /// Whether something of it is missing in one of the modes that it has.
    pub partial: bool,
    /// The procedure or predicate that it stands in, by the name that entries have.
    pub unit: String,
    /// The tests that execute it, as places in the suite, in order.
    pub tests: Vec<u32>,
}

/// What a search did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// Paths found.
    pub paths: u64,
    /// Branches of decisions that no input takes.
    pub infeasible: u64,
    /// Paths that the bounds cut off.
    pub cut: u64,
    /// Whether every feasible path within the bounds has its input.
    pub complete: bool,
    /// Queries to the solver.
    pub queries: u64,
    /// Steps of a search for goals: what it cost, on any machine.
    pub steps: u64,
    /// How long it took.
    pub seconds: f64,
    /// What it took for granted of the input.
    pub assumed: Vec<String>,
}
