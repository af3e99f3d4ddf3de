//! From a file to a program: which language it is in, and what its front end makes of it.

use imperative::{ProcId, Program};
use source::{Diagnostic, FileId, Files};

/// The languages of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// IMPL, `.impl`.
    Impl,
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
            other if named.is_some() => {
                Err(format!("the language `{other}` is not supported yet; there is: impl"))
            }
            _ => Err(format!("cannot tell the language of {file}: its name should end in .impl")),
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Language::Impl => "impl",
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
    pub(crate) tree: front_impl::ast::Program,
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
    match language {
        Language::Impl => {
            let loaded = front_impl::load(files, file);
            match (loaded.program, loaded.tree) {
                (Some(program), Some(tree)) => {
                    Ok(LoadedProgram { program, warnings: loaded.diagnostics, tree })
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
    let found = public.iter().copied().find(|p| program.proc(*p).is_some_and(|p| p.name == name));
    found.map(|p| vec![p]).ok_or_else(|| {
        let names: Vec<&str> = public.iter().filter_map(|p| Some(program.proc(*p)?.name.as_str())).collect();
        format!("there is no `{name}`; there are: {}", names.join(", "))
    })
}
