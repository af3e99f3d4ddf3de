//! Ada as one of the languages.

use crate::emit::{self, Case, Expected, Source, Sources};
use crate::lower::{self, Layout};
use crate::notation::NOTATION;
use crate::syntax::ast::Compilation;
use crate::tree::Program;
use crate::{check, native, syntax, units};
use base::Budget;
use imperative::machine::State;
use imperative::{Notation, ProcId, Requirement, RequirementKind};
use language::native::{
    Native, NativeCovered, NativeOptions, NativeRun, NativeTrouble, Subject, Wanted, WriteFile, passing,
};
use language::{
    Emitted, EmittedFile, Imperative, ImperativeText, LoadOptions, Loaded, Loading, Model, Placing,
};
use source::{Diagnostic, FileId, Files, SourceFile};
use suite::{Line, Suite, Test};

/// Ada.
pub static LANGUAGE: Ada = Ada;

/// Ada as one of the languages.
pub struct Ada;

impl language::Language for Ada {
    fn name(&self) -> &'static str {
        "ada"
    }

    fn title(&self) -> &'static str {
        "Ada"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["adb", "ads", "ada"]
    }

    fn options(&self) -> &'static [&'static str] {
        &["-I", "--native"]
    }

    fn notation(&self) -> Notation {
        NOTATION
    }

    fn decode(&self, bytes: &[u8]) -> Option<String> {
        // The character set of Ada 83 and 95, which many files still have.
        Some(bytes.iter().map(|b| char::from(*b)).collect())
    }

    fn companions(&self, files: &Files, file: FileId) -> Vec<String> {
        syntax::parse(files, file).tree.as_ref().map(units::companions).unwrap_or_default()
    }

    fn emits(&self) -> &'static [&'static str] {
        &["ada"]
    }

    fn load(&self, files: &Files, file: FileId, options: &LoadOptions) -> Loading {
        load(files, file, &options.companions)
    }
}

/// Reads, checks and lowers a program: a file, and those that belong to it.
pub(crate) fn load(files: &Files, file: FileId, companions: &[FileId]) -> Loading {
    let mut warnings = Vec::new();
    let mut trees: Vec<Compilation> = Vec::new();
    for id in std::iter::once(file).chain(companions.iter().copied()) {
        let parsed = syntax::parse(files, id);
        let Some(tree) = parsed.tree else { return Err(parsed.diagnostics) };
        warnings.extend(parsed.diagnostics);
        trees.push(tree);
    }
    let order = units::ordered(&trees);
    let ordered: Vec<&Compilation> = order.iter().map(|at| &trees[*at]).collect();
    let checked = check::check(&ordered);
    if checked.diagnostics.iter().any(Diagnostic::is_error) {
        warnings.extend(checked.diagnostics);
        return Err(warnings);
    }
    warnings.extend(checked.diagnostics);
    let span = files.span(file, 0, files.get(file).map_or(0, |f| f.text().len()));
    let (program, layout, problems) = lower::lower(&checked.program, span);
    warnings.extend(problems);
    if program.procs.is_empty() {
        let problem = Diagnostic::error("the file has no subprogram with a body")
            .primary(span, "nothing here can be run")
            .help("for a package, name the file of its body");
        warnings.push(problem);
        return Err(warnings);
    }
    if let Err(flaws) = imperative::verify(&program) {
        // A bug in this crate. It is reported with a place instead of giving a wrong answer.
        for flaw in flaws.iter().take(5) {
            let message = format!("this program could not be translated: {flaw}");
            warnings.push(Diagnostic::error(message).primary(flaw.span, "at this place"));
        }
        return Err(warnings);
    }
    let ids = std::iter::once(file).chain(companions.iter().copied());
    let sources = ids.zip(trees).map(|(id, tree)| {
        let source = files.get(id);
        let name = source.map_or("", SourceFile::name);
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_string();
        Source { id, name, text: source.map_or("", SourceFile::text).to_string(), tree }
    });
    let sources = Sources { files: sources.collect(), ordered: order };
    let text = Box::new(Text { tree: checked.program, layout, sources });
    let model = Model::Imperative(Box::new(Imperative { program, text }));
    Ok(Loaded { model, warnings })
}

/// What only this crate knows of a program.
pub(crate) struct Text {
    pub tree: Program,
    pub layout: Layout,
    pub sources: Sources,
}

/// A test with what it is run on and what is expected of it.
pub(crate) type Ready<'t> = (&'t Test, (ProcId, State, Wanted));

