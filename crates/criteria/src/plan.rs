//! Dense numbers for everything that a run can show.
//!
//! Blocks, points, decisions, atoms, loops and statements are numbered through the whole program, in order, so
//! that a watch can count in plain tables. The numbers follow from the program alone: all goals and measurements
//! of one program fit each other.

use imperative::{Block, TerminatorKind};
use imperative::{BlockId, DecisionId, InstrKind, LoopId, Point, Proc, ProcId, Program, VarKind};
use std::collections::BTreeSet;

/// Where the numbers of one procedure begin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct First {
    pub block: u32,
    pub decision: u32,
    pub loops: u32,
    pub statement: u32,
    pub var: u32,
}

/// The numbers of a program.
#[derive(Debug)]
pub(crate) struct Plan {
    procs: Vec<First>,
    /// The first point of each block, and the end of the last.
    points: Vec<u32>,
    /// The first atom of each decision, and the end of the last.
    atoms: Vec<u32>,
    /// How many there are of everything.
    pub total: First,
}

impl Plan {
    pub fn new(program: &Program) -> Plan {
        let mut plan = Plan { procs: Vec::new(), points: vec![0], atoms: vec![0], total: First::default() };
        let (mut point, mut atom) = (0u32, 0u32);
        for proc in &program.procs {
            let first = plan.total;
            plan.procs.push(first);
            for block in &proc.blocks {
                point += block.instrs.len() as u32 + 1;
                plan.points.push(point);
            }
            for decision in &proc.decisions {
                atom += decision.atoms.len() as u32;
                plan.atoms.push(atom);
            }
            plan.total = First {
                block: first.block + proc.blocks.len() as u32,
                decision: first.decision + proc.decisions.len() as u32,
                loops: first.loops + proc.loops.len() as u32,
                statement: first.statement + proc.statements.len() as u32,
                var: first.var + proc.vars.len() as u32,
            };
        }
        plan
    }

    /// Where the numbers of a procedure begin; of one that does not exist, past the end of everything.
    pub fn first(&self, proc: ProcId) -> First {
        self.procs.get(proc.index()).copied().unwrap_or(self.total)
    }

    pub fn block(&self, proc: ProcId, block: BlockId) -> u32 {
        self.first(proc).block.saturating_add(block.0)
    }

    /// The block of a number.
    pub fn block_at(&self, number: u32) -> Option<(ProcId, BlockId)> {
        let proc = self.procs.partition_point(|f| f.block <= number).checked_sub(1)?;
        let first = self.procs.get(proc)?.block;
        (number < self.total.block).then(|| (ProcId::new(proc), BlockId(number - first)))
    }

    /// The first point of a block.
    pub fn points(&self, block: u32) -> u32 {
        self.points.get(block as usize).copied().unwrap_or(u32::MAX / 2)
    }

    pub fn point(&self, proc: ProcId, point: Point) -> u32 {
        self.points(self.block(proc, point.block)).saturating_add(point.index)
    }

    pub fn point_count(&self) -> usize {
        self.points.last().map_or(0, |n| *n as usize)
    }

    pub fn decision(&self, proc: ProcId, decision: DecisionId) -> u32 {
        self.first(proc).decision.saturating_add(decision.0)
    }

    /// The first atom of a decision, and how many it has.
    pub fn atoms(&self, decision: u32) -> (u32, usize) {
        let at = decision as usize;
        match (self.atoms.get(at), self.atoms.get(at + 1)) {
            (Some(first), Some(end)) => (*first, (end - first) as usize),
            _ => (u32::MAX / 4, 0),
        }
    }

    pub fn atom_count(&self) -> usize {
        self.atoms.last().map_or(0, |n| *n as usize)
    }

    pub fn proc_count(&self) -> usize {
        self.procs.len()
    }

    /// The decision of a number.
    pub fn decision_at(&self, number: u32) -> Option<(ProcId, DecisionId)> {
        let proc = self.procs.partition_point(|f| f.decision <= number).checked_sub(1)?;
        let first = self.procs.get(proc)?.decision;
        (number < self.total.decision).then(|| (ProcId::new(proc), DecisionId(number - first)))
    }

    pub fn loops(&self, proc: ProcId, of: LoopId) -> u32 {
        self.first(proc).loops.saturating_add(of.0)
    }
}

/// Where the bodies of the loops begin that the author wrote: a run reaches such a block once in each iteration,
/// whether the block holds statements, decides, or only leads to an inner loop.
pub(crate) fn bodies_of_loops(proc: &Proc) -> BTreeSet<BlockId> {
    let mut out = BTreeSet::new();
    for (id, block) in proc.block_ids().zip(&proc.blocks) {
        let TerminatorKind::Branch { decision, then, otherwise } = block.terminator.kind else { continue };
        if proc.decision(decision).is_none_or(|d| !d.kind.is_written()) {
            continue;
        }
        for (l, _) in proc.loops.iter().enumerate().filter(|(_, l)| l.decision == decision) {
            // A block that decides whether to go on is a condition, and stands at an edge.
            let inside = |to: &BlockId| *to != id && proc.block_is_in(*to, LoopId::new(l));
            out.extend([then, otherwise].into_iter().filter(inside));
        }
    }
    out
}

/// Whether a block is one in the sense of the literature, where conditions stand at edges: it holds something
/// that the author wrote and that is no condition. A block that only computes temporaries belongs to a
/// condition or to an expression that ends in another block.
pub(crate) fn is_basic(proc: &Proc, id: BlockId, block: &Block) -> bool {
    let named = |var: &imperative::VarId| proc.var(*var).is_some_and(|v| v.kind != VarKind::Temporary);
    let visible = block.instrs.iter().any(|i| match &i.kind {
        InstrKind::Assign(dst, _)
        | InstrKind::New { dst, .. }
        | InstrKind::NewArray { dst, .. }
        | InstrKind::Ask { dst, .. }
        | InstrKind::Bits { dst, .. }
        | InstrKind::Make { dst, .. } => named(dst),
        InstrKind::Call { dst, backs, .. } => {
            dst.as_ref().is_none_or(named) || backs.iter().any(|(_, to)| named(to))
        }
        InstrKind::Skip
        | InstrKind::StoreField { .. }
        | InstrKind::StoreElement { .. }
        | InstrKind::Fill { .. }
        | InstrKind::StoreTarget { .. }
        | InstrKind::Free(_)
        | InstrKind::Assume(_)
        | InstrKind::Unsupported(_) => true,
        InstrKind::Check { .. } | InstrKind::Show { .. } => false,
    });
    let at_end = Point { block: id, index: block.instrs.len() as u32 };
    visible
        || match &block.terminator.kind {
            TerminatorKind::Return(Some(_)) => true,
            TerminatorKind::Return(None) => proc.statements.iter().any(|s| s.point == at_end),
            _ => false,
        }
}
