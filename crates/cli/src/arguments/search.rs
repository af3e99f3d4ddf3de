//! What a search over paths takes, whichever command asks for it.

use super::CommonArguments;
use clap::{Args, ValueEnum};
use report::View;
use std::path::Path;
use workbench::SearchOptions;

/// Which procedure, which inputs, how far.
#[derive(Debug, Args)]
pub struct SearchArguments {
    /// The procedure to test, as `name`, `p/3` or `p(+,?,-)`; without it every public one
    #[arg(short = 'e', long, value_name = "ENTRY")]
    pub entry: Option<String>,

    /// What holds of the inputs, as after `requires`; may be given several times
    #[arg(long, value_name = "FORMULA")]
    pub assume: Vec<String>,

    /// At most K iterations each time a loop is entered
    #[arg(long, value_name = "K")]
    pub loops: Option<u32>,

    /// At most K calls that have not returned, the first included
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,

    /// At most K backtracks of a run (logic programs)
    #[arg(long, value_name = "K")]
    pub backtracks: Option<u32>,

    /// Runs end at their first solution (logic programs)
    #[arg(long)]
    pub first_solution: bool,

    /// At most N solutions of a run (logic programs)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "first_solution")]
    pub solutions: Option<u32>,

    /// At most N decisions on a path
    #[arg(long, value_name = "N")]
    pub path_length: Option<u32>,

    /// At most N cells and arrays in an input
    #[arg(long, value_name = "N")]
    pub max_cells: Option<usize>,

    /// Losing memory is an error, too (C)
    #[arg(long)]
    pub leaks: bool,

    /// At most N tests
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,

    /// In which order paths are looked at; without it, nearest to an open goal, or depth first where all paths are wanted
    #[arg(long, value_enum)]
    pub strategy: Option<Strategy>,

    /// Search effort, in percent of the default
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub effort: u64,

    /// The language, where the file's ending does not tell
    #[arg(long, value_name = "NAME")]
    pub language: Option<String>,
}

impl SearchArguments {
    /// What is asked of the search.
    pub fn options(&self, common: &CommonArguments, criteria: &[String]) -> SearchOptions {
        SearchOptions {
            criteria: criteria.to_vec(),
            loops: self.loops,
            depth: self.depth,
            backtracks: self.backtracks,
            path_length: self.path_length,
            max_cells: self.max_cells,
            strategy: match self.strategy {
                None => workbench::Strategy::Suitable,
                Some(Strategy::Dfs) => workbench::Strategy::Depth,
                Some(Strategy::Bfs) => workbench::Strategy::Breadth,
                Some(Strategy::Coverage) => workbench::Strategy::Coverage,
                Some(Strategy::Random) => workbench::Strategy::Random(common.seed),
            },
            first_solution: self.first_solution,
            solutions: self.solutions.map(|most| most as usize),
            leaks: self.leaks,
            limit: self.limit,
            effort: self.effort,
            jobs: common.jobs(),
            ..SearchOptions::default()
        }
    }
}

/// How much of a suite is shown to people.
#[derive(Debug, Args)]
pub struct ShowArguments {
    /// Show the path and the path condition of each test
    #[arg(long)]
    pub conditions: bool,

    /// Show all errors that were found in full; without it at most 20
    #[arg(long)]
    pub all_errors: bool,
}

impl ShowArguments {
    /// How results for a file, or for the screen, are shown.
    pub fn view<'s>(&self, output: Option<&Path>, name: &'s str, text: &'s str) -> View<'s> {
        let width = crate::output::width(output);
        View { width, conditions: self.conditions, all_errors: self.all_errors, name, text }
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
