//! `glassbox run`.

use crate::Exit;
use crate::arguments::{Format, RunArguments, TestMode};
use crate::asking::Asking;
use crate::native::{self, Folder};
use crate::output;
use crate::program::{Answer, Task, language_of};
use crate::suites::{emit_placing, read_suite, refuse_broken, say_left_out};
use crate::writing::{Mark, Outputs, Results, write_file};
use source::{Diagnostic, Files};
use std::path::{Path, PathBuf};
use workbench::{NativeRan, NativeStatus, Ran, RunMode, Running, Session, Verdict};

/// Runs a suite.
pub fn run(arguments: &RunArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

/// The program of a suite. A suite names it from where it was made; beside the suite is the second guess.
fn program_of(arguments: &RunArguments, source: &str) -> PathBuf {
    arguments.program.clone().unwrap_or_else(|| {
        let named = PathBuf::from(source);
        let folder = arguments.suite.parent().unwrap_or(Path::new(""));
        let guesses = [Some(folder.join(&named)), named.file_name().map(|name| folder.join(name))];
        let found = guesses.into_iter().flatten().find(|guess| guess.exists());
        if named.exists() { named } else { found.unwrap_or(named) }
    })
}

fn answer(arguments: &RunArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    let asking = Asking::new(common, &[&arguments.suite])?;
    let reading = read_suite(&arguments.suite, files)?;
    if arguments.program.is_none() && reading.suite.source.is_empty() {
        let problem =
            Diagnostic::error(format!("{} does not say which program it tests", arguments.suite.display()))
                .help("name it: `--program FILE`");
        return Err(vec![problem]);
    }
    let program = program_of(arguments, &reading.suite.source);
    let running = Running {
        mode: match arguments.mode {
            TestMode::Any => RunMode::Any,
            TestMode::Multi => RunMode::Multi,
            TestMode::Io => RunMode::Io,
        },
        uncaught: arguments.uncaught,
    };
    let named = [arguments.junit.as_deref(), arguments.tap.as_deref()];
    let outputs = Outputs::new(common, &[&arguments.suite, &program], &named)?;
    let task = Task::run(&program, language_of(&program, Some(&reading.suite.language))?, &asking)
        .with(|search| search.running = running);
    if arguments.emit.is_some() {
        return emit(arguments, &outputs, &program, task, reading, files);
    }
    if arguments.native {
        native::refuse(task.language())?;
        return natively(arguments, &program, task, reading, files);
    }
    let suite = reading.suite;
    let work = move |session: &Session<'_>, _: &mut dyn FnMut(())| Ok(session.run(&suite));
    let mut ran = match task.work(files, work, |()| {})? {
        Answer::Done(ran, _) => ran,
        Answer::Over(exit) => return Ok(exit),
    };
    let unread = reading.broken.into_iter();
    ran.extend(unread.map(|(name, why)| Ran { name, verdict: Verdict::Invalid(why) }));
    if let Some(file) = &arguments.junit {
        let name = program.display().to_string();
        write_file(file, &report::run_junit(&ran, &name), Mark::of("xml")).map_err(|p| vec![p])?;
    }
    if let Some(file) = &arguments.tap {
        write_file(file, &report::run_tap(&ran), Mark::of("tap")).map_err(|p| vec![p])?;
    }
    let mark = Mark::of_results(common.format == Format::Json, None);
    let mut results = Results::new(common.output.as_deref(), mark);
    results.text(&match common.format {
        Format::Json => report::run_json(&ran),
        Format::Human => report::folded(&report::run_text(&ran), output::width(common.output.as_deref())),
    });
    results.finish().map_err(|p| vec![p])?;
    let fine = ran.iter().all(|r| r.verdict == Verdict::Passed);
    Ok(if fine { Exit::Fine } else { Exit::Wrong })
}

/// `run --emit`.
fn emit(
    arguments: &RunArguments,
    outputs: &Outputs,
    program: &Path,
    task: Task<'_>,
    reading: report::Reading,
    files: &mut Files,
) -> Result<Exit, Vec<Diagnostic>> {
    refuse_broken(&arguments.suite, &reading)?;
    let (common, language) = (&arguments.common, task.language());
    let Some(placing) = emit_placing(arguments.emit.as_deref(), program, language, common)? else {
        let mut results = Results::new(common.output.as_deref(), Mark::Field);
        results.text(&report::suite_json(&reading.suite));
        return results.finish().map(|()| Exit::Fine).map_err(|p| vec![p]);
    };
    let suite = reading.suite;
    let work = move |session: &Session<'_>, _: &mut dyn FnMut(())| {
        session.can_emit(&placing)?;
        session.emit(&suite, &placing)
    };
    let emitted = match task.work(files, work, |()| {})? {
        Answer::Done(emitted, _) => emitted,
        Answer::Over(exit) => return Ok(exit),
    };
    outputs.write_code(&emitted, common.output.as_deref()).map_err(|p| vec![p])?;
    say_left_out(&emitted, language, files);
    Ok(Exit::Fine)
}

/// `run --native`.
fn natively(
    arguments: &RunArguments,
    program: &Path,
    task: Task<'_>,
    reading: report::Reading,
    files: &mut Files,
) -> Result<Exit, Vec<Diagnostic>> {
    // The folder stays here: the working thread may outlive the end of this function, and with it of the program.
    let folder = Folder::new().map_err(|p| vec![p])?;
    let options = native::options(&arguments.common, program, &folder);
    let suite = reading.suite;
    let work = move |session: &Session<'_>, _: &mut dyn FnMut(())| {
        Ok(session.run_native(&suite, &options, &mut |name, text| native::write(&options, name, text)))
    };
    let ran = match task.work(files, work, |()| {})? {
        Answer::Done(Ok(ran), _) => ran,
        Answer::Done(Err(trouble), _) => return Ok(native::explain(trouble, files)),
        Answer::Over(exit) => return Ok(exit),
    };
    ran.warnings.iter().for_each(|text| output::show(&Diagnostic::warning(text.as_str()), files));
    let mut tests = ran.tests;
    tests.extend(reading.broken.into_iter().map(|(name, why)| {
        let status = NativeStatus::Failed(format!("it does not fit the program: {why}"));
        NativeRan { name, status }
    }));
    let mark = Mark::of_results(arguments.common.format == Format::Json, None);
    let mut results = Results::new(arguments.common.output.as_deref(), mark);
    results.text(&match arguments.common.format {
        Format::Json => report::native_run_json(&tests),
        Format::Human => report::folded(
            &report::native_run_text(&tests),
            output::width(arguments.common.output.as_deref()),
        ),
    });
    results.finish().map_err(|p| vec![p])?;
    let failed = tests.iter().any(|t| matches!(t.status, NativeStatus::Failed(_)));
    Ok(if failed { Exit::Wrong } else { Exit::Fine })
}
