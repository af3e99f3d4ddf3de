//! `glassbox graph`.

use crate::Exit;
use crate::arguments::{GraphArguments, GraphOf};
use crate::limits::Limits;
use crate::output::{self, Results};
use crate::work::{self, Worked};
use source::{Diagnostic, Files};
use std::sync::Arc;
use workbench::{FlowGraph, Language, Test};

/// Draws a graph.
pub fn graph(arguments: &GraphArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &GraphArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let svg = arguments
        .common
        .output
        .as_ref()
        .and_then(|file| file.extension())
        .is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
    let text = match arguments.of {
        GraphOf::Paths => {
            return Err(vec![
                Diagnostic::error("`graph --of paths` is not supported yet")
                    .help("there is: `--of cfg` for a program, `--of heap` for a suite"),
            ]);
        }
        GraphOf::Heap => {
            let tests = tests_of(arguments, files)?;
            if svg { report::tests_svg(&tests) } else { tests.iter().map(report::test_dot).collect() }
        }
        GraphOf::Cfg => match flows_of(arguments, files)? {
            Ok(graphs) if svg => report::flow_svg(&graphs),
            Ok(graphs) => report::flow_dot(&graphs),
            Err(exit) => return Ok(exit),
        },
    };
    let mut results = Results::new(arguments.common.output.clone());
    results.text(&text);
    results.finish().map_err(|p| vec![p])?;
    Ok(Exit::Fine)
}

/// The tests of the suite that was given.
fn tests_of(arguments: &GraphArguments, files: &mut Files) -> Result<Vec<Test>, Vec<Diagnostic>> {
    let name = arguments.file.display();
    if arguments.file.extension().is_none_or(|ending| ending != "json") {
        let problem =
            Diagnostic::error(format!("{name}: `--of heap` draws the tests of a suite, a .json file"))
                .help("`glassbox generate FILE --format json -o SUITE.json` writes one");
        return Err(vec![problem]);
    }
    let id = output::read_text(&arguments.file, files).map_err(|p| vec![p])?;
    let text = files.get(id).map_or("", |f| f.text());
    let suite = report::read_suite(text).map_err(|why| vec![Diagnostic::error(format!("{name}: {why}"))])?;
    let Some(entry) = &arguments.entry else { return Ok(suite.tests) };
    let tests: Vec<Test> = suite.tests.into_iter().filter(|t| t.entry == *entry).collect();
    if tests.is_empty() {
        return Err(vec![Diagnostic::error(format!("{name}: no test has the entry `{entry}`"))]);
    }
    Ok(tests)
}

/// The control flow graphs of the program that was given, or how the run ended without them.
fn flows_of(
    arguments: &GraphArguments,
    files: &mut Files,
) -> Result<Result<Vec<FlowGraph>, Exit>, Vec<Diagnostic>> {
    let name = arguments.file.display().to_string();
    let language = Language::choose(&name, arguments.language.as_deref())
        .map_err(|why| vec![Diagnostic::error(why).help("`--language` names the language")])?;
    let file = output::read_text(&arguments.file, files).map_err(|p| vec![p])?;
    let entry = arguments.entry.clone();
    let shared = Arc::new(std::mem::take(files));
    let for_work = Arc::clone(&shared);
    let work = move |_: &mut dyn FnMut(())| -> Result<Vec<FlowGraph>, Vec<Diagnostic>> {
        let program = workbench::load_program(&for_work, file, language)?.program;
        let chosen =
            workbench::entries(&program, entry.as_deref()).map_err(|why| vec![Diagnostic::error(why)])?;
        Ok(chosen.iter().map(|proc| workbench::flow_graph(&program, *proc)).collect())
    };
    let worked = work::run(&Limits::new(&arguments.common), work, |()| {});
    *files = Arc::try_unwrap(shared).unwrap_or_else(|shared| (*shared).clone());
    match worked {
        Worked::Done(graphs) => graphs.map(Ok),
        Worked::Lost(stop) => {
            output::show(&Diagnostic::error(stop.to_string()), files);
            Ok(Err(Exit::Limit))
        }
        Worked::Broken => {
            let problem = Diagnostic::error("Glassbox broke while it worked on this; that is a bug")
                .help("please report it together with the file");
            output::show(&problem, files);
            Ok(Err(Exit::Bug))
        }
    }
}
