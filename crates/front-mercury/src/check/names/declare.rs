//! The declarations of all modules as tables.
//!
//! The order matters: names of types first, then equivalence types, then constructors, insts and modes, and what uses them all,
//! predicates and functions.

use super::resolve::{Params, Position};
use super::{Basic, Loaded, Names};
use crate::core::{
    Body, ConsId, Constructor, DefBody, Determinism, InstDef, InstId, Mode, Module, ModuleId, Pred, PredId,
    Proc, Program, Ty, TypeDef, TypeId, TypeNode, Types,
};
use crate::library::BUILTIN_PRAGMA;
use crate::syntax::ast::{Argument, PredDecl, PredKind, Purity, Type, TypeBody, Unsupported};
use crate::syntax::{Predicate, Section};
use source::Diagnostic;
use std::collections::BTreeMap;

/// The tables for these modules. The clauses stay with the modules.
pub(crate) fn declare(modules: Vec<Loaded>, main: ModuleId, messages: Vec<Diagnostic>) -> Names {
    let shown =
        |loaded: &Loaded| Module { name: loaded.name.clone(), library: loaded.library, at: loaded.at };
    let program = Program {
        modules: modules.iter().map(shown).collect(),
        main,
        types: Types::default(),
        defs: Vec::new(),
        constructors: Vec::new(),
        insts: Vec::new(),
        preds: Vec::new(),
    };
    let mut names = Names {
        modules,
        program,
        types: BTreeMap::new(),
        constructors: BTreeMap::new(),
        fields: BTreeMap::new(),
        preds: BTreeMap::new(),
        insts: BTreeMap::new(),
        modes: BTreeMap::new(),
        mode_defs: Vec::new(),
        inst_sections: Vec::new(),
        unsupported: BTreeMap::new(),
        messages,
    };
    names.name_unsupported();
    names.basic_types();
    names.declare_types();
    names.declare_insts_and_modes();
    names.declare_preds();
    names
}

impl Names {
    /// Warnings about declarations that have no meaning here.
    fn name_unsupported(&mut self) {
        let modules = self.modules.iter().zip(&self.program.modules).filter(|(_, known)| !known.library);
        let items = modules.flat_map(|(loaded, _)| &loaded.module.unsupported);
        let warning = |item: &Unsupported| {
            Diagnostic::warning(format!("{} is not supported", item.what)).primary(item.at.0, "not supported")
        };
        let warnings: Vec<Diagnostic> = items.map(warning).collect();
        self.messages.extend(warnings);
    }

    fn basic_types(&mut self) {
        let at = self.program.modules.first().map(|module| module.at);
        let Some(at) = at else { return };
        for name in Basic::NAMES {
            let id = TypeId::new(self.program.defs.len());
            self.types.entry(name.to_string()).or_default().push(id);
            self.program.defs.push(TypeDef {
                module: ModuleId::new(0),
                name: name.to_string(),
                params: Vec::new(),
                body: DefBody::Builtin,
                section: Section::Interface,
                body_section: Section::Interface,
                at,
                unsupported: None,
            });
        }
    }

    fn declare_types(&mut self) {
        let mut equal: Vec<(TypeId, Position, Type)> = Vec::new();
        let mut unions = Vec::new();
        for index in 0..self.modules.len() {
            let module = ModuleId::new(index);
            let decls = self.modules.get(index).map(|m| m.module.types.clone()).unwrap_or_default();
            let mut own: BTreeMap<(String, usize), TypeId> = BTreeMap::new();
            for (section, decl) in decls {
                let key = (decl.name.text.clone(), decl.params.len());
                let id = match own.get(&key) {
                    Some(id) => *id,
                    None => {
                        let id = TypeId::new(self.program.defs.len());
                        self.types.entry(key.0.clone()).or_default().push(id);
                        self.program.defs.push(TypeDef {
                            module,
                            name: key.0.clone(),
                            params: decl.params.clone(),
                            body: DefBody::Abstract,
                            section,
                            body_section: section,
                            at: decl.name.at.0,
                            unsupported: None,
                        });
                        own.insert(key, id);
                        id
                    }
                };
                let Some(def) = self.program.defs.get_mut(id.index()) else { continue };
                // The name is seen where it is declared first, the rest where it stands.
                def.section = def.section.min(section);
                if let Some(unsupported) = &decl.unsupported {
                    def.unsupported = Some(unsupported.what);
                }
                let position = Position { module, section };
                match decl.body {
                    TypeBody::Abstract => {}
                    // A second definition has its message.
                    _ if def.body != DefBody::Abstract => {}
                    TypeBody::Equal(of) => {
                        (def.body_section, def.params) = (section, decl.params);
                        equal.push((id, position, of));
                    }
                    TypeBody::Union(constructors) => {
                        (def.body_section, def.params) = (section, decl.params);
                        def.body = DefBody::Union(Vec::new());
                        unions.push((id, position, constructors));
                    }
                }
            }
        }
        self.equivalences(equal);
        for (id, position, constructors) in unions {
            self.declare_constructors(id, position, constructors);
        }
        let library = |def: &TypeDef| self.program.module(def.module).is_none_or(|module| module.library);
        let open =
            |def: &&TypeDef| def.body == DefBody::Abstract && def.unsupported.is_none() && !library(def);
        let undefined = self.program.defs.iter().filter(open).map(|def| {
            let message = format!("the type `{}/{}` has no definition", def.name, def.params.len());
            Diagnostic::warning(message).primary(def.at, "declared here")
        });
        let undefined: Vec<Diagnostic> = undefined.collect();
        undefined.into_iter().for_each(|message| self.say(message));
    }

