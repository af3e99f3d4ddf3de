//! The graph of a unit.

use super::{Edge, Frame, Slots, Spot, SpotKind, Step, Unit};
use imperative::{
    BlockId, ClaimKind, InstrKind, LoopId, Point, Proc, ProcId, Program, TerminatorKind, VarId, VarKind,
};
use source::Span;
use std::collections::BTreeMap;

/// How calls are followed.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How deep calls may be nested.
    pub depth: usize,
}

/// The most copies of procedures.
pub const DEEPEST: usize = 64;

impl Default for Options {
    fn default() -> Options {
        Options { depth: 8 }
    }
}

/// Where a copy goes on when it returns.
#[derive(Clone, Debug)]
struct Continuation {
    spot: usize,
    dst: Option<usize>,
    backs: Vec<(usize, VarId)>,
}

struct Builder<'p> {
    unit: Unit<'p>,
    options: Options,
    /// For each copy, where it returns to.
    back: Vec<Option<Continuation>>,
    /// For each copy the slot of its result.
    result: Vec<Option<usize>>,
    /// For each copy the procedures around it, itself included.
    around: Vec<Vec<ProcId>>,
    blocks: BTreeMap<(usize, BlockId), usize>,
    waiting: Vec<(usize, BlockId)>,
}

impl<'p> Unit<'p> {
    /// The graph of a procedure.
    pub fn new(program: &'p Program, entry: ProcId, options: Options) -> Option<Unit<'p>> {
        let proc = program.proc(entry)?;
        let unit = Unit {
            program,
            entry,
            frames: Vec::new(),
            slots: Slots::new(program),
            spots: Vec::new(),
            edges: Vec::new(),
            live: Vec::new(),
            entry_values: super::Entry::default(),
            returns: Vec::new(),
            records: Vec::new(),
            flags: Vec::new(),
        };
        let mut builder = Builder {
            unit,
            options,
            back: Vec::new(),
            result: Vec::new(),
            around: Vec::new(),
            blocks: BTreeMap::new(),
            waiting: Vec::new(),
        };
        builder.frame(entry, proc, None, Vec::new());
        builder.spot(0, BlockId::ENTRY);
        while let Some((frame, block)) = builder.waiting.pop() {
            builder.block(frame, block);
        }
        let mut unit = builder.unit;
        unit.find_records();
        unit.find_live();
        unit.find_returns();
        unit.find_flags();
        Some(unit)
    }

    fn find_returns(&mut self) {
        let mut returns: Vec<bool> = self.spots.iter().map(|spot| spot.kind == SpotKind::Exit).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for edge in self.edges.iter().rev() {
                if returns[edge.to] && !returns[edge.from] {
                    returns[edge.from] = true;
                    changed = true;
                }
            }
        }
        self.returns = returns;
    }

    /// The slot of the result of the entry.
    pub fn result_slot(&self) -> Option<usize> {
        let proc = self.proc(0)?;
        proc.result.as_ref()?;
        Some(proc.vars.len())
    }

    /// The slot of a variable of a copy.
    pub fn slot(&self, frame: usize, var: VarId) -> Option<usize> {
        let proc = self.proc(frame)?;
        (var.ghost_index().is_none() && var.index() < proc.vars.len())
            .then(|| self.frames[frame].first + var.index())
    }
}

impl<'p> Builder<'p> {
    fn frame(
        &mut self,
        id: ProcId,
        proc: &'p Proc,
        back: Option<Continuation>,
        around: Vec<ProcId>,
    ) -> usize {
        let frame = self.unit.frames.len();
        let first = self.unit.slots.all.len();
        self.unit.frames.push(Frame { proc: id, first, depth: around.len() });
        for (at, var) in proc.vars.iter().enumerate() {
            self.unit.slots.add(&var.name, Some((frame, VarId::new(at))), &var.ty);
        }
        let result = proc.result.as_ref().map(|ty| self.unit.slots.add("result", None, ty));
        self.result.push(result);
        self.back.push(back);
        let mut around = around;
        around.push(id);
        self.around.push(around);
        frame
    }

