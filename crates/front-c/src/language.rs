//! C as one of the languages.

use crate::emit::include_name;
use crate::lower::Layout;
use crate::native::{self, ready};
use crate::notation::NOTATION;
use crate::tree::{Clause, Unit};
use crate::types::DataModel;
use crate::{Options, Preprocessor, load, readable};
use base::Budget;
use imperative::{Notation, ProcId, Program, Requirement, RequirementKind};
use language::native::{Native, NativeCovered, NativeOptions, NativeRun, NativeTrouble, Subject, WriteFile};
use language::{
    Emitted, Imperative, ImperativeText, LoadOptions, Loaded, Loading, Model, Placing, WordSizes,
};
use source::{Diagnostic, FileId, Files};
use suite::{Line, Suite};

/// C.
pub static LANGUAGE: C = C;

/// C as one of the languages.
pub struct C;

impl language::Language for C {
    fn name(&self) -> &'static str {
        "c"
    }

    fn title(&self) -> &'static str {
        "C"
    }

    // What the preprocessor of C has made ends in `.i`, as competitions publish it.
    fn endings(&self) -> &'static [&'static str] {
        &["c", "i"]
    }

    fn options(&self) -> &'static [&'static str] {
        &["-I", "-D", "--data-model", "--native", "--leaks"]
    }

    fn notation(&self) -> Notation {
        NOTATION
    }

    /// C does not mind what stands in comments.
    fn decode(&self, bytes: &[u8]) -> Option<String> {
        readable(bytes)
    }

    fn load(&self, files: &Files, file: FileId, options: &LoadOptions) -> Loading {
        let loaded = load(files, file, &options.path, &Options::from(options));
        match (loaded.program, loaded.unit, loaded.layout) {
            (Some(program), Some(unit), Some(layout)) => {
                let text = Box::new(Text { unit, layout });
                let model = Model::Imperative(Box::new(Imperative { program, text }));
                Ok(Loaded { model, warnings: loaded.diagnostics })
            }
            _ => Err(loaded.diagnostics),
        }
    }

    fn emits(&self) -> &'static [&'static str] {
        &["c"]
    }
}

impl From<WordSizes> for DataModel {
    fn from(sizes: WordSizes) -> DataModel {
        match sizes {
            WordSizes::Lp64 => DataModel::Lp64,
            WordSizes::Ilp32 => DataModel::Ilp32,
        }
    }
}

impl From<&LoadOptions> for Options {
    fn from(options: &LoadOptions) -> Options {
        let mut preprocessor = Preprocessor::default();
        preprocessor.include_dirs.clone_from(&options.include);
        preprocessor.defines.clone_from(&options.define);
        Options { model: options.sizes.into(), preprocessor, lists: options.lists }
    }
}

fn mentions_calls(r: &Requirement) -> bool {
    match &r.kind {
        RequirementKind::Call { .. } => true,
        RequirementKind::Cond(_) | RequirementKind::Predicate(_) => false,
        RequirementKind::Not(a) | RequirementKind::Every { body: a, .. } => mentions_calls(a),
        RequirementKind::And(a, b) | RequirementKind::Or(a, b) => mentions_calls(a) || mentions_calls(b),
    }
}

/// A C file as it was read, from which tests are written.
pub(crate) struct Text {
    /// The typed tree.
    pub unit: Unit,
    /// What became of its parts in the program.
    pub layout: Layout,
}

impl ImperativeText for Text {
    fn formula(
        &self,
        files: &Files,
        formula: FileId,
        program: &mut Program,
        proc: ProcId,
    ) -> Result<Requirement, Vec<Diagnostic>> {
        let text = files.get(formula).map_or("", |f| f.text()).trim().to_string();
        let span = files.span(formula, 0, text.len());
        let refused =
            |why: &str| vec![Diagnostic::error("this cannot be assumed").primary(span, why.to_string())];
        let Some(name) = program.proc(proc).map(|p| p.name.clone()) else {
            return Err(refused("of nothing"));
        };
        // It is one more `requires` clause of the function, the last one.
        let mut unit = self.unit.clone();
        let function = unit.functions.iter_mut().find(|f| f.name == name && !f.is_copy);
        let Some(function) = function else {
            return Err(refused("nothing can be assumed of what nobody wrote"));
        };
        let text = text.trim_end_matches(';').to_string();
        function.annotations.push(Clause { keyword: "requires".to_string(), text, span });
        let (lowered, _, problems) = crate::lower::lower(&unit, files, program.span);
        let about = |d: &&Diagnostic| d.labels.iter().any(|l| l.span.file == formula);
        if let Some(problem) = problems.iter().find(about) {
            let why = problem.labels.iter().map(|l| l.text.as_str()).find(|m| !m.is_empty());
            return Err(refused(why.unwrap_or(&problem.message)));
        }
        let added = lowered.procs.iter().find(|p| p.name == name);
        let read = added.and_then(|p| Some((p.requires.last()?.clone(), &p.ghosts)));
        let procs = program.procs.len();
        let (Some((requirement, ghosts)), Some(of)) = (read, program.procs.get_mut(proc.index())) else {
            return Err(refused("it is not understood"));
        };
        if lowered.procs.len() != procs && mentions_calls(&requirement) {
            return Err(refused("calls of other functions are not supported here"));
        }
        Ok(requirement.moved_to(of, ghosts))
    }

    fn can_emit(&self, placing: &Placing) -> Result<(), String> {
        include_name(&placing.program).map(|_| ())
    }

    fn emit(&self, program: &Program, suite: &Suite, placing: &Placing) -> Result<Emitted, String> {
        let emitted = ready::emit_suite(self, program, suite, &placing.program)?;
        Ok(Emitted { left_out: emitted.left_out, ..Emitted::one(emitted.text, "c") })
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
