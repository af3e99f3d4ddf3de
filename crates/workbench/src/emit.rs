//! Suites as code: each test as a program of the form `Setup; P; Check`.
//!
//! A test is run before it is printed. What it expects is then at hand as a state of the machine, in which
//! the cells of the input are the same ones before and after, as the printer wants it. A test that does not
//! pass has nothing to print: its check would say something else than the test.

use crate::load::{LoadedProgram, Tree, entries};
use front_impl::emit::{Case, Expected, emit};
use imperative::machine::{self, Options};
use suite::{Suite, Test, Verdict, restore, run_test};

/// A test as code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedTest {
    /// The name of the test.
    pub name: String,
    /// The program.
    pub text: String,
    /// The variable that is 1 at the end if the test passes.
    pub accept: String,
    /// The error in which the program must end; `None` if it must end with `accept` = 1.
    pub error: Option<String>,
}

/// The tests of a suite as programs in the language of the program under test.
///
/// # Errors
///
/// Which test cannot be printed, and why.
pub fn emit_suite(loaded: &LoadedProgram, suite: &Suite) -> Result<Vec<EmittedTest>, String> {
    suite.tests.iter().map(|t| one(loaded, t).map_err(|why| format!("{}: {why}", t.name))).collect()
}

fn one(loaded: &LoadedProgram, test: &Test) -> Result<EmittedTest, String> {
    let program = &loaded.program;
    let found = entries(program, Some(&test.entry))?;
    let entry = *found.first().ok_or("there is nothing to run")?;
    let (input, _) = restore(program, entry, &test.input)?;
    let run = match run_test(program, entry, test, &Options::default()) {
        (Verdict::Passed, Some(run)) => run,
        (Verdict::Failed(why) | Verdict::Invalid(why), _) => return Err(why),
        (Verdict::Passed, None) => return Err("it could not be run".into()),
    };
    let expected = match run.outcome {
        machine::Outcome::Error { kind, .. } => Expected::Error(kind),
        _ => Expected::Ok { state: run.state, result: run.result },
    };
    let Tree::Impl(tree) = &loaded.tree else {
        return Err("only IMPL programs have tests as IMPL programs".into());
    };
    let emitted = emit(tree, program, &Case { entry, input, expected });
    Ok(EmittedTest {
        name: test.name.clone(),
        text: emitted.text,
        accept: emitted.accept,
        error: emitted.error.map(|kind| kind.message().to_string()),
    })
}
