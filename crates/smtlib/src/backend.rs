//! Solvers behind one interface: the embedded one, another program, or both at once.

use base::Budget;
use formula::{Model, Term, Terms};
use solver::{Solver, Unknown, Verdict, polish};
use std::fmt;
use std::sync::Arc;
use tools::ToolError;

/// The answer to a check.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Satisfiable. The embedded solver always has a model; of another program's model, only one that
    /// the evaluator confirms is handed on.
    Sat(Option<Arc<Model>>),
    /// Unsatisfiable, because of these assertions alone.
    Unsat(Vec<Term>),
    /// Undecided.
    Unknown(Unknown),
}

impl Answer {
    /// `sat`, `unsat` or `unknown`.
    pub fn word(&self) -> &'static str {
        match self {
            Answer::Sat(_) => "sat",
            Answer::Unsat(_) => "unsat",
            Answer::Unknown(_) => "unknown",
        }
    }
}

/// Why there is no answer at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Another program could not be asked.
    Tool(ToolError),
    /// Another program answered what cannot be understood.
    Protocol {
        /// The program.
        program: String,
        /// What it said.
        said: String,
    },
    /// Two solvers contradict each other.
    Disagreement(Box<Disagreement>),
}

/// A contradiction between two solvers: one of them is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What the embedded solver says.
    pub embedded: String,
    /// The other solver.
    pub program: String,
    /// What that one says.
    pub other: String,
    /// The question, as a script of its own.
    pub script: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Tool(error) => write!(f, "{error}"),
            Failure::Protocol { program, said } => write!(f, "`{program}` answered: {said}"),
            Failure::Disagreement(d) => {
                write!(f, "the embedded solver says {}, {} says {}", d.embedded, d.program, d.other)
            }
        }
    }
}

impl std::error::Error for Failure {}

impl From<ToolError> for Failure {
    fn from(error: ToolError) -> Failure {
        Failure::Tool(error)
    }
}

/// A solver with a stack of assertions.
pub trait Backend {
    /// Asserts a formula on the current level.
    fn assert(&mut self, formula: Term);
    /// Opens a level.
    fn push(&mut self);
    /// Closes the innermost level with all that was asserted on it; nothing happens if there is none.
    fn pop(&mut self);
    /// Forgets everything, the terms included: the next check may come with another store.
    fn reset(&mut self);
    /// Answers for all that is asserted.
    fn check(&mut self, terms: &Terms, budget: &Budget) -> Result<Answer, Failure>;
}

/// The embedded solver.
#[derive(Default)]
pub struct Embedded {
    solver: Solver,
}

impl Embedded {
    /// With nothing asserted.
    pub fn new() -> Embedded {
        Embedded::default()
    }
}

impl Backend for Embedded {
    fn assert(&mut self, formula: Term) {
        self.solver.assert(formula);
    }

    fn push(&mut self) {
        self.solver.push();
    }

    fn pop(&mut self) {
        self.solver.pop();
    }

    fn reset(&mut self) {
        self.solver = Solver::new();
    }

    fn check(&mut self, terms: &Terms, budget: &Budget) -> Result<Answer, Failure> {
        // A budget that is used up says so before any work is begun.
        if let Err(stop) = budget.look() {
            return Ok(Answer::Unknown(Unknown::Stopped(stop)));
        }
        Ok(match self.solver.check(terms, budget) {
            Verdict::Sat(model) => {
                // What a person sees should read well.
                let assertions = self.solver.state().assertions();
                Answer::Sat(Some(Arc::new(polish(terms, &assertions, &model))))
            }
            Verdict::Unsat(core) => Answer::Unsat(core.to_vec()),
            Verdict::Unknown(why) => Answer::Unknown(why),
        })
    }
}

/// Assertions with their levels, for solvers that must be told everything again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stack {
    formulas: Vec<Term>,
    levels: Vec<usize>,
}

impl Stack {
    pub(crate) fn assert(&mut self, formula: Term) {
        self.formulas.push(formula);
    }

    pub(crate) fn push(&mut self) {
        self.levels.push(self.formulas.len());
    }

    pub(crate) fn pop(&mut self) -> bool {
        let Some(count) = self.levels.pop() else { return false };
        self.formulas.truncate(count);
        true
    }