    /// The node at the start of a block.
    fn spot(&mut self, frame: usize, block: BlockId) -> usize {
        if let Some(known) = self.blocks.get(&(frame, block)) {
            return *known;
        }
        let proc = self.unit.proc(frame);
        let head = proc.and_then(|proc| proc.loop_at(block));
        let span = proc
            .and_then(|proc| match head {
                Some(LoopId(at)) => proc.loops.get(at as usize).map(|l| l.span),
                None => proc.span_at(Point { block, index: 0 }),
            })
            .unwrap_or(self.unit.program.span);
        let kind = head.map_or(SpotKind::Block, SpotKind::Head);
        let spot = self.add(Spot { frame, block, kind, span });
        self.blocks.insert((frame, block), spot);
        self.waiting.push((frame, block));
        spot
    }

    fn add(&mut self, spot: Spot) -> usize {
        self.unit.spots.push(spot);
        self.unit.spots.len() - 1
    }

    fn edge(&mut self, from: usize, to: usize, steps: Vec<Step<'p>>) {
        self.unit.edges.push(Edge { from, to, steps, dead: Vec::new() });
    }

    /// The edges from a block.
    fn block(&mut self, frame: usize, id: BlockId) {
        let Some(proc) = self.unit.proc(frame) else { return };
        let Some(block) = proc.block(id) else { return };
        let mut from = self.spot(frame, id);
        for catch in proc.catches_around(id) {
            let to = self.spot(frame, catch.to);
            let why = "errors that are caught are not followed".to_string();
            self.edge(from, to, vec![Step::Lose { why, span: block.terminator.span }]);
        }
        let mut steps = Vec::new();
        if let Some(head) = proc.loop_at(id) {
            let said = |kind: &ClaimKind| matches!(kind, ClaimKind::Invariant(of, _) if *of == head);
            steps.extend(self.claims(proc, frame, said));
        }
        for (at, instr) in block.instrs.iter().enumerate() {
            steps.extend(self.claims_at(proc, frame, id, at));
            let InstrKind::Call { dst, proc: callee, args, backs } = &instr.kind else {
                steps.push(Step::Do { instr, frame, block: id, at });
                continue;
            };
            let after = self.add(Spot { frame, block: id, kind: SpotKind::After(at + 1), span: instr.span });
            let called = self.unit.program.proc(*callee);
            let deep = self.around[frame].len() > self.options.depth || self.unit.frames.len() >= DEEPEST;
            let again = self.around[frame].contains(callee);
            let Some(called) = called.filter(|_| !deep && !again) else {
                let name = called.map_or("?", |called| called.name.as_str());
                let why = match again {
                    true => format!("the recursive call of {name} is not followed"),
                    false => format!("calls are nested too deep to follow that of {name}"),
                };
                steps.push(Step::Lose { why, span: instr.span });
                self.edge(from, after, std::mem::take(&mut steps));
                from = after;
                continue;
            };
            let slot_of = |unit: &Unit<'p>, var: VarId| unit.slot(frame, var).unwrap_or(0);
            let back = Continuation {
                spot: after,
                dst: dst.map(|var| slot_of(&self.unit, var)),
                backs: backs.iter().map(|(theirs, ours)| (slot_of(&self.unit, *ours), *theirs)).collect(),
            };
            let around = self.around[frame].clone();
            let inner = self.frame(*callee, called, Some(back), around);
            for (param, arg) in called.params.iter().zip(args) {
                let slot = self.unit.slot(inner, *param).unwrap_or(0);
                steps.push(Step::Pass { slot, value: arg, frame, span: instr.span });
            }
            let asked = |kind: &ClaimKind| matches!(kind, ClaimKind::Requires(_));
            for (claim, _) in called.claims.iter().enumerate().filter(|(_, claim)| asked(&claim.kind)) {
                steps.push(Step::Claim { claim, frame: inner });
            }
            let start = self.spot(inner, BlockId::ENTRY);
            self.edge(from, start, std::mem::take(&mut steps));
            from = after;
        }
        steps.extend(self.claims_at(proc, frame, id, block.instrs.len()));
        self.end(proc, frame, id, from, steps);
    }

