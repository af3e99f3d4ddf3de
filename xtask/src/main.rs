//! What developers of Glassbox run besides cargo itself: `cargo xtask COMMAND`.
//!
//! One file a command; [`COMMANDS`] is the list of them. A command gets the arguments after its name
//! and returns the message to fail with.

mod arguments;
mod c_corpus;
mod c_emit;
mod campaign;
mod engines;
mod fuzz;
mod limits;
mod suites;
mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

/// A command: its name, what it is for, and the function behind it.
type Command = (&'static str, &'static str, fn(&[String]) -> Result<(), String>);

const COMMANDS: &[Command] = &[
    ("tidy", "check the rules of the house that the compiler does not check", tidy::run),
    (
        "campaign",
        "c [--programs N], c-corpus [--files A.c,B.c], c-emit [--files A.c,B.c] [--criterion NAME], engines [--problems N], explore, guided, lists [--programs N], solver [--problems N] or suites: long differential runs",
        campaign::run,
    ),
    ("fuzz", "TARGET [--seconds N] [--seed N] [--cases N] [--replay FILE]: mutate corpus files", fuzz::run),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let chosen = args.first().and_then(|name| COMMANDS.iter().find(|(known, ..)| known == name));
    let Some((name, _, run)) = chosen else {
        eprintln!("usage: cargo xtask COMMAND\n");
        for (name, about, _) in COMMANDS {
            eprintln!("  {name:<10} {about}");
        }
        return ExitCode::from(2);
    };
    match run(&args[1..]) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("cargo xtask {name}: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    // xtask lies directly in the workspace, so its folder has a parent.
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().map(PathBuf::from).unwrap_or_default()
}
