//! `glassbox infer`.

use crate::Exit;
use crate::arguments::{Format, InferArguments};
use crate::asking::Asking;
use crate::output;
use crate::program::{Answer, Task, limit_reached};
use crate::writing::{Mark, Outputs, Results};
use source::{Diagnostic, Files};
use workbench::{Inferred, Session};

/// Infers the invariants of a program.
pub fn infer(arguments: &InferArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &InferArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    let ending = output::ending(common.output.as_deref()).map_err(|p| vec![p])?;
    let asking = Asking::new(common, &[&arguments.file])?;
    let task = Task::search(&arguments.file, &arguments.search, &[], &asking)?.following_lists();
    let outputs = Outputs::new(common, &[&arguments.file], &[])?;
    let page = outputs.page(arguments.html.as_deref())?;
    let question = arguments.inference.question();
    let work = move |session: &Session<'_>, _: &mut dyn FnMut(())| session.infer(&question);
    let inferred: Inferred = match task.work(files, work, |()| {})? {
        Answer::Done(inferred, _) => inferred,
        Answer::Over(exit) => return Ok(exit),
    };
    if let Some(file) = &page {
        let name = arguments.file.to_string_lossy().into_owned();
        let text = files.iter().next().map_or("", |(_, f)| f.text());
        file.write(&report::inferred_html(&inferred, &name, text)).map_err(|p| vec![p])?;
    }
    let mark = Mark::of_results(common.format == Format::Json, ending.as_deref());
    let mut results = Results::new(common.output.as_deref(), mark);
    results.text(&match common.format {
        Format::Json => report::inferred_json(&inferred),
        Format::Human if ending.as_deref() == Some("svg") => report::inferred_svg(&inferred),
        Format::Human if ending.as_deref() == Some("dot") => report::inferred_dot(&inferred),
        Format::Human => report::inferred_text(&inferred),
    });
    results.finish().map_err(|p| vec![p])?;
    Ok(limit_reached(inferred.stopped, false, "points", files).unwrap_or(Exit::Fine))
}
