//! Building and running the tests of a suite by the tools that users of the language have: their compiler, and what
//! counts how often each line is executed.
//!
//! Files are written by the caller, who owns the folder; a front end only starts programs.

mod expected;
pub mod gcov;
pub mod rounds;
pub mod tap;

pub use expected::{Wanted, expected, passing};

use base::{Budget, Stop};
use imperative::Program;
use source::{Diagnostic, FileId, Files};
use std::path::PathBuf;
use suite::{Line, Suite};

use crate::LoadOptions;

/// How tests are compiled.
#[derive(Clone, Debug, Default)]
pub struct NativeOptions {
    /// The compiler, with arguments after it if need be, as `CC` has it; the usual one if empty.
    pub compiler: String,
    /// The program that reads what was counted; if empty, the one that goes with the compiler.
    pub gcov: String,
    /// How the program is read.
    pub load: LoadOptions,
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
    /// What is to be said about how they were built; nothing if all is as it should be.
    pub warnings: Vec<String>,
}

/// A line of which the user's tools say otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// The line.
    pub line: usize,
    /// What both say.
    pub what: String,
    /// Why that is so, if it is known.
    pub reason: Option<String>,
}

/// What `cover --native` gives besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NativeCovered {
    /// Lines of the program with code, as the user's tools have them.
    pub lines: usize,
    /// Those that were executed.
    pub covered_lines: usize,
    /// Branches of the program.
    pub branches: usize,
    /// Those that were taken at least once.
    pub taken: usize,
    /// Branches on lines where the author decides nothing, which are not among these, and how many of them were taken.
    pub compilers: (usize, usize),
    /// The lines with branches that were not taken.
    pub missed: Vec<Missed>,
    /// Where both measures differ.
    pub disagreements: Vec<Disagreement>,
    /// What came of the tests.
    pub tests: Vec<NativeRan>,
}

/// A line with branches that were not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The line.
    pub line: usize,
    /// All branches of the line.
    pub branches: usize,
    /// Those that were taken at least once.
    pub taken: usize,
    /// Whether the author decides nothing there.
    pub compilers: bool,
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

/// A suite with the program that it is for.
pub struct Subject<'a> {
    /// The texts.
    pub files: &'a Files,
    /// That of the program.
    pub file: FileId,
    /// The program.
    pub program: &'a Program,
    /// The suite.
    pub suite: &'a Suite,
}

/// Building and running tests.
pub trait Native {
    /// Compiles the tests of a suite, and runs them.
    ///
    /// # Errors
    ///
    /// That they do not compile, or why they could not be run.
    fn run(
        &self,
        subject: &Subject<'_>,
        options: &NativeOptions,
        budget: &Budget,
        write: &mut WriteFile<'_>,
    ) -> Result<NativeRun, NativeTrouble>;

    /// Runs a suite and counts; `measure` tells how often the tests of a suite execute each line here.
    ///
    /// # Errors
    ///
    /// That the tests do not compile, or why they could not be run or counted.
    fn cover(
        &self,
        subject: &Subject<'_>,
        options: &NativeOptions,
        budget: &Budget,
        write: &mut WriteFile<'_>,
        measure: &dyn Fn(&Suite) -> Vec<Line>,
    ) -> Result<NativeCovered, NativeTrouble>;
}
