//! `glassbox generate`.

use crate::Exit;
use crate::arguments::{Emit, FailOn, Format, GenerateArguments, PerPath, imperative_criteria};
use crate::asking::Asking;
use crate::logic;
use crate::output::{self, Results};
use crate::program::{Answer, Loaded, on_program};
use crate::progress::Bar;
use source::{Diagnostic, Files};
use workbench::{EmittedC, EmittedTest, GenerateOptions, Generated, Line, Progress};

/// What the working thread brings back.
struct Made {
    generated: Generated,
    /// The tests as code, if that was asked for.
    emitted: Vec<EmittedTest>,
    /// The tests as one C file, if that was asked for.
    c: EmittedC,
    /// What the page shows of the source, if one was asked for.
    lines: Vec<Line>,
}

/// Generates a suite.
pub fn generate(arguments: &GenerateArguments) -> Exit {
    let mut files = Files::new();
    let answer = if logic::is_logic(&arguments.file, &arguments.search) {
        logic::generate(arguments, &mut files)
    } else {
        answer(arguments, &mut files)
    };
    output::exit_of(answer, &files)
}

fn answer(arguments: &GenerateArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    let cells = search.max_cells.unwrap_or(workbench::CELLS);
    let mut plan = asking.plan(search);
    plan.bounds.minimal = arguments.minimal;
    plan.per_path = match arguments.per_path {
        PerPath::One => workbench::PerPath::One,
        PerPath::Different(count) => workbench::PerPath::Different { count, cells },
        PerPath::Shapes => workbench::PerPath::Shapes(cells),
    };
    let options = GenerateOptions {
        criteria: imperative_criteria(&arguments.criteria)?,
        plan,
        limit: search.limit,
        effort: search.effort,
    };
    let name = arguments.file.display().to_string();
    let (code, page) = (arguments.emit == Some(Emit::Impl), arguments.html.is_some());
    let include = match arguments.emit {
        Some(Emit::C) => {
            let path = output::beside(&arguments.file, common.output.as_deref()).map_err(|p| vec![p])?;
            // Said before a search that may take a while.
            Some(workbench::include_name(&path).map_err(|why| {
                vec![Diagnostic::error(format!(
                    "{}: {why}",
                    arguments.file.display().to_string().escape_debug()
                ))]
            })?)
        }
        _ => None,
    };
    let work = move |on: &Loaded<'_>, tell: &mut dyn FnMut(Progress)| -> Result<Made, Vec<Diagnostic>> {
        let program = &on.program.program;
        let generated = workbench::generate(
            on.files,
            program,
            on.language,
            &name,
            &on.entries,
            &options,
            &on.budget,
            tell,
        );
        let one = |why| vec![Diagnostic::error(why)];
        let emitted =
            if code { workbench::emit_suite(&on.program, &generated.suite).map_err(one)? } else { vec![] };
        let lines = if page { workbench::lines_of(on.files, program, &generated.suite) } else { Vec::new() };
        let c = match &include {
            Some(include) => workbench::emit_c(&on.program, &generated.suite, include).map_err(one)?,
            None => EmittedC { text: String::new(), left_out: Vec::new() },
        };
        Ok(Made { generated, emitted, c, lines })
    };
    let mut bar = Bar::new();
    let worked = on_program(&arguments.file, search, &asking, files, work, |heard| bar.hear(heard));
    bar.clear();
    let (made, file) = match worked? {
        Answer::Done(made, file, warnings) => {
            warnings.iter().for_each(|w| output::show(w, files));
            (made, file)
        }
        Answer::Over(exit) => return Ok(exit),
    };
    write(arguments, &made, files.get(file).map_or("", |f| f.text())).map_err(|p| vec![p])?;
    let left_out = &made.c.left_out;
    if let Some((name, why)) = left_out.first() {
        let text = match left_out.len() {
            1 => format!("{name} cannot be written in C and is left out: {why}"),
            n => format!("{n} tests cannot be written in C and are left out; {name}: {why}"),
        };
        output::show(&Diagnostic::warning(text), files);
    }
    let generated = &made.generated;
    let mut exit = Exit::Fine;
    if let Some(limit) = generated.limit {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        exit = Exit::Limit;
    } else if generated.more {
        output::show(&Diagnostic::warning("there are more tests than --limit allows"), files);
        exit = Exit::Limit;
    }
    let errors = generated.suite.tests.iter().chain(&generated.errors).filter(|t| t.is_error()).count();
    Ok(failed_on(arguments, errors, files).unwrap_or(exit))
}

/// The exit code if errors were found and that was asked about. They are there, whatever limit was reached besides.
pub fn failed_on(arguments: &GenerateArguments, errors: usize, files: &Files) -> Option<Exit> {
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
fn write(arguments: &GenerateArguments, made: &Made, text: &str) -> Result<(), Diagnostic> {
    let generated = &made.generated;
    if let Some(folder) = &arguments.html {
        output::make_folder(folder)?;
        output::write_file(&folder.join("index.html"), &report::suite_html(generated, text, &made.lines))?;
    }
    let common = &arguments.common;
    if let (Some(Emit::Impl), Some(folder)) = (arguments.emit, &common.output) {
        output::make_folder(folder)?;
        for test in &made.emitted {
            output::write_file(&folder.join(format!("{}.impl", test.name)), &test.text)?;
        }
        return Ok(());
    }
    let mut results = Results::new(common.output.clone());
    match (arguments.emit, common.format) {
        (Some(Emit::Impl), _) => {
            for test in &made.emitted {
                results.line(&format!("// ---- {}", test.name));
                results.text(&test.text);
            }
        }
        (Some(Emit::C), _) => results.text(&made.c.text),
        (Some(Emit::Plunit), _) => {
            return Err(Diagnostic::error("plunit tests are made from logic programs only"));
        }
        (Some(Emit::Json), _) | (None, Format::Json) => results.text(&report::generated_json(generated)),
        (None, Format::Human) => results.text(&report::suite_text(generated)),
    }
    results.finish()
}
