//! `--native`: a suite of a C program, judged by the user's own compiler.
//!
//! The suite is written as C ([`ready`]), compiled and run; what it prints is read back.
//!
//! ```text
//! ok 1 - t1
//! # does not hold: result == 4
//! not ok 2 - t2
//! ok 3 - t3 # SKIP needs -fsanitize=address,undefined -fno-sanitize-recover=all
//! ```
//!
//! A test that brings the whole program down is told as failed, and those after it are run in a program without it.
//! Files are written by the caller, who owns the folder; here only the compiler, the tests and gcov are started.
//!
//! * [`ready`]: a suite as C, with what is expected of each test.
//! * [`prepare`]: what is expected of the tests, also of those that the program does not pass any more.
//! * [`compiler`]: starting the compiler and what it made.
//! * [`compare`], [`switches`]: what gcov counted, beside what was measured here.

mod compare;
mod compiler;
mod cover;
mod prepare;
pub(crate) mod ready;
mod switches;

pub(crate) use cover::cover;

use crate::language::Text;
use base::Budget;
use compiler::{Build, Compiler};
use language::native::rounds::{in_rounds, named};
use language::native::{NativeOptions, NativeRun, NativeTrouble, Subject, WriteFile};

/// What is said where many errors go unnoticed.
const UNSANITIZED: &str =
    "the compiler has no sanitizers here, so tests of errors that only they notice are skipped";

/// Compiles the tests of a suite, with sanitizers if the compiler has them, and runs them.
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
    let mut compiler = Compiler::new(options, budget);
    compiler.shifts_constants = crate::emit::shifts_constants(&text.unit);
    let suite = subject.suite;
    let prepared = prepare::prepare(text, subject.program, suite);
    let mut statuses = prepared.refused(suite);
    let mut build = Build::Sanitized;
    in_rounds(prepared.ready, &mut statuses, |left, round| {
        let written = prepare::write(text, subject.program, left, options, round, write)?;
        if round == 0 {
            compiler.build_with_fallback(&written.stem, &mut build)?;
        } else {
            compiler.build(&written.stem, build)?;
        }
        let heard = compiler.run_tests(&written)?;
        Ok((written, heard))
    })?;
    let tests = named(suite, statuses);
    let warnings = if build == Build::Sanitized { Vec::new() } else { vec![UNSANITIZED.to_string()] };
    Ok(NativeRun { tests, warnings })
}
