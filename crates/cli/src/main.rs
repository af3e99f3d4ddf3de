//! `glassbox`: the program. Arguments, files, signals and exit codes live here, and only here is
//! anything printed; all that is computed comes from `workbench`.
//!
//! Exit codes: 0 done and nothing wrong found; 1 done and something is wrong; 2 the input or the call is
//! wrong; 3 a limit was reached, and what was found up to there was written all the same.

mod arguments;
mod asking;
mod complete;
mod cover;
mod generate;
mod graph;
mod infer;
mod languages;
mod limits;
mod mutate;
mod native;
mod output;
mod program;
mod progress;
mod run;
mod solve;
mod suites;
mod trace;
mod verify;
mod work;
mod writing;

use arguments::{Arguments, Command};
use clap::Parser;
use std::process::ExitCode;

/// What one thread gives back, another can have: threads search, and one of them writes down what they found.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How a run ended, as the world outside sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// Done, nothing wrong found.
    Fine = 0,
    /// Done, and something is wrong.
    Wrong = 1,
    /// The input or the call is wrong.
    Input = 2,
    /// A limit was reached.
    Limit = 3,
    /// Glassbox itself broke; the code is that of any Rust program that does.
    Bug = 101,
}

fn main() -> ExitCode {
    // On wrong arguments clap explains itself and exits with 2.
    let mut arguments = Arguments::parse();
    arguments.command.read_dash();
    let exit = match arguments.command {
        Command::Complete(arguments) => complete::complete(&arguments),
        Command::Cover(arguments) => cover::cover(&arguments),
        Command::Generate(arguments) => generate::generate(&arguments),
        Command::Graph(arguments) => graph::graph(&arguments),
        Command::Infer(arguments) => infer::infer(&arguments),
        Command::Mutate(arguments) => mutate::mutate(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Solve(arguments) => solve::solve(&arguments),
        Command::Trace(arguments) => trace::trace(&arguments),
        Command::Verify(arguments) => verify::verify(&arguments),
    };
    ExitCode::from(exit as u8)
}
