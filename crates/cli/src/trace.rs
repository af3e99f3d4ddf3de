//! `glassbox trace`.

use crate::Exit;
use crate::arguments::{Format, StateView, TraceArguments};
use crate::asking::Asking;
use crate::output;
use crate::program::{Answer, Task, limit_reached};
use crate::writing::{Mark, Outputs, Results};
use source::{Diagnostic, Files};
use workbench::{Session, TraceOptions, Traced, View};

/// Traces the paths of a program.
pub fn trace(arguments: &TraceArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &TraceArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    let asking = Asking::new(common, &[&arguments.file])?;
    let task = Task::search(&arguments.file, &arguments.search, &[], &asking)?;
    let outputs = Outputs::new(common, &[&arguments.file], &[])?;
    let page = outputs.page(arguments.html.as_deref())?;
    let options = TraceOptions {
        only: arguments.path.clone(),
        view: match arguments.view {
            StateView::Auto => View::Suitable,
            StateView::Heap => View::Heap,
            StateView::Arrays => View::Arrays,
        },
        shortcuts: arguments.shortcuts,
        goals: arguments.goal.clone(),
        segments: arguments.segments,
    };
    let work = move |session: &Session<'_>, _: &mut dyn FnMut(())| session.trace(&options);
    let traced: Traced = match task.work(files, work, |()| {})? {
        Answer::Done(traced, _) => traced,
        Answer::Over(exit) => return Ok(exit),
    };
    if let (Some(path), true) = (&arguments.path, traced.paths.is_empty() && traced.stopped.is_none()) {
        let problem = Diagnostic::error(format!("there is no path `{path}` within the bounds"))
            .help("`glassbox generate -c path` lists them all");
        return Err(vec![problem]);
    }
    if let Some(line) = arguments.at
        && traced.stopped.is_none()
        && !traced
            .paths
            .iter()
            .any(|p| p.steps.iter().any(|s| s.line == line) || p.states.iter().any(|s| s.line == line))
    {
        let problem =
            Diagnostic::error(format!("no path within the bounds comes to a statement in line {line}"));
        return Err(vec![problem]);
    }
    let ending = output::ending(common.output.as_deref()).map_err(|p| vec![p])?;
    let drawn = traced.paths.iter().any(|p| !p.states.is_empty());
    if !drawn && common.format == Format::Human && matches!(ending.as_deref(), Some("svg" | "dot")) {
        let problem = match traced.paths.is_empty() {
            true => Diagnostic::error("there is nothing to draw: no path was found within the bounds"),
            false => Diagnostic::error("states with value-sets are drawn only").help("`--view arrays`"),
        };
        return Err(vec![problem]);
    }
    if arguments.html.is_some() && traced.paths.iter().any(|p| p.states.is_empty()) {
        let problem =
            Diagnostic::error("a page is made of states with value-sets only").help("`--view arrays`");
        return Err(vec![problem]);
    }
    if let Some(file) = &page {
        let name = arguments.file.to_string_lossy().into_owned();
        let text = files.iter().next().map_or("", |(_, f)| f.text());
        file.write(&report::states_html(&traced, &name, text)).map_err(|p| vec![p])?;
    }
    let mark = Mark::of_results(common.format == Format::Json, ending.as_deref());
    let mut results = Results::new(common.output.as_deref(), mark);
    results.text(&match common.format {
        Format::Json => report::trace_json(&traced, arguments.at),
        Format::Human if ending.as_deref() == Some("svg") => report::states_svg(&traced.paths, arguments.at),
        Format::Human if ending.as_deref() == Some("dot") => report::states_dot(&traced.paths, arguments.at),
        Format::Human => report::folded(
            &report::trace_text(&traced, arguments.at),
            output::width(common.output.as_deref()),
        ),
    });
    results.finish().map_err(|p| vec![p])?;
    Ok(limit_reached(traced.stopped, traced.more, "paths", files).unwrap_or(Exit::Fine))
}
