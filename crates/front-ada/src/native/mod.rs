//! `--native`: a suite of an Ada program, judged by GNAT.
//!
//! The suite is written as a main procedure ([`crate::emit`]), compiled with all checks, and run; what it prints is read
//! back.
//!
//! ```text
//! gnatmake -q -gnat2022 -gnato -gnata -g -I DIR tests0.adb
//! ok 1 - t1
//! # does not hold: Result = 4
//! not ok 2 - t2
//! ```
//!
//! Files are written by the caller, who owns the folder; here only the compiler, the tests and gcov are started.

mod compiler;
mod cover;
mod decided;

pub(crate) use cover::cover;

use crate::language::{Ready, Text};
use base::Budget;
use compiler::{Build, Compiler};
use language::native::rounds::{Placed, Prepared, Written, in_rounds, named};
use language::native::{NativeOptions, NativeRun, NativeTrouble, Subject, WriteFile, expected};
use suite::Suite;

/// Compiles the tests of a suite with all checks, and runs them.
///
/// # Errors
///
/// That they do not compile, or why they could not be run.
pub(crate) fn run(
    text: &Text,
    subject: &Subject<'_>,
    options: &NativeOptions,
    budget: &Budget,
    write: &mut WriteFile<'_>,
) -> Result<NativeRun, NativeTrouble> {
    let compiler = Compiler::new(options, budget);
    let suite = subject.suite;
    let prepared = prepare(subject, suite);
    let mut statuses = prepared.refused(suite);
    in_rounds(prepared.ready, &mut statuses, |left, _| {
        let (written, _) = written(text, subject, left, write)?;
        compiler.build(&written.stem, Build::Checked)?;
        let heard = compiler.run_tests(&written)?;
        Ok((written, heard))
    })?;
    Ok(NativeRun { tests: named(suite, statuses), warnings: Vec::new() })
}

/// Makes the tests of a suite ready.
fn prepare<'t>(subject: &Subject<'_>, suite: &'t Suite) -> Prepared<Ready<'t>> {
    let mut out = Prepared { ready: Vec::new(), wrong: Vec::new() };
    for (place, test) in suite.tests.iter().enumerate() {
        let known = suite.tests.get(..place).unwrap_or(&[]).iter().any(|t| t.name == test.name);
        let made = match known {
            true => Err(format!("there is another test with the name `{}`", test.name)),
            false => expected(subject.program, test),
        };
        match made {
            Ok(made) => out.ready.push(Placed { place, name: test.name.clone(), ready: (test, made) }),
            Err(why) => out.wrong.push((place, why)),
        }
    }
    out
}

/// Where the lines of the user's file are in the file of tests, if that has a copy of them.
type Copied = Option<crate::emit::Copied>;

/// Writes a file of tests.
fn written(
    text: &Text,
    subject: &Subject<'_>,
    tests: &[Placed<Ready<'_>>],
    write: &mut WriteFile<'_>,
) -> Result<(Written, Copied), NativeTrouble> {
    let ready: Vec<&Ready<'_>> = tests.iter().map(|t| &t.ready).collect();
    let file = text.written(subject.program, &ready);
    write(&format!("{}.adb", file.name), &file.text).map_err(NativeTrouble::Problem)?;
    let reason = |(name, why): (String, String)| (name, format!("it cannot be written in Ada: {why}"));
    let left_out = file.left_out.into_iter().map(reason).collect();
    Ok((Written { stem: file.name, names: file.names, left_out }, file.copied))
}
