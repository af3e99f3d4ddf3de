//! `glassbox mutate`.

use crate::Exit;
use crate::arguments::{Format, MutateArguments};
use crate::asking::Asking;
use crate::logic;
use crate::output::{self, Results};
use crate::program::{Answer, Loaded, on_program};
use crate::progress::Bar;
use crate::run::read_suite;
use source::{Diagnostic, Files};
use workbench::{MutateOptions, Mutated, Mutating};

/// Judges a suite by the mutants that it kills.
pub fn mutate(arguments: &MutateArguments) -> Exit {
    let mut files = Files::new();
    let answer = if logic::is_logic(&arguments.file, &arguments.search) {
        logic::mutate(arguments, &mut files)
    } else {
        answer(arguments, &mut files)
    };
    output::exit_of(answer, &files)
}

fn answer(arguments: &MutateArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    let reading = read_suite(&arguments.suite, files)?;
    if arguments.kill && common.output.is_some() && !reading.broken.is_empty() {
        // What cannot be read cannot be written again, and no test may be lost.
        let problem = |(test, why): &(String, String)| {
            Diagnostic::error(format!("{}: {test}: {why}", arguments.suite.display()))
        };
        return Err(reading.broken.iter().map(problem).collect());
    }
    let options = MutateOptions { plan: asking.plan(search), limit: search.limit, kill: arguments.kill };
    let (suite, named) = (reading.suite, search.entry.is_some());
    let work = move |on: &Loaded<'_>, tell: &mut dyn FnMut(Mutating)| {
        let asked = if named { &on.entries[..] } else { &[] };
        Ok(workbench::mutate(on.files, &on.program, &suite, asked, &options, &on.budget, tell))
    };
    let mut bar = Bar::new();
    let worked =
        on_program(&arguments.file, search, &asking, files, work, |heard| bar.hear_of_mutants(heard));
    bar.clear();
    let mut mutated = match worked? {
        Answer::Done(mutated, _, warnings) => {
            warnings.iter().for_each(|w| output::show(w, files));
            mutated
        }
        Answer::Over(exit) => return Ok(exit),
    };
    mutated.invalid.extend(reading.broken);
    write(arguments, &mutated).map_err(|p| vec![p])?;
    if let Some(limit) = mutated.stopped {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        return Ok(Exit::Limit);
    }
    if mutated.more {
        output::show(&Diagnostic::warning("there are more tests than --limit allows"), files);
        return Ok(Exit::Limit);
    }
    let low = arguments.require.is_some_and(|p| 100.0 * mutated.score() < p);
    let wrong = low || !mutated.invalid.is_empty() || !mutated.failing.is_empty();
    Ok(if wrong { Exit::Wrong } else { Exit::Fine })
}

/// With tests added, the file that is named is the suite; what is said about the mutants goes to the screen.
fn write(arguments: &MutateArguments, mutated: &Mutated) -> Result<(), Diagnostic> {
    let file = arguments.common.output.clone();
    if let (true, Some(file)) = (arguments.kill, &file) {
        output::write_file(file, &report::suite_json(&mutated.suite))?;
    }
    let mut results = Results::new(file.filter(|_| !arguments.kill));
    results.text(&match arguments.common.format {
        Format::Json => report::mutate_json(mutated),
        Format::Human => report::mutate_text(mutated),
    });
    results.finish()
}
