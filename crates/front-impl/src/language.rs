//! IMPL as one of the languages.

use crate::emit::{Case, Expected, emit};
use crate::{ast, load, parse_formula};
use imperative::machine::{self, Options};
use imperative::{ProcId, Program, Requirement};
use language::{
    Emitted, EmittedFile, Imperative, ImperativeText, LoadOptions, Loaded, Loading, Model, Placing,
};
use source::{Diagnostic, FileId, Files};
use suite::{Suite, Test, Verdict, input_of, run_test};

/// IMPL.
pub static LANGUAGE: Impl = Impl;

/// IMPL as one of the languages.
pub struct Impl;

impl language::Language for Impl {
    fn name(&self) -> &'static str {
        "impl"
    }

    fn title(&self) -> &'static str {
        "IMPL"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["impl"]
    }

    fn options(&self) -> &'static [&'static str] {
        &["--assume"]
    }

    fn load(&self, files: &Files, file: FileId, _: &LoadOptions) -> Loading {
        let loaded = load(files, file);
        match (loaded.program, loaded.tree) {
            (Some(program), Some(tree)) => {
                let text = Box::new(Text { tree });
                let model = Model::Imperative(Box::new(Imperative { program, text }));
                Ok(Loaded { model, warnings: loaded.diagnostics })
            }
            _ => Err(loaded.diagnostics),
        }
    }

    fn emits(&self) -> &'static [&'static str] {
        &["impl"]
    }

    fn reads_suites(&self) -> bool {
        true
    }

    // A program is one test, and a suite is a folder of them.
    fn writes_suites(&self) -> bool {
        false
    }

    fn read_suite(
        &self,
        files: &Files,
        file: FileId,
        _: &[FileId],
    ) -> Result<(Suite, Vec<Diagnostic>), Vec<Diagnostic>> {
        crate::written::read_suite(files, file)
    }
}

/// The text of a program as a tree, from which tests are printed.
struct Text {
    tree: ast::Program,
}

impl ImperativeText for Text {
    fn formula(
        &self,
        files: &Files,
        formula: FileId,
        program: &mut Program,
        proc: ProcId,
    ) -> Result<Requirement, Vec<Diagnostic>> {
        parse_formula(files, formula, program, proc)
    }

    fn emit(&self, program: &Program, suite: &Suite, _: &Placing) -> Result<Emitted, String> {
        let one = |test: &Test| {
            let text = self.program_of(program, test).map_err(|why| format!("{}: {why}", test.name))?;
            Ok(EmittedFile { name: test.name.clone(), ending: "impl", text })
        };
        let files = suite.tests.iter().map(one).collect::<Result<Vec<_>, String>>()?;
        Ok(Emitted { files, folder: true, comment: "//", left_out: Vec::new() })
    }
}

impl Text {
    /// A test as a program. It is run before it is printed. What it expects is then at hand as a state of the machine, in
    /// which the cells of the input are the same ones before and after, as the printer wants it. A test that does not pass
    /// has nothing to print: its check would say something else than the test.
    fn program_of(&self, program: &Program, test: &Test) -> Result<String, String> {
        let found = language::entries(program, Some(&test.entry))?;
        let entry = *found.first().ok_or("there is nothing to run")?;
        let input = input_of(program, entry, test)?;
        let run = match run_test(program, entry, test, &Options::default()) {
            (Verdict::Passed, Some(run)) => run,
            (Verdict::Failed(why) | Verdict::Invalid(why), _) => return Err(why),
            (Verdict::Passed, None) => return Err("it could not be run".into()),
        };
        let expected = match run.outcome {
            machine::Outcome::Error { kind, .. } => Expected::Error(kind),
            _ => Expected::Ok { state: run.state, result: run.result },
        };
        Ok(emit(&self.tree, program, &Case { entry, input, expected }).text)
    }
}
