//! Which uses a definition can reach, as far as the graph tells.
//!
//! For a variable: along some way through its procedure on which nothing else is assigned to it. For a field or
//! an element, where only a run knows which object is meant: along any way through the procedures that are
//! looked at, where a call may enter its procedure or not, and a return leads to every call of the procedure.

use super::{Definition, Flow, Use};
use crate::plan::Plan;
use imperative::{BlockId, Point, ProcId, Program, TerminatorKind, graph};
use std::collections::BTreeSet;

/// The uses (by number) that the definition of a variable can reach.
pub(crate) fn of_variable(program: &Program, plan: &Plan, flow: &Flow, def: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let Some(d) = flow.defs.get(def) else { return found };
    let Some(proc) = program.proc(d.proc) else { return found };
    // What a block reads from some point on, and whether the definition gets to its end.
    // Where an error is caught, it may be anywhere before the end.
    let caught = |block: BlockId| proc.catches_around(block).into_iter().map(|c| c.to).collect::<Vec<_>>();
    let mut scan = |block: BlockId, from: u32| -> bool {
        let Some(of) = proc.block(block) else { return false };
        for index in from..=of.instrs.len() as u32 {
            let point = plan.point(d.proc, Point { block, index });
            let here = flow.uses_at(point).iter().filter(|c| c.kind as usize == d.kind);
            found.extend(here.map(|c| c.number as usize));
            if flow.defines(point, d.kind) {
                return false;
            }
        }
        true
    };
    let mut seen = vec![false; proc.blocks.len()];
    let mut waiting = Vec::new();
    let (start, from) = start(d.at);
    if from == 0
        && let Some(seen) = seen.get_mut(start.index())
    {
        *seen = true;
    }
    waiting.extend(caught(start));
    if scan(start, from) {
        waiting.extend(graph::successors(proc, start));
    }
    while let Some(block) = waiting.pop() {
        match seen.get_mut(block.index()) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        waiting.extend(caught(block));
        if scan(block, 0) {
            waiting.extend(graph::successors(proc, block));
        }
    }
    found
}

/// The block of a definition, and the first point after it.
pub(crate) fn start(at: Definition) -> (BlockId, u32) {
    match at {
        Definition::Entry => (BlockId::ENTRY, 0),
        Definition::At(point) => (point.block, point.index + 1),
    }
}

/// The graph of all points of some procedures.
pub(crate) struct Points<'p> {
    program: &'p Program,
    plan: &'p Plan,
    /// Which procedures are looked at.
    inside: Vec<bool>,
    /// For each procedure, the points to which it returns.
    back: Vec<Vec<(ProcId, Point)>>,
    /// For each procedure, the points where its callers catch its errors, or theirs.
    caught: Vec<BTreeSet<(ProcId, Point)>>,
}

impl<'p> Points<'p> {
    pub fn new(program: &'p Program, plan: &'p Plan, procs: &[ProcId]) -> Points<'p> {
        let mut inside = vec![false; program.procs.len()];
        for id in procs {
            if let Some(place) = inside.get_mut(id.index()) {
                *place = true;
            }
        }
        let mut back = vec![Vec::new(); program.procs.len()];
        for (p, proc) in program.procs.iter().enumerate() {
            if !inside.get(p).copied().unwrap_or(false) {
                continue;
            }
            for (b, block) in proc.blocks.iter().enumerate() {
                for (i, instr) in block.instrs.iter().enumerate() {
                    if let Some(callee) = instr.kind.callee()
                        && let Some(list) = back.get_mut(callee.index())
                    {
                        let after = Point { block: BlockId::new(b), index: i as u32 + 1 };
                        list.push((ProcId::new(p), after));
                    }
                }
            }
        }
        let caught = caught_outside(program, &back);
        Points { program, plan, inside, back, caught }
    }

    /// The uses of a kind on the heap that a definition can reach.
    pub fn of_heap(&self, flow: &Flow, def: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let Some(d) = flow.defs.get(def) else { return found };
        let mut seen = vec![false; self.plan.point_count()];
        let (block, index) = start(d.at);
        let mut waiting = vec![(d.proc, Point { block, index })];
        while let Some((id, point)) = waiting.pop() {
            let number = self.plan.point(id, point);
            match seen.get_mut(number as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            let here = flow.uses_at(number).iter().filter(|c| c.kind as usize == d.kind);
            found.extend(here.map(|c| c.number as usize));
            let Some(proc) = self.program.proc(id) else { continue };
            let Some(block) = proc.block(point.block) else { continue };
            // Something may go wrong here.
            let here =
                proc.catches_around(point.block).into_iter().map(|c| (id, Point { block: c.to, index: 0 }));
            waiting.extend(here);
            waiting.extend(self.caught.get(id.index()).into_iter().flatten());
            match block.instrs.get(point.index as usize) {
                Some(instr) => {
                    if let Some(callee) = instr.kind.callee()
                        && self.inside.get(callee.index()).copied().unwrap_or(false)
                    {
                        waiting.push((callee, Point { block: BlockId::ENTRY, index: 0 }));
                    }
                    waiting.push((id, Point { index: point.index + 1, ..point }));
                }
                None => {
                    if let TerminatorKind::Return(_) = block.terminator.kind {
                        waiting.extend(self.back.get(id.index()).into_iter().flatten());
                        let ends = flow.kinds.get(d.kind).into_iter().flat_map(|k| &k.uses);
                        found.extend(ends.filter(|u| flow.uses.get(**u).is_some_and(|u| u.at == Use::End)));
                    }
                    let next = graph::successors(proc, point.block);
                    waiting.extend(next.into_iter().map(|block| (id, Point { block, index: 0 })));
                }
            }
        }
        found
    }
}

/// For each procedure, the points where errors go on that leave it: those that catch them where it is called, or where that is.
/// `back` are the points after the calls of each procedure.
fn caught_outside(program: &Program, back: &[Vec<(ProcId, Point)>]) -> Vec<BTreeSet<(ProcId, Point)>> {
    let mut out = vec![BTreeSet::new(); back.len()];
    if program.procs.iter().all(|p| p.handlers.is_empty()) {
        return out;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for (callee, calls) in back.iter().enumerate() {
            let mut all: BTreeSet<(ProcId, Point)> = BTreeSet::new();
            for (caller, after) in calls {
                let catches = program.proc(*caller).map_or_else(Vec::new, |p| p.catches_around(after.block));
                all.extend(catches.into_iter().map(|c| (*caller, Point { block: c.to, index: 0 })));
                all.extend(out.get(caller.index()).into_iter().flatten());
            }
            if let Some(known) = out.get_mut(callee)
                && *known != all
            {
                *known = all;
                changed = true;
            }
        }
    }
    out
}