impl Text {
    /// Tests as an Ada file.
    pub(crate) fn written(&self, program: &imperative::Program, tests: &[&Ready<'_>]) -> emit::Written {
        let cases: Vec<Case<'_>> = tests
            .iter()
            .map(|(test, (entry, input, wanted))| Case {
                name: test.name.clone(),
                comment: format!("{}: {}", test.entry, test.condition),
                entry: *entry,
                input,
                expected: match wanted {
                    Wanted::Ok(result, end) => Expected::Ok(result.clone(), end),
                    Wanted::Error(kind, _, span, _) => Expected::Error(*kind, *span),
                },
            })
            .collect();
        emit::emit(&self.tree, &self.layout, program, &self.sources, &cases)
    }
}

impl ImperativeText for Text {
    /// Every subprogram that is not inside of another; those inside are run by these, and can be named.
    fn entries(&self, program: &imperative::Program, named: Option<&str>) -> Result<Vec<ProcId>, String> {
        // Ada does not tell capital letters from small ones.
        let spelled = named.map(|name| {
            let same = |p: &&imperative::Proc| p.name.eq_ignore_ascii_case(name);
            program.procs.iter().find(same).map_or(name, |p| p.name.as_str())
        });
        let all = language::entries(program, spelled)?;
        if named.is_some() {
            return Ok(all);
        }
        let is_outer = |id: &ProcId| {
            let sub = self.layout.subprograms.get(id.index()).copied().flatten();
            sub.and_then(|s| self.tree.subprograms.get(s.0 as usize)).is_some_and(|s| s.within.is_none())
        };
        // Those of the file that was named, and the expression functions of its specification; other files are only what
        // it needs.
        let main = self.sources.files.first();
        let own: Vec<String> =
            main.iter().flat_map(|f| f.tree.units.iter().filter_map(crate::units::name)).collect();
        let main = main.map(|f| f.id);
        let is_own = |id: &ProcId| {
            let sub = self.layout.subprograms.get(id.index()).copied().flatten();
            let sub = sub.and_then(|s| self.tree.subprograms.get(s.0 as usize));
            let package =
                sub.and_then(|s| s.path.rsplit_once('.')).map(|(package, _)| package.to_lowercase());
            package.is_some_and(|package| own.contains(&package))
        };
        let is_here = |id: &ProcId| program.proc(*id).map(|p| p.span.file) == main || is_own(id);
        let (here, elsewhere): (Vec<ProcId>, Vec<ProcId>) =
            all.into_iter().filter(is_outer).partition(is_here);
        Ok(if here.is_empty() { elsewhere } else { here })
    }

    fn formula(
        &self,
        files: &Files,
        formula: FileId,
        program: &mut imperative::Program,
        proc: ProcId,
    ) -> Result<Requirement, Vec<Diagnostic>> {
        let text = files.get(formula).map_or("", SourceFile::text);
        let span = files.span(formula, 0, text.len());
        let tree = syntax::parse_formula(files, formula).map_err(|problem| vec![*problem])?;
        let Some(sub) = self.layout.subprograms.get(proc.index()).copied().flatten() else {
            return Err(vec![Diagnostic::error("nothing can be assumed of this").primary(span, "here")]);
        };
        let units: Vec<&Compilation> =
            self.sources.ordered.iter().map(|at| &self.sources.files[*at].tree).collect();
        let checked = check::check_assuming(&units, Some((sub, &tree)));
        let wrong: Vec<Diagnostic> = checked.diagnostics.into_iter().filter(Diagnostic::is_error).collect();
        if !wrong.is_empty() {
            return Err(wrong);
        }
        // A formula that was not read must not be taken for one that always holds.
        let subprogram = checked.program.subprograms.get(sub.0 as usize);
        let last = subprogram.and_then(|s| s.pre.last()).map(|e| e.span.file);
        if last != Some(formula) {
            let name = subprogram.map_or("this", |s| &s.name);
            let why = format!("nothing can be assumed of `{name}`");
            return Err(vec![Diagnostic::error(why).primary(span, "this formula would be lost")]);
        }
        if let Some((requirement, ghosts)) = lower::last_requirement(&checked.program, span, sub)
            && let Some(of) = program.procs.get_mut(proc.index())
        {
            return Ok(requirement.moved_to(of, &ghosts));
        }
        let added = lower::last_precondition(&checked.program, span, sub, program.procs.len());
        let asked = ProcId::new(program.procs.len());
        program.procs.extend(added);
        let params = program.proc(proc).map(|p| p.params.clone()).unwrap_or_default();
        let args = params.into_iter().map(|v| imperative::Expr::var(v, span)).collect();
        Ok(Requirement::new(RequirementKind::Call { proc: asked, args }, span))
    }

    fn emit(&self, program: &imperative::Program, suite: &Suite, _: &Placing) -> Result<Emitted, String> {
        let mut tests = Vec::new();
        for test in &suite.tests {
            let ready = passing(program, test).map_err(|why| format!("{}: {why}", test.name))?;
            tests.push((test, ready));
        }
        let written = self.written(program, &tests.iter().collect::<Vec<_>>());
        let file = EmittedFile { name: written.name, ending: "adb", text: written.text };
        Ok(Emitted { files: vec![file], folder: true, comment: "--", left_out: written.left_out })
    }

    fn native(&self) -> Option<&dyn Native> {
        Some(self)
    }
}

impl Native for Text {
    fn run(
        &self,
        subject: &Subject<'_>,
        options: &NativeOptions,
        budget: &Budget,
        write: &mut WriteFile<'_>,
    ) -> Result<NativeRun, NativeTrouble> {
        native::run(self, subject, options, budget, write)
    }

    fn cover(
        &self,
        subject: &Subject<'_>,
        options: &NativeOptions,
        budget: &Budget,
        write: &mut WriteFile<'_>,
        measure: &dyn Fn(&Suite) -> Vec<Line>,
    ) -> Result<NativeCovered, NativeTrouble> {
        native::cover(self, subject, options, budget, write, measure)
    }
}
