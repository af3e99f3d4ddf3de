//! Declarations, modes and clauses of predicates and functions.

use super::{Builder, Collector, Key, Module, Predicate, Section, again, checks, shown};
use crate::syntax::ast::{Clause, Head, ModeDecl, PredDecl, PredKind};
use source::Diagnostic;

impl Collector {
    pub(super) fn pred_decl(&mut self, section: Section, decl: PredDecl) {
        self.messages.extend(checks::pred_decl(section, &decl));
        let builder = self.innermost();
        let (kind, name, arity, at) = (decl.kind, decl.name.text.clone(), decl.args.len(), decl.name.at);
        let key: Key = (kind, name.clone(), arity);
        if let Some(known) = builder.known.get(&key).and_then(|known| builder.module.predicates.get(*known)) {
            let before = known.at;
            let message = again(kind.noun(), &name, arity, at, before);
            return self.say(message);
        }
        let position = builder.module.predicates.len();
        builder.known.insert(key, position);
        builder.named.entry(name.clone()).or_insert(position);
        builder.module.predicates.push(Predicate {
            kind,
            name,
            arity,
            section,
            declaration: Some(decl),
            modes: Vec::new(),
            clauses: Vec::new(),
            at,
        });
    }
}

impl Builder {
    /// The module, once all its items are there.
    pub(super) fn finish(mut self, lost: bool, messages: &mut Vec<Diagnostic>) -> Module {
        for (section, mode) in std::mem::take(&mut self.modes) {
            self.mode(section, mode, messages);
        }
        // The predicate that the last clause belongs to.
        let mut last = None;
        for (section, clause) in std::mem::take(&mut self.clauses) {
            self.clause(section, clause, &mut last, messages);
        }
        let within = std::mem::take(&mut self.closed).into_iter();
        let within: Vec<Module> = within.map(|inner| inner.finish(lost, messages)).collect();
        let mut module = self.module;
        module.submodules.extend(within);
        module.predicates.sort_by_key(|predicate| predicate.at.0.start);
        let all_there = !lost && !checks::defines_elsewhere(&module);
        for predicate in &module.predicates {
            messages.extend(checks::predicate(predicate, all_there));
        }
        module
    }

    fn mode(&mut self, section: Section, mode: ModeDecl, messages: &mut Vec<Diagnostic>) {
        let (kind, arity, at) = (mode.kind, mode.args.len(), mode.name.at);
        let name = mode.name.text.clone();
        messages.extend(checks::mode_decl(section, &mode));
        if mode.unsupported.is_some() {
            // How many arguments it has is said elsewhere; the only predicate of this name is the one that is meant.
            let known = self.named.get(&name).copied();
            if let Some(found) = known.and_then(|known| self.module.predicates.get_mut(known)) {
                found.modes.push(mode);
            }
            return;
        }
        let known = self.known.get(&(kind, name.clone(), arity)).copied();
        match known.and_then(|known| self.module.predicates.get_mut(known)) {
            Some(predicate) => {
                if let Some(declaration) = predicate.declaration.as_ref().filter(|decl| has_modes(decl)) {
                    let message = format!("the {} has its mode in its declaration", predicate.shown());
                    let found = Diagnostic::error(message).primary(at.0, "a second mode");
                    let help = "declare the types alone, and each mode by itself";
                    messages.push(found.secondary(declaration.at.0, "declared here with a mode").help(help));
                }
                predicate.modes.push(mode);
            }
            None => messages.push(self.not_declared("a mode", (kind, &name, arity), at.0)),
        }
    }

    fn clause(
        &mut self,
        section: Section,
        clause: Clause,
        last: &mut Option<usize>,
        messages: &mut Vec<Diagnostic>,
    ) {
        let at = clause.head.at;
        if section == Section::Interface {
            let message = "a clause in the interface of a module";
            let found = Diagnostic::error(message).primary(at.0, "not allowed here");
            messages.push(found.help("put it behind `:- implementation.`"));
        }
        messages.extend(self.foreign_clause(&clause.head));
        let (kind, arity) = (clause.kind(), clause.arity());
        let name = clause.head.name.text.clone();
        let key: Key = (kind, name.clone(), arity);
        let position = match self.known.get(&key) {
            Some(known) => *known,
            None => {
                messages.push(self.not_declared("a clause", (kind, &name, arity), at.0));
                let position = self.module.predicates.len();
                self.known.insert(key, position);
                self.module.predicates.push(Predicate {
                    kind,
                    name,
                    arity,
                    section: Section::Implementation,
                    declaration: None,
                    modes: Vec::new(),
                    clauses: Vec::new(),
                    at,
                });
                position
            }
        };
        let Some(predicate) = self.module.predicates.get_mut(position) else { return };
        if let (Some(before), true) = (predicate.clauses.last(), *last != Some(position)) {
            let message = format!("the clauses of the {} do not stand together", predicate.shown());
            let found = Diagnostic::warning(message).primary(at.0, "this clause stands apart");
            messages.push(found.secondary(before.head.at.0, "from this one"));
        }
        *last = Some(position);
        predicate.clauses.push(clause);
    }

    /// A clause whose head names another module.
    fn foreign_clause(&self, head: &Head) -> Option<Diagnostic> {
        let named = &head.name.module;
        let own = self.module.name.as_ref().map_or(&[][..], |name| &name.parts);
        if named.is_empty() || own.ends_with(named) {
            return None;
        }
        let message = format!("a clause for the module `{}`", named.join("."));
        Some(Diagnostic::error(message).primary(head.at.0, "a module defines its own predicates only"))
    }

    /// What is said of something that belongs to no declaration.
    fn not_declared(&self, what: &str, found: (PredKind, &str, usize), at: source::Span) -> Diagnostic {
        let (kind, name, arity) = found;
        let message = format!("{what} of the {}, which is not declared", shown(kind, name, arity));
        let near = self.named.get(name).and_then(|known| self.module.predicates.get(*known));
        let message = Diagnostic::error(message).primary(at, "no declaration fits");
        match near {
            Some(near) => {
                let label = format!("there is the {}", near.shown());
                message.secondary(near.at.0, label)
            }
            None => {
                let word = kind.word();
                message.help(format!("declare it with `:- {word} {name}(…).`"))
            }
        }
    }
}

/// Whether a declaration says modes.
pub(super) fn has_modes(decl: &PredDecl) -> bool {
    decl.args.iter().chain(&decl.result).any(|arg| arg.mode.is_some())
}
