//! Names that mean nothing where they stand, and what may be meant.

use super::Inference;
use crate::core::PredId;
use crate::syntax::ast::{Name, PredKind};
use source::Diagnostic;

impl Inference<'_> {
    /// A name that means nothing here. `preds` are the predicates and functions of the name, for a call.
    pub(super) fn unknown(&mut self, name: &Name, count: usize, preds: Option<&[PredId]>) {
        self.wrong = true;
        if let Some(what) = self.names.declared_unsupported(self.module, &name.text) {
            self.unsupported = self.unsupported.or(Some((what, name.at.0)));
            self.wrong = false;
            return;
        }
        if self.names.may_be_missing(self.module, name) {
            return;
        }
        let message = match preds {
            Some(_) => format!("there is no predicate `{}/{count}`", name.shown()),
            None if name.text == "[]" || name.text == "[|]" => "there are no lists here".to_string(),
            None => match name.text.strip_suffix(" :=") {
                Some(field) => format!("there is no field `{field}`"),
                None if count == 0 => {
                    format!("there is no constant, function or predicate `{}`", name.shown())
                }
                None if count == 1 => {
                    format!("there is no function, constructor or field `{}/1`", name.shown())
                }
                None => format!("there is no function or constructor `{}/{count}`", name.shown()),
            },
        };
        let found = Diagnostic::error(message).primary(name.at.0, "not known");
        let found = self.near(found, name, count, preds.is_some());
        self.say(found);
    }

    /// Says what is there of the name that was not found.
    fn near(&self, found: Diagnostic, name: &Name, count: usize, goal: bool) -> Diagnostic {
        if name.text == "[]" || name.text == "[|]" {
            return found.help("write `:- import_module list.`");
        }
        let program = &self.names.program;
        let all = self.names.preds.get(&name.text).map_or(&[][..], Vec::as_slice);
        let seen = self.names.preds_of(self.module, name);
        if let Some(near) = seen.iter().filter_map(|id| program.pred(*id)).next() {
            let with = format!("there is the {}", near.shown());
            return match self.is_own_place(near.at) {
                true => found.secondary(near.at, with),
                false => found.help(format!("{with} in `{}`", self.names.module_name(near.module))),
            };
        }
        let cons = self.names.constructors.get(&name.text).map_or(&[][..], Vec::as_slice);
        let near = cons.iter().filter_map(|id| program.constructor(*id)).find(|cons| {
            let def = program.def(cons.of);
            def.is_some_and(|def| self.names.sees(self.module, def.module, def.body_section, name))
        });
        if let Some(near) = near {
            let with = format!("there is the constructor `{}/{}`", near.name, near.args.len());
            return match self.is_own_place(near.at) {
                true => found.secondary(near.at, with),
                false => found.help(with),
            };
        }
        let kind = if goal { Some(PredKind::Pred) } else { None };
        let elsewhere = all.iter().filter_map(|id| program.pred(*id)).find(|pred| {
            let of_kind = kind.is_none_or(|kind| kind == pred.kind);
            of_kind && pred.arity == count && pred.section == crate::syntax::Section::Interface
        });
        if let Some(elsewhere) = elsewhere {
            let module = self.names.module_name(elsewhere.module);
            let used = self.names.modules.get(self.module.index());
            let used = used.is_some_and(|m| m.access.contains_key(&elsewhere.module));
            return match used {
                true => {
                    found.help(format!("write `{module}.{}`: the module is used, not imported", name.text))
                }
                false => {
                    found.help(format!("it is declared in `{module}`: write `:- import_module {module}.`"))
                }
            };
        }
        if !name.module.is_empty() {
            let shown = name.module.join(".");
            let known = |id: &crate::core::ModuleId| {
                self.names.modules.get(id.index()).is_some_and(|m| m.name.ends_with(&name.module))
            };
            let module = self.names.modules.get(self.module.index());
            let seen = module.is_some_and(|m| m.access.keys().any(known)) || known(&self.module);
            if !seen {
                return found.help(format!("the module `{shown}` is not imported here"));
            }
        }
        if let Some(hidden) =
            cons.iter().filter_map(|id| program.constructor(*id)).find(|c| c.args.len() == count)
            && let Some(def) = program.def(hidden.of)
            && !goal
        {
            let module = self.names.module_name(def.module);
            return found.help(format!(
                "the constructor `{}/{count}` of the type `{module}.{}` is not known here",
                hidden.name, def.name
            ));
        }
        if let Some(similar) = self.similar(name, goal) {
            return found.help(format!("did you mean `{similar}`?"));
        }
        match crate::library::declaring(&name.text) {
            Some(module) => {
                found.help(format!("the library has it in `{module}`: write `:- import_module {module}.`"))
            }
            None => found,
        }
    }

    /// A name that is known here and written nearly like this one.
    fn similar(&self, name: &Name, goal: bool) -> Option<String> {
        let seen = |text: &str| {
            let known = Name { text: text.to_string(), ..name.clone() };
            let preds = self.names.preds_of(self.module, &known);
            let of_kind = |id: &PredId| {
                self.names.program.pred(*id).is_some_and(|pred| !goal || pred.kind == PredKind::Pred)
            };
            preds.iter().any(of_kind)
                || (!goal && (0..4).any(|n| !self.names.constructors_of(self.module, &known, n).is_empty()))
        };
        let all = self.names.preds.keys().chain(self.names.constructors.keys());
        let mut near = all.filter(|text| is_similar(&name.text, text));
        near.find(|text| seen(text)).cloned()
    }
}

/// Whether two names differ in their underscores only, or by one letter that is missing, wrong or too many.
fn is_similar(one: &str, other: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if a.len() < 3 || b.len() < 3 || a.len().abs_diff(b.len()) > 2 {
        return false;
    }
    if a.iter().filter(|c| **c != '_').eq(b.iter().filter(|c| **c != '_')) {
        return true;
    }
    let start = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let rest = a.len().min(b.len()) - start;
    let end = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count().min(rest);
    a.len().max(b.len()) - start - end <= 1
}
