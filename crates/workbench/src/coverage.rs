//! How far criteria are met, goal by goal: what `generate`, `complete` and `cover` all tell.

use base::Stop;
use criteria::Verdict;
use suite::Line;

/// A goal that is not met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Its number among the goals of the criterion; paths have none.
    pub number: Option<usize>,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The function in which it lies; empty if that is not told, or if it lies in none.
    pub unit: String,
    /// What is to be seen, in words.
    pub what: String,
    /// What is known of it.
    pub verdict: Verdict,
    /// Whether every test that meets another missing goal meets it too, so that it need not be shown.
    pub implied: bool,
}

impl Missing {
    /// A path, which has no number and no place.
    pub(crate) fn of_path(what: String, verdict: Verdict) -> Missing {
        Missing { number: None, line: 0, column: 0, unit: String::new(), what, verdict, implied: false }
    }
}

/// A goal with the tests that meet it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredGoal {
    /// Its number among the goals of the criterion.
    pub number: usize,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The function in which it lies; empty if that is not told, or if it lies in none.
    pub unit: String,
    /// What is to be seen, in words.
    pub what: String,
    /// The names of the tests; two for a pair that meets it together.
    pub by: Vec<String>,
}

/// How far a criterion is met.
#[derive(Clone, Debug, PartialEq)]
pub struct Coverage {
    /// The criterion.
    pub name: String,
    /// Its goals.
    pub goals: u64,
    /// Goals that the suite meets.
    pub covered: u64,
    /// Goals that no input meets.
    pub infeasible: u64,
    /// Of the goals that are not shown infeasible, how many in a hundred are met.
    pub percent: f64,
    /// The goals that are met.
    pub met: Vec<CoveredGoal>,
    /// The others.
    pub missing: Vec<Missing>,
    /// Whether there are more goals than could be listed.
    pub truncated: bool,
}

impl Coverage {
    /// This many goals, of which none is known yet.
    pub(crate) fn of(name: String, goals: usize) -> Coverage {
        Coverage {
            name,
            goals: goals as u64,
            covered: 0,
            infeasible: 0,
            percent: 100.0,
            met: Vec::new(),
            missing: Vec::new(),
            truncated: false,
        }
    }

    /// Counts anew how many in a hundred are met.
    pub(crate) fn count(&mut self) {
        let feasible = self.goals - self.infeasible;
        self.percent = if feasible == 0 { 100.0 } else { 100.0 * self.covered as f64 / feasible as f64 };
    }
}

/// What `cover` gives.
#[derive(Clone, Debug)]
pub struct Covered {
    /// The criteria.
    pub criteria: Vec<Coverage>,
    /// Tests that the others make needless, all of them together.
    pub redundant: Vec<String>,
    /// Tests that could not be measured, and why.
    pub invalid: Vec<(String, String)>,
    /// Statements and decisions with their counts, in the order of the text.
    pub lines: Vec<Line>,
    /// The limit that ended the search for what is missing.
    pub stopped: Option<Stop>,
    /// The default bounds that were in force.
    pub defaults: Vec<String>,
    /// Procedures label by label, for programs whose predicates have modes.
    pub procedures: Vec<ProcedureCoverage>,
}

/// How far a procedure, a predicate in one of its modes, was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcedureCoverage {
    /// Name and modes: `member(out, in)`.
    pub name: String,
    /// How often it succeeds: `nondet`.
    pub determinism: &'static str,
    /// The line where it is declared.
    pub line: usize,
    /// How often it was called.
    pub called: u64,
    /// How often it succeeded.
    pub exits: u64,
    /// Its goals, in the order in which they run.
    pub points: Vec<PointCoverage>,
}

/// How far a goal was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointCoverage {
    /// The label before it.
    pub label: u32,
    /// `atom`, `disjunction`, `switch`, `negation`, `if-then-else` or `commit`.
    pub kind: &'static str,
    /// What stands there.
    pub text: String,
    /// Where it stands.
    pub span: source::Span,
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// How often it was reached.
    pub reached: u64,
    /// How often it succeeded.
    pub succeeded: u64,
    /// How often it failed.
    pub failed: u64,
    /// Its colour.
    pub colour: Colour,
}

/// How much of a goal was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// All of it.
    Green,
    /// It was executed, but something of it is missing.
    Yellow,
    /// It was not executed.
    Red,
}

impl Colour {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Red => "red",
        }
    }
}
