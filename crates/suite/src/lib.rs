//! Tests and suites as data, and running them.
//!
//! A [`Test`] has an input, the outcome and the output that were seen when it was made. Heaps are
//! [`Snapshot`]s with names for cells, independent of any program text; [`snapshot`] and [`restore`] go
//! between them and the states of the concrete machine. [`run_test`] runs a test against a program as it
//! is now. [`needed`] tells which tests of many are enough. [`mutants`] are programs with a slip in them that
//! a suite should notice. A [`GoalSuite`] has the tests of a logic program.

mod logic;
pub mod mutants;
mod needed;
mod run;
mod snapshot;

pub use logic::{Ending, GoalSuite, GoalTest, Solution};
pub use needed::needed;
pub use run::{Verdict, run_test};
pub use snapshot::{Datum, HeapObject, Snapshot, output_of, restore, snapshot};

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

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its name, different from all others of the suite.
    pub name: String,
    /// What is run.
    pub entry: String,
    /// The path: equal for tests of one path, different otherwise.
    pub path: String,
    /// The path condition, in paper notation.
    pub condition: String,
    /// What it is run on.
    pub input: Snapshot,
    /// How it ends.
    pub outcome: Outcome,
    /// What is there at the end; nothing after an error.
    pub output: Snapshot,
}

impl Test {
    /// Does it end in an error? A program that ends itself by `exit` does what it should.
    pub fn is_error(&self) -> bool {
        matches!(&self.outcome, Outcome::Error { message, .. } if message != imperative::ErrorKind::Exit.message())
    }
}

/// How a test ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returns.
    Ok,
    /// It errs.
    Error {
        /// What went wrong.
        message: String,
        /// The line where.
        line: usize,
        /// The column where.
        column: usize,
    },
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

/// What a search did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Search {
    /// Paths found.
    pub paths: u64,
    /// Sides of decisions that no input takes.
    pub infeasible: u64,
    /// Ways on that the bounds cut off.
    pub cut: u64,
    /// Has every feasible path within the bounds its input?
    pub complete: bool,
    /// Questions to the solver.
    pub queries: u64,
    /// Steps of a search for goals: what it cost, on any machine.
    pub steps: u64,
    /// How long it took.
    pub seconds: f64,
    /// What it took for granted of the input.
    pub assumed: Vec<String>,
}