    /// The edges from the end of a block.
    fn end(&mut self, proc: &'p Proc, frame: usize, id: BlockId, from: usize, mut steps: Vec<Step<'p>>) {
        let Some(block) = proc.block(id) else { return };
        let span = block.terminator.span;
        match &block.terminator.kind {
            TerminatorKind::Goto(to) => {
                let to = self.spot(frame, *to);
                self.edge(from, to, steps);
            }
            TerminatorKind::Branch { decision, then, otherwise } => {
                let Some(decision) = proc.decision(*decision) else { return };
                for (to, holds) in [(*then, true), (*otherwise, false)] {
                    let to = self.spot(frame, to);
                    let mut steps = steps.clone();
                    steps.push(Step::Choose { cond: &decision.cond, holds, frame });
                    self.edge(from, to, steps);
                }
            }
            TerminatorKind::Return(value) => {
                if let (Some(slot), Some(value)) = (self.result[frame], value) {
                    steps.push(Step::Pass { slot, value, frame, span });
                }
                match self.back[frame].clone() {
                    Some(back) => {
                        if let (Some(slot), Some(from)) = (back.dst, self.result[frame]) {
                            steps.push(Step::Back { slot, from });
                        }
                        for (slot, var) in &back.backs {
                            let from = self.unit.slot(frame, *var).unwrap_or(0);
                            steps.push(Step::Back { slot: *slot, from });
                        }
                        self.edge(from, back.spot, steps);
                    }
                    None => {
                        let ensured = |kind: &ClaimKind| matches!(kind, ClaimKind::Ensures(_));
                        steps.extend(self.claims(proc, frame, ensured));
                        let exit = self.add(Spot { frame, block: id, kind: SpotKind::Exit, span });
                        self.edge(from, exit, steps);
                    }
                }
            }
            TerminatorKind::Fail(kind) => self.dead_end(frame, id, from, steps, *kind, span),
            TerminatorKind::FailAgain(_) => {
                let to = self.add(Spot { frame, block: id, kind: SpotKind::After(usize::MAX), span });
                let why = "errors that are raised again are not followed".to_string();
                steps.push(Step::Lose { why, span });
                self.edge(from, to, steps);
            }
        }
    }

    fn dead_end(
        &mut self,
        frame: usize,
        block: BlockId,
        from: usize,
        mut steps: Vec<Step<'p>>,
        kind: imperative::ErrorKind,
        span: Span,
    ) {
        let to = self.add(Spot { frame, block, kind: SpotKind::After(usize::MAX), span });
        steps.push(Step::Fail { kind, span });
        self.edge(from, to, steps);
    }

    fn claims_at(&self, proc: &Proc, frame: usize, block: BlockId, at: usize) -> Vec<Step<'p>> {
        let here = |point: &Point| point.block == block && point.index as usize == at;
        self.claims(proc, frame, |kind| matches!(kind, ClaimKind::Assert(point, _) if here(point)))
    }

    /// The claims of the entry; those of what it calls are its own affair.
    fn claims(&self, proc: &Proc, frame: usize, wanted: impl Fn(&ClaimKind) -> bool) -> Vec<Step<'p>> {
        let made = proc.claims.iter().enumerate().filter(|(_, claim)| frame == 0 && wanted(&claim.kind));
        made.map(|(claim, _)| Step::Claim { claim, frame }).collect()
    }
}

/// Whether a variable is visible to the author.
pub(super) fn is_named(proc: &Proc, var: VarId) -> bool {
    proc.var(var).is_some_and(|var| !matches!(var.kind, VarKind::Temporary | VarKind::Ghost))
}
