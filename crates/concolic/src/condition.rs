//! The condition of a path in paper notation.

use crate::facts::{Fact, Truth, truth};
use crate::finish::letters;
use crate::goals::copy;
use crate::pattern::{Known, Part, Pattern};
use crate::pilot::{Negative, Pilot};
use crate::search::{Mode, Plan};
use formula::Sort;
use logic::machine::Machine;
use logic::machine::cells::{Addr, Cell, Cells, Kinds};
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
    let numbered: Vec<String> = map.iter().map(|(_, name)| name.clone()).collect();
    let map: Vec<(formula::Term, formula::Term)> =
        map.into_iter().map(|(term, name)| (term, formulas.var(&name, Sort::INT))).collect();
    let said: Vec<formula::Term> = state.assertions().iter().map(|f| formulas.substitute(*f, &map)).collect();
    let compared = formulas.free_vars(&said);
    let compared: Vec<&str> = map
        .iter()
        .zip(&numbered)
        .filter(|((_, var), _)| compared.contains(var))
        .map(|(_, name)| name.as_str())
        .collect();
    parts.extend(kinds(machine.cells(), &names, &compared));
    let formulas = &mut machine.guide.formulas;
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
    // What must be on the branch that the path is about.
    let branch = within(machine);
    if let Some(branch) = &branch {
        parts.extend(like_pattern(machine, plan, branch, ops));
    }
    // What must not be.
    let negatives = std::mem::take(&mut machine.guide.negatives);
    for (i, negative) in negatives.iter().enumerate() {
        if is_said(machine, &negatives, i) {
            continue;
        }
        if let Some(branch) = &branch
            && !crate::goals::meet(branch, &negative.pattern, machine.cells())
        {
            continue;
        }
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

/// What kinds of values inputs have, where that is known and no comparison says it already.
fn kinds(cells: &Cells, names: &Names, compared: &[&str]) -> Vec<String> {
    let mut said = Vec::new();
    for (addr, name) in &names.known {
        match cells.get(*addr) {
            Cell::Number(_) if !compared.contains(&name.as_str()) => said.push(format!("{name} ∈ ℤ")),
            Cell::Unknown(kinds) if kinds == Kinds::ALL.without(Kinds::INT) => {
                said.push(format!("{name} ∉ ℤ"));
            }
            Cell::Unknown(kinds) if kinds != Kinds::ALL => {
                let of = [
                    (Kinds::INT, "an integer"),
                    (Kinds::ATOM, "an atom"),
                    (Kinds::COMPOUND, "compound"),
                    (Kinds::NIL, "[]"),
                ];
                let of: Vec<&str> =
                    of.iter().filter(|(k, _)| kinds.meets(*k)).map(|(_, word)| *word).collect();
                said.push(format!("{name} is {}", of.join(" or ")));
            }
            _ => {}
        }
    }
    said
}

/// Whether another of the things that must not be says what this one says.
fn is_said(machine: &Machine<'_, Pilot<'_>>, negatives: &[Negative], which: usize) -> bool {
    let Some(this) = negatives.get(which) else { return false };
    let known = Known { cells: machine.cells(), numbers: machine.guide.numbers() };
    negatives.iter().enumerate().any(|(i, other)| {
        if i == which || machine.guide.formulas.as_bool(other.formula) != Some(true) {
            return false;
        }
        if this.facts.is_empty() && other.facts.is_empty() && this.pattern.roots > 0 {
            let below =
                |a: &Negative, b: &Negative| a.pattern.below(&b.pattern, known).is_some_and(|e| e.is_empty());
            // Of two that say the same the first one stays.
            return below(this, other) && (i < which || !below(other, this));
        }
        this.pattern.roots == 0
            && !other.facts.is_empty()
            && this.facts.starts_with(&other.facts)
            && (i < which || this.facts.len() > other.facts.len())
    })
}

/// The branch on which the last alternative was taken, P5's c, if the whole path goes along with it: every other
/// branch is a part of it, or it is a part of every other one.
pub(crate) fn within(machine: &Machine<'_, Pilot<'_>>) -> Option<Pattern> {
    let guide = &machine.guide;
    let plain = |formula: formula::Term| guide.formulas.as_bool(formula) == Some(true);
    let last = guide.negatives.last()?;
    let apart = guide.negatives.iter().any(|n| !n.facts.is_empty() || !plain(n.formula))
        || guide.positives.iter().any(|p| !plain(p.formula));
    if apart {
        return None;
    }
    let known = Known { cells: machine.cells(), numbers: guide.numbers() };
    let below = |a: &Pattern, b: &Pattern| a.below(b, known).is_some_and(|e| e.is_empty());
    let before = guide.positives.get(..last.branches).unwrap_or(&guide.positives);
    let branch = before.iter().rev().find(|p| below(&last.pattern, &p.pattern))?;
    let along =
        |p: &crate::pilot::Positive| below(&p.pattern, &branch.pattern) || below(&branch.pattern, &p.pattern);
    (!branch.pattern.is_open() && guide.positives.iter().all(along)).then(|| branch.pattern.clone())
}

/// Inputs = pattern, one equation for each input that the pattern says something of.
fn like_pattern(
    machine: &mut Machine<'_, Pilot<'_>>,
    plan: &Plan,
    pattern: &Pattern,
    ops: &Ops,
) -> Vec<String> {
    let inputs: Vec<String> =
        (0..plan.modes.len()).filter(|i| plan.modes[*i] == Mode::Any).map(letters).collect();
    let names: Vec<String> = (0..pattern.vars as usize).map(|v| format!("X{}", v + 1)).collect();
    let mut found = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        let again = |v: u32| pattern.parts.iter().filter(|part| **part == Part::Var(v)).count() > 1;
        if matches!(pattern.parts.get(i), Some(Part::Var(v)) if !again(*v)) {
            continue;
        }
        let (cells, terms, _) = machine.all_parts();
        let term = pattern_term(cells, terms, pattern, i, &mut Vec::new());
        found.push(format!("{input} = {}", Writer::new(terms).ops(ops).tight().names(&names).text(term)));
    }
    found
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
                    Cell::Atom(logic::Atom::NIL) => "[]".to_string(),
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

/// The calls that a case keeps off, as patterns, and the calls that it stays within; `None` where integers or ground
/// inputs decide too.
pub(crate) fn excluded(
    machine: &mut Machine<'_, Pilot<'_>>,
    plan: &Plan,
    ops: &Ops,
) -> (Option<Vec<String>>, Option<String>) {
    if plan.modes.iter().any(|mode| *mode != Mode::Any) {
        return (None, None);
    }
    let within = within(machine);
    let kept = machine.terms().len();
    let name = machine.program().pred(plan.pred).map(|p| p.name);
    let (cells, terms, guide) = machine.all_parts();
    let Some(name) = name else { return (None, None) };
    let mut numbers = Vec::new();
    let mut text = |pattern: &Pattern| {
        let args: Vec<Term> =
            (0..plan.modes.len()).map(|i| pattern_term(cells, terms, pattern, i, &mut numbers)).collect();
        let call = if args.is_empty() { terms.atom(name) } else { terms.compound(name, &args) };
        let names: Vec<String> = (0..pattern.vars as usize).map(|v| format!("Y{}", v + 1)).collect();
        Writer::new(terms).ops(ops).names(&names).text(call)
    };
    let mut texts = Vec::new();
    for negative in &guide.negatives {
        if !negative.facts.is_empty() || guide.formulas.as_bool(negative.formula) != Some(true) {
            return (None, None);
        }
        let call = text(&negative.pattern);
        if !texts.contains(&call) {
            texts.push(call);
        }
    }
    let within = within.map(|pattern| text(&pattern));
    terms.truncate(kept);
    if numbers.is_empty() { (Some(texts), within) } else { (None, None) }
}
