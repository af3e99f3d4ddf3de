//! The flow of `glassbox solve`: a script, a solver, answers.

use base::{Budget, Stop, Stopwatch};
use smtlib::{Backend, CrossCheck, Embedded, End, Failure, Logged, ProcessSolver, Query, Response, run};
use source::{Diagnostic, FileId, Files, Span};
use tools::ToolError;

/// A solver that is another program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// z3.
    Z3,
    /// cvc5.
    Cvc5,
}

impl Program {
    /// The name of the program.
    pub fn name(self) -> &'static str {
        match self {
            Program::Z3 => "z3",
            Program::Cvc5 => "cvc5",
        }
    }

    pub(crate) fn solver(self) -> ProcessSolver {
        match self {
            Program::Z3 => ProcessSolver::z3(),
            Program::Cvc5 => ProcessSolver::cvc5(),
        }
    }
}

/// Which solver answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SolverChoice {
    /// The one that is built in.
    #[default]
    Embedded,
    /// Another program.
    Program(Program),
}

impl SolverChoice {
    /// The name of the solver.
    pub fn name(self) -> &'static str {
        match self {
            SolverChoice::Embedded => "embedded",
            SolverChoice::Program(program) => program.name(),
        }
    }

    fn backend(self) -> Box<dyn Backend> {
        match self {
            SolverChoice::Embedded => Box::new(Embedded::new()),
            SolverChoice::Program(program) => Box::new(program.solver()),
        }
    }
}

/// How a script is to be answered.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveOptions {
    /// Which solver answers.
    pub solver: SolverChoice,
    /// A program that is asked the same; a contradiction ends the run.
    pub cross_check: Option<Program>,
    /// Whether the listener wants each query as a script.
    pub log_queries: bool,
}

/// Receives the events of a run as they happen. `()` ignores them.
pub trait Listener {
    /// An answer is there.
    fn response(&mut self, response: &Response);
    /// A query was asked; called only if [`SolveOptions::log_queries`] is set.
    fn query(&mut self, query: &Query);
}

impl Listener for () {
    fn response(&mut self, _: &Response) {}
    fn query(&mut self, _: &Query) {}
}

/// The result of a script.
#[derive(Debug)]
pub struct SolveResult {
    /// The answers in the order of the commands.
    pub responses: Vec<Response>,
    /// How it ended.
    pub end: SolveEnd,
    /// How many checks were made.
    pub checks: usize,
    /// The limit that was reached, by a check or while reading.
    pub limit: Option<Stop>,
    /// How long it took.
    pub seconds: f64,
}

/// How a script ended.
#[derive(Debug)]
pub enum SolveEnd {
    /// At its end or at `exit`.
    Done,
    /// The script is wrong.
    Problem(Box<Diagnostic>),
    /// A limit was reached.
    Stopped(Stop),
    /// A solver could not be asked.
    Failed(Box<Diagnostic>),
    /// Two solvers contradict each other; the script is the query.
    Disagreement(Box<Diagnostic>, String),
}

/// Answers the script in a file of the collection, within a budget.
pub fn solve(
    files: &Files,
    file: FileId,
    options: &SolveOptions,
    budget: &Budget,
    listener: &mut dyn Listener,
) -> SolveResult {
    let watch = Stopwatch::start();
    let mut backend = options.solver.backend();
    if let Some(program) = options.cross_check {
        backend = Box::new(CrossCheck::new(backend, program.solver(), program.name()));
    }
    let mut responses: Vec<Response> = Vec::new();
    // Both the log and the answers go to the one listener, in turns.
    let listener = std::cell::RefCell::new(listener);
    let mut say = |response: Response| {
        listener.borrow_mut().response(&response);
        responses.push(response);
    };
    let end = if options.log_queries {
        let mut log = |query: Query| listener.borrow_mut().query(&query);
        run(files, file, &mut Logged::new(backend, &mut log), budget, &mut say)
    } else {
        run(files, file, &mut backend, budget, &mut say)
    };
    let end = match end {
        End::Done => SolveEnd::Done,
        End::Problem(problem) => SolveEnd::Problem(problem),
        End::Stopped(stop) => SolveEnd::Stopped(stop),
        End::Failed(failure, span) => failed(failure, Some(span)),
    };
    let mut limit = if let SolveEnd::Stopped(stop) = end { Some(stop) } else { None };
    let mut checks = 0;
    for response in &responses {
        if let Response::Check { limit: reached, .. } = response {
            checks += 1;
            limit = limit.or(*reached);
        }
    }
    SolveResult { responses, end, checks, limit, seconds: watch.seconds() }
}

