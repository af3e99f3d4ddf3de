//! The commands for logic programs.

use crate::Exit;
use crate::arguments::{
    CommonArguments, CompleteArguments, CoverArguments, Emit, Format, GenerateArguments, GraphArguments,
    GraphOf, MutateArguments, RunArguments, SearchArguments, logic_criteria,
};
use crate::asking::Asking;
use crate::generate::failed_on;
use crate::graph::flows;
use crate::limits::Limits;
use crate::output::{self, Results};
use crate::progress::Bar;
use crate::run::program_of;
use crate::work::{self, Worked};
use base::Budget;
use source::{Diagnostic, FileId, Files, Severity};
use std::path::Path;
use std::sync::Arc;
use workbench::{
    Ending, GeneratedGoals, GoalSuite, GoalTest, LoadedLogic, LogicEntry, LogicOptions, Progress, Verdict,
};

/// Whether a program is one of these.
pub fn is_logic(file: &Path, search: &SearchArguments) -> bool {
    match search.language.as_deref() {
        Some(language) => matches!(language, "clp" | "prolog" | "pl"),
        None => has_ending(file),
    }
}

fn has_ending(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ["pl", "clp", "plt", "prolog"].iter().any(|e| ending == *e))
}

/// Whether a suite is for a logic program.
pub fn is_goal_suite(file: &Path) -> bool {
    if has_ending(file) {
        return true;
    }
    let mut files = Files::new();
    let Ok(id) = output::read_text(file, &mut files) else { return false };
    files.get(id).is_some_and(|f| report::suite_language(f.text()).is_some_and(|language| language == "clp"))
}

fn options(search: &SearchArguments, asking: &Asking<'_>) -> LogicOptions {
    LogicOptions {
        criteria: Vec::new(),
        depth: search.depth,
        backtracks: search.backtracks.map(|k| k as usize),
        path_length: search.path_length.map(|n| n as usize),
        limit: search.limit,
        first_solution: search.first_solution,
        effort: Some(search.effort),
        advice: asking.advice(),
    }
}

/// What is given to a piece of work.
struct On<'a> {
    files: &'a Files,
    loaded: LoadedLogic,
    entries: Vec<LogicEntry>,
    budget: Budget,
}

enum Answer<T> {
    Done(T, FileId, Vec<Diagnostic>),
    Over(Exit),
}

/// Loads a program and works on it on a thread of its own.
fn on_program<T: Send + 'static>(
    file: &Path,
    entry: Option<&str>,
    asking: &Asking<'_>,
    files: &mut Files,
    work: impl Fn(&On<'_>, &mut dyn FnMut(u64)) -> T + Send + Sync + 'static,
) -> Result<Answer<T>, Vec<Diagnostic>> {
    let limits = Limits::new(asking.common);
    let id = output::read_text(file, files).map_err(|p| vec![p])?;
    let entry = entry.map(str::to_string);
    let shared = Arc::new(std::mem::take(files));
    let (for_work, for_limits) = (Arc::clone(&shared), limits.clone());
    type Made<T> = Result<(T, Vec<Diagnostic>), Vec<Diagnostic>>;
    let work = move |tell: &mut dyn FnMut(u64)| -> Made<T> {
        let loaded = workbench::load_logic(&for_work, id)?;
        let entries = workbench::logic_entries(&loaded.program, entry.as_deref())
            .map_err(|why| vec![Diagnostic::error(why)])?;
        let on = On { files: &for_work, loaded, entries, budget: for_limits.budget() };
        let result = work(&on, tell);
        Ok((result, on.loaded.warnings))
    };
    let mut bar = Bar::new();
    let worked = work::run(&limits, work, |tests| {
        bar.hear(Progress { paths: tests, ..Progress::default() });
    });
    bar.clear();
    *files = Arc::try_unwrap(shared).unwrap_or_else(|shared| (*shared).clone());
    if let Some(exit) = asking.trouble(files) {
        return Ok(Answer::Over(exit));
    }
    match worked {
        Worked::Done(made) => made.map(|(result, warnings)| Answer::Done(result, id, warnings)),
        Worked::Lost(stop) => {
            output::show(&Diagnostic::error(format!("{stop}, and nothing was found up to there")), files);
            Ok(Answer::Over(Exit::Limit))
        }
        Worked::Broken => {
            let problem = Diagnostic::error("Glassbox broke while it worked on this; that is a bug")
                .help("please report it together with the file");
            output::show(&problem, files);
            Ok(Answer::Over(Exit::Bug))
        }
    }
}

