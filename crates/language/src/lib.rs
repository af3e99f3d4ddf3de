//! The one interface that a front end implements, and the three models that programs come in.
//!
//! * [`Language`]: what is known of a language before any program: its name, its file endings, which options it knows, how
//!   a file is loaded. A front end has one value of it; the list of all is a [`Languages`], given to the code that
//!   works on programs. No other code knows which languages there are.
//! * [`Loaded`]: a program. It is one of three [`Model`]s; beside the program of its model stands what only the front end
//!   knows of the text: [`ImperativeText`], [`LogicText`] or [`ModedText`], with the formulas and goals of the language, and
//!   suites as code of it ([`Emitted`]).
//! * [`native`]: building and running tests by the tools that users of the language have.
//!
//! ```text
//! list.c ──Languages::choose──▶ C ──load──▶ Model::Imperative { program, text }
//!                                                        │         └ formulas, C files of tests
//!                                                        └ what every engine works on
//! ```

mod emitted;
mod entries;
mod languages;
mod loaded;
pub mod native;
mod predicates;

pub use emitted::{Emitted, EmittedFile, Placing};
pub use entries::entries;
pub use languages::{Languages, file_ending};
pub use loaded::{
    About, Assuming, CheckInput, CompiledAssertion, CompiledTest, CompiledTests, Imperative, ImperativeText,
    LoadOptions, Loaded, Loading, Logic, LogicText, Moded, ModedInputs, ModedText, Model, WordSizes,
};
pub use predicates::{Entry, predicates};

pub use suite::goals::Query;

use imperative::Notation;
use source::{Diagnostic, FileId, Files};
use suite::Suite;

/// An option of the command line that not every language knows, as the user writes it.
pub type OptionName = &'static str;

/// What is known of a language before any program.
pub trait Language: Send + Sync {
    /// Its name in suites and after `--language`: `c`.
    fn name(&self) -> &'static str;

    /// Its name in sentences: `C`.
    fn title(&self) -> &'static str;

    /// Other names that are understood after `--language`.
    fn other_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// How the names of its files end, without the dot; the usual one first.
    fn endings(&self) -> &'static [&'static str];

    /// The options that it knows, of those that not every language does: `--data-model`.
    fn options(&self) -> &'static [OptionName] {
        &[]
    }

    /// How it writes values, conditions and errors. Programs have a notation too; this one is used where there is no
    /// program.
    fn notation(&self) -> Notation {
        Notation::PLAIN
    }

    /// The text of a file that is not UTF-8, if the language can decode it.
    fn decode(&self, bytes: &[u8]) -> Option<String> {
        let _ = bytes;
        None
    }

    /// The names of other files that a file is part of a program with, as far as they are there; called for each of
    /// them in turn.
    fn companions(&self, files: &Files, file: FileId) -> Vec<String> {
        let _ = (files, file);
        Vec::new()
    }

    /// Reads, checks and lowers a program. Some languages need a stack of 64 MiB for it.
    ///
    /// # Errors
    ///
    /// What is wrong with it, with places.
    fn load(&self, files: &Files, file: FileId, options: &LoadOptions) -> Loading;

    /// The kinds of code that suites can be written as, for `--emit`; the usual one first.
    fn emits(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether files of code can be read back as suites. Then such a file may be named where a suite in JSON may.
    fn reads_suites(&self) -> bool {
        false
    }

    /// Whether a whole suite as code is one file that can be read back. Then suites are written as code into files with
    /// an ending of the language.
    fn writes_suites(&self) -> bool {
        self.reads_suites()
    }

    /// The names of other files that say how a suite as code is read, as far as they are there.
    fn suite_companions(&self, files: &Files, file: FileId) -> Vec<String> {
        let _ = (files, file);
        Vec::new()
    }

    /// The suite that is in a file of code, as far as a suite can say it, and messages about the rest. The companions are those of
    /// its [`Language::suite_companions`] that are there.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, with places.
    fn read_suite(
        &self,
        files: &Files,
        file: FileId,
        companions: &[FileId],
    ) -> Result<(Suite, Vec<Diagnostic>), Vec<Diagnostic>> {
        let _ = (files, file, companions);
        Err(vec![Diagnostic::error(format!("suites are not read from {} files", self.title()))])
    }
}
