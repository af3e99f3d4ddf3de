//! Conflict analysis: the first unique implication point, and unsatisfiable cores.

use super::Engine;
use crate::lit::Lit;
use crate::sat::Reason;
use formula::Term;
use rustc_hash::FxHashSet;

impl Engine {
    /// The literals that imply `l`, by its reason.
    pub(super) fn explain_reason(&self, l: Lit, why: Reason, out: &mut Vec<Lit>) {
        match why {
            Reason::Decision | Reason::Assumed | Reason::Axiom => {}
            Reason::Clause(c) => out.extend(self.sat.lits(c).iter().filter(|x| **x != l).map(|x| !*x)),
            Reason::Lit(x) => out.push(x),
            Reason::Both(x, y) => out.extend([x, y]),
            Reason::Equal(a, b) => self.graph.explain(a, b, out),
            Reason::Equals([a, b, c, d]) => {
                self.graph.explain(a, b, out);
                self.graph.explain(c, d, out);
            }
        }
    }

    /// The assertions behind some true literals.
    pub(super) fn core(&self, conflict: Vec<Lit>) -> Vec<Term> {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut assumed: FxHashSet<Lit> = FxHashSet::default();
        let mut work = conflict;
        while let Some(l) = work.pop() {
            if !seen.insert(l.var()) {
                continue;
            }
            let why = self.sat.reason_of(l);
            if why == Reason::Assumed {
                assumed.insert(l);
            } else {
                self.explain_reason(l, why, &mut work);
            }
        }
        let mut core: Vec<Term> =
            self.assumed.iter().filter(|(l, _)| assumed.contains(l)).map(|(_, t)| *t).collect();
        core.sort_unstable();
        core.dedup();
        core
    }

    /// Learns from a conflict and goes back to where the learnt clause forces a literal. At the
    /// bottom: the core of the contradiction.
    pub(super) fn resolve(&mut self, conflict: Vec<Lit>) -> Option<Vec<Term>> {
        let top = conflict.iter().map(|l| self.sat.level_of(*l)).max().unwrap_or(0);
        if top <= self.base() {
            return Some(self.core(conflict));
        }
        self.backtrack(top);
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut learnt: Vec<Lit> = Vec::new();
        let mut open = 0usize;
        let mut at = self.sat.trail.len();
        let mut next = conflict;
        let uip = loop {
            for l in next.drain(..) {
                // Axioms hold as long as any clause of this scope does.
                if self.sat.reason_of(l) == Reason::Axiom || !seen.insert(l.var()) {
                    continue;
                }
                self.sat.heap.bump(l.var());
                if self.sat.level_of(l) == top {
                    open += 1;
                } else {
                    learnt.push(!l);
                }
            }
            // The latest literal of the conflict on the trail.
            let l = loop {
                if at == 0 {
                    break None;
                }
                at -= 1;
                let l = self.sat.trail[at];
                if seen.contains(&l.var()) && self.sat.level_of(l) == top {
                    break Some(l);
                }
            };
            let Some(l) = l else { break None };
            open = open.saturating_sub(1);
            if open == 0 {
                break Some(l);
            }
            let why = self.sat.reason_of(l);
            if let Reason::Clause(c) = why {
                self.sat.touch(c);
            }
            self.explain_reason(l, why, &mut next);
        };
        self.sat.heap.decay();
        let Some(uip) = uip else {
            // Only axioms contradict each other: nothing that was asserted matters.
            return Some(Vec::new());
        };
        self.shorten(&mut learnt, &seen);
        learnt.push(!uip);
        let back = learnt[..learnt.len() - 1].iter().map(|l| self.sat.level_of(*l)).max();
        let back = back.unwrap_or(0).max(self.base());
        self.backtrack(back);
        if learnt.len() == 1 {
            self.sat.enqueue(!uip, Reason::Axiom);
            return None;
        }
        let c = self.sat.add_clause(learnt, true);
        self.sat.enqueue(!uip, Reason::Clause(c));
        None
    }

    /// Drops literals that the others imply (one step of self-subsumption through clauses).
    fn shorten(&self, learnt: &mut Vec<Lit>, seen: &FxHashSet<u32>) {
        learnt.retain(|l| match self.sat.reason_of(!*l) {
            Reason::Clause(c) => !self.sat.lits(c).iter().all(|x| {
                x.var() == l.var() || seen.contains(&x.var()) || self.sat.reason_of(*x) == Reason::Axiom
            }),
            Reason::Lit(x) => !(seen.contains(&x.var())),
            _ => true,
        });
    }
}
