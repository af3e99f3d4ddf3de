//! From a file to a program: which language it is in, and what its front end makes of it.

use imperative::{ProcId, Program};
use source::{Diagnostic, FileId, Files};
use std::path::PathBuf;

/// The languages of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// IMPL, `.impl`.
    Impl,
    /// C, `.c`.
    C,
}

/// The text of a file that is not UTF-8, if its language has an answer to that: C does not mind what stands in comments.
pub fn readable(file: &str, bytes: &[u8]) -> Option<String> {
    match Language::choose(file, None) {
        Ok(Language::C) => front_c::readable(bytes),
        _ => None,
    }
}

impl Language {
    /// The language that a file's ending tells, or that was named.
    ///
    /// # Errors
    ///
    /// A sentence that says what is known.
    pub fn choose(file: &str, named: Option<&str>) -> Result<Language, String> {
        let ending = file.rsplit_once('.').map_or("", |(_, e)| e);
        match named.unwrap_or(ending) {
            "impl" => Ok(Language::Impl),
            "c" => Ok(Language::C),
            // What the preprocessor of C has made, as competitions publish it.
            "i" if named.is_none() => Ok(Language::C),
            other if named.is_some() => {
                Err(format!("the language `{other}` is not supported yet; there are: impl, c, clp"))
            }
            _ => Err(format!(
                "cannot tell the language of {file}: its name should end in .impl, .c, .pl or .clp"
            )),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Language::Impl => "impl",
            Language::C => "c",
        }
    }
}

/// A program, with warnings.
pub struct LoadedProgram {
    /// The program.
    pub program: Program,
    /// What the front end remarks.
    pub warnings: Vec<Diagnostic>,
    /// The text as a tree, from which tests are printed as code.
    pub(crate) tree: Tree,
}

/// A text as its front end sees it.
pub(crate) enum Tree {
    /// An IMPL program.
    Impl(front_impl::ast::Program),
    /// A C file.
    C(Box<(front_c::tree::Unit, front_c::lower::Layout)>),
}

/// How a program is read.
#[derive(Clone, Default)]
pub struct LoadOptions {
    /// Where the file lives, for what it includes.
    pub path: PathBuf,
    /// How C is read.
    pub c: front_c::Options,
}

/// Parses, checks and lowers a program.
///
/// # Errors
///
/// What is wrong with it, with places.
pub fn load_program(
    files: &Files,
    file: FileId,
    language: Language,
) -> Result<LoadedProgram, Vec<Diagnostic>> {
    load_program_with(files, file, language, &LoadOptions::default())
}

/// The same with options. C may need the compiler for its directives, and a stack of [`front_c::STACK`].
///
/// # Errors
///
/// What is wrong with it, with places.
pub fn load_program_with(
    files: &Files,
    file: FileId,
    language: Language,
    options: &LoadOptions,
) -> Result<LoadedProgram, Vec<Diagnostic>> {
    match language {
        Language::C => {
            let loaded = front_c::load(files, file, &options.path, &options.c);
            match (loaded.program, loaded.unit, loaded.layout) {
                (Some(program), Some(unit), Some(layout)) => Ok(LoadedProgram {
                    program,
                    warnings: loaded.diagnostics,
                    tree: Tree::C(Box::new((unit, layout))),
                }),
                _ => Err(loaded.diagnostics),
            }
        }
        Language::Impl => {
            let loaded = front_impl::load(files, file);
            match (loaded.program, loaded.tree) {
                (Some(program), Some(tree)) => {
                    Ok(LoadedProgram { program, warnings: loaded.diagnostics, tree: Tree::Impl(tree) })
                }
                _ => Err(loaded.diagnostics),
            }
        }
    }
}

/// Adds what the user assumes of the inputs, one formula a file, to what the procedures require.
///
/// # Errors
///
/// What is wrong with a formula, with places. It must make sense for every one of the procedures.
pub fn assume(
    files: &Files,
    formulas: &[FileId],
    language: Language,
    program: &mut Program,
    procs: &[ProcId],
) -> Result<(), Vec<Diagnostic>> {
    for proc in procs {
        for formula in formulas {
            let required = match language {
                Language::Impl => front_impl::parse_formula(files, *formula, program, *proc),
                Language::C => Err(vec![Diagnostic::error(
                    "--assume is not there for C yet: `//@ requires` before the function says the same",
                )]),
            };
            let required = required.map_err(|mut problems| {
                if let (true, Some(last)) = (procs.len() > 1, problems.last_mut()) {
                    let name = program.proc(*proc).map_or("", |p| &p.name);
                    let help = format!("it is assumed of every procedure, here of `{name}`; `-e` names one");
                    *last = last.clone().help(help);
                }
                problems
            })?;
            if let Some(p) = program.procs.get_mut(proc.index()) {
                p.requires.push(required);
            }
        }
    }
    Ok(())
}

/// The procedures to test: the one that is named, or every public one.
///
/// # Errors
///
/// A sentence that lists what there is.
pub fn entries(program: &Program, named: Option<&str>) -> Result<Vec<ProcId>, String> {
    let public: Vec<ProcId> =
        program.proc_ids().filter(|p| program.proc(*p).is_some_and(|p| !p.hidden)).collect();
    let Some(name) = named else { return Ok(public) };
    let mut all = public
        .iter()
        .copied()
        .chain(program.proc_ids().filter(|p| program.proc(*p).is_some_and(|p| p.repeats.is_some())));
    let found = all.find(|p| program.proc(*p).is_some_and(|p| p.name == name));
    found.map(|p| vec![p]).ok_or_else(|| {
        let names: Vec<&str> = public.iter().filter_map(|p| Some(program.proc(*p)?.name.as_str())).collect();
        format!("there is no `{name}`; there are: {}", names.join(", "))
    })
}
