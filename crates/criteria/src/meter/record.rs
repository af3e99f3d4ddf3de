//! What is recorded while a run goes on.

use super::tables::Tables;
use crate::bits::Bits;
use crate::flow::NONE;
use crate::plan::First;
use imperative::machine::At;
use rustc_hash::FxHashSet;

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
    pub number: u32,
}

/// The blocks that an activation has executed, as far as du-paths ask.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Way {
    /// How many; no more are counted than fit here.
    pub length: u32,
    /// The fingerprint of all of them, and of all but the current one.
    pub print: u64,
    pub before: u64,
    /// From here on (counted from 1) no block occurs twice.
    pub simple_from: u32,
    /// The place of the last occurrence of the current block, if the blocks from there on are a simple cycle.
    pub cycle_from: u32,
}

/// Where on the way of which activation something was defined.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mark {
    pub activation: u32,
    pub at: u32,
    pub before: u64,
}

/// What was recorded of a run so far.
#[derive(Default)]
pub(super) struct Record {
    pub counts: Vec<u32>,
    pub open: Vec<At>,
    /// The last point that was reached was not executed.
    pub stopped_before: bool,
    pub outcomes: Bits,
    pub procs: Bits,
    pub calls: Bits,
    pub path: Vec<u32>,
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
    pub vars: Vec<u32>,
    pub var_marks: Vec<Mark>,
    /// Where the values of each object begin in `slots`, and the kind of the first.
    pub objects: Vec<(usize, u32)>,
    pub slots: Vec<u32>,
    pub slot_marks: Vec<Mark>,
    /// The values of the input that were written, and where those of new objects begin.
    pub written: Vec<usize>,
    pub new_slots: usize,
    pub positions: Vec<u32>,
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

impl Record {
    pub fn new(tables: &Tables) -> Record {
        let total = tables.plan.total;
        let widest = tables.use_at.iter().map(|(from, to)| (to - from) as usize).max().unwrap_or(0);
        let flow = |n: usize| if tables.wants.flow { n } else { 0 };
        Record {
            counts: vec![0; total.block as usize],
            open: Vec::new(),
            stopped_before: false,
            outcomes: Bits::new(total.decision as usize * 2),
            procs: Bits::new(tables.plan.proc_count()),
            calls: Bits::new(tables.plan.point_count()),
            path: Vec::new(),
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
            var_marks: Vec::new(),
            objects: Vec::new(),
            slots: Vec::new(),
            slot_marks: Vec::new(),
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

    /// Forgets everything.
    pub fn clear(&mut self, tables: &Tables) {
        self.unseen.copy_from_slice(&tables.ways_of_pairs);
        self.waiting = 0;
        self.pending_ways.clear();
        self.counts.fill(0);
        self.open.clear();
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
        self.trues.fill(0);
        self.falses.fill(0);
        self.sparse.clear();
        self.large.clear();
        self.last = (NONE, 0, 0);
        self.below.clear();
        self.now = Activation::default();
        self.activations = 0;
        self.iterations.clear();
        self.vars.clear();
        self.var_marks.clear();
        self.objects.clear();
        self.slots.clear();
        self.slot_marks.clear();
        self.written.clear();
        self.positions.clear();
    }
}
