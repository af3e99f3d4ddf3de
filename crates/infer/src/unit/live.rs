//! Which slots are still read: the others need not be known.
//!
//! A pointer that is no longer read would cut lists into pieces, and such a number would keep apart facts that are
//! equal otherwise.

use super::build::is_named;
use super::{SpotKind, Step, Unit};
use imperative::claims::{List, Meaning, Zone};
use imperative::{Claim, Expr, Formula, FormulaKind, Predicate, Proc, VarId, VarKind};

impl Unit<'_> {
    /// Finds the slots that are read at each node or later, and those that die on each edge.
    pub(super) fn find_live(&mut self) {
        let count = self.slots.all.len();
        let mut live = vec![vec![false; count]; self.spots.len()];
        let assigned = self.assigned();
        for (at, spot) in self.spots.iter().enumerate() {
            if spot.kind == SpotKind::Exit {
                for slot in self.seen_at_exit() {
                    // What has a value on some paths only, such as the variables of a loop, is not reported.
                    live[at][slot] = assigned[at].as_ref().is_some_and(|known| known[slot]);
                }
            }
        }
        // The caller that passed the record sees its contents.
        for known in &mut live {
            self.records.iter().for_each(|record| known[record.slot] = true);
        }
        // Edges are made from the entry on, so the reverse order is fast.
        let mut changed = true;
        while changed {
            changed = false;
            for edge in self.edges.iter().rev() {
                let mut now = live[edge.to].clone();
                for step in edge.steps.iter().rev() {
                    self.before(step, &mut now);
                }
                for (known, new) in live[edge.from].iter_mut().zip(now) {
                    changed |= new && !*known;
                    *known |= new;
                }
            }
        }
        let mut dead = Vec::new();
        for edge in &self.edges {
            let mut set = live[edge.from].clone();
            for step in &edge.steps {
                if let Some(slot) = self.written(step) {
                    set[slot] = true;
                }
            }
            dead.push((0..count).filter(|slot| set[*slot] && !live[edge.to][*slot]).collect::<Vec<_>>());
        }
        for (edge, dead) in self.edges.iter_mut().zip(dead) {
            edge.dead = dead;
        }
        self.live = live;
    }

    /// What is reported where the entry returns: its inputs and its result; all named variables if it has no result.
    fn seen_at_exit(&self) -> Vec<usize> {
        let Some(proc) = self.proc(0) else { return Vec::new() };
        let shown = |var: &VarId| match proc.result {
            Some(_) => proc.var(*var).is_some_and(|var| matches!(var.kind, VarKind::Param | VarKind::Input)),
            None => is_named(proc, *var),
        };
        let vars = (0..proc.vars.len()).map(VarId::new).filter(shown);
        vars.filter_map(|var| self.slot(0, var)).chain(self.result_slot()).collect()
    }

    /// The slot that a step writes.
    pub(super) fn written(&self, step: &Step<'_>) -> Option<usize> {
        match step {
            // What a call writes are steps of their own.
            Step::Do { instr, frame, .. } if instr.kind.callee().is_none() => {
                self.slot(*frame, instr.kind.result()?)
            }
            Step::Pass { slot, .. } | Step::Back { slot, .. } => Some(*slot),
            _ => None,
        }
    }

    /// What is live before a step, given what is live after it.
    fn before(&self, step: &Step<'_>, live: &mut [bool]) {
        if let Some(slot) = self.written(step) {
            live[slot] = false;
        }
        let mut read = Vec::new();
        let frame = match step {
            Step::Do { instr, frame, .. } => {
                for operand in instr.kind.operands() {
                    read.extend(operand.vars());
                }
                *frame
            }
            Step::Choose { cond, frame, .. } => {
                read.extend(cond.vars());
                *frame
            }
            Step::Pass { value, frame, .. } => {
                read.extend(value.vars());
                *frame
            }
            Step::Back { from, .. } => {
                live[*from] = true;
                return;
            }
            Step::Claim { claim, frame } => {
                if let Some(proc) = self.proc(*frame)
                    && let Some(claim) = proc.claims.get(*claim)
                {
                    read.extend(read_by(proc, claim));
                }
                *frame
            }
            Step::Fail { .. } | Step::Lose { .. } => return,
        };
        for var in read {
            if let Some(slot) = self.slot(frame, var) {
                live[slot] = true;
            }
        }
    }
}

/// The variables of the program that a claim reads.
pub fn read_by(proc: &Proc, claim: &Claim) -> Vec<VarId> {
    let mut found = Vec::new();
    if let Some(formula) = claim.kind.formula() {
        of_formula(proc, formula, &mut found);
    }
    found.sort();
    found.dedup();
    found
}

fn of_formula(proc: &Proc, formula: &Formula, out: &mut Vec<VarId>) {
    let mut expr = |e: &Expr| of_expr(proc, e, out);
    match &formula.kind {
        FormulaKind::Cond(e) => expr(e),
        FormulaKind::Predicate(Predicate::Disjoint(a, b)) => {
            expr(a);
            expr(b);
        }
        FormulaKind::Predicate(Predicate::Acyclic(e) | Predicate::Sorted(e) | Predicate::Tree(e)) => expr(e),
        FormulaKind::Call { args, .. } => args.iter().for_each(expr),
        FormulaKind::Cells { of, .. } => expr(&of.start),
        FormulaKind::SameLists(a, b) => {
            expr(&a.start);
            expr(&b.start);
        }
        FormulaKind::SameElements(a, b) => a.iter().chain(b).for_each(|list: &List| expr(&list.start)),
        FormulaKind::Valid(zone, _) => of_zone(zone, &mut expr),
        FormulaKind::Separated(zones) => zones.iter().for_each(|zone| of_zone(zone, &mut expr)),
        _ => {}
    }
    for operand in formula.operands() {
        of_formula(proc, operand, out);
    }
}

fn of_zone(zone: &Zone, expr: &mut impl FnMut(&Expr)) {
    expr(&zone.base);
    if let Some((low, high)) = &zone.range {
        expr(low);
        expr(high);
    }
}

fn of_expr(proc: &Proc, e: &Expr, out: &mut Vec<VarId>) {
    for var in e.vars() {
        let Some(ghost) = var.ghost_index().map(|at| proc.ghosts.get(at)) else {
            out.push(var);
            continue;
        };
        match ghost.map(|ghost| &ghost.meaning) {
            Some(Meaning::At(_, e)) => of_expr(proc, e, out),
            Some(Meaning::Length(list) | Meaning::Sum(list)) => of_expr(proc, &list.start, out),
            Some(Meaning::Bound | Meaning::Result) | None => {}
        }
    }
}
