//! What a judge has to do where: which claims are judged at which points, and which states are kept for them.
//!
//! ```text
//! //@ loop invariant s >= \at(s, LoopEntry);     at the header of the loop: judge it; where that is entered: keep the state
//! ```

use crate::claims::{FormulaKind, List, Meaning, When, Zone};
use crate::{ClaimKind, Expr, Formula, LoopId, Point, Predicate, Proc};
use std::collections::{BTreeMap, BTreeSet};

/// A state of an activation that claims ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stop {
    /// Where it started.
    Entry,
    /// Where a loop was last entered from outside.
    LoopEntry(LoopId),
    /// Where the last iteration of a loop started.
    Iteration(LoopId),
    /// Where it last was at a point.
    Point(Point),
}

impl Stop {
    /// The state that a claim about a loop means; `None` for the one where it stands.
    pub fn of(when: When, in_loop: Option<LoopId>) -> Result<Option<Stop>, String> {
        let in_loop = || in_loop.ok_or_else(|| "the claim stands in no loop".to_string());
        Ok(match when {
            When::Here => None,
            When::Entry => Some(Stop::Entry),
            When::LoopEntry => Some(Stop::LoopEntry(in_loop()?)),
            When::Iteration => Some(Stop::Iteration(in_loop()?)),
            When::Point(point) => Some(Stop::Point(point)),
        })
    }
}

/// What has to be done in the activations of a procedure.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The claims about the inputs.
    pub required: Vec<usize>,
    /// The claims about the end.
    pub ensured: Vec<usize>,
    /// The claims about points.
    pub here: BTreeMap<Point, Vec<usize>>,
    /// The states to keep at points.
    pub kept: BTreeMap<Point, Vec<Stop>>,
    /// Whether the first state is kept.
    pub keeps_entry: bool,
}

impl Plan {
    pub fn of(proc: &Proc) -> Plan {
        let mut plan = Plan::default();
        let mut stops = BTreeSet::new();
        let header = |l: LoopId| proc.loops.get(l.index()).map(|l| Point { block: l.header, index: 0 });
        for (at, claim) in proc.claims.iter().enumerate() {
            match &claim.kind {
                ClaimKind::Requires(_) => plan.required.push(at),
                ClaimKind::Ensures(_) => plan.ensured.push(at),
                ClaimKind::Assert(point, _) => plan.here.entry(*point).or_default().push(at),
                ClaimKind::Invariant(l, _) => match header(*l) {
                    Some(point) => plan.here.entry(point).or_default().push(at),
                    None => continue,
                },
                ClaimKind::Variant(..) | ClaimKind::Assigns(..) | ClaimKind::Unread { .. } => continue,
            }
            if let Some(formula) = claim.kind.formula() {
                let in_loop = loop_of(proc, &claim.kind);
                let mut states = States { proc, found: Vec::new(), seen: BTreeSet::new() };
                states.formula(formula);
                stops.extend(states.found.into_iter().filter_map(|w| Stop::of(w, in_loop).ok().flatten()));
            }
        }
        plan.keeps_entry = stops.remove(&Stop::Entry);
        for stop in stops {
            let point = match stop {
                Stop::Entry => None,
                Stop::LoopEntry(l) | Stop::Iteration(l) => header(l),
                Stop::Point(point) => Some(point),
            };
            if let Some(point) = point {
                plan.kept.entry(point).or_default().push(stop);
            }
        }
        plan
    }

    /// Whether there is nothing to do before the end.
    pub fn is_empty(&self) -> bool {
        self.required.is_empty() && self.here.is_empty() && self.kept.is_empty() && !self.keeps_entry
    }

    /// The claims that are judged.
    pub fn claims(&self) -> impl Iterator<Item = usize> {
        self.required.iter().chain(&self.ensured).chain(self.here.values().flatten()).copied()
    }
}

/// The loop that a claim stands in.
pub(super) fn loop_of(proc: &Proc, claim: &ClaimKind) -> Option<LoopId> {
    match claim {
        ClaimKind::Invariant(l, _) => Some(*l),
        ClaimKind::Assert(point, _) => proc.block(point.block)?.in_loop,
        _ => None,
    }
}

/// Looks for the states that a formula mentions.
struct States<'p> {
    proc: &'p Proc,
    found: Vec<When>,
    /// Ghosts that were looked at.
    seen: BTreeSet<usize>,
}

impl States<'_> {
    fn formula(&mut self, f: &Formula) {
        match &f.kind {
            FormulaKind::Cond(e) => self.expr(e),
            FormulaKind::Predicate(p) => match p {
                Predicate::Acyclic(e) | Predicate::Sorted(e) | Predicate::Tree(e) => self.expr(e),
                Predicate::Disjoint(a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            },
            FormulaKind::Call { args, .. } => args.iter().for_each(|e| self.expr(e)),
            FormulaKind::Cells { of, .. } => self.list(of),
            FormulaKind::SameLists(a, b) => [a, b].into_iter().for_each(|l| self.list(l)),
            FormulaKind::SameElements(a, b) => a.iter().chain(b).for_each(|l| self.list(l)),
            FormulaKind::Valid(zone, _) => self.zone(zone),
            FormulaKind::Separated(zones) => zones.iter().for_each(|z| self.zone(z)),
            FormulaKind::At(when, _) => self.found.push(*when),
            FormulaKind::Not(_)
            | FormulaKind::And(..)
            | FormulaKind::Or(..)
            | FormulaKind::Implies(..)
            | FormulaKind::Iff(..)
            | FormulaKind::Forall(..)
            | FormulaKind::Exists(..) => {}
        }
        f.operands().for_each(|f| self.formula(f));
    }

    fn zone(&mut self, zone: &Zone) {
        self.expr(&zone.base);
        if let Some((low, high)) = &zone.range {
            self.expr(low);
            self.expr(high);
        }
    }

    fn list(&mut self, list: &List) {
        self.found.push(list.when);
        self.expr(&list.start);
    }

    /// The states of the ghosts in an expression, and of those that these mention.
    fn expr(&mut self, e: &Expr) {
        let mut waiting = vec![e];
        while let Some(e) = waiting.pop() {
            for at in e.vars().into_iter().filter_map(|v| v.ghost_index()) {
                let Some(ghost) = self.proc.ghosts.get(at).filter(|_| self.seen.insert(at)) else { continue };
                match &ghost.meaning {
                    Meaning::Bound | Meaning::Result => {}
                    Meaning::At(when, e) => {
                        self.found.push(*when);
                        waiting.push(e);
                    }
                    Meaning::Length(list) | Meaning::Sum(list) => {
                        self.found.push(list.when);
                        waiting.push(&list.start);
                    }
                }
            }
        }
    }
}
