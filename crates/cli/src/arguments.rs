//! The command line, as its `--help` shows it.

use clap::{Args, Parser, Subcommand, ValueEnum};
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
    /// Generate a test suite that meets the criteria within the bounds
    #[command(after_help = GENERATE_HELP)]
    Generate(GenerateArguments),
    /// Draw the control flow of a program, or the heaps of a suite, as DOT or SVG
    #[command(after_help = GRAPH_HELP)]
    Graph(GraphArguments),
    /// Run a suite against the program as it is now
    Run(RunArguments),
    /// Answer an SMT-LIB 2.6 script with the embedded solver, printing as z3 does
    #[command(after_help = SOLVE_HELP)]
    Solve(SolveArguments),
}

const GENERATE_HELP: &str = "\
Examples:
  glassbox generate corpus/impl/reverse.impl
  glassbox generate list.impl -c path --loops 2 --format json -o list.suite.json
  glassbox run list.suite.json
  glassbox generate list.impl --html pages/
  glassbox generate list.impl --emit impl -o tests/

Where no bound is given, --loops 3, --depth 4 and --max-cells 6 hold. Where one is given, the others bind
only what would not end otherwise. The summary says which were used.

Exit codes:
  0  done; error outcomes that were found are results
  2  the program or the call is wrong
  3  --timeout, --memory, --limit or Ctrl-C; the suite so far is written all the same";

/// What `generate` takes.
#[derive(Debug, Args)]
pub struct GenerateArguments {
    /// The program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The procedure to test; without it every public one
    #[arg(short = 'e', long, value_name = "ENTRY")]
    pub entry: Option<String>,

    /// What is asked of the suite: branch (the default) or path; may be given several times
    #[arg(short = 'c', long = "criterion", value_name = "CRITERION", value_parser = criterion)]
    pub criteria: Vec<workbench::Criterion>,

    /// At most K iterations each time a loop is entered
    #[arg(long, value_name = "K")]
    pub loops: Option<u32>,

    /// At most K calls that have not returned, the first included
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// At most N decisions on a path
    #[arg(long, value_name = "N")]
    pub path_length: Option<u32>,

    /// The smallest input of each path: fewest cells, then the least sum of absolute values
    #[arg(long)]
    pub minimal: bool,

    /// How many tests each path gets: `one`, a number for so many that differ as much as they can, or
    /// `shapes` for every shape of the input heap
    #[arg(long, value_name = "one|N|shapes", default_value = "one", value_parser = per_path)]
    pub per_path: PerPath,

    /// What holds of the inputs, as after `requires`; may be given several times
    #[arg(long, value_name = "FORMULA")]
    pub assume: Vec<String>,

    /// At most N cells and arrays in an input
    #[arg(long, value_name = "N")]
    pub max_cells: Option<usize>,

    /// At most N tests
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,

    /// In which order paths are looked at
    #[arg(long, value_enum, default_value_t = Strategy::Dfs)]
    pub strategy: Strategy,

    /// The language, where the file's ending does not tell
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,

    /// Write the suite as code instead; with -o into that folder, a file a test
    #[arg(long, value_enum, value_name = "KIND")]
    pub emit: Option<Emit>,

    /// Write a page with pictures, index.html, into this folder as well
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,

    #[command(flatten)]
    pub common: CommonArguments,
}

/// As what a suite is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emit {
    /// IMPL programs: setup, the program, a check that leaves its verdict in `accept`
    Impl,
    /// The same as --format json
    Json,
}

const GRAPH_HELP: &str = "\
Examples:
  glassbox graph list.impl --of cfg | dot -Tpng -o list.png
  glassbox graph list.impl -e insert --of cfg -o insert.svg
  glassbox graph list.suite.json --of heap -o heaps.svg

DOT is written, or SVG where the name after -o ends in .svg.";

/// What `graph` takes.
#[derive(Debug, Args)]
pub struct GraphArguments {
    /// The program; for --of heap a suite, as `generate --format json` writes it
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The procedure to draw, or that of the tests; without it every public one
    #[arg(short = 'e', long, value_name = "ENTRY")]
    pub entry: Option<String>,

    /// What is drawn
    #[arg(long, value_enum, value_name = "WHAT")]
    pub of: GraphOf,

    /// The language, where the file's ending does not tell
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,

    #[command(flatten)]
    pub common: CommonArguments,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphOf {
    /// The control flow graph
    Cfg,
    /// The tree of paths (not supported yet)
    Paths,
    /// The heaps of a suite, before and after each test
    Heap,
}

/// What `run` takes.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The suite, as `generate --format json` writes it
    #[arg(value_name = "SUITE")]
    pub suite: PathBuf,

    /// The program; without it the one that the suite names, beside the suite
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,

    #[command(flatten)]
    pub common: CommonArguments,
}

/// How many tests each path gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerPath {
    /// One.
    One,
    /// So many that differ as much as they can.
    Different(usize),
    /// One for each shape of the input heap, none isomorphic to another.
    Shapes,
}

fn per_path(text: &str) -> Result<PerPath, String> {
    match (text, text.parse::<usize>()) {
        ("one", _) => Ok(PerPath::One),
        ("shapes", _) => Ok(PerPath::Shapes),
        (_, Ok(1)) => Ok(PerPath::One),
        (_, Ok(n)) if n > 1 => Ok(PerPath::Different(n)),
        _ => Err("`one`, `shapes` or a number above 0 is needed".to_string()),
    }
}

/// In which order paths are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strategy {
    /// Depth first
    Dfs,
    /// Breadth first
    Bfs,
    /// Nearest to an outcome that no path has taken
    Coverage,
    /// By chance, from --seed
    Random,
}

fn criterion(text: &str) -> Result<workbench::Criterion, String> {
    workbench::Criterion::parse(text)
}

const SOLVE_HELP: &str = "\
Examples:
  glassbox solve corpus/smt/coins.smt2
  glassbox solve puzzle.smt2 --timeout 10 --format json
  glassbox solve puzzle.smt2 --cross-check z3 --log-queries queries/

Exit codes:
  0  every command was answered (unsat and unknown are answers)
  1  a command made no sense where it stood, or two solvers contradict each other
  2  the script or the call is wrong
  3  --timeout, --memory or Ctrl-C; a check that was running answers unknown";

/// What `solve` takes.
#[derive(Debug, Args)]
pub struct SolveArguments {
    /// The script; `-` reads standard input
    #[arg(value_name = "FILE.smt2")]
    pub file: PathBuf,

    #[command(flatten)]
    pub common: CommonArguments,
}

/// What every command takes.
#[derive(Debug, Args)]
pub struct CommonArguments {
    /// How results are written
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,

    /// Write the results to this file instead of standard output
    #[arg(short = 'o', long = "output", value_name = "PATH")]
    pub output: Option<PathBuf>,

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
