//! Mercury as one of the languages.

use crate::check::check;
use crate::core::Program;
use crate::procedures::{self, Analysed, Body, Procedure, Procedures};
use crate::suites::{self, AssertionKind, Count, Input};
use crate::syntax::ast::ModuleName;
use crate::syntax::{Section, collect, parse};
use crate::{code, library};
use language::{
    About, Assuming, CheckInput, CompiledAssertion, CompiledTest, CompiledTests, Emitted, EmittedFile,
    LoadOptions, Loaded, Loading, Moded, ModedInputs, ModedText, Model, Placing,
};
use logic::moded::ProcId;
use source::{Diagnostic, FileId, Files, Span};
use suite::{Suite, Test};

/// Mercury.
pub static LANGUAGE: Mercury = Mercury;

/// Mercury as one of the languages.
pub struct Mercury;

impl language::Language for Mercury {
    fn name(&self) -> &'static str {
        "mercury"
    }

    fn title(&self) -> &'static str {
        "Mercury"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["m"]
    }

    fn options(&self) -> &'static [language::OptionName] {
        &["-I"]
    }

    fn companions(&self, files: &Files, file: FileId) -> Vec<String> {
        let (module, _) = collect(parse(files, file).tree);
        let mut names: Vec<String> = Vec::new();
        let mut open = vec![&module];
        if let Some([outer @ .., _]) = module.name.as_ref().map(|name| name.parts.as_slice())
            && !outer.is_empty()
        {
            names.push(format!("{}.m", outer.join(".")));
            names.extend(outer.last().map(|last| format!("{last}.m")));
        }
        while let Some(module) = open.pop() {
            for import in &module.imports {
                let name = import.module.shown();
                if !library::MODULES.iter().any(|(known, _)| *known == name) {
                    names.extend(file_names(&import.module));
                }
            }
            open.extend(&module.submodules);
        }
        names
    }

    fn load(&self, files: &Files, file: FileId, options: &LoadOptions) -> Loading {
        let text = Text::new(files, file, &options.companions);
        let (program, analysed, mut said) = text.analysed();
        said.retain(|message| message.place().is_none_or(|place| place.file.index() < text.known));
        if said.iter().any(Diagnostic::is_error) {
            return Err(said);
        }
        said.extend(text.unsupported(&program, &analysed.procedures));
        said.sort_by_key(Diagnostic::place);
        let made = code::lower_own(&program, &analysed.procedures, |of| text.is_own(of));
        if made.procs.own().next().is_none() {
            let span = files.span(file, 0, 0);
            let problem = Diagnostic::error("the module defines no predicate or function")
                .primary(span, "nothing here can be run");
            said.push(problem);
            return Err(said);
        }
        let text = Text { core: Some((program, analysed.procedures)), ..text };
        let model = Model::Moded(Box::new(Moded { program: made, text: Box::new(text) }));
        Ok(Loaded { model, warnings: said })
    }

    fn emits(&self) -> &'static [&'static str] {
        &["tests", "mercury"]
    }

    fn reads_suites(&self) -> bool {
        true
    }

    fn read_suite(
        &self,
        files: &Files,
        file: FileId,
        _: &[FileId],
    ) -> Result<(Suite, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (mut suite, said) = suites::read(files, file);
        suite.language = "mercury".to_string();
        if said.iter().any(Diagnostic::is_error) { Err(said) } else { Ok((suite, said)) }
    }
}

/// The names that the file of a module may have.
fn file_names(module: &ModuleName) -> Vec<String> {
    let mut names = vec![format!("{}.m", module.shown())];
    if let [_, .., last] = module.parts.as_slice() {
        names.push(format!("{last}.m"));
    }
    names
}

/// A program with its texts.
#[derive(Clone)]
pub(crate) struct Text {
    files: Files,
    main: FileId,
    companions: Vec<FileId>,
    /// How many files are the program's own.
    known: usize,
    /// The program and its procedures, once it is loaded.
    pub(crate) core: Option<(Program, Procedures)>,
}

impl Text {
    fn new(files: &Files, main: FileId, companions: &[FileId]) -> Text {
        let known = files.iter().count();
        Text { files: files.clone(), main, companions: companions.to_vec(), known, core: None }
    }

    /// Whether a procedure belongs to the program, and not to the library or to a test.
    pub(crate) fn is_own(&self, of: &Procedure) -> bool {
        of.at.file.index() < self.known
    }

    /// Warnings about what is not supported in the program: each place once.
    fn unsupported(&self, program: &Program, procedures: &Procedures) -> Vec<Diagnostic> {
        let mut found: Vec<(Span, Diagnostic)> = Vec::new();
        for procedure in procedures.list.iter().filter(|of| self.is_own(of)) {
            let (Body::Unsupported(what, at), Some(pred)) = (&procedure.body, program.pred(procedure.pred))
            else {
                continue;
            };
            let pred = format!("{} `{}/{}`", pred.kind.noun(), pred.name, pred.arity);
            let warning = Diagnostic::warning(format!("{what} is not supported"))
                .primary(*at, "not supported")
                .note(format!("a test that calls the {pred} is undetermined; the rest of the program works"));
            if !found.iter().any(|(place, _)| place == at) {
                found.push((*at, warning));
            }
        }
        found.into_iter().map(|(_, warning)| warning).collect()
    }

