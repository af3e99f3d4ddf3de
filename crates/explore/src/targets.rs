//! Where open goals lie, and how far a state is from the nearest one.
//!
//! The distance of a block is the number of blocks that a run goes through before it gets to a target, calls
//! included. A target that the search failed to get to moves away by one block for each failure, so a hard one
//! does not keep the search from the others.
//!
//! ```text
//! b0 → b1 → b2 (target)      b0: 2    b1: 1    b2: 0
//!                            after three failures at b2: 5, 4, 3
//! ```

use crate::pairs::Pair;
use imperative::{BlockId, DecisionId, ProcId, Program, TerminatorKind, graph};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A place that a goal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A side of a decision.
    Side(ProcId, DecisionId, bool),
    /// A value of one of the atomic conditions of a decision.
    Atom(ProcId, DecisionId, usize, bool),
    /// A block.
    Block(ProcId, BlockId),
    /// A use of a definition.
    Pair(Pair),
}

impl Target {
    /// What has to be reached at least.
    #[must_use]
    pub fn place(self) -> Target {
        if let Target::Pair(pair) = self { pair.place() } else { self }
    }
}

/// The targets that are open, each with the number of open goals that are about it.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    open: BTreeMap<Target, usize>,
    /// The pairs among them, with theirs.
    pairs: FxHashMap<Pair, usize>,
    /// The pairs that were taken away, in the order in which that happened.
    closed: Vec<Pair>,
    version: u64,
}

impl Targets {
    /// One more goal is about a target.
    pub fn add(&mut self, target: Target) {
        match target {
            Target::Pair(pair) => *self.pairs.entry(pair).or_default() += 1,
            _ => *self.open.entry(target).or_default() += 1,
        }
        self.version += 1;
    }

    /// One goal less is about a target.
    pub fn remove(&mut self, target: Target) {
        if let Target::Pair(pair) = target {
            if let Some(count) = self.pairs.get_mut(&pair) {
                *count -= 1;
                if *count == 0 {
                    self.pairs.remove(&pair);
                    self.closed.push(pair);
                }
            }
        } else if let Some(count) = self.open.get_mut(&target) {
            *count -= 1;
            if *count == 0 {
                self.open.remove(&target);
            }
            self.version += 1;
        }
    }

    /// True if some goal about this target is open.
    pub fn is_open(&self, target: &Target) -> bool {
        match target {
            Target::Pair(pair) => self.pairs.contains_key(pair),
            _ => self.open.contains_key(target),
        }
    }

    /// True if no goal is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty() && self.pairs.is_empty()
    }

    /// How many targets are open.
    pub fn len(&self) -> usize {
        self.open.len() + self.pairs.len()
    }

    /// The open targets that are no pairs, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Target> {
        self.open.keys()
    }

    /// The open pairs, in order.
    pub(crate) fn pairs(&self) -> Vec<Pair> {
        let mut all: Vec<Pair> = self.pairs.keys().copied().collect();
        all.sort_unstable();
        all
    }

    /// The pairs that were taken away, without the first ones, which are known.
    pub(crate) fn closed_since(&self, known: usize) -> &[Pair] {
        self.closed.get(known..).unwrap_or(&[])
    }

    /// Changes with the open targets that are no pairs.
    pub(crate) fn version(&self) -> u64 {
        self.version
    }
}

/// No target can be reached from there.
pub(crate) const FAR: u32 = u32::MAX;

/// What a call that is still open adds to the distance of what comes after it.
const RETURN: u32 = 8;

/// The distances of all blocks that an entry can reach.
pub(crate) struct Distances {
    /// The number of the first block of each procedure.
    first: FxHashMap<ProcId, usize>,
    /// For each block, those that come right before it: in its procedure, and where it is called.
    before: Vec<Vec<u32>>,
    /// For each block that ends in a decision.
    decisions: FxHashMap<(ProcId, DecisionId), Vec<u32>>,
    distance: Vec<u32>,
    /// How often the search failed at a target.
    failures: FxHashMap<Target, u32>,
}

