//! One program and all that is asked of it: the steps that every command takes.
//!
//! ```text
//! Request (file, language, entry, options) ──Session::open──▶ Session ──generate, cover, …──▶ plain data
//!                                           loads, checks the options,
//!                                           chooses the engine
//! ```

use crate::coverage::Covered;
use crate::engine::{Engine, Progress, SearchEvent, StreamedCounts};
use crate::generate::{Generated, assemble};
use crate::graph::{FlowGraph, GraphOf};
use crate::imperative::ImperativeEngine;
use crate::inferred::{Inferred, Question};
use crate::logic::LogicEngine;
use crate::moded::ModedEngine;
use crate::mutate::{MutateOptions, Mutated, Mutating, mutate};
use crate::options::SearchOptions;
use crate::partial_suite::PartialSuite;
use crate::trace::{TraceOptions, Traced};
use crate::verified::Verification;
use base::{Budget, Stopwatch};
use language::native::{NativeCovered, NativeOptions, NativeRun, NativeTrouble, Subject, WriteFile};
use language::{Emitted, Language, LoadOptions, Model, Placing, WordSizes};
use source::{Diagnostic, FileId, Files};
use std::collections::BTreeSet;
use suite::{Line, Snapshot, Suite, Test, Verdict};

/// What is asked.
#[derive(Clone)]
pub struct Request {
    /// The language of the program.
    pub language: &'static dyn Language,
    /// The program.
    pub file: FileId,
    /// How suites name it.
    pub source: String,
    /// What is tested; every public unit if it is not said.
    pub entry: Option<String>,
    /// What is assumed of the inputs, one formula a file.
    pub assume: Vec<FileId>,
    /// How the program is read.
    pub load: LoadOptions,
    /// How it is searched.
    pub search: SearchOptions,
    /// Where tests go as they are found.
    pub partial: PartialSuite,
}

impl Request {
    /// A request for a program, with default options.
    pub fn new(language: &'static dyn Language, file: FileId, source: &str) -> Request {
        Request {
            language,
            file,
            source: source.to_string(),
            entry: None,
            assume: Vec::new(),
            load: LoadOptions::default(),
            search: SearchOptions::default(),
            partial: PartialSuite::default(),
        }
    }

    /// The options about reading that are given and that the language does not know.
    fn unknown_options(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("-I", !self.load.include.is_empty()),
            ("-D", !self.load.define.is_empty()),
            ("--data-model", self.load.sizes != WordSizes::default()),
        ];
        let known = self.language.options();
        given.into_iter().filter(move |(name, given)| *given && !known.contains(name)).map(|(name, _)| name)
    }
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// Its name.
    pub name: String,
    /// The result.
    pub verdict: Verdict,
}

/// A program, loaded, with an engine for its kind.
pub struct Session<'a> {
    files: &'a Files,
    request: Request,
    budget: &'a Budget,
    engine: Box<dyn Engine + 'a>,
    /// What the front end remarks.
    pub warnings: Vec<Diagnostic>,
}

