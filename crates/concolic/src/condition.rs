//! The condition of a path in paper notation.

use crate::facts::{Fact, Truth, truth};
use crate::finish::letters;
use crate::goals::copy;
use crate::pattern::{Part, Pattern};
use crate::pilot::Pilot;
use crate::search::{Mode, Plan};
use formula::Sort;
use logic::machine::Machine;
use logic::machine::cells::{Addr, Cell, Cells};
use logic::{Ops, Term, Terms, VarId, Writer};

/// Up to so many comparisons are simplified together.
const READABLE: usize = 6;

/// Names for what is not known: the arguments of the call first, then the parts of inputs.
struct Names {
    known: Vec<(Addr, String)>,
    next: usize,
}

impl Names {
    fn of(&mut self, addr: Addr) -> String {
        if let Some((_, name)) = self.known.iter().find(|(a, _)| *a == addr) {
            return name.clone();
        }
        self.next += 1;
        let name = format!("X{}", self.next);
        self.known.push((addr, name.clone()));
        name
    }
}

/// The condition of the path that a machine has just taken.
pub(crate) fn condition(machine: &mut Machine<'_, Pilot<'_>>, plan: &Plan, env: Addr, ops: &Ops) -> String {
    let mut parts = Vec::new();
    let mut names = Names { known: Vec::new(), next: 0 };
    // What is made to be printed is forgotten at the end.
    let kept = machine.terms().len();
    // What ground inputs are.
    for (i, mode) in plan.modes.iter().enumerate() {
        if *mode != Mode::Ground {
            continue;
        }
        let (end, cell) = machine.cells().end(env + i as Addr);
        if matches!(cell, Cell::Unknown(_) | Cell::Number(_)) && !names.known.iter().any(|(a, _)| *a == end) {
            names.known.push((end, letters(i)));
            continue;
        }
        let text = shown(machine, env + i as Addr, &mut names, ops);
        // What was said of it before its root was known still names it.
        if !names.known.iter().any(|(a, _)| *a == end) {
            names.known.push((end, letters(i)));
        }
        parts.push(format!("{} = {text}", letters(i)));
    }
    // What is said of integers.
    let numbers: Vec<formula::Term> = machine.guide.numbers().to_vec();
    let mut map = Vec::new();
    for (addr, name) in &names.known {
        if let Cell::Number(n) = machine.cells().get(*addr)
            && let Some(term) = numbers.get(n as usize)
        {
            map.push((*term, name.clone()));
        }
    }
    let state = machine.guide.state();
    let formulas = &mut machine.guide.formulas;
    let map: Vec<(formula::Term, formula::Term)> =
        map.into_iter().map(|(term, name)| (term, formulas.var(&name, Sort::INT))).collect();
    let said: Vec<formula::Term> = state.assertions().iter().map(|f| formulas.substitute(*f, &map)).collect();
    if !said.is_empty() {
        if said.len() <= READABLE {
            let all = formulas.and(&said);
            let all = formulas.readable(all);
            parts.push(formulas.show(all));
        } else {
            // Looking for what says the same in fewer words takes longer than finding the path.
            for formula in said {
                let text = formulas.show(formula);
                if !parts.contains(&text) {
                    parts.push(text);
                }
            }
        }
    }
    // What must not be.
    let negatives = std::mem::take(&mut machine.guide.negatives);
    for negative in &negatives {
        if !negative.facts.is_empty() {
            if truth(machine.cells(), &negative.facts) != Truth::Open {
                continue;
            }
            let text = unlike(machine, &negative.facts, negative.first_new, &mut names);
            if !parts.contains(&text) {
                parts.push(text);
            }
        } else if negative.pattern.roots > 0 {
            let text = unlike_pattern(machine, plan, &negative.pattern, negative.formula, ops);
            if !parts.contains(&text) {
                parts.push(text);
            }
        }
    }
    machine.guide.negatives = negatives;
    machine.terms_mut().truncate(kept);
    if parts.is_empty() { "true".to_string() } else { parts.join(" ∧ ") }
}

