//! `glassbox verify`.

use crate::Exit;
use crate::arguments::{Format, VerifyArguments};
use crate::asking::Asking;
use crate::output;
use crate::program::{Answer, Task, limit_reached};
use crate::writing::{Mark, Outputs, Results};
use source::{Diagnostic, Files};
use workbench::{Session, Verification};

/// Verifies the claims of a program.
pub fn verify(arguments: &VerifyArguments) -> Exit {
    let mut files = Files::new();
    let answer = answer(arguments, &mut files);
    output::exit_of(answer, &files)
}

fn answer(arguments: &VerifyArguments, files: &mut Files) -> Result<Exit, Vec<Diagnostic>> {
    let common = &arguments.common;
    output::ending(common.output.as_deref()).map_err(|p| vec![p])?;
    Outputs::new(common, &[&arguments.file], &[])?;
    let asking = Asking::new(common, &[&arguments.file])?;
    let task = Task::search(&arguments.file, &arguments.search, &[], &asking)?.following_lists();
    let question = arguments.inference.question();
    let work = move |session: &Session<'_>, _: &mut dyn FnMut(())| session.verify(&question);
    let verified: Verification = match task.work(files, work, |()| {})? {
        Answer::Done(verified, _) => verified,
        Answer::Over(exit) => return Ok(exit),
    };
    let mark = Mark::of_results(common.format == Format::Json, None);
    let mut results = Results::new(common.output.as_deref(), mark);
    results.text(&match common.format {
        Format::Json => report::verified_json(&verified),
        Format::Human => report::verified_text(&verified),
    });
    results.finish().map_err(|p| vec![p])?;
    let fine = if verified.is_fine() { Exit::Fine } else { Exit::Wrong };
    Ok(limit_reached(verified.stopped, false, "obligations", files).unwrap_or(fine))
}
