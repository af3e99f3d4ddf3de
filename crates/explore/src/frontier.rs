//! The states that wait, the best one first.
//!
//! The rank of a state only gets worse: goals are met and failures counted, which moves the rest away. So a state is
//! ranked again when its turn comes, and waits further if another one is better by then.
//!
//! Where goals lie ahead, each tier gets its share of the effort, lower ones more: there may be no end of short paths
//! that miss a goal which a long one meets.

use crate::path::Path;
use formula::Term;
use imperative::{BlockId, DecisionId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use symbolic::evaluate::Trouble;

/// How a state that waits goes on.
#[derive(Clone)]
pub(crate) enum Next {
    /// As it is.
    Go,
    /// A side of a decision, if that is possible.
    Side(Fork, bool),
    /// A formula holds or does not, which is no decision.
    Split(Split, bool),
    /// Something goes wrong, if that is possible.
    Error(Trouble),
}

/// A decision that a path has reached.
#[derive(Clone, Copy)]
pub(crate) struct Fork {
    pub decision: DecisionId,
    /// The value of its condition.
    pub value: Term,
    pub then: BlockId,
    pub otherwise: BlockId,
    /// Whether it is part of the path that people see.
    pub counts: bool,
}

impl Fork {
    pub(crate) fn to(&self, outcome: bool) -> BlockId {
        if outcome { self.then } else { self.otherwise }
    }
}

/// A formula that a path forks on besides its decisions.
#[derive(Clone, Copy)]
pub(crate) struct Split {
    pub formula: Term,
    /// The atomic condition that it is, if it is one.
    pub atom: Option<(DecisionId, usize)>,
}

/// A state that waits.
pub(crate) struct Waiting {
    pub path: Path,
    pub next: Next,
}

/// How good a state is; less is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    /// 0 where an open goal lies ahead, 1 where none does, 2 for an error that is known from elsewhere.
    pub class: u8,
    /// How far the bounds had to grow for it.
    pub tier: u8,
    /// Blocks to the nearest goal.
    pub distance: u32,
    /// Iterations so far.
    pub rounds: u32,
    /// The order in which they came, as the strategy has it.
    pub order: u64,
}

/// Steps that a tier gets before the next one does.
const SHARE: u64 = 20_000;

/// States of one class and tier, by number.
type Lane = BinaryHeap<Reverse<(Rank, usize)>>;

/// The states that wait.
#[derive(Default)]
pub(crate) struct Frontier {
    /// By class and tier.
    lanes: BTreeMap<(u8, u8), Lane>,
    states: Vec<Option<Waiting>>,
    free: Vec<usize>,
    count: usize,
    /// Steps that were spent on each tier while goals lay ahead.
    spent: BTreeMap<u8, u64>,
}

impl Frontier {
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn push(&mut self, waiting: Waiting, rank: Rank) {
        let at = self.free.pop().unwrap_or_else(|| {
            self.states.push(None);
            self.states.len() - 1
        });
        self.states[at] = Some(waiting);
        self.count += 1;
        self.line_up(rank, at);
    }

    fn line_up(&mut self, rank: Rank, at: usize) {
        self.lanes.entry((rank.class, rank.tier)).or_default().push(Reverse((rank, at)));
    }

    /// Steps were spent on a state of a tier.
    pub(crate) fn charge(&mut self, tier: u8, steps: u64) {
        *self.spent.entry(tier).or_default() += steps;
    }

    /// The lane whose turn it is.
    fn lane(&self) -> Option<(u8, u8)> {
        let cost = |(class, tier): &(u8, u8)| {
            let spent = self.spent.get(tier).copied().unwrap_or(0);
            let share = (spent + SHARE).saturating_mul(u64::from(*tier) + 1);
            (*class, if *class == 0 { share } else { 0 }, *tier)
        };
        self.lanes.keys().min_by_key(|key| cost(key)).copied()
    }

    /// The best state, as `judge` ranks it now.
    pub(crate) fn pop(&mut self, judge: &mut dyn FnMut(&Waiting, &Rank) -> Rank) -> Option<(Waiting, Rank)> {
        while let Some(key) = self.lane() {
            let lane = self.lanes.get_mut(&key)?;
            let Some(Reverse((before, at))) = lane.pop() else {
                self.lanes.remove(&key);
                continue;
            };
            let next = lane.peek().map(|Reverse((other, _))| *other);
            if next.is_none() {
                self.lanes.remove(&key);
            }
            let Some(waiting) = self.states.get(at).and_then(Option::as_ref) else { continue };
            let rank = judge(waiting, &before);
            if (rank.class, rank.tier) != key || rank > before && next.is_some_and(|other| other < rank) {
                self.line_up(rank, at);
                continue;
            }
            self.free.push(at);
            self.count -= 1;
            return self.states[at].take().map(|w| (w, rank));
        }
        None
    }

    /// Takes out all that wait, the best first.
    pub(crate) fn drain(&mut self) -> Vec<(Waiting, Rank)> {
        let mut all: Vec<(Rank, usize)> =
            self.lanes.values_mut().flat_map(|lane| lane.drain()).map(|Reverse(entry)| entry).collect();
        all.sort();
        let states = all.into_iter().filter_map(|(rank, at)| Some((self.states.get_mut(at)?.take()?, rank)));
        let out = states.collect();
        self.lanes.clear();
        self.states.clear();
        self.free.clear();
        self.count = 0;
        out
    }
}
