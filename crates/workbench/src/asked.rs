//! The queries of a search: to keep them, to send them to another solver as well, or to let that solver answer.
//!
//! ```
//! use workbench::{AskOptions, Asked, SearchOptions};
//! let asked = Asked::new(AskOptions::default());
//! let search = SearchOptions { advice: Some(asked.advice()), ..SearchOptions::default() };
//! // … a search with these options …
//! assert!(asked.trouble().is_none());
//! ```

use crate::solve::{Program, SolveEnd, SolverChoice, failed};
use base::{Budget, Stop};
use formula::{Term, Terms};
use smtlib::{Answer, Backend, Disagreement, Failure, ProcessSolver, Query, script};
use solver::{Advice, Adviser, Unknown, Verdict};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Receives each query with its answer.
pub type Log = Arc<dyn Fn(Query) + Send + Sync>;

/// Which solver answers the queries of a search, and what receives a copy of them.
#[derive(Clone, Default)]
pub struct AskOptions {
    /// The solver that answers.
    pub solver: SolverChoice,
    /// A second solver that gets the same queries; a contradiction ends the search.
    pub cross_check: Option<Program>,
    /// Receives all queries and answers.
    pub log: Option<Log>,
}

/// The queries so far. Clones share them.
#[derive(Clone)]
pub struct Asked(Arc<Shared>);

struct Shared {
    options: AskOptions,
    count: AtomicUsize,
    trouble: Mutex<Option<Failure>>,
}

impl Asked {
    /// Nothing yet.
    pub fn new(options: AskOptions) -> Asked {
        Asked(Arc::new(Shared { options, count: AtomicUsize::new(0), trouble: Mutex::new(None) }))
    }

    /// The value that a plan needs to send its queries here.
    pub fn advice(&self) -> Arc<dyn Advice> {
        Arc::new(self.clone())
    }

    /// The number of queries so far.
    pub fn count(&self) -> usize {
        self.0.count.load(Ordering::Relaxed)
    }

    /// Why the search had to stop: a program cannot be asked, or two solvers contradict each other.
    pub fn trouble(&self) -> Option<SolveEnd> {
        self.0.trouble().clone().map(|failure| failed(failure, None))
    }
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Asked({})", self.count())
    }
}

impl Advice for Asked {
    fn adviser(&self) -> Box<dyn Adviser> {
        let options = &self.0.options;
        let first = match options.solver {
            SolverChoice::Embedded => None,
            SolverChoice::Program(program) => Some(Other::new(program)),
        };
        let second = options.cross_check.map(Other::new);
        Box::new(Asking { shared: self.0.clone(), first, second })
    }
}

impl Shared {
    fn trouble(&self) -> std::sync::MutexGuard<'_, Option<Failure>> {
        self.trouble.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Another program, asked about terms of one store.
struct Other {
    program: Program,
    solver: ProcessSolver,
}

impl Other {
    fn new(program: Program) -> Other {
        Other { program, solver: program.solver() }
    }

    fn ask(&mut self, terms: &Terms, assertions: &[Term], budget: &Budget) -> Result<Answer, Failure> {
        self.solver.push();
        assertions.iter().for_each(|f| self.solver.assert(*f));
        let answer = self.solver.check(terms, budget);
        self.solver.pop();
        answer
    }
}

struct Asking {
    shared: Arc<Shared>,
    /// The solver that answers instead of the embedded one.
    first: Option<Other>,
    /// The second solver, which gets the same queries.
    second: Option<Other>,
}

impl Adviser for Asking {
    fn answer(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        budget: &Budget,
        own: &mut dyn FnMut() -> Verdict,
    ) -> Verdict {
        if self.shared.trouble().is_some() {
            return Verdict::Unknown(Unknown::Stopped(Stop::Cancelled));
        }
        let number = self.shared.count.fetch_add(1, Ordering::Relaxed) + 1;
        let answer = self.first_answer(terms, assertions, budget, own);
        if let Some(log) = &self.shared.options.log {
            let answer = answer.as_ref().map_or("", word);
            log(Query { number, script: script(terms, assertions), answer });
        }
        match answer.and_then(|first| self.check(terms, assertions, budget, first)) {
            Ok(verdict) => verdict,
            Err(failure) => {
                self.shared.trouble().get_or_insert(failure);
                Verdict::Unknown(Unknown::Stopped(Stop::Cancelled))
            }
        }
    }
}

impl Asking {
    fn first_answer(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        budget: &Budget,
        own: &mut dyn FnMut() -> Verdict,
    ) -> Result<Verdict, Failure> {
        let Some(first) = &mut self.first else { return Ok(own()) };
        Ok(match first.ask(terms, assertions, budget)? {
            Answer::Sat(Some(model)) => Verdict::Sat(model),
            Answer::Unsat(core) => Verdict::Unsat(core.into()),
            Answer::Unknown(why) => Verdict::Unknown(why),
            // It has a model that cannot be read: the embedded solver looks for one.
            Answer::Sat(None) => match own() {
                Verdict::Unsat(_) => {
                    return Err(disagreement(terms, assertions, "unsat", first.program, "sat"));
                }
                verdict => verdict,
            },
        })
    }

    /// Asks the second solver the same.
    fn check(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        budget: &Budget,
        first: Verdict,
    ) -> Result<Verdict, Failure> {
        let Some(second) = &mut self.second else { return Ok(first) };
        if matches!(first, Verdict::Unknown(_)) {
            return Ok(first);
        }
        let other = second.ask(terms, assertions, budget)?;
        match (&first, &other) {
            (Verdict::Sat(_), Answer::Unsat(_)) | (Verdict::Unsat(_), Answer::Sat(_)) => {
                Err(disagreement(terms, assertions, word(&first), second.program, other.word()))
            }
            _ => Ok(first),
        }
    }
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Sat(_) => "sat",
        Verdict::Unsat(_) => "unsat",
        Verdict::Unknown(_) => "unknown",
    }
}

fn disagreement(terms: &Terms, assertions: &[Term], own: &str, program: Program, other: &str) -> Failure {
    Failure::Disagreement(Box::new(Disagreement {
        embedded: own.into(),
        program: program.name().into(),
        other: other.into(),
        script: script(terms, assertions),
    }))
}