impl<'a> Session<'a> {
    /// Loads a program and gets ready to work on it.
    ///
    /// # Errors
    ///
    /// What is wrong with the program or with what is asked.
    pub fn open(
        files: &'a Files,
        request: Request,
        budget: &'a Budget,
    ) -> Result<Session<'a>, Vec<Diagnostic>> {
        let refuse = |option: &str| {
            let title = request.language.title();
            vec![Diagnostic::error(format!("`{option}` is not an option for {title} programs"))]
        };
        if let Some(option) = request.unknown_options().next() {
            return Err(refuse(option));
        }
        let loaded = request.language.load(files, request.file, &request.load)?;
        // The one place that distinguishes the kinds of programs.
        let engine: Box<dyn Engine + 'a> = match loaded.model {
            Model::Imperative(subject) => {
                if let Some(option) = ImperativeEngine::refuses(&request) {
                    return Err(refuse(option));
                }
                Box::new(ImperativeEngine::new(files, *subject, &request, budget)?)
            }
            Model::Logic(subject) => {
                if let Some(option) = LogicEngine::refuses(&request) {
                    return Err(refuse(option));
                }
                Box::new(LogicEngine::new(files, *subject, &request, budget)?)
            }
            Model::Moded(subject) => {
                if let Some(option) = ModedEngine::refuses(&request) {
                    return Err(refuse(option));
                }
                Box::new(ModedEngine::new(files, *subject, &request, budget)?)
            }
        };
        Ok(Session { files, request, budget, engine, warnings: loaded.warnings })
    }

    /// A suite that meets the criteria within the bounds.
    pub fn generate(&self, tell: &mut dyn FnMut(Progress)) -> Generated {
        let watch = Stopwatch::start();
        self.begin(self.no_tests());
        let hunted = self.engine.hunt(None, tell);
        assemble(&*self.engine, self.no_tests(), hunted, StreamedCounts::default(), watch.seconds())
    }

    /// The same, for callers that take tests as they are found: if there are many and none has to be chosen among them,
    /// they are handed over with the suite that they belong to, and not kept.
    pub fn generate_each(&self, tell: &mut dyn FnMut(SearchEvent)) -> Generated {
        let watch = Stopwatch::start();
        let mut told = StreamedCounts::default();
        self.begin(self.no_tests());
        let hunted = self.engine.hunt_all(&mut |heard| {
            if let SearchEvent::Test(test) = &heard {
                told.tests += 1;
                told.errors += usize::from(test.is_error());
                told.unconfirmed += usize::from(self.engine.is_unconfirmed(test));
            }
            tell(heard);
        });
        assemble(&*self.engine, self.no_tests(), hunted, told, watch.seconds())
    }

    /// A search begins, for tests beside those of a suite.
    fn begin(&self, suite: Suite) {
        self.request.partial.begin(suite, self.engine.notation());
    }

    /// The suite without tests.
    pub fn no_tests(&self) -> Suite {
        Suite {
            language: self.request.language.name().to_string(),
            source: self.request.source.clone(),
            entry: self.engine.entry(),
            ..Suite::default()
        }
    }

    /// The suite with the tests that it lacks. The tests that are there stay as they are.
    pub fn complete(&self, suite: &Suite, tell: &mut dyn FnMut(Progress)) -> Generated {
        let watch = Stopwatch::start();
        self.begin(suite.clone());
        let hunted = self.engine.hunt(Some(suite), tell);
        assemble(&*self.engine, suite.clone(), hunted, StreamedCounts::default(), watch.seconds())
    }

    /// Runs every test of a suite; what is wrong with one does not keep the others from running.
    pub fn run(&self, suite: &Suite) -> Vec<Ran> {
        let verdicts = self.engine.run_all(&suite.tests);
        let mut names: BTreeSet<&str> = BTreeSet::new();
        let mut ran = Vec::with_capacity(suite.tests.len());
        for (test, verdict) in suite.tests.iter().zip(verdicts) {
            let again = format!("there is another test with the name `{}`", test.name);
            let verdict = if names.insert(&test.name) { verdict } else { Verdict::Invalid(again) };
            ran.push(Ran { name: test.name.clone(), verdict });
        }
        ran
    }

    /// Whether mutants of programs of this kind can be made; asked before they are.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn can_mutate(&self) -> Result<(), Vec<Diagnostic>> {
        self.engine.can_mutate().map_err(|why| vec![Diagnostic::error(why)])
    }

    /// How far a suite meets the criteria, with what is known of the goals that it lacks.
    pub fn cover(&self, suite: &Suite) -> Covered {
        self.engine.cover(suite)
    }

    /// How often the tests of a suite execute what stands in the program.
    pub fn lines(&self, suite: &Suite) -> Vec<Line> {
        self.engine.lines(suite)
    }

    /// The suite with a test for each error that no test of it shows. Where emitted tests compare lines, an error in an expression of
    /// several lines is left out: which of them the compiler names is not known.
    pub fn with_errors(&self, generated: &Generated) -> Suite {
        let mut suite = generated.suite.clone();
        let ends = |line: String| {
            let code = line.split("--").next().unwrap_or("").trim_end().to_lowercase();
            [";", "then", "loop", "is"].iter().any(|end| code.ends_with(end))
        };
        let line = |test: &&Test| self.engine.line_of_error(test).is_none_or(ends);
        suite.tests.extend(generated.errors.iter().filter(line).cloned());
        suite
    }

    /// For each test of a suite its output, in the names that objects have in its input, so that one sees what a run changed;
    /// nothing where a test has no heaps or does not terminate.
    pub fn outputs_in_names_of_inputs(&self, suite: &Suite) -> Vec<Option<Snapshot>> {
        self.engine.outputs_in_names_of_inputs(suite)
    }

    /// Judges a suite by the mutants that it kills.
    pub fn mutate(&self, suite: &Suite, options: &MutateOptions, tell: &mut dyn FnMut(Mutating)) -> Mutated {
        let limit = self.request.search.limit;
        let limited = options.kill && limit.is_some();
        let mutated = mutate(&mut *self.engine.mutants(limited), suite, options, limit, self.budget, tell);
        Mutated { notation: self.engine.notation(), ..mutated }
    }

    /// What holds at the loops and exits of the program.
    ///
    /// # Errors
    ///
    /// That nothing is inferred of programs of this kind.
    pub fn infer(&self, question: &Question) -> Result<Inferred, Vec<Diagnostic>> {
        self.engine.infer(question).map_err(|why| vec![Diagnostic::error(why)])
    }

    /// What is known of the claims of the program.
    ///
    /// # Errors
    ///
    /// That programs of this kind have none.
    pub fn verify(&self, question: &Question) -> Result<Verification, Vec<Diagnostic>> {
        self.engine.verify(question).map_err(|why| vec![Diagnostic::error(why)])
    }

    /// Graphs of the program, and the limit that ended the work.
    ///
    /// # Errors
    ///
    /// That programs of this kind have no such graph.
    pub fn graphs(&self, of: GraphOf) -> Result<(Vec<FlowGraph>, Option<String>), Vec<Diagnostic>> {
        self.engine.graphs(of).map_err(|why| vec![Diagnostic::error(why)])
    }

    /// The symbolic states of paths; of one path alone, if it is named.
    ///
    /// # Errors
    ///
    /// That programs of this kind have no such states.
    pub fn trace(&self, options: &TraceOptions) -> Result<Traced, Vec<Diagnostic>> {
        self.engine.trace(options).map_err(|why| vec![Diagnostic::error(why)])
    }

    /// Whether suites can be written as such code; asked before a long search.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn can_emit(&self, placing: &Placing) -> Result<(), Vec<Diagnostic>> {
        let source = self.request.source.escape_debug();
        self.engine.can_emit(placing).map_err(|why| vec![Diagnostic::error(format!("{source}: {why}"))])
    }

    /// A suite as code.
    ///
    /// # Errors
    ///
    /// Which test cannot be written, and why.
    pub fn emit(&self, suite: &Suite, placing: &Placing) -> Result<Emitted, Vec<Diagnostic>> {
        self.engine.emit(suite, placing).map_err(|why| vec![Diagnostic::error(why)])
    }

    /// Compiles the tests of a suite by the user's own compiler, and runs them.
    ///
    /// # Errors
    ///
    /// That programs of the language are not compiled, that the tests do not compile, or why they could not be run.
    pub fn run_native(
        &self,
        suite: &Suite,
        options: &NativeOptions,
        write: &mut WriteFile<'_>,
    ) -> Result<NativeRun, NativeTrouble> {
        let (native, program) = self.engine.native().ok_or_else(|| self.no_native())?;
        let subject = Subject { files: self.files, file: self.request.file, program, suite };
        native.run(&subject, options, self.budget, write)
    }

    /// The same, counting.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn cover_native(
        &self,
        suite: &Suite,
        options: &NativeOptions,
        write: &mut WriteFile<'_>,
    ) -> Result<NativeCovered, NativeTrouble> {
        let (native, program) = self.engine.native().ok_or_else(|| self.no_native())?;
        let subject = Subject { files: self.files, file: self.request.file, program, suite };
        native.cover(&subject, options, self.budget, write, &|suite| self.engine.lines(suite))
    }

    fn no_native(&self) -> NativeTrouble {
        let title = self.request.language.title();
        format!("`--native` is not an option for {title} programs").into()
    }
}
