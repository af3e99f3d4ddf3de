//! The sequence condition in paper notation: what the inputs are, with names for what is not known of them, and what is said of
//! those names.

use super::plan::Plan;
use crate::Pilot;
use crate::facts::{Fact, Truth, truth};
use formula::{Op, Sort};
use logic::machine::Machine;
use logic::machine::cells::{Addr, Cell, DomainId};
use logic::moded::types::InputTypes;

/// Names for what is not known.
struct Names {
    known: Vec<(Addr, String)>,
    numbers: Vec<(formula::Term, String)>,
}

/// The condition of the path that a machine has taken.
pub(crate) fn condition(machine: &mut Machine<'_, Pilot<'_>>, plan: &Plan, roots: &[Addr]) -> String {
    let mut names = Names { known: Vec::new(), numbers: Vec::new() };
    let mut parts = Vec::new();
    for (root, name) in roots.iter().zip(&plan.names) {
        if name.is_empty() {
            continue;
        }
        let (end, cell) = machine.cells().end(*root);
        match cell {
            Cell::Domain(domain) if only_constant(machine, domain).is_some() => {
                let constant = only_constant(machine, domain).unwrap_or_default();
                parts.push(format!("{name} = {constant}"));
            }
            Cell::Unknown(_) | Cell::Domain(_) if names.of(end).is_none() => {
                names.known.push((end, name.clone()));
            }
            Cell::Number(number) if names.of_number(machine, number).is_none() => {
                names.know_number(machine, number, name.clone());
            }
            _ => {
                let text = names.text(machine, *root, 0);
                parts.push(format!("{name} = {text}"));
            }
        }
    }
    // Constructors that are left.
    for (addr, name) in names.known.clone() {
        if let Cell::Domain(domain) = machine.cells().get(addr) {
            let domains = machine.cells().domains();
            let variants = domains.types().variants(domains.type_of(domain));
            let left: Vec<usize> = domains.positions(domain).collect();
            for position in (0..variants.len()).filter(|position| !left.contains(position)) {
                parts.push(format!("{name} ≠ {}", variant_text(machine, domains.types(), domain, position)));
            }
        }
    }
    // What is said of integers.
    let asserted = machine.guide.state().assertions();
    let mut renamed: Option<Vec<(formula::Term, formula::Term)>> = None;
    for formula in &asserted {
        let formulas = &mut machine.guide.formulas;
        let text = names.comparison(formulas, *formula).unwrap_or_else(|| {
            let renamed = renamed.get_or_insert_with(|| names.renamed(formulas, &asserted));
            let named = formulas.substitute(*formula, renamed);
            formulas.show(named)
        });
        if !parts.contains(&text) {
            parts.push(text);
        }
    }
    // What must not be equal.
    for negative in &machine.guide.negatives {
        if truth(machine.cells(), &negative.facts) != Truth::Open {
            continue;
        }
        let said: Vec<String> = negative.facts.iter().filter_map(|fact| names.fact(machine, fact)).collect();
        if said.is_empty() {
            continue;
        }
        let text = match said.as_slice() {
            [one] => one.replacen(" = ", " ≠ ", 1),
            several => format!("¬({})", several.join(" ∧ ")),
        };
        if !parts.contains(&text) {
            parts.push(text);
        }
    }
    if parts.is_empty() { "true".to_string() } else { parts.join(" ∧ ") }
}

/// A constant as the language of the program writes it.
fn shown(machine: &Machine<'_, Pilot<'_>>, cell: Cell) -> String {
    let show = machine.program().procs.show;
    show.map_or_else(|| "?".to_string(), |show| show(machine.cells(), machine.terms(), cell))
}

/// The name of a constructor.
fn name_of(machine: &Machine<'_, Pilot<'_>>, name: logic::Atom) -> String {
    if name == logic::Atom::CONS { "[|]".to_string() } else { shown(machine, Cell::Atom(name)) }
}

/// The only value that an input can have, if it is a constant.
fn only_constant(machine: &Machine<'_, Pilot<'_>>, domain: DomainId) -> Option<String> {
    let domains = machine.cells().domains();
    let variant = domains.types().variants(domains.type_of(domain)).get(domains.only(domain)?)?;
    variant.args.is_empty().then(|| name_of(machine, variant.name))
}

fn variant_text(
    machine: &Machine<'_, Pilot<'_>>,
    types: &InputTypes,
    domain: DomainId,
    position: usize,
) -> String {
    let ty = machine.cells().domains().type_of(domain);
    let Some(variant) = types.variants(ty).get(position) else { return "?".to_string() };
    let name = name_of(machine, variant.name);
    match (name.as_str(), variant.args.len()) {
        (name, 0) => name.to_string(),
        ("[|]", 2) => "[_ | _]".to_string(),
        (name, count) => format!("{name}({})", vec!["_"; count].join(", ")),
    }
}

impl Names {
    fn of(&self, addr: Addr) -> Option<String> {
        self.known.iter().find(|(known, _)| *known == addr).map(|(_, name)| name.clone())
    }

    fn of_number(&self, machine: &Machine<'_, Pilot<'_>>, number: u32) -> Option<String> {
        let term = machine.guide.numbers().get(number as usize)?;
        self.numbers.iter().find(|(known, _)| known == term).map(|(_, name)| name.clone())
    }

