//! Names: which declarations a module sees, and which of them a name means.
//!
//! A module sees all that it and the modules around it declare, and the interfaces of what it imports. A name may have a module
//! before it, or the last parts of its name. What `use_module` names is seen with its module only. Nothing is passed on: what an
//! imported module imports stays with it.

pub(crate) mod declare;
mod load;
mod modes;
pub(crate) mod resolve;

pub(crate) use load::{Loaded, Loader};
pub(crate) use resolve::Params;

use crate::core::{ConsId, Inst, InstId, Mode, ModuleId, PredId, Program, TypeId};
use crate::syntax::Section;
use crate::syntax::ast::{ModeDef, Name};
use source::{Diagnostic, Span};
use std::collections::BTreeMap;

/// All names of a program, and the program as far as it is known.
pub(crate) struct Names {
    pub modules: Vec<Loaded>,
    pub program: Program,
    pub types: BTreeMap<String, Vec<TypeId>>,
    pub constructors: BTreeMap<String, Vec<ConsId>>,
    /// Fields with their constructor and their position.
    pub fields: BTreeMap<String, Vec<(ConsId, usize)>>,
    pub preds: BTreeMap<String, Vec<PredId>>,
    pub insts: BTreeMap<(String, usize), Vec<InstId>>,
    pub modes: BTreeMap<(String, usize), Vec<usize>>,
    pub mode_defs: Vec<(ModuleId, Section, ModeDef)>,
    pub inst_sections: Vec<Section>,
    /// Predicates whose declarations have something that is not supported: what it is, and where.
    pub unsupported: BTreeMap<PredId, (&'static str, Span)>,
    pub messages: Vec<Diagnostic>,
}

/// Types of the language, by their place in the table of types.
#[derive(Clone, Copy)]
#[repr(u32)]
pub(crate) enum Basic {
    Int,
    Uint,
    Int8,
    Int16,
    Int32,
    Int64,
    Uint8,
    Uint16,
    Uint32,
    Uint64,
    Float,
    Character,
    String,
    Void,
}

impl Basic {
    /// All of them with their names, in the order of their ids.
    pub(crate) const NAMES: [&'static str; 14] = [
        "int",
        "uint",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float",
        "character",
        "string",
        "void",
    ];

    pub(crate) fn id(self) -> TypeId {
        TypeId(self as u32)
    }
}

impl Names {
    pub(crate) fn say(&mut self, message: Diagnostic) {
        if !self.messages.contains(&message) {
            self.messages.push(message);
        }
    }

    /// Whether a module is another one or around it.
    pub(crate) fn is_own(&self, from: ModuleId, owner: ModuleId) -> bool {
        let mut next = Some(from);
        while let Some(id) = next {
            if id == owner {
                return true;
            }
            next = self.modules.get(id.index()).and_then(|module| module.parent);
        }
        false
    }

    /// Whether a module sees, under this qualification, what another one declares in a section.
    pub(crate) fn sees(&self, from: ModuleId, owner: ModuleId, section: Section, name: &Name) -> bool {
        let qualified = !name.module.is_empty();
        if qualified && !self.modules.get(owner.index()).is_some_and(|m| m.name.ends_with(&name.module)) {
            return false;
        }
        if self.is_own(from, owner) {
            return true;
        }
        let access = self.modules.get(from.index()).and_then(|module| module.access.get(&owner));
        section == Section::Interface && access.is_some_and(|access| qualified || access.open)
    }

    /// The constructors that a name can mean.
    pub(crate) fn constructors_of(&self, from: ModuleId, name: &Name, arity: usize) -> Vec<ConsId> {
        let all = self.constructors.get(&name.text).map_or(&[][..], Vec::as_slice);
        let fits = |id: &ConsId| {
            let Some(cons) = self.program.constructor(*id) else { return false };
            let Some(def) = self.program.def(cons.of) else { return false };
            cons.args.len() == arity && self.sees(from, def.module, def.body_section, name)
        };
        all.iter().copied().filter(fits).collect()
    }

    /// The fields that a name can mean.
    pub(crate) fn fields_of(&self, from: ModuleId, name: &Name, text: &str) -> Vec<(ConsId, usize)> {
        let all = self.fields.get(text).map_or(&[][..], Vec::as_slice);
        let fits = |(id, _): &(ConsId, usize)| {
            let def = self.program.constructor(*id).and_then(|cons| self.program.def(cons.of));
            def.is_some_and(|def| self.sees(from, def.module, def.body_section, name))
        };
        all.iter().copied().filter(fits).collect()
    }

    /// The predicates and functions that a name can mean, of any arity.
    pub(crate) fn preds_of(&self, from: ModuleId, name: &Name) -> Vec<PredId> {
        let all = self.preds.get(&name.text).map_or(&[][..], Vec::as_slice);
        let fits = |id: &PredId| {
            let pred = self.program.pred(*id);
            pred.is_some_and(|pred| self.sees(from, pred.module, pred.section, name))
        };
        all.iter().copied().filter(fits).collect()
    }

    /// Whether a name that is not known may be declared in something that could not be read or found.
    pub(crate) fn may_be_missing(&self, from: ModuleId, name: &Name) -> bool {
        let Some(module) = self.modules.get(from.index()) else { return true };
        let lost = |id: &ModuleId| self.modules.get(id.index()).is_some_and(|module| module.lost);
        if module.lost || module.access.keys().any(lost) {
            return true;
        }
        if name.module.is_empty() {
            !module.missing.is_empty()
        } else {
            module.missing.iter().any(|missing| missing.ends_with(&name.module))
        }
    }

    /// What is not supported and declares a name: a type class with a method, a mutable variable.
    pub(crate) fn declared_unsupported(&self, from: ModuleId, name: &str) -> Option<&'static str> {
        let own = self.modules.get(from.index());
        let own = own.into_iter().flat_map(|module| module.access.keys().copied()).chain([from]);
        let variable = name.strip_prefix("get_").or(name.strip_prefix("set_"));
        for id in own {
            let Some(module) = self.modules.get(id.index()) else { continue };
            for item in &module.module.unsupported {
                let named = |name: &str| words(&item.text).any(|word| word == name);
                let fits = match item.what {
                    "a type class" => named(name).then_some("a method of a type class"),
                    "a mutable variable" => variable.is_some_and(named).then_some("a mutable variable"),
                    _ => None,
                };
                if fits.is_some() {
                    return fits;
                }
            }
        }
        None
    }
}

/// The names that a text has in it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// The mode `in`.
pub(crate) fn taken() -> Mode {
    Mode { from: Inst::Ground, to: Inst::Ground }
}

/// The mode `out`.
pub(crate) fn given() -> Mode {
    Mode { from: Inst::Free, to: Inst::Ground }
}
