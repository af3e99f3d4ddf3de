//! Tests as data, for both kinds of programs.
//!
//! ```
//! use suite::{GoalTest, Outcome, Payload, Test};
//! let goal = GoalTest {
//!     goal: "member(X,[1,2])".into(),
//!     solutions: vec![vec![("X".into(), "1".into())], vec![("X".into(), "2".into())]],
//!     ..GoalTest::default()
//! };
//! let test = Test { name: "t1".into(), entry: "member/2".into(), ..Test::new(Payload::Goal(goal)) };
//! assert!(test.outcome == Outcome::Ok && test.state().is_none());
//! assert!(test.goal().is_some_and(|goal| goal.complete && goal.constraint == "true"));
//! ```

use crate::Snapshot;
use imperative::{ErrorKind, Program};
use source::{FileId, Files, Span};

/// A test.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its name, different from all others of the suite.
    pub name: String,
    /// What is run: a procedure, or a predicate such as `append/3`.
    pub entry: String,
    /// The path: equal for tests of one path, different otherwise.
    pub path: String,
    /// The path condition.
    pub condition: String,
    /// How it ends.
    pub outcome: Outcome,
    /// What it is run on, and what is there at the end.
    pub payload: Payload,
}

/// What a test is run on, and what is there at the end.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// The test of an imperative program.
    State(StateTest),
    /// The test of a logic program.
    Goal(GoalTest),
}

/// The test of an imperative program: variables and heap before and after.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateTest {
    /// What it is run on.
    pub input: Snapshot,
    /// What is there at the end; nothing after an error.
    pub output: Snapshot,
}

/// The test of a logic program: a goal in the text of the program's language, with the solutions that it had, in their
/// order. Terms are text, so that a suite stays readable when the program is not at hand, and nothing of it depends on
/// numbers that a program gives to its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalTest {
    /// The goal, without a full stop: `append([],a,X)`.
    pub goal: String,
    /// What is posted before the goal: `true`, or constraints such as `dif(N,s(a))`.
    pub constraint: String,
    /// The solutions in their order, with the values of the goal's variables.
    pub solutions: Vec<Solution>,
    /// Whether these are all; otherwise only the first ones were asked for.
    pub complete: bool,
    /// Whether the run goes this way only where unification checks for infinite terms.
    pub occurs_check: bool,
    /// Whether it was written so that its goal must leave no choice behind. Only the first solution is asked for then.
    pub det: bool,
    /// What is claimed of the solutions in the text of the program's language, such as `all_true(X < 5)`, or the options of a
    /// test of plunit, such as `true(X > 2)`; empty for a test that says its solutions.
    pub assertions: Vec<String>,
}

/// A solution: the names of the goal's variables with the texts of their values.
pub type Solution = Vec<(String, String)>;

impl Default for GoalTest {
    fn default() -> GoalTest {
        GoalTest {
            goal: "true".to_string(),
            constraint: "true".to_string(),
            solutions: Vec::new(),
            complete: true,
            occurs_check: false,
            det: false,
            assertions: Vec::new(),
        }
    }
}

/// How a test ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returns; a goal has at least one solution, and no error after it.
    Ok,
    /// A goal has no solution.
    Fail,
    /// It ends in an error, perhaps after some solutions.
    Error {
        /// What went wrong.
        fault: Fault,
        /// Where.
        site: Site,
    },
}

/// Where an error happens.
///
/// ```
/// # use suite::Site;
/// assert_eq!(Site::at(3, 7).to_string(), "line 3, column 7");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// The line; 0 if it is not known.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// The name of the file without its folder, if it is not the one that the suite is of.
    pub file: Option<String>,
}

impl Site {
    /// A place in the file that a suite is of.
    pub fn at(line: usize, column: usize) -> Site {
        Site { line, column, file: None }
    }

    /// A place in one of some files; `own` is that which the suite is of.
    pub fn of(files: &Files, span: Span, own: FileId) -> Site {
        let Some((name, place)) = files.place(span) else { return Site::default() };
        let short = || name.rsplit(['/', '\\']).next().unwrap_or(name).to_string();
        Site { line: place.line, column: place.column, file: (span.file != own).then(short) }
    }

    /// Its line, without the column.
    pub fn line_text(&self) -> String {
        match &self.file {
            Some(file) => format!("line {} of {file}", self.line),
            None => format!("line {}", self.line),
        }
    }

    /// Its line, if that is one of the file that the suite is of.
    pub fn own_line(&self) -> Option<usize> {
        (self.line > 0 && self.file.is_none()).then_some(self.line)
    }
}

impl std::fmt::Display for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        self.file.as_ref().map_or(Ok(()), |file| write!(f, " of {file}"))
    }
}

/// What went wrong in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// An error of an imperative program.
    Kind(ErrorKind),
    /// What a goal throws, as text; the name of an exception of an imperative program; or words for an error that no program
    /// here can end in.
    Thrown(String),
}

impl Fault {
    /// The error that a run of a program ended in. The exceptions of a program are known by their names, so that a suite can be
    /// read where the program is not at hand.
    pub fn of(program: &Program, kind: ErrorKind) -> Fault {
        match kind {
            ErrorKind::Raised(_) => Fault::Thrown(program.error_message(kind)),
            kind => Fault::Kind(kind),
        }
    }

    /// Whether it is this error of a program.
    pub fn is(&self, program: &Program, kind: ErrorKind) -> bool {
        match self {
            Fault::Kind(own) => *own == kind,
            Fault::Thrown(text) => program.error_called(text) == Some(kind),
        }
    }

    /// The error of an imperative program that suites call so.
    pub fn of_message(message: &str) -> Fault {
        ErrorKind::of_message(message).map_or_else(|| Fault::Thrown(message.to_string()), Fault::Kind)
    }

    /// What suites call it.
    pub fn message(&self) -> &str {
        match self {
            Fault::Kind(kind) => kind.message(),
            Fault::Thrown(text) => text,
        }
    }

    /// Which error of an imperative program it is.
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Fault::Kind(kind) => Some(*kind),
            Fault::Thrown(_) => None,
        }
    }
}

impl Outcome {
    /// What went wrong, if something did.
    pub fn fault(&self) -> Option<&Fault> {
        match self {
            Outcome::Error { fault, .. } => Some(fault),
            Outcome::Ok | Outcome::Fail => None,
        }
    }
}

impl Test {
    /// A test without a name that ends well.
    pub fn new(payload: Payload) -> Test {
        let text = String::new;
        let (name, entry, path, condition) = (text(), text(), text(), text());
        Test { name, entry, path, condition, outcome: Outcome::Ok, payload }
    }

    /// Whether it ends in an error. Ending by `exit` is no error.
    pub fn is_error(&self) -> bool {
        self.outcome.fault().is_some_and(|fault| *fault != Fault::Kind(ErrorKind::Exit))
    }

    /// The heaps of the test of an imperative program.
    pub fn state(&self) -> Option<&StateTest> {
        match &self.payload {
            Payload::State(state) => Some(state),
            Payload::Goal(_) => None,
        }
    }

    /// The goal of the test of a logic program.
    pub fn goal(&self) -> Option<&GoalTest> {
        match &self.payload {
            Payload::Goal(goal) => Some(goal),
            Payload::State(_) => None,
        }
    }

    /// The heap that the test of an imperative program is run on.
    ///
    /// # Errors
    ///
    /// That it is another kind of test.
    pub fn input(&self) -> Result<&Snapshot, String> {
        self.state().map(|state| &state.input).ok_or_else(|| "it is a test of a logic program".to_string())
    }
}
