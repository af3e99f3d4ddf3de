//! Running a test against a program as it is now.

use crate::snapshot::{output_of, restore};
use crate::{Fault, Outcome, Snapshot, Test, inputs_of};
use imperative::machine::{self, Limits, Options, Run, State, check_state, difference_of_values};
use imperative::{ErrorKind, ProcId, Program, VarId};

/// What came of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Outcome and output are as the test says.
    Passed,
    /// They are not; how, in words.
    Failed(String),
    /// The test does not fit the program; why, in words.
    Invalid(String),
}

/// Tests that people wrote may take long: twenty million steps are about a second.
pub fn patient() -> Limits {
    Limits { steps: 20_000_000, depth: 1_000_000, memory: 20_000_000, ..Limits::default() }
}

/// Runs a test and returns the run too, for measuring. A test says nothing about a variable that the program did not
/// read when the test was made, so it must pass for several values of it ([`inputs_of`]); the run is that of the first.
pub fn run_test(program: &Program, proc: ProcId, test: &Test, options: &Options) -> (Verdict, Option<Run>) {
    let inputs = match inputs_of(program, proc, test) {
        Ok(inputs) => inputs,
        Err(why) => return (Verdict::Invalid(why), None),
    };
    let mut passed = None;
    let mut refused = None;
    for input in inputs {
        match run_on(program, proc, test, input, options) {
            (Verdict::Passed, run) => passed = passed.or(Some((Verdict::Passed, run))),
            // A value that the program does not allow says nothing of the others.
            (Verdict::Invalid(why), run) => refused = refused.or(Some((Verdict::Invalid(why), run))),
            failed => return failed,
        }
    }
    passed.or(refused).unwrap_or_else(|| (Verdict::Invalid("there is nothing to run it on".into()), None))
}

/// Runs a test on one input.
fn run_on(
    program: &Program,
    proc: ProcId,
    test: &Test,
    input: State,
    options: &Options,
) -> (Verdict, Option<Run>) {
    if let Err(why) = check_state(program, proc, &input) {
        return (Verdict::Invalid(why), None);
    }
    if machine::requirements_hold(program, proc, &input, options) == Ok(false) {
        return (Verdict::Invalid("the input does not satisfy what `requires` says".into()), None);
    }
    // A test that expects a leak looks for leaks.
    let leak = test.outcome.fault() == Some(&Fault::Kind(ErrorKind::Leak));
    let options = &Options { leaks: options.leaks || leak, ..options.clone() };
    let run = machine::run(program, proc, input.clone(), options);
    let verdict = match (&run.outcome, &test.outcome) {
        (_, Outcome::Fail) => Verdict::Invalid("only goals of a logic program can fail".into()),
        (machine::Outcome::Ok, Outcome::Ok) => {
            let expected = test.state().map(|state| &state.output);
            expected.map_or(Verdict::Passed, |expected| compare(program, proc, expected, &input, &run))
        }
        (machine::Outcome::Error { kind, .. }, Outcome::Error { fault, .. }) => {
            if fault.is(program, *kind) {
                Verdict::Passed
            } else {
                let (expected, found) = (fault.message(), program.error_message(*kind));
                Verdict::Failed(format!("expected the error `{expected}`, found `{found}`"))
            }
        }
        (machine::Outcome::Ok, Outcome::Error { fault, .. }) => {
            Verdict::Failed(format!("expected the error `{}`, but it returns", fault.message()))
        }
        (machine::Outcome::Error { kind, .. }, Outcome::Ok) => {
            Verdict::Failed(format!("expected it to return, but it errs: {}", program.error_message(*kind)))
        }
        (machine::Outcome::Excluded { .. }, _) => {
            Verdict::Invalid("the input does not satisfy an assumption of the program".into())
        }
        (machine::Outcome::Undetermined { why, .. }, _) => Verdict::Failed(format!("undetermined: {why}")),
        (machine::Outcome::Limit { limit, .. }, _) => {
            let limits = &options.limits;
            Verdict::Failed(match limit {
                machine::Limit::Steps => format!("it did not end within {} steps", limits.steps),
                machine::Limit::Depth => format!("more than {} calls were open", limits.depth),
                machine::Limit::Memory => format!("more than {} values were on the heap", limits.memory),
                machine::Limit::Numbers => format!("a number has more than {} bits", limits.bits),
            })
        }
    };
    (verdict, Some(run))
}

fn compare(
    program: &Program,
    proc: ProcId,
    expected: &Snapshot,
    input: &machine::State,
    run: &Run,
) -> Verdict {
    // Both sides become states again, so that they are compared up to the naming of cells.
    let found = output_of(program, proc, input, &run.state, run.result.as_ref());
    let (expected, expected_result) = match restore(program, proc, expected) {
        Ok(x) => x,
        Err(why) => return Verdict::Invalid(format!("output: {why}")),
    };
    let (found, found_result) = match restore(program, proc, &found) {
        Ok(x) => x,
        Err(why) => return Verdict::Failed(why),
    };
    let Some(of) = program.proc(proc) else { return Verdict::Invalid("there is no such procedure".into()) };
    let mut pairs = Vec::new();
    for i in 0..of.vars.len() {
        let v = VarId::new(i);
        if let Some(e) = expected.get(v) {
            match found.get(v) {
                Some(f) => pairs.push((of.vars[i].name.clone(), e, f)),
                None => return Verdict::Failed(format!("`{}` has no value at the end", of.vars[i].name)),
            }
        }
    }
    match (&expected_result, &found_result) {
        (Some(e), Some(f)) => pairs.push(("result".into(), e, f)),
        (Some(_), None) => return Verdict::Failed("there is no result".into()),
        (None, _) => {}
    }
    match difference_of_values(program, pairs, &expected.heap, &found.heap) {
        None => Verdict::Passed,
        Some(d) => Verdict::Failed(format!("{} is {}, expected {}", d.place, d.found, d.expected)),
    }
}