impl Distances {
    pub(crate) fn new(program: &Program, entry: ProcId) -> Distances {
        let procs = graph::reachable_procs(program, entry);
        let mut first = FxHashMap::default();
        let mut count = 0;
        for id in &procs {
            first.insert(*id, count);
            count += program.proc(*id).map_or(0, |p| p.blocks.len());
        }
        let mut out = Distances {
            first,
            before: vec![Vec::new(); count],
            decisions: FxHashMap::default(),
            distance: vec![FAR; count],
            failures: FxHashMap::default(),
        };
        for id in procs {
            let Some(proc) = program.proc(id) else { continue };
            for b in proc.block_ids() {
                let (Some(from), Some(block)) = (out.node(id, b), proc.block(b)) else { continue };
                let called = block.instrs.iter().filter_map(|i| Some((i.kind.callee()?, BlockId::ENTRY)));
                let next = graph::successors(proc, b).into_iter().map(|to| (id, to));
                for (proc, to) in called.chain(next) {
                    if let Some(to) = out.node(proc, to) {
                        out.before[to].push(from as u32);
                    }
                }
                if let TerminatorKind::Branch { decision, .. } = &block.terminator.kind {
                    out.decisions.entry((id, *decision)).or_default().push(from as u32);
                }
            }
        }
        out
    }

    fn node(&self, proc: ProcId, block: BlockId) -> Option<usize> {
        let node = self.first.get(&proc)? + block.index();
        (node < self.before.len()).then_some(node)
    }

    /// Measures anew: all targets but those that the present path has reached already, and blocks that count as being
    /// this far away.
    pub(crate) fn measure(
        &mut self,
        targets: &Targets,
        but: &FxHashSet<Target>,
        others: &[(ProcId, BlockId, u32)],
    ) {
        self.distance.fill(FAR);
        let mut waiting = BinaryHeap::new();
        for (proc, block, away) in others {
            if let Some(node) = self.node(*proc, *block).filter(|n| *away < self.distance[*n]) {
                self.distance[node] = *away;
                waiting.push(Reverse((*away, node as u32)));
            }
        }
        for target in targets.iter().filter(|t| !but.contains(t)) {
            let away = self.failures(target);
            let nodes = match *target {
                Target::Side(proc, decision, _) | Target::Atom(proc, decision, ..) => {
                    self.decisions.get(&(proc, decision)).cloned().unwrap_or_default()
                }
                Target::Block(proc, block) => self.node(proc, block).map(|n| n as u32).into_iter().collect(),
                Target::Pair(_) => Vec::new(),
            };
            for node in nodes {
                if away < self.distance[node as usize] {
                    self.distance[node as usize] = away;
                    waiting.push(Reverse((away, node)));
                }
            }
        }
        while let Some(Reverse((d, node))) = waiting.pop() {
            if d > self.distance[node as usize] {
                continue;
            }
            for i in 0..self.before[node as usize].len() {
                let from = self.before[node as usize][i];
                if d + 1 < self.distance[from as usize] {
                    self.distance[from as usize] = d + 1;
                    waiting.push(Reverse((d + 1, from)));
                }
            }
        }
    }

    /// How often the search failed at a target.
    pub(crate) fn failures(&self, target: &Target) -> u32 {
        self.failures.get(target).copied().unwrap_or(0)
    }

    /// The search failed at a target.
    pub(crate) fn fail(&mut self, target: Target) {
        *self.failures.entry(target).or_default() += 1;
    }

    /// The distance of a block.
    pub(crate) fn of(&self, proc: ProcId, block: BlockId) -> u32 {
        self.node(proc, block).map_or(FAR, |n| self.distance[n])
    }

    /// The distance of a state: its open calls with the blocks that they are in, the innermost first.
    pub(crate) fn of_calls(&self, open: impl Iterator<Item = (ProcId, BlockId)>) -> u32 {
        let mut up = 0;
        let mut least = FAR;
        for (proc, block) in open {
            least = least.min(self.of(proc, block).saturating_add(up));
            up += RETURN;
        }
        least
    }
}
