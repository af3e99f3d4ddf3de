//! The heaps that a procedure can start with.
//!
//! An input is nil or leads to a list that ends in nil and shares no cell with another input.

use crate::Choice;
use crate::bags::Bags;
use crate::heap::{Heaps, Lost, Mark, Shape, Shared, State, Target};
use crate::step::{Log, Steps};
use crate::unit::{Unit, What};
use crate::words::{Layout, Words};
use domains::{Constraint, Dim, Expr, Numeric};
use imperative::{
    BinaryOp, ClaimKind, Expr as Code, ExprKind, Formula, FormulaKind, Origin, Predicate, Requirement,
    RequirementKind, Type,
};

/// All heaps that fit the types of the inputs.
pub fn start<N: Numeric>(unit: &Unit<'_>, choice: &Choice) -> Vec<State<N>> {
    let layout =
        Layout { nums: unit.slots.numbers, fields: unit.slots.fields(), sums: choice.sums, words: 0 };
    let lists = unit.entry_values.lists.len();
    let first = State {
        shape: Shape::new(unit.slots.links),
        words: Words::top(layout, choice.patterns.clone()),
        bags: choice.multisets.then(|| Bags::top(layout.nums + lists * layout.fields)),
        marks: Vec::new(),
        vague: unit.unassigned().iter().any(|places| !places.is_empty()),
    };
    let mut states = vec![first];
    for number in 0..lists {
        states = states
            .into_iter()
            .flat_map(|state| [with_nil(unit, &state, number), with_list(unit, &state, number)])
            .collect();
    }
    for old in &unit.entry_values.olds {
        let Some(kept) = old.kept.filter(|kept| *kept != old.slot) else { continue };
        for state in &mut states {
            match (&unit.slots.all[old.slot].what, &unit.slots.all[kept].what) {
                (What::Link(from, _), What::Link(to, _)) => state.shape.vars[*to] = state.shape.vars[*from],
                (What::Number(from, _) | What::Truth(from), What::Number(to, _) | What::Truth(to)) => {
                    *state = state.assign(Dim::new(*to), &Expr::from(Dim::new(*from)));
                }
                _ => {}
            }
        }
    }
    for slot in &unit.slots.all {
        if let (What::Truth(dim), Some((0, var))) = (&slot.what, slot.var)
            && unit.entry_values.olds.iter().any(|old| old.var == var)
        {
            for state in &mut states {
                let dim = Dim::new(*dim);
                *state = state.meet(&Constraint::ge(dim, 0)).meet(&Constraint::le(dim, 1));
            }
        }
    }
    states.into_iter().map(|state| state.settled(None).0).collect()
}

/// The first states that fit what the procedure requires.
pub fn heaps<N: Numeric>(steps: &Steps<'_, '_>, states: Vec<State<N>>) -> Heaps<N> {
    let mut all = Heaps::none();
    let Some(proc) = steps.unit.proc(0) else { return all };
    let claimed = proc.claims.iter().filter_map(|claim| match &claim.kind {
        ClaimKind::Requires(formula) => Some(formula.clone()),
        _ => None,
    });
    // A call may be any of a program, so what only the first one finds is not supposed.
    let any_call = |r: &&Requirement| r.origin != Origin::FirstCall;
    let required = proc.requires.iter().filter(any_call).filter_map(formula);
    let mut states = states;
    for formula in claimed.chain(required) {
        if lets_share(steps.unit, &formula, true) {
            let why = "what is required lets inputs share cells or have cycles, which is not followed";
            return Heaps::lost(Lost { why: why.to_string(), span: formula.span });
        }
        states = states.into_iter().flat_map(|state| fitting(steps, &formula, state)).collect();
    }
    for state in states {
        all.add(&Shared::new(state.settled(None).0));
    }
    all
}

/// Whether a requirement mentions inputs that are equal, share cells or have cycles. Such inputs are not among the
/// initial states, so the results would not be about the intended inputs. `asked`: the formula itself must hold, it is
/// not a part of a disjunction or negation.
fn lets_share(unit: &Unit<'_>, formula: &Formula, asked: bool) -> bool {
    match &formula.kind {
        FormulaKind::And(a, b) => lets_share(unit, a, asked) || lets_share(unit, b, asked),
        FormulaKind::Predicate(Predicate::Sorted(_)) => false,
        FormulaKind::Predicate(_) => !asked,
        FormulaKind::Cond(e) => equates(unit, e, asked),
        _ => formula.operands().any(|inner| lets_share(unit, inner, false)),
    }
}

