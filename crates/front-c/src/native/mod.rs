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
//! * [`tap`]: what the tests print.
//! * [`gcov`], [`compare`], [`switches`]: what gcov counted, beside what was measured here.

mod compare;
mod compiler;
mod cover;
mod gcov;
mod prepare;
pub(crate) mod ready;
mod switches;
mod tap;

pub(crate) use cover::cover;

use crate::language::Text;
use base::Budget;
use compiler::{Build, Compiler};
use language::native::{NativeOptions, NativeRun, NativeStatus, NativeTrouble, Subject, WriteFile};
use prepare::Prepared;

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
    let mut left = prepared.ready;
    let mut build = Build::Sanitized;
    for round in 0.. {
        if left.is_empty() && round > 0 {
            break;
        }
        let written = prepare::write(text, subject.program, &left, options, round, write)?;
        if round == 0 {
            compiler.build_with_fallback(&written.stem, &mut build)?;
        } else {
            compiler.build(&written.stem, build)?;
        }
        let mut heard = compiler.run_tests(&written)?;
        if heard.out_of_time && heard.statuses.len() > 1 {
            // Alone it gets a time of its own.
            heard.statuses.pop();
        }
        let reached = heard.statuses.len();
        let mut rest = Vec::new();
        let mut place = 0;
        for r in left {
            if let Some((_, why)) = written.left_out.iter().find(|(name, _)| *name == r.name) {
                prepare::set(&mut statuses, r.place, NativeStatus::Skipped(why.clone()));
                continue;
            }
            match heard.statuses.get(place) {
                Some(status) => prepare::set(&mut statuses, r.place, status.clone()),
                None => rest.push(r),
            }
            place += 1;
        }
        // Each round ends at least one test, so there is an end.
        left = if reached == 0 { Vec::new() } else { rest };
    }
    let tests = Prepared::named(suite, statuses);
    let warnings = if build == Build::Sanitized { Vec::new() } else { vec![UNSANITIZED.to_string()] };
    Ok(NativeRun { tests, warnings })
}
