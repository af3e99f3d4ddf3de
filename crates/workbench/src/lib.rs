//! The façade: what each command does, as plain data in and plain data out.
//!
//! `cli` calls this crate with texts and options and shows the results; tests and other front ends use it in the same
//! way. Nothing here reads a file or prints.
//!
//! A [`Session`] is one program with all that is asked of it. Its methods are the commands: [`Session::generate`],
//! [`Session::complete`], [`Session::run`], [`Session::cover`], [`Session::mutate`], [`Session::graphs`],
//! [`Session::trace`], [`Session::infer`], [`Session::verify`], [`Session::emit`], [`Session::run_native`]. The flow of a command is the same for all programs. What
//! differs between the kinds is behind one interface, with an engine for each: `imperative`, `logic` and `moded`. Which
//! languages there are is not known here; a [`Request`] brings its own.
//!
//! [`solve`] answers an SMT-LIB script.
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
mod coverage;
mod engine;
mod generate;
mod graph;
mod imperative;
mod inferred;
mod logic;
mod moded;
mod mutate;
mod names;
mod options;
mod partial_suite;
mod session;
mod solve;
mod trace;
mod verified;

pub use ::imperative::{ErrorKind, Notation};
pub use asked::{AskOptions, Asked, Log};
pub use coverage::{Colour, Coverage, Covered, CoveredGoal, Missing, PointCoverage, ProcedureCoverage};
pub use criteria::{Status, Verdict as GoalVerdict};
pub use engine::{Progress, SearchEvent, StreamedCounts};
pub use explore::Strategy;
pub use explore::{Bound, Vectors};
pub use generate::Generated;
pub use graph::{FlowEdge, FlowGraph, FlowKind, FlowMark, FlowNode, GraphOf};
pub use inferred::{
    Domain, End, Inferred, InferredPoint, InferredProc, Node, Picture, PossibleError, Question, Wanted,
};
pub use language::native::{
    Disagreement, Missed, NativeCovered, NativeOptions, NativeRan, NativeRun, NativeStatus, NativeTrouble,
};
pub use language::{Emitted, EmittedFile, Language, Languages, LoadOptions, Placing, WordSizes};
pub use mutate::{Fate, Judged, MutateOptions, Mutated, Mutating};
pub use names::is_criterion;
pub use options::{PerPath, RunMode, Running, SearchOptions};
pub use partial_suite::PartialSuite;
pub use session::{Ran, Request, Session};
pub use smtlib::{CheckVerdict, Definition, ModelText, Query, Response};
pub use solve::{Listener, Program, SolveEnd, SolveOptions, SolveResult, SolverChoice, solve};
pub use solver::Advice;
pub use suite::mutants::Operator;
pub use suite::{
    Datum, Fault, GoalTest, HeapObject, Line, Outcome, Payload, Search, Site, Snapshot, Solution, StateTest,
    Suite, Tally, Test, Verdict,
};
pub use trace::{
    GoalTrace, LabelledProcedure, StateKind, StateStep, TraceOptions, TraceStep, Traced, TracedGoal,
    TracedPath, View,
};
pub use verified::{CheckedObligation, ObligationStatus, Verification};