fn refuse_unused(assume: &[String]) -> Result<(), Vec<Diagnostic>> {
    if !assume.is_empty() {
        let why = "--assume is not there for logic programs: a predicate that checks first does the same";
        return Err(vec![Diagnostic::error(why)]);
    }
    Ok(())
}

/// How a file of plunit tests names the program, if one is written.
fn named(file: &Path, common: &CommonArguments, plunit: bool) -> Result<String, Vec<Diagnostic>> {
    if plunit {
        output::beside(file, common.output.as_deref()).map_err(|p| vec![p])
    } else {
        Ok(String::new())
    }
}

/// Generates a suite.
pub fn generate(arguments: &GenerateArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    refuse_unused(&search.assume)?;
    if arguments.minimal || arguments.per_path != crate::arguments::PerPath::One {
        let why = "--minimal and --per-path are not there for logic programs: each path has one test";
        return Err(vec![Diagnostic::error(why)]);
    }
    let mut options = options(search, &asking);
    options.criteria = logic_criteria(&arguments.criteria)?;
    let name = arguments.file.display().to_string();
    let plunit = arguments.emit == Some(Emit::Plunit);
    let path = named(&arguments.file, common, plunit)?;
    let page = arguments.html.is_some();
    let work = move |on: &On<'_>, tell: &mut dyn FnMut(u64)| {
        let program = &on.loaded.program;
        let generated =
            workbench::generate_logic(on.files, program, &name, &on.entries, &options, &on.budget, tell);
        let emitted =
            if plunit { workbench::emit_plunit(&generated.suite, program, &path) } else { String::new() };
        let covered = page.then(|| {
            let measured = LogicOptions { criteria: Vec::new(), ..options.clone() };
            workbench::cover_logic(on.files, program, &generated.suite, &on.entries, &measured, &on.budget)
        });
        (generated, emitted, covered)
    };
    let (generated, emitted) =
        match on_program(&arguments.file, search.entry.as_deref(), &asking, files, work)? {
            Answer::Done((generated, emitted, covered), file, warnings) => {
                warnings.iter().for_each(|w| output::show(w, files));
                if let (Some(folder), Some(covered)) = (&arguments.html, covered) {
                    let name = arguments.file.display().to_string();
                    let text = files.get(file).map_or("", |f| f.text());
                    output::make_folder(folder).map_err(|p| vec![p])?;
                    let page = report::cover_html(&covered, &name, text);
                    output::write_file(&folder.join("index.html"), &page).map_err(|p| vec![p])?;
                }
                (generated, emitted)
            }
            Answer::Over(exit) => return Ok(exit),
        };
    let mut results = Results::new(common.output.clone());
    match (arguments.emit, common.format) {
        (Some(Emit::Plunit), _) => results.text(&emitted),
        (Some(Emit::Impl | Emit::C), _) => {
            return Err(vec![Diagnostic::error("such tests are made from programs of that language only")]);
        }
        (Some(Emit::Json), _) | (None, Format::Json) => {
            results.text(&report::goal_suite_json(&generated.suite));
        }
        (None, Format::Human) => results.text(&report::goals_text(&generated)),
    }
    results.finish().map_err(|p| vec![p])?;
    if common.format == Format::Json || plunit {
        for reason in &generated.reasons {
            let note = Diagnostic::new(Severity::Note, format!("unknown: {reason}"));
            output::show(&note, files);
        }
    }
    let exit = limit(&generated, files).unwrap_or(Exit::Fine);
    let is_error = |t: &&GoalTest| matches!(t.ending, Ending::Error { .. });
    let errors = generated.suite.tests.iter().filter(is_error).count();
    Ok(failed_on(arguments, errors, files).unwrap_or(exit))
}

fn limit(generated: &GeneratedGoals, files: &Files) -> Option<Exit> {
    if let Some(limit) = generated.limit {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        return Some(Exit::Limit);
    }
    if generated.more {
        output::show(&Diagnostic::warning("there are more tests than --limit allows"), files);
        return Some(Exit::Limit);
    }
    None
}

/// A suite, and the tests of it that could not be read, with the reason.
type Reading = (GoalSuite, Vec<(String, String)>);

