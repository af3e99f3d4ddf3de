//! Targets that want a definition of a variable and then a use that sees it.
//!
//! ```text
//! b0: x := 0        a way to the pair ⟨b0, b4⟩ goes through b0 and comes to b4 by no other block that defines x:
//! b1: if a          b0 b1 b3 b4
//! b2:   x := 1
//! b3: if b
//! b4:   y := x
//! ```
//!
//! A path knows for each variable which block defined it last. How far it is to an open use of that definition is measured
//! around all blocks that define the variable anew, so several pairs lie on one path as long as they do not exclude each other.
//! A definition that the path does not have is as far away as its block, and its nearest open use from there.

use crate::anywhere::written;
use crate::path::Frame;
use crate::targets::{FAR, Target};
use imperative::{BlockId, Point, Proc, ProcId, Program, TerminatorKind, VarId, graph};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::rc::Rc;

/// A definition of a variable and a use of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair {
    /// The procedure of both.
    pub proc: ProcId,
    /// The variable.
    pub var: VarId,
    /// The block that defines it; none for what is given at the entry.
    pub def: Option<BlockId>,
    /// The block that uses it.
    pub used: BlockId,
    /// How its decision comes out, if that is where it is used.
    pub outcome: Option<bool>,
}

/// A definition of a variable.
pub(crate) type Definition = (ProcId, VarId, Option<BlockId>);

impl Pair {
    /// The target of a definition at a point, or at the entry, with a use at another point of the same procedure. Where the
    /// blocks alone do not tell whether the use sees the definition, it is the place of the use.
    pub fn target(
        program: &Program,
        (id, var): (ProcId, VarId),
        def: Option<Point>,
        used: Point,
        outcome: Option<bool>,
    ) -> Option<Target> {
        let proc = program.proc(id)?;
        let block = proc.block(used.block)?;
        let at_use = match (&block.terminator.kind, outcome) {
            (TerminatorKind::Branch { decision, .. }, Some(outcome)) => Target::Side(id, *decision, outcome),
            _ => Target::Block(id, used.block),
        };
        let defined = |block: BlockId, from: u32, to: u32| {
            let instrs = proc.block(block).map_or(&[][..], |b| b.instrs.as_slice());
            let part = instrs.iter().take(to as usize).skip(from as usize);
            part.into_iter().any(|i| written(&i.kind).any(|v| v == var))
        };
        let (from, after) = def.map_or((BlockId::ENTRY, 0), |at| (at.block, at.index + 1));
        let within = from == used.block && after <= used.index && !defined(from, after, used.index);
        if within || defined(from, after, u32::MAX) || defined(used.block, 0, used.index) {
            return Some(at_use);
        }
        let def = def.map(|at| at.block);
        Some(Target::Pair(Pair { proc: id, var, def, used: used.block, outcome }))
    }

    /// The definition.
    pub(crate) fn definition(&self) -> Definition {
        (self.proc, self.var, self.def)
    }

    /// The place of the use.
    pub fn place(&self, program: &Program) -> Target {
        let end = program.proc(self.proc).and_then(|p| p.block(self.used)).map(|b| &b.terminator.kind);
        match (end, self.outcome) {
            (Some(TerminatorKind::Branch { decision, .. }), Some(outcome)) => {
                Target::Side(self.proc, *decision, outcome)
            }
            _ => Target::Block(self.proc, self.used),
        }
    }
}

/// The pairs that are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenPairs {
    /// By their definitions.
    of: BTreeMap<Definition, BTreeSet<(BlockId, Option<bool>)>>,
    /// How many definitions of each variable are open.
    vars: BTreeMap<(ProcId, VarId), usize>,
    /// When the pairs of a definition last changed.
    changed: FxHashMap<Definition, u64>,
    now: u64,
}

impl OpenPairs {
    pub(crate) fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    pub(crate) fn add(&mut self, pair: &Pair) {
        let all = self.of.entry(pair.definition()).or_default();
        if all.is_empty() {
            *self.vars.entry((pair.proc, pair.var)).or_default() += 1;
        }
        all.insert((pair.used, pair.outcome));
        self.touch(pair);
    }

    pub(crate) fn remove(&mut self, pair: &Pair) {
        let Some(all) = self.of.get_mut(&pair.definition()) else { return };
        all.remove(&(pair.used, pair.outcome));
        if all.is_empty() {
            self.of.remove(&pair.definition());
            if let Some(count) = self.vars.get_mut(&(pair.proc, pair.var)) {
                *count -= 1;
                if *count == 0 {
                    self.vars.remove(&(pair.proc, pair.var));
                }
            }
        }
        self.touch(pair);
    }

    fn touch(&mut self, pair: &Pair) {
        self.now += 1;
        self.changed.insert(pair.definition(), self.now);
    }

    /// The definitions with open pairs.
    pub(crate) fn definitions(&self) -> impl Iterator<Item = Definition> + '_ {
        self.of.keys().copied()
    }

    /// The definitions that are in force in a call, of those with open pairs. `left`: after the block that it is in.
    pub(crate) fn in_force(&self, flows: &Flows, frame: &Frame, left: bool) -> Vec<Definition> {
        let all = self.vars.range((frame.proc, VarId::new(0))..).take_while(|((p, _), _)| *p == frame.proc);
        let own = |((proc, var), _): (&(ProcId, VarId), &usize)| {
            let here = left && flows.defines(*proc, frame.block, *var);
            let def = if here { Some(frame.block) } else { frame.defined_in(*var) };
            (*proc, *var, def)
        };
        all.map(own).filter(|definition| self.of.contains_key(definition)).collect()
    }
}

