//! `glassbox run`.

use crate::Exit;
use crate::arguments::{Format, RunArguments};
use crate::logic;
use crate::native;
use crate::output::{self, Results};
use report::Reading;
use source::{Diagnostic, Files};
use std::path::{Path, PathBuf};
use workbench::{Language, Verdict};

/// Reads a suite from a file.
pub fn read_suite(file: &Path, files: &mut Files) -> Result<Reading, Vec<Diagnostic>> {
    let id = output::read_text(file, files).map_err(|p| vec![p])?;
    let text = files.get(id).map_or("", |f| f.text());
    report::read_suite(text).map_err(|why| vec![Diagnostic::error(format!("{}: {why}", file.display()))])
}

/// Runs a suite.
pub fn run(arguments: &RunArguments) -> Exit {
    let mut files = Files::new();
    let answer = if logic::is_goal_suite(&arguments.suite) {
        if arguments.native { Err(native::refused()) } else { logic::run(arguments, &mut files) }
    } else {
        answer(arguments, &mut files)
    };
    output::exit_of(answer, &files)
}

/// The program of a suite. A suite names it from where it was made; beside the suite is the second guess.
pub fn program_of(arguments: &RunArguments, source: &str) -> PathBuf {
    arguments.program.clone().unwrap_or_else(|| {
        let named = PathBuf::from(source);
        let folder = arguments.suite.parent().unwrap_or(Path::new(""));
        let guesses = [Some(folder.join(&named)), named.file_name().map(|name| folder.join(name))];
        let found = guesses.into_iter().flatten().find(|guess| guess.exists());
        if named.exists() { named } else { found.unwrap_or(named) }
    })
}

fn answer(arguments: &RunArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let one = |p: Diagnostic| vec![p];
    let reading = read_suite(&arguments.suite, files)?;
    let program = program_of(arguments, &reading.suite.source);
    let language = Language::choose(&program.display().to_string(), Some(&reading.suite.language))
        .map_err(|why| vec![Diagnostic::error(why)])?;
    if arguments.native && language != Language::C {
        return Err(native::refused());
    }
    let file = output::read_text(&program, files).map_err(one)?;
    let options = arguments.common.c.options(&program);
    let loaded = workbench::load_program_with(files, file, language, &options)?;
    if arguments.native {
        return native::run(arguments, &program, &loaded, reading, files);
    }
    let mut ran = workbench::run_suite(&loaded.program, &reading.suite);
    ran.extend(
        reading.broken.into_iter().map(|(name, why)| workbench::Ran { name, verdict: Verdict::Invalid(why) }),
    );
    let mut results = Results::new(arguments.common.output.clone());
    results.text(&match arguments.common.format {
        Format::Json => report::run_json(&ran),
        Format::Human => report::run_text(&ran),
    });
    results.finish().map_err(one)?;
    let fine = ran.iter().all(|r| r.verdict == Verdict::Passed);
    Ok(if fine { Exit::Fine } else { Exit::Wrong })
}
