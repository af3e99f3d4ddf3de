//! Whole commands on whatever a fuzzer made.

use base::Budget;
use source::{Diagnostic, Files};
use std::time::Duration;
use workbench::{Language, Placing, Request, SearchOptions, Session, TraceOptions, Verdict, View};

/// What is wrong with the messages of a front end, if something is: each has a place, none is endless, and none says that the
/// front end made a mistake.
pub fn messages(problems: &[Diagnostic], files: &Files) -> Result<(), String> {
    for problem in problems {
        let shown = source::render(problem, files, false);
        if problem.message.contains("could not be translated") {
            return Err(format!("lowering made a flaw: {}", problem.message));
        }
        if problem.place().and_then(|span| files.place(span)).is_none() {
            return Err(format!("a message without a place: {}", problem.message));
        }
        if shown.len() > 20_000 {
            return Err(format!("a message of {} bytes", shown.len()));
        }
    }
    Ok(())
}

/// Generates tests for a program, runs them again, and writes them as code.
pub fn generate(
    language: &'static dyn Language,
    name: &str,
    text: &str,
    entry: Option<&str>,
    search: &SearchOptions,
) -> Result<&'static str, String> {
    let mut files = Files::new();
    let file = files.add(name, text);
    let budget = Budget::unlimited().with_steps(100_000).with_time(Duration::from_secs(3));
    let request = Request {
        entry: entry.map(str::to_string),
        search: search.clone(),
        ..Request::new(language, file, name)
    };
    let Ok(session) = Session::open(&files, request, &budget) else { return Ok("no program") };
    let made = session.generate(&mut |_| {});
    for (ran, test) in session.run(&made.suite).iter().zip(&made.suite.tests) {
        match &ran.verdict {
            Verdict::Passed => {}
            // A goal may take more steps than a run here has; nothing is known of it then.
            Verdict::Invalid(_) if test.goal().is_some() => {}
            Verdict::Failed(why) | Verdict::Invalid(why) => {
                return Err(format!("{} does not pass when it is run: {why}", ran.name));
            }
        }
    }
    let kind = language.emits().first().copied().unwrap_or_default().to_string();
    session
        .emit(&made.suite, &Placing { kind, program: name.to_string() })
        .map_err(|why| format!("tests that cannot be written: {why:?}"))?;
    Ok(if made.suite.tests.is_empty() { "no tests" } else { "tests" })
}

/// The states of a program's paths, with value-sets and pictures.
pub fn trace(
    language: &'static dyn Language,
    name: &str,
    text: &str,
    search: &SearchOptions,
) -> Result<&'static str, String> {
    let mut files = Files::new();
    let file = files.add(name, text);
    let budget = Budget::unlimited().with_steps(100_000).with_time(Duration::from_secs(3));
    let request = Request { search: search.clone(), ..Request::new(language, file, name) };
    let Ok(session) = Session::open(&files, request, &budget) else { return Ok("no program") };
    let options = TraceOptions { view: View::Arrays, ..TraceOptions::default() };
    let traced = session.trace(&options).map_err(|why| format!("no states: {why:?}"))?;
    for path in &traced.paths {
        let empty = |s: &workbench::StateStep| {
            s.state.iter().chain(&s.pictures).any(|b| b.value.is_empty() || b.name.is_empty())
        };
        if path.states.is_empty() || path.states.iter().any(empty) {
            return Err(format!("{}: a state without values", path.path));
        }
    }
    Ok(if traced.paths.is_empty() { "no paths" } else { "paths" })
}
