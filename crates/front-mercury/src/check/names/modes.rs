//! Insts and modes: names resolved, names of modes written out.

use super::Names;
use crate::core::{Bound, Determinism, Inst, InstId, Mode, ModuleId};
use crate::syntax::ast::{self, InstKind, ModeKind, Name, PredKind};
use source::Diagnostic;

/// How often names of modes may stand for names of modes.
const MAX_EXPANSIONS: usize = 100;

/// The parameters of a declaration of an inst or a mode, with what stands for them.
type Env<'a> = &'a [(String, Inst)];

impl Names {
    /// A mode as it is written. `None` if something in it is wrong; a message says it.
    pub(crate) fn mode_of(&mut self, from: ModuleId, mode: &ast::Mode) -> Option<Mode> {
        self.mode_in(from, mode, &[], 0)
    }

    fn mode_in(&mut self, from: ModuleId, mode: &ast::Mode, env: Env, depth: usize) -> Option<Mode> {
        match &mode.kind {
            ModeKind::Change(before, after) => {
                let before = self.inst_in(from, before, env)?;
                let after = self.inst_in(from, after, env)?;
                Some(Mode { from: before, to: after })
            }
            ModeKind::Named(name, args) => {
                let all = self.modes.get(&(name.text.clone(), args.len())).cloned().unwrap_or_default();
                let seen = |at: &usize| {
                    let def = self.mode_defs.get(*at);
                    def.is_some_and(|(owner, section, _)| self.sees(from, *owner, *section, name))
                };
                let found = all.iter().copied().find(seen);
                let Some((owner, _, def)) = found.and_then(|at| self.mode_defs.get(at)).cloned() else {
                    // The inst of a closure may stand for the mode that leaves it as it is.
                    self.unknown(from, name, args.len(), "mode", &["in", "out", "di", "uo"]);
                    return None;
                };
                let args: Option<Vec<Inst>> = args.iter().map(|arg| self.inst_in(from, arg, env)).collect();
                if depth > MAX_EXPANSIONS {
                    let message = format!("the mode `{}` is defined by itself", name.text);
                    self.say(Diagnostic::error(message).primary(name.at.0, "this leads back to it"));
                    return None;
                }
                let inner: Vec<(String, Inst)> = def.params.iter().cloned().zip(args?).collect();
                self.mode_in(owner, &def.mode, &inner, depth + 1)
            }
        }
    }

    /// An inst as it is written.
    pub(crate) fn inst_of(&mut self, from: ModuleId, inst: &ast::Inst, params: &[String]) -> Option<Inst> {
        let env: Vec<(String, Inst)> =
            params.iter().enumerate().map(|(i, name)| (name.clone(), Inst::Param(i as u32))).collect();
        self.inst_in(from, inst, &env)
    }

    fn inst_in(&mut self, from: ModuleId, inst: &ast::Inst, env: Env) -> Option<Inst> {
        Some(match &inst.kind {
            InstKind::Var(name) => match env.iter().find(|(known, _)| known == name) {
                Some((_, inst)) => inst.clone(),
                None => Inst::Var(name.clone(), Box::new(Inst::Ground)),
            },
            InstKind::AtMost(name, bound) => {
                Inst::Var(name.clone(), Box::new(self.inst_in(from, bound, env)?))
            }
            InstKind::Bound(_, alternatives) => {
                let mut found = Vec::new();
                for alternative in alternatives {
                    let args = alternative.args.iter().map(|arg| self.inst_in(from, arg, env));
                    let args = args.collect::<Option<Vec<_>>>()?;
                    found.push(Bound { name: alternative.name.text.clone(), args });
                }
                Inst::Bound(found)
            }
            InstKind::HigherOrder(shape) => {
                let modes = shape.args.iter().chain(&shape.result);
                let modes = modes.map(|mode| self.mode_in(from, mode, env, 0)).collect::<Option<Vec<_>>>()?;
                let kind = if shape.result.is_some() { PredKind::Func } else { PredKind::Pred };
                Inst::HigherOrder(kind, modes, shape.determinism.unwrap_or(Determinism::Det))
            }
            InstKind::Named(name, args) => {
                let primitive = if args.is_empty() { primitive(&name.text) } else { None };
                if let Some(primitive) = primitive {
                    return Some(primitive);
                }
                let all = self.insts.get(&(name.text.clone(), args.len())).cloned().unwrap_or_default();
                let seen = |id: &InstId| {
                    let owner = self.program.insts.get(id.index()).map(|def| def.module);
                    let section = self.inst_sections.get(id.index()).copied();
                    let known = owner.zip(section);
                    known.is_some_and(|(owner, section)| self.sees(from, owner, section, name))
                };
                let Some(found) = all.iter().copied().find(seen) else {
                    self.unknown(from, name, args.len(), "inst", &["ground", "free", "unique", "any"]);
                    return None;
                };
                let args = args.iter().map(|arg| self.inst_in(from, arg, env));
                Inst::Named(found, args.collect::<Option<Vec<_>>>()?)
            }
        })
    }

    fn unknown(&mut self, from: ModuleId, name: &Name, arity: usize, what: &str, basic: &[&str]) {
        if self.may_be_missing(from, name) {
            return;
        }
        let message = format!("there is no {what} `{}/{arity}`", name.shown());
        let found = Diagnostic::error(message).primary(name.at.0, "not known");
        let known = basic.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
        self.say(found.help(format!("there are {known} and those that are declared")));
    }
}

/// The insts of the language.
fn primitive(name: &str) -> Option<Inst> {
    Some(match name {
        "free" => Inst::Free,
        "ground" => Inst::Ground,
        "unique" => Inst::Unique,
        "mostly_unique" => Inst::MostlyUnique,
        "clobbered" | "dead" => Inst::Clobbered,
        "mostly_clobbered" | "mostly_dead" => Inst::MostlyClobbered,
        "any" => Inst::Any,
        "not_reached" => Inst::NotReached,
        _ => return None,
    })
}
