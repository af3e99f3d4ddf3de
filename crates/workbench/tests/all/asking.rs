//! What the tests share: asking something of a program.

use base::Budget;
use source::{FileId, Files};
use std::path::PathBuf;
use workbench::{Language, LoadOptions, Request, SearchOptions, Session};

/// A file with what is asked of it.
pub struct Asked<'a> {
    pub language: &'static dyn Language,
    pub files: &'a Files,
    pub file: FileId,
    pub path: PathBuf,
    pub search: SearchOptions,
}

impl<'a> Asked<'a> {
    /// A file in memory.
    pub fn new(
        language: &'static dyn Language,
        files: &'a Files,
        file: FileId,
        search: SearchOptions,
    ) -> Asked<'a> {
        Asked { language, files, file, path: PathBuf::new(), search }
    }

    /// A session, or what is wrong.
    pub fn try_open(&self, entry: Option<&str>, budget: &'a Budget) -> Result<Session<'a>, String> {
        let source = self.files.get(self.file).map_or("", |f| f.name());
        let request = Request {
            entry: entry.map(str::to_string),
            load: LoadOptions { path: self.path.clone(), ..LoadOptions::default() },
            search: self.search.clone(),
            ..Request::new(self.language, self.file, source)
        };
        Session::open(self.files, request, budget)
            .map_err(|problems| source::render_all(&problems, self.files, false))
    }

    /// A session.
    pub fn open(&self, entry: Option<&str>, budget: &'a Budget) -> Session<'a> {
        self.try_open(entry, budget).unwrap_or_else(|why| panic!("{why}"))
    }
}
