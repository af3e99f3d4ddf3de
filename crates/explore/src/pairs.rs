//! Definitions of variables with uses that they can reach: how far a path is from the nearest use that is open.
//!
//! A path knows the definitions that it has passed and that still hold. On the path from such a definition to a use, no
//! block may assign to the variable, so each definition has distances of its own:
//!
//! ```text
//! y := 0;  if a then y := y + 1;  if b then y := y + 2;  if c then y := y + 3;
//!
//! open: from the first `if` to the third      a path that took `a` does not take `b`, though other goals lie there
//! ```
//!
//! A definition with open uses that a path has not passed is a target like others, but far away: a path first uses what
//! it has. Where n such `if`s follow each other, paths so take each second one, each third one and so on, as few as
//! there can be.
//!
//! All this is about single procedures, and only decides which path is tried first.

use crate::targets::{FAR, Target, Targets};
use imperative::{BlockId, DecisionId, ProcId, Program, VarId, graph};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How much farther away a definition counts that a path has not passed than a use of one that it has passed.
const NEW: u32 = 10_000;

/// Definitions and blocks, multiplied, of which distances are kept.
const MOST: usize = 20_000_000;

/// A definition of a variable that is the last one in its block, or a parameter as it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Held {
    /// The procedure.
    pub proc: ProcId,
    /// The variable.
    pub var: VarId,
    /// The block of the definition; none where it is given.
    pub from: Option<BlockId>,
}

/// A definition of a variable, and a use in another block or in a later iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The definition.
    pub definition: Held,
    /// The block of the use.
    pub to: BlockId,
    /// The decision at the end of that block and how it comes out, if it is the use.
    pub side: Option<(DecisionId, bool)>,
}

impl Pair {
    /// The place of the use alone.
    pub fn place(&self) -> Target {
        let proc = self.definition.proc;
        match self.side {
            Some((decision, outcome)) => Target::Side(proc, decision, outcome),
            None => Target::Block(proc, self.to),
        }
    }
}

/// The definitions that open pairs are about, and distances from each.
#[derive(Default)]
pub(crate) struct Pairs {
    /// In order. A path holds their numbers.
    definitions: Vec<Held>,
    /// For each definition, its uses.
    uses: Vec<Vec<Pair>>,
    /// The definitions of parameters, by their procedures.
    given: FxHashMap<ProcId, Vec<u32>>,
    /// The definitions that hold at the end of a block which makes them.
    made: FxHashMap<(ProcId, BlockId), Vec<u32>>,
    /// The variables of definitions that a block assigns to.
    assigned: FxHashMap<(ProcId, BlockId), Vec<VarId>>,
    /// For each procedure with definitions, the blocks right before each block.
    before: FxHashMap<ProcId, Vec<Vec<u32>>>,
    /// The variables with uses in a block, each with its uses by their definitions.
    used: FxHashMap<(ProcId, BlockId), Vec<(VarId, UsesOf)>>,
    /// For each definition, the distance of each block of its procedure; none if that has to be measured.
    away: Vec<Option<Vec<u32>>>,
    /// For each definition, how often the search failed at the open use where it failed least; none if that has to be looked
    /// up, and none in it if no use is open.
    nearest: Vec<Option<Option<u32>>>,
    /// The number of pairs that were taken away so far.
    closed: usize,
}

/// The uses of a variable in a block, by the numbers of their definitions.
type UsesOf = FxHashMap<u32, Vec<Pair>>;

