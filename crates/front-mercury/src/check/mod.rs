//! Names and types: from the text of a program to [`crate::core`].
//!
//! ```
//! let mut files = source::Files::new();
//! let text = ":- module m.\n:- interface.\n:- import_module int.\n:- func twice(int) = int.\n\
//!             :- implementation.\ntwice(X) = X + X.\n";
//! let main = files.add("m.m", text);
//! let checked = front_mercury::check::check(&mut files, main, &mut |_| None);
//! assert!(checked.diagnostics.is_empty());
//! let shown = front_mercury::core::print(&checked.program);
//! assert!(shown.contains("V_1 = int.'+'(X, X)") || shown.contains("= int.'+'(X, X)"));
//! ```
//!
//! The passes, in their order:
//! 1. [`names::Loader`] reads the main module and all that it imports.
//! 2. [`names::declare`] makes tables of all declarations.
//! 3. [`raw`] numbers the variables of each clause.
//! 4. [`types`] finds types and the meanings of names; predicates without declarations come first.
//! 5. [`lower`] makes one goal in superhomogeneous form of the clauses of each predicate.

pub(crate) mod beside;
mod groups;
mod lower;
pub(crate) mod names;
mod raw;
mod types;

use crate::core::{Body, ModuleId, PredId, Program};
use crate::syntax::ast::ModuleName;
use crate::syntax::{Predicate, expand};
use names::{Loader, Names, declare};
use raw::{Clause, Context, build, quantify};
use source::{Diagnostic, FileId, Files, Span};
use std::collections::BTreeMap;
use types::{Outcome, check_declared, infer};

/// Finds the file of a module of the program's own: the name to show and the text.
pub type Find<'a> = dyn FnMut(&ModuleName) -> Option<(String, String)> + 'a;

/// The result of checking a program.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The program. What is wrong in it is marked as such.
    pub program: Program,
    /// What is wrong or strange, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

impl Checked {
    /// Whether something is wrong.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The predicates of the program's own modules that are not supported: why, and where that stands.
    pub fn unsupported(&self) -> Vec<(PredId, &'static str, Span)> {
        let mut found = Vec::new();
        for (index, pred) in self.program.preds.iter().enumerate() {
            let own = self.program.module(pred.module).is_some_and(|module| !module.library);
            if let (true, Body::Unsupported(what, at)) = (own, &pred.body) {
                found.push((PredId::new(index), *what, *at));
            }
        }
        found
    }
}

/// Checks the module in a file and all that it needs. `find` gives the texts of modules of the program's own; those of the
/// library are known. The files of all modules are added to `files`.
pub fn check<'a>(files: &'a mut Files, main: FileId, find: &'a mut Find<'a>) -> Checked {
    let mut loader = Loader::new(files, find);
    let main = loader.run(main);
    let (modules, messages) = (std::mem::take(&mut loader.modules), std::mem::take(&mut loader.messages));
    let files: &Files = loader.into_files();
    let mut names = declare::declare(modules, main, messages);
    for index in 0..names.modules.len() {
        check_module(&mut names, ModuleId::new(index), files);
    }
    let Names { program, mut messages, .. } = names;
    messages.sort_by_key(Diagnostic::place);
    Checked { program, diagnostics: messages }
}

fn check_module(names: &mut Names, module: ModuleId, files: &Files) {
    let Some(loaded) = names.modules.get_mut(module.index()) else { return };
    let predicates = std::mem::take(&mut loaded.module.predicates);
    let ids: Vec<PredId> = names.program.preds_of(module).map(|(id, _)| id).collect();
    // Those without declarations, whose types others need.
    let mut open: BTreeMap<PredId, Vec<Clause>> = BTreeMap::new();
    let mut declared: Vec<(PredId, Vec<Clause>)> = Vec::new();
    for (id, predicate) in ids.into_iter().zip(&predicates) {
        let Some(pred) = names.program.pred(id) else { continue };
        if predicate.clauses.is_empty() || !matches!(pred.body, Body::DeclaredOnly | Body::Wrong) {
            continue;
        }
        let is_declared = pred.declared;
        match clauses_of(names, module, predicate, files) {
            None => set_body(names, id, Body::Wrong),
            Some(clauses) if is_declared => declared.push((id, clauses)),
            Some(clauses) => {
                open.insert(id, clauses);
            }
        }
    }
    for group in groups::groups(names, &open) {
        let clauses: Vec<(PredId, Vec<Clause>)> =
            group.iter().filter_map(|id| Some((*id, open.remove(id)?))).collect();
        let sizes: Vec<(PredId, usize)> = clauses.iter().map(|(id, own)| (*id, own.len())).collect();
        let mut outcome = infer(names, module, clauses);
        for (id, (params, args)) in std::mem::take(&mut outcome.inferred) {
            if let Some(pred) = names.program.preds.get_mut(id.index()) {
                (pred.params, pred.args) = (params, args);
            }
        }
        let mut rest = outcome.clauses.into_iter();
        for (id, size) in sizes {
            let clauses = rest.by_ref().take(size).collect();
            let own = Outcome { clauses, inferred: BTreeMap::new(), ..outcome };
            finish(names, module, id, own);
        }
    }
    for (id, clauses) in declared {
        let outcome = check_declared(names, module, id, clauses);
        finish(names, module, id, outcome);
    }
    if let Some(loaded) = names.modules.get_mut(module.index()) {
        loaded.module.predicates = predicates;
    }
}

/// The clauses of a predicate with numbered variables. `None` if grammar or state variables are wrong.
fn clauses_of(
    names: &mut Names,
    module: ModuleId,
    predicate: &Predicate,
    files: &Files,
) -> Option<Vec<Clause>> {
    let name = names.module_name(module);
    let pred = format!("{} `{name}.{}'/{}", predicate.kind.noun(), predicate.name, predicate.arity);
    let file = files.get(predicate.at.0.file).map_or("", |file| file.name()).to_string();
    let line = |at: Span| files.get(at.file).map_or(0, |file| file.line(at.start as usize));
    let context = Context { module: &name, pred: &pred, file: &file, line: &line };
    let mut found = Vec::new();
    let mut wrong = false;
    for clause in &predicate.clauses {
        match expand(clause) {
            Ok(expanded) => {
                let mut clause = build(&expanded, &context);
                quantify(&mut clause);
                found.push(clause);
            }
            Err(problems) => {
                wrong = true;
                problems.into_iter().for_each(|problem| names.say(problem));
            }
        }
    }
    (!wrong).then_some(found)
}

fn finish(names: &mut Names, module: ModuleId, id: PredId, outcome: Outcome) {
    // What has a wrong declaration is checked for other mistakes.
    let declared_wrong = names.program.pred(id).is_some_and(|pred| matches!(pred.body, Body::Wrong));
    let body = if outcome.wrong || declared_wrong {
        Body::Wrong
    } else if let Some((what, at)) = outcome.unsupported {
        Body::Unsupported(what, at)
    } else {
        match lower::lower(names, module, id, outcome.clauses) {
            Some(definition) => Body::Defined(Box::new(definition)),
            None => Body::Wrong,
        }
    };
    set_body(names, id, body);
}

fn set_body(names: &mut Names, id: PredId, body: Body) {
    if let Some(pred) = names.program.preds.get_mut(id.index()) {
        pred.body = body;
    }
}
