//! What is recorded while a run goes on.

use super::tables::Tables;
use crate::bits::Bits;
use crate::flow::NONE;
use crate::plan::{First, Plan};
use imperative::machine::At;
use imperative::{ErrorKind, ProcId};
use rustc_hash::FxHashSet;
use source::Span;
use std::collections::BTreeMap;

/// A decision, and sets of its atoms: those that were true, those that were evaluated.
type LargeEvaluation = (u32, Box<[u64]>, Box<[u64]>);

/// One activation of a procedure.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Activation {
    pub proc: u32,
    pub first: First,
    /// The first point of the current block.
    pub points: u32,
    /// Where its variables, its loops and its blocks begin in the stacks of the record.
    pub vars: usize,
    pub loops: usize,
    pub blocks: usize,
    pub way: Way,
}

/// The blocks that an activation has executed, as far as du-paths ask. A place on the way is a [`place`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    /// The current block's.
    pub now: u64,
    /// The fingerprint of all blocks, and of all but the current one.
    pub print: u64,
    pub before: u64,
    /// From here on no block occurs twice.
    pub simple_from: u64,
    /// The place of the last occurrence of the current block, if the blocks from there on are a simple cycle.
    pub cycle_from: u64,
}

/// The place of a block on the way of an activation: first the number of the activation, then the block's,
/// counted from 1. So places that an activation called are behind all of its own.
pub(super) fn place(activation: u32, block: u32) -> u64 {
    u64::from(activation) << 32 | u64::from(block)
}

/// The number of a block on its way; no more are counted than fit.
pub(super) fn block_number(place: u64) -> u32 {
    place as u32
}

/// A definition, and where on which way it was made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marked {
    /// Where its pairs begin.
    pub base: u32,
    pub place: u64,
    /// The fingerprint of the way before that block.
    pub before: u64,
}

/// What was recorded of a run so far.
#[derive(Default)]
pub(super) struct Record {
    pub counts: Vec<u32>,
    pub open: Vec<At>,
    /// For blocks that were left because of errors that were caught: how often, and the farthest point that was reached, plus one.
    pub left: BTreeMap<u32, (u32, u32)>,
    /// The last point that was reached was not executed.
    pub stopped_before: bool,
    /// The blocks that some run so far has left, at their end or because of an error that was caught. Nothing clears it.
    pub passed: Vec<bool>,
    pub outcomes: Bits,
    pub procs: Bits,
    pub calls: Bits,
    pub path: Vec<u32>,
    pub caught: Vec<(ErrorKind, Span)>,
    pub trues: Vec<u64>,
    pub falses: Vec<u64>,
    /// Twice the atom, plus one if it was true, for atoms from the 65th on.
    pub more: Bits,
    pub dense: Bits,
    pub sparse: FxHashSet<(u32, u64, u64)>,
    pub large: FxHashSet<LargeEvaluation>,
    pub last: (u32, u64, u64),
    pub loop_counts: Bits,
    pub pairs: Bits,
    pub ways: Bits,
    pub below: Vec<Activation>,
    pub now: Activation,
    pub activations: u32,
    pub iterations: Vec<u32>,
    /// Where the pairs of the definitions begin that variables have; with its place where ways are asked for.
    pub vars: Vec<u32>,
    pub marked_vars: Vec<Marked>,
    /// Where the values of each object begin in `slots`, and the kind of the first.
    pub objects: Vec<(usize, u32)>,
    pub slots: Vec<u32>,
    /// For each object, whether something leads to it at the end.
    pub seen: Vec<bool>,
    pub marked_slots: Vec<Marked>,
    /// The values of the input that were written, and where those of new objects begin.
    pub written: Vec<usize>,
    pub new_slots: usize,
    /// The last place of each block of the open activations; 0 for those that were not executed.
    pub positions: Vec<u64>,
    /// Pairs of the condition that is being evaluated, as if it were false, and how many. There is place for all
    /// uses that a condition can have.
    pub pending: Vec<u32>,
    pub waiting: usize,
    /// Such pairs with the fingerprints of their ways, if not all of those are seen yet.
    pub pending_ways: Vec<(u32, u64)>,
    /// The uses at the current point that may still come.
    pub cursor: usize,
    pub end: usize,
    /// For each pair, how many of its ways are not seen yet.
    pub unseen: Vec<u16>,
}

fn zero<T: Default + Clone>(list: &mut [T], from: u32, to: u32) {
    if let Some(part) = list.get_mut(from as usize..to as usize) {
        part.fill(T::default());
    }
}

