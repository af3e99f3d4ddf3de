//! What each command takes.

use super::CommonArguments;
use super::search::{SearchArguments, ShowArguments};
use crate::languages::languages;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use workbench::PerPath;

pub(super) const GENERATE_HELP: &str = "\
Examples:
  glassbox generate corpus/impl/reverse.impl
  glassbox generate list.impl -c path --loops 2 --format json -o list.suite.json
  glassbox run list.suite.json
  glassbox generate list.impl --html pages/
  glassbox generate list.impl --emit impl -o tests/
  glassbox generate lists.pl -e append/3 --depth 4 --emit plunit -o lists_test.pl
  glassbox generate sort.pl -e 'quicksort(+,-)' -c clause --first-solution

Where no bound is given, --loops 3, --depth 4 and --max-cells 6 hold (for logic programs --depth 4 and
--backtracks 3). Where one is given, the others bind
only what would not end otherwise. The summary says which were used.

Exit codes:
  0  done; error outcomes that were found are results
  1  an error outcome was found, with --fail-on error
  2  the program or the call is wrong
  3  --timeout, --memory, --limit or Ctrl-C; the suite so far is written all the same";

/// What `generate` takes.
#[derive(Debug, Args)]
pub struct GenerateArguments {
    /// The program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// What is asked of the suite, `branch` (for logic programs `sequence`) by default; may be given several times
    #[arg(short = 'c', long = "criterion", value_name = "CRITERION", value_parser = criterion)]
    pub criteria: Vec<String>,

    #[command(flatten)]
    pub search: SearchArguments,

    /// The smallest input of each path: fewest cells, then the least sum of absolute values
    #[arg(long)]
    pub minimal: bool,

    /// As few tests as meet what is asked of the suite; without it, each goal is met by the smallest test that meets it
    #[arg(long)]
    pub fewest: bool,

    /// How many tests each path gets: `one`, N for N maximally different tests, or `shapes` for every shape of the
    /// input heap
    #[arg(long, value_name = "one|N|shapes", default_value = "one", value_parser = per_path)]
    pub per_path: PerPath,

    /// Exit with 1 if such outcomes were found: tests that end in an error, or errors beside the suite
    #[arg(long, value_enum, value_name = "WHAT")]
    pub fail_on: Option<FailOn>,

    /// Write the suite as code of the language instead: `impl`, `c`, `plunit`; or as `json`. With -o into that file, or
    /// into that folder where it is a file a test
    #[arg(long, value_name = "KIND", value_parser = emit)]
    pub emit: Option<String>,

    /// Write a page with errors, tests and source, index.html, into this folder as well (or into this file, if it ends in .html)
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,

    #[command(flatten)]
    pub show: ShowArguments,

    #[command(flatten)]
    pub common: CommonArguments,
}

/// What `generate` ends with 1 for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    /// Error outcomes
    Error,
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

fn criterion(text: &str) -> Result<String, String> {
    workbench::is_criterion(text).map(|()| text.to_string())
}

/// The kind of suite that is no code.
pub const JSON: &str = "json";

/// As what a suite is written: code of some language, or JSON.
fn emit(text: &str) -> Result<String, String> {
    let mut kinds: Vec<&str> = languages().all().flat_map(|l| l.emits().iter().copied()).collect();
    kinds.push(JSON);
    if kinds.contains(&text) {
        return Ok(text.to_string());
    }
    Err(format!("there are: {}", kinds.join(", ")))
}

pub(super) const GRAPH_HELP: &str = "\
Examples:
  glassbox graph list.impl --of cfg | dot -Tpng -o list.png
  glassbox graph list.impl -e insert --of cfg -o insert.svg
  glassbox graph list.impl -e insert --of paths --loops 2 -o paths.svg
  glassbox graph list.suite.json --of heap -o heaps.svg

DOT is written, or SVG where the name after -o ends in .svg. With --format json, nodes and edges with their labels and lines.";

/// What `graph` takes.
#[derive(Debug, Args)]
pub struct GraphArguments {
    /// The program; for --of heap a suite, as `generate --format json` writes it
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// What is drawn
    #[arg(long, value_enum, value_name = "WHAT")]
    pub of: GraphOf,

    #[command(flatten)]
    pub search: SearchArguments,

    #[command(flatten)]
    pub common: CommonArguments,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GraphOf {
    /// The control flow graph
    Cfg,
    /// The tree of all paths within the bounds
    Paths,
    /// The heaps of a suite, before and after each test
    Heap,
}

pub(super) const INFER_HELP: &str = "\
Examples:
  glassbox infer corpus/lists/dispatch3.c
  glassbox infer list.c -e sort --words all,ordered,multiset --k 1
  glassbox infer list.c -o list.svg

Heaps are drawn where the name after -o ends in .svg or .dot; --html DIR writes a page.";

/// What `infer` takes.
#[derive(Debug, Args)]
pub struct InferArguments {
    /// The program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub inference: InferenceArguments,

    /// Write a page into this folder
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,

    #[command(flatten)]
    pub search: SearchArguments,

