//! The condition of a path in paper notation, in the words of the call: A, B, … are its arguments, X1, X2, … parts of
//! them, Y1, Y2, … are quantified. What cannot be expressed like this is shown as `…`.

mod speaker;
mod unlike;

use crate::facts::{Truth, truth};
use crate::free::plan::Plan;
use crate::pattern::{Known, Part, Pattern};
use crate::pilot::{Negative, Pilot};
use logic::machine::Machine;
use logic::machine::cells::{Addr, Cell, Cells, Kinds};
use logic::{Mode, Ops, Term, Terms, VarId, Writer, letter_name};
use speaker::Speaker;
use unlike::{kind_words, unlike};

/// At most this many comparisons are simplified together.
const READABLE: usize = 6;

/// The condition of the path that a machine has just taken.
pub(crate) fn condition(machine: &mut Machine<'_, Pilot<'_>>, plan: &Plan, env: Addr, ops: &Ops) -> String {
    let mut parts = Vec::new();
    let mut speaker = Speaker::new(ops);
    // What is made to be printed is forgotten at the end.
    let kept = machine.terms().len();
    // What ground inputs are.
    for (i, mode) in plan.modes.iter().enumerate() {
        if *mode != Mode::Ground {
            continue;
        }
        let (end, cell) = machine.cells().end(env + i as Addr);
        if matches!(cell, Cell::Unknown(_) | Cell::Number(_)) && !speaker.knows(end) {
            speaker.known.push((end, letter_name(i)));
            continue;
        }
        let text = speaker.introduce(machine, env + i as Addr);
        parts.push(format!("{} = {text}", letter_name(i)));
    }
    // What is said of integers.
    speaker.learn_numbers(machine);
    let asserted = machine.guide.state().assertions();
    let mut said = Vec::new();
    for formula in &asserted {
        match speaker.formula(&mut machine.guide, *formula, &[]) {
            Some(formula) => said.push(formula),
            None => speaker.silent = true,
        }
    }
    parts.extend(kinds(machine.cells(), &speaker, |name| speaker.uses(&machine.guide, &said, name)));
    let formulas = &mut machine.guide.formulas;
    if said.len() <= READABLE {
        let all = formulas.and(&said);
        let all = formulas.readable(all);
        if formulas.as_bool(all) != Some(true) {
            parts.push(formulas.show(all));
        }
    } else {
        // Simplifying that many comparisons takes longer than finding the path.
        for formula in said {
            let text = formulas.show(formula);
            if formulas.as_bool(formula) != Some(true) && !parts.contains(&text) {
                parts.push(text);
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
            && !crate::instances::meet(branch, &negative.pattern, machine.cells())
        {
            continue;
        }
        let open = truth(machine.cells(), &negative.facts);
        if open == Truth::False || negative.pattern.roots == 0 && open != Truth::Open {
            continue;
        }
        match unlike(machine, &speaker, plan, negative, &asserted, ops) {
            Some(text) if text.is_empty() || parts.contains(&text) => {}
            Some(text) => parts.push(text),
            None => speaker.silent = true,
        }
    }
    machine.guide.negatives = negatives;
    machine.terms_mut().truncate(kept);
    if speaker.silent {
        parts.push("…".to_string());
    }
    if parts.is_empty() { "true".to_string() } else { parts.join(" ∧ ") }
}

/// What kinds of values inputs have, where that is known and no comparison says it already.
fn kinds(cells: &Cells, speaker: &Speaker<'_>, compared: impl Fn(&str) -> bool) -> Vec<String> {
    let mut said = Vec::new();
    for (addr, name) in &speaker.known {
        match cells.get(*addr) {
            Cell::Number(_) if !compared(name) => said.push(format!("{name} ∈ ℤ")),
            Cell::Unknown(kinds) if kinds == Kinds::ALL.without(Kinds::INT) => {
                said.push(format!("{name} ∉ ℤ"));
            }
            Cell::Unknown(kinds) if kinds == Kinds::ALL.without(Kinds::NUMBER) => {
                said.push(format!("{name} is no number"));
            }
            Cell::Unknown(kinds)
                if !kind_words(Kinds::ALL.without(kinds)).contains(" or ") && kinds != Kinds::ALL =>
            {
                said.push(format!("{name} is not {}", kind_words(Kinds::ALL.without(kinds))));
            }
            Cell::Unknown(kinds) if kinds != Kinds::ALL => {
                said.push(format!("{name} is {}", kind_words(kinds)))
            }
            _ => {}
        }
    }
    said
}

/// Whether another negative constraint implies this one.
fn is_said(machine: &Machine<'_, Pilot<'_>>, negatives: &[Negative], which: usize) -> bool {
    let Some(this) = negatives.get(which) else { return false };
    let known = Known { cells: machine.cells(), numbers: machine.guide.numbers(), names: &[] };
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
        (this.pattern.roots == 0 || other.pattern.is_open())
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
    let known = Known { cells: machine.cells(), numbers: guide.numbers(), names: &[] };
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
        (0..plan.modes.len()).filter(|i| plan.modes[*i] == Mode::Any).map(letter_name).collect();
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
            Part::Is(Cell::Float(value)) => terms.float(value),
            Part::Is(Cell::Str(text)) => {
                let text = terms.name(text).to_string();
                terms.string(&text)
            }
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