/// Whether a condition compares references with each other. A requirement that they differ is allowed.
fn equates(unit: &Unit<'_>, e: &Code, asked: bool) -> bool {
    let reference = |e: &Code| {
        let ty = unit.proc(0).and_then(|proc| imperative::type_of(unit.program, proc, e));
        !matches!(e.kind, ExprKind::Nil) && matches!(ty, Some(Type::Ref(_)))
    };
    match &e.kind {
        ExprKind::And(a, b) => equates(unit, a, asked) || equates(unit, b, asked),
        ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
            reference(a) && reference(b) && !(asked && *op == BinaryOp::Ne)
        }
        _ => e.operands().any(|inner| equates(unit, inner, false)),
    }
}

/// The states that fit a requirement. One that speaks of what is not followed says nothing.
fn fitting<N: Numeric>(steps: &Steps<'_, '_>, formula: &Formula, state: State<N>) -> Vec<State<N>> {
    let mut log = Log::default();
    let found = steps.may(formula, true, 0, state.clone(), &mut log);
    if log.lost.is_some() { vec![state] } else { found }
}

/// A requirement as a formula, if it is one.
fn formula(requirement: &Requirement) -> Option<Formula> {
    let kind = match &requirement.kind {
        RequirementKind::Cond(e) => FormulaKind::Cond(e.clone()),
        RequirementKind::Predicate(p) => FormulaKind::Predicate(p.clone()),
        RequirementKind::Not(a) => FormulaKind::Not(Box::new(formula(a)?)),
        RequirementKind::And(a, b) => FormulaKind::And(Box::new(formula(a)?), Box::new(formula(b)?)),
        RequirementKind::Or(a, b) => FormulaKind::Or(Box::new(formula(a)?), Box::new(formula(b)?)),
        RequirementKind::Call { .. } | RequirementKind::Every { .. } => return None,
    };
    Some(Formula::new(kind, requirement.span))
}

fn number(unit: &Unit<'_>, slot: usize) -> Dim {
    match unit.slots.all[slot].what {
        What::Number(dim, _) | What::Truth(dim) => Dim::new(dim),
        _ => Dim::new(usize::MAX),
    }
}

fn link(unit: &Unit<'_>, slot: usize) -> Option<usize> {
    match unit.slots.all[slot].what {
        What::Link(at, _) => Some(at),
        _ => None,
    }
}

fn with_nil<N: Numeric>(unit: &Unit<'_>, state: &State<N>, at: usize) -> State<N> {
    let list = &unit.entry_values.lists[at];
    let mut state = state.clone();
    let slots = unit.slot(0, list.var).into_iter().chain(list.frozen);
    for link in slots.filter_map(|slot| link(unit, slot)) {
        state.shape.vars[link] = Target::Nil;
    }
    for slot in std::iter::once(list.length).chain(list.sums.iter().copied()) {
        state = state.assign(number(unit, slot), &Expr::constant(0));
    }
    for field in 0..state.words.layout().fields {
        let bag = state.entry_bag(at, field);
        state.bags = state.bags.map(|bags| bags.with(&[(bag, 1)]));
    }
    state
}

fn with_list<N: Numeric>(unit: &Unit<'_>, state: &State<N>, at: usize) -> State<N> {
    let list = &unit.entry_values.lists[at];
    let Some(slot) = unit.slot(0, list.var) else { return state.clone() };
    let What::Link(link_at, kind) = unit.slots.all[slot].what else { return state.clone() };
    let (mut state, node) = state.with_list(kind, Target::Nil);
    state.marks[node] = Mark::GIVEN;
    state.shape.vars[link_at] = Target::Node(node);
    let layout = state.words.layout();
    state = state.assign(number(unit, list.length), &Expr::from(layout.len(node)));
    for (field, slot) in list.sums.iter().enumerate() {
        if let Some(sum) = layout.sum(node, field) {
            state = state.assign(number(unit, *slot), &Expr::from(sum));
        }
    }
    for field in 0..layout.fields {
        let (entry, all) = (state.entry_bag(at, field), state.node_bag(node, field));
        state.bags = state.bags.map(|bags| bags.with(&[(entry, 1), (all, -1)]));
    }
    if let Some(frozen) = list.frozen.and_then(|slot| link(unit, slot)) {
        let (next, copy) = state.copied(node);
        state = next;
        state.shape.vars[frozen] = Target::Node(copy);
        state.shape.before[node] = Some(copy);
    }
    state
}
