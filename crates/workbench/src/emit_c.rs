//! Suites of C programs as C: see [`front_c::emit`].
//!
//! As for other languages, a test is run before it is written, so that what is expected is at hand as a state in which
//! the objects of the input are the same ones before and after.

use crate::load::{LoadedProgram, Tree, entries};
use front_c::emit::{Case, Emitted, Expected, Subject, emit};
use imperative::machine::{self, Options, State};
use suite::{Suite, Test, Verdict, restore, run_test};

/// A test that was run.
struct Ready<'t> {
    test: &'t Test,
    entry: imperative::ProcId,
    input: State,
    run: machine::Run,
}

/// The tests of a suite as one C file that includes the program under a name.
///
/// # Errors
///
/// Which test cannot be written, and why.
pub fn emit_c(loaded: &LoadedProgram, suite: &Suite, include: &str) -> Result<Emitted, String> {
    let Tree::C(parts) = &loaded.tree else { return Err("C tests are made from C programs only".into()) };
    let (unit, layout) = &**parts;
    let mut ready = Vec::new();
    for test in &suite.tests {
        ready.push(one(loaded, test).map_err(|why| format!("{}: {why}", test.name))?);
    }
    let mut cases = Vec::new();
    for r in &ready {
        let info = layout.procs.get(r.entry.index()).ok_or("a function that is not there")?;
        let function = info.function.ok_or("a function of the library")?;
        let args = info.params.iter().map(|p| p.var.and_then(|v| r.input.get(v).cloned())).collect();
        let expected = match &r.run.outcome {
            machine::Outcome::Error { kind, .. } => Expected::Error(*kind),
            _ => Expected::Ok(r.run.result.clone(), &r.run.state.heap),
        };
        cases.push(Case {
            name: r.test.name.clone(),
            comment: format!("{}: {}", r.test.entry, r.test.condition),
            function,
            args,
            globals: info.globals.and_then(|v| r.input.get(v).cloned()),
            before: &r.input.heap,
            answers: &r.input.answers,
            expected,
        });
    }
    Ok(emit(&Subject { unit, program: &loaded.program, layout, include: include.to_string() }, &cases))
}

fn one<'t>(loaded: &LoadedProgram, test: &'t Test) -> Result<Ready<'t>, String> {
    let program = &loaded.program;
    let entry = *entries(program, Some(&test.entry))?.first().ok_or("there is nothing to run")?;
    let (input, _) = restore(program, entry, &test.input)?;
    match run_test(program, entry, test, &Options::default()) {
        (Verdict::Passed, Some(run)) => Ok(Ready { test, entry, input, run }),
        (Verdict::Failed(why) | Verdict::Invalid(why), _) => Err(why),
        (Verdict::Passed, None) => Err("it could not be run".into()),
    }
}
