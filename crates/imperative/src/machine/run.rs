//! One run of a procedure.

use super::eval::{Eval, default_value, error};
use super::trace::{Event, Place, Trace};
use super::{State, Value};
use crate::{
    BlockId, ErrorKind, Expr, FieldId, InstrKind, Point, Proc, ProcId, Program, TerminatorKind, Type, VarId,
};
use source::Span;

/// How far a run may go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Instructions and ends of blocks.
    pub steps: u64,
    /// Calls that have not returned, the first included.
    pub depth: usize,
    /// Fields and elements of objects on the heap.
    pub memory: usize,
    /// Bits of a number.
    pub bits: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 1_000_000, depth: 10_000, memory: 1_000_000, bits: 100_000 }
    }
}

/// How a run is done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// How far it may go.
    pub limits: Limits,
    /// Whether [`Event::Point`]s are recorded.
    pub points: bool,
    /// Whether [`Event::Def`]s and [`Event::Use`]s are recorded.
    pub dataflow: bool,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned.
    Ok,
    /// Something went wrong in the program.
    Error {
        /// What.
        kind: ErrorKind,
        /// In words.
        message: String,
        /// Where.
        span: Span,
    },
    /// It got to an assumption that does not hold, so it says nothing about the program.
    Excluded {
        /// The assumption.
        span: Span,
    },
    /// What happens cannot be told, because the program uses something that is not supported.
    Undetermined {
        /// What.
        why: String,
        /// Where.
        span: Span,
    },
    /// A limit was reached.
    Limit {
        /// Which.
        limit: Limit,
        /// Where.
        span: Span,
    },
}

/// The limits that a run can reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// Too many steps: perhaps it never ends.
    Steps,
    /// Too many calls that have not returned.
    Depth,
    /// Too large a heap.
    Memory,
    /// Too large a number.
    Numbers,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub outcome: Outcome,
    /// The result of the procedure, if it has one and returned.
    pub result: Option<Value>,
    /// The environment of the procedure and the heap, at the end.
    pub state: State,
    /// What happened.
    pub trace: Trace,
    /// Instructions and ends of blocks that were executed.
    pub steps: u64,
}

/// Why an evaluation or a run stops before its end.
#[derive(Clone, Debug)]
pub(super) enum Halt {
    Error(ErrorKind, Span),
    Excluded(Span),
    Undetermined(String, Span),
    Limit(Limit, Span),
}

impl From<Halt> for Outcome {
    fn from(halt: Halt) -> Outcome {
        match halt {
            Halt::Error(kind, span) => Outcome::Error { kind, message: kind.message().to_string(), span },
            Halt::Excluded(span) => Outcome::Excluded { span },
            Halt::Undetermined(why, span) => Outcome::Undetermined { why, span },
            Halt::Limit(limit, span) => Outcome::Limit { limit, span },
        }
    }
}

/// One activation of a procedure.
struct Frame<'p> {
    id: ProcId,
    proc: &'p Proc,
    block: BlockId,
    index: usize,
    env: Vec<Option<Value>>,
    /// Where the caller wants the result.
    dst: Option<VarId>,
    number: u32,
}

struct Machine<'p> {
    program: &'p Program,
    options: &'p Options,
    /// The activations below the current one.
    below: Vec<Frame<'p>>,
    state: State,
    trace: Trace,
    steps: u64,
    memory: usize,
    frames: u32,
    uses: Vec<Place>,
    result: Option<Value>,
}

/// Runs a procedure from a state. The state is taken as it is; see [`super::check_state`] for states of
/// unknown origin (one that does not fit makes the run undetermined or erroneous, nothing worse).
pub fn run(program: &Program, proc: ProcId, input: State, options: &Options) -> Run {
    let State { env, heap } = input;
    let memory = heap.objects.iter().map(|o| o.values().len() + 1).sum();
    let mut machine = Machine {
        program,
        options,
        below: Vec::new(),
        state: State { env: Vec::new(), heap },
        trace: Vec::new(),
        steps: 0,
        memory,
        frames: 0,
        uses: Vec::new(),
        result: None,
    };
    let Some(first) = program.proc(proc) else {
        machine.state.env = env;
        let outcome =
            Outcome::Undetermined { why: "there is no such procedure".to_string(), span: program.span };
        return machine.finish(outcome);
    };
    let mut frame = machine.frame(proc, first, env, None);
    let outcome = match machine.go(&mut frame) {
        Ok(()) => Outcome::Ok,
        Err(halt) => halt.into(),
    };
    // The environment that counts is that of the first activation.
    let outermost = machine.below.drain(..).next().unwrap_or(frame);
    machine.state.env = outermost.env;
    machine.finish(outcome)
}

