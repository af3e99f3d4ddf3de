//! Types as they are declared: names resolved, equivalence types written out.

use super::{Basic, Names};
use crate::core::{DefBody, Head, ModuleId, Ty, TypeId, TypeNode};
use crate::syntax::Section;
use crate::syntax::ast::{Name, Type, TypeKind};
use source::{Diagnostic, Span};

/// The type parameters of a declaration.
pub(crate) struct Params {
    /// Their names, in the order of their numbers.
    pub names: Vec<String>,
    /// Whether a variable that is not there becomes one.
    pub grows: bool,
}

/// Where a type stands.
#[derive(Clone, Copy)]
pub(crate) struct Position {
    pub module: ModuleId,
    pub section: Section,
}

impl Names {
    /// A type as it is written. `None` if something in it is wrong; a message says it.
    pub(crate) fn type_of(&mut self, position: Position, of: &Type, params: &mut Params) -> Option<Ty> {
        match &of.kind {
            TypeKind::Var(name) => {
                let known =
                    (name != "_").then(|| params.names.iter().position(|known| known == name)).flatten();
                let index = match known {
                    Some(index) => index,
                    None if params.grows => {
                        params.names.push(name.clone());
                        params.names.len() - 1
                    }
                    // What is no parameter has its message already.
                    None => return None,
                };
                Some(self.program.types.add(TypeNode::Param(index as u32)))
            }
            TypeKind::Tuple(args) => {
                let args = self.types_of(position, args.iter(), params)?;
                Some(self.program.types.add(TypeNode::App(Head::Tuple, args)))
            }
            TypeKind::HigherOrder(shape) => {
                let head = if shape.result.is_some() { Head::Func } else { Head::Pred };
                let args = shape.args.iter().chain(&shape.result).map(|arg| &arg.of);
                let args = self.types_of(position, args, params)?;
                Some(self.program.types.add(TypeNode::App(head, args)))
            }
            TypeKind::Named(name, args) => {
                let found = self.type_named(position, name, args.len());
                let args = self.types_of(position, args.iter(), params);
                self.applied(found?, args?)
            }
        }
    }

