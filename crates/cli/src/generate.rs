//! `glassbox generate`.

use crate::Exit;
use crate::arguments::{FailOn, Format, GenerateArguments};
use crate::asking::Asking;
use crate::output::{self, Results};
use crate::program::{Answer, Task, limit_reached};
use crate::progress::Bar;
use crate::suites;
use source::{Diagnostic, Files};
use workbench::{Emitted, Generated, Language, Line, Placing, Progress, Session};

/// What the working thread brings back.
struct Made {
    generated: Generated,
    /// The tests as code, if that was asked for.
    emitted: Option<Emitted>,
    /// What the page shows of the source, if one was asked for.
    lines: Vec<Line>,
}

/// Generates a suite.
pub fn generate(arguments: &GenerateArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

/// How the suite is written as code, if that was asked for; asked before anything is searched.
fn placing(
    arguments: &GenerateArguments,
    language: &'static dyn Language,
) -> Result<Option<Placing>, Vec<Diagnostic>> {
    suites::emit_placing(arguments.emit.as_deref(), &arguments.file, language, &arguments.common)
}

fn answer(arguments: &GenerateArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    let task = Task::search(&arguments.file, search, &arguments.criteria, &asking)?.with(|options| {
        options.minimal = arguments.minimal;
        options.fewest = arguments.fewest;
        options.per_path = arguments.per_path;
    });
    let language = task.language();
    let placing = placing(arguments, language)?;
    let page = arguments.html.is_some();
    let work = move |session: &Session<'_>, tell: &mut dyn FnMut(Progress)| {
        if let Some(placing) = &placing {
            session.can_emit(placing)?;
        }
        let generated = session.generate(tell);
        let emitted = suites::emitted(session, &generated.suite, placing.as_ref())?;
        let lines = if page { session.lines(&generated.suite) } else { Vec::new() };
        Ok(Made { generated, emitted, lines })
    };
    let mut bar = Bar::new();
    let worked = task.work(files, work, |heard| bar.hear(heard));
    bar.clear();
    let (made, file) = match worked? {
        Answer::Done(made, file) => (made, file),
        Answer::Over(exit) => return Ok(exit),
    };
    let shown = files.get(file).map_or(("", ""), |f| (f.name(), f.text()));
    write(arguments, &made, shown).map_err(|p| vec![p])?;
    let generated = &made.generated;
    if let Some(emitted) = &made.emitted {
        suites::say_left_out(emitted, language, files);
        // Code has no place for it.
        report::unknown_text(generated, output::width(None)).lines().for_each(output::say);
    }
    let exit = limit_reached(generated.limit, generated.more, "tests", files).unwrap_or(Exit::Fine);
    let errors = generated.suite.tests.iter().chain(&generated.errors).filter(|t| t.is_error()).count();
    Ok(failed_on(arguments, errors, files).unwrap_or(exit))
}

/// The exit code if errors were found and that was asked about. They are there, whatever limit was reached besides.
fn failed_on(arguments: &GenerateArguments, errors: usize, files: &Files) -> Option<Exit> {
    if errors == 0 || arguments.fail_on != Some(FailOn::Error) {
        return None;
    }
    let text = match errors {
        1 => "1 error outcome was found (--fail-on error)".to_string(),
        n => format!("{n} error outcomes were found (--fail-on error)"),
    };
    output::show(&Diagnostic::error(text), files);
    Some(Exit::Wrong)
}

/// Writes the suite as it was asked for.
fn write(arguments: &GenerateArguments, made: &Made, (name, text): (&str, &str)) -> Result<(), Diagnostic> {
    let generated = &made.generated;
    if let Some(folder) = &arguments.html {
        output::make_folder(folder)?;
        output::write_file(&folder.join("index.html"), &report::suite_html(generated, text, &made.lines))?;
    }
    let common = &arguments.common;
    if let Some(emitted) = &made.emitted {
        return output::write_code(emitted, common.output.as_deref());
    }
    let mut results = Results::new(common.output.clone());
    let json = common.format == Format::Json || arguments.emit.is_some();
    if json {
        report::generated_json(generated, &mut |text| results.text(text));
    } else {
        let view = arguments.show.view(common.output.as_deref(), name, text);
        report::suite_text(generated, &view, &mut |text| results.text(text));
    }
    results.finish()?;
    if common.output.is_some() {
        // Whoever waits sees what came of it.
        report::summary_text(generated, output::width(None)).lines().for_each(output::say);
    }
    Ok(())
}
