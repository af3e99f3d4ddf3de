//! `cover --native`: the tests of a suite compiled to count, run, and read back by gcov.
//!
//! ```text
//! native: 40 of 42 lines executed, 18 of 20 branches taken
//! ```
//!
//! Tests are compiled without sanitizers here, which would add branches of their own; so errors that only sanitizers
//! notice are not run, and what only they cover is not counted.

use super::compare::{Disagreement, Here, compare};
use super::compiler::{Build, Compiler};
use super::prepare::{self, Prepared};
use super::{NativeOptions, NativeRan, NativeStatus, NativeTrouble, WriteFile, gcov};
use crate::cover::lines_of;
use crate::load::LoadedProgram;
use base::Budget;
use imperative::ErrorKind;
use source::{FileId, Files};
use suite::{Outcome, Suite};

/// A copy of a program that was preprocessed before.
const UNMARKED: &str = "program.c";

/// What `cover --native` gives besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeCovered {
    /// Lines of the program with code, as gcov has them.
    pub lines: usize,
    /// Those that were executed.
    pub covered_lines: usize,
    /// Branches of the program.
    pub branches: usize,
    /// Those that were taken at least once.
    pub taken: usize,
    /// Where both measures differ.
    pub disagreements: Vec<Disagreement>,
    /// What came of the tests.
    pub tests: Vec<NativeRan>,
}

/// Runs a suite natively and counts.
///
/// # Errors
///
/// That the tests do not compile, or why they could not be run or counted.
pub fn cover_native(
    files: &Files,
    file: FileId,
    loaded: &LoadedProgram,
    suite: &Suite,
    options: &NativeOptions,
    budget: &Budget,
    write: &mut WriteFile<'_>,
) -> Result<NativeCovered, NativeTrouble> {
    let text = files.get(file).map_or("", |f| f.text());
    // Markers would make the compiler count lines of other files.
    let mut options = options.clone();
    if let Some(plain) = front_c::without_markers(text) {
        write(UNMARKED, &plain).map_err(NativeTrouble::Problem)?;
        options.program = options.folder.join(UNMARKED);
    }
    let options = &options;
    let mut compiler = Compiler::new(options, budget);
    let prepared = prepare::prepare(loaded, suite);
    let mut statuses = prepared.refused(suite);
    let mut left = prepared.ready;
    let mut ran = vec![false; suite.tests.len()];
    let mut round = 0;
    let stem = loop {
        let written = prepare::write(loaded, &left, options, round, write)?;
        compiler.build(&written.stem, Build::Counting)?;
        let heard = compiler.run_tests(&written)?;
        for (name, why) in &written.left_out {
            if let Some(at) = left.iter().position(|t| t.name == *name) {
                prepare::set(&mut statuses, left.remove(at).place, NativeStatus::Skipped(why.clone()));
            }
        }
        // A program that does not come to its end writes no counts: again, without the test that ended it.
        if let (false, Some(last)) = (heard.complete, heard.statuses.last()) {
            let at = heard.statuses.len() - 1;
            prepare::set(&mut statuses, left.remove(at).place, last.clone());
            round += 1;
            continue;
        }
        for (test, status) in left.iter().zip(heard.statuses) {
            let skipped = matches!(status, NativeStatus::Skipped(_));
            prepare::set(&mut statuses, test.place, status);
            if let Some(ran) = ran.get_mut(test.place) {
                *ran = !skipped;
            }
        }
        break written.stem;
    };
    let counts = gcov::read(&compiler.gcov(&stem)?, &options.program.display().to_string())?;
    let tests = Prepared::named(suite, statuses);
    let kept = suite.tests.iter().zip(&ran).filter(|(_, ran)| **ran).map(|(t, _)| t.clone()).collect();
    let kept = Suite { tests: kept, ..suite.clone() };
    // A call that does not return is something that gcov counts, other ends are not.
    let calls = [ErrorKind::FailedAssertion, ErrorKind::Abort, ErrorKind::Exit].map(ErrorKind::message);
    let line = |outcome: &Outcome| match outcome {
        Outcome::Error { line, message, .. } if !calls.contains(&message.as_str()) => Some(*line),
        _ => None,
    };
    let here = Here {
        text,
        all: &lines_of(files, &loaded.program, suite),
        run: &lines_of(files, &loaded.program, &kept),
        errors: kept.tests.iter().filter_map(|t| line(&t.outcome)).collect(),
    };
    let counted = &counts.lines;
    Ok(NativeCovered {
        lines: counted.len(),
        covered_lines: counted.values().filter(|c| c.count > 0).count(),
        branches: counted.values().map(|c| c.branches.len()).sum(),
        taken: counted.values().map(|c| c.branches.len() - c.untaken()).sum(),
        disagreements: compare(&counts, &here),
        tests,
    })
}
