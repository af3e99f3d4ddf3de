//! What developers of Glassbox run besides cargo itself: `cargo xtask COMMAND`.
//!
//! [`COMMANDS`] is the list of them. A command gets the arguments after its name and returns the message to fail with. The long ones
//! need the engines and live in the package `campaigns`, which is built when one is asked for; `tidy` is there at once.

mod tidy;

use std::path::PathBuf;
use std::process::ExitCode;

/// A command: its name, what it is for, and the function behind it.
type Command = (&'static str, &'static str, fn(&[String]) -> Result<(), String>);

const COMMANDS: &[Command] = &[
    ("tidy", "check the rules of the house that the compiler does not check", tidy::run),
    ("campaign", "NAME [--programs N] [--seed N]: a long differential run", |args| long("campaign", args)),
    ("fuzz", "TARGET [--seconds N] [--seed N] [--cases N] [--replay FILE]: mutate corpus files", |args| {
        long("fuzz", args)
    }),
];

/// Runs a command of the package `campaigns`.
fn long(name: &str, args: &[String]) -> Result<(), String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = std::process::Command::new(cargo)
        .args(["run", "--quiet", "--package", "campaigns", "--", name])
        .args(args)
        .current_dir(root())
        .status()
        .map_err(|e| e.to_string())?;
    if status.success() { Ok(()) } else { Err("failed".to_string()) }
}

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
