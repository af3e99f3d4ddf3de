//! The cycle-free ways from definitions to uses: the du-paths of Rapps and Weyuker.
//!
//! ```text
//! b0: x := 1; branch b1 b2     the ways of x from b0 to b3: b0 b1 b3 and b0 b2 b3
//! b1: …; goto b3
//! b2: …; goto b3
//! b3: y := x
//! ```
//!
//! A way is a sequence of blocks of one procedure in which none occurs twice, except that the last may be the
//! first. For a variable no block on it may define the variable anew; for what lies on the heap that is for the
//! run to say. So a run takes a way if it does so within one activation.
//!
//! In a run a way is known by its fingerprint, the sequence as a polynomial over machine words (Karp and Rabin
//! 1987), which is kept up to date with one multiplication a block. All ways of a pair are listed and their
//! fingerprints differ, so a fingerprint that fits means the way that is listed; only where the list had to be
//! cut short could another one, by an accident of one in 2⁶⁴, be taken for it.

use super::reach::start;
use super::{Flow, Use};
use crate::plan::Plan;
use imperative::{BlockId, Point, ProcId, Program, graph};

/// At most this many ways are listed for each procedure.
pub(crate) const MOST_WAYS: usize = 2_000;
/// At most this many blocks are looked at for each definition, to list its ways.
const MOST_WORK: usize = 100_000;
/// The base of the fingerprints: odd, with its bits well mixed (the golden ratio).
pub(crate) const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// A way from a definition to a use, or to one outcome of the decision where the use is.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub def: usize,
    pub used: usize,
    pub outcome: Option<bool>,
    pub pair: u32,
    pub blocks: Vec<BlockId>,
    pub print: u64,
}

/// All ways of a program, in the order of their definitions.
pub(crate) struct Ways {
    pub list: Vec<Way>,
    /// The procedures with more ways than are listed.
    pub truncated: Vec<ProcId>,
}

/// What a block adds to a fingerprint.
pub(crate) fn letter(block: BlockId) -> u64 {
    u64::from(block.0) + 1
}

impl Ways {
    pub fn new(program: &Program, plan: &Plan, flow: &Flow) -> Ways {
        let mut ways = Ways { list: Vec::new(), truncated: Vec::new() };
        for id in program.proc_ids() {
            let before = ways.list.len();
            let mut all = true;
            for def in 0..flow.defs.len() {
                if flow.defs.get(def).is_some_and(|d| d.proc == id) {
                    all &= ways.from(program, plan, flow, def, before + MOST_WAYS);
                }
            }
            if !all {
                ways.truncated.push(id);
            }
        }
        ways
    }

    /// Adds the ways of one definition; false if there are more than can be added.
    fn from(&mut self, program: &Program, plan: &Plan, flow: &Flow, def: usize, most: usize) -> bool {
        let Some(d) = flow.defs.get(def) else { return true };
        let Some(proc) = program.proc(d.proc) else { return true };
        let is_variable = flow.kinds.get(d.kind).is_some_and(|k| k.is_variable());
        let (first, from) = start(d.at);
        let mut on_way = vec![false; proc.blocks.len()];
        let mut blocks: Vec<BlockId> = Vec::new();
        // Each level: the blocks still to be tried after the blocks so far.
        let mut levels: Vec<Vec<BlockId>> = vec![vec![first]];
        let mut work = 0;
        while let Some(level) = levels.last_mut() {
            let Some(block) = level.pop() else {
                levels.pop();
                if let Some(done) = blocks.pop()
                    && let Some(place) = on_way.get_mut(done.index())
                {
                    *place = false;
                }
                continue;
            };
            let again = on_way.get(block.index()).copied().unwrap_or(true);
            let closes = again && blocks.first() == Some(&block);
            if again && !closes {
                continue;
            }
            work += 1;
            if work > MOST_WORK {
                return false;
            }
            let Some(of) = proc.block(block) else { continue };
            blocks.push(block);
            let mut alive = true;
            let begin = if blocks.len() == 1 { from } else { 0 };
            for index in begin..=of.instrs.len() as u32 {
                let point = plan.point(d.proc, Point { block, index });
                for column in flow.uses_at(point).iter().filter(|c| c.kind as usize == d.kind) {
                    if !self.add(flow, def, column.number as usize, &blocks, most) {
                        return false;
                    }
                }
                if is_variable && flow.defines(point, d.kind) {
                    alive = false;
                    break;
                }
            }
            if closes || !alive {
                blocks.pop();
                continue;
            }
            if let Some(place) = on_way.get_mut(block.index()) {
                *place = true;
            }
            let mut next = graph::successors(proc, block);
            next.dedup();
            next.reverse();
            levels.push(next);
        }
        true
    }

    fn add(&mut self, flow: &Flow, def: usize, used: usize, blocks: &[BlockId], most: usize) -> bool {
        let (Some(d), Some(u)) = (flow.defs.get(def), flow.uses.get(used)) else { return true };
        if d.base == super::NONE || u.at == Use::End {
            return true;
        }
        let print = blocks.iter().fold(0u64, |h, b| h.wrapping_mul(BASE).wrapping_add(letter(*b)));
        let outcomes: &[Option<bool>] = if u.is_predicate { &[Some(true), Some(false)] } else { &[None] };
        for outcome in outcomes {
            let pair = d.base + u.column + u32::from(*outcome == Some(true));
            let twin = self.list.iter().rev().take_while(|w| w.def == def);
            if self.list.len() >= most || twin.into_iter().any(|w| w.pair == pair && w.print == print) {
                return false;
            }
            self.list.push(Way { def, used, outcome: *outcome, pair, blocks: blocks.to_vec(), print });
        }
        true
    }
}
