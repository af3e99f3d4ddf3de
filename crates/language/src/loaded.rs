//! A loaded program: the program of one of the two models, and what its front end knows of the text.

use crate::native::Native;
use crate::{Emitted, Entry, Placing, entries, predicates};
use imperative::{ProcId, Requirement};
use logic::Term;
use source::{Diagnostic, FileId, Files};
use std::path::PathBuf;
use suite::Suite;
use suite::goals::Query;

/// A program, with what its front end remarks; or what is wrong with it, with places.
pub type Loading = Result<Loaded, Vec<Diagnostic>>;

/// How a program is read. A language that does not know an option does not look at it; see
/// [`crate::Language::options`].
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Where the file lives, for what it includes.
    pub path: PathBuf,
    /// Folders for what it includes.
    pub include: Vec<PathBuf>,
    /// Names that are defined before the first line, as NAME or NAME=VALUE.
    pub define: Vec<String>,
    /// How wide machine words are.
    pub sizes: WordSizes,
    /// The other files of the program ([`crate::Language::companions`]).
    pub companions: Vec<FileId>,
}

/// How wide machine words are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WordSizes {
    /// Long words and pointers have 64 bits.
    #[default]
    Lp64,
    /// Words, long words and pointers have 32 bits.
    Ilp32,
}

/// A program, with what its front end remarks.
pub struct Loaded {
    /// The program.
    pub model: Model,
    /// Warnings, in the order of the text.
    pub warnings: Vec<Diagnostic>,
}

/// The two kinds of programs.
pub enum Model {
    /// Statements that change variables and a heap.
    Imperative(Box<Imperative>),
    /// Clauses that are tried one after the other.
    Logic(Box<Logic>),
}

/// An imperative program.
pub struct Imperative {
    /// The program as engines see it.
    pub program: imperative::Program,
    /// The program as its language sees it.
    pub text: Box<dyn ImperativeText>,
}

/// A logic program.
pub struct Logic {
    /// The program as engines see it.
    pub program: logic::Program,
    /// The program as its language sees it.
    pub text: Box<dyn LogicText>,
}

/// What only the front end knows of an imperative program.
pub trait ImperativeText: Send + Sync {
    /// The procedures to test: the one that is named, or every public one.
    ///
    /// # Errors
    ///
    /// A sentence that lists what there is.
    fn entries(&self, program: &imperative::Program, named: Option<&str>) -> Result<Vec<ProcId>, String> {
        entries(program, named)
    }

    /// A formula over the inputs of a procedure; what it needs besides is added to the program.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with places.
    fn formula(
        &self,
        files: &Files,
        formula: FileId,
        program: &mut imperative::Program,
        proc: ProcId,
    ) -> Result<Requirement, Vec<Diagnostic>>;

    /// Whether a suite can be written as such code for this program at this place; asked before a long search.
    ///
    /// # Errors
    ///
    /// Why not.
    fn can_emit(&self, placing: &Placing) -> Result<(), String> {
        let _ = placing;
        Ok(())
    }

    /// A suite as code.
    ///
    /// # Errors
    ///
    /// Which test cannot be written, and why.
    fn emit(
        &self,
        program: &imperative::Program,
        suite: &Suite,
        placing: &Placing,
    ) -> Result<Emitted, String>;

    /// Building and running tests by the user's own tools, where the language has that.
    fn native(&self) -> Option<&dyn Native> {
        None
    }
}

/// What only the front end knows of a logic program.
pub trait LogicText: Send + Sync {
    /// The predicates to test, with the modes of their arguments: those that are named, or every public one.
    ///
    /// # Errors
    ///
    /// A sentence that lists what there is.
    fn entries(&self, program: &logic::Program, named: Option<&str>) -> Result<Vec<Entry>, String> {
        predicates(program, named)
    }

    /// Reads a term, which ends with a full stop, with the operators of the program. It stands in the program's table,
    /// from which whoever asked may cut it off again.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    fn read(&self, program: &mut logic::Program, text: &str) -> Result<Query, String>;

    /// The part of an error term that a test can expect, of one whose context is the system's own.
    fn formal(&self, program: &logic::Program, ball: Term) -> Option<Term> {
        let _ = (program, ball);
        None
    }

    /// A suite as code.
    ///
    /// # Errors
    ///
    /// Which test cannot be written, and why.
    fn emit(&self, program: &logic::Program, suite: &Suite, placing: &Placing) -> Result<Emitted, String>;
}
