//! `cover --native`: the tests of a suite compiled to count, run, and read back by gcov.
//!
//! ```text
//! native: 40 of 42 lines executed, 18 of 20 branches taken
//! ```
//!
//! Tests are compiled without sanitizers here, which would add branches of their own; so errors that only sanitizers
//! notice are not run, and what only they cover is not counted.

use super::compare::{Here, compare};
use super::compiler::{Build, Compiler};
use super::prepare;
use crate::language::Text;
use base::Budget;
use imperative::ErrorKind;
use language::native::gcov;
use language::native::rounds;
use language::native::{NativeCovered, NativeOptions, NativeStatus, NativeTrouble, Subject, WriteFile};
use suite::{Fault, Line, Outcome, Suite};

/// A copy of a program that was preprocessed before.
const UNMARKED: &str = "program.c";

/// Runs a suite natively and counts.
///
/// # Errors
///
/// That the tests do not compile, or why they could not be run or counted.
pub(crate) fn cover(
    of: &Text,
    subject: &Subject<'_>,
    options: &NativeOptions,
    budget: &Budget,
    write: &mut WriteFile<'_>,
    measure: &dyn Fn(&Suite) -> Vec<Line>,
) -> Result<NativeCovered, NativeTrouble> {
    let (program, suite) = (subject.program, subject.suite);
    let text = subject.files.get(subject.file).map_or("", |f| f.text());
    // Markers would make the compiler count lines of other files.
    let mut options = options.clone();
    if let Some(plain) = crate::without_markers(text) {
        write(UNMARKED, &plain).map_err(NativeTrouble::Problem)?;
        options.program = options.folder.join(UNMARKED);
    }
    let options = &options;
    let mut compiler = Compiler::new(options, budget);
    let prepared = prepare::prepare(of, program, suite);
    let mut statuses = prepared.refused(suite);
    let mut left = prepared.ready;
    let mut ran = vec![false; suite.tests.len()];
    let mut round = 0;
    let stem = loop {
        let written = prepare::write(of, program, &left, options, round, write)?;
        compiler.build(&written.stem, Build::Counting)?;
        let heard = compiler.run_tests(&written)?;
        for (name, why) in &written.left_out {
            if let Some(at) = left.iter().position(|t| t.name == *name) {
                rounds::set(&mut statuses, left.remove(at).place, NativeStatus::Skipped(why.clone()));
            }
        }
        // A program that does not reach its end writes no counts: the tests run again, without the one that ended it.
        if let (false, Some(last)) = (heard.complete, heard.statuses.last()) {
            let at = heard.statuses.len() - 1;
            rounds::set(&mut statuses, left.remove(at).place, last.clone());
            round += 1;
            continue;
        }
        for (test, status) in left.iter().zip(heard.statuses) {
            let skipped = matches!(status, NativeStatus::Skipped(_));
            rounds::set(&mut statuses, test.place, status);
            if let Some(ran) = ran.get_mut(test.place) {
                *ran = !skipped;
            }
        }
        break written.stem;
    };
    let counts = gcov::read(&compiler.gcov(&stem)?, &options.program.display().to_string())?;
    let tests = rounds::named(suite, statuses);
    let kept = suite.tests.iter().zip(&ran).filter(|(_, ran)| **ran).map(|(t, _)| t.clone()).collect();
    let kept = Suite { tests: kept, ..suite.clone() };
    // A call that does not return is something that gcov counts, other ends are not.
    let calls = [ErrorKind::FailedAssertion, ErrorKind::Abort, ErrorKind::Exit].map(Fault::Kind);
    let line = |outcome: &Outcome| match outcome {
        Outcome::Error { site, fault } if !calls.contains(fault) => site.own_line(),
        _ => None,
    };
    let here = Here {
        text,
        all: &measure(suite),
        run: &measure(&kept),
        errors: kept.tests.iter().filter_map(|t| line(&t.outcome)).collect(),
    };
    let counted = &counts.lines;
    Ok(NativeCovered {
        lines: counted.len(),
        covered_lines: counted.values().filter(|c| c.count > 0).count(),
        branches: counted.values().map(|c| c.branches.len()).sum(),
        taken: counted.values().map(|c| c.branches.len() - c.untaken()).sum(),
        compilers: (0, 0),
        missed: gcov::missed(counted, |_| false),
        disagreements: compare(&counts, &here),
        tests,
    })
}