    fn know_number(&mut self, machine: &Machine<'_, Pilot<'_>>, number: u32, name: String) {
        if let Some(term) = machine.guide.numbers().get(number as usize) {
            self.numbers.push((*term, name));
        }
    }

    fn fresh(&self, of: &str) -> String {
        let taken = |name: &String| {
            self.known.iter().any(|(_, known)| known == name)
                || self.numbers.iter().any(|(_, known)| known == name)
        };
        let mut number = 1;
        loop {
            let name = format!("{of}{number}");
            if !taken(&name) {
                return name;
            }
            number += 1;
        }
    }

    /// Variables with the names that the inputs give them.
    fn renamed(
        &self,
        formulas: &mut formula::Terms,
        all: &[formula::Term],
    ) -> Vec<(formula::Term, formula::Term)> {
        let vars = formulas.free_vars(all);
        let mut renamed = Vec::with_capacity(vars.len());
        for (number, var) in vars.into_iter().enumerate() {
            let name = self.numbers.iter().find(|(known, _)| *known == var).map(|(_, name)| name.clone());
            let name = name.unwrap_or_else(|| format!("n{}", number + 1));
            renamed.push((var, formulas.var(&name, Sort::INT)));
        }
        renamed
    }

    /// A comparison of two names or constants, which most conditions are.
    fn comparison(&self, formulas: &formula::Terms, formula: formula::Term) -> Option<String> {
        let (op, args, holds) = match formulas.op(formula) {
            Op::Not => {
                let inner = *formulas.args(formula).first()?;
                (formulas.op(inner), formulas.args(inner), false)
            }
            op => (op, formulas.args(formula), true),
        };
        let sign = match (op, holds) {
            (Op::Le, true) => "≤",
            (Op::Lt, true) => "<",
            (Op::Eq, true) => "=",
            (Op::Eq, false) => "≠",
            _ => return None,
        };
        let side = |term: formula::Term| match formulas.op(term) {
            Op::Int(value) => Some(value.to_string()),
            _ => self.numbers.iter().find(|(known, _)| *known == term).map(|(_, name)| name.clone()),
        };
        let [a, b] = args else { return None };
        Some(format!("{} {sign} {}", side(*a)?, side(*b)?))
    }

    /// A value with names for what is not known.
    fn text(&mut self, machine: &Machine<'_, Pilot<'_>>, addr: Addr, depth: usize) -> String {
        let cells = machine.cells();
        let (end, cell) = cells.end(addr);
        match cell {
            _ if depth > 200 => "…".to_string(),
            Cell::Domain(domain) if only_constant(machine, domain).is_some() => {
                only_constant(machine, domain).unwrap_or_default()
            }
            Cell::Unknown(_) | Cell::Domain(_) => self.of(end).unwrap_or_else(|| {
                let name = self.fresh(if matches!(cell, Cell::Domain(_)) { "T" } else { "E" });
                self.known.push((end, name.clone()));
                name
            }),
            Cell::Number(number) => self.of_number(machine, number).unwrap_or_else(|| {
                let name = self.fresh("E");
                self.know_number(machine, number, name.clone());
                name
            }),
            Cell::Struct(functor, first) => {
                let (name, count) = cells.name_of(functor);
                let name = name_of(machine, name);
                if name == "[|]" && count == 2 {
                    return self.list(machine, first, depth);
                }
                let args: Vec<String> =
                    (0..count).map(|i| self.text(machine, first + i, depth + 1)).collect();
                format!("{name}({})", args.join(", "))
            }
            cell => shown(machine, cell),
        }
    }

    fn list(&mut self, machine: &Machine<'_, Pilot<'_>>, first: Addr, depth: usize) -> String {
        let cells = machine.cells();
        let mut elements = vec![self.text(machine, first, depth + 1)];
        let mut tail = first + 1;
        loop {
            match cells.value(tail) {
                Cell::Struct(functor, next) if cells.name_of(functor).1 == 2 && elements.len() < 200 => {
                    elements.push(self.text(machine, next, depth + 1));
                    tail = next + 1;
                }
                Cell::Atom(_) => return format!("[{}]", elements.join(", ")),
                Cell::Domain(domain) if only_constant(machine, domain).is_some() => {
                    return format!("[{}]", elements.join(", "));
                }
                _ => {
                    let rest = self.text(machine, tail, depth + 1);
                    return format!("[{} | {rest}]", elements.join(", "));
                }
            }
        }
    }

    /// What a fact says, if it speaks of what has a name.
    fn fact(&mut self, machine: &Machine<'_, Pilot<'_>>, fact: &Fact) -> Option<String> {
        Some(match fact {
            Fact::Same(a, b) => {
                format!("{} = {}", self.text(machine, *a, 0), self.text(machine, *b, 0))
            }
            Fact::Is(a, cell) => {
                let value = match cell {
                    Cell::Number(number) => self.of_number(machine, *number)?,
                    cell => shown(machine, *cell),
                };
                format!("{} = {value}", self.text(machine, *a, 0))
            }
            Fact::Root(a, functor, _) => {
                let (name, count) = machine.cells().name_of(*functor);
                let name = name_of(machine, name);
                let root = match (name.as_str(), count) {
                    ("[|]", 2) => "[_ | _]".to_string(),
                    (name, count) => format!("{name}({})", vec!["_"; count as usize].join(", ")),
                };
                format!("{} = {root}", self.text(machine, *a, 0))
            }
            Fact::Kind(..) => return None,
        })
    }
}
