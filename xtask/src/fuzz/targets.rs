//! What can be fuzzed: one line a parser.

use base::{Budget, Stop};
use smtlib::{CheckVerdict, Embedded, End, Response};
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
pub const TARGETS: &[Target] =
    &[Target { name: "smtlib", corpus: "corpus/smt", ending: "smt2", run: smtlib_script }];

/// Steps for one script: small, so that many scripts are tried.
const STEPS: u64 = 200_000;

/// Runs a script with the embedded solver, and shows what is wrong with it to nobody.
fn smtlib_script(input: &[u8]) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let mut files = Files::new();
    let file = files.add("fuzz.smt2", text);
    let budget = Budget::unlimited().with_steps(STEPS).with_time(Duration::from_secs(5));
    let mut outcome = "answered nothing";
    let end = smtlib::run(&files, file, &mut Embedded::new(), &budget, &mut |response| {
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