impl Pairs {
    pub(crate) fn new(program: &Program, targets: &Targets) -> Pairs {
        let mut out = Pairs::default();
        for pair in &targets.pairs() {
            if out.definitions.last() != Some(&pair.definition) {
                out.definitions.push(pair.definition);
                out.uses.push(Vec::new());
            }
            let number = out.definitions.len() as u32 - 1;
            if let Some(uses) = out.uses.last_mut() {
                uses.push(*pair);
            }
            let here = out.used.entry((pair.definition.proc, pair.to)).or_default();
            let var = pair.definition.var;
            if here.last().is_none_or(|(known, _)| *known != var)
                && here.iter().all(|(known, _)| *known != var)
            {
                here.push((var, UsesOf::default()));
            }
            if let Some((_, of)) = here.iter_mut().find(|(known, _)| *known == var) {
                of.entry(number).or_default().push(*pair);
            }
        }
        let blocks = |d: &Held| program.proc(d.proc).map_or(0, |p| p.blocks.len());
        if out.definitions.iter().map(blocks).sum::<usize>() > MOST {
            return Pairs::default();
        }
        out.away = vec![None; out.definitions.len()];
        out.nearest = vec![None; out.definitions.len()];
        let mut watched: FxHashMap<ProcId, FxHashSet<VarId>> = FxHashMap::default();
        for (number, d) in out.definitions.iter().enumerate() {
            watched.entry(d.proc).or_default().insert(d.var);
            match d.from {
                Some(block) => out.made.entry((d.proc, block)).or_default().push(number as u32),
                None => out.given.entry(d.proc).or_default().push(number as u32),
            }
        }
        for (id, vars) in watched {
            let Some(proc) = program.proc(id) else { continue };
            let mut before = vec![Vec::new(); proc.blocks.len()];
            for block in proc.block_ids() {
                for to in graph::successors(proc, block) {
                    if let Some(list) = before.get_mut(to.index()) {
                        list.push(block.index() as u32);
                    }
                }
                let instrs = proc.block(block).map_or(&[][..], |b| &b.instrs);
                let assigned: FxHashSet<VarId> =
                    instrs.iter().flat_map(|i| i.kind.assigned()).filter(|v| vars.contains(v)).collect();
                if !assigned.is_empty() {
                    let mut assigned: Vec<VarId> = assigned.into_iter().collect();
                    assigned.sort_unstable();
                    out.assigned.insert((id, block), assigned);
                }
            }
            out.before.insert(id, before);
        }
        out
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.definitions.is_empty()
    }

    /// What holds where a procedure begins.
    pub(crate) fn at_entry(&self, held: &[u32], proc: ProcId) -> Vec<u32> {
        let of = |d: &u32| self.definitions.get(*d as usize).is_some_and(|d| d.proc == proc);
        let given = self.given.get(&proc).into_iter().flatten();
        held.iter().filter(|d| !of(d)).chain(given).copied().collect()
    }

    /// What holds at the end of a block, if that is not what holds at its beginning.
    pub(crate) fn after(&self, held: &[u32], proc: ProcId, block: BlockId) -> Option<Vec<u32>> {
        let assigned = self.assigned.get(&(proc, block))?;
        let gone = |d: &u32| {
            let of = self.definitions.get(*d as usize);
            of.is_some_and(|d| d.proc == proc && assigned.contains(&d.var))
        };
        let made = self.made.get(&(proc, block)).into_iter().flatten();
        Some(held.iter().filter(|d| !gone(d)).chain(made).copied().collect())
    }

    /// The pairs that a path reaches while it holds some definitions: in a block, or at a branch of the decision at its
    /// end.
    pub(crate) fn met(
        &self,
        held: &[u32],
        proc: ProcId,
        to: BlockId,
        side: Option<(DecisionId, bool)>,
    ) -> impl Iterator<Item = Target> {
        let here = self.used.get(&(proc, to)).into_iter().flatten();
        let met = here.filter_map(move |(var, uses)| uses.get(&self.holder(held, proc, *var)?));
        met.flatten().filter(move |pair| pair.side == side).map(|pair| Target::Pair(*pair))
    }

    /// The definition of a variable that a path holds.
    fn holder(&self, held: &[u32], proc: ProcId, var: VarId) -> Option<u32> {
        let of =
            |d: &&u32| self.definitions.get(**d as usize).is_some_and(|d| d.proc == proc && d.var == var);
        held.iter().find(of).copied()
    }