/// A ground input with names for what is not known.
fn shown(machine: &mut Machine<'_, Pilot<'_>>, addr: Addr, names: &mut Names, ops: &Ops) -> String {
    let mut vars: Vec<String> = Vec::new();
    let (cells, terms, _) = machine.all_parts();
    let term = copy(cells, None, addr, terms, &mut |terms, addr, cell| {
        if let Cell::Str(_) = cell {
            return None;
        }
        let name = names.of(addr);
        let place = vars.iter().position(|v| *v == name).unwrap_or_else(|| {
            vars.push(name);
            vars.len() - 1
        });
        Some(terms.var(VarId::new(place)))
    });
    Writer::new(terms).ops(ops).tight().names(&vars).text(term)
}

/// ¬(fact ∧ …), with the names that the facts give quantified.
fn unlike(machine: &Machine<'_, Pilot<'_>>, facts: &[Fact], first_new: Addr, names: &mut Names) -> String {
    let cells = machine.cells();
    let mut bound: Vec<String> = Vec::new();
    let mut texts: Vec<String> = Vec::new();
    let mut local: Vec<(Addr, String)> = Vec::new();
    let mut name = |addr: Addr, names: &mut Names, local: &mut Vec<(Addr, String)>| -> String {
        if addr >= first_new {
            if let Some((_, known)) = local.iter().find(|(a, _)| *a == addr) {
                return known.clone();
            }
            let made = format!("Y{}", local.len() + 1);
            local.push((addr, made.clone()));
            bound.push(made.clone());
            return made;
        }
        names.of(cells.end(addr).0)
    };
    for fact in facts {
        let text = match fact {
            Fact::Is(addr, cell) => {
                let value = match cell {
                    Cell::Atom(atom) => logic::quoted(machine.terms().name(*atom)).to_string(),
                    cell => cells.int_of(*cell).map_or_else(|| "a number".to_string(), |v| v.to_string()),
                };
                format!("{} ≠ {value}", name(*addr, names, &mut local))
            }
            Fact::Root(addr, functor, first) => {
                let (atom, count) = cells.name_of(*functor);
                let left = name(*addr, names, &mut local);
                let args: Vec<String> = (0..count).map(|i| name(*first + i, names, &mut local)).collect();
                let text = match (atom, args.as_slice()) {
                    (logic::Atom::CONS, [head, tail]) => format!("[{head}|{tail}]"),
                    _ => format!("{}({})", logic::quoted(machine.terms().name(atom)), args.join(",")),
                };
                format!("{left} ≠ {text}")
            }
            Fact::Same(a, b) => {
                format!("{} ≠ {}", name(*a, names, &mut local), name(*b, names, &mut local))
            }
            Fact::Kind(addr, _) => format!("{} is of another kind", name(*addr, names, &mut local)),
        };
        texts.push(text);
    }
    let all = texts.join(" ∨ ");
    match (bound.is_empty(), texts.len()) {
        (true, 1) => all,
        (true, _) => format!("({all})"),
        (false, 1) => format!("∀{} {all}", bound.join(",")),
        (false, _) => format!("∀{} ({all})", bound.join(",")),
    }
}

