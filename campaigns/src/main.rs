//! Runs that take too long for every test run: `cargo xtask campaign …` and `cargo xtask fuzz …`.
//!
//! One file a campaign, each with fixed seeds; [`campaign`] is the list of them. [`fuzz`] mutates corpus files.

mod arguments;
mod c_corpus;
mod c_emit;
mod campaign;
mod engines;
mod fuzz;
mod limits;
mod suites;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rest = args.get(1..).unwrap_or(&[]);
    let result = match args.first().map(String::as_str) {
        Some("campaign") => campaign::run(rest),
        Some("fuzz") => fuzz::run(rest),
        _ => Err("say `campaign` or `fuzz`".to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    // This package lies directly in the workspace, so its folder has a parent.
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default()
}
