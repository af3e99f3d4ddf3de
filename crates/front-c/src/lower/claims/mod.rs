//! Annotations as claims of the program, and `requires` clauses also as requirements that a search obeys.
//!
//! The language is the subset of ACSL that `docs/c.md` names: comparisons of integers, which are exact here, and of pointers,
//! joined by `&&`, `||`, `!`, `==>` and `<==>`; quantifiers over integers; `\old`, `\at`, `\result`; `\valid`, `\separated`;
//! the shapes `acyclic(p)`, `tree(p)`, `sorted(p)` and `disjoint(p, q)`; quantifiers over the cells of lists, `len`, `sum`,
//! `multiset` and `equal`; predicates of the author; and calls of functions of the file that give a truth value.
//!
//! ```text
//! /*@ requires n >= 0 && \valid(a + (0 .. n - 1));
//!     ensures \forall integer k; 0 <= k < n ==> a[k] <= \result; */
//! int max(int *a, int n);
//! ```

mod clauses;
mod formula;
mod lists;
mod macros;
mod memory;
mod predicates;
mod shapes;
mod tokens;
mod values;

use super::info::ProcInfo;
use super::procs::Lower;
use crate::tree::{Clause, Elements, LocalId};
use crate::types::Type as C;
use formula::Reader;
use imperative::{BinaryOp, Expr as Ir, Point, Requirement, RequirementKind, VarId};
use std::collections::BTreeMap;

pub(super) use macros::macros;
pub(super) use predicates::{PredicateText, predicates};

/// Of the arguments of `main`, at most this many are assumed to be valid strings.
const MAIN_WORDS: usize = 4;

/// What annotations of a function need to know.
#[derive(Default)]
pub(super) struct Said {
    /// The parameters as they are at the entry.
    pub inputs: BTreeMap<String, (VarId, C)>,
    /// The variables that can be named here, inner ones last.
    pub visible: Vec<LocalId>,
    /// Where labels stand.
    pub labels: BTreeMap<String, Point>,
    /// Clauses, by the offset of what follows them.
    pub waiting: BTreeMap<u32, Vec<Clause>>,
    /// The clauses of the loop that starts.
    pub of_loop: Vec<Clause>,
}

/// The state that a formula is about, which decides what names mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scene {
    /// The inputs.
    Entry,
    /// The end of the function: parameters still mean their values at the entry.
    Exit,
    /// Inside of the function.
    Body,
    /// The body of a predicate, which knows its parameters and the globals.
    Predicate,
}

impl<'c, 'a> Lower<'c, 'a> {
    /// A reader of what a clause says.
    fn reader<'r>(&'r mut self, clause: &Clause, scene: Scene) -> Result<Reader<'r, 'c, 'a>, String> {
        let mut tokens = tokens::tokens(&clause.text)?;
        // A clause may have a name: `positive: n > 0`.
        let is_name = |t: &String| t.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if tokens.first().is_some_and(is_name) && tokens.get(1).is_some_and(|t| t == ":") {
            tokens.drain(..2);
        }
        Ok(Reader {
            lower: self,
            tokens,
            at: 0,
            scene,
            bound: Vec::new(),
            span: clause.span,
            depth: 0,
            steps: 0,
        })
    }

    /// Notes the parameters.
    pub fn name_inputs(&mut self, info: &ProcInfo) {
        let function = self.function;
        let inputs = info
            .params
            .iter()
            .filter_map(|p| Some((function.local(p.local)?.name.clone(), (p.var?, p.ty.clone()))));
        self.said.inputs = inputs.collect();
        self.said.visible = function.params.clone();
    }

    /// What the system gives to `main`: as many words as it says, each of them a string, and a null pointer behind them.
    fn main_arguments(&mut self) {
        let function = self.function;
        let name = |i: usize| function.params.get(i).and_then(|p| function.local(*p));
        let (true, Some(count), Some(words)) = (function.name == "main", name(0), name(1)) else { return };
        let (n, v) = (&count.name, &words.name);
        let there = (0..MAIN_WORDS)
            .map(|i| format!(" && ({n} <= {i} || valid_string({v}[{i}]))"))
            .collect::<String>();
        let text = format!("{n} >= 1 && \\valid({v} + (0 .. {n})) && {v}[{n}] == \\null{there}");
        self.presumed(text, words.span);
    }

    /// A requirement that is not in the source.
    fn presumed(&mut self, text: String, span: source::Span) {
        let clause = Clause { keyword: "requires".to_string(), text, span };
        let read = self.formula(&clause, Scene::Entry);
        if let Ok(requirement) = read.and_then(|f| f.requirement(&self.b.proc().ghosts)) {
            self.b.proc().requires.push(requirement);
        }
    }

    /// What holds of the inputs by their declarations, and what the author says of the function.
    pub fn requirements(&mut self, info: &ProcInfo) {
        let function = self.function;
        self.name_inputs(info);
        self.main_arguments();
        for param in &info.params {
            let Some(local) = function.local(param.local) else { continue };
            if let (Some(var), C::Record(_)) = (param.var, &param.ty) {
                // A struct is there.
                let there =
                    Ir::binary(BinaryOp::Ne, Ir::var(var, local.span), Ir::nil(local.span), local.span);
                let kind = RequirementKind::Cond(there);
                self.b.proc().requires.push(Requirement::new(kind, local.span));
            }
            // `int a[5]` says how many there are, and `int a[static 5]` that they are there.
            let Some(Elements { count, there }) = &local.elements else { continue };
            let name = &local.name;
            let constant = count.parse::<u64>().ok();
            let last = constant.map_or_else(|| format!("({count}) - 1"), |n| (n.max(1) - 1).to_string());
            let null = match (there, constant) {
                (false, _) => format!("{name} == \\null || "),
                // What has elements is there.
                (true, Some(_)) => String::new(),
                (true, None) => format!("{name} != \\null && "),
            };
            self.presumed(format!("{null}\\valid({name} + (0 .. {last}))"), local.span);
        }
        self.contract();
        self.find_annotations();
    }
}