    #[command(flatten)]
    pub common: CommonArguments,
}

pub(super) const VERIFY_HELP: &str = "\
Examples:
  glassbox verify corpus/lists/insertion_sort.c
  glassbox verify list.c -e sort --format json

Exit codes:
  0  every claim is proved, and no error was found
  1  a claim is refuted or not proved, or an error was found
  2  the program or the call is wrong
  3  --timeout, --memory or Ctrl-C";

/// What `verify` takes.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// The program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub inference: InferenceArguments,

    #[command(flatten)]
    pub search: SearchArguments,

    #[command(flatten)]
    pub common: CommonArguments,
}

/// How invariants are looked for.
#[derive(Debug, Args)]
pub struct InferenceArguments {
    /// How numbers are related
    #[arg(long, value_enum, value_name = "DOMAIN", default_value_t = DomainName::Polyhedra)]
    pub domain: DomainName,

    /// What is looked for in lists: some of all,ordered,adjacent,pairs,sum,multiset,length, or auto
    #[arg(long, value_name = "WORDS", default_value = "auto", value_parser = words)]
    pub words: Words,

    /// At most N cells that nothing but a link leads to stay apart in a heap; without it, as few as show the claims
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=9))]
    pub k: Option<u8>,
}

impl InferenceArguments {
    /// The same as a question.
    pub fn question(&self) -> workbench::Question {
        workbench::Question {
            domain: match self.domain {
                DomainName::Intervals => workbench::Domain::Intervals,
                DomainName::Octagons => workbench::Domain::Octagons,
                DomainName::Polyhedra => workbench::Domain::Polyhedra,
            },
            words: self.words.0,
            k: self.k.map(usize::from),
        }
    }
}

/// The numerical domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DomainName {
    /// Each number by itself
    Intervals,
    /// Sums and differences of two numbers
    Octagons,
    /// All linear inequalities
    Polyhedra,
}

/// What is looked for; nothing for `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words(pub Option<workbench::Wanted>);

fn words(text: &str) -> Result<Words, String> {
    if text == "auto" {
        return Ok(Words(None));
    }
    let mut wanted = workbench::Wanted::default();
    for name in text.split(',').map(str::trim) {
        let all = workbench::Wanted::NAMES.join(", ");
        wanted =
            wanted.with(name).ok_or_else(|| format!("there is no `{name}`; there are {all}, and auto"))?;
    }
    Ok(Words(Some(wanted)))
}

pub(super) const TRACE_HELP: &str = "\
Examples:
  glassbox trace corpus/impl/sever.impl --loops 1
  glassbox trace list.impl -e insert --path insert:1T2F
  glassbox trace list.impl -e insert --at 7 --assume 'acyclic(x)'

Environments E and heaps H are constraint variables; each step shows what it adds to the constraint C. Paths
are named as in suites. With --at, the state is shown whenever control gets to that line.";

/// What of the states is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StateView {
    /// Arrays, if the program has arrays and no cells; else the heap
    Auto,
    /// Environment, heap and constraint: E, H, C
    Heap,
    /// Value-sets and pictures: State, PC, Picture
    Arrays,
}

/// What `trace` takes.
#[derive(Debug, Args)]
pub struct TraceArguments {
    /// The program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// This path alone
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    pub path: Option<String>,

    /// The states in which control gets to this line
    #[arg(long, value_name = "LINE")]
    pub at: Option<usize>,

    /// What of the states is shown
    #[arg(long, value_name = "VIEW", value_enum, default_value_t = StateView::Auto)]
    pub view: StateView,

    /// Where a decision reads elements that are surely told, leave their array as it is
    #[arg(long)]
    pub shortcuts: bool,

    /// Mercury: the traces of this goal, one for each solution and failure
    #[arg(long, value_name = "GOAL")]
    pub goal: Vec<String>,

    /// Mercury: show the traces of goals as execution segments, with lS and lF
    #[arg(long)]
    pub segments: bool,

    /// Write a page on which one steps through the states, index.html, into this folder as well (arrays)
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,

    #[command(flatten)]
    pub search: SearchArguments,

    #[command(flatten)]
    pub common: CommonArguments,
}

pub(super) const COVER_HELP: &str = "\
Examples:
  glassbox cover list.impl list.suite.json -c branch -c mcdc
  glassbox cover list.impl list.suite.json --html pages/ --lcov list.info
  glassbox cover list.impl list.suite.json --require 90
  glassbox cover list.c list.suite.json --native

What the suite lacks is looked for within the bounds, so that each goal is covered, uncovered, infeasible or
unknown. The percentage is of the goals that are not shown infeasible.

Exit codes:
  0  done
  1  coverage under --require, or a test does not fit the program
  2  the program, the suite or the call is wrong
  3  --timeout, --memory or Ctrl-C; what is not settled by then is unknown";

/// What `cover` takes.
#[derive(Debug, Args)]
pub struct CoverArguments {
    /// The program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The suite, as `generate --format json` writes it
    #[arg(value_name = "SUITE")]
    pub suite: PathBuf,

