//! `glassbox cover`.

use crate::Exit;
use crate::arguments::{CoverArguments, Format, imperative_criteria};
use crate::asking::Asking;
use crate::logic;
use crate::native::{self, Folder};
use crate::output::{self, Results};
use crate::program::{Answer, Loaded, on_program};
use crate::run::read_suite;
use source::{Diagnostic, Files};
use workbench::{CoverOptions, Covered, Language, NativeCovered, NativeTrouble};

/// Measures a suite.
pub fn cover(arguments: &CoverArguments) -> Exit {
    let mut files = Files::new();
    let answer = if logic::is_logic(&arguments.file, &arguments.search) {
        if arguments.native { Err(native::refused()) } else { logic::cover(arguments, &mut files) }
    } else {
        answer(arguments, &mut files)
    };
    output::exit_of(answer, &files)
}

fn answer(arguments: &CoverArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    let reading = read_suite(&arguments.suite, files)?;
    let options = CoverOptions {
        criteria: imperative_criteria(&arguments.criteria)?,
        plan: asking.plan(search),
        limit: search.limit,
        effort: arguments.search.effort,
    };
    let (suite, named) = (reading.suite, search.entry.is_some());
    // The folder stays here: the working thread may outlive the end of this function, and with it of the program.
    let folder = arguments.native.then(Folder::new).transpose().map_err(|p| vec![p])?;
    let natively = folder.as_ref().map(|folder| native::options(common, &arguments.file, folder));
    type Native = Option<Result<NativeCovered, NativeTrouble>>;
    let work = move |on: &Loaded<'_>, _: &mut dyn FnMut(())| {
        let native = match &natively {
            Some(options) => {
                if on.language != Language::C {
                    return Err(native::refused());
                }
                let mut write = |name: &str, text: &str| native::write(options, name, text);
                let (files, program) = (on.files, &on.program);
                Some(workbench::cover_native(
                    files, on.file, program, &suite, options, &on.budget, &mut write,
                ))
            }
            None => None,
        };
        let asked = if named { &on.entries[..] } else { &[] };
        Ok((workbench::cover(on.files, &on.program, &suite, asked, &options, &on.budget), native))
    };
    let ((mut covered, native), file): ((Covered, Native), _) =
        match on_program(&arguments.file, search, &asking, files, work, |()| {})? {
            Answer::Done(covered, file, warnings) => {
                warnings.iter().for_each(|w| output::show(w, files));
                (covered, file)
            }
            Answer::Over(exit) => return Ok(exit),
        };
    covered.invalid.extend(reading.broken);
    let native = match native {
        Some(Err(trouble)) => return Ok(native::explain(trouble, files)),
        Some(Ok(native)) => Some(native),
        None => None,
    };
    write(arguments, &covered, native.as_ref(), files.get(file).map_or("", |f| f.text()))
        .map_err(|p| vec![p])?;
    if let Some(limit) = covered.stopped {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        return Ok(Exit::Limit);
    }
    let low = arguments.require.is_some_and(|p| covered.criteria.iter().any(|c| c.percent < p));
    Ok(if low || !covered.invalid.is_empty() { Exit::Wrong } else { Exit::Fine })
}

/// Writes what was asked for.
pub fn write(
    arguments: &CoverArguments,
    covered: &Covered,
    native: Option<&NativeCovered>,
    text: &str,
) -> Result<(), Diagnostic> {
    let name = arguments.file.display().to_string();
    if let Some(folder) = &arguments.html {
        output::make_folder(folder)?;
        output::write_file(&folder.join("index.html"), &report::cover_html(covered, &name, text))?;
    }
    if let Some(file) = &arguments.lcov {
        let name = output::line_name(&arguments.file)?;
        output::write_file(file, &report::lcov(&name, &covered.lines))?;
    }
    if let Some(file) = &arguments.cobertura {
        output::write_file(file, &report::cobertura(&name, &covered.lines))?;
    }
    let mut results = Results::new(arguments.common.output.clone());
    results.text(&match arguments.common.format {
        Format::Json => report::cover_json(covered, native),
        Format::Human => report::cover_text(covered, native),
    });
    results.finish()
}
