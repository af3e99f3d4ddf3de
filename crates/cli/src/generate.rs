//! `glassbox generate`.

use crate::Exit;
use crate::arguments::{FailOn, Format, GenerateArguments};
use crate::asking::Asking;
use crate::output;
use crate::program::{Answer, Task, limit_reached};
use crate::progress::{Bar, Beat};
use crate::suites;
use crate::writing::{Mark, Outputs, Results};
use report::SuitePieces;
use source::{Diagnostic, Files};
use std::path::PathBuf;
use workbench::{Emitted, Generated, Language, Line, Placing, SearchEvent, Session, Snapshot, Suite, Test};

/// What the working thread says while it works.
enum Event {
    /// What the search tells.
    SearchEvent(SearchEvent),
    /// Tests are to follow, of this suite.
    Begins(Box<Suite>),
}

/// Tests that are written as they are found.
#[derive(Default)]
struct Flow {
    open: Option<Open>,
}

/// A suite of which a part is written.
struct Open {
    suite: Suite,
    results: Results,
    pieces: SuitePieces,
}

impl Flow {
    fn begin(&mut self, suite: Suite, file: Option<PathBuf>) {
        self.open = Some(Open {
            suite,
            results: Results::new(file.as_deref(), Mark::Field),
            pieces: SuitePieces::default(),
        });
    }

    fn test(&mut self, test: &Test) {
        if let Some(open) = &mut self.open {
            open.results.text(&open.pieces.test(&open.suite, test));
        }
    }

    /// The search did not finish. The tests found so far are still a suite.
    fn end(self) -> Result<(), Diagnostic> {
        let Some(mut open) = self.open else { return Ok(()) };
        let unfinished = Generated { suite: open.suite, ..Generated::default() };
        report::generated_json(&unfinished, open.pieces, &mut |text| open.results.text(text));
        open.results.finish()
    }
}

/// What the working thread brings back.
struct Made {
    generated: Generated,
    /// The tests as code, if that was asked for.
    emitted: Option<Emitted>,
    /// What the page shows besides, if one was asked for: the lines of the source, and inputs to compare outputs with.
    lines: Vec<Line>,
    ends: Vec<Option<Snapshot>>,
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
    let asking = Asking::new(common, &[&arguments.file])?;
    let task = Task::search(&arguments.file, search, &arguments.criteria, &asking)?.with(|options| {
        options.minimal = arguments.minimal;
        options.fewest = arguments.fewest;
        options.per_path = arguments.per_path;
    });
    let language = task.language();
    let placing = placing(arguments, language)?;
    let outputs = Outputs::new(common, &[&arguments.file], &[])?;
    let page_file = outputs.page(arguments.html.as_deref())?;
    let page = page_file.is_some();
    // What is written test by test need not be kept.
    let flows = common.format == Format::Json && arguments.emit.is_none() && !page;
    let for_people = common.format != Format::Json && arguments.emit.is_none();
    let work = move |session: &Session<'_>, tell: &mut dyn FnMut(Event)| {
        if let Some(placing) = &placing {
            session.can_emit(placing)?;
        }
        let mut beat = Beat::new();
        let mut suite = flows.then(|| Box::new(session.no_tests()));
        let mut hear = |heard: SearchEvent| match heard {
            SearchEvent::Progress(_) if beat.is_due() => tell(Event::SearchEvent(heard)),
            SearchEvent::Progress(_) => {}
            SearchEvent::Test(_) => {
                suite.take().into_iter().for_each(|suite| tell(Event::Begins(suite)));
                tell(Event::SearchEvent(heard));
            }
        };
        let generated = match flows {
            true => session.generate_each(&mut hear),
            false => session.generate(&mut |progress| hear(SearchEvent::Progress(progress))),
        };
        // What was found wrong is worth a test, also where no goal needs it.
        let emitted = match generated.errors.is_empty() || placing.is_none() {
            true => suites::emitted(session, &generated.suite, placing.as_ref())?,
            false => suites::emitted(session, &session.with_errors(&generated), placing.as_ref())?,
        };
        let lines = if page { session.lines(&generated.suite) } else { Vec::new() };
        let shown = page || for_people;
        let ends = if shown { session.outputs_in_names_of_inputs(&generated.suite) } else { Vec::new() };
        Ok(Made { generated, emitted, lines, ends })
    };
    let mut bar = Bar::new();
    let mut flow = Flow::default();
    // The thread that searches also writes the code, so the code needs a finished search.
    let kept = |generated| Made { generated, emitted: None, lines: Vec::new(), ends: Vec::new() };
    let kept: Option<&dyn Fn(Generated) -> Made> = arguments.emit.is_none().then_some(&kept);
    let worked = task.work_or(files, kept, work, |event| match event {
        Event::SearchEvent(SearchEvent::Progress(progress)) => bar.hear(progress),
        Event::SearchEvent(SearchEvent::Test(test)) => flow.test(&test),
        Event::Begins(suite) => flow.begin(*suite, common.output.clone()),
    });
    bar.clear();
    let (made, file) = match worked? {
        Answer::Done(made, file) => (made, file),
        Answer::Over(exit) => {
            flow.end().map_err(|p| vec![p])?;
            return Ok(exit);
        }
    };
    let shown = files.get(file).map_or(("", ""), |f| (f.name(), f.text()));
    if let Some(file) = &page_file {
        let view = report::Shown { text: shown.1, lines: &made.lines, ends: &made.ends };
        file.write(&report::suite_html(&made.generated, &view)).map_err(|p| vec![p])?;
    }
    write(arguments, &outputs, &made, flow, shown).map_err(|p| vec![p])?;
    let generated = &made.generated;
    if let Some(emitted) = &made.emitted {
        suites::say_left_out(emitted, language, files);
        // Code has no place for it.
        report::unknown_text(generated, output::width(None)).lines().for_each(output::say);
    }
    let exit = limit_reached(generated.limit, generated.more, "tests", files).unwrap_or(Exit::Fine);
    let kept = generated.suite.tests.iter().chain(&generated.errors).filter(|t| t.is_error()).count();
    let errors = generated.told.errors + kept;
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
fn write(
    arguments: &GenerateArguments,
    outputs: &Outputs,
    made: &Made,
    flow: Flow,
    (name, text): (&str, &str),
) -> Result<(), Diagnostic> {
    let generated = &made.generated;
    let common = &arguments.common;
    if let Some(emitted) = &made.emitted {
        return outputs.write_code(emitted, common.output.as_deref());
    }
    let json = common.format == Format::Json || arguments.emit.is_some();
    let (mut results, pieces) = match flow.open {
        Some(open) => (open.results, open.pieces),
        None => {
            let mark = Mark::of_results(json, None);
            (Results::new(common.output.as_deref(), mark), SuitePieces::default())
        }
    };
    if json {
        report::generated_json(generated, pieces, &mut |text| results.text(text));
    } else {
        let view = arguments.show.view(common.output.as_deref(), name, text);
        report::suite_text(generated, &made.ends, &view, &mut |text| results.text(text));
    }
    results.finish()?;
    if common.output.is_some() {
        // The suite went to a file, so the summary goes to standard error.
        report::summary_text(generated, output::width(None)).lines().for_each(output::say);
    }
    Ok(())
}