/// ∀ … inputs ≠ pattern.
fn unlike_pattern(
    machine: &mut Machine<'_, Pilot<'_>>,
    plan: &Plan,
    pattern: &Pattern,
    formula: formula::Term,
    ops: &Ops,
) -> String {
    let inputs: Vec<String> =
        (0..plan.modes.len()).filter(|i| plan.modes[*i] == Mode::Any).map(letters).collect();
    let mut uses = vec![0_usize; pattern.vars as usize];
    for part in &pattern.parts {
        if let Part::Var(v) = part
            && let Some(n) = uses.get_mut(*v as usize)
        {
            *n += 1;
        }
    }
    let mut numbers: Vec<formula::Term> = Vec::new();
    let mut sides = Vec::new();
    let mut used: Vec<String> = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        if let Some(Part::Var(v)) = pattern.parts.get(i)
            && uses.get(*v as usize) == Some(&1)
        {
            continue;
        }
        let (cells, table, _) = machine.all_parts();
        let term = pattern_term(cells, table, pattern, i, &mut numbers);
        let names: Vec<String> =
            (0..pattern.vars as usize + numbers.len()).map(|v| format!("Y{}", v + 1)).collect();
        for v in table.variables(term) {
            if let Some(name) = names.get(v.index())
                && !used.contains(name)
            {
                used.push(name.clone());
            }
        }
        sides.push(format!("{input} ≠ {}", Writer::new(table).ops(ops).tight().names(&names).text(term)));
    }
    let formulas = &mut machine.guide.formulas;
    if formulas.as_bool(formula) != Some(true) {
        let map: Vec<(formula::Term, formula::Term)> = numbers
            .iter()
            .enumerate()
            .map(|(i, t)| {
                let name = format!("Y{}", pattern.vars as usize + i + 1);
                (*t, formulas.var(&name, Sort::INT))
            })
            .collect();
        let renamed = formulas.substitute(formula, &map);
        let opposite = formulas.not(renamed);
        let opposite = formulas.readable(opposite);
        sides.push(formulas.show(opposite));
    }
    let all = sides.join(" ∨ ");
    match (used.is_empty(), sides.len()) {
        (true, 0) => "false".to_string(),
        (true, 1) => all,
        (true, _) => format!("({all})"),
        (false, 1) => format!("∀{} {all}", used.join(",")),
        (false, _) => format!("∀{} ({all})", used.join(",")),
    }
}

/// A part of a pattern as a term; numbers become variables after the pattern's own.
fn pattern_term(
    cells: &Cells,
    terms: &mut Terms,
    pattern: &Pattern,
    root: usize,
    numbers: &mut Vec<formula::Term>,
) -> Term {
    let mut done: Vec<Term> = Vec::new();
    let mut open = vec![(root as u32, false)];
    while let Some((place, ready)) = open.pop() {
        let part = pattern.parts.get(place as usize).copied().unwrap_or(Part::Var(0));
        let term = match part {
            Part::Var(v) => terms.var(VarId(v)),
            Part::Is(Cell::Atom(atom)) => terms.atom(atom),
            Part::Is(cell) => terms.int(cells.int_of(cell).unwrap_or_else(|| base::Int::from(0))),
            Part::Number(t) => {
                let found = numbers.iter().position(|n| *n == t).unwrap_or_else(|| {
                    numbers.push(t);
                    numbers.len() - 1
                });
                terms.var(VarId::new(pattern.vars as usize + found))
            }
            Part::Input(_) => terms.atom(logic::Atom::NIL),
            Part::Root(functor, first) => {
                let (name, count) = cells.name_of(functor);
                if !ready {
                    open.push((place, true));
                    open.extend((first..first + count).rev().map(|p| (p, false)));
                    continue;
                }
                let args = done.split_off(done.len().saturating_sub(count as usize));
                terms.compound(name, &args)
            }
        };
        done.push(term);
    }
    done.pop().unwrap_or_else(|| terms.atom(logic::Atom::NIL))
}

/// The calls that a case must keep off, as text, if they say all that it must not be: where only free inputs and no
/// integers decide.
pub(crate) fn excluded(machine: &mut Machine<'_, Pilot<'_>>, plan: &Plan, ops: &Ops) -> Option<Vec<String>> {
    if plan.modes.iter().any(|mode| *mode != Mode::Any) {
        return None;
    }
    let name = machine.program().pred(plan.pred)?.name;
    let kept = machine.terms().len();
    let (cells, terms, guide) = machine.all_parts();
    let mut texts = Vec::new();
    let mut numbers = Vec::new();
    for negative in &guide.negatives {
        if !negative.facts.is_empty() || guide.formulas.as_bool(negative.formula) != Some(true) {
            return None;
        }
        let args: Vec<Term> = (0..plan.modes.len())
            .map(|i| pattern_term(cells, terms, &negative.pattern, i, &mut numbers))
            .collect();
        let call = if args.is_empty() { terms.atom(name) } else { terms.compound(name, &args) };
        let names: Vec<String> = (0..negative.pattern.vars as usize).map(|v| format!("Y{}", v + 1)).collect();
        let text = Writer::new(terms).ops(ops).names(&names).text(call);
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    terms.truncate(kept);
    numbers.is_empty().then_some(texts)
}