    fn declare_constructors(
        &mut self,
        of: TypeId,
        position: Position,
        constructors: Vec<crate::syntax::ast::Constructor>,
    ) {
        let (names, existential) = match self.program.def(of) {
            Some(def) => (def.params.clone(), def.unsupported.is_some()),
            None => return,
        };
        let mut ids = Vec::new();
        for constructor in constructors {
            let id = ConsId::new(self.program.constructors.len());
            let mut params = Params { names: names.clone(), grows: existential };
            let mut args = Vec::new();
            for field in &constructor.fields {
                let ty = self.type_of(position, &field.of, &mut params);
                args.push(self.or_any(ty, &mut params));
            }
            let fields: Vec<Option<String>> = constructor
                .fields
                .iter()
                .map(|field| field.name.as_ref().map(|name| name.text.clone()))
                .collect();
            for (at, field) in fields.iter().enumerate() {
                if let Some(field) = field {
                    self.fields.entry(field.clone()).or_default().push((id, at));
                }
            }
            let name = constructor.name.text;
            self.constructors.entry(name.clone()).or_default().push(id);
            self.program.constructors.push(Constructor { name, of, args, fields, at: constructor.at.0 });
            ids.push(id);
        }
        self.set_body(of, DefBody::Union(ids));
    }

    /// A type, or a parameter of its own in the place of one that is wrong: it fits everywhere, so one mistake has one message.
    fn or_any(&mut self, ty: Option<Ty>, params: &mut Params) -> Ty {
        ty.unwrap_or_else(|| {
            params.names.push("_".to_string());
            self.program.types.add(TypeNode::Param((params.names.len() - 1) as u32))
        })
    }

    fn declare_insts_and_modes(&mut self) {
        let mut open = Vec::new();
        for index in 0..self.modules.len() {
            let module = ModuleId::new(index);
            let Some(loaded) = self.modules.get(index) else { continue };
            for (section, def) in loaded.module.modes.clone() {
                let key = (def.name.text.clone(), def.params.len());
                self.modes.entry(key).or_default().push(self.mode_defs.len());
                self.mode_defs.push((module, section, def));
            }
            let Some(loaded) = self.modules.get(index) else { continue };
            for (section, decl) in loaded.module.insts.clone() {
                let id = InstId::new(self.program.insts.len());
                let (name, arity, at) = (decl.name.text.clone(), decl.params.len(), decl.name.at.0);
                self.insts.entry((name.clone(), arity)).or_default().push(id);
                self.inst_sections.push(section);
                self.program.insts.push(InstDef { module, name, arity, inst: None, at });
                open.push((id, module, decl));
            }
        }
        for (id, module, decl) in open {
            let inst = decl.inst.as_ref().and_then(|inst| self.inst_of(module, inst, &decl.params));
            if let Some(def) = self.program.insts.get_mut(id.index()) {
                def.inst = inst;
            }
        }
        // Modes that are not used are checked as well.
        for index in 0..self.mode_defs.len() {
            let def = self.mode_defs.get(index).cloned();
            if let Some((module, _, def)) = def.filter(|(_, _, def)| def.params.is_empty()) {
                let _ = self.mode_of(module, &def.mode);
            }
        }
    }

