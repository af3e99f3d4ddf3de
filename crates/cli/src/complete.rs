//! `glassbox complete`.

use crate::Exit;
use crate::arguments::{CompleteArguments, Format, imperative_criteria};
use crate::asking::Asking;
use crate::logic;
use crate::output::{self, Results};
use crate::program::{Answer, Loaded, on_program};
use crate::progress::Bar;
use crate::run::read_suite;
use source::{Diagnostic, Files};
use workbench::{CoverOptions, Progress};

/// Completes a suite.
pub fn complete(arguments: &CompleteArguments) -> Exit {
    let mut files = Files::new();
    let answer = if logic::is_logic(&arguments.file, &arguments.search) {
        logic::complete(arguments, &mut files)
    } else {
        answer(arguments, &mut files)
    };
    output::exit_of(answer, &files)
}

fn answer(arguments: &CompleteArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    let reading = read_suite(&arguments.suite, files)?;
    if !reading.broken.is_empty() {
        // What cannot be read cannot be written again, and no test may be lost.
        let problem = |(test, why): &(String, String)| {
            Diagnostic::error(format!("{}: {test}: {why}", arguments.suite.display()))
        };
        return Err(reading.broken.iter().map(problem).collect());
    }
    let options = CoverOptions {
        criteria: imperative_criteria(&arguments.criteria)?,
        plan: asking.plan(search),
        limit: search.limit,
        effort: arguments.search.effort,
    };
    let (suite, named) = (reading.suite, search.entry.is_some());
    let before = suite.tests.len();
    let work = move |on: &Loaded<'_>, tell: &mut dyn FnMut(Progress)| {
        let asked = if named { &on.entries[..] } else { &[] };
        Ok(workbench::complete(on.files, &on.program, &suite, asked, &options, &on.budget, tell))
    };
    let mut bar = Bar::new();
    let worked = on_program(&arguments.file, search, &asking, files, work, |heard| bar.hear(heard));
    bar.clear();
    let (generated, invalid) = match worked? {
        Answer::Done(result, _, warnings) => {
            warnings.iter().for_each(|w| output::show(w, files));
            result
        }
        Answer::Over(exit) => return Ok(exit),
    };
    // With a file named, that is a suite, as the next command wants it; on the screen, it is for people.
    let mut results = Results::new(common.output.clone());
    if common.output.is_some() || common.format == Format::Json {
        results.text(&report::generated_json(&generated));
    } else {
        results.text(&report::suite_text(&generated));
    }
    results.finish().map_err(|p| vec![p])?;
    for (test, why) in &invalid {
        output::show(&Diagnostic::warning(format!("{test} does not fit the program: {why}")), files);
    }
    if common.output.is_some() && common.format == Format::Human {
        let new = generated.suite.tests.len() - before;
        output::say(&format!("{} tests, {new} of them new", generated.suite.tests.len()));
    }
    if let Some(limit) = generated.limit {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        return Ok(Exit::Limit);
    }
    if generated.more {
        output::show(&Diagnostic::warning("there are more tests than --limit allows"), files);
        return Ok(Exit::Limit);
    }
    Ok(if invalid.is_empty() { Exit::Fine } else { Exit::Wrong })
}
