//! Doing the goals of a conjunction, one after the other.

use super::Watching;
use super::code::{BlockCode, Code, Op, key};
use super::symbolic::may_ask;
use super::values::equal_values;
use crate::machine::cells::{Addr, Cell};
use crate::machine::guide::Guide;
use crate::machine::{Alternative, Machine, Stop, Work};
use crate::moded::{Flow, NO_LABEL, Slot};
use std::rc::Rc;

impl<G: Guide> Machine<'_, G> {
    /// The value of a slot.
    #[inline]
    pub(super) fn slot(&self, env: u32, slot: Slot) -> Cell {
        let cell = match self.moded.frames.get((env + slot) as usize) {
            Some(Cell::Slot(at)) => self.moded.frames.get(*at as usize).copied().unwrap_or(Cell::Free),
            Some(cell) => *cell,
            None => Cell::Free,
        };
        if G::SYMBOLIC { self.resolved(cell) } else { cell }
    }

    /// Fills a slot.
    #[inline]
    pub(super) fn fill(&mut self, env: u32, slot: Slot, value: Cell) {
        let at = match self.moded.frames.get((env + slot) as usize) {
            Some(Cell::Slot(at)) => *at,
            _ => env + slot,
        };
        self.fill_at(at, value);
    }

    #[inline]
    pub(super) fn fill_at(&mut self, at: u32, value: Cell) {
        if let Some(cell) = self.moded.frames.get_mut(at as usize) {
            *cell = value;
        }
    }

    /// Drops the frames above a height, except those that choice points still need.
    #[inline]
    pub(super) fn trim(&mut self, height: u32) {
        let kept = self.choices.last().map_or(0, |choice| choice.frames);
        self.moded.frames.truncate(height.max(kept) as usize);
    }

    /// Goes on with a conjunction.
    pub(in crate::machine) fn block(
        &mut self,
        at: u32,
        block: u32,
        goal: u32,
        env: u32,
        depth: u32,
        next: u32,
    ) -> Result<u32, Stop> {
        let kept = self.choices.last().map_or(1, |choice| choice.chains);
        self.chains.truncate(kept.max(at as usize));
        let frame = self.moded.code.blocks.get(block as usize).map_or(0, |block| block.frame);
        self.trim(env + frame);
        let start = Start { block, goal, env, depth, next };
        match self.moded.watching {
            Watching::Nothing => self.run::<false>(start),
            Watching::Counts | Watching::Traces | Watching::Sequence => self.run::<true>(start),
        }
    }

    /// Does goals until a conjunction is at its end.
    pub(super) fn run<const WATCH: bool>(&mut self, start: Start) -> Result<u32, Stop> {
        let code: Rc<Code> = Rc::clone(&self.moded.code);
        let Start { mut block, mut goal, mut env, mut depth, mut next } = start;
        loop {
            let Some(of) = code.blocks.get(block as usize) else { return Ok(next) };
            if G::SYMBOLIC
                && of.ops.get(goal as usize).is_some_and(may_ask)
                && self.guide.should_checkpoint(self.steps, self.weight())
            {
                let at = self.chain(Work::Block { block, goal, env, depth }, next);
                self.keep(at);
            }
            if WATCH && let Some(label) = of.labels.get(goal as usize) {
                self.moded.reach(*label);
            }
            let Some(op) = of.ops.get(goal as usize) else { return Ok(next) };
            self.steps += 1;
            let went = match op {
                Op::Call(proc, args, many) => {
                    self.note::<WATCH>(block, goal, next)?;
                    let rest = self.rest::<WATCH>(of, block, goal, env, depth, next);
                    let start = Start { block, goal, env, depth, next: rest };
                    let caller = self.caller::<WATCH>(of, start, *many);
                    self.arguments_of(env, args, None, caller.drops);
                    self.call_proc::<WATCH>(&code, *proc, caller)?
                }
                Op::CallClosure(closure, args, many) => {
                    self.note::<WATCH>(block, goal, next)?;
                    let rest = self.rest::<WATCH>(of, block, goal, env, depth, next);
                    let Cell::Closure(proc, count, first) = self.slot(env, *closure) else {
                        return Err(Stop::Unknown("a call of something that is no closure".to_string()));
                    };
                    let start = Start { block, goal, env, depth, next: rest };
                    let caller = self.caller::<WATCH>(of, start, *many);
                    self.arguments_of(env, args, Some((count, first)), caller.drops);
                    self.call_proc::<WATCH>(&code, proc, caller)?
                }
                Op::Disj(arms) => {
                    let rest = self.rest::<WATCH>(of, block, goal, env, depth, next);
                    if arms.is_empty() {
                        return Err(Stop::Fail);
                    }
                    self.arms(block, goal, 0, env, depth, rest)?
                }
                Op::Switch(var, table, arms) => {
                    let rest = self.rest::<WATCH>(of, block, goal, env, depth, next);
                    let traced = WATCH && self.moded.watching == Watching::Traces;
                    if table.open || (WATCH && self.moded.watching.tries()) {
                        if traced {
                            self.log_switch(block, goal, env);
                        }
                        self.arms(block, goal, 0, env, depth, rest)?
                    } else {
                        let value = self.slot(env, *var);
                        let found = if table.many.is_empty() {
                            table.few.iter().find(|(cell, _)| fits(*cell, value)).map(|(_, arm)| *arm)
                        } else {
                            key(value).and_then(|key| table.many.get(&key)).copied()
                        };
                        let arm = found.and_then(|arm| arms.get(arm as usize)).copied();
                        if WATCH && table.counted && of.labelled {
                            self.count_other_arms(&code, arms, arm, env);
                        }
                        let arm = arm.ok_or(Stop::Fail)?;
                        Went::Enter(Start { block: arm, goal: 0, env, depth, next: rest })
                    }
                }
                Op::Not(inner) => {
                    match code.blocks.get(*inner as usize).filter(|inner| inner.simple && !G::SYMBOLIC) {
                        Some(inner) => {
                            if self.simple::<WATCH>(&code, inner, env)? {
                                return Err(Stop::Fail);
                            }
                            Went::On
                        }
                        None => {
                            let rest = self.rest::<WATCH>(of, block, goal, env, depth, next);
                            let height = self.height();
                            self.choose(Alternative::Otherwise(Work::True), rest);
                            let fail = self.chain(Work::Fail, rest);
                            let then = self.chain(Work::CutTo(height), fail);
                            Went::Enter(Start { block: *inner, goal: 0, env, depth, next: then })
                        }
                    }
                }
                Op::If(cond, then, otherwise) => {
                    let rest = self.rest::<WATCH>(of, block, goal, env, depth, next);
                    let start = |block: u32| Start { block, goal: 0, env, depth, next: rest };
                    match code.blocks.get(*cond as usize).filter(|cond| cond.simple && !G::SYMBOLIC) {
                        Some(inner) => {
                            let holds = self.simple::<WATCH>(&code, inner, env)?;
                            Went::Enter(start(if holds { *then } else { *otherwise }))
                        }
                        None => {
                            let height = self.height();
                            let work = |block: u32| Work::Block { block, goal: 0, env, depth };
                            self.choose(Alternative::Otherwise(work(*otherwise)), rest);
                            let then = self.chain(work(*then), rest);
                            let then = self.chain(Work::Holds(height), then);
                            Went::Enter(Start { block: *cond, goal: 0, env, depth, next: then })
                        }
                    }
                }
                Op::Commit(inner) => {
                    let rest = self.rest::<WATCH>(of, block, goal, env, depth, next);
                    let then = self.chain(Work::CutTo(self.height()), rest);
                    Went::Enter(Start { block: *inner, goal: 0, env, depth, next: then })
                }
                simple => {
                    if matches!(simple, Op::Plain(..)) {
                        self.note::<WATCH>(block, goal, next)?;
                    }
                    if !self.simple_goal(&code, simple, env)? {
                        return Err(Stop::Fail);
                    }
                    Went::On
                }
            };
            match went {
                Went::On => goal += 1,
                Went::Enter(start) => Start { block, goal, env, depth, next } = start,
                Went::Next(next) => return Ok(next),
            }
        }
    }

    /// Remembers which goal is being done, and sees that the run does not go too far.
    #[inline]
    fn note<const WATCH: bool>(&mut self, block: u32, goal: u32, next: u32) -> Result<(), Stop> {
        self.moded.block = block;
        self.moded.goal = goal;
        self.moded.after = next;
        let size = self.cells.len() + self.moded.frames.len() + self.chains.len();
        let full = WATCH && self.moded.written() > super::traces::MOST_LABELS;
        if self.steps > self.options.steps || size > self.options.cells || full {
            return Err(Stop::Limit);
        }
        Ok(())
    }

    /// What comes after a goal.
    #[inline]
    fn rest<const WATCH: bool>(
        &mut self,
        of: &BlockCode,
        block: u32,
        goal: u32,
        env: u32,
        depth: u32,
        next: u32,
    ) -> u32 {
        if goal as usize + 1 < of.ops.len() || (WATCH && of.labelled) {
            self.chain(Work::Block { block, goal: goal + 1, env, depth }, next)
        } else {
            next
        }
    }

    /// A call of a goal. Sees that its failure is counted where it may come after solutions.
    #[inline]
    fn caller<const WATCH: bool>(&mut self, of: &BlockCode, at: Start, many: bool) -> Caller {
        let Start { goal, env, depth, mut next, .. } = at;
        if WATCH
            && many
            && let Some(label) = of.labels.get(goal as usize).filter(|label| **label != NO_LABEL)
        {
            let height = self.height();
            next = self.chain(Work::Returned(height), next);
            self.choose(Alternative::Exhausted(*label), 0);
        }
        let drops = of.tail
            && goal as usize + 1 == of.ops.len()
            && self.choices.last().is_none_or(|choice| choice.frames <= env);
        Caller { drops, env, depth, next }
    }

    /// Runs a conjunction of goals that take one step each; true if all of them succeed.
    fn simple<const WATCH: bool>(&mut self, code: &Code, of: &BlockCode, env: u32) -> Result<bool, Stop> {
        for (goal, op) in of.ops.iter().enumerate() {
            if WATCH && let Some(label) = of.labels.get(goal) {
                self.moded.reach(*label);
            }
            self.steps += 1;
            match self.simple_goal(code, op, env) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(stop) => {
                    if WATCH && let Some(label) = of.labels.get(goal) {
                        self.abandon_label(*label);
                    }
                    return Err(stop);
                }
            }
        }
        if WATCH && let Some(label) = of.labels.last() {
            self.moded.reach(*label);
        }
        Ok(true)
    }

    #[inline]
    fn simple_goal(&mut self, code: &Code, op: &Op, env: u32) -> Result<bool, Stop> {
        match op {
            Op::Test(x, y) if G::SYMBOLIC => self.same_values(self.slot(env, *x), self.slot(env, *y)),
            Op::Test(x, y) => {
                equal_values(&self.cells, self.slot(env, *x), self.slot(env, *y)).map_err(Stop::Unknown)
            }
            Op::Assign(x, y) => {
                self.fill(env, *x, self.slot(env, *y));
                Ok(true)
            }
            Op::Set(x, cell) => {
                self.fill(env, *x, *cell);
                Ok(true)
            }
            Op::SetBig(x, big) => {
                let value = code.bigs.get(*big as usize).cloned().unwrap_or_else(|| 0.into());
                let cell = self.cells.int_cell(&value);
                self.fill(env, *x, cell);
                Ok(true)
            }
            Op::Build(x, functor, args) => {
                let first = self.cells.heap_len() as Addr;
                for arg in args {
                    let value = self.slot(env, *arg);
                    self.cells.push(value);
                }
                self.fill(env, *x, Cell::Struct(*functor, first));
                Ok(true)
            }
            Op::Is(x, cell) => Ok(match (self.slot(env, *x), cell) {
                (input @ (Cell::Ref(_) | Cell::Number(_)), constant) if G::SYMBOLIC => {
                    self.is_constant(input, *constant)?
                }
                (Cell::Float(a), Cell::Float(b)) => a.value() == b.value(),
                (value, cell) => value == *cell,
            }),
            Op::IsBig(x, big) => {
                Ok(self.cells.int_of(self.slot(env, *x)).as_ref() == code.bigs.get(*big as usize))
            }
            Op::Open(x, functor, args) => match self.slot(env, *x) {
                Cell::Struct(found, first) if found == *functor => {
                    for (i, arg) in args.iter().enumerate() {
                        let value = self.part(first + i as Addr);
                        self.fill(env, *arg, value);
                    }
                    Ok(true)
                }
                input @ Cell::Ref(_) if G::SYMBOLIC => {
                    let (name, count) = self.cells.name_of(*functor);
                    if !self.has_constructor(input, name, count as usize)? {
                        return Ok(false);
                    }
                    let Cell::Struct(_, first) = self.resolved(input) else { return Ok(false) };
                    for (i, arg) in args.iter().enumerate() {
                        let value = self.part(first + i as Addr);
                        self.fill(env, *arg, value);
                    }
                    Ok(true)
                }
                _ => Ok(false),
            },
            Op::Closure(x, proc, args) => {
                let first = self.cells.heap_len() as Addr;
                for arg in args {
                    let value = self.slot(env, *arg);
                    self.cells.push(value);
                }
                self.fill(env, *x, Cell::Closure(*proc, args.len() as u32, first));
                Ok(true)
            }
            Op::Plain(plain, meaning, args) => {
                let mut inputs: smallvec::SmallVec<[Cell; 6]> = smallvec::SmallVec::new();
                for (slot, flow) in args {
                    if *flow == Flow::In {
                        inputs.push(self.slot(env, *slot));
                    }
                }
                if !self.plain(*plain, *meaning, &inputs)? {
                    return Ok(false);
                }
                let mut given = 0;
                for (slot, flow) in args {
                    if *flow == Flow::Out {
                        let value = self.moded.outputs.get(given).copied().unwrap_or(Cell::Free);
                        self.fill(env, *slot, value);
                        given += 1;
                    }
                }
                Ok(true)
            }
            _ => Ok(true),
        }
    }
}

/// Whether a value is the constant of an arm or has its constructor.
fn fits(arm: Cell, value: Cell) -> bool {
    match (arm, value) {
        (Cell::Struct(f, _), Cell::Struct(g, _)) => f == g,
        (arm, value) => arm == value,
    }
}

/// A conjunction with its frame.
#[derive(Clone, Copy)]
pub(super) struct Start {
    pub block: u32,
    pub goal: u32,
    pub env: u32,
    pub depth: u32,
    pub next: u32,
}

/// A goal that calls something.
#[derive(Clone, Copy)]
pub(super) struct Caller {
    /// Whether its frame is not needed any more.
    pub drops: bool,
    pub env: u32,
    pub depth: u32,
    /// What comes after the call.
    pub next: u32,
}

/// How a run goes on after a goal.
pub(super) enum Went {
    /// With the next goal.
    On,
    /// With another conjunction.
    Enter(Start),
    /// With what the chain says.
    Next(u32),
}