impl<'p> Machine<'p> {
    fn finish(self, outcome: Outcome) -> Run {
        let result = if outcome == Outcome::Ok { self.result } else { None };
        Run { outcome, result, state: self.state, trace: self.trace, steps: self.steps }
    }

    fn frame(
        &mut self,
        id: ProcId,
        proc: &'p Proc,
        mut env: Vec<Option<Value>>,
        dst: Option<VarId>,
    ) -> Frame<'p> {
        env.resize(proc.vars.len(), None);
        self.trace.push(Event::Call(id));
        let number = self.frames;
        self.frames += 1;
        Frame { id, proc, block: BlockId::ENTRY, index: 0, env, dst, number }
    }

    fn go(&mut self, frame: &mut Frame<'p>) -> Result<(), Halt> {
        let mut atoms = Vec::new();
        loop {
            let proc = frame.proc;
            let Some(block) = proc.block(frame.block) else {
                return Err(Halt::Undetermined("there is no such block".to_string(), proc.span));
            };
            let instr = block.instrs.get(frame.index);
            let span = instr.map_or(block.terminator.span, |i| i.span);
            if self.steps >= self.options.limits.steps {
                return Err(Halt::Limit(Limit::Steps, span));
            }
            self.steps += 1;
            if self.options.points {
                let point = Point { block: frame.block, index: frame.index as u32 };
                self.trace.push(Event::Point { proc: frame.id, point });
            }
            if let Some(instr) = instr {
                self.instr(frame, &instr.kind, span)?;
                continue;
            }
            let next = match &block.terminator.kind {
                TerminatorKind::Goto(to) => *to,
                TerminatorKind::Branch { decision, then, otherwise } => {
                    let Some(d) = proc.decision(*decision) else {
                        return Err(Halt::Undetermined("there is no such decision".to_string(), span));
                    };
                    atoms.clear();
                    let outcome = self.eval(frame).decide(&d.cond, &mut atoms);
                    self.note_uses(frame);
                    let outcome = outcome?;
                    let atoms = atoms.as_slice().into();
                    self.trace.push(Event::Decision { proc: frame.id, decision: *decision, outcome, atoms });
                    if outcome { *then } else { *otherwise }
                }
                TerminatorKind::Return(value) => {
                    let value = match value {
                        Some(e) => Some(self.value(frame, e)?),
                        None => None,
                    };
                    self.trace.push(Event::Return(frame.id));
                    let Some(caller) = self.below.pop() else {
                        self.result = value;
                        return Ok(());
                    };
                    let dst = frame.dst;
                    *frame = caller;
                    if let (Some(dst), Some(value)) = (dst, value) {
                        self.set(frame, dst, value);
                    }
                    frame.index += 1;
                    continue;
                }
                TerminatorKind::Fail(kind) => return Err(error(*kind, span)),
            };
            frame.block = next;
            frame.index = 0;
        }
    }

    /// Executes one instruction and moves to the next, except for a call, which moves on when it returns.
    fn instr(&mut self, frame: &mut Frame<'p>, kind: &'p InstrKind, span: Span) -> Result<(), Halt> {
        match kind {
            InstrKind::Skip => {}
            InstrKind::Assign(var, value) => {
                let value = self.value(frame, value)?;
                self.set(frame, *var, value);
            }
            InstrKind::StoreField { object, field, value } => {
                let value = self.value(frame, value)?;
                match self.value(frame, object)? {
                    Value::Nil => return Err(error(ErrorKind::NilDereference, span)),
                    Value::Ref(o) => {
                        if !self.state.heap.set_field(o, *field, value) {
                            return Err(Halt::Undetermined("a cell of the wrong struct".to_string(), span));
                        }
                        self.note_def(frame, Place::Field(o, *field));
                    }
                    _ => return Err(Halt::Undetermined("a value of the wrong type".to_string(), span)),
                }
            }
            InstrKind::StoreElement { array, index, value } => {
                let value = self.value(frame, value)?;
                let array = self.value(frame, array)?;
                let index = self.value(frame, index)?;
                let (o, at) = self.eval(frame).element_place(&array, &index, span)?;
                if let Some(place) =
                    self.state.heap.objects.get_mut(o.index()).and_then(|o| o.values_mut().get_mut(at))
                {
                    *place = value;
                }
                self.note_def(frame, Place::Element(o, at as u32));
            }
            InstrKind::New { dst, of, args } => {
                let fields = self.values(frame, args)?;
                self.grow(fields.len(), span)?;
                let count = fields.len();
                let o = self.state.heap.cell(*of, fields);
                for field in 0..count {
                    self.note_def(frame, Place::Field(o, FieldId::new(field)));
                }
                self.set(frame, *dst, Value::Ref(o));
            }
            InstrKind::NewArray { dst, element, length } => {
                let length = self.value(frame, length)?;
                let o = self.new_array(frame, element, &length, span)?;
                self.set(frame, *dst, o);
            }
            InstrKind::Call { dst, proc, args } => return self.call(frame, *dst, *proc, args, span),
            InstrKind::Assume(condition) => match self.value(frame, condition)? {
                Value::Bool(true) => {}
                Value::Bool(false) => return Err(Halt::Excluded(span)),
                _ => return Err(Halt::Undetermined("a value of the wrong type".to_string(), span)),
            },
            InstrKind::Unsupported(name) => {
                return Err(Halt::Undetermined(format!("{name} is not supported"), span));
            }
        }
        frame.index += 1;
        Ok(())
    }

    fn new_array(
        &mut self,
        frame: &Frame<'p>,
        element: &Type,
        length: &Value,
        span: Span,
    ) -> Result<Value, Halt> {
        let Value::Int(length) = length else {
            return Err(Halt::Undetermined("a value of the wrong type".to_string(), span));
        };
        if length.is_negative() {
            return Err(error(ErrorKind::NegativeArrayLength, span));
        }
        let too_large = || Halt::Limit(Limit::Memory, span);
        let length = length.to_i64().and_then(|n| usize::try_from(n).ok()).ok_or_else(too_large)?;
        self.grow(length, span)?;
        let o = self.state.heap.array(element.clone(), vec![default_value(element); length]);
        if self.options.dataflow {
            for at in 0..length {
                self.note_def(frame, Place::Element(o, at as u32));
            }
        }
        Ok(Value::Ref(o))
    }

    fn call(
        &mut self,
        frame: &mut Frame<'p>,
        dst: Option<VarId>,
        id: ProcId,
        args: &[Expr],
        span: Span,
    ) -> Result<(), Halt> {
        let Some(proc) = self.program.proc(id) else {
            return Err(Halt::Undetermined("there is no such procedure".to_string(), span));
        };
        if self.below.len() + 1 >= self.options.limits.depth {
            return Err(Halt::Limit(Limit::Depth, span));
        }
        let values = self.values(frame, args)?;
        let caller = (frame.id, Point { block: frame.block, index: frame.index as u32 });
        let callee = self.frame(id, proc, Vec::new(), dst);
        self.below.push(std::mem::replace(frame, callee));
        for (param, value) in proc.params.iter().zip(values) {
            if let Some(place) = frame.env.get_mut(param.index()) {
                *place = Some(value);
            }
            if self.options.dataflow {
                let place = Place::Var { frame: frame.number, var: *param };
                self.trace.push(Event::Def { place, proc: caller.0, point: caller.1 });
            }
        }
        Ok(())
    }

    fn grow(&mut self, values: usize, span: Span) -> Result<(), Halt> {
        self.memory = self.memory.saturating_add(values).saturating_add(1);
        if self.memory > self.options.limits.memory { Err(Halt::Limit(Limit::Memory, span)) } else { Ok(()) }
    }

    fn set(&mut self, frame: &mut Frame<'p>, var: VarId, value: Value) {
        if let Some(place) = frame.env.get_mut(var.index()) {
            *place = Some(value);
        }
        self.note_def(frame, Place::Var { frame: frame.number, var });
    }

    fn eval<'s>(&'s mut self, frame: &'s Frame<'p>) -> Eval<'s> {
        Eval {
            env: &frame.env,
            heap: &self.state.heap,
            limits: &self.options.limits,
            frame: frame.number,
            uses: self.options.dataflow.then_some(&mut self.uses),
        }
    }

    fn value(&mut self, frame: &Frame<'p>, e: &Expr) -> Result<Value, Halt> {
        let value = self.eval(frame).value(e);
        self.note_uses(frame);
        value
    }

    fn values(&mut self, frame: &Frame<'p>, args: &[Expr]) -> Result<Vec<Value>, Halt> {
        args.iter().map(|e| self.value(frame, e)).collect()
    }

    fn note_uses(&mut self, frame: &Frame<'p>) {
        if self.uses.is_empty() {
            return;
        }
        let point = Point { block: frame.block, index: frame.index as u32 };
        for place in self.uses.drain(..) {
            self.trace.push(Event::Use { place, proc: frame.id, point });
        }
    }

    fn note_def(&mut self, frame: &Frame<'p>, place: Place) {
        if self.options.dataflow {
            let point = Point { block: frame.block, index: frame.index as u32 };
            self.trace.push(Event::Def { place, proc: frame.id, point });
        }
    }
}