    fn declare_preds(&mut self) {
        for index in 0..self.modules.len() {
            let module = ModuleId::new(index);
            let Some(loaded) = self.modules.get_mut(index) else { continue };
            let predicates = std::mem::take(&mut loaded.module.predicates);
            let library = loaded.library;
            let pragmas = loaded.module.pragmas.iter().filter(|pragma| pragma.name == BUILTIN_PRAGMA);
            let builtins: Vec<(PredKind, String, usize)> =
                pragmas.filter(|_| library).flat_map(|pragma| pragma.subjects.iter().cloned()).collect();
            for predicate in &predicates {
                self.declare_pred(module, predicate, &builtins);
            }
            if let Some(loaded) = self.modules.get_mut(index) {
                loaded.module.predicates = predicates;
            }
        }
    }

    fn declare_pred(
        &mut self,
        module: ModuleId,
        predicate: &Predicate,
        builtins: &[(PredKind, String, usize)],
    ) {
        let id = PredId::new(self.program.preds.len());
        let key = (predicate.kind, predicate.name.clone(), predicate.arity);
        let mut params = Params { names: Vec::new(), grows: true };
        let (mut args, mut wrong) = (Vec::new(), false);
        let position = Position { module, section: predicate.section };
        let decl = predicate.declaration.as_ref();
        for arg in decl.iter().flat_map(|decl| decl.args.iter().chain(&decl.result)) {
            let ty = self.type_of(position, &arg.of, &mut params);
            wrong |= ty.is_none();
            args.push(self.or_any(ty, &mut params));
        }
        let procs = self.procs(module, predicate);
        let unsupported = decl.and_then(|decl| decl.unsupported.as_ref());
        let body = match unsupported {
            Some(unsupported) => Body::Unsupported(unsupported.what, unsupported.at.0),
            None if builtins.contains(&key) => Body::Builtin,
            None if wrong => Body::Wrong,
            None => Body::DeclaredOnly,
        };
        if let Some(unsupported) = unsupported {
            self.unsupported.insert(id, (unsupported.what, unsupported.at.0));
        }
        self.preds.entry(predicate.name.clone()).or_default().push(id);
        self.program.preds.push(Pred {
            kind: predicate.kind,
            module,
            name: predicate.name.clone(),
            arity: predicate.arity,
            section: predicate.section,
            purity: decl.map_or(Purity::Pure, |decl| decl.purity),
            params: params.names,
            args,
            declared: decl.is_some(),
            procs,
            body,
            at: predicate.at.0,
        });
    }

    fn procs(&mut self, module: ModuleId, predicate: &Predicate) -> Vec<Proc> {
        let mut found = Vec::new();
        for decl in &predicate.modes {
            let modes = decl.args.iter().chain(&decl.result).map(|mode| self.mode_of(module, mode));
            let modes: Vec<Option<Mode>> = modes.collect();
            if let (Some(modes), true) = (modes.into_iter().collect(), decl.unsupported.is_none()) {
                found.push(Proc { modes, determinism: decl.determinism, at: decl.at.0 });
            }
        }
        let Some(decl) = &predicate.declaration else { return found };
        let all = || decl.args.iter().chain(&decl.result);
        let determinism = decl.determinism;
        if all().all(|arg| arg.mode.is_some()) && (all().count() > 0 || determinism.is_some()) {
            let modes = self.written_modes(module, all());
            found.extend(modes.map(|modes| Proc { modes, determinism, at: decl.at.0 }));
        } else if predicate.modes.is_empty() && decl.kind == PredKind::Func {
            found.push(self.default_mode(decl));
        }
        found
    }

    fn written_modes<'d>(
        &mut self,
        module: ModuleId,
        args: impl Iterator<Item = &'d Argument>,
    ) -> Option<Vec<Mode>> {
        let modes: Vec<Option<Mode>> =
            args.map(|arg| arg.mode.as_ref().and_then(|mode| self.mode_of(module, mode))).collect();
        modes.into_iter().collect()
    }

    /// A function takes its arguments and gives its result.
    fn default_mode(&self, decl: &PredDecl) -> Proc {
        let mut modes = vec![super::taken(); decl.args.len()];
        modes.push(super::given());
        let determinism = Some(decl.determinism.unwrap_or(Determinism::Det));
        Proc { modes, determinism, at: decl.at.0 }
    }
}
