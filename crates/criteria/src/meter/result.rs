//! From what was recorded to what was seen.

use super::record::Record;
use super::tables::{FEW_ATOMS, Tables};
use crate::Step;
use crate::conditions::deciding;
use crate::plan::First;
use crate::seen::{Evaluation, Seen};
use imperative::{DecisionId, ProcId, Program};

impl Record {
    /// What was seen.
    pub(super) fn take(&mut self, program: &Program, tables: &Tables) -> Seen {
        self.stop_before(tables);
        let mut seen = Seen {
            outcomes: self.outcomes.list(),
            procs: self.procs.list(),
            calls: self.calls.list(),
            pairs: self.pairs.list(),
            ways: self.ways.list(),
            ..Seen::default()
        };
        let called = self.called(&tables.plan);
        self.note_passed(&tables.plan, &called);
        self.statements(program, tables, &called, &mut seen);
        if tables.wants.loops > 0 {
            let most = tables.wants.loops;
            seen.loops = self.loop_counts.list().into_iter().map(|n| (n / most, n % most)).collect();
        }
        if tables.wants.path {
            let blocks = called.iter().flat_map(|(_, from, to)| from.block as usize..to.block as usize);
            let counted = blocks.filter(|b| tables.basic.get(*b).copied().unwrap_or(false));
            seen.most = counted.filter_map(|b| self.counts.get(b).copied()).max().unwrap_or(0);
            seen.caught.clone_from(&self.caught);
            seen.path = self.path.iter().filter_map(|step| self.step(tables, *step)).collect();
        }
        if tables.wants.atoms {
            self.atoms(tables, &called, &mut seen);
        }
        if tables.wants.vectors {
            self.evaluations(program, tables, &mut seen);
        }
        seen
    }

    /// A run that had no step left has not begun the block that it was about to begin.
    fn stop_before(&mut self, tables: &Tables) {
        if !self.stopped_before {
            return;
        }
        if let Some(at) = self.open.last_mut() {
            match at.point.index.checked_sub(1) {
                Some(index) => at.point.index = index,
                None => {
                    let block = tables.plan.block(at.proc, at.point.block);
                    if let Some(count) = self.counts.get_mut(block as usize) {
                        *count = count.saturating_sub(1);
                    }
                    self.open.pop();
                }
            }
        }
    }

    fn step(&self, tables: &Tables, step: u32) -> Option<Step> {
        let (proc, decision) = tables.plan.decision_at(step / 2)?;
        Some(Step { proc, decision, outcome: step % 2 == 1 })
    }

    /// A statement was executed if its block was executed to the end, or is being executed and has got there.
    fn statements(
        &self,
        program: &Program,
        tables: &Tables,
        called: &[(ProcId, First, First)],
        seen: &mut Seen,
    ) {
        let open: Vec<(u32, u32)> = self
            .open
            .iter()
            .map(|at| (tables.plan.block(at.proc, at.point.block), at.point.index + 1))
            .collect();
        for (id, first, _) in called {
            let Some(proc) = program.proc(*id) else { continue };
            for (s, statement) in proc.statements.iter().enumerate() {
                let Some(block) = proc.block(statement.point.block) else { continue };
                let number = tables.plan.block(*id, statement.point.block);
                let count = self.counts.get(number as usize).copied().unwrap_or(0);
                if count == 0 || statement.point.index as usize > block.instrs.len() {
                    continue;
                }
                let here = open.iter().filter(|(b, _)| *b == number);
                let (left, farthest) = self.left.get(&number).copied().unwrap_or((0, 0));
                let unfinished = left.saturating_add(here.clone().count() as u32);
                let reached = here.map(|(_, reached)| *reached).max().unwrap_or(0).max(farthest);
                if count > unfinished || statement.point.index < reached {
                    seen.statements.push(first.statement + s as u32);
                }
            }
        }
    }

    fn atoms(&self, tables: &Tables, called: &[(ProcId, First, First)], seen: &mut Seen) {
        for d in called.iter().flat_map(|(_, from, to)| from.decision..to.decision) {
            let place = d as usize;
            let (Some(trues), Some(falses)) = (self.trues.get(place), self.falses.get(place)) else {
                continue;
            };
            let (first, count) = tables.plan.atoms(d);
            for atom in 0..count as u32 {
                for value in [false, true] {
                    let number = (first + atom) * 2 + u32::from(value);
                    let found = if atom < 64 {
                        (if value { trues } else { falses }) >> atom & 1 == 1
                    } else {
                        self.more.get(number)
                    };
                    if found {
                        seen.atoms.push(number);
                    }
                }
            }
        }
    }

    fn evaluations(&mut self, program: &Program, tables: &Tables, seen: &mut Seen) {
        for bit in self.dense.list() {
            // The decisions have their bits in order, those with many atoms none.
            let at = tables.dense_owners.partition_point(|(from, _)| *from <= bit);
            let Some((from, d)) = at.checked_sub(1).and_then(|at| tables.dense_owners.get(at)).copied()
            else {
                continue;
            };
            let atoms = tables.decisions.get(d as usize).map_or(0, |d| d.atoms).min(FEW_ATOMS);
            let (key, mask) = (u64::from(bit - from), (1u64 << atoms) - 1);
            self.evaluation(program, tables, seen, d, [key >> atoms].into(), [key & mask].into());
        }
        for (d, value, evaluated) in std::mem::take(&mut self.sparse) {
            self.evaluation(program, tables, seen, d, [value].into(), [evaluated].into());
        }
        for (d, value, evaluated) in std::mem::take(&mut self.large) {
            self.evaluation(program, tables, seen, d, value, evaluated);
        }
        // The sets above have no order of their own.
        seen.evaluations.sort();
    }

    fn evaluation(
        &self,
        program: &Program,
        tables: &Tables,
        seen: &mut Seen,
        decision: u32,
        value: Box<[u64]>,
        evaluated: Box<[u64]>,
    ) {
        let found: Option<(ProcId, DecisionId)> = tables.plan.decision_at(decision);
        let Some(d) = found.and_then(|(p, d)| program.proc(p)?.decision(d)) else { return };
        let mut e =
            Evaluation { decision, decides: vec![0; value.len()].into(), value, evaluated, outcome: false };
        let vector: Vec<Option<bool>> = (0..d.atoms.len()).map(|atom| e.get(atom)).collect();
        let (outcome, atoms) = deciding(&d.cond, &vector);
        let Some(outcome) = outcome else { return };
        e.outcome = outcome;
        for atom in atoms {
            if let Some(word) = e.decides.get_mut(atom / 64) {
                *word |= 1 << (atom % 64);
            }
        }
        seen.evaluations.push(e);
    }
}
