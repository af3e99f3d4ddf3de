//! `requires` clauses as requirements of the program.
//!
//! Formulas are those of ACSL as far as they are about the inputs: comparisons of integers, which are exact here,
//! and of pointers, joined by `&&`, `||`, `!` and `==>`; `\valid(p)` and `\valid(p + (0 .. n - 1))`; `valid_string(p)`; the shapes
//! `acyclic(p)`, `tree(p)`, `sorted(p)` and `disjoint(p, q)`; and calls of functions of the file that give a truth
//! value.
//!
//! ```text
//! /*@ requires n >= 0 && \valid(a + (0 .. n - 1)); */
//! int sum(int *a, int n);
//! ```

mod formula;
mod tokens;
mod values;

use super::info::ProcInfo;
use super::procs::Lower;
use crate::tree::{Clause, Elements};
use crate::types::Type as C;
use formula::Reader;
use imperative::{BinaryOp, Expr as Ir, Requirement, RequirementKind, VarId};
use source::Diagnostic;
use std::collections::BTreeMap;

/// So many arguments of `main` are said to be there, if it has that many.
const MAIN_WORDS: usize = 4;

impl Lower<'_, '_> {
    /// What the system gives to `main`: as many words as it says, each of them a string, and a null pointer behind them.
    fn main_arguments(&mut self, info: &ProcInfo) {
        let function = self.function;
        let name = |i: usize| function.params.get(i).and_then(|p| function.local(*p));
        let (true, Some(count), Some(words)) = (function.name == "main", name(0), name(1)) else { return };
        let (n, v) = (&count.name, &words.name);
        let there = (0..MAIN_WORDS)
            .map(|i| format!(" && ({n} <= {i} || valid_string({v}[{i}]))"))
            .collect::<String>();
        let text = format!("{n} >= 1 && \\valid({v} + (0 .. {n})) && {v}[{n}] == \\null{there}");
        let clause = Clause { keyword: "requires".to_string(), text, span: words.span };
        if let Ok(requirement) = self.requirement(&clause, info) {
            self.b.proc().requires.push(requirement);
        }
    }

    /// The clauses of the function that say what holds of its inputs.
    pub fn requirements(&mut self, info: &ProcInfo) {
        let function = self.function;
        self.main_arguments(info);
        for param in &info.params {
            let Some(local) = function.local(param.local) else { continue };
            if let (Some(var), C::Record(_)) = (param.var, &param.ty) {
                // A struct is there.
                let there =
                    Ir::binary(BinaryOp::Ne, Ir::var(var, local.span), Ir::nil(local.span), local.span);
                let kind = RequirementKind::Cond(there);
                self.b.proc().requires.push(Requirement { kind, span: local.span });
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
            let text = format!("{null}\\valid({name} + (0 .. {last}))");
            let clause = Clause { keyword: "requires".to_string(), text, span: local.span };
            if let Ok(requirement) = self.requirement(&clause, info) {
                self.b.proc().requires.push(requirement);
            }
        }
        for clause in function.annotations.iter().filter(|c| c.keyword == "requires") {
            match self.requirement(clause, info) {
                Ok(requirement) => self.b.proc().requires.push(requirement),
                Err(why) => {
                    let problem = Diagnostic::warning("this clause is not read, and so not obeyed")
                        .primary(clause.span, why);
                    self.cx.problems.push(problem);
                }
            }
        }
    }

    fn requirement(&mut self, clause: &Clause, info: &ProcInfo) -> Result<imperative::Requirement, String> {
        let tokens = tokens::tokens(&clause.text)?;
        let inputs: BTreeMap<String, (VarId, C)> = info
            .params
            .iter()
            .filter_map(|p| Some((self.function.local(p.local)?.name.clone(), (p.var?, p.ty.clone()))))
            .collect();
        let mut reader = Reader { lower: self, tokens, at: 0, inputs, span: clause.span, depth: 0 };
        let requirement = reader.formula()?;
        if reader.peek().is_some() {
            return Err(format!("`{}` is not understood here", reader.peek().unwrap_or_default()));
        }
        Ok(requirement)
    }
}