/// Reads a suite: JSON, or a file of plunit tests.
fn read_suite(file: &Path, files: &mut Files) -> Result<Reading, Vec<Diagnostic>> {
    let id = output::read_text(file, files).map_err(|p| vec![p])?;
    if has_ending(file) {
        let (suite, said) = workbench::read_plunit(files, id);
        if said.iter().any(|d| d.severity == Severity::Error) {
            return Err(said);
        }
        said.iter().for_each(|d| output::show(d, files));
        return Ok((suite, Vec::new()));
    }
    let text = files.get(id).map_or("", |f| f.text());
    let reading = report::read_goal_suite(text)
        .map_err(|why| vec![Diagnostic::error(format!("{}: {why}", file.display()))])?;
    Ok((reading.suite, reading.broken))
}

/// Runs a suite.
pub fn run(arguments: &RunArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (suite, broken) = read_suite(&arguments.suite, files)?;
    let program = program_of(arguments, &suite.source);
    let asking = Asking::new(&arguments.common)?;
    let work = move |on: &On<'_>, _: &mut dyn FnMut(u64)| {
        workbench::run_goals(&on.loaded.program, &suite, &on.budget)
    };
    let mut ran = match on_program(&program, None, &asking, files, work)? {
        Answer::Done(ran, _, warnings) => {
            warnings.iter().for_each(|w| output::show(w, files));
            ran
        }
        Answer::Over(exit) => return Ok(exit),
    };
    ran.extend(broken.into_iter().map(|(name, why)| workbench::Ran { name, verdict: Verdict::Invalid(why) }));
    let mut results = Results::new(arguments.common.output.clone());
    results.text(&match arguments.common.format {
        Format::Json => report::run_json(&ran),
        Format::Human => report::run_text(&ran),
    });
    results.finish().map_err(|p| vec![p])?;
    let fine = ran.iter().all(|r| r.verdict == Verdict::Passed);
    Ok(if fine { Exit::Fine } else { Exit::Wrong })
}

/// Measures a suite.
pub fn cover(arguments: &CoverArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    refuse_unused(&search.assume)?;
    let mut options = options(search, &asking);
    options.criteria = logic_criteria(&arguments.criteria)?;
    let (suite, broken) = read_suite(&arguments.suite, files)?;
    let work = move |on: &On<'_>, _: &mut dyn FnMut(u64)| {
        workbench::cover_logic(on.files, &on.loaded.program, &suite, &on.entries, &options, &on.budget)
    };
    let (mut covered, file) =
        match on_program(&arguments.file, search.entry.as_deref(), &asking, files, work)? {
            Answer::Done(covered, file, warnings) => {
                warnings.iter().for_each(|w| output::show(w, files));
                (covered, file)
            }
            Answer::Over(exit) => return Ok(exit),
        };
    covered.invalid.extend(broken);
    let text = files.get(file).map_or("", |f| f.text());
    crate::cover::write(arguments, &covered, None, text).map_err(|p| vec![p])?;
    if let Some(limit) = covered.stopped {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        return Ok(Exit::Limit);
    }
    let low = arguments.require.is_some_and(|p| covered.criteria.iter().any(|c| c.percent < p));
    Ok(if low || !covered.invalid.is_empty() { Exit::Wrong } else { Exit::Fine })
}

/// Completes a suite.
pub fn complete(arguments: &CompleteArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    refuse_unused(&search.assume)?;
    let mut options = options(search, &asking);
    options.criteria = logic_criteria(&arguments.criteria)?;
    let (suite, broken) = read_suite(&arguments.suite, files)?;
    if !broken.is_empty() {
        // What cannot be read cannot be written again, and no test may be lost.
        let problem = |(test, why): &(String, String)| {
            Diagnostic::error(format!("{}: {test}: {why}", arguments.suite.display()))
        };
        return Err(broken.iter().map(problem).collect());
    }
    let before = suite.tests.len();
    let plunit = common.output.as_deref().is_some_and(has_ending);
    let path = named(&arguments.file, common, plunit)?;
    let work = move |on: &On<'_>, _: &mut dyn FnMut(u64)| {
        let program = &on.loaded.program;
        let (generated, invalid) =
            workbench::complete_logic(on.files, program, &suite, &on.entries, &options, &on.budget);
        let emitted = workbench::emit_plunit(&generated.suite, program, &path);
        (generated, invalid, emitted)
    };
    let (generated, invalid, emitted) =
        match on_program(&arguments.file, search.entry.as_deref(), &asking, files, work)? {
            Answer::Done(made, _, warnings) => {
                warnings.iter().for_each(|w| output::show(w, files));
                made
            }
            Answer::Over(exit) => return Ok(exit),
        };
    let mut results = Results::new(common.output.clone());
    if plunit {
        results.text(&emitted);
    } else if common.output.is_some() || common.format == Format::Json {
        results.text(&report::goal_suite_json(&generated.suite));
    } else {
        results.text(&report::goals_text(&generated));
    }
    results.finish().map_err(|p| vec![p])?;
    for (test, why) in &invalid {
        output::show(&Diagnostic::warning(format!("{test} does not fit the program: {why}")), files);
    }
    if common.output.is_some() && common.format == Format::Human {
        let new = generated.suite.tests.len() - before;
        output::say(&format!("{} tests, {new} of them new", generated.suite.tests.len()));
    }
    let fine = if invalid.is_empty() { Exit::Fine } else { Exit::Wrong };
    Ok(limit(&generated, files).unwrap_or(fine))
}