impl Record {
    pub fn new(tables: &Tables) -> Record {
        let total = tables.plan.total;
        let widest = tables.use_at.iter().map(|(from, to)| (to - from) as usize).max().unwrap_or(0);
        let flow = |n: usize| if tables.wants.flow { n } else { 0 };
        Record {
            counts: vec![0; total.block as usize],
            open: Vec::new(),
            left: BTreeMap::new(),
            stopped_before: false,
            passed: vec![false; total.block as usize],
            outcomes: Bits::new(total.decision as usize * 2),
            procs: Bits::new(tables.plan.proc_count()),
            calls: Bits::new(tables.plan.point_count()),
            path: Vec::new(),
            caught: Vec::new(),
            trues: vec![0; total.decision as usize],
            falses: vec![0; total.decision as usize],
            more: Bits::new(tables.plan.atom_count() * 2),
            dense: Bits::new(tables.dense as usize),
            sparse: FxHashSet::default(),
            large: FxHashSet::default(),
            last: (NONE, 0, 0),
            loop_counts: Bits::new(total.loops as usize * tables.wants.loops as usize),
            pairs: Bits::new(flow(tables.pairs as usize)),
            ways: Bits::new(tables.ways.len()),
            below: Vec::new(),
            now: Activation::default(),
            activations: 0,
            iterations: Vec::new(),
            vars: Vec::new(),
            marked_vars: Vec::new(),
            objects: Vec::new(),
            slots: Vec::new(),
            seen: Vec::new(),
            marked_slots: Vec::new(),
            written: Vec::new(),
            new_slots: 0,
            positions: Vec::new(),
            pending: vec![0; widest],
            pending_ways: Vec::new(),
            waiting: 0,
            cursor: 0,
            end: 0,
            unseen: tables.ways_of_pairs.clone(),
        }
    }

    /// The procedures that the run has called, each with where its numbers begin and end. A run reaches only a small
    /// part of a large program.
    pub fn called(&self, plan: &Plan) -> Vec<(ProcId, First, First)> {
        let all = self.procs.list().into_iter().map(ProcId);
        all.map(|proc| (proc, plan.first(proc), plan.first(ProcId(proc.0.saturating_add(1))))).collect()
    }

    /// Forgets everything.
    pub fn clear(&mut self, tables: &Tables) {
        for (_, from, to) in self.called(&tables.plan) {
            zero(&mut self.trues, from.decision, to.decision);
            zero(&mut self.falses, from.decision, to.decision);
            zero(&mut self.counts, from.block, to.block);
        }
        self.unseen.copy_from_slice(&tables.ways_of_pairs);
        self.waiting = 0;
        self.pending_ways.clear();
        self.open.clear();
        self.left.clear();
        self.stopped_before = false;
        for bits in [
            &mut self.outcomes,
            &mut self.procs,
            &mut self.calls,
            &mut self.more,
            &mut self.dense,
            &mut self.loop_counts,
            &mut self.pairs,
            &mut self.ways,
        ] {
            bits.clear();
        }
        self.path.clear();
        self.caught.clear();
        self.sparse.clear();
        self.large.clear();
        self.last = (NONE, 0, 0);
        self.below.clear();
        self.now = Activation::default();
        self.activations = 0;
        self.iterations.clear();
        self.vars.clear();
        self.marked_vars.clear();
        self.objects.clear();
        self.slots.clear();
        self.seen.clear();
        self.marked_slots.clear();
        self.written.clear();
        self.positions.clear();
    }

    /// Notes the blocks that the run has left.
    pub fn note_passed(&mut self, plan: &Plan, called: &[(ProcId, First, First)]) {
        let open: Vec<u32> = self.open.iter().map(|at| plan.block(at.proc, at.point.block)).collect();
        for block in called.iter().flat_map(|(_, from, to)| from.block..to.block) {
            let count = self.counts.get(block as usize).copied().unwrap_or(0);
            if let Some(passed) = self.passed.get_mut(block as usize).filter(|passed| count > 0 && !**passed)
            {
                let stays = open.iter().filter(|b| **b == block).count() as u32;
                *passed = count > stays;
            }
        }
    }

    /// A block is left at a point, because of an error that is caught.
    pub fn leave(&mut self, plan: &Plan, at: At) {
        let (times, reached) = self.left.entry(plan.block(at.proc, at.point.block)).or_default();
        *times = times.saturating_add(1);
        *reached = (*reached).max(at.point.index + 1);
    }

    /// Whether the object that a value belongs to is reachable at the end.
    pub fn is_seen(&self, slot: usize) -> bool {
        // Objects without values begin where the next one does, so the last of them is meant.
        let after = self.objects.partition_point(|(first, _)| *first <= slot);
        after.checked_sub(1).and_then(|object| self.seen.get(object)).copied().unwrap_or(false)
    }
}
