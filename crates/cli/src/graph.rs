//! `glassbox graph`.

use crate::Exit;
use crate::arguments::{CommonArguments, Format, GraphArguments, GraphOf};
use crate::asking::Asking;
use crate::languages::languages;
use crate::output;
use crate::program::{Answer, Task};
use crate::suites::read_suite;
use crate::writing::{Mark, Outputs, Results};
use source::{Diagnostic, Files};
use workbench::{FlowGraph, Session, Test};

/// Draws a graph.
pub fn graph(arguments: &GraphArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

/// As what graphs are written.
enum Shown {
    Dot,
    Svg,
    Json,
}

fn shown(common: &CommonArguments) -> Shown {
    let ending = common.output.as_ref().and_then(|file| file.extension());
    match common.format {
        Format::Json => Shown::Json,
        Format::Human if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("svg")) => Shown::Svg,
        Format::Human => Shown::Dot,
    }
}

/// Control flow graphs or trees of paths as they were asked for.
fn flows(graphs: &[FlowGraph], common: &CommonArguments) -> String {
    match shown(common) {
        Shown::Json => report::flow_json(graphs),
        Shown::Svg => report::flow_svg(graphs),
        Shown::Dot => report::flow_dot(graphs),
    }
}

fn answer(arguments: &GraphArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    output::ending(arguments.common.output.as_deref()).map_err(|p| vec![p])?;
    Outputs::new(&arguments.common, &[&arguments.file], &[])?;
    let mut limit = None;
    let text = match arguments.of {
        GraphOf::Heap => {
            let (tests, language) = tests_of(arguments, files)?;
            let notation = languages().named(&language).map(|l| l.notation()).unwrap_or_default();
            match shown(&arguments.common) {
                Shown::Json => report::tests_graph_json(&tests, &notation),
                Shown::Svg => report::tests_svg(&tests, &notation),
                Shown::Dot => tests.iter().map(|t| report::test_dot(t, &notation)).collect(),
            }
        }
        GraphOf::Cfg => match flows_of(arguments, workbench::GraphOf::Flow, files)? {
            Answer::Done((graphs, _), _) => flows(&graphs, &arguments.common),
            Answer::Over(exit) => return Ok(exit),
        },
        GraphOf::Paths => match flows_of(arguments, workbench::GraphOf::Paths, files)? {
            Answer::Done((graphs, stopped), _) => {
                limit = stopped;
                flows(&graphs, &arguments.common)
            }
            Answer::Over(exit) => return Ok(exit),
        },
    };
    let mark = match shown(&arguments.common) {
        Shown::Json => Mark::Field,
        Shown::Svg => Mark::of("svg"),
        Shown::Dot => Mark::of("dot"),
    };
    let mut results = Results::new(arguments.common.output.as_deref(), mark);
    results.text(&text);
    results.finish().map_err(|p| vec![p])?;
    if let Some(limit) = limit {
        output::show(&Diagnostic::warning(limit), files);
        return Ok(Exit::Limit);
    }
    Ok(Exit::Fine)
}

/// The tests of the suite that was given, and the language of its program.
fn tests_of(arguments: &GraphArguments, files: &mut Files) -> Result<(Vec<Test>, String), Vec<Diagnostic>> {
    let name = arguments.file.display();
    if arguments.file.extension().is_none_or(|ending| ending != "json") {
        let problem =
            Diagnostic::error(format!("{name}: `--of heap` draws the tests of a suite, a .json file"))
                .help("`glassbox generate FILE --format json -o SUITE.json` writes one");
        return Err(vec![problem]);
    }
    let reading = read_suite(&arguments.file, files)?;
    for (test, why) in &reading.broken {
        output::show(&Diagnostic::warning(format!("{name}: {test}: {why}")), files);
    }
    let suite = reading.suite;
    if suite.tests.iter().any(|t| t.state().is_none()) {
        let why = "tests of logic programs have no heap to draw; --of paths draws the paths of a predicate";
        return Err(vec![Diagnostic::error(why)]);
    }
    let Some(entry) = &arguments.search.entry else { return Ok((suite.tests, suite.language)) };
    let tests: Vec<Test> = suite.tests.into_iter().filter(|t| t.entry == *entry).collect();
    if tests.is_empty() {
        return Err(vec![Diagnostic::error(format!("{name}: no test has the entry `{entry}`"))]);
    }
    Ok((tests, suite.language))
}

/// The control flow graphs or path trees of the program that was given, and the limit that was reached.
type Drawn = (Vec<FlowGraph>, Option<String>);

fn flows_of(
    arguments: &GraphArguments,
    of: workbench::GraphOf,
    files: &mut Files,
) -> Result<Answer<Drawn>, Vec<Diagnostic>> {
    let asking = Asking::new(&arguments.common, &[&arguments.file])?;
    let task = Task::search(&arguments.file, &arguments.search, &[], &asking)?;
    let work = move |session: &Session<'_>, _: &mut dyn FnMut(())| session.graphs(of);
    task.work(files, work, |()| {})
}
