//! How often each goal succeeds, from the inside out.
//!
//! On the way it is remembered which functors a variable can have: after `X => [E | Es]` it cannot be `[]`, and in an arm of a
//! switch it has a functor of that arm.

use super::switch::{Cases, Key, Paths, cases, key};
use super::{Det, Solutions};
use crate::core::{DefBody, Head, Note, Program, TypeNode, Var, VarId};
use crate::procedures::modes::insts::ArgMode;
use crate::procedures::{Flow, Functor, Goal, GoalKind, ProcId, Switch, Value};
use source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// The functors that a variable can have.
#[derive(Clone)]
struct Known {
    functors: Vec<Functor>,
    /// Only since it is in an arm of a switch.
    assumed: bool,
}

enum Change {
    Known(VarId, Option<Known>),
    Name(VarId, Option<VarId>),
}

/// The walk through one procedure.
pub(super) struct Walk<'a> {
    pub program: &'a Program,
    pub dets: &'a [Det],
    pub modes: &'a [Vec<ArgMode>],
    pub vars: &'a [Var],
    known: BTreeMap<VarId, Known>,
    names: BTreeMap<VarId, VarId>,
    trail: Vec<Change>,
    paths: Paths,
    /// Alternatives that may exclude each other do so, and one of them holds; conditions hold once.
    pub lenient: bool,
    /// Calls of which the first solution is taken, where nothing around them says that this is right.
    pub first: Vec<Span>,
    /// Those of which all solutions may be needed.
    pub wrong: Vec<Span>,
}