/// Where the blocks of procedures lie, what they define, and how far it is to the uses of definitions.
pub(crate) struct Flows {
    procs: FxHashMap<ProcId, Flow>,
    /// For each definition the distances of all blocks of its procedure, and what they were measured for; for a path that has
    /// come to some of its pairs they are kept apart.
    measured: [FxHashMap<Definition, (Stamp, Rc<Vec<u32>>)>; 2],
    /// Is there a loop?
    pub(crate) loops: bool,
}

struct Flow {
    /// For each block, the variables that it defines.
    defines: Vec<Vec<VarId>>,
    before: Vec<Vec<BlockId>>,
    next: Vec<Vec<BlockId>>,
}

/// The state of the open pairs of a definition, and of those that the present path has come to.
type Stamp = (u64, u64);

/// The pairs that the present path has come to.
#[derive(Default)]
pub(crate) struct Passed {
    of: FxHashMap<Definition, FxHashSet<(BlockId, Option<bool>)>>,
    stamps: FxHashMap<Definition, u64>,
    now: u64,
}

impl Passed {
    pub(crate) fn clear(&mut self) {
        self.of.clear();
        self.stamps.clear();
    }

    pub(crate) fn add(&mut self, pair: &Pair) {
        self.of.entry(pair.definition()).or_default().insert((pair.used, pair.outcome));
        self.now += 1;
        self.stamps.insert(pair.definition(), self.now);
    }
}

impl Flows {
    pub(crate) fn new(program: &Program, entry: ProcId) -> Flows {
        let mut procs = FxHashMap::default();
        let mut loops = false;
        for id in graph::reachable_procs(program, entry) {
            if let Some(proc) = program.proc(id) {
                loops |= !proc.loops.is_empty();
                procs.insert(id, Flow::new(proc));
            }
        }
        Flows { procs, measured: Default::default(), loops }
    }

    /// Does a block define a variable?
    pub(crate) fn defines(&self, proc: ProcId, block: BlockId, var: VarId) -> bool {
        self.defined_by(proc, block).contains(&var)
    }

    /// The variables that a block defines.
    pub(crate) fn defined_by(&self, proc: ProcId, block: BlockId) -> &[VarId] {
        self.procs.get(&proc).and_then(|f| f.defines.get(block.index())).map_or(&[], |list| list)
    }

    /// How far it is from the start of each block to an open use of a definition that is in force there.
    pub(crate) fn distances(
        &mut self,
        open: &OpenPairs,
        passed: &Passed,
        failures: &FxHashMap<Target, u32>,
        definition: Definition,
    ) -> Rc<Vec<u32>> {
        let stamp = (
            open.changed.get(&definition).copied().unwrap_or(0),
            passed.stamps.get(&definition).copied().unwrap_or(0),
        );
        let apart = usize::from(stamp.1 > 0);
        if let Some((known, distances)) = self.measured[apart].get(&definition)
            && *known == stamp
        {
            return Rc::clone(distances);
        }
        let distances = Rc::new(self.measure(open, passed, failures, definition));
        self.measured[apart].insert(definition, (stamp, Rc::clone(&distances)));
        distances
    }

    fn measure(
        &self,
        open: &OpenPairs,
        passed: &Passed,
        failures: &FxHashMap<Target, u32>,
        (proc, var, def): Definition,
    ) -> Vec<u32> {
        let Some(flow) = self.procs.get(&proc) else { return Vec::new() };
        let mut out = vec![FAR; flow.before.len()];
        let mut waiting = BinaryHeap::new();
        let was_passed = passed.of.get(&(proc, var, def));
        for (used, outcome) in open.of.get(&(proc, var, def)).into_iter().flatten() {
            if was_passed.is_some_and(|all| all.contains(&(*used, *outcome))) {
                continue;
            }
            let target = Target::Pair(Pair { proc, var, def, used: *used, outcome: *outcome });
            let away = failures.get(&target).copied().unwrap_or(0);
            if let Some(place) = out.get_mut(used.index())
                && away < *place
            {
                *place = away;
                waiting.push(Reverse((away, *used)));
            }
        }
        while let Some(Reverse((d, block))) = waiting.pop() {
            if d > out[block.index()] {
                continue;
            }
            for from in &flow.before[block.index()] {
                let kills = flow.defines[from.index()].contains(&var);
                if !kills && d + 1 < out[from.index()] {
                    out[from.index()] = d + 1;
                    waiting.push(Reverse((d + 1, *from)));
                }
            }
        }
        out
    }

    /// How far it is from the start of the block of a definition to an open use of it.
    pub(crate) fn through(&self, distances: &[u32], (proc, _, def): Definition) -> u32 {
        let at = |block: &BlockId| distances.get(block.index()).copied().unwrap_or(FAR);
        match def {
            None => at(&BlockId::ENTRY),
            Some(block) => {
                let next = self.procs.get(&proc).and_then(|f| f.next.get(block.index()));
                next.into_iter().flatten().map(at).min().unwrap_or(FAR).saturating_add(1)
            }
        }
    }
}

impl Flow {
    fn new(proc: &Proc) -> Flow {
        let defined = |block: BlockId| {
            let instrs = proc.block(block).map_or(&[][..], |b| b.instrs.as_slice());
            let mut vars: Vec<VarId> = instrs.iter().flat_map(|i| written(&i.kind)).collect();
            vars.sort_unstable();
            vars.dedup();
            vars
        };
        Flow {
            defines: proc.block_ids().map(defined).collect(),
            before: graph::predecessors(proc),
            next: proc.block_ids().map(|b| graph::successors(proc, b)).collect(),
        }
    }
}

