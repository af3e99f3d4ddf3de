//! Starting a procedure from outside, and what can be seen of it afterwards.

use super::run::{Caller, Start, Went};
use super::{Code, Moded, Trace, Watching, traces::End};
use crate::machine::cells::{Cell, Frozen};
use crate::machine::guide::Guide;
use crate::machine::{Machine, Options, Stop, Work};
use crate::moded::{Flow, Label, ProcId, World};
use std::rc::Rc;

impl<G: Guide> Machine<'_, G> {
    /// Starts anew with a procedure, given the values of its inputs in the order of its arguments. Values that an earlier run
    /// of this machine gave can be used.
    pub fn start(&mut self, proc: ProcId, inputs: &[Frozen], options: Options, watching: Watching) {
        let first_run = self.moded.code.procs.is_empty();
        self.restart_with(None, 0, options);
        if first_run {
            self.moded.code = Rc::new(Code::new(&self.program.procs, &mut self.cells));
        }
        let world = World { input: std::mem::take(&mut self.moded.world.input), ..World::default() };
        let code = Rc::clone(&self.moded.code);
        let labels = self.program.procs.points.len();
        let mut count = std::mem::take(&mut self.moded.reached);
        count.resize(labels, 0);
        let in_switch = if watching == Watching::Traces {
            super::switch_log::labels(&self.program.procs)
        } else {
            Vec::new()
        };
        let old = std::mem::take(&mut self.moded);
        let counts = |mut row: Vec<u64>| {
            row.resize(labels, 0);
            row
        };
        self.moded = Moded {
            code,
            watching,
            world,
            reached: count,
            exhausted: counts(old.exhausted),
            abandoned: counts(old.abandoned),
            in_switch,
            proc: proc.0,
            ..Moded::default()
        };
        let flows = self.program.procs.proc(proc).map_or(&[][..], |proc| &proc.flows);
        let mut given = inputs.iter();
        for flow in flows {
            let value = match flow {
                Flow::In => given.next().map_or(Cell::Int(0), |term| {
                    let addr = self.cells.thaw(term);
                    self.cells.value(addr)
                }),
                Flow::Out | Flow::Unused => Cell::Free,
            };
            self.moded.frames.push(value);
        }
        let start = self.chain(Work::Start(proc.0), 0);
        self.resumed = Some(start);
    }

    /// Calls the procedure that the run is about.
    pub(in crate::machine) fn started(&mut self, proc: u32, next: u32) -> Result<u32, Stop> {
        let code = Rc::clone(&self.moded.code);
        let Some(callee) = code.procs.get(proc as usize) else { return Err(Stop::Fail) };
        self.moded.args.clear();
        for (i, flow) in callee.flows.iter().enumerate() {
            let cell = match flow {
                Flow::In => self.slot(0, i as u32),
                Flow::Out => Cell::Slot(i as u32),
                Flow::Unused => Cell::Free,
            };
            self.moded.args.push(cell);
        }
        let caller = Caller { drops: false, env: 0, depth: 0, next };
        let went = match self.moded.watching {
            Watching::Nothing => self.call_proc::<false>(&code, proc, caller)?,
            Watching::Counts | Watching::Traces | Watching::Sequence => {
                self.call_proc::<true>(&code, proc, caller)?
            }
        };
        Ok(match went {
            Went::Enter(Start { block, goal, env, depth, next }) => {
                self.chain(Work::Block { block, goal, env, depth }, next)
            }
            Went::Next(next) => next,
            Went::On => next,
        })
    }

    /// The values of the outputs of a solution, in the order of the arguments.
    pub fn outputs(&mut self, proc: ProcId) -> Vec<Frozen> {
        let flows = self.program.procs.proc(proc).map_or(&[][..], |proc| &proc.flows);
        let mut found = Vec::new();
        for (i, flow) in flows.iter().enumerate() {
            if *flow == Flow::Out {
                let value = self.slot(0, i as u32);
                let addr = self.cells.push(value);
                found.push(self.cells.freeze(addr));
            }
        }
        found
    }

    /// A solution was found, of which the trace is written down.
    pub(in crate::machine) fn answer_found(&mut self) {
        if self.moded.watching == Watching::Sequence {
            self.moded.sequence.push(super::SUCCEEDED);
        }
        if self.moded.watching == Watching::Traces {
            let outputs = self.outputs(ProcId(self.moded.proc));
            self.moded.store(End::Solution(outputs));
        }
        self.moded.answered = true;
    }

    /// A value as text, in the language of the program.
    pub fn shown(&mut self, value: &Frozen) -> String {
        let addr = self.cells.thaw(value);
        let cell = self.cells.value(addr);
        self.program.procs.show.map_or_else(|| "?".to_string(), |show| show(&self.cells, &self.terms, cell))
    }

    /// A number as a value, for a procedure that takes one.
    pub fn number(&mut self, value: i64) -> Frozen {
        let addr = self.cells.push(Cell::Int(value));
        self.cells.freeze(addr)
    }

    /// What was outside of the program.
    pub fn world(&mut self) -> &mut World {
        &mut self.moded.world
    }

    /// How often labels were reached since the machine was made, in runs that count.
    pub fn counts(&self) -> super::counts::Counts {
        super::counts::Counts::new(
            &self.program.procs,
            &self.moded.reached,
            &self.moded.exhausted,
            &self.moded.abandoned,
        )
    }

    /// The labels, solutions and failures of the run so far, in their order.
    pub fn sequence(&self) -> &[Label] {
        &self.moded.sequence
    }

    /// The traces of the run so far, in their order.
    pub fn traces(&self) -> &[Trace] {
        &self.moded.traces
    }

    /// All labels in the order in which they were reached; those of a switch as section 4.4.2 of the thesis says.
    pub fn log(&self) -> &[Label] {
        &self.moded.log
    }

    /// Forgets what was counted.
    pub fn forget_counts(&mut self) {
        self.moded.reached.clear();
        self.moded.exhausted.clear();
        self.moded.abandoned.clear();
    }
}
