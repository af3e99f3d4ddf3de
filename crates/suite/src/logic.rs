//! Suites for logic programs, as data.
//!
//! A test is a goal in the text of the program's language, with the solutions that it had, in their order, and how the
//! run ended. Terms are text here as well: a suite stays readable when the program is not at hand, and nothing of it
//! depends on numbers that a program gives to its terms.
//!
//! ```
//! use suite::{Ending, GoalTest};
//! let test = GoalTest {
//!     name: "t1".into(),
//!     entry: "member/2".into(),
//!     goal: "member(X,[1,2])".into(),
//!     solutions: vec![vec![("X".into(), "1".into())], vec![("X".into(), "2".into())]],
//!     ..GoalTest::default()
//! };
//! assert_eq!((test.ending, test.complete, test.constraint.as_str()), (Ending::Ok, true, "true"));
//! ```

use crate::{Search, Tally};

/// A suite for a logic program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoalSuite {
    /// The file of the program.
    pub source: String,
    /// The entry of all tests, or of the first: `append/3`.
    pub entry: String,
    /// The tests.
    pub tests: Vec<GoalTest>,
    /// How far the criteria were met.
    pub criteria: Vec<Tally>,
    /// What the search did, if one made the suite.
    pub exploration: Option<Search>,
}

/// A test of a logic program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalTest {
    /// Its name, different from all others of the suite.
    pub name: String,
    /// The predicate that is called: `append/3`.
    pub entry: String,
    /// The path: equal for tests of one path, different otherwise.
    pub path: String,
    /// The path condition, in paper notation.
    pub condition: String,
    /// The goal, without a full stop: `append([],a,X)`.
    pub goal: String,
    /// What is posted before the goal: `true`, or constraints such as `dif(N,s(a))`.
    pub constraint: String,
    /// How the run ends.
    pub ending: Ending,
    /// The solutions in their order, with the values of the goal's variables.
    pub solutions: Vec<Solution>,
    /// Whether these are all; otherwise only the first ones were asked for.
    pub complete: bool,
    /// Whether the run goes this way only where unification checks for infinite terms.
    pub occurs_check: bool,
    /// Whether it was written so that its goal must leave no choice behind. Only the first solution is asked for then.
    pub det: bool,
}

impl Default for GoalTest {
    fn default() -> GoalTest {
        GoalTest {
            name: String::new(),
            entry: String::new(),
            path: String::new(),
            condition: String::new(),
            goal: "true".to_string(),
            constraint: "true".to_string(),
            ending: Ending::Ok,
            solutions: Vec::new(),
            complete: true,
            occurs_check: false,
            det: false,
        }
    }
}

/// A solution: the names of the goal's variables with the texts of their values.
pub type Solution = Vec<(String, String)>;

/// How a run of a goal ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// There is at least one solution, and no error after it.
    Ok,
    /// There is no solution.
    Fail,
    /// Something is thrown, perhaps after some solutions.
    Error {
        /// What is thrown, as text.
        ball: String,
        /// The line of the goal that throws it; 0 if it is not known.
        line: usize,
        /// The column.
        column: usize,
    },
}
