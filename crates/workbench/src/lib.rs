//! The façade: what each command does, as plain data in and plain data out.
//!
//! `cli` calls this crate with texts and options and shows what comes back; tests and other front ends
//! walk the same way. Nothing here reads a file or prints. One file a command:
//!
//! * [`emit_suite`]: a suite as programs.
//! * [`flow_graph`]: the control flow graph of a procedure.
//! * [`generate`]: a suite that meets criteria within bounds.
//! * [`cover`], [`complete`]: how far a suite meets criteria, and what it lacks.
//! * [`mutate`]: which small slips in a program a suite notices.
//! * [`run_suite`]: a suite against the program as it is now.
//! * [`run_native`], [`cover_native`]: the same for a C program, by the user's own compiler.
//! * [`trace`], [`path_tree`]: the symbolic states of paths, and all paths as a tree.
//! * [`solve`]: answers an SMT-LIB script.
//!
//! ```
//! use base::Budget;
//! use source::Files;
//! use workbench::{SolveEnd, SolveOptions, solve};
//!
//! let mut files = Files::new();
//! let file = files.add("hello.smt2", "(echo \"hello\")");
//! let result = solve(&files, file, &SolveOptions::default(), &Budget::unlimited(), &mut ());
//! assert!(matches!(result.end, SolveEnd::Done));
//! assert_eq!(result.responses[0].to_string(), "hello");
//! ```

mod asked;
mod bounds;
mod choice;
mod cover;
mod coverage;
mod emit;
mod emit_c;
mod flow;
mod found;
mod generate;
mod hunt;
mod load;
mod logic;
mod mutate;
mod native;
mod run;
mod slips;
mod solve;
mod trace;

pub use ::logic::Program as LogicProgram;
pub use asked::{AskOptions, Asked, Log};
pub use bounds::CELLS;
pub use concolic::Mode;
pub use cover::{CoverOptions, Covered, Line, complete, cover, lines_of};
pub use coverage::{Coverage, CoveredGoal, Missing, MissingStatus};
pub use criteria::logic::LogicCriterion;
pub use criteria::{Criterion, Mcdc};
pub use emit::{EmittedTest, emit_suite};
pub use emit_c::emit_c;
pub use explore::{Bounds, PerPath, Plan, Strategy};
pub use flow::{FlowEdge, FlowGraph, FlowKind, FlowNode, flow_graph};
pub use front_c::emit::{Emitted as EmittedC, include_name};
pub use front_c::types::DataModel;
pub use generate::{GenerateOptions, Generated, generate};
pub use hunt::Progress;
pub use imperative::ProcId;
pub use load::{
    Language, LoadOptions, LoadedProgram, assume, entries, load_program, load_program_with, readable,
};
pub use logic::{
    Derivation, GeneratedGoals, GoalMutant, LoadedLogic, LogicEntry, LogicOptions, MutatedGoals,
    complete_logic, cover_logic, derivations, emit_plunit, generate_logic, load_logic, logic_entries,
    mutate_logic, read_plunit, run_goals,
};
pub use mutate::{Fate, Judged, MutateOptions, Mutated, Mutating, mutate};
pub use native::{
    Disagreement, NativeCovered, NativeOptions, NativeRan, NativeRun, NativeStatus, NativeTrouble, WriteFile,
    cover_native, run_native,
};
pub use run::{Ran, run_suite};
pub use smtlib::{CheckVerdict, Definition, ModelText, Query, Response};
pub use solve::{Listener, Program, SolveEnd, SolveOptions, SolveResult, SolverChoice, solve};
pub use solver::Advice;
pub use suite::mutants::Operator;
pub use suite::{Datum, HeapObject, Outcome, Search, Snapshot, Suite, Tally, Test, Verdict};
pub use suite::{Ending, GoalSuite, GoalTest, Solution};
pub use trace::{PathOptions, TraceStep, Traced, TracedPath, path_tree, trace};
