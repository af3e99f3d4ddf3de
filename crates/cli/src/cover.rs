//! `glassbox cover`.

use crate::Exit;
use crate::arguments::{CoverArguments, Format};
use crate::asking::Asking;
use crate::native::{self, Folder};
use crate::output;
use crate::program::{Answer, Task, limit_reached};
use crate::suites::read_suite;
use crate::writing::{Mark, Outputs, PageFile, Results, write_file};
use source::{Diagnostic, Files};
use workbench::{Covered, NativeCovered, NativeTrouble, Session};

/// Measures a suite.
pub fn cover(arguments: &CoverArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &CoverArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    let asking = Asking::new(common, &[&arguments.file, &arguments.suite])?;
    let named = [arguments.lcov.as_deref(), arguments.cobertura.as_deref()];
    let outputs = Outputs::new(common, &[&arguments.file, &arguments.suite], &named)?;
    let task = Task::search(&arguments.file, &arguments.search, &arguments.criteria, &asking)?;
    if arguments.native {
        native::refuse(task.language())?;
    }
    let reading = read_suite(&arguments.suite, files)?;
    let page = outputs.page(arguments.html.as_deref())?;
    let suite = reading.suite;
    // The folder stays here: the working thread may outlive the end of this function, and with it of the program.
    let folder = arguments.native.then(Folder::new).transpose().map_err(|p| vec![p])?;
    let natively = folder.as_ref().map(|folder| native::options(common, &arguments.file, folder));
    type Native = Option<Result<NativeCovered, NativeTrouble>>;
    let work = move |session: &Session<'_>, _: &mut dyn FnMut(())| {
        let native = natively.as_ref().map(|options| {
            session.cover_native(&suite, options, &mut |name, text| native::write(options, name, text))
        });
        Ok((session.cover(&suite), native))
    };
    let ((mut covered, native), file): ((Covered, Native), _) = match task.work(files, work, |()| {})? {
        Answer::Done(covered, file) => (covered, file),
        Answer::Over(exit) => return Ok(exit),
    };
    covered.invalid.extend(reading.broken);
    let native = match native {
        Some(Err(trouble)) => return Ok(native::explain(trouble, files)),
        Some(Ok(native)) => Some(native),
        None => None,
    };
    let text = files.get(file).map_or("", |f| f.text());
    write(arguments, &covered, native.as_ref(), page.as_ref(), text).map_err(|p| vec![p])?;
    if let Some(exit) = limit_reached(covered.stopped, false, "tests", files) {
        return Ok(exit);
    }
    let low = arguments.require.is_some_and(|p| covered.criteria.iter().any(|c| c.percent < p));
    Ok(if low || !covered.invalid.is_empty() { Exit::Wrong } else { Exit::Fine })
}

/// Writes what was asked for.
fn write(
    arguments: &CoverArguments,
    covered: &Covered,
    native: Option<&NativeCovered>,
    page: Option<&PageFile>,
    text: &str,
) -> Result<(), Diagnostic> {
    let name = arguments.file.display().to_string();
    if let Some(file) = page {
        file.write(&report::cover_html(covered, &name, text))?;
    }
    if let Some(file) = &arguments.lcov {
        let name = output::line_name(&arguments.file)?;
        write_file(file, &report::lcov(&name, &covered.lines), Mark::of("info"))?;
    }
    if let Some(file) = &arguments.cobertura {
        write_file(file, &report::cobertura(&name, &covered.lines), Mark::of("xml"))?;
    }
    let mark = Mark::of_results(arguments.common.format == Format::Json, None);
    let mut results = Results::new(arguments.common.output.as_deref(), mark);
    results.text(&match arguments.common.format {
        Format::Json => report::cover_json(covered, native),
        Format::Human => report::folded(
            &report::cover_text(covered, native),
            output::width(arguments.common.output.as_deref()),
        ),
    });
    results.finish()
}