    /// What is asked of the suite, `branch` (for logic programs `clause` and `port`) by default; may be given several
    /// times
    #[arg(short = 'c', long = "criterion", value_name = "CRITERION", value_parser = criterion)]
    pub criteria: Vec<String>,

    /// Exit with 1 if a criterion is met by less than PERCENT percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub require: Option<f64>,

    /// Write a page with the source in colours, index.html, into this folder as well
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,

    /// C, Ada: compile and run the suite with `CC` or `cc`, or with GNAT, too, and show what gcov counts beside our own measure
    #[arg(long)]
    pub native: bool,

    /// Write an LCOV file as well
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,

    /// Write a Cobertura file as well
    #[arg(long, value_name = "FILE")]
    pub cobertura: Option<PathBuf>,

    #[command(flatten)]
    pub search: SearchArguments,

    #[command(flatten)]
    pub common: CommonArguments,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(p) if (0.0..=100.0).contains(&p) => Ok(p),
        _ => Err("a number from 0 to 100 is needed".to_string()),
    }
}

pub(super) const COMPLETE_HELP: &str = "\
Examples:
  glassbox complete list.impl list.suite.json -c mcdc -o more.suite.json

The tests that are there stay as they are; the new ones follow.

Exit codes:
  0  done
  1  a test of the suite does not fit the program
  2  the program, the suite or the call is wrong
  3  --timeout, --memory, --limit or Ctrl-C; the suite so far is written all the same";

/// What `complete` takes.
#[derive(Debug, Args)]
pub struct CompleteArguments {
    /// The program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The suite, as `generate --format json` writes it
    #[arg(value_name = "SUITE")]
    pub suite: PathBuf,

    /// What is asked of the suite, `branch` (for logic programs `sequence`) by default; may be given several times
    #[arg(short = 'c', long = "criterion", value_name = "CRITERION", value_parser = criterion)]
    pub criteria: Vec<String>,

    #[command(flatten)]
    pub search: SearchArguments,

    #[command(flatten)]
    pub show: ShowArguments,

    #[command(flatten)]
    pub common: CommonArguments,
}

pub(super) const MUTATE_HELP: &str = "\
Examples:
  glassbox mutate list.impl list.suite.json
  glassbox mutate list.impl list.suite.json --require 90
  glassbox mutate list.impl list.suite.json --kill -o more.suite.json

A mutant is the program with one small change. It is killed if a test comes out differently, equivalent if it
is shown that no input tells it from the program, and alive otherwise. What is printed is not looked at: only
results, memory and errors. The score is of the mutants that are not equivalent.

Exit codes:
  0  done
  1  the score is under --require, or a test fails on the program as it is or does not fit it
  2  the program, the suite or the call is wrong
  3  --timeout, --memory, --limit or Ctrl-C; what is not settled by then is alive";

/// What `mutate` takes.
#[derive(Debug, Args)]
pub struct MutateArguments {
    /// The program
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// The suite, as `generate --format json` writes it
    #[arg(value_name = "SUITE")]
    pub suite: PathBuf,

    /// Make tests that kill the living mutants; with -o the suite with them is written there
    #[arg(long)]
    pub kill: bool,

    /// Exit with 1 if the score is less than PERCENT percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub require: Option<f64>,

    #[command(flatten)]
    pub search: SearchArguments,

    #[command(flatten)]
    pub common: CommonArguments,
}

pub(super) const RUN_HELP: &str = "\
Examples:
  glassbox run list.suite.json
  glassbox run list.suite.json --program list.c --native

Exit codes:
  0  every test passes; natively, some may be skipped, which is said
  1  a test fails or does not fit the program
  2  the program, the suite or the call is wrong, or the tests do not compile
  3  --timeout or Ctrl-C";

/// What `run` takes.
#[derive(Debug, Args)]
pub struct RunArguments {
    /// The suite, as `generate --format json` writes it
    #[arg(value_name = "SUITE")]
    pub suite: PathBuf,

    /// The program; without it the one that the suite names, beside the suite
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,

    /// C, Ada: compile the suite with `CC` or `cc`, with sanitizers if it has them, or with GNAT and all checks, and run that
    #[arg(long)]
    pub native: bool,

    /// Write the suite as code of its language instead of running it, or as `json`
    #[arg(long, value_name = "KIND", value_parser = emit)]
    pub emit: Option<String>,

    /// Mercury: which tests may be run; `multi` has no input and output, `io` no tests of several solutions
    #[arg(long, value_name = "MODE", value_enum, default_value_t = TestMode::Any)]
    pub mode: TestMode,

    /// Mercury: do not catch exceptions; a test that expects one shows it
    #[arg(long)]
    pub uncaught: bool,

    /// Write the results as JUnit XML into this file as well
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// Write the results in the Test Anything Protocol into this file as well
    #[arg(long, value_name = "FILE")]
    pub tap: Option<PathBuf>,

    #[command(flatten)]
    pub common: CommonArguments,
}

/// Which tests of programs with modes may be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum TestMode {
    /// All
    Any,
    /// No input and output
    Multi,
    /// No tests of several solutions
    Io,
}

pub(super) const SOLVE_HELP: &str = "\
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
