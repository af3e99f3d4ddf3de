//! What a test needs of other modules, and whether they export it.

use super::super::{Compiled, CompiledTest};
use super::prelude;
use crate::core::{
    Body, ConsId, DefBody, Goal, GoalKind, Head, ModuleId, PredId, Program, Rhs, Ty, TypeId, TypeNode,
};
use crate::syntax::Section;
use std::collections::{BTreeMap, BTreeSet};

/// More names than that in one type are not written.
const LARGEST_TYPE: usize = 500;

/// What a test needs.
pub(super) struct Needs {
    /// The modules that it names something of.
    pub modules: BTreeSet<String>,
    /// The names that it uses, with the modules that declare them.
    pub names: BTreeMap<String, BTreeSet<String>>,
}

impl Needs {
    /// All that a test needs, or what is not exported.
    pub(super) fn of(compiled: &Compiled, test: &CompiledTest) -> Result<Needs, String> {
        let program = &compiled.program;
        let mut needs = Needs { modules: BTreeSet::new(), names: BTreeMap::new() };
        needs.modules.extend(test.item.imports.iter().map(|module| module.shown()));
        for pred in test.preds.iter().filter_map(|id| program.pred(*id)) {
            for ty in &pred.args {
                needs.type_of(program, *ty)?;
            }
            if let Body::Defined(definition) = &pred.body {
                needs.goal(program, &definition.goal)?;
            }
        }
        Ok(needs)
    }

    fn name(&mut self, program: &Program, module: ModuleId, name: &str) {
        let Some(module) = program.module(module).map(|module| module.shown()) else { return };
        if module != "builtin" {
            self.names.entry(name.to_string()).or_default().insert(module.clone());
            self.modules.insert(module);
        }
    }

    fn goal(&mut self, program: &Program, goal: &Goal) -> Result<(), String> {
        let mut open = vec![goal];
        while let Some(goal) = open.pop() {
            match &goal.kind {
                GoalKind::Conj(goals) | GoalKind::Disj(goals) => open.extend(goals),
                GoalKind::Not(inner) | GoalKind::Some(_, inner) | GoalKind::Note(_, inner) => {
                    open.push(inner)
                }
                GoalKind::If(_, condition, then, otherwise) => open.extend([&**condition, then, otherwise]),
                GoalKind::Call(pred, _) | GoalKind::Unify(_, Rhs::Closure(pred, _)) => {
                    self.pred(program, *pred)?;
                }
                GoalKind::Unify(_, Rhs::Cons(cons, _)) => self.constructor(program, *cons)?,
                GoalKind::Unify(_, Rhs::Lambda(lambda)) => open.push(&lambda.body),
                GoalKind::Unify(..) | GoalKind::CallClosure(..) | GoalKind::Unsupported(_) => {}
            }
        }
        Ok(())
    }

    fn pred(&mut self, program: &Program, id: PredId) -> Result<(), String> {
        let Some(pred) = program.pred(id) else { return Ok(()) };
        if pred.section == Section::Implementation {
            return Err(hidden(program, pred.module, &format!("the {}", pred.shown())));
        }
        self.name(program, pred.module, &pred.name);
        Ok(())
    }

    fn constructor(&mut self, program: &Program, id: ConsId) -> Result<(), String> {
        let Some(cons) = program.constructor(id) else { return Ok(()) };
        let Some(def) = program.def(cons.of) else { return Ok(()) };
        if def.body_section == Section::Implementation {
            let what = format!("the constructor `{}/{}`", cons.name, cons.args.len());
            return Err(hidden(program, def.module, &what));
        }
        self.name(program, def.module, &cons.name);
        Ok(())
    }

    fn type_of(&mut self, program: &Program, ty: Ty) -> Result<(), String> {
        if type_text(program, ty).is_none() {
            return Err("a type of it is too large to be written".to_string());
        }
        let mut open = vec![ty];
        while let Some(ty) = open.pop() {
            let TypeNode::App(head, args) = program.types.node(ty) else { continue };
            open.extend(args);
            let Head::Named(id) = head else { continue };
            let Some(def) = program.def(*id).filter(|def| def.body != DefBody::Builtin) else { continue };
            if def.section == Section::Implementation {
                let what = format!("the type `{}/{}`", def.name, def.params.len());
                return Err(hidden(program, def.module, &what));
            }
            let module = program.module(def.module).map(|module| module.shown());
            self.modules.extend(module.filter(|module| module != "builtin"));
        }
        Ok(())
    }
}

fn hidden(program: &Program, module: ModuleId, what: &str) -> String {
    let module = program.module(module).map(|module| module.shown()).unwrap_or_default();
    format!("it uses {what}, which the module `{module}` does not export")
}

/// Names that several of these modules export, or that the program of the tests has itself.
pub(super) fn unclear(program: &Program, imports: &BTreeSet<String>) -> BTreeSet<String> {
    let imported = |id: ModuleId| {
        let shown = program.module(id).map(|module| module.shown());
        shown.filter(|shown| imports.contains(shown))
    };
    let mut all: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for pred in program.preds.iter().filter(|pred| pred.section == Section::Interface) {
        if let Some(module) = imported(pred.module) {
            all.entry(&pred.name).or_default().insert(module);
        }
    }
    for cons in &program.constructors {
        let def = program.def(cons.of).filter(|def| def.body_section == Section::Interface);
        if let Some(module) = def.and_then(|def| imported(def.module)) {
            all.entry(&cons.name).or_default().insert(module);
        }
    }
    let several = all.into_iter().filter(|(_, modules)| modules.len() > 1).map(|(name, _)| name.to_string());
    several.chain(prelude::NAMES.iter().map(|name| name.to_string())).collect()
}

/// A type with the modules of its names. `None` if it is very large.
pub(super) fn type_text(program: &Program, ty: Ty) -> Option<String> {
    let mut left = LARGEST_TYPE;
    written(program, ty, &mut left)
}

fn written(program: &Program, ty: Ty, left: &mut usize) -> Option<String> {
    *left = left.checked_sub(1)?;
    let TypeNode::App(head, args) = program.types.node(ty) else { return Some("T".to_string()) };
    let mut parts: Vec<String> =
        args.iter().map(|arg| written(program, *arg, left)).collect::<Option<Vec<String>>>()?;
    let applied = |name: String, parts: &[String]| match parts {
        [] => name,
        parts => format!("{name}({})", parts.join(", ")),
    };
    Some(match head {
        Head::Named(id) => applied(type_name(program, *id), &parts),
        Head::Tuple => format!("{{{}}}", parts.join(", ")),
        Head::Pred => format!("({})", applied("pred".to_string(), &parts)),
        Head::Func => {
            let result = parts.pop().unwrap_or_default();
            format!("({} = {result})", applied("func".to_string(), &parts))
        }
    })
}

fn type_name(program: &Program, id: TypeId) -> String {
    let Some(def) = program.def(id) else { return String::new() };
    let module = program.module(def.module).map(|module| module.shown());
    match module.filter(|module| def.body != DefBody::Builtin && module != "builtin") {
        Some(module) => format!("{module}.{}", def.name),
        None => def.name.clone(),
    }
}
