//! What can be fuzzed: one line a parser.

use base::{Budget, Stop};
use smtlib::{Backend, CheckVerdict, CrossCheck, Embedded, End, Failure, ProcessSolver, Response};
use source::Files;
use std::time::Duration;

/// A function that must survive any input.
pub struct Target {
    /// The name on the command line.
    pub name: &'static str,
    /// The folder, in the workspace, whose files are mutated.
    pub corpus: &'static str,
    /// The ending of those files.
    pub ending: &'static str,
    /// Runs one input under a small budget. The word says what came of it and is only counted; an error
    /// is a finding like a panic.
    pub run: fn(&[u8]) -> Result<&'static str, String>,
}

/// All targets.
pub const TARGETS: &[Target] = &[
    // Reading and solving must survive.
    Target { name: "smtlib", corpus: "corpus/smt", ending: "smt2", run: smtlib_script },
    // The same, and z3 (which must be installed) must not contradict; slower by far.
    Target { name: "smtlib-z3", corpus: "corpus/smt", ending: "smt2", run: smtlib_against_z3 },
];

/// Steps for one script: small, so that many scripts are tried.
const STEPS: u64 = 200_000;

/// Runs a script with the embedded solver.
fn smtlib_script(input: &[u8]) -> Result<&'static str, String> {
    script(input, &mut Embedded::new())
}

/// Runs a script with the embedded solver, and with z3 at its side if it gets as far as an answer.
fn smtlib_against_z3(input: &[u8]) -> Result<&'static str, String> {
    match smtlib_script(input)? {
        "sat" | "unsat" => script(input, &mut CrossCheck::new(Embedded::new(), ProcessSolver::z3(), "z3")),
        other => Ok(other),
    }
}

fn script(input: &[u8], backend: &mut dyn Backend) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let mut files = Files::new();
    let file = files.add("fuzz.smt2", text);
    let budget = Budget::unlimited().with_steps(STEPS).with_time(Duration::from_secs(5));
    let mut outcome = "answered nothing";
    let end = smtlib::run(&files, file, backend, &budget, &mut |response| {
        // Printing must survive as well.
        let _ = response.to_string();
        if let Response::Check { verdict, .. } = response {
            outcome = match verdict {
                CheckVerdict::Sat => "sat",
                CheckVerdict::Unsat => "unsat",
                CheckVerdict::Unknown => "unknown",
            };
        }
    });
    match end {
        End::Done => Ok(outcome),
        End::Stopped(Stop::Time) => Ok("slow"),
        End::Stopped(_) => Ok("stopped"),
        // A script may hold what the program refuses, such as a name that it has taken for itself.
        End::Failed(Failure::Protocol { .. }, _) => Ok("not understood by z3"),
        End::Failed(failure, _) => Err(failure.to_string()),
        End::Problem(problem) => {
            let shown = source::render(&problem, &files, false);
            let place = problem.place().and_then(|span| files.place(span));
            match place {
                None => Err(format!("an error without a place: {shown}")),
                Some(_) if shown.len() > 20_000 => Err(format!("a message of {} bytes", shown.len())),
                Some(_) => Ok("refused"),
            }
        }
    }
}
