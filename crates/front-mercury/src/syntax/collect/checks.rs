//! What is wrong with one declaration or one predicate.

use super::predicates::has_modes;
use super::{Module, Predicate, Section};
use crate::syntax::ast::{ModeDecl, PredDecl, PredKind, Type, TypeBody, TypeDecl, TypeKind};
use source::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// Constructors and fields that are there twice, variables that are no parameters.
pub(super) fn type_decl(decl: &TypeDecl) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut types: Vec<&Type> = Vec::new();
    match &decl.body {
        TypeBody::Abstract => {}
        TypeBody::Equal(of) => types.push(of),
        TypeBody::Union(constructors) => {
            let mut known = BTreeMap::new();
            let mut fields = BTreeMap::new();
            for constructor in constructors {
                let (name, arity) = (&constructor.name.text, constructor.fields.len());
                if let Some(before) = known.insert((name, arity), constructor.at) {
                    let message = format!("the constructor `{name}/{arity}` is there twice");
                    let message = Diagnostic::error(message).primary(constructor.at.0, "again");
                    found.push(message.secondary(before.0, "first here"));
                }
                for field in constructor.fields.iter().filter_map(|field| field.name.as_ref()) {
                    if let Some(before) = fields.insert(&field.text, field.at) {
                        let message = format!("the field `{}` is there twice", field.text);
                        let message = Diagnostic::error(message).primary(field.at.0, "again");
                        found.push(message.secondary(before.0, "first here"));
                    }
                }
                types.extend(constructor.fields.iter().map(|field| &field.of));
            }
        }
    }
    // Types with quantifiers of their own have more variables.
    if decl.unsupported.is_some() {
        return found;
    }
    let params: BTreeSet<&str> = decl.params.iter().map(String::as_str).collect();
    let mut open: Vec<&Type> = types.into_iter().rev().collect();
    while let Some(of) = open.pop() {
        match &of.kind {
            TypeKind::Var(name) if !params.contains(name.as_str()) => {
                let message = format!("the type variable `{name}` is no parameter of the type");
                let message = Diagnostic::error(message).primary(of.at.0, "not known");
                found.push(message.secondary(decl.name.at.0, "the type has its parameters here"));
            }
            TypeKind::Var(_) => {}
            TypeKind::Named(_, args) | TypeKind::Tuple(args) => open.extend(args.iter().rev()),
            TypeKind::HigherOrder(shape) => {
                open.extend(shape.args.iter().chain(&shape.result).rev().map(|arg| &arg.of));
            }
        }
    }
    found
}

/// Modes for some arguments only, a determinism without modes, modes without a determinism.
pub(super) fn pred_decl(section: Section, decl: &PredDecl) -> Option<Diagnostic> {
    if decl.unsupported.is_some() {
        return None;
    }
    let all = || decl.args.iter().chain(&decl.result);
    let (with, count) = (all().filter(|arg| arg.mode.is_some()).count(), all().count());
    let word = decl.kind.noun();
    if with > 0 && with < count {
        let bare = all().find(|arg| arg.mode.is_none()).map_or(decl.name.at, |arg| arg.of.at);
        let message = format!("{with} of {count} arguments of the {word} have a mode");
        let found = Diagnostic::error(message).primary(bare.0, "a mode is missing here");
        return Some(found.help("give modes to all arguments, or to none and declare them with `:- mode`"));
    }
    match decl.determinism {
        // A function without modes has the default mode, whose determinism may stand there.
        Some(determinism) if with == 0 && count > 0 && decl.kind == PredKind::Pred => {
            let word = determinism.word();
            let message = format!("`is {word}` in a declaration without modes");
            let found = Diagnostic::error(message).primary(decl.at.0, "the arguments have no modes");
            Some(found.help("a determinism belongs to a mode: write `int::in` for `int`, or a `:- mode`"))
        }
        None if with > 0 => Some(no_determinism(section, decl.at.0)),
        _ => None,
    }
}

/// A mode without a determinism.
pub(super) fn mode_decl(section: Section, decl: &ModeDecl) -> Option<Diagnostic> {
    let missing = decl.determinism.is_none() && decl.unsupported.is_none();
    missing.then(|| no_determinism(section, decl.at.0))
}

/// Others must know the determinism; within a module the compiler can find it.
fn no_determinism(section: Section, place: source::Span) -> Diagnostic {
    let found = match section {
        Section::Interface => Diagnostic::error("a mode in the interface without a determinism"),
        Section::Implementation => Diagnostic::warning("a mode without a determinism"),
    };
    found.primary(place, "`is det` or another one is missing")
}

/// Whether some predicates of a module may have their definitions outside of it.
pub(super) fn defines_elsewhere(module: &Module) -> bool {
    let words = ["foreign_proc", "external_pred", "external_func", "fact_table", "foreign_code"];
    module.pragmas.iter().any(|pragma| words.contains(&pragma.name.as_str()))
        || module.unsupported.iter().any(|one| one.what == "an external definition")
}

/// Predicates without modes, or without clauses if all clauses are there.
pub(super) fn predicate(predicate: &Predicate, all_there: bool) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let Some(decl) = &predicate.declaration else { return found };
    let moded = has_modes(decl) || !predicate.modes.is_empty() || decl.unsupported.is_some();
    // A function without modes takes all of its arguments and gives its result.
    let needs_modes =
        predicate.kind == PredKind::Pred && !(decl.args.is_empty() && decl.determinism.is_some());
    if needs_modes && !moded {
        let message = format!("the {} has no mode", predicate.shown());
        let new = match predicate.section {
            Section::Interface => Diagnostic::error,
            Section::Implementation => Diagnostic::warning,
        };
        let label =
            if decl.args.is_empty() { "`is det` or another one is missing" } else { "no `:- mode` for it" };
        found.push(new(message).primary(decl.at.0, label));
    }
    if predicate.clauses.is_empty() && all_there && decl.unsupported.is_none() {
        let message = format!("the {} has no clauses", predicate.shown());
        found.push(Diagnostic::warning(message).primary(decl.at.0, "declared here"));
    }
    found
}
