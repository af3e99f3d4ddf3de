//! `cover --native`: the tests of a suite compiled to count, run, and read back by gcov.
//!
//! Lines are counted with all checks on. Branches are counted without checks, whose branches are not in the source,
//! over the tests in which no check fails. Those on lines where the author decides nothing are reported separately
//! ([`super::decided`]).

use super::compiler::{Build, Compiler};
use super::decided::Decided;
use super::{Copied, prepare, written};
use crate::language::{Ready, Text};
use base::Budget;
use imperative::machine::{Event, Options};
use imperative::{ErrorKind, Program};
use language::native::gcov::{self, Counted};
use language::native::rounds::{Placed, named, set};
use language::native::{
    Disagreement, NativeCovered, NativeOptions, NativeStatus, NativeTrouble, Subject, Wanted, WriteFile,
};
use std::collections::BTreeMap;
use suite::{Line, Suite, patient, run_test};

/// Runs a suite natively and counts.
///
/// # Errors
///
/// That the tests do not compile, or why they could not be run or counted.
pub(crate) fn cover(
    text: &Text,
    subject: &Subject<'_>,
    options: &NativeOptions,
    budget: &Budget,
    write: &mut WriteFile<'_>,
    measure: &dyn Fn(&Suite) -> Vec<Line>,
) -> Result<NativeCovered, NativeTrouble> {
    let compiler = Compiler::new(options, budget);
    let suite = subject.suite;
    let prepared = prepare(subject, suite);
    let mut statuses = prepared.refused(suite);
    let mut left = prepared.ready;
    let (lines, shared) = loop {
        let (file, copied) = written(text, subject, &left, write)?;
        for (name, why) in &file.left_out {
            if let Some(at) = left.iter().position(|t| t.name == *name) {
                set(&mut statuses, left.remove(at).place, NativeStatus::Skipped(why.clone()));
            }
        }
        compiler.build(&file.stem, Build::Counting)?;
        let heard = compiler.run_tests(&file)?;
        // A program that does not reach its end writes no counts: the tests run again, without the one that ended it.
        if !heard.complete
            && let Some(last) = heard.statuses.last()
            && let Some(name) = file.names.get(heard.statuses.len() - 1)
            && let Some(at) = left.iter().position(|t| t.name == *name)
        {
            set(&mut statuses, left.remove(at).place, last.clone());
            continue;
        }
        for (name, status) in file.names.iter().zip(heard.statuses) {
            if let Some(test) = left.iter().find(|t| t.name == *name) {
                set(&mut statuses, test.place, status);
            }
        }
        let mut lines = counted(&compiler, options, &file.stem, &copied)?;
        let mut shared = copied.map(|c| c.shared).unwrap_or_default();
        shared.retain(|line| lines.remove(line).is_some());
        break (lines, shared);
    };
    let run: Vec<usize> = left.iter().map(|t| t.place).collect();
    let calm: Vec<Placed<Ready<'_>>> =
        left.into_iter().filter(|t| needs_no_check(subject.program, &t.ready)).collect();
    let mut branches = BTreeMap::new();
    if !calm.is_empty() {
        let (file, copied) = written(text, subject, &calm, write)?;
        compiler.build(&file.stem, Build::Unchecked)?;
        compiler.run_tests(&file)?;
        branches = counted(&compiler, options, &file.stem, &copied)?;
        branches.retain(|line, _| !shared.contains(line));
    }
    let kept = suite.tests.iter().enumerate().filter(|(at, _)| run.contains(at)).map(|(_, t)| t.clone());
    let kept = Suite { tests: kept.collect(), ..suite.clone() };
    let here = measure(&kept);
    let first = text.sources.files.first();
    let decided = first.map(|f| Decided::of(subject.program, f.id, &f.text));
    let is_compilers = |line: &usize| decided.as_ref().is_some_and(|d| d.is_compilers(*line));
    let of = |compilers: bool| -> Vec<u64> {
        let lines = branches.iter().filter(|(line, _)| is_compilers(line) == compilers);
        lines.flat_map(|(_, c): (_, &Counted)| c.branches.iter().copied()).collect()
    };
    let taken = |all: &[u64]| all.iter().filter(|count| **count > 0).count();
    let (all, compilers) = (of(false), of(true));
    Ok(NativeCovered {
        lines: lines.len(),
        covered_lines: lines.values().filter(|c| c.count > 0).count(),
        branches: all.len(),
        taken: taken(&all),
        compilers: (compilers.len(), taken(&compilers)),
        missed: gcov::missed(&branches, |line| is_compilers(&line)),
        disagreements: disagreements(&lines, &here)
            .into_iter()
            .chain(shared.into_iter().map(not_counted))
            .collect(),
        tests: named(suite, statuses),
    })
}

/// Whether a test does the same without checks. One in which a check fails does not, even if a handler catches that.
/// What the program itself raises is no check.
fn needs_no_check(program: &Program, (test, (entry, _, wanted)): &Ready<'_>) -> bool {
    let own = |kind: &ErrorKind| matches!(kind, ErrorKind::Raised(_));
    if !matches!(wanted, Wanted::Ok(..)) && !matches!(wanted, Wanted::Error(kind, ..) if own(kind)) {
        return false;
    }
    let options = Options { limits: patient(), ..Options::default() };
    let (_, run) = run_test(program, *entry, test, &options);
    run.is_some_and(|run| {
        run.trace.iter().all(|event| !matches!(event, Event::Caught { kind, .. } if !own(kind)))
    })
}

/// What was counted of the user's file, by its lines.
fn counted(
    compiler: &Compiler<'_>,
    options: &NativeOptions,
    stem: &str,
    copied: &Copied,
) -> Result<BTreeMap<usize, Counted>, NativeTrouble> {
    let program = options.program.display().to_string();
    match copied {
        None => {
            let unit =
                options.program.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
            Ok(gcov::read(&compiler.gcov(&unit)?, &program)?.lines)
        }
        Some(map) => {
            let counts = gcov::read(&compiler.gcov(stem)?, &format!("{stem}.adb"))?;
            let mut lines = BTreeMap::new();
            for (theirs, here) in &map.lines {
                if let Some(counted) = counts.lines.get(here) {
                    lines.insert(*theirs, counted.clone());
                }
            }
            Ok(lines)
        }
    }
}

/// A line that is left out of all figures.
fn not_counted(line: usize) -> Disagreement {
    let reason = Some("tests of subprograms inside of this one come here too".to_string());
    Disagreement { line, what: "not counted".to_string(), reason }
}

/// Lines of which one says that they were executed and the other that they were not.
fn disagreements(lines: &BTreeMap<usize, Counted>, here: &[Line]) -> Vec<Disagreement> {
    let mut found: Vec<Disagreement> = Vec::new();
    for line in here {
        let Some(counted) = lines.get(&line.line) else { continue };
        let others = here.iter().filter(|l| l.line == line.line);
        let executed =
            others.map(|l| l.count + l.outcomes.map_or(0, |(yes, no)| yes + no)).max().unwrap_or(0);
        if (counted.count > 0) != (executed > 0) && !found.iter().any(|d| d.line == line.line) {
            let what = format!("gcov counts {}, Glassbox {executed}", counted.count);
            found.push(Disagreement { line: line.line, what, reason: None });
        }
    }
    found
}