/// Judges a suite by the mutants that it kills.
pub fn mutate(arguments: &MutateArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    refuse_unused(&search.assume)?;
    let options = options(search, &asking);
    let (suite, broken) = read_suite(&arguments.suite, files)?;
    let kill = arguments.kill;
    let plunit = common.output.as_deref().is_some_and(has_ending);
    let path = named(&arguments.file, common, plunit)?;
    let work = move |on: &On<'_>, tell: &mut dyn FnMut(u64)| {
        let (program, entries) = (&on.loaded.program, &on.entries);
        let mutated =
            workbench::mutate_logic(on.files, program, &suite, entries, &options, kill, &on.budget, tell);
        let emitted = workbench::emit_plunit(&mutated.suite, program, &path);
        (mutated, emitted)
    };
    let (mut mutated, emitted) =
        match on_program(&arguments.file, search.entry.as_deref(), &asking, files, work)? {
            Answer::Done(mutated, _, warnings) => {
                warnings.iter().for_each(|w| output::show(w, files));
                mutated
            }
            Answer::Over(exit) => return Ok(exit),
        };
    mutated.failing.extend(broken);
    let file = common.output.clone();
    if let (true, Some(file)) = (kill, &file) {
        let text = if plunit { emitted } else { report::goal_suite_json(&mutated.suite) };
        output::write_file(file, &text).map_err(|p| vec![p])?;
    }
    let mut results = Results::new(file.filter(|_| !kill));
    results.text(&match common.format {
        Format::Json => report::goal_mutants_json(&mutated),
        Format::Human => report::goal_mutants_text(&mutated),
    });
    results.finish().map_err(|p| vec![p])?;
    if let Some(limit) = mutated.stopped {
        output::show(&Diagnostic::warning(limit.to_string()), files);
        return Ok(Exit::Limit);
    }
    let low = arguments.require.is_some_and(|p| 100.0 * mutated.score() < p);
    Ok(if low || !mutated.failing.is_empty() { Exit::Wrong } else { Exit::Fine })
}

/// Draws the paths of predicates.
pub fn graph(arguments: &GraphArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let (search, common) = (&arguments.search, &arguments.common);
    let asking = Asking::new(common)?;
    refuse_unused(&search.assume)?;
    if arguments.of != GraphOf::Paths {
        let why = "of logic programs the paths are drawn: --of paths";
        return Err(vec![Diagnostic::error(why)]);
    }
    let options = options(search, &asking);
    let work = move |on: &On<'_>, _: &mut dyn FnMut(u64)| {
        let program = &on.loaded.program;
        let trees = on
            .entries
            .iter()
            .map(|entry| workbench::derivations(on.files, program, entry, &options, &on.budget));
        trees.map(|tree| report::derivation_graph(&tree)).collect::<Vec<_>>()
    };
    let graphs = match on_program(&arguments.file, search.entry.as_deref(), &asking, files, work)? {
        Answer::Done(graphs, _, warnings) => {
            warnings.iter().for_each(|w| output::show(w, files));
            graphs
        }
        Answer::Over(exit) => return Ok(exit),
    };
    let mut results = Results::new(common.output.clone());
    results.text(&flows(&graphs, common));
    results.finish().map_err(|p| vec![p])?;
    Ok(Exit::Fine)
}