/// How a solver that cannot be asked, or that contradicts another one, ends a run; `span` is the place of the query.
pub(crate) fn failed(failure: Failure, span: Option<Span>) -> SolveEnd {
    let at = |problem: Diagnostic, label: &str| match span {
        Some(span) => problem.primary(span, label),
        None => problem,
    };
    match failure {
        Failure::Disagreement(which) => {
            let message = format!(
                "two solvers contradict each other, so one of them is wrong: {}",
                Failure::Disagreement(which.clone())
            );
            let question = format!("{} or {}?", which.embedded, which.other);
            let problem = at(Diagnostic::error(message), &question)
                .help("please report this, with the script that was written out");
            SolveEnd::Disagreement(Box::new(problem), which.script)
        }
        Failure::Tool(ToolError::NotFound { program }) => {
            let problem = Diagnostic::error(format!("the program `{program}` was not found"));
            let problem = at(problem, "needed for this check")
                .help(format!("install `{program}` and put it on the PATH, or use the embedded solver"));
            SolveEnd::Failed(Box::new(problem))
        }
        other => {
            let problem = at(Diagnostic::error(other.to_string()), "at this check");
            SolveEnd::Failed(Box::new(problem))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end_of(text: &str, options: SolveOptions) -> (SolveResult, Files) {
        let mut files = Files::new();
        let file = files.add("t.smt2", text);
        let result = solve(&files, file, &options, &Budget::unlimited(), &mut ());
        (result, files)
    }

    #[test]
    fn a_limit_is_remembered() {
        let mut files = Files::new();
        let file = files.add("t.smt2", "(check-sat)(check-sat)");
        let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
        let result = solve(&files, file, &SolveOptions::default(), &budget, &mut ());
        assert_eq!((result.checks, result.limit), (2, Some(Stop::Time)));
        assert!(matches!(result.end, SolveEnd::Done));
    }

    #[test]
    fn a_program_that_is_missing_is_said_to_be_missing() {
        // A program by this name would be found; the text of the message is what matters here.
        let failure = Failure::Tool(ToolError::NotFound { program: "cvc5".into() });
        let (_, files) = end_of("(check-sat)", SolveOptions::default());
        let place = files.iter().next().map(|(id, _)| files.span(id, 0, 11)).unwrap();
        let SolveEnd::Failed(problem) = failed(failure, Some(place)) else { panic!() };
        assert_eq!(problem.message, "the program `cvc5` was not found");
    }

    #[test]
    fn queries_are_logged_as_scripts_of_their_own() {
        struct Log(Vec<String>);
        impl Listener for Log {
            fn response(&mut self, _: &Response) {}
            fn query(&mut self, query: &Query) {
                self.0.push(query.script.clone());
            }
        }
        let mut files = Files::new();
        let text = "(declare-const x Int)(push)(assert (> x 1))(check-sat)(pop)(check-sat)";
        let file = files.add("t.smt2", text);
        let options = SolveOptions { log_queries: true, ..SolveOptions::default() };
        let mut log = Log(Vec::new());
        solve(&files, file, &options, &Budget::unlimited(), &mut log);
        let first = "(set-logic ALL)\n(declare-fun x () Int)\n(assert (< 1 x))\n(check-sat)\n";
        assert_eq!(log.0, [first, "(set-logic ALL)\n(check-sat)\n"]);
    }
}
