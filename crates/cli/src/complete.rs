//! `glassbox complete`.

use crate::Exit;
use crate::arguments::{CompleteArguments, Format};
use crate::asking::Asking;
use crate::output;
use crate::program::{Answer, Task, limit_reached};
use crate::progress::Bar;
use crate::suites::{self, read_suite, refuse_broken};
use crate::writing::{Mark, Outputs, Results};
use source::{Diagnostic, Files};
use workbench::{Generated, Progress, Session};

/// Completes a suite.
pub fn complete(arguments: &CompleteArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &CompleteArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    let asking = Asking::new(common, &[&arguments.file, &arguments.suite])?;
    Outputs::new(common, &[&arguments.file, &arguments.suite], &[])?;
    let task = Task::search(&arguments.file, &arguments.search, &arguments.criteria, &asking)?;
    let language = task.language();
    let reading = read_suite(&arguments.suite, files)?;
    refuse_broken(&arguments.suite, &reading)?;
    let placing = suites::placing(&arguments.file, language, common)?;
    let suite = reading.suite;
    // The thread that searches also writes the code, so the code needs a finished search.
    let has_code = placing.is_some();
    let work = move |session: &Session<'_>, tell: &mut dyn FnMut(Progress)| {
        let generated = session.complete(&suite, tell);
        let emitted = suites::emitted(session, &generated.suite, placing.as_ref())?;
        let ends = session.outputs_in_names_of_inputs(&generated.suite);
        Ok((generated, emitted, ends))
    };
    let mut bar = Bar::new();
    let kept = |generated| (generated, None, Vec::new());
    let kept: Option<&dyn Fn(Generated) -> _> = (!has_code).then_some(&kept);
    let worked = task.work_or(files, kept, work, |heard| bar.hear(heard));
    bar.clear();
    let ((generated, emitted, ends), file) = match worked? {
        Answer::Done(made, file) => (made, file),
        Answer::Over(exit) => return Ok(exit),
    };
    // With a file named, that is a suite, as the next command wants it; on the screen, it is for people.
    let code = emitted.as_ref().and_then(|emitted| emitted.files.first());
    let mark = code.map_or(Mark::Field, |file| Mark::of(file.ending));
    let mut results = Results::new(common.output.as_deref(), mark);
    if let Some(emitted) = &emitted {
        results.text(&emitted.together());
        suites::say_left_out(emitted, language, files);
    } else if common.output.is_some() || common.format == Format::Json {
        report::generated_json(&generated, report::SuitePieces::default(), &mut |text| results.text(text));
    } else {
        let (name, text) = files.get(file).map_or(("", ""), |f| (f.name(), f.text()));
        let view = arguments.show.view(None, name, text);
        report::suite_text(&generated, &ends, &view, &mut |text| results.text(text));
    }
    results.finish().map_err(|p| vec![p])?;
    for (test, why) in &generated.invalid {
        output::show(&Diagnostic::warning(format!("{test} does not fit the program: {why}")), files);
    }
    if common.output.is_some() && common.format == Format::Human {
        let (all, new) = (generated.suite.tests.len(), generated.added);
        output::say(&format!("{all} tests, {new} of them new"));
    }
    let fine = if generated.invalid.is_empty() { Exit::Fine } else { Exit::Wrong };
    Ok(limit_reached(generated.limit, generated.more, "tests", files).unwrap_or(fine))
}
