//! Working on one program: its file, its language, the working thread. Every command goes this way.

use crate::Exit;
use crate::arguments::SearchArguments;
use crate::asking::Asking;
use crate::languages::languages;
use crate::limits::Limits;
use crate::output;
use crate::work::{self, Worked};
use source::{Diagnostic, FileId, Files};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use workbench::{Generated, Language, Notation, PartialSuite, Request, SearchOptions, Session, Suite};

/// The result of a piece of work.
pub enum Answer<T> {
    /// A result, with the program's file.
    Done(T, FileId),
    /// The run ended without one, and has said why.
    Over(Exit),
}

/// The language of a program: the one that was named, or what its ending says.
pub fn language_of(file: &Path, named: Option<&str>) -> Result<&'static dyn Language, Vec<Diagnostic>> {
    languages()
        .choose(&file.display().to_string(), named)
        .map_err(|why| vec![Diagnostic::error(why).help("`--language` names the language")])
}

/// A program, and what is asked of it.
pub struct Task<'a> {
    file: &'a Path,
    language: &'static dyn Language,
    asking: &'a Asking<'a>,
    entry: Option<String>,
    assume: &'a [String],
    search: SearchOptions,
    /// Whether the command follows lists.
    lists: bool,
}

impl<'a> Task<'a> {
    /// A search in a program.
    pub fn search(
        file: &'a Path,
        search: &'a SearchArguments,
        criteria: &[String],
        asking: &'a Asking<'a>,
    ) -> Result<Task<'a>, Vec<Diagnostic>> {
        Ok(Task {
            file,
            language: language_of(file, search.language.as_deref())?,
            asking,
            entry: search.entry.clone(),
            assume: &search.assume,
            search: asking.options(search, criteria),
            lists: false,
        })
    }

    /// A program that is only run.
    pub fn run(file: &'a Path, language: &'static dyn Language, asking: &'a Asking<'a>) -> Task<'a> {
        Task {
            file,
            language,
            asking,
            entry: None,
            assume: &[],
            search: SearchOptions::default(),
            lists: false,
        }
    }

    /// The language of the program.
    pub fn language(&self) -> &'static dyn Language {
        self.language
    }

    /// The same for a command that follows lists from cell to cell.
    pub fn following_lists(self) -> Task<'a> {
        Task { lists: true, ..self }
    }

    /// The same with options that one command alone has.
    pub fn with(mut self, change: impl FnOnce(&mut SearchOptions)) -> Task<'a> {
        change(&mut self.search);
        self
    }

    /// Loads the program and works on it on a thread of its own. What the front end remarks is shown.
    pub fn work<T: Send + 'static, E: Send + 'static>(
        self,
        files: &mut Files,
        work: impl Fn(&Session<'_>, &mut dyn FnMut(E)) -> Result<T, Vec<Diagnostic>> + Send + Sync + 'static,
        hear: impl FnMut(E),
    ) -> Result<Answer<T>, Vec<Diagnostic>> {
        self.work_or(files, None, work, hear)
    }

    /// The same; should the work not come back in time, what a search has found up to there makes the result.
    pub fn work_or<T: Send + 'static, E: Send + 'static>(
        self,
        files: &mut Files,
        kept: Option<&dyn Fn(Generated) -> T>,
        work: impl Fn(&Session<'_>, &mut dyn FnMut(E)) -> Result<T, Vec<Diagnostic>> + Send + Sync + 'static,
        hear: impl FnMut(E),
    ) -> Result<Answer<T>, Vec<Diagnostic>> {
        let limits = Limits::new(self.asking.common);
        let id = output::read_text(self.file, files).map_err(|p| vec![p])?;
        let mut load = self.asking.common.reading.options(self.file);
        load.lists = self.lists;
        load.companions = companions(self.language, self.file, id, &load.include, files);
        let assume = self.assume.iter().map(|text| files.add("--assume", text.as_str())).collect();
        let partial = PartialSuite::default();
        // Should reading alone take too long, there is a suite without tests.
        let nothing = Suite {
            language: self.language.name().to_string(),
            source: self.file.display().to_string(),
            entry: self.entry.clone().unwrap_or_default(),
            ..Suite::default()
        };
        partial.begin(nothing, Notation::PLAIN);
        let request = Request {
            partial: partial.clone(),
            language: self.language,
            file: id,
            source: self.file.display().to_string(),
            entry: self.entry,
            assume,
            load,
            search: self.search,
        };
        let shared = Arc::new(std::mem::take(files));
        let (for_work, for_limits) = (Arc::clone(&shared), limits.clone());
        type Made<T> = Result<(T, Vec<Diagnostic>), Vec<Diagnostic>>;
        let work = move |tell: &mut dyn FnMut(E)| -> Made<T> {
            let budget = for_limits.budget();
            let mut session = Session::open(&for_work, request.clone(), &budget)?;
            let result = work(&session, tell)?;
            Ok((result, std::mem::take(&mut session.warnings)))
        };
        let worked = work::run(&limits, kept.is_some(), work, hear);
        *files = Arc::try_unwrap(shared).unwrap_or_else(|shared| (*shared).clone());
        if let Some(exit) = self.asking.trouble(files) {
            return Ok(Answer::Over(exit));
        }
        match worked {
            Worked::Done(made) => made.map(|(result, warnings)| {
                warnings.iter().for_each(|w| output::show(w, files));
                Answer::Done(result, id)
            }),
            Worked::Lost(stop) => {
                let found = kept.and_then(|make| partial.take(stop).map(make));
                if let Some(result) = found {
                    return Ok(Answer::Done(result, id));
                }
                output::show(
                    &Diagnostic::error(format!("{stop}, and there is no result up to there")),
                    files,
                );
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
}

/// Files of one program that are read, at most.
const MOST_FILES: usize = 500;

/// Reads the other files of a program: they stand beside its file, or in folders that are named.
fn companions(
    language: &'static dyn Language,
    path: &Path,
    file: FileId,
    include: &[PathBuf],
    files: &mut Files,
) -> Vec<FileId> {
    let beside = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let folders: Vec<PathBuf> = std::iter::once(beside).chain(include.iter().cloned()).collect();
    let mut known: Vec<String> =
        path.file_name().map(|n| n.to_string_lossy().to_lowercase()).into_iter().collect();
    let (mut found, mut waiting) = (Vec::new(), vec![file]);
    while let Some(next) = waiting.pop() {
        for name in language.companions(files, next) {
            if known.contains(&name) || found.len() >= MOST_FILES {
                continue;
            }
            let there = folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file());
            if let Some(id) = there.and_then(|path| output::read_text(&path, files).ok()) {
                found.push(id);
                waiting.push(id);
            }
            known.push(name);
        }
    }
    found
}

/// Says that a limit was reached, if one was.
pub fn limit_reached(limit: Option<base::Stop>, more: bool, what: &str, files: &Files) -> Option<Exit> {
    let said = match limit {
        Some(limit) => limit.to_string(),
        None if more => format!("there are more {what} than --limit allows"),
        None => return None,
    };
    output::show(&Diagnostic::warning(said), files);
    Some(Exit::Limit)
}
