//! What can be fuzzed: one line a parser.

use super::{ada_programs, c_programs, mercury_programs};
use base::{Budget, Stop};
use smtlib::{Backend, CheckVerdict, CrossCheck, Embedded, End, Failure, ProcessSolver, Response};
use source::Files;
use std::time::Duration;
use workbench::SearchOptions;

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
    // Parsing, checking, lowering, verifying, printing and running must survive, and printing keep the meaning.
    Target { name: "impl", corpus: "corpus/impl", ending: "impl", run: impl_program },
    // Reading, lowering and listing must survive, and every clause read back from its canonical form.
    Target { name: "clp", corpus: "corpus/clp", ending: "pl", run: clp_program },
    Target { name: "clp-generate", corpus: "corpus/clp", ending: "pl", run: clp_generate },
    // Parsing, expanding and collecting must survive, and what is printed be read as the same tree.
    Target { name: "mercury", corpus: "corpus/mercury/syntax", ending: "m", run: mercury_program },
    // Checking, ordering and running must survive, and all ways to run agree.
    Target {
        name: "mercury-run",
        corpus: "corpus/mercury/programs",
        ending: "m",
        run: mercury_programs::run,
    },
    // Parsing, checking, lowering, verifying and running must survive.
    Target { name: "ada-lower", corpus: "corpus/ada", ending: "adb", run: ada_programs::lower },
    // The states of its paths must come out, each with a value for every variable that is shown.
    Target { name: "ada-trace", corpus: "corpus/ada", ending: "adb", run: ada_programs::trace },
    // The same, and tests that are found for it must be what they say.
    Target { name: "ada-generate", corpus: "corpus/ada", ending: "adb", run: ada_programs::generate },
    // Parsing, checking, lowering, verifying and running must survive, on the stack that they ask for.
    Target { name: "c-lower", corpus: "corpus/c", ending: "c", run: c_programs::lower },
    // The same, and tests that are found for it must be what they say.
    Target { name: "c-generate", corpus: "corpus/c", ending: "c", run: c_programs::generate },
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

/// Loads an IMPL program; if it is right, prints it, parses that again, and runs it for a while.
fn impl_program(input: &[u8]) -> Result<&'static str, String> {
    use imperative::machine::{Limits, Options, Outcome, State, default_value, run};
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let mut files = Files::new();
    let file = files.add("fuzz.impl", text);
    let loaded = front_impl::load(&files, file);
    for problem in loaded.diagnostics.iter().filter(|d| d.is_error()) {
        let shown = source::render(problem, &files, false);
        if problem.message.contains("could not be translated") {
            return Err(format!("lowering made a flaw: {shown}"));
        }
        if problem.place().and_then(|span| files.place(span)).is_none() {
            return Err(format!("an error without a place: {shown}"));
        }
    }
    let tree = match (loaded.tree, &loaded.program) {
        (None, _) => return Ok("not parsed"),
        (Some(_), None) => return Ok("refused"),
        (Some(tree), Some(_)) => tree,
    };
    let Some(program) = loaded.program else { return Ok("refused") };
    let printed = front_impl::print(&tree);
    let file = files.add("printed.impl", printed.as_str());
    match front_impl::load(&files, file).tree {
        Some(again) if again == tree => {}
        _ => return Err(format!("printing changed the program:\n{printed}")),
    }
    let _ = imperative::print(&program);
    let Some(main) = program.main else { return Ok("no main program") };
    let mut state = State::new(&program, main);
    if let Some(proc) = program.proc(main) {
        for v in proc.inputs() {
            if let Some(var) = proc.var(v) {
                state.set(v, default_value(&var.ty));
            }
        }
    }
    let limits = Limits { steps: 2_000, depth: 100, memory: 10_000, bits: 10_000 };
    let done = run(&program, main, state, &Options { limits, points: true, dataflow: true, leaks: true });
    Ok(match done.outcome {
        Outcome::Ok => "ran",
        Outcome::Error { .. } => "erred",
        Outcome::Undetermined { why, .. } => return Err(format!("a run without a meaning: {why}")),
        Outcome::Excluded { .. } | Outcome::Limit { .. } => "stopped",
    })
}

