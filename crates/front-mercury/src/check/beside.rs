//! Clauses that are checked beside a program, each in a module of its own within the main module: it sees all that the main
//! module sees, also what that does not export.
//!
//! The body of such a clause is a conjunction of parts. The variables of the first part are shared by all; every other variable
//! belongs to its part. All parts are checked as one clause, so that they agree on types:
//!
//! ```text
//! append(L1, L2, [1, 2, 3])         the first part says that L2 is a list
//! length(L2, 1)                     so this is list.length, and not string.length
//! ```
//!
//! A clause is tried with what the main module sees, and if that is wrong, with modules of the library that are seen as if
//! they were imported. So what is added can only make more clauses right.

use super::names::{Loader, Names, declare};
use super::raw::{Clause, Context, build_parts, quantify};
use super::types::{Outcome, infer};
use super::{Checked, Find, check_module, groups, lower};
use crate::core::{Body, Definition, ModuleId, Pred, PredId};
use crate::syntax::ast::{self, ImportKind, ModuleName, Name, Place, PredKind, Purity};
use crate::syntax::{Import, Module, Section, expand};
use source::{Diagnostic, FileId, Files, Span};
use std::collections::BTreeSet;

/// A clause beside a program.
pub(crate) struct Extra {
    /// Its name. The program cannot call it.
    pub name: String,
    /// What it imports.
    pub imports: Vec<ModuleName>,
    /// The clause. The goals of its body are its parts.
    pub clause: ast::Clause,
    /// Variables that all parts share, beside those of the first.
    pub shared: Vec<(String, Span)>,
}

/// The result of checking such a clause.
pub(crate) enum Found {
    /// The predicate that it is, and its definition. The definition is no part of the program yet.
    Right(PredId, Box<Definition>),
    /// It uses something that is not supported.
    Unsupported(&'static str, Span),
    /// Messages say why, unless what it needs is missing.
    Wrong,
}

/// Checks a program and clauses beside it. The messages of all are together.
pub(crate) fn check_beside<'a>(
    files: &'a mut Files,
    main: FileId,
    find: &'a mut Find<'a>,
    extras: &[Extra],
    library: &[&str],
) -> (Checked, Vec<Found>) {
    let mut loader = Loader::new(files, find);
    let library = loader.standard(library);
    let within = extras.iter().map(|extra| (extra.name.clone(), module(extra))).collect();
    let (main, ids) = loader.run_with(main, within);
    let (modules, messages) = (std::mem::take(&mut loader.modules), std::mem::take(&mut loader.messages));
    let files: &Files = loader.into_files();
    let mut names = declare::declare(modules, main, messages);
    for index in 0..names.modules.len() {
        check_module(&mut names, ModuleId::new(index), files);
    }
    let found = extras.iter().zip(ids).map(|(extra, id)| one(&mut names, files, extra, id, &library));
    let found = found.collect();
    let Names { program, mut messages, .. } = names;
    messages.sort_by_key(Diagnostic::place);
    (Checked { program, diagnostics: messages }, found)
}

/// The module of a clause: imports only.
fn module(extra: &Extra) -> Module {
    let import = |module: &ModuleName| Import {
        section: Section::Implementation,
        kind: ImportKind::Import,
        module: module.clone(),
    };
    Module {
        name: None,
        imports: extra.imports.iter().map(import).collect(),
        types: Vec::new(),
        insts: Vec::new(),
        modes: Vec::new(),
        predicates: Vec::new(),
        pragmas: Vec::new(),
        promises: Vec::new(),
        unsupported: Vec::new(),
        submodules: Vec::new(),
        at: extra.clause.at,
    }
}

/// Tries a clause with what the main module sees, then with the library.
fn one(names: &mut Names, files: &Files, extra: &Extra, module: ModuleId, library: &[ModuleId]) -> Found {
    let Some(clause) = clause_of(names, files, extra, module) else { return Found::Wrong };
    let mut words = BTreeSet::new();
    groups::words_of(&clause, &mut words);
    let words: Vec<String> = words.into_iter().map(str::to_string).collect();
    let pred = enter(names, extra, module, clause.head.len());
    let before = names.messages.len();
    let first = attempt(names, module, pred, clause);
    if !matches!(first, Found::Wrong) {
        return first;
    }
    let said = names.messages.split_off(before);
    let known = unseen(names, module, &words);
    for id in library {
        let access = names.modules.get_mut(module.index()).map(|own| own.access.entry(*id).or_default());
        access.into_iter().for_each(|access| access.open = true);
    }
    let Some(clause) = clause_of(names, files, extra, module) else { return Found::Wrong };
    let second = attempt(names, module, pred, clause);
    // If both are wrong and the library has no name that was missing, what is said without it is clearer.
    if matches!(second, Found::Wrong) && known == unseen(names, module, &words) {
        names.messages.truncate(before);
        names.messages.extend(said);
    }
    second
}

/// How many of these names mean nothing to a module.
fn unseen(names: &Names, module: ModuleId, words: &[String]) -> usize {
    let at = names.program.module(module).map(|module| module.at);
    let Some(at) = at else { return 0 };
    let seen = |word: &&String| {
        let name = Name { module: Vec::new(), text: word.to_string(), at: Place(at) };
        let constructors = || (0..8).any(|n| !names.constructors_of(module, &name, n).is_empty());
        !names.preds_of(module, &name).is_empty() || constructors()
    };
    words.iter().filter(|word| !seen(word)).count()
}

/// The clause with numbered variables. `None` if its state variables are wrong.
fn clause_of(names: &mut Names, files: &Files, extra: &Extra, module: ModuleId) -> Option<Clause> {
    let name = names.module_name(module);
    let at = extra.clause.at.0;
    let file = files.get(at.file).map_or("", |file| file.name()).to_string();
    let line = |at: Span| files.get(at.file).map_or(0, |file| file.line(at.start as usize));
    let context = Context { module: &name, pred: &extra.name, file: &file, line: &line };
    match expand(&extra.clause) {
        Ok(expanded) => {
            let mut clause = build_parts(&expanded, &context, &extra.shared);
            quantify(&mut clause);
            Some(clause)
        }
        Err(problems) => {
            problems.into_iter().for_each(|problem| names.say(problem));
            None
        }
    }
}

/// A predicate without a name that others could find.
fn enter(names: &mut Names, extra: &Extra, module: ModuleId, arity: usize) -> PredId {
    let id = PredId::new(names.program.preds.len());
    names.program.preds.push(Pred {
        kind: PredKind::Pred,
        module,
        name: extra.name.clone(),
        arity,
        section: Section::Implementation,
        purity: Purity::Pure,
        params: Vec::new(),
        args: Vec::new(),
        declared: false,
        procs: Vec::new(),
        body: Body::Wrong,
        at: extra.clause.at.0,
    });
    id
}

fn attempt(names: &mut Names, module: ModuleId, id: PredId, clause: Clause) -> Found {
    let Outcome { clauses, wrong, unsupported, inferred } = infer(names, module, vec![(id, vec![clause])]);
    for (id, (params, args)) in inferred {
        if let Some(pred) = names.program.preds.get_mut(id.index()) {
            (pred.params, pred.args) = (params, args);
        }
    }
    match (wrong, unsupported) {
        (true, _) => Found::Wrong,
        (false, Some((what, at))) => Found::Unsupported(what, at),
        (false, None) => match lower::lower(names, module, id, clauses) {
            Some(definition) => Found::Right(id, Box::new(definition)),
            None => Found::Wrong,
        },
    }
}
