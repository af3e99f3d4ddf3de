//! `glassbox mutate`.

use crate::Exit;
use crate::arguments::{Format, MutateArguments};
use crate::asking::Asking;
use crate::output;
use crate::program::{Answer, Task, limit_reached};
use crate::progress::Bar;
use crate::suites::{self, read_suite, refuse_broken};
use crate::writing::{Mark, Outputs, Results, write_file};
use source::{Diagnostic, Files};
use workbench::{Emitted, MutateOptions, Mutated, Mutating, Session};

/// Judges a suite by the mutants that it kills.
pub fn mutate(arguments: &MutateArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &MutateArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    let asking = Asking::new(common, &[&arguments.file, &arguments.suite])?;
    Outputs::new(common, &[&arguments.file, &arguments.suite], &[])?;
    let task = Task::search(&arguments.file, &arguments.search, &[], &asking)?;
    let reading = read_suite(&arguments.suite, files)?;
    let written = arguments.kill && common.output.is_some();
    if written {
        refuse_broken(&arguments.suite, &reading)?;
    }
    let placing = suites::placing(&arguments.file, task.language(), common)?.filter(|_| written);
    let options = MutateOptions { kill: arguments.kill };
    let suite = reading.suite;
    let work = move |session: &Session<'_>, tell: &mut dyn FnMut(Mutating)| {
        session.can_mutate()?;
        let mutated = session.mutate(&suite, &options, tell);
        let emitted = suites::emitted(session, &mutated.suite, placing.as_ref())?;
        Ok((mutated, emitted))
    };
    let mut bar = Bar::new();
    let worked = task.work(files, work, |heard| bar.hear_of_mutants(heard));
    bar.clear();
    let (mut mutated, emitted) = match worked? {
        Answer::Done(made, _) => made,
        Answer::Over(exit) => return Ok(exit),
    };
    mutated.invalid.extend(reading.broken);
    write(arguments, &mutated, emitted.as_ref()).map_err(|p| vec![p])?;
    if let Some(exit) = limit_reached(mutated.stopped, mutated.more, "tests", files) {
        return Ok(exit);
    }
    let low = arguments.require.is_some_and(|p| 100.0 * mutated.score() < p);
    let wrong = low || !mutated.invalid.is_empty() || !mutated.failing.is_empty();
    Ok(if wrong { Exit::Wrong } else { Exit::Fine })
}

/// With tests added, the file that is named is the suite; what is said about the mutants goes to the screen.
fn write(
    arguments: &MutateArguments,
    mutated: &Mutated,
    emitted: Option<&Emitted>,
) -> Result<(), Diagnostic> {
    let file = arguments.common.output.as_deref();
    if let (true, Some(file)) = (arguments.kill, file) {
        let text = emitted.map_or_else(|| report::suite_json(&mutated.suite), Emitted::together);
        let code = emitted.and_then(|emitted| emitted.files.first());
        write_file(file, &text, code.map_or(Mark::Field, |code| Mark::of(code.ending)))?;
    }
    let file = file.filter(|_| !arguments.kill);
    let width = output::width(file);
    let mark = Mark::of_results(arguments.common.format == Format::Json, None);
    let mut results = Results::new(file, mark);
    results.text(&match arguments.common.format {
        Format::Json => report::mutate_json(mutated),
        Format::Human => report::folded(&report::mutate_text(mutated), width),
    });
    results.finish()
}
