//! From a path that a search has found, or from an input, to a test.

use base::Budget;
use criteria::{Step, path_of, path_text};
use explore::{End, Found, Plan, explore};
use imperative::machine::{self, Event, Options, State, run};
use imperative::{DecisionKind, ErrorKind, InstrKind, ProcId, Program, VarId};
use source::{Files, Span};
use std::collections::BTreeMap;
use suite::{Fault, Outcome, Payload, Site, StateTest, Test, output_of, snapshot};

/// The name of a path: its decisions, the error that it ends in (`1T!nil@9:8+6`), and its entry where that is not the main
/// program, so that different paths have different names.
pub(crate) fn path_name(files: &Files, program: &Program, entry: ProcId, found: &Found) -> String {
    let steps: Vec<Step> = found
        .decisions
        .iter()
        .map(|(proc, decision, outcome)| Step { proc: *proc, decision: *decision, outcome: *outcome })
        .collect();
    let error = match &found.end {
        End::Ok => None,
        End::Error(kind, span) => Some((*kind, *span)),
    };
    steps_name(files, program, entry, &steps, &found.caught, error)
}

fn steps_name(
    files: &Files,
    program: &Program,
    entry: ProcId,
    steps: &[Step],
    caught: &[(ErrorKind, Span)],
    error: Option<(ErrorKind, Span)>,
) -> String {
    // Where one catch is for several errors, these are different paths.
    let is_caught = |s: &Step| {
        let of = program.proc(s.proc).and_then(|p| p.decision(s.decision));
        of.is_some_and(|d| d.kind == DecisionKind::Caught)
    };
    let mut path = String::new();
    let (mut rest, mut errors) = (steps, caught.iter());
    while let Some(next) = rest.iter().position(is_caught) {
        let (part, after) = rest.split_at(next + 1);
        path.push_str(&path_text(program, part));
        rest = after;
        if let Some(error) = errors.next() {
            path.push_str(&error_name(files, program, *error));
            if !rest.is_empty() {
                path.push(';');
            }
        }
    }
    if path.is_empty() || !rest.is_empty() {
        path.push_str(&path_text(program, rest));
    }
    if let Some(error) = error {
        path.push_str(&error_name(files, program, error));
    }
    match program.proc(entry) {
        Some(p) if program.main != Some(entry) => format!("{}:{path}", p.name),
        _ => path,
    }
}

/// An error in the name of a path: `!nil@9:8+6`.
fn error_name(files: &Files, program: &Program, (kind, span): (ErrorKind, Span)) -> String {
    let (line, column) = files.place(span).map_or((0, 0), |(_, p)| (p.line, p.column));
    // Two nodes may start at one place: `x.tail` and `x.tail.head`.
    let width = files.text(span).chars().count();
    let which = match kind {
        // A procedure that a front end made up may raise several at one call.
        ErrorKind::Raised(_) => format!("-{}", program.error_message(kind)),
        _ => String::new(),
    };
    format!("!{}{which}@{line}:{column}+{width}", kind.word())
}

/// How many lines are named where something is not supported.
const MOST_LINES: usize = 3;

/// Why something is unknown. Of what is not supported, with the lines where it stands.
pub(crate) fn with_lines(files: &Files, program: &Program, reasons: Vec<String>) -> Vec<String> {
    let instructions = || program.procs.iter().flat_map(|p| &p.blocks).flat_map(|b| &b.instrs);
    let with_lines = |reason: String| {
        let mut lines: Vec<usize> = Vec::new();
        for instr in instructions() {
            if let InstrKind::Unsupported(what) = &instr.kind
                && reason.strip_suffix(" is not supported") == Some(what)
                && let Some((_, place)) = files.place(instr.span)
                && !lines.contains(&place.line)
            {
                lines.push(place.line);
            }
        }
        let named: Vec<String> = lines.iter().take(MOST_LINES).map(usize::to_string).collect();
        let more = if lines.len() > MOST_LINES { ", …" } else { "" };
        match lines.len() {
            0 => reason,
            1 => format!("{reason} (line {})", named.concat()),
            _ => format!("{reason} (lines {}{more})", named.join(", ")),
        }
    };
    reasons.into_iter().map(with_lines).collect()
}

/// How a path ends, for people and suites.
pub(crate) fn outcome_of(files: &Files, program: &Program, found: &Found) -> Outcome {
    match &found.end {
        End::Ok => Outcome::Ok,
        End::Error(kind, span) => {
            let site = Site::of(files, *span, program.span.file);
            Outcome::Error { fault: Fault::of(program, *kind), site }
        }
    }
}

/// The test that a path gives.
pub(crate) fn test(files: &Files, program: &Program, entry: ProcId, found: Found, name: String) -> Test {
    let inputs: Vec<VarId> = program.proc(entry).map_or_else(Vec::new, |p| p.inputs().collect());
    let run = &found.run;
    let output = match found.end {
        End::Ok => output_of(program, entry, &found.input, &run.state, run.result.as_ref()),
        End::Error(..) => Default::default(),
    };
    let mut input = snapshot(program, entry, &found.input, &inputs, None);
    input.asked.clone_from(&run.asked);
    Test {
        name,
        entry: program.proc(entry).map_or_else(String::new, |p| p.name.clone()),
        path: path_name(files, program, entry, &found),
        outcome: outcome_of(files, program, &found),
        condition: found.condition,
        payload: Payload::State(StateTest { input, output }),
    }
}

/// The test that a run on an input gives, still without a name and a condition, and how many steps the run takes;
/// none if the run says nothing, since it does not end or cannot be told.
pub(crate) fn test_of_run(
    files: &Files,
    program: &Program,
    entry: ProcId,
    input: &State,
) -> Option<(Test, machine::Run)> {
    let of = program.proc(entry)?;
    let done = run(program, entry, input.clone(), &Options::default());
    let (error, outcome, output) = match &done.outcome {
        machine::Outcome::Ok => {
            let output = output_of(program, entry, input, &done.state, done.result.as_ref());
            (None, Outcome::Ok, output)
        }
        machine::Outcome::Error { kind, span, .. } => {
            let (fault, site) = (Fault::of(program, *kind), Site::of(files, *span, program.span.file));
            (Some((*kind, *span)), Outcome::Error { fault, site }, Default::default())
        }
        machine::Outcome::Excluded { .. }
        | machine::Outcome::Undetermined { .. }
        | machine::Outcome::Limit { .. } => return None,
    };
    let inputs: Vec<VarId> = of.inputs().collect();
    let mut input = snapshot(program, entry, input, &inputs, None);
    input.asked.clone_from(&done.asked);
    let caught = done.trace.iter().filter_map(|e| match e {
        Event::Caught { kind, span } => Some((*kind, *span)),
        _ => None,
    });
    let caught: Vec<(ErrorKind, Span)> = caught.collect();
    let test = Test {
        entry: of.name.clone(),
        path: steps_name(files, program, entry, &path_of(program, &done.trace), &caught, error),
        outcome,
        ..Test::new(Payload::State(StateTest { input, output }))
    };
    Some((test, done))
}

/// The conditions of the paths of a procedure, by their names.
pub(crate) fn conditions(
    files: &Files,
    program: &Program,
    entry: ProcId,
    plan: &Plan,
    budget: &Budget,
) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    explore(program, entry, plan, budget, &mut |found| {
        out.insert(path_name(files, program, entry, &found), found.condition);
        true
    });
    out
}
