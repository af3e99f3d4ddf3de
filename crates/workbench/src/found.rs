//! From a path that a search has found to a test.

use criteria::{Step, path_text};
use explore::{End, Found};
use imperative::{ProcId, Program, VarId};
use source::Files;
use suite::{Outcome, Test, output_of, snapshot};

/// The name of a path: its decisions, the error that it ends in (`1T!nil@9:8+6`), and its entry where that is not the main
/// program, so that different paths have different names.
pub(crate) fn path_name(files: &Files, program: &Program, entry: ProcId, found: &Found) -> String {
    let steps: Vec<Step> = found
        .decisions
        .iter()
        .map(|(proc, decision, outcome)| Step { proc: *proc, decision: *decision, outcome: *outcome })
        .collect();
    let mut path = path_text(program, &steps);
    if let End::Error(kind, span) = &found.end {
        let (line, column) = files.place(*span).map_or((0, 0), |(_, p)| (p.line, p.column));
        // Two nodes may start at one place: `x.tail` and `x.tail.head`.
        let width = files.text(*span).chars().count();
        path.push_str(&format!("!{}@{line}:{column}+{width}", kind.word()));
    }
    match program.proc(entry) {
        Some(p) if program.main != Some(entry) => format!("{}:{path}", p.name),
        _ => path,
    }
}

/// How a path ends, for people and suites.
pub(crate) fn outcome_of(files: &Files, found: &Found) -> Outcome {
    match &found.end {
        End::Ok => Outcome::Ok,
        End::Error(kind, span) => {
            let (line, column) = files.place(*span).map_or((0, 0), |(_, p)| (p.line, p.column));
            Outcome::Error { message: kind.message().into(), line, column }
        }
    }
}

/// The test that a path gives.
pub(crate) fn test(files: &Files, program: &Program, entry: ProcId, found: &Found, number: usize) -> Test {
    let inputs: Vec<VarId> = program.proc(entry).map_or_else(Vec::new, |p| p.inputs().collect());
    let run = &found.run;
    let output = match found.end {
        End::Ok => output_of(program, entry, &found.input, &run.state, run.result.as_ref()),
        End::Error(..) => Default::default(),
    };
    Test {
        name: format!("t{number}"),
        entry: program.proc(entry).map_or_else(String::new, |p| p.name.clone()),
        path: path_name(files, program, entry, found),
        condition: found.condition.clone(),
        input: snapshot(program, entry, &found.input, &inputs, None),
        outcome: outcome_of(files, found),
        output,
    }
}
