//! `--native`: a suite of a C program, judged by the user's own compiler.
//!
//! The suite is written as C ([`crate::emit_c()`]), compiled and run; what it prints is read back.
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
//! * [`prepare`]: what is expected of the tests, also of those that the program does not pass any more.
//! * [`compiler`]: starting the compiler and what it made.
//! * [`tap`]: what the tests print.
//! * [`gcov`], [`compare`], [`switches`]: what gcov counted, beside what was measured here.

mod compare;
mod compiler;
mod cover;
mod gcov;
mod prepare;
mod switches;
mod tap;

pub use compare::Disagreement;
pub use cover::{NativeCovered, cover_native};

use crate::load::{LoadedProgram, Tree};
use base::{Budget, Stop};
use compiler::{Build, Compiler};
use front_c::types::DataModel;
use prepare::Prepared;
use source::Diagnostic;
use std::path::PathBuf;
use suite::Suite;

/// How tests are compiled.
#[derive(Clone, Debug, Default)]
pub struct NativeOptions {
    /// The compiler, with arguments after it if need be, as `CC` has it; `cc` if empty.
    pub compiler: String,
    /// The program that reads what was counted; if empty, the `gcov` that goes with the compiler.
    pub gcov: String,
    /// Folders for headers, as with `-I`.
    pub include_dirs: Vec<PathBuf>,
    /// Macros, as with `-D`.
    pub defines: Vec<String>,
    /// How wide the types are.
    pub model: DataModel,
    /// The program under test, by its absolute path.
    pub program: PathBuf,
    /// The folder that the files are written to, which is there and belongs to this run alone.
    pub folder: PathBuf,
}

/// What the compiled tests say of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NativeStatus {
    /// It passes.
    Passed,
    /// It does not; why, in words.
    Failed(String),
    /// It was not run; why, in words.
    Skipped(String),
}

/// A test with what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeRan {
    /// Its name.
    pub name: String,
    /// What came of it.
    pub status: NativeStatus,
}

/// What `run --native` gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeRun {
    /// The tests, in the order of the suite.
    pub tests: Vec<NativeRan>,
    /// Whether they were compiled with sanitizers; without them many errors go unnoticed.
    pub sanitized: bool,
}

/// Why there is no result.
#[derive(Clone, Debug)]
pub enum NativeTrouble {
    /// Something does not work; what, in words.
    Problem(Diagnostic),
    /// The tests do not compile; what the compiler says.
    DoesNotCompile(String),
    /// A limit was reached.
    Stopped(Stop),
}

impl From<String> for NativeTrouble {
    fn from(why: String) -> NativeTrouble {
        NativeTrouble::Problem(Diagnostic::error(why))
    }
}

/// Writes a file of this name into the folder of the run.
pub type WriteFile<'a> = dyn FnMut(&str, &str) -> Result<(), Diagnostic> + 'a;

/// Compiles the tests of a suite, with sanitizers if the compiler has them, and runs them.
///
/// # Errors
///
/// That they do not compile, or why they could not be run.
pub fn run_native(
    loaded: &LoadedProgram,
    suite: &Suite,
    options: &NativeOptions,
    budget: &Budget,
    write: &mut WriteFile<'_>,
) -> Result<NativeRun, NativeTrouble> {
    let mut compiler = Compiler::new(options, budget);
    if let Tree::C(parts) = &loaded.tree {
        compiler.shifts_constants = front_c::emit::shifts_constants(&parts.0);
    }
    let prepared = prepare::prepare(loaded, suite);
    let mut statuses = prepared.refused(suite);
    let mut left = prepared.ready;
    let mut build = Build::Sanitized;
    for round in 0.. {
        if left.is_empty() && round > 0 {
            break;
        }
        let written = prepare::write(loaded, &left, options, round, write)?;
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
    Ok(NativeRun { tests, sanitized: build == Build::Sanitized })
}
