//! A program that is a test ([`crate::emit`]), read back as one.
//!
//! ```text
//! // check phase                                   the run must end with 1 in `accept`
//! accept := 1;
//! …
//! // check phase: not reached, nil dereference expected      it must end in this error
//! accept := 0
//! ```

use base::Int;
use imperative::ErrorKind;
use source::{Diagnostic, FileId, Files};
use std::path::Path;
use suite::{Datum, Fault, Outcome, Payload, Site, Snapshot, StateTest, Suite, Test};

/// How the check phase begins, and what it says of an error.
pub(crate) const CHECK: &str = "// check phase";
pub(crate) const NOT_REACHED: &str = ": not reached, ";
pub(crate) const EXPECTED: &str = " expected";

/// The variable that tells whether a test passed, or where that name is taken, one with a number behind it.
pub(crate) const ACCEPT: &str = "accept";

/// The test in a file, as a suite of the program that it is.
pub(crate) fn read_suite(files: &Files, file: FileId) -> Result<(Suite, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (name, text) = files.get(file).map_or(("", ""), |f| (f.name(), f.text()));
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let Some(at) = lines.iter().rposition(|line| line.starts_with(CHECK)) else {
        let problem = Diagnostic::error(format!("{name} is no test: it has no check phase"));
        let help = "`glassbox generate FILE --emit impl -o DIR` writes each test as a program";
        return Err(vec![problem.help(help)]);
    };
    let said = lines.get(at).map_or("", |line| &line[CHECK.len()..]);
    let mut test = Test::new(Payload::State(StateTest::default()));
    test.entry = "main".to_string();
    test.name =
        Path::new(name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    match said.strip_prefix(NOT_REACHED).and_then(|rest| rest.strip_suffix(EXPECTED)) {
        Some(message) => {
            let Some(kind) = ErrorKind::of_message(message) else {
                return Err(vec![Diagnostic::error(format!(
                    "{name}:{}: no error is called `{message}`",
                    at + 1
                ))]);
            };
            test.outcome = Outcome::Error { fault: Fault::Kind(kind), site: Site::default() };
        }
        None => {
            let Some(accept) = lines.iter().skip(at).find_map(|line| accepting(line)) else {
                let why = format!("{name}:{}: the check phase does not set `{ACCEPT}`", at + 1);
                return Err(vec![Diagnostic::error(why)]);
            };
            let output =
                Snapshot { env: vec![(accept.to_string(), Datum::Int(Int::ONE))], ..Snapshot::default() };
            test.payload = Payload::State(StateTest { input: Snapshot::default(), output });
        }
    }
    let suite = Suite {
        language: "impl".to_string(),
        source: name.to_string(),
        entry: test.entry.clone(),
        tests: vec![test],
        ..Suite::default()
    };
    Ok((suite, Vec::new()))
}

/// The variable that a line sets, if it is the one that tells whether the test passed.
fn accepting(line: &str) -> Option<&str> {
    let start = line.trim_start_matches(['{', ' ']);
    let end = start.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(start.len());
    let (name, rest) = start.split_at(end);
    let number = name.strip_prefix(ACCEPT)?;
    let own = number.is_empty() || number.strip_prefix('_').is_some_and(|n| n.parse::<u32>().is_ok());
    (own && rest.trim_start().starts_with(":=")).then_some(name)
}
