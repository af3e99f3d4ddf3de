//! The commands for logic programs.
//!
//! * [`load_logic`]: a program of Prolog or CLP. [`logic_entries`]: which predicates are tested, with which modes.
//! * [`generate_logic`]: a suite that meets criteria within bounds.
//! * [`run_goals`]: a suite against the program as it is now.
//! * [`cover_logic`], [`complete_logic`]: how far a suite meets criteria, and what it lacks.
//! * [`mutate_logic`]: which small slips in a program a suite notices.
//! * [`derivations`]: the paths of a predicate as a tree.

mod cover;
mod entries;
mod generate;
mod hunt;
mod mutate;
mod paths;
mod run;

pub use cover::{complete_logic, cover_logic};
pub use entries::{LogicEntry, logic_entries};
pub use generate::{GeneratedGoals, LogicOptions, generate_logic};
pub use mutate::{GoalMutant, MutatedGoals, mutate_logic};
pub use paths::{Derivation, derivations};
pub use run::run_goals;

use source::{Diagnostic, FileId, Files};

/// A logic program with what the front end remarks.
pub struct LoadedLogic {
    /// The program.
    pub program: logic::Program,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// Reads and lowers a logic program.
///
/// # Errors
///
/// What is wrong with it, with places.
pub fn load_logic(files: &Files, file: FileId) -> Result<LoadedLogic, Vec<Diagnostic>> {
    let loaded = front_clp::load(files, file);
    match loaded.program {
        Some(program) => Ok(LoadedLogic { program, warnings: loaded.diagnostics }),
        None => Err(loaded.diagnostics),
    }
}

/// A suite as a file of plunit tests.
pub fn emit_plunit(suite: &suite::GoalSuite, program: &logic::Program, path: &str) -> String {
    front_clp::plunit::emit(suite, program, path)
}

/// A file of plunit tests as a suite, with what could not be read.
pub fn read_plunit(files: &Files, file: FileId) -> (suite::GoalSuite, Vec<Diagnostic>) {
    front_clp::plunit::read(files, file)
}
