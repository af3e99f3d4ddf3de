//! A loaded program: the program of one of the three models, and what its front end knows of the text.

use crate::native::Native;
use crate::{Emitted, Entry, Placing, entries, predicates};
use imperative::{ProcId, Requirement};
use logic::Term;
use logic::moded::ProcId as ProcedureId;
use source::{Diagnostic, FileId, Files};
use std::path::PathBuf;
use suite::goals::{Judging, Query};
use suite::{GoalTest, Suite, Test};

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
    /// Whether cells of lists stay cells, for analyses of lists: what would make positions of them (in C `&p->next` and
    /// `p + 1`) is not supported where it stands.
    pub lists: bool,
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

/// The three kinds of programs.
pub enum Model {
    /// Statements that change variables and a heap.
    Imperative(Box<Imperative>),
    /// Clauses that are tried one after the other.
    Logic(Box<Logic>),
    /// Predicates whose modes are known, each mode a procedure.
    Moded(Box<Moded>),
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

    /// Reads a term, which ends with a full stop, with the operators of the program. It stands in the program's table;
    /// the caller may cut it off again.
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

    /// The goal that judges a test by its assertions.
    ///
    /// # Errors
    ///
    /// Why the test cannot be run.
    fn judging(&self, program: &mut logic::Program, test: &GoalTest) -> Result<Judging, String> {
        let _ = (program, test);
        Err("assertions have no meaning in this language".to_string())
    }

    /// A suite as code.
    ///
    /// # Errors
    ///
    /// Which test cannot be written, and why.
    fn emit(&self, program: &logic::Program, suite: &Suite, placing: &Placing) -> Result<Emitted, String>;
}

/// A program of predicates whose modes are known.
pub struct Moded {
    /// The program as engines see it: its procedures.
    pub program: logic::Program,
    /// The program as its language sees it.
    pub text: Box<dyn ModedText>,
}

/// What only the front end knows of a program of procedures.
pub trait ModedText: Send + Sync {
    /// The procedures that are named, as `member`, `member/2` or `member(out, in)`; or every public one.
    ///
    /// # Errors
    ///
    /// A sentence that lists what there is.
    fn entries(&self, program: &logic::Program, named: Option<&str>) -> Result<Vec<ProcedureId>, String>;

    /// Whether a procedure has a name that tests can call; lambdas have none.
    fn is_named(&self, proc: ProcedureId) -> bool;

    /// A procedure in superhomogeneous form, with its labels.
    fn labelled(&self, proc: ProcedureId) -> String;

    /// What a procedure can be given.
    ///
    /// # Errors
    ///
    /// Why it cannot be given anything: it reads or writes, or wants values that cannot be made.
    fn inputs(&self, program: &logic::Program, proc: ProcedureId) -> Result<ModedInputs, String>;

    /// A call of a procedure as a goal, given the texts of its inputs, and the variables of its outputs.
    fn call(&self, proc: ProcedureId, inputs: &[String]) -> (String, Vec<String>);

    /// The program with procedures that call entries only where a condition on their inputs holds. In the condition, the inputs
    /// of an entry are `A`, `B`, … in their order.
    ///
    /// # Errors
    ///
    /// What is wrong with the condition.
    fn assuming(
        &self,
        program: &logic::Program,
        entries: &[ProcedureId],
        condition: &str,
    ) -> Result<Assuming, String>;

    /// A program with procedures for tests besides. Labels are the same as in the program without them.
    fn compile(&self, tests: &[Test]) -> CompiledTests;

    /// A suite as code.
    ///
    /// # Errors
    ///
    /// Which test cannot be written, and why.
    fn emit(&self, suite: &Suite, placing: &Placing) -> Result<Emitted, String>;
}

/// A program whose entries are called under a condition.
pub struct Assuming {
    /// The program. It has the same labels.
    pub subject: Moded,
    /// The entries in it.
    pub entries: Vec<ProcedureId>,
    /// For each entry the procedure that asks for the condition and then calls it. It has no labels.
    pub calls: Vec<ProcedureId>,
    /// For each entry the procedure that asks for the condition alone. Its arguments are those of the entry, without outputs.
    pub conditions: Vec<ProcedureId>,
}

/// The types of what a procedure is given.
#[derive(Clone, Debug, Default)]
pub struct ModedInputs {
    /// The types.
    pub types: logic::moded::types::InputTypes,
    /// For each input its type, in the order of the arguments.
    pub args: Vec<logic::moded::types::TypeNumber>,
    /// How many of the first inputs are no arguments: types that have to be known at run time.
    pub hidden: usize,
}

/// A program with procedures for tests.
pub struct CompiledTests {
    /// The program.
    pub program: logic::Program,
    /// For each test its procedures, or what is wrong with it.
    pub tests: Vec<Result<CompiledTest, String>>,
}

/// A test as procedures.
#[derive(Clone, Debug)]
pub struct CompiledTest {
    /// The goal. Its outputs are the values of the variables.
    pub solve: ProcedureId,
    /// The names of the variables, in the order of the outputs.
    pub vars: Vec<String>,
    /// Whether the goal reads or writes: then it has a state of the world as its first input and last output.
    pub world: bool,
    /// The most solutions that are looked at.
    pub limit: Option<usize>,
    /// What must hold, in the order of the text.
    pub assertions: Vec<CompiledAssertion>,
}

/// What must hold of the solutions of a goal.
#[derive(Clone, Debug)]
pub struct CompiledAssertion {
    /// Which solutions it is about.
    pub about: About,
    /// Its text.
    pub text: String,
    /// The condition; nothing if there is none.
    pub check: Option<ProcedureId>,
    /// The inputs of the condition.
    pub inputs: Vec<CheckInput>,
}

/// What an assertion is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// There is a solution.
    Success,
    /// There is none.
    Failure,
    /// The goal or an assertion throws.
    Exception,
    /// The condition holds for the first solution.
    First,
    /// It holds for the solution of this number, counted from 1.
    Numbered(usize),
    /// It holds for some solution.
    Some,
    /// It holds for all solutions.
    All,
    /// There is exactly this number of solutions; without a number, they are counted for other assertions.
    Cardinality(Option<usize>),
    /// The condition holds once, for the number of solutions.
    Count,
}

/// An input of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckInput {
    /// The value of a variable, by its number among those of the test.
    Variable(usize),
    /// The number of solutions.
    Cardinality,
}
