//! The command line, as its `--help` shows it.

mod commands;
mod search;

use clap::{Args, Parser, Subcommand, ValueEnum};
use commands::{
    COMPLETE_HELP, COVER_HELP, GENERATE_HELP, GRAPH_HELP, INFER_HELP, MUTATE_HELP, RUN_HELP, SOLVE_HELP,
    TRACE_HELP, VERIFY_HELP,
};
pub use commands::{
    CompleteArguments, CoverArguments, FailOn, GenerateArguments, GraphArguments, GraphOf, InferArguments,
    JSON, MutateArguments, RunArguments, SolveArguments, StateView, TestMode, TraceArguments,
    VerifyArguments,
};
pub use search::SearchArguments;
use std::path::PathBuf;

const EXIT_CODES: &str = "\
Exit codes:
  0  done, nothing wrong found
  1  done, and something is wrong
  2  the input or the call is wrong
  3  a limit was reached; what was found up to there was written all the same";

/// Looks into programs: tests that meet a criterion, proofs, invariants, symbolic states.
#[derive(Debug, Parser)]
#[command(name = "glassbox", version, about, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Add to a suite the tests that it lacks
    #[command(after_help = COMPLETE_HELP)]
    Complete(CompleteArguments),
    /// Tell how far a suite meets criteria, and what it lacks
    #[command(after_help = COVER_HELP)]
    Cover(CoverArguments),
    /// Generate a test suite that meets the criteria within the bounds
    #[command(after_help = GENERATE_HELP)]
    Generate(GenerateArguments),
    /// Draw the control flow or the paths of a program, or the heaps of a suite, as DOT or SVG
    #[command(after_help = GRAPH_HELP)]
    Graph(GraphArguments),
    /// Infer what holds at the loops and exits of a program with lists or numbers
    #[command(after_help = INFER_HELP)]
    Infer(InferArguments),
    /// Tell which mutants of a program a suite kills, and make tests for the others
    #[command(after_help = MUTATE_HELP)]
    Mutate(MutateArguments),
    /// Run a suite against the program as it is now
    #[command(after_help = RUN_HELP)]
    Run(RunArguments),
    /// Answer an SMT-LIB 2.6 script with the embedded solver, printing as z3 does
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArguments),
    /// Show the symbolic state of a program line by line, for one path or for all
    #[command(after_help = TRACE_HELP)]
    Trace(TraceArguments),
    /// Prove the annotations of a program, or refute them by tests
    #[command(after_help = VERIFY_HELP)]
    Verify(VerifyArguments),
}

impl Command {
    /// `-o -` is standard output, as if nothing were said.
    pub fn read_dash(&mut self) {
        let common = match self {
            Command::Complete(arguments) => &mut arguments.common,
            Command::Cover(arguments) => &mut arguments.common,
            Command::Generate(arguments) => &mut arguments.common,
            Command::Graph(arguments) => &mut arguments.common,
            Command::Infer(arguments) => &mut arguments.common,
            Command::Mutate(arguments) => &mut arguments.common,
            Command::Run(arguments) => &mut arguments.common,
            Command::Solve(arguments) => &mut arguments.common,
            Command::Trace(arguments) => &mut arguments.common,
            Command::Verify(arguments) => &mut arguments.common,
        };
        common.output.take_if(|file| file.as_os_str() == "-");
    }
}

/// What every command takes.
#[derive(Debug, Args)]
pub struct CommonArguments {
    /// How results are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,

    /// Write the results to this file instead of standard output, which `-` names
    #[arg(short = 'o', long = "output", value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Replace files that Glassbox did not write
    #[arg(long)]
    pub force: bool,

    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<f64>,

    /// Stop when more than this much memory is in use
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..))]
    pub memory: Option<u64>,

    /// Who answers: the embedded solver, or a program on the PATH
    #[arg(long, value_enum, default_value_t = Solver::Embedded)]
    pub solver: Solver,

    /// Ask this program the same, and stop at any contradiction
    #[arg(long, value_name = "PROGRAM", value_enum)]
    pub cross_check: Option<Program>,

    /// Write each question to this folder, as a script of its own
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,

    /// Where choices are random, start from this number; the same seed gives the same results
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    #[command(flatten)]
    pub reading: ReadingArguments,

    /// Use at most this many threads; results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub jobs: Option<u32>,
}

impl CommonArguments {
    /// How many threads may work: as many as the machine runs at once, if nothing is said.
    pub fn jobs(&self) -> usize {
        let known = || std::thread::available_parallelism().map_or(1, usize::from);
        self.jobs.map_or_else(known, |n| n as usize)
    }
}

/// How programs are read.
#[derive(Debug, Args)]
pub struct ReadingArguments {
    /// C and Ada: look for headers and other units in this folder too
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<PathBuf>,

    /// C: define a macro, as NAME or NAME=VALUE
    #[arg(short = 'D', value_name = "MACRO")]
    pub define: Vec<String>,

    /// C: how wide the types are
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = DataModel::Lp64)]
    pub data_model: DataModel,
}

impl ReadingArguments {
    /// How a file is read that lives at a path.
    pub fn options(&self, path: &std::path::Path) -> workbench::LoadOptions {
        workbench::LoadOptions {
            path: path.to_path_buf(),
            include: self.include.clone(),
            define: self.define.clone(),
            sizes: match self.data_model {
                DataModel::Lp64 => workbench::WordSizes::Lp64,
                DataModel::Ilp32 => workbench::WordSizes::Ilp32,
            },
            companions: Vec::new(),
            lists: false,
        }
    }
}

/// How wide the types of C are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DataModel {
    /// `long` and pointers have 64 bits
    #[value(name = "LP64", alias = "lp64")]
    Lp64,
    /// `int`, `long` and pointers have 32 bits
    #[value(name = "ILP32", alias = "ilp32")]
    Ilp32,
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Human,
    /// For programs: JSON alone on standard output, everything else on standard error
    Json,
}

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Solver {
    /// The solver that is built in
    Embedded,
    /// The program z3
    Z3,
    /// The program cvc5
    Cvc5,
}

/// A program that can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Program {
    /// The program z3
    Z3,
    /// The program cvc5
    Cvc5,
}

impl From<Program> for workbench::Program {
    fn from(program: Program) -> workbench::Program {
        match program {
            Program::Z3 => workbench::Program::Z3,
            Program::Cvc5 => workbench::Program::Cvc5,
        }
    }
}

impl From<Solver> for workbench::SolverChoice {
    fn from(solver: Solver) -> workbench::SolverChoice {
        match solver {
            Solver::Embedded => workbench::SolverChoice::Embedded,
            Solver::Z3 => workbench::SolverChoice::Program(workbench::Program::Z3),
            Solver::Cvc5 => workbench::SolverChoice::Program(workbench::Program::Cvc5),
        }
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(seconds),
        _ => Err("a number of seconds above zero is needed, such as 10 or 0.5".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn seconds_are_positive_numbers() {
        assert_eq!(seconds("0.5"), Ok(0.5));
        for wrong in ["0", "-1", "x", "inf", "NaN", ""] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