impl<'a> Walk<'a> {
    pub fn new(
        program: &'a Program,
        dets: &'a [Det],
        modes: &'a [Vec<ArgMode>],
        vars: &'a [Var],
    ) -> Walk<'a> {
        let (known, names, trail) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        let (paths, lenient) = (Paths::default(), false);
        let (first, wrong) = (Vec::new(), Vec::new());
        Walk { program, dets, modes, vars, known, names, trail, paths, lenient, first, wrong }
    }

    /// What modes say of the functors of arguments.
    pub fn learn_modes<'m>(&mut self, of: Flow, args: impl Iterator<Item = (VarId, &'m ArgMode)>) {
        for (var, mode) in args {
            let Some(names) = mode.functors.as_ref().filter(|_| mode.flow == of) else { continue };
            let Some(domain) = self.type_domain(var) else { continue };
            let named = |functor: &Functor| match functor {
                Functor::Cons(id) => {
                    let cons = self.program.constructor(*id);
                    cons.is_some_and(|cons| names.contains(&cons.name))
                }
                _ => true,
            };
            let functors: Vec<Functor> = domain.into_iter().filter(named).collect();
            if !functors.is_empty() {
                self.learn(var, functors, false);
            }
        }
    }

    fn root(&self, var: VarId) -> VarId {
        self.names.get(&var).copied().unwrap_or(var)
    }

    fn learn(&mut self, var: VarId, functors: Vec<Functor>, assumed: bool) {
        let root = self.root(var);
        let before = self.known.insert(root, Known { functors, assumed });
        self.trail.push(Change::Known(root, before));
    }

    fn undo(&mut self, mark: usize) {
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Known(var, Some(known))) => drop(self.known.insert(var, known)),
                Some(Change::Known(var, None)) => drop(self.known.remove(&var)),
                Some(Change::Name(var, Some(name))) => drop(self.names.insert(var, name)),
                Some(Change::Name(var, None)) => drop(self.names.remove(&var)),
                None => break,
            }
        }
    }

    /// All functors of a type, if there are finitely many.
    fn type_domain(&self, var: VarId) -> Option<Vec<Functor>> {
        let path = var.index().checked_sub(self.vars.len());
        let var = path.and_then(|path| self.paths.like.get(path)).copied().unwrap_or(var);
        let ty = self.vars.get(var.index())?.ty;
        let TypeNode::App(head, args) = self.program.types.node(ty) else { return None };
        match head {
            Head::Tuple => Some(vec![Functor::Tuple(args.len())]),
            Head::Named(id) => match &self.program.def(*id)?.body {
                DefBody::Union(all) => Some(all.iter().map(|cons| Functor::Cons(*cons)).collect()),
                _ => None,
            },
            _ => None,
        }
    }

    fn domain(&self, var: VarId) -> Option<Vec<Functor>> {
        match self.known.get(&self.root(var)) {
            Some(known) => Some(known.functors.clone()),
            None => self.type_domain(var),
        }
    }

    /// The determinism of a goal; it is set in it and in all its parts.
    pub fn goal(&mut self, goal: &mut Goal) -> Det {
        let sites = self.first.len();
        let det = self.bare(goal);
        if goal.binds || det.solutions < Solutions::First || matches!(goal.kind, GoalKind::Commit(_)) {
            return det;
        }
        // All solutions look the same from outside: one is enough.
        self.first.truncate(sites);
        let empty = Goal { kind: GoalKind::Conj(Vec::new()), at: goal.at, det, binds: false };
        let inner = std::mem::replace(goal, empty);
        goal.kind = GoalKind::Commit(Box::new(inner));
        goal.det = Det::once(det.can_fail);
        goal.det
    }

    /// The same without looking at what the goal binds.
    fn bare(&mut self, goal: &mut Goal) -> Det {
        let at = goal.at;
        let det = match &mut goal.kind {
            GoalKind::Conj(goals) => self.conj(goals),
            GoalKind::Disj { arms, switch } => self.disj(arms, switch),
            GoalKind::Not(inner) => {
                let (mark, sites) = (self.trail.len(), self.first.len());
                let det = self.goal(inner).negated();
                self.undo(mark);
                self.first.truncate(sites);
                det
            }
            GoalKind::If(condition, then, otherwise) => {
                let mark = self.trail.len();
                let mut cond = self.goal(condition);
                if self.lenient {
                    cond.solutions = cond.solutions.min(Solutions::One);
                }
                let yes = self.goal(then);
                self.undo(mark);
                let no = self.goal(otherwise);
                self.undo(mark);
                match (cond.solutions, cond.can_fail) {
                    (Solutions::None, true) => no,
                    (Solutions::None, false) => cond,
                    (_, false) => cond.then(yes),
                    (_, true) => Det { can_fail: false, ..cond }.then(yes).either(no),
                }
            }
            GoalKind::Commit(inner) => {
                let sites = self.first.len();
                let det = self.bare(inner);
                self.first.truncate(sites);
                Det { solutions: det.solutions.min(Solutions::One), ..det }
            }
            GoalKind::Noted(Note::Require(word), inner) if word == "promise_equivalent_solutions" => {
                // Any of its solutions will do.
                let sites = self.first.len();
                let det = self.goal(inner);
                self.first.truncate(sites);
                if det.solutions >= Solutions::First {
                    let at = inner.at;
                    let empty = Goal { kind: GoalKind::Conj(Vec::new()), at, det, binds: false };
                    let binds = inner.binds;
                    let whole = std::mem::replace(&mut **inner, empty);
                    **inner = Goal {
                        kind: GoalKind::Commit(Box::new(whole)),
                        at,
                        det: Det::once(det.can_fail),
                        binds,
                    };
                }
                Det { solutions: det.solutions.min(Solutions::One), ..det }
            }
            GoalKind::Noted(_, inner) => self.goal(inner),
            GoalKind::Test(..) => Det::once(true),
            GoalKind::Assign(x, y) => {
                let root = self.root(*y);
                let before = self.names.insert(*x, root);
                self.trail.push(Change::Name(*x, before));
                Det::DET
            }
            GoalKind::Construct(x, value) => {
                if let Value::Term(functor, _) = value {
                    self.learn(*x, vec![functor.clone()], false);
                }
                Det::DET
            }
            GoalKind::Deconstruct { var, functor, can_fail, args } => {
                let (det, sure) = self.deconstruct(*var, functor);
                *can_fail = !sure;
                let root = self.root(*var);
                for (number, arg) in args.iter().enumerate() {
                    let part = self.paths.part(root, functor, number, *arg, self.vars.len());
                    let before = self.names.insert(*arg, part);
                    self.trail.push(Change::Name(*arg, before));
                }
                det
            }
            GoalKind::Call(id, args) => {
                let det = self.dets.get(id.index()).copied().unwrap_or(Det::DET);
                self.outputs(*id, args);
                if det.solutions == Solutions::First {
                    self.first.push(at);
                }
                det
            }
            GoalKind::CallClosure { det, .. } => {
                if det.solutions == Solutions::First {
                    self.first.push(at);
                }
                *det
            }
        };
        goal.det = det;
        det
    }

    fn outputs(&mut self, id: ProcId, args: &[VarId]) {
        let modes = self.modes;
        if let Some(modes) = modes.get(id.index())
            && modes.iter().any(|mode| mode.functors.is_some())
        {
            self.learn_modes(Flow::Out, args.iter().copied().zip(modes));
        }
    }

    /// The determinism of a deconstruction, and whether it cannot fail even without the switch around it.
    fn deconstruct(&mut self, var: VarId, functor: &Functor) -> (Det, bool) {
        let known = self.known.get(&self.root(var)).cloned();
        let own = key(functor);
        let only = |all: &[Functor]| all.iter().all(|other| key(other) == own);
        let by_type = self.type_domain(var).is_some_and(|all| only(&all));
        let det = match &known {
            Some(known) if only(&known.functors) => Det::DET,
            Some(known) if !known.functors.iter().any(|other| key(other) == own) => Det::FAILURE,
            _ => Det::once(!by_type),
        };
        let sure = by_type || known.as_ref().is_some_and(|known| !known.assumed && only(&known.functors));
        self.learn(var, vec![functor.clone()], false);
        (det, sure)
    }

    fn conj(&mut self, goals: &mut [Goal]) -> Det {
        let mut det = Det::DET;
        let mut starts = Vec::new();
        for goal in goals.iter_mut() {
            starts.push(self.first.len());
            let next = self.goal(goal);
            det = det.then(next);
        }
        // Before a goal that can fail, more than the first solution may be needed.
        if let Some(last) = goals.iter().rposition(|goal| goal.det.can_fail)
            && let (Some(from), Some(to)) = (starts.first(), starts.get(last))
            && from < to
        {
            self.wrong.extend(self.first.drain(*from..*to));
        }
        det
    }

    fn disj(&mut self, arms: &mut [Goal], switch: &mut Option<Switch>) -> Det {
        *switch = None;
        let mark = self.trail.len();
        let (det, found) = self.alternatives(arms.iter_mut().collect(), SWITCHES);
        self.undo(mark);
        let Some(found) = found else { return det };
        if !found.after.is_empty() {
            self.learn(found.cases.var, found.after, false);
        }
        let Cases { var, arms, disjoint } = found.cases;
        if disjoint && var.index() < self.vars.len() {
            *switch = Some(Switch { var, arms, complete: found.complete, missing: found.missing });
        }
        det
    }

    /// The determinism of alternatives. Those that share a functor are looked at together, for another switch.
    fn alternatives(&mut self, mut arms: Vec<&mut Goal>, depth: usize) -> (Det, Option<Found>) {
        let mark = self.trail.len();
        let chosen = if depth > 0 && arms.len() > 1 { self.choose(&arms) } else { None };
        let Some((cases, domain)) = chosen else {
            let apart =
                self.lenient && arms.len() > 1 && arms.iter().filter(|arm| !decides(arm)).count() <= 1;
            let mut all = Vec::new();
            for arm in arms {
                all.push(self.goal(arm));
                self.undo(mark);
            }
            let det = match apart {
                true => {
                    let either = all.into_iter().reduce(Det::either).unwrap_or(Det::FAILURE);
                    Det { can_fail: false, ..either }
                }
                false => all.into_iter().fold(Det::FAILURE, Det::or),
            };
            return (det, None);
        };
        let mut cells: BTreeMap<Key, Det> = BTreeMap::new();
        let mut after: Vec<Functor> = Vec::new();
        if cases.disjoint {
            for (arm, functors) in arms.iter_mut().zip(&cases.arms) {
                self.learn(cases.var, functors.clone(), true);
                let det = self.goal(arm);
                self.undo(mark);
                cells.extend(functors.iter().map(|functor| (key(functor), det)));
                if det.solutions != Solutions::None {
                    after.extend(functors.iter().cloned());
                }
            }
        } else {
            let mut seen = BTreeSet::new();
            let all = cases.arms.iter().flatten().filter(|functor| seen.insert(key(functor)));
            for functor in all {
                let own = key(functor);
                let here = arms.iter_mut().zip(&cases.arms);
                let here = here.filter(|(_, set)| set.iter().any(|other| key(other) == own));
                let here: Vec<&mut Goal> = here.map(|(arm, _)| &mut **arm).collect();
                self.learn(cases.var, vec![functor.clone()], true);
                let (det, _) = self.alternatives(here, depth - 1);
                self.undo(mark);
                cells.insert(own, det);
                if det.solutions != Solutions::None {
                    after.push(functor.clone());
                }
            }
        }
        let mut missing: Vec<Functor> = Vec::new();
        let mut det: Option<Det> = None;
        let mut add = |cell: Det| det = Some(det.map_or(cell, |known: Det| known.either(cell)));
        match &domain {
            Some(all) => {
                for functor in all {
                    match cells.get(&key(functor)) {
                        Some(cell) => add(*cell),
                        None => missing.push(functor.clone()),
                    }
                }
            }
            None => cells.values().for_each(|cell| add(*cell)),
        }
        let complete = domain.is_some() && missing.is_empty();
        let mut det = det.unwrap_or(Det::FAILURE);
        det.can_fail |= !complete;
        (det, Some(Found { cases, complete, missing, after }))
    }

    /// The best variable to switch on, and all functors that it can have.
    fn choose(&mut self, arms: &[&mut Goal]) -> Option<(Cases, Option<Vec<Functor>>)> {
        let mut best: Option<(usize, Cases, Option<Vec<Functor>>)> = None;
        for cases in cases(arms, &self.names, &mut self.paths, self.vars.len()) {
            let domain = self.domain(cases.var);
            let covered: BTreeSet<Key> = cases.arms.iter().flatten().map(key).collect();
            // All arms have the same functor: nothing is gained, and it is known already.
            if covered.len() < 2 {
                continue;
            }
            let complete =
                domain.as_ref().is_some_and(|all| all.iter().all(|functor| covered.contains(&key(functor))));
            let real = cases.var.index() < self.vars.len();
            let score = match (cases.disjoint, complete) {
                (true, true) => 6,
                (true, false) => 4,
                (false, true) => 2,
                (false, false) => 0,
            } + usize::from(real);
            if best.as_ref().is_none_or(|(known, ..)| score > *known) {
                best = Some((score, cases, domain));
            }
        }
        best.map(|(_, cases, domain)| (cases, domain))
    }
}

/// Whether it may depend on its inputs if an alternative holds.
fn decides(goal: &Goal) -> bool {
    match &goal.kind {
        GoalKind::Conj(goals) => goals.iter().any(decides),
        GoalKind::Noted(_, inner) | GoalKind::Commit(inner) => decides(inner),
        GoalKind::Call(..) => !goal.binds && goal.det.can_fail,
        GoalKind::Test(..) | GoalKind::Deconstruct { .. } | GoalKind::Not(_) => true,
        GoalKind::If(..) | GoalKind::Disj { .. } => true,
        GoalKind::Assign(..) | GoalKind::Construct(..) | GoalKind::CallClosure { .. } => false,
    }
}

/// Depth to which switches inside of switches that share arms are followed.
const SWITCHES: usize = 6;

/// What was found of a switch.
struct Found {
    cases: Cases,
    complete: bool,
    missing: Vec<Functor>,
    /// What the variable can be behind it.
    after: Vec<Functor>,
}
