//! Working on one program: its file, its language, what is assumed of its inputs, the working thread.

use crate::Exit;
use crate::arguments::SearchArguments;
use crate::asking::Asking;
use crate::limits::Limits;
use crate::output;
use crate::work::{self, Worked};
use base::Budget;
use source::{Diagnostic, FileId, Files};
use std::path::Path;
use std::sync::Arc;
use workbench::{Language, LoadedProgram, ProcId};

/// What a piece of work is given.
pub struct Loaded<'a> {
    /// The texts.
    pub files: &'a Files,
    /// That of the program.
    pub file: FileId,
    /// The program.
    pub program: LoadedProgram,
    /// Its language.
    pub language: Language,
    /// The procedures that were asked for.
    pub entries: Vec<ProcId>,
    /// The limits of the run.
    pub budget: Budget,
}

/// What came of it.
pub enum Answer<T> {
    /// A result, with the program's file and what the front end remarks.
    Done(T, FileId, Vec<Diagnostic>),
    /// The run ended without one, and has said why.
    Over(Exit),
}

/// Loads a program, adds the assumptions, and works on it on a thread of its own.
pub fn on_program<T: Send + 'static, E: Send + 'static>(
    file: &Path,
    search: &SearchArguments,
    asking: &Asking<'_>,
    files: &mut Files,
    work: impl Fn(&Loaded<'_>, &mut dyn FnMut(E)) -> Result<T, Vec<Diagnostic>> + Send + Sync + 'static,
    hear: impl FnMut(E),
) -> Result<Answer<T>, Vec<Diagnostic>> {
    let limits = Limits::new(asking.common);
    let name = file.display().to_string();
    let language = Language::choose(&name, search.language.as_deref())
        .map_err(|why| vec![Diagnostic::error(why).help("`--language` names the language")])?;
    let id = output::read_text(file, files).map_err(|p| vec![p])?;
    let formulas: Vec<FileId> =
        search.assume.iter().map(|text| files.add("--assume", text.as_str())).collect();
    let entry = search.entry.clone();
    let options = asking.common.c.options(file);
    let shared = Arc::new(std::mem::take(files));
    let (for_work, for_limits) = (Arc::clone(&shared), limits.clone());
    type Made<T> = Result<(T, Vec<Diagnostic>), Vec<Diagnostic>>;
    let work = move |tell: &mut dyn FnMut(E)| -> Made<T> {
        let mut program = workbench::load_program_with(&for_work, id, language, &options)?;
        let entries = workbench::entries(&program.program, entry.as_deref())
            .map_err(|why| vec![Diagnostic::error(why)])?;
        workbench::assume(&for_work, &formulas, language, &mut program.program, &entries)?;
        let loaded =
            Loaded { files: &for_work, file: id, program, language, entries, budget: for_limits.budget() };
        let result = work(&loaded, tell)?;
        Ok((result, loaded.program.warnings))
    };
    let worked = work::run(&limits, work, hear);
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
