//! `glassbox trace`.

use crate::Exit;
use crate::arguments::{Format, TraceArguments};
use crate::asking::Asking;
use crate::output::{self, Results};
use crate::program::{Answer, Loaded, on_program};
use source::{Diagnostic, Files};
use workbench::{PathOptions, Traced};

/// Traces the paths of a program.
pub fn trace(arguments: &TraceArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &TraceArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    let options = PathOptions { plan: asking.plan(search), limit: search.limit };
    let only = arguments.path.clone();
    let work = move |on: &Loaded<'_>, _: &mut dyn FnMut(())| {
        let program = &on.program.program;
        Ok(workbench::trace(on.files, program, &on.entries, &options, only.as_deref(), &on.budget))
    };
    let traced: Traced = match on_program(&arguments.file, search, &asking, files, work, |()| {})? {
        Answer::Done(traced, _, warnings) => {
            warnings.iter().for_each(|w| output::show(w, files));
            traced
        }
        Answer::Over(exit) => return Ok(exit),
    };
    if let (Some(path), true) = (&arguments.path, traced.paths.is_empty() && traced.stopped.is_none()) {
        let problem = Diagnostic::error(format!("there is no path `{path}` within the bounds"))
            .help("`glassbox generate -c path` lists them all");
        return Err(vec![problem]);
    }
    if let Some(line) = arguments.at
        && traced.stopped.is_none()
        && !traced.paths.iter().any(|p| p.steps.iter().any(|s| s.line == line))
    {
        let problem =
            Diagnostic::error(format!("no path within the bounds comes to a statement in line {line}"));
        return Err(vec![problem]);
    }
    let mut results = Results::new(common.output.clone());
    results.text(&match common.format {
        Format::Json => report::trace_json(&traced, arguments.at),
        Format::Human => report::trace_text(&traced, arguments.at),
    });
    results.finish().map_err(|p| vec![p])?;
    if let Some(limit) = traced.stopped {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        return Ok(Exit::Limit);
    }
    if traced.more {
        output::show(&Diagnostic::warning("there are more paths than --limit allows"), files);
        return Ok(Exit::Limit);
    }
    Ok(Exit::Fine)
}
