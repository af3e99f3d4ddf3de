//! Calls of procedures, closures and builtins.

use super::code::{Code, Enter};
use super::run::{Caller, Start, Went};
use super::{Watching, traces::End};
use crate::machine::cells::{Addr, Cell};
use crate::machine::guide::Guide;
use crate::machine::{Alternative, Machine, Stop, Work};
use crate::moded::{Arithmetic, Control, Fault, Flow, Host, Label, Plain, Slot};
use source::Span;

impl<G: Guide> Machine<'_, G> {
    /// Gets the arguments of a call ready: values of inputs, references to outputs. `captured` are those of a closure.
    /// Where the frame of the caller is dropped, an output that only that frame has belongs to the frame of the call.
    #[inline]
    pub(super) fn arguments_of(
        &mut self,
        env: u32,
        args: &[(Slot, Flow)],
        captured: Option<(u32, Addr)>,
        drops: bool,
    ) {
        self.moded.args.clear();
        if let Some((count, first)) = captured {
            for i in 0..count {
                let value = self.part(first + i);
                self.moded.args.push(value);
            }
        }
        for (slot, flow) in args {
            let cell = match flow {
                Flow::In => self.slot(env, *slot),
                Flow::Out => match self.moded.frames.get((env + *slot) as usize) {
                    Some(Cell::Slot(at)) => Cell::Slot(*at),
                    _ if drops => Cell::Free,
                    _ => Cell::Slot(env + *slot),
                },
                Flow::Unused => Cell::Free,
            };
            self.moded.args.push(cell);
        }
    }

    /// Calls a procedure with the arguments that are ready.
    #[inline]
    pub(super) fn call_proc<const WATCH: bool>(
        &mut self,
        code: &Code,
        proc: u32,
        caller: Caller,
    ) -> Result<Went, Stop> {
        let Caller { drops, env, depth, next } = caller;
        let Some(callee) = code.procs.get(proc as usize) else {
            return Err(Stop::Unknown("a procedure that is not there".to_string()));
        };
        let depth = if G::SYMBOLIC { self.deeper(callee.own, depth)? } else { depth + 1 };
        if !G::SYMBOLIC {
            if depth > self.options.depth {
                return Err(Stop::Limit);
            }
            self.deepest = self.deepest.max(depth);
        }
        let mut next = next;
        match &callee.enter {
            Enter::Block(block) => {
                let [jumping, trying] = callee.commits;
                if if self.moded.watching.tries() { trying } else { jumping } {
                    next = self.cut_after(next);
                }
                let start = if drops { env } else { self.moded.frames.len() as u32 };
                self.moded.frames.truncate(start as usize);
                let args = std::mem::take(&mut self.moded.args);
                self.moded.frames.extend_from_slice(&args);
                self.moded.args = args;
                self.moded.frames.resize((start + callee.frame) as usize, Cell::Free);
                for (slot, value) in &callee.presets {
                    self.fill_at(start + *slot, *value);
                }
                Ok(Went::Enter(Start { block: *block, goal: 0, env: start, depth, next }))
            }
            Enter::Plain(plain, meaning) => {
                let args: smallvec::SmallVec<[Cell; 6]> = self.moded.args.iter().copied().collect();
                let inputs: smallvec::SmallVec<[Cell; 6]> =
                    args.iter().filter(|cell| !matches!(cell, Cell::Slot(_) | Cell::Free)).copied().collect();
                if !self.plain(*plain, *meaning, &inputs)? {
                    return Err(Stop::Fail);
                }
                let outputs = std::mem::take(&mut self.moded.outputs);
                let places = args.iter().zip(&*callee.flows).filter(|(_, flow)| **flow == Flow::Out);
                for ((place, _), value) in places.zip(&outputs) {
                    if let Cell::Slot(at) = place {
                        self.fill_at(*at, *value);
                    }
                }
                self.moded.outputs = outputs;
                Ok(Went::Next(next))
            }
            Enter::Control(control) => {
                let args: smallvec::SmallVec<[Cell; 6]> = self.moded.args.iter().copied().collect();
                self.control::<WATCH>(code, *control, &args, depth, next)
            }
            Enter::Unknown(why, at) => {
                self.span = *at;
                Err(Stop::Unknown(why.to_string()))
            }
        }
    }

    /// Forgets the choices that a call leaves, if that is not done right behind it anyway.
    fn cut_after(&mut self, next: u32) -> u32 {
        let height = self.height();
        match self.chains.get(next as usize).map(|chain| chain.work) {
            Some(Work::CutTo(lower)) if next != 0 && lower <= height => next,
            _ => self.chain(Work::CutTo(height), next),
        }
    }

    /// Calls a function of a library.
    #[inline]
    pub(super) fn plain(
        &mut self,
        plain: Plain,
        meaning: Option<Arithmetic>,
        inputs: &[Cell],
    ) -> Result<bool, Stop> {
        if G::SYMBOLIC
            && let Some(went) = self.symbolic_plain(plain, meaning, inputs)?
        {
            return Ok(went);
        }
        self.moded.outputs.clear();
        let mut host = Host {
            cells: &mut self.cells,
            terms: &mut self.terms,
            world: &mut self.moded.world,
            outputs: &mut self.moded.outputs,
            procs: &self.program.procs,
        };
        match plain(&mut host, inputs) {
            Ok(went) => Ok(went),
            Err(Fault::Throw(ball)) => Err(Stop::Throw(self.cells.push(ball))),
            Err(Fault::Unknown(why)) => Err(Stop::Unknown(why)),
            Err(Fault::Limit) => Err(Stop::Limit),
        }
    }

    /// Goals that call closures.
    fn control<const WATCH: bool>(
        &mut self,
        code: &Code,
        control: Control,
        args: &[Cell],
        depth: u32,
        next: u32,
    ) -> Result<Went, Stop> {
        let arg = |i: usize| args.get(i).copied().unwrap_or(Cell::Free);
        match control {
            Control::Throw => Err(Stop::Throw(self.cells.push(arg(0)))),
            Control::AllSolutions => {
                let height = self.height();
                let found = Vec::new();
                self.choose(Alternative::Solutions { list: place(arg(1)), found }, next);
                let env = self.room(1);
                let collect = self.chain(Work::Found { height, at: env }, 0);
                self.call_closure::<WATCH>(code, arg(0), &[Cell::Slot(env)], env, depth, collect)
            }
            Control::Fold(more) => {
                let height = self.height();
                let start = self.cells.push(arg(2));
                let so_far = self.cells.freeze(start);
                self.choose(Alternative::Fold { result: place(arg(3)), so_far }, next);
                let env = self.room(4);
                self.fill_at(env + 3, arg(1));
                let fold = self.chain(Work::Fold { height, at: env, depth, more }, next);
                self.call_closure::<WATCH>(code, arg(0), &[Cell::Slot(env)], env, depth, fold)
            }
            Control::FirstSolution => {
                let cut = self.cut_after(next);
                let env = self.moded.frames.len() as u32;
                self.call_closure::<WATCH>(code, arg(0), &[arg(1)], env, depth, cut)
            }
            Control::Try(results) => {
                let height = self.height();
                let result = place(arg(1));
                self.choose(Alternative::Try { results, result, world: None }, next);
                let env = self.room(1);
                let done = self.chain(Work::Tried { height, at: env, results, result }, next);
                self.call_closure::<WATCH>(code, arg(0), &[Cell::Slot(env)], env, depth, done)
            }
            Control::TryIo(results) => {
                let height = self.height();
                let result = place(arg(1));
                self.choose(Alternative::Try { results, result, world: place(arg(3)) }, next);
                let env = self.room(1);
                let done = self.chain(Work::Tried { height, at: env, results, result }, next);
                let given = [Cell::Slot(env), arg(2), arg(3)];
                self.call_closure::<WATCH>(code, arg(0), &given, env, depth, done)
            }
        }
    }

    /// Slots that belong to no procedure.
    fn room(&mut self, count: usize) -> u32 {
        let start = self.moded.frames.len();
        self.moded.frames.resize(start + count, Cell::Free);
        start as u32
    }

    pub(super) fn call_closure<const WATCH: bool>(
        &mut self,
        code: &Code,
        closure: Cell,
        args: &[Cell],
        env: u32,
        depth: u32,
        next: u32,
    ) -> Result<Went, Stop> {
        let Cell::Closure(proc, count, first) = closure else {
            return Err(Stop::Unknown("a call of something that is no closure".to_string()));
        };
        self.moded.args.clear();
        for i in 0..count {
            let value = self.part(first + i);
            self.moded.args.push(value);
        }
        self.moded.args.extend_from_slice(args);
        self.call_proc::<WATCH>(code, proc, Caller { drops: false, env, depth, next })
    }

    /// A goal was left without success or failure.
    pub(super) fn abandon_label(&mut self, label: Label) {
        if let Some(count) = self.moded.abandoned.get_mut(label as usize) {
            *count += 1;
        }
    }

    /// The goals that are open from the one that is being done up to a place of the chain are left without success or
    /// failure.
    pub(in crate::machine) fn abandon(&mut self, up_to: u32) {
        if self.moded.watching == Watching::Nothing {
            return;
        }
        for label in self.open_labels(up_to) {
            self.abandon_label(label);
        }
    }

    /// The labels before the goals that are open, from the one that is being done up to a place of the chain.
    fn open_labels(&self, up_to: u32) -> Vec<Label> {
        let label = |block: u32, goal: u32| {
            let block = self.moded.code.blocks.get(block as usize)?;
            block.labels.get(goal as usize).copied()
        };
        let mut found: Vec<Label> = label(self.moded.block, self.moded.goal).into_iter().collect();
        let mut at = self.moded.after;
        while at != up_to && at != 0 {
            let Some(chain) = self.chains.get(at as usize).copied() else { break };
            if let Work::Block { block, goal, .. } = chain.work
                && let Some(before) = goal.checked_sub(1)
            {
                found.extend(label(block, before));
            }
            at = chain.next;
        }
        found
    }

    /// Where the goal of the program stands that is being done.
    pub(in crate::machine) fn place_of_goal(&self) -> Option<Span> {
        let labels = self.open_labels(0);
        labels.into_iter().find_map(|label| self.program.procs.goal(label)).map(|goal| goal.at)
    }

    /// An exception ends the trace, or goes on where it is caught.
    pub(in crate::machine) fn exception(&mut self) {
        match self.moded.watching {
            Watching::Traces => self.moded.store(End::Exception),
            Watching::Sequence => self.moded.sequence.push(super::THROWN),
            Watching::Nothing | Watching::Counts => {}
        }
    }
}

/// The slot that an output refers to.
fn place(cell: Cell) -> Option<u32> {
    match cell {
        Cell::Slot(at) => Some(at),
        _ => None,
    }
}