/// Generates tests for every predicate of a program, within small bounds, and runs them.
fn clp_generate(input: &[u8]) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let search = SearchOptions { depth: Some(2), limit: Some(30), ..SearchOptions::default() };
    let mut files = Files::new();
    let file = files.add("fuzz.pl", text);
    let Some(program) = front_clp::load(&files, file).program else { return Ok("no program") };
    let own = program.preds.iter().filter(|p| !p.library && !p.clauses.is_empty());
    // Once as they come, then with ground arguments.
    let ground = own.take(8).map(|p| {
        let modes = vec!["+"; p.arity].join(",");
        let name = logic::quoted(program.terms.name(p.name));
        if p.arity == 0 { name } else { format!("{name}({modes})") }
    });
    let mut outcome = "no tests";
    for entry in std::iter::once(None).chain(ground.map(Some)) {
        let made =
            super::sessions::generate(&front_clp::LANGUAGE, "fuzz.pl", text, entry.as_deref(), &search)?;
        if made == "tests" {
            outcome = made;
        }
    }
    Ok(outcome)
}

/// Loads a Prolog program; what is right is listed, and every clause is printed and read again.
fn clp_program(input: &[u8]) -> Result<&'static str, String> {
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let mut files = Files::new();
    let file = files.add("fuzz.pl", text);
    let loaded = front_clp::load(&files, file);
    for problem in &loaded.diagnostics {
        if problem.place().and_then(|span| files.place(span)).is_none() {
            return Err(format!("a message without a place: {}", problem.message));
        }
        let _ = source::render(problem, &files, false);
    }
    let read = front_clp::read_text(text);
    for item in &read.items {
        let front_clp::Item::Clause(clause) = item else { continue };
        let names = logic::canonical_names(&read.terms, clause.term);
        let shown = logic::Writer::new(&read.terms).names(&names).text(clause.term);
        let again = front_clp::read_text(&format!("{shown} ."));
        let same = match again.items.as_slice() {
            [front_clp::Item::Clause(found)] => {
                let names = logic::canonical_names(&again.terms, found.term);
                logic::Writer::new(&again.terms).names(&names).text(found.term) == shown
            }
            _ => false,
        };
        if !same {
            return Err(format!("printing changed a clause: {shown}"));
        }
    }
    let Some(program) = loaded.program else { return Ok("refused") };
    let _ = logic::listing(&program);
    Ok("loaded")
}

/// Parses a Mercury program; what is right is printed and parsed again, written out, and collected.
fn mercury_program(input: &[u8]) -> Result<&'static str, String> {
    use front_mercury::syntax::{ast::ItemKind, collect, expand, parse, print, print_clause};
    let Ok(text) = std::str::from_utf8(input) else { return Ok("not UTF-8") };
    let mut files = Files::new();
    let file = files.add("fuzz.m", text);
    let parsed = parse(&files, file);
    let printed = print(&parsed.tree);
    let again = files.add("printed.m", printed.as_str());
    if parse(&files, again).tree != parsed.tree {
        return Err(format!("printing changed the tree:\n{printed}"));
    }
    let mut problems = parsed.diagnostics;
    for item in &parsed.tree.items {
        let ItemKind::Clause(clause) = &item.kind else { continue };
        match expand(clause) {
            Ok(expanded) => drop(print_clause(&expanded)),
            Err(found) => problems.extend(found),
        }
    }
    problems.extend(collect(parsed.tree).1);
    // Showing a message takes as long as its line is, and thousands of them may be on one line.
    for problem in problems.iter().take(200) {
        if problem.place().and_then(|span| files.place(span)).is_none() {
            return Err(format!("a message without a place: {}", problem.message));
        }
        let _ = source::render(problem, &files, false);
    }
    Ok(if problems.iter().any(source::Diagnostic::is_error) { "refused" } else { "loaded" })
}
