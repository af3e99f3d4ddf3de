//! `glassbox solve`.

use crate::Exit;
use crate::arguments::{Format, SolveArguments};
use crate::asking;
use crate::limits::Limits;
use crate::output;
use crate::work::{self, Worked};
use crate::writing::{Mark, Outputs, Results, make_folder};
use source::{Diagnostic, Files};
use std::path::PathBuf;
use std::sync::Arc;
use workbench::{Listener, Query, Response, SolveEnd, SolveOptions, SolveResult};

/// What the working thread tells while it works.
enum Event {
    Response(Response),
    Query(Query),
}

struct Tell<'a>(&'a mut dyn FnMut(Event));

impl Listener for Tell<'_> {
    fn response(&mut self, response: &Response) {
        (self.0)(Event::Response(response.clone()));
    }

    fn query(&mut self, query: &Query) {
        (self.0)(Event::Query(query.clone()));
    }
}

/// Answers a script.
pub fn solve(arguments: &SolveArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &SolveArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    let limits = Limits::new(common);
    let outputs = Outputs::new(common, &[&arguments.file], &[])?;
    let file = output::read_text(&arguments.file, files).map_err(|p| vec![p])?;
    if let Some(folder) = &common.log_queries {
        make_folder(folder).map_err(|p| vec![p])?;
    }
    let options = SolveOptions {
        solver: common.solver.into(),
        cross_check: common.cross_check.map(Into::into),
        log_queries: common.log_queries.is_some(),
    };
    let json = common.format == Format::Json;
    let mark = if json { Mark::Field } else { Mark::of("smt2") };
    let mut results = Results::new(common.output.as_deref(), mark);
    let mut log_problem: Option<Diagnostic> = None;

    let shared = Arc::new(std::mem::take(files));
    let (for_work, for_limits) = (Arc::clone(&shared), limits.clone());
    let work = move |tell: &mut dyn FnMut(Event)| {
        workbench::solve(&for_work, file, &options, &for_limits.budget(), &mut Tell(tell))
    };
    let mut heard: Vec<Response> = Vec::new();
    let worked = work::run(&limits, false, work, |event| match event {
        Event::Response(response) if json => heard.push(response),
        Event::Response(response) => results.line(&report::solve_text(&response)),
        Event::Query(query) => {
            if let Some(folder) = &common.log_queries
                && let Err(problem) = asking::log(folder, &query, &outputs)
            {
                log_problem.get_or_insert(problem);
            }
        }
    });
    *files = Arc::try_unwrap(shared).unwrap_or_else(|shared| (*shared).clone());

    let result = match worked {
        Worked::Done(result) => result,
        Worked::Lost(stop) => {
            // The check that did not come back is answered here.
            if !json {
                results.line("unknown");
            }
            let checks = heard.iter().filter(|r| matches!(r, Response::Check { .. })).count();
            let seconds = limits.time().map_or(0.0, |time| time.as_secs_f64());
            SolveResult { responses: heard, end: SolveEnd::Stopped(stop), checks, limit: Some(stop), seconds }
        }
        Worked::Broken => {
            let problem = Diagnostic::error("Glassbox broke while it worked on this; that is a bug")
                .help("please report it together with the file");
            output::show(&problem, files);
            results.finish().map_err(|p| vec![p])?;
            return Ok(Exit::Bug);
        }
    };
    if json {
        let source = arguments.file.display().to_string();
        results.text(&report::solve_json(&result, &source, options.solver.name(), files));
    }
    results.finish().map_err(|p| vec![p])?;
    if let Some(problem) = log_problem {
        return Err(vec![problem]);
    }
    Ok(explain(&result, files, common.log_queries.as_ref()))
}

/// Says on standard error what went wrong, and chooses the exit code.
fn explain(result: &SolveResult, files: &Files, folder: Option<&PathBuf>) -> Exit {
    if let Some(exit) = asking::explain(&result.end, files, folder) {
        return exit;
    }
    if let Some(limit) = result.limit {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        return Exit::Limit;
    }
    let refused = result.responses.iter().any(|response| matches!(response, Response::Refused { .. }));
    if refused { Exit::Wrong } else { Exit::Fine }
}