    /// Notes the pairs that were taken away; says whether there are any.
    pub(crate) fn follow(&mut self, targets: &Targets) -> bool {
        let new = targets.closed_since(self.closed);
        self.closed += new.len();
        for pair in new {
            self.forget(&pair.definition);
        }
        !new.is_empty()
    }

    /// The uses of a definition have to be measured anew.
    pub(crate) fn forget(&mut self, definition: &Held) {
        if let Ok(number) = self.definitions.binary_search(definition)
            && let (Some(away), Some(nearest)) = (self.away.get_mut(number), self.nearest.get_mut(number))
        {
            (*away, *nearest) = (None, None);
        }
    }

    /// The distance of a block from the nearest open use of a definition that holds there.
    pub(crate) fn distance(
        &mut self,
        held: &[u32],
        proc: ProcId,
        block: BlockId,
        open: &dyn Fn(&Target) -> Option<u32>,
    ) -> u32 {
        let mut least = FAR;
        for number in held {
            let of = self.definitions.get(*number as usize);
            let Some(of) = of.filter(|d| d.proc == proc) else { continue };
            let var = of.var;
            if self.away.get(*number as usize).is_some_and(Option::is_none) {
                let measured = self.measured(*number, proc, var, open);
                if let Some(away) = self.away.get_mut(*number as usize) {
                    *away = Some(measured);
                }
            }
            let away = self.away.get(*number as usize).and_then(Option::as_ref);
            least = least.min(away.and_then(|a| a.get(block.index())).copied().unwrap_or(FAR));
        }
        least
    }

    fn measured(
        &self,
        number: u32,
        proc: ProcId,
        var: VarId,
        open: &dyn Fn(&Target) -> Option<u32>,
    ) -> Vec<u32> {
        let none = Vec::new();
        let before = self.before.get(&proc).unwrap_or(&none);
        let mut away = vec![FAR; before.len()];
        let mut waiting = BinaryHeap::new();
        for pair in self.uses.get(number as usize).into_iter().flatten() {
            if let (Some(failures), Some(at)) = (open(&Target::Pair(*pair)), away.get_mut(pair.to.index()))
                && failures < *at
            {
                *at = failures;
                waiting.push(Reverse((failures, pair.to.index() as u32)));
            }
        }
        let goes_by = |block: u32| {
            let block = (proc, BlockId::new(block as usize));
            let assigns = self.assigned.get(&block).is_some_and(|vars| vars.contains(&var));
            !assigns || self.made.get(&block).is_some_and(|made| made.contains(&number))
        };
        while let Some(Reverse((d, block))) = waiting.pop() {
            if away.get(block as usize).is_none_or(|known| d > *known) {
                continue;
            }
            for from in before.get(block as usize).into_iter().flatten() {
                if let Some(known) = away.get_mut(*from as usize)
                    && d + 1 < *known
                    && goes_by(*from)
                {
                    *known = d + 1;
                    waiting.push(Reverse((d + 1, *from)));
                }
            }
        }
        away
    }

    /// Where definitions with open uses are made, and how far away each counts as being.
    pub(crate) fn makers(&mut self, open: &dyn Fn(&Target) -> Option<u32>) -> Vec<(ProcId, BlockId, u32)> {
        let all = self.definitions.iter().zip(&self.uses).zip(&mut self.nearest);
        let maker = |((d, uses), nearest): ((&Held, &Vec<Pair>), &mut Option<Option<u32>>)| {
            let known = nearest
                .get_or_insert_with(|| uses.iter().filter_map(|pair| open(&Target::Pair(*pair))).min());
            let failures = (*known)?;
            Some((d.proc, d.from.unwrap_or(BlockId::ENTRY), NEW.saturating_add(failures)))
        };
        all.filter_map(maker).collect()
    }
}