    /// The text of a module of the program's own.
    fn find(&self, module: &ModuleName) -> Option<(String, String)> {
        let names = file_names(module);
        let fits = |id: &FileId| {
            let name = self.files.get(*id).map_or("", |file| file.name());
            let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
            names.iter().any(|wanted| wanted == name)
        };
        let found = self.companions.iter().find(|id| fits(id))?;
        let file = self.files.get(*found)?;
        Some((file.name().to_string(), file.text().to_string()))
    }

    fn analysed(&self) -> (Program, Analysed, Vec<Diagnostic>) {
        let mut files = self.files.clone();
        let checked = check(&mut files, self.main, &mut |module| self.find(module));
        let analysed = procedures::analyse(&checked.program);
        let mut said = checked.diagnostics;
        said.extend(analysed.diagnostics.iter().cloned());
        said.sort_by_key(Diagnostic::place);
        (checked.program, analysed, said)
    }

    pub(crate) fn compiled(&self, tests: &[Test]) -> (suites::Compiled, Vec<Option<String>>, Files) {
        let mut files = self.files.clone();
        let mut texts = Vec::new();
        let mut wrong = Vec::new();
        for test in tests {
            match suites::texts(test) {
                Ok(text) => {
                    texts.push(text);
                    wrong.push(None);
                }
                Err(why) => wrong.push(Some(why)),
            }
        }
        let compiled = suites::compile(&mut files, self.main, &mut |module| self.find(module), &texts);
        (compiled, wrong, files)
    }
}

impl ModedText for Text {
    fn entries(&self, program: &logic::Program, named: Option<&str>) -> Result<Vec<ProcId>, String> {
        let Some((core, procedures)) = &self.core else { return Ok(program.procs.own().collect()) };
        let of = |id: &ProcId| procedures.list.get(id.index());
        let all: Vec<ProcId> =
            program.procs.own().filter(|id| of(id).is_some_and(|procedure| !procedure.lambda)).collect();
        let Some(named) = named else {
            let public = |id: &ProcId| {
                let pred = of(id).and_then(|procedure| core.pred(procedure.pred));
                pred.is_some_and(|pred| pred.module == core.main && pred.section == Section::Interface)
            };
            let public: Vec<ProcId> = all.iter().copied().filter(public).collect();
            return Ok(if public.is_empty() { all } else { public });
        };
        let wanted = Wanted::parse(named);
        let fits = |id: &ProcId| {
            let (Some(procedure), Some(proc)) = (of(id), program.procs.proc(*id)) else { return false };
            let arity = core.pred(procedure.pred).map_or(0, |pred| pred.arity);
            let flows: Vec<&str> = procedure.modes.iter().map(|mode| mode.flow.word()).collect();
            wanted.fits(&proc.name, arity, &flows)
        };
        let found: Vec<ProcId> = all.iter().copied().filter(fits).collect();
        if found.is_empty() {
            let names = all.iter().filter_map(|id| program.procs.proc(*id)).map(|proc| proc.shown.as_str());
            let names: Vec<&str> = names.collect();
            return Err(format!("there is no `{named}`; there are: {}", names.join(", ")));
        }
        Ok(found)
    }

    fn is_named(&self, proc: ProcId) -> bool {
        let Some((_, procedures)) = &self.core else { return false };
        procedures.get(proc).is_some_and(|procedure| !procedure.lambda)
    }

    fn labelled(&self, proc: ProcId) -> String {
        let Some((core, procedures)) = &self.core else { return String::new() };
        // Labels are counted through all procedures, so the first one of this is found by lowering again.
        let made = code::lower_own(core, procedures, |of| self.is_own(of));
        let first = made.procs.body(proc).map_or(1, logic::moded::Block::first);
        procedures::print_labelled(core, procedures, proc, first)
    }

    fn inputs(&self, program: &logic::Program, proc: ProcId) -> Result<ModedInputs, String> {
        let Some((core, procedures)) = &self.core else { return Err("it is not there".to_string()) };
        code::inputs(core, procedures, proc, &program.terms)
    }

    fn call(&self, proc: ProcId, inputs: &[String]) -> (String, Vec<String>) {
        let Some((core, procedures)) = &self.core else { return (String::new(), Vec::new()) };
        suites::call(core, procedures, proc, inputs)
    }

    fn assuming(
        &self,
        program: &logic::Program,
        entries: &[ProcId],
        condition: &str,
    ) -> Result<Assuming, String> {
        crate::assume::assuming(self, program, entries, condition)
    }

    fn compile(&self, tests: &[Test]) -> CompiledTests {
        let (compiled, wrong, files) = self.compiled(tests);
        let program = code::lower_own(&compiled.program, &compiled.procedures, |of| self.is_own(of));
        let mut found = compiled.tests.into_iter();
        let mut made = Vec::with_capacity(tests.len());
        for why in wrong {
            made.push(match why {
                Some(why) => Err(why),
                None => match found.next() {
                    Some(Ok(test)) => Ok(ready(&test)),
                    Some(Err(problems)) => Err(problem_text(&problems, &files)),
                    None => Err("it could not be compiled".to_string()),
                },
            });
        }
        CompiledTests { program, tests: made }
    }