    /// Several types: all of them are looked at, so that all messages are said.
    fn types_of<'t>(
        &mut self,
        position: Position,
        types: impl Iterator<Item = &'t Type>,
        params: &mut Params,
    ) -> Option<Vec<Ty>> {
        let types: Vec<Option<Ty>> = types.map(|of| self.type_of(position, of, params)).collect();
        types.into_iter().collect()
    }

    /// A declared type with its arguments.
    fn applied(&mut self, id: TypeId, args: Vec<Ty>) -> Option<Ty> {
        match self.program.def(id).map(|def| &def.body) {
            Some(DefBody::Equal(of)) => {
                let of = *of;
                Some(self.program.types.substitute(of, &args))
            }
            Some(DefBody::Wrong) | None => None,
            Some(DefBody::Builtin | DefBody::Abstract | DefBody::Union(_)) => {
                Some(self.program.types.add(TypeNode::App(Head::Named(id), args)))
            }
        }
    }

    /// The declaration that the name of a type means.
    pub(crate) fn type_named(&mut self, position: Position, name: &Name, arity: usize) -> Option<TypeId> {
        let from = position.module;
        if name.module.is_empty()
            && arity == 0
            && let Some(basic) = Basic::NAMES.iter().position(|basic| *basic == name.text)
        {
            return Some(TypeId::new(basic));
        }
        let all: Vec<TypeId> = self.types.get(&name.text).cloned().unwrap_or_default();
        let of_arity = |id: &TypeId| self.program.def(*id).is_some_and(|def| def.params.len() == arity);
        let visible = |id: &TypeId| {
            let def = self.program.def(*id);
            def.is_some_and(|def| self.sees(from, def.module, def.section, name))
        };
        let mut found: Vec<TypeId> = all.iter().copied().filter(of_arity).filter(visible).collect();
        // A module's own type hides others.
        let own = |id: &TypeId| self.program.def(*id).is_some_and(|def| self.is_own(from, def.module));
        if let Some(own) = found.iter().copied().find(own) {
            found = vec![own];
        }
        match found[..] {
            [one] => {
                self.interface_sees(position, name, one);
                Some(one)
            }
            [first, second, ..] => {
                let message = format!("`{}` can mean two types", name.shown());
                let mut found = Diagnostic::error(message).primary(name.at.0, "which of them?");
                for id in [first, second] {
                    let Some(def) = self.program.def(id) else { continue };
                    let module = self.module_name(def.module);
                    found = found.secondary(def.at, format!("`{module}.{}` is declared here", def.name));
                }
                self.say(found.help("write the module before the name"));
                None
            }
            [] => {
                if !self.may_be_missing(from, name) {
                    let message = self.no_type(from, name, arity, &all);
                    self.say(message);
                }
                None
            }
        }
    }

    pub(crate) fn module_name(&self, id: ModuleId) -> String {
        self.modules.get(id.index()).map(|module| module.name.join(".")).unwrap_or_default()
    }

    fn no_type(&self, from: ModuleId, name: &Name, arity: usize, all: &[TypeId]) -> Diagnostic {
        let message = format!("there is no type `{}/{arity}`", name.shown());
        let found = Diagnostic::error(message).primary(name.at.0, "not known");
        let defs = || all.iter().filter_map(|id| self.program.def(*id));
        let near = defs().find(|def| self.sees(from, def.module, def.section, name));
        if let Some(near) = near {
            let count = near.params.len();
            let word = if count == 1 { "parameter" } else { "parameters" };
            return found.secondary(near.at, format!("`{}` has {count} {word}", near.name));
        }
        let elsewhere = defs().find(|def| def.params.len() == arity && def.section == Section::Interface);
        match elsewhere {
            Some(def) => {
                let module = self.module_name(def.module);
                found.help(format!("it is declared in the module `{module}`, which is not imported here"))
            }
            None => match self.constructors.contains_key(&name.text) {
                true => found.help("there is a constructor of this name, but no type"),
                false if library_has(&name.text) => found
                    .help(format!("it is declared in the module `{}`: import it", library_type(&name.text))),
                false => found,
            },
        }
    }

    /// What an interface names must be visible where the interface is read.
    fn interface_sees(&mut self, position: Position, name: &Name, id: TypeId) {
        let from = position.module;
        let Some(def) = self.program.def(id) else { return };
        if position.section != Section::Interface {
            return;
        }
        if self.is_own(from, def.module) {
            if def.module == from && def.section == Section::Implementation {
                let message =
                    format!("the interface names the type `{}`, which it does not declare", name.text);
                let found = Diagnostic::error(message).primary(name.at.0, "other modules do not know it");
                let found = found.secondary(def.at, "declared in the implementation");
                self.say(found);
            }
            return;
        }
        let access = self.modules.get(from.index()).and_then(|module| module.access.get(&def.module));
        if access.is_some_and(|access| !access.interface) {
            let module = self.module_name(def.module);
            let message =
                format!("the interface names a type of `{module}`, which only the implementation imports");
            let found = Diagnostic::error(message).primary(name.at.0, "not known in the interface");
            self.say(found.help(format!("write `:- import_module {module}.` in the interface")));
        }
    }

    /// Writes equivalence types out, those that others need first.
    pub(crate) fn equivalences(&mut self, open: Vec<(TypeId, Position, Type)>) {
        let mut bodies: std::collections::BTreeMap<TypeId, (Position, Type)> =
            open.into_iter().map(|(id, position, of)| (id, (position, of))).collect();
        let ids: Vec<TypeId> = bodies.keys().copied().collect();
        for id in ids {
            // What is being looked at, each because of the one before.
            let mut stack = vec![id];
            while let Some(next) = stack.last().copied() {
                let Some((position, of)) = bodies.get(&next).cloned() else {
                    stack.pop();
                    continue;
                };
                let needed: Vec<(TypeId, Span)> = self
                    .named_in(position, &of)
                    .into_iter()
                    .filter(|(needed, _)| bodies.contains_key(needed))
                    .collect();
                let circle = needed.iter().find(|(needed, _)| stack.contains(needed)).copied();
                if let Some((_, at)) = circle {
                    let shown = self.program.def(next).map_or("", |def| def.name.as_str());
                    let message = format!("the type `{shown}` is defined by itself");
                    let found = Diagnostic::error(message).primary(at, "this leads back to it");
                    let help =
                        "another name for a type cannot contain itself; a new type is declared with `--->`";
                    self.say(found.help(help));
                    for id in &stack {
                        bodies.remove(id);
                        self.set_body(*id, DefBody::Wrong);
                    }
                    break;
                }
                match needed.first() {
                    Some((needed, _)) => stack.push(*needed),
                    None => {
                        let names = self.program.def(next).map(|def| def.params.clone()).unwrap_or_default();
                        let mut params = Params { names, grows: false };
                        let body = self.type_of(position, &of, &mut params);
                        self.set_body(next, body.map_or(DefBody::Wrong, DefBody::Equal));
                        bodies.remove(&next);
                        stack.pop();
                    }
                }
            }
        }
    }

    pub(crate) fn set_body(&mut self, id: TypeId, body: DefBody) {
        if let Some(def) = self.program.defs.get_mut(id.index()) {
            def.body = body;
        }
    }

    /// The declared types that a type names, without messages.
    fn named_in(&mut self, position: Position, of: &Type) -> Vec<(TypeId, Span)> {
        let mut found = Vec::new();
        let mut open = vec![of];
        while let Some(of) = open.pop() {
            match &of.kind {
                TypeKind::Var(_) => {}
                TypeKind::Tuple(args) => open.extend(args),
                TypeKind::HigherOrder(shape) => {
                    open.extend(shape.args.iter().chain(&shape.result).map(|arg| &arg.of));
                }
                TypeKind::Named(name, args) => {
                    open.extend(args);
                    let before = self.messages.len();
                    let named = self.type_named(position, name, args.len());
                    self.messages.truncate(before);
                    found.extend(named.map(|id| (id, name.at.0)));
                }
            }
        }
        found
    }
}

/// Types that programs use often, with the module that declares them.
const OFTEN: &[(&str, &str)] = &[
    ("array", "array"),
    ("assoc_list", "assoc_list"),
    ("bag", "bag"),
    ("bool", "bool"),
    ("char", "char"),
    ("cord", "cord"),
    ("io", "io"),
    ("list", "list"),
    ("map", "map"),
    ("maybe", "maybe"),
    ("maybe_error", "maybe"),
    ("multi_map", "multi_map"),
    ("pair", "pair"),
    ("queue", "queue"),
    ("set", "set"),
    ("stack", "stack"),
    ("univ", "univ"),
];

fn library_has(name: &str) -> bool {
    OFTEN.iter().any(|(known, _)| *known == name)
}

fn library_type(name: &str) -> &'static str {
    OFTEN.iter().find(|(known, _)| *known == name).map_or("", |(_, module)| module)
}