    pub(crate) fn formulas(&self) -> &[Term] {
        &self.formulas
    }

    pub(crate) fn levels(&self) -> &[usize] {
        &self.levels
    }
}

/// Asks two solvers the same and stops at any contradiction.
///
/// The first one's answers are handed on. That one of the two does not know is no contradiction.
pub struct CrossCheck<A, B> {
    first: A,
    second: B,
    program: String,
    stack: Stack,
}

impl<A: Backend, B: Backend> CrossCheck<A, B> {
    /// Checks the first, embedded, solver against a second one of this name.
    pub fn new(first: A, second: B, program: impl Into<String>) -> CrossCheck<A, B> {
        CrossCheck { first, second, program: program.into(), stack: Stack::default() }
    }
}

impl<A: Backend, B: Backend> Backend for CrossCheck<A, B> {
    fn assert(&mut self, formula: Term) {
        self.stack.assert(formula);
        self.first.assert(formula);
        self.second.assert(formula);
    }

    fn push(&mut self) {
        self.stack.push();
        self.first.push();
        self.second.push();
    }

    fn pop(&mut self) {
        self.stack.pop();
        self.first.pop();
        self.second.pop();
    }

    fn reset(&mut self) {
        self.stack = Stack::default();
        self.first.reset();
        self.second.reset();
    }

    fn check(&mut self, terms: &Terms, budget: &Budget) -> Result<Answer, Failure> {
        let first = self.first.check(terms, budget)?;
        let second = self.second.check(terms, budget)?;
        match (&first, &second) {
            (Answer::Sat(_), Answer::Unsat(_)) | (Answer::Unsat(_), Answer::Sat(_)) => {
                Err(Failure::Disagreement(Box::new(Disagreement {
                    embedded: first.word().to_string(),
                    program: self.program.clone(),
                    other: second.word().to_string(),
                    script: crate::script(terms, self.stack.formulas()),
                })))
            }
            _ => Ok(first),
        }
    }
}

/// A question that was asked, as it goes into a log.
#[derive(Clone, Debug)]
pub struct Query {
    /// Its number in the run, from 1.
    pub number: usize,
    /// The question, as a script of its own.
    pub script: String,
    /// The answer: `sat`, `unsat` or `unknown`; empty if there was none.
    pub answer: &'static str,
}

/// Hands each question to a log on the way to another solver.
pub struct Logged<'a, B> {
    inner: B,
    log: &'a mut dyn FnMut(Query),
    stack: Stack,
    count: usize,
}

impl<'a, B: Backend> Logged<'a, B> {
    /// Logs the questions that this solver is asked.
    pub fn new(inner: B, log: &'a mut dyn FnMut(Query)) -> Logged<'a, B> {
        Logged { inner, log, stack: Stack::default(), count: 0 }
    }
}

impl<B: Backend> Backend for Logged<'_, B> {
    fn assert(&mut self, formula: Term) {
        self.stack.assert(formula);
        self.inner.assert(formula);
    }

    fn push(&mut self) {
        self.stack.push();
        self.inner.push();
    }

    fn pop(&mut self) {
        self.stack.pop();
        self.inner.pop();
    }

    fn reset(&mut self) {
        self.stack = Stack::default();
        self.inner.reset();
    }

    fn check(&mut self, terms: &Terms, budget: &Budget) -> Result<Answer, Failure> {
        self.count += 1;
        let result = self.inner.check(terms, budget);
        let answer = result.as_ref().map_or("", Answer::word);
        let script = crate::script(terms, self.stack.formulas());
        (self.log)(Query { number: self.count, script, answer });
        result
    }
}

impl<B: Backend + ?Sized> Backend for Box<B> {
    fn assert(&mut self, formula: Term) {
        (**self).assert(formula);
    }

    fn push(&mut self) {
        (**self).push();
    }

    fn pop(&mut self) {
        (**self).pop();
    }

    fn reset(&mut self) {
        (**self).reset();
    }

    fn check(&mut self, terms: &Terms, budget: &Budget) -> Result<Answer, Failure> {
        (**self).check(terms, budget)
    }
}
