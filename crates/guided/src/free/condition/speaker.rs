//! Inputs, numbers and formulas in the words of the call: its arguments are A, B, …, their parts X1, X2, …
//!
//! A formula of the solver may contain integers that are no inputs, and sums and cases that arithmetic made. What
//! cannot be expressed by the inputs alone is left out.

use crate::instances::copy;
use crate::pilot::Pilot;
use base::Budget;
use formula::Sort;
use logic::machine::Machine;
use logic::machine::cells::{Addr, Cell};
use logic::machine::guide::Operation;
use logic::{Ops, VarId, Writer};
use solver::eliminate;

/// Steps for doing away with an integer: a condition that takes longer is not one that people read.
const PATIENCE: u64 = 2_000;

/// Names for what is not known: the arguments of the call first, then the parts of inputs.
pub(super) struct Speaker<'o> {
    pub known: Vec<(Addr, String)>,
    next: usize,
    ops: &'o Ops,
    /// Terms of formulas, and variables with the names that people know them by.
    map: Vec<(formula::Term, formula::Term)>,
    /// Whether something has been left out because it has no name that people know.
    pub silent: bool,
}

impl<'o> Speaker<'o> {
    pub fn new(ops: &'o Ops) -> Speaker<'o> {
        Speaker { known: Vec::new(), next: 0, ops, map: Vec::new(), silent: false }
    }

    pub fn knows(&self, addr: Addr) -> bool {
        self.known.iter().any(|(a, _)| *a == addr)
    }

    fn name(&mut self, addr: Addr) -> String {
        if let Some((_, name)) = self.known.iter().find(|(a, _)| *a == addr) {
            return name.clone();
        }
        self.next += 1;
        let name = format!("X{}", self.next);
        self.known.push((addr, name.clone()));
        name
    }

    /// A ground input with names for what is not known; parts get new names.
    pub fn introduce(&mut self, machine: &mut Machine<'_, Pilot<'_>>, addr: Addr) -> String {
        let mut vars: Vec<String> = Vec::new();
        let ops = self.ops;
        let (cells, terms, _) = machine.all_parts();
        let term = copy(cells, None, addr, terms, &mut |terms, addr, cell| {
            if let Cell::Str(_) = cell {
                return None;
            }
            vars.push(self.name(addr));
            Some(terms.var(VarId::new(vars.len() - 1)))
        });
        Writer::new(terms).ops(ops).tight().names(&vars).text(term)
    }

    /// The same with the names that there are; nothing if a part has none.
    pub fn input(&self, machine: &mut Machine<'_, Pilot<'_>>, addr: Addr) -> Option<String> {
        let mut vars: Vec<String> = Vec::new();
        let mut nameless = false;
        let (cells, terms, _) = machine.all_parts();
        let term = copy(cells, None, addr, terms, &mut |terms, addr, cell| {
            if let Cell::Str(_) = cell {
                return None;
            }
            match self.known.iter().find(|(a, _)| *a == addr) {
                Some((_, name)) => vars.push(name.clone()),
                None => nameless = true,
            }
            Some(terms.var(VarId::new(vars.len().saturating_sub(1))))
        });
        (!nameless).then(|| Writer::new(terms).ops(self.ops).tight().names(&vars).text(term))
    }

    /// From here on the integers among the inputs, and what was computed of them, have their names in formulas.
    pub fn learn_numbers(&mut self, machine: &mut Machine<'_, Pilot<'_>>) {
        for (addr, name) in &self.known {
            let Cell::Number(n) = machine.cells().get(*addr) else { continue };
            let Some(term) = machine.guide.numbers().get(n as usize).copied() else { continue };
            let var = machine.guide.formulas.var(name, Sort::INT);
            self.map.push((term, var));
        }
        let operations = machine.guide.operations().to_vec();
        for (result, operation, a, b) in operations {
            let formulas = &mut machine.guide.formulas;
            let [a, b] = [a, b].map(|side| {
                let said = formulas.substitute(side, &self.map);
                formulas.show(said)
            });
            let text = match operation {
                Operation::Floor => format!("({a} div {b})"),
                Operation::Modulo => format!("({a} mod {b})"),
                Operation::Least => format!("min({a},{b})"),
                Operation::Greatest => format!("max({a},{b})"),
                Operation::Sign => format!("sign({a})"),
                _ => continue,
            };
            let var = formulas.var(&text, Sort::INT);
            self.map.push((result, var));
        }
    }

    /// Whether this is a name that people know.
    fn is_said(&self, var: formula::Term) -> bool {
        self.map.iter().any(|(_, name)| *name == var)
    }

    /// Whether some of these formulas contain a number, given by its name.
    pub fn uses(&self, guide: &Pilot<'_>, said: &[formula::Term], name: &str) -> bool {
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let vars = guide.formulas.free_vars(said);
        vars.iter().any(|v| guide.formulas.show(*v).split(|c| !is_name(c)).any(|word| word == name))
    }

    /// A term of a formula in these names, and in names for variables that are bound here.
    pub fn number(
        &self,
        guide: &mut Pilot<'_>,
        term: formula::Term,
        bound: &[(formula::Term, formula::Term)],
    ) -> Option<formula::Term> {
        let map: Vec<_> = self.map.iter().chain(bound).copied().collect();
        let said = guide.formulas.substitute(term, &map);
        let vars = guide.formulas.free_vars(&[said]);
        vars.iter().all(|v| self.is_said(*v) || bound.iter().any(|(_, b)| b == v)).then_some(said)
    }

    /// A formula in these names: integers that are no inputs are done away with, if that can be.
    pub fn formula(
        &self,
        guide: &mut Pilot<'_>,
        formula: formula::Term,
        bound: &[(formula::Term, formula::Term)],
    ) -> Option<formula::Term> {
        if let Some(said) = self.number(guide, formula, bound) {
            return Some(said);
        }
        let map: Vec<_> = self.map.iter().chain(bound).copied().collect();
        let formulas = &mut guide.formulas;
        let said = formulas.substitute(formula, &map);
        let mut others = formulas.free_vars(&[said]);
        others.retain(|v| !self.is_said(*v) && !bound.iter().any(|(_, b)| b == v));
        let exists = formulas.exists(&others, said);
        let plain = eliminate(formulas, exists, &Budget::unlimited().with_steps(PATIENCE)).ok()?;
        let vars = formulas.free_vars(&[plain]);
        vars.iter().all(|v| self.is_said(*v) || bound.iter().any(|(_, b)| b == v)).then_some(plain)
    }
}