    fn emit(&self, suite: &Suite, placing: &Placing) -> Result<Emitted, String> {
        if placing.kind == "tests" {
            return Ok(Emitted::one(suites::write(suite), "m"));
        }
        let (compiled, wrong, _) = self.compiled(&suite.tests);
        if let Some((test, Some(why))) = suite.tests.iter().zip(&wrong).find(|(_, why)| why.is_some()) {
            return Err(format!("{}: {why}", test.name));
        }
        let main = compiled.program.module(compiled.program.main).map(|module| module.shown());
        let emitted = suites::emit(&compiled, suite, &main.unwrap_or_default());
        let files = vec![EmittedFile { name: emitted.module, ending: "m", text: emitted.text }];
        Ok(Emitted { files, left_out: emitted.left_out, comment: "%", folder: false })
    }
}

/// What is wrong with a test, in one line, with the words that it is about.
pub(crate) fn problem_text(problems: &[Diagnostic], files: &Files) -> String {
    let one = |problem: &Diagnostic| {
        let place = problem.place().map_or("", |span| files.text(span));
        let place = place.split_whitespace().collect::<Vec<_>>().join(" ");
        if place.is_empty() || problem.message.contains(&place) {
            problem.message.clone()
        } else {
            format!("{} in `{place}`", problem.message)
        }
    };
    let all: Vec<String> = problems.iter().filter(|problem| problem.is_error()).map(one).collect();
    if all.is_empty() { "it is wrong".to_string() } else { all.join("; ") }
}

/// A test for the judge.
fn ready(test: &suites::CompiledTest) -> CompiledTest {
    let mut assertions = Vec::new();
    for assertion in &test.assertions {
        let inputs: Vec<CheckInput> = assertion
            .inputs
            .iter()
            .map(|input| match input {
                Input::Var(number) => CheckInput::Variable(*number),
                Input::Cardinality => CheckInput::Cardinality,
            })
            .collect();
        let about = match assertion.kind {
            AssertionKind::Success => About::Success,
            AssertionKind::Failure => About::Failure,
            AssertionKind::Exception => About::Exception,
            // A condition that is about the number of solutions alone holds or not whatever they are.
            AssertionKind::True
                if inputs.iter().all(|input| *input == CheckInput::Cardinality) && !inputs.is_empty() =>
            {
                About::Count
            }
            AssertionKind::True => About::First,
            AssertionKind::Nth(number) => About::Numbered(number),
            AssertionKind::SomeTrue => About::Some,
            AssertionKind::AllTrue => About::All,
            AssertionKind::Cardinality(Count::Exactly(number)) => About::Cardinality(Some(number)),
            AssertionKind::Cardinality(Count::Named) => About::Cardinality(None),
            AssertionKind::Type | AssertionKind::Limit(_) => continue,
        };
        let text = assertion.text.clone();
        assertions.push(CompiledAssertion { about, text, check: assertion.check, inputs });
    }
    CompiledTest {
        solve: test.solve,
        vars: test.vars.iter().map(|var| var.name.clone()).collect(),
        world: test.io,
        limit: test.limit,
        assertions,
    }
}

/// What is asked for: `member`, `member/2`, `member(out, in)`, `length(in) = out`.
struct Wanted {
    name: String,
    arity: Option<usize>,
    modes: Option<Vec<String>>,
}

impl Wanted {
    fn parse(text: &str) -> Wanted {
        let text = text.trim();
        if let Some((name, rest)) = text.split_once('(') {
            let (args, result) = rest.split_once(')').unwrap_or((rest, ""));
            let result = result.trim().strip_prefix('=').map(str::trim);
            let modes = args.split(',').chain(result).map(mode).filter(|mode| !mode.is_empty());
            return Wanted { name: name.trim().to_string(), arity: None, modes: Some(modes.collect()) };
        }
        if let Some((name, arity)) = text.rsplit_once('/')
            && let Ok(arity) = arity.trim().parse()
        {
            return Wanted { name: name.trim().to_string(), arity: Some(arity), modes: None };
        }
        Wanted { name: text.to_string(), arity: None, modes: None }
    }

    fn fits(&self, name: &str, arity: usize, flows: &[&str]) -> bool {
        let plain = self.name.rsplit('.').next().unwrap_or(&self.name);
        (name == self.name || name == plain)
            && self.arity.is_none_or(|wanted| wanted == arity)
            && self.modes.as_ref().is_none_or(|modes| {
                modes.len() == flows.len()
                    && modes.iter().zip(flows).all(|(wanted, flow)| wanted == "?" || wanted == flow)
            })
    }
}

/// A mode in the words of the language.
fn mode(text: &str) -> String {
    match text.trim() {
        "+" | "++" | "di" => "in".to_string(),
        "-" | "--" | "uo" => "out".to_string(),
        other => other.to_string(),
    }
}
