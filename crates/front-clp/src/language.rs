//! Prolog and CLP as one of the languages.

use crate::{load, plunit, read_query};
use language::{Emitted, LoadOptions, Loaded, Loading, Logic, LogicText, Model, Placing, Query};
use logic::{Program, Term};
use source::{Diagnostic, FileId, Files};
use suite::goals::Judging;
use suite::{GoalTest, Suite};

/// Prolog.
pub static LANGUAGE: Prolog = Prolog;

/// Prolog and CLP as one of the languages.
pub struct Prolog;

impl language::Language for Prolog {
    fn name(&self) -> &'static str {
        "clp"
    }

    fn title(&self) -> &'static str {
        "Prolog"
    }

    fn other_names(&self) -> &'static [&'static str] {
        &["prolog", "pl"]
    }

    fn endings(&self) -> &'static [&'static str] {
        &["pl", "clp", "plt", "prolog"]
    }

    fn load(&self, files: &Files, file: FileId, _: &LoadOptions) -> Loading {
        let loaded = load(files, file);
        match loaded.program {
            Some(program) => {
                let model = Model::Logic(Box::new(Logic { program, text: Box::new(Text) }));
                Ok(Loaded { model, warnings: loaded.diagnostics })
            }
            None => Err(loaded.diagnostics),
        }
    }

    fn emits(&self) -> &'static [&'static str] {
        &["plunit"]
    }

    fn reads_suites(&self) -> bool {
        true
    }

    fn suite_companions(&self, files: &Files, file: FileId) -> Vec<String> {
        plunit::companions(files, file)
    }

    fn read_suite(
        &self,
        files: &Files,
        file: FileId,
        companions: &[FileId],
    ) -> Result<(Suite, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (mut suite, said) = plunit::read(files, file, companions);
        suite.language = self.name().to_string();
        if said.iter().any(Diagnostic::is_error) { Err(said) } else { Ok((suite, said)) }
    }
}

/// A program knows its operators itself, so there is nothing to keep.
struct Text;

impl LogicText for Text {
    fn read(&self, program: &mut Program, text: &str) -> Result<Query, String> {
        let read = read_query(program, text).map_err(|problem| problem.message)?;
        Ok(Query { term: read.term, vars: read.variables() })
    }

    fn formal(&self, program: &Program, ball: Term) -> Option<Term> {
        plunit::formal(&program.terms, ball)
    }

    fn judging(&self, program: &mut Program, test: &GoalTest) -> Result<Judging, String> {
        plunit::judging(program, test)
    }

    fn emit(&self, program: &Program, suite: &Suite, placing: &Placing) -> Result<Emitted, String> {
        Ok(Emitted::one(plunit::emit(suite, program, &placing.program), "pl"))
    }
}
