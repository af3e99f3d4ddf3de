//! Which solver answers the queries of a run, and which solver or log gets them too: `--solver`, `--cross-check`,
//! `--log-queries`.

use crate::Exit;
use crate::arguments::{CommonArguments, SearchArguments, Solver};
use crate::output;
use crate::writing::{self, Mark, Outputs, write_file};
use source::{Diagnostic, Files, Severity};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use workbench::{AskOptions, Asked, Query, SearchOptions, SolveEnd};

/// The options of a search, and the results of its queries.
pub struct Asking<'a> {
    /// The options that all commands share.
    pub common: &'a CommonArguments,
    asked: Option<Asked>,
    /// The first question that could not be written.
    problem: Arc<Mutex<Option<Diagnostic>>>,
}

impl<'a> Asking<'a> {
    /// Nothing was asked yet.
    pub fn new(common: &'a CommonArguments, inputs: &[&Path]) -> Result<Asking<'a>, Vec<Diagnostic>> {
        let outputs = Outputs::beside(inputs, common.force);
        let problem = Arc::new(Mutex::new(None));
        let folder = common.log_queries.clone();
        if let Some(folder) = &folder {
            writing::make_folder(folder).map_err(|p| vec![p])?;
        }
        let plain = common.solver == Solver::Embedded && common.cross_check.is_none() && folder.is_none();
        let asked = (!plain).then(|| {
            let kept = problem.clone();
            Asked::new(AskOptions {
                solver: common.solver.into(),
                cross_check: common.cross_check.map(Into::into),
                log: folder.map(|folder| -> workbench::Log {
                    Arc::new(move |query| {
                        if let Err(why) = log(&folder, &query, &outputs) {
                            kept.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
                        }
                    })
                }),
            })
        });
        Ok(Asking { common, asked, problem })
    }

    /// What is asked of a search.
    pub fn options(&self, search: &SearchArguments, criteria: &[String]) -> SearchOptions {
        let mut options = search.options(self.common, criteria);
        if let Some(asked) = &self.asked {
            options.advice = Some(asked.advice());
            // One after the other, so that each run numbers its questions in the same way.
            options.jobs = 1;
        }
        options
    }

    /// Says what went wrong with the questions, if something did.
    pub fn trouble(&self, files: &Files) -> Option<Exit> {
        if let Some(problem) = self.problem.lock().unwrap_or_else(PoisonError::into_inner).take() {
            output::show(&problem, files);
            return Some(Exit::Input);
        }
        let end = self.asked.as_ref().and_then(Asked::trouble)?;
        explain(&end, files, self.common.log_queries.as_ref())
    }
}

/// Says why there are no answers; nothing if there are.
pub fn explain(end: &SolveEnd, files: &Files, folder: Option<&PathBuf>) -> Option<Exit> {
    match end {
        SolveEnd::Problem(problem) | SolveEnd::Failed(problem) => {
            output::show(problem, files);
            Some(Exit::Input)
        }
        SolveEnd::Disagreement(problem, script) => {
            output::show(problem, files);
            let file = folder.cloned().unwrap_or_default().join("disagreement.smt2");
            let note = match write_file(&file, script, Mark::of("smt2")) {
                Ok(()) => Diagnostic::new(Severity::Note, format!("written to {}", file.display())),
                Err(problem) => problem,
            };
            output::show(&note, files);
            Some(Exit::Wrong)
        }
        SolveEnd::Done | SolveEnd::Stopped(_) => None,
    }
}

/// Writes a question to the folder of the log.
pub fn log(folder: &Path, query: &Query, outputs: &Outputs) -> Result<(), Diagnostic> {
    let answer = if query.answer.is_empty() { "none" } else { query.answer };
    let text = format!("; question {}, answer: {answer}\n{}", query.number, query.script);
    let file = folder.join(format!("query-{:05}.smt2", query.number));
    outputs.may_write(&file)?;
    write_file(&file, &text, Mark::of("smt2"))
}
