//! One run of a procedure.

use super::eval::{
    Eval, default_value, element_place, gone_or_broken, plain_decide, plain_moved, plain_truth, plain_value,
    target_place,
};
use super::leaks::{self, Given};
use super::outcome::{Halt, Limit, Limits, Options, Outcome, Run};
use super::trace::{Place, Recorder};
use super::watch::{At, Atoms, Watch};
use super::{Heap, Object, ObjectId, State, Value};
use crate::{
    Block, BlockId, DecisionId, ErrorKind, Expr, InstrKind, Made, Part, Point, Proc, ProcId, Program,
    TerminatorKind, Type, VarId,
};
use base::Int;
use source::Span;

/// Values of a new array that take as long as an instruction.
const VALUES_A_STEP: u64 = 16;

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

impl Frame<'_> {
    #[inline]
    fn at(&self) -> At {
        At { proc: self.id, point: Point { block: self.block, index: self.index as u32 } }
    }
}

struct Machine<'p, 'w, W> {
    program: &'p Program,
    limits: &'p Limits,
    /// The activations below the current one.
    below: Vec<Frame<'p>>,
    heap: Heap,
    watch: &'w mut W,
    atoms: Atoms,
    steps: u64,
    memory: usize,
    frames: u32,
    /// Environments of activations that are over, to be used again.
    spare: Vec<Vec<Option<Value>>>,
    result: Option<Value>,
    answers: std::vec::IntoIter<Int>,
    made: Vec<(ObjectId, Span)>,
    /// How many objects there were at the start.
    given: u32,
}

/// Runs a procedure from a state and writes down what happens. The state is taken as it is; see
/// [`super::check_state`] for states of unknown origin (one that does not fit makes the run undetermined or
/// erroneous, nothing worse).
pub fn run(program: &Program, proc: ProcId, input: State, options: &Options) -> Run {
    let Options { limits, points, dataflow, leaks } = options;
    let given = (*leaks).then(|| Given::of(program, proc, &input.env, &input.heap));
    let run = if *dataflow {
        let mut recorder = Recorder::<true> { points: *points, trace: Vec::new() };
        let done = run_watched(program, proc, input, limits, &mut recorder);
        Run { trace: recorder.trace, ..done }
    } else {
        let mut recorder = Recorder::<false> { points: *points, trace: Vec::new() };
        let done = run_watched(program, proc, input, limits, &mut recorder);
        Run { trace: recorder.trace, ..done }
    };
    match given {
        Some(given) => leaks::judged(program, proc, &given, run),
        None => run,
    }
}

/// Runs a procedure from a state, as [`run`] does, and tells a watch what happens; the trace stays empty.
pub fn run_watched<W: Watch>(
    program: &Program,
    proc: ProcId,
    input: State,
    limits: &Limits,
    watch: &mut W,
) -> Run {
    let State { env, heap, answers } = input;
    let memory = heap.objects.iter().map(|o| o.values().len() + 1).sum();
    let given = u32::try_from(heap.objects.len()).unwrap_or(u32::MAX);
    watch.starts(&heap);
    let mut machine = Machine {
        program,
        limits,
        below: Vec::new(),
        heap,
        watch,
        atoms: Atoms::default(),
        steps: 0,
        memory,
        frames: 0,
        spare: Vec::new(),
        result: None,
        answers: answers.into_iter(),
        made: Vec::new(),
        given,
    };
    let Some(first) = program.proc(proc) else {
        let outcome =
            Outcome::Undetermined { why: "there is no such procedure".to_string(), span: program.span };
        return machine.finish(outcome, env);
    };
    machine.watch.enters(proc, None);
    let mut frame = machine.frame(proc, first, env, None);
    let outcome = match machine.go(&mut frame) {
        Ok(()) => Outcome::Ok,
        Err(halt) => match halt.into() {
            Outcome::Error { kind, message, span, memory } => {
                let open = [&frame].into_iter().chain(machine.below.iter().rev());
                let span = program.seen_from(span, open.map(|f| (f.id, f.block, f.index)));
                Outcome::Error { kind, message, span, memory }
            }
            other => other,
        },
    };
    if outcome == Outcome::Ok {
        machine.watch.ends(&outcome, &mut std::iter::empty());
    } else {
        let mut open = machine.below.iter().map(Frame::at).chain([frame.at()]);
        machine.watch.ends(&outcome, &mut open);
    }
    // The environment that counts is that of the first activation.
    let outermost = machine.below.drain(..).next().unwrap_or(frame);
    machine.finish(outcome, outermost.env)
}

impl<'p, W: Watch> Machine<'p, '_, W> {
    fn finish(self, outcome: Outcome, env: Vec<Option<Value>>) -> Run {
        let result = if outcome == Outcome::Ok { self.result } else { None };
        let state = State { env, heap: self.heap, answers: Vec::new() };
        Run { outcome, result, state, trace: Vec::new(), steps: self.steps, made: self.made }
    }

    fn frame(
        &mut self,
        id: ProcId,
        proc: &'p Proc,
        mut env: Vec<Option<Value>>,
        dst: Option<VarId>,
    ) -> Frame<'p> {
        env.resize(proc.vars.len(), None);
        let number = self.frames;
        self.frames = self.frames.wrapping_add(1);
        Frame { id, proc, block: BlockId::ENTRY, index: 0, env, dst, number }
    }

    #[inline]
    fn step(&mut self, frame: &Frame<'p>, span: Span) -> Result<(), Halt> {
        if self.steps >= self.limits.steps {
            return Err(Halt::limit(Limit::Steps, span));
        }
        self.steps += 1;
        self.watch.point(frame.at());
        Ok(())
    }

    fn go(&mut self, frame: &mut Frame<'p>) -> Result<(), Halt> {
        'blocks: loop {
            let proc = frame.proc;
            let Some(block) = proc.block(frame.block) else {
                return Err(Halt::undetermined("there is no such block", proc.span));
            };
            while let Some(instr) = block.instrs.get(frame.index) {
                self.step(frame, instr.span)?;
                if let InstrKind::Call { dst, proc, args } = &instr.kind {
                    self.call(frame, *dst, *proc, args, instr.span)?;
                    continue 'blocks;
                }
                self.instr(frame, &instr.kind, instr.span)?;
                frame.index += 1;
            }
            if self.end_of_block(frame, block)? {
                return Ok(());
            }
        }
    }

    /// Executes the end of a block; true if that ends the run.
    #[inline]
    fn end_of_block(&mut self, frame: &mut Frame<'p>, block: &'p Block) -> Result<bool, Halt> {
        let span = block.terminator.span;
        self.step(frame, span)?;
        let next =
            match &block.terminator.kind {
                TerminatorKind::Goto(to) => *to,
                TerminatorKind::Branch { decision, then, otherwise } => {
                    if self.decide(frame, *decision, span)? { *then } else { *otherwise }
                }
                TerminatorKind::Return(value) => {
                    let value = match value {
                        Some(e) => Some(self.value(frame, e)?),
                        None => None,
                    };
                    if W::DATAFLOW && self.below.is_empty() {
                        let seen = self.seen(frame, value.as_ref());
                        self.watch.leaves(&seen);
                    }
                    self.watch.returns(frame.at());
                    let Some(caller) = self.below.pop() else {
                        self.result = value;
                        return Ok(true);
                    };
                    let done = std::mem::replace(frame, caller);
                    if let (Some(dst), Some(value)) = (done.dst, value) {
                        self.set(frame, dst, value);
                    }
                    let mut env = done.env;
                    env.clear();
                    self.spare.push(env);
                    frame.index += 1;
                    return Ok(false);
                }
                TerminatorKind::Fail(kind) => return Err(Halt::error(*kind, span)),
            };
        self.watch.jumps(frame.block, next);
        frame.block = next;
        frame.index = 0;
        Ok(false)
    }

    /// For each object, whether something leads to it that is left when the first activation returns: the variables of a
    /// plain program; what a procedure was given, and its result.
    fn seen(&self, frame: &Frame<'p>, result: Option<&Value>) -> Vec<bool> {
        if self.program.main == Some(frame.id) {
            let named = frame.proc.named_vars().filter_map(|v| frame.env.get(v.index())?.as_ref());
            return leaks::reached(self.program, &self.heap, named.chain(result));
        }
        let given = (0..self.given).map(|i| Value::Ref(ObjectId(i))).collect::<Vec<_>>();
        leaks::reached(self.program, &self.heap, given.iter().chain(result))
    }

    #[inline]
    fn decide(&mut self, frame: &Frame<'p>, decision: DecisionId, span: Span) -> Result<bool, Halt> {
        let Some(d) = frame.proc.decision(decision) else {
            return Err(Halt::undetermined("there is no such decision", span));
        };
        let outcome = if W::ATOMS {
            self.atoms.clear();
            let (env, number, at) = (&frame.env[..], frame.number, frame.at());
            if W::DATAFLOW {
                let watch = &mut *self.watch;
                let mut eval = Eval { env, heap: &self.heap, limits: self.limits, frame: number, at, watch };
                eval.decide(&d.cond, &mut self.atoms)
            } else {
                plain_decide(env, &self.heap, self.limits, &d.cond, &mut self.atoms)
            }
        } else {
            self.truth(frame, &d.cond)
        };
        self.watch.decided(frame.at(), decision, outcome.as_ref().ok().copied(), &self.atoms);
        outcome
    }

    /// Executes one instruction that is no call.
    fn instr(&mut self, frame: &mut Frame<'p>, kind: &'p InstrKind, span: Span) -> Result<(), Halt> {
        match kind {
            InstrKind::Skip | InstrKind::Call { .. } => {}
            InstrKind::Assign(var, value) => {
                let value = self.value(frame, value)?;
                self.set(frame, *var, value);
            }
            InstrKind::StoreField { object, field, value } => {
                let value = self.moved(frame, value)?;
                match self.value(frame, object)? {
                    Value::Nil => return Err(Halt::error(ErrorKind::NilDereference, span)),
                    Value::Ref(o) => {
                        if !self.heap.set_field(o, *field, value) {
                            return Err(gone_or_broken(&self.heap, o, span));
                        }
                        self.note_def(frame, Place::Field(o, *field));
                    }
                    _ => return Err(Halt::undetermined("a value of the wrong type", span)),
                }
            }
            InstrKind::StoreElement { array, index, value } => {
                let value = self.moved(frame, value)?;
                let array = self.value(frame, array)?;
                let index = self.value(frame, index)?;
                let (o, at) = element_place(&self.heap, &array, &index, span)?;
                self.store(frame, o, at, value);
            }
            InstrKind::StoreTarget { pointer, value } => {
                let value = self.moved(frame, value)?;
                let pointer = self.value(frame, pointer).map_err(Halt::followed)?;
                let (o, at) = target_place(&self.heap, &pointer, span)?;
                self.store(frame, o, at, value);
            }
            InstrKind::Make { dst, object, zeroed, owned } => {
                let made = match object {
                    Made::Cell(of) | Made::Long { of, .. } => Type::Ref(*of),
                    Made::Array { element, .. } => Type::Array(Box::new(element.clone())),
                };
                let length = match object {
                    Made::Cell(_) => 0,
                    Made::Array { length, .. } | Made::Long { length, .. } => {
                        let length = self.value(frame, length)?;
                        self.length(&length, span)?
                    }
                };
                let o = self.make(frame, &made, length, *zeroed, span)?;
                if *owned {
                    self.made.push((o, span));
                }
                self.set(frame, *dst, Value::Ref(o));
            }
            InstrKind::Free(e) => {
                let value = self.value(frame, e)?;
                self.free(&value, span)?;
            }
            InstrKind::New { dst, of, args } => {
                let mut fields = Vec::with_capacity(args.len());
                for e in args {
                    fields.push(self.value(frame, e)?);
                }
                self.grow(fields.len(), span)?;
                let count = fields.len();
                let o = self.heap.cell(*of, fields);
                if W::DATAFLOW {
                    self.watch.made(&self.heap, o, count, frame.at());
                }
                self.set(frame, *dst, Value::Ref(o));
            }
            InstrKind::NewArray { dst, element, length } => {
                let length = self.value(frame, length)?;
                let o = self.new_array(frame, element, &length, span)?;
                self.set(frame, *dst, o);
            }
            InstrKind::Bits { dst, op, left, right, word } => {
                let (left, right) = (self.value(frame, left)?, self.value(frame, right)?);
                let (Value::Int(a), Value::Int(b)) = (&left, &right) else {
                    return Err(Halt::undetermined("a value of the wrong type", span));
                };
                let value = op.apply(a, b, *word).map_err(|kind| Halt::error(kind, span))?;
                self.set(frame, *dst, Value::Int(value));
            }
            InstrKind::Ask { dst, .. } => {
                let answer = self.answers.next().unwrap_or(Int::ZERO);
                let value = match frame.proc.var(*dst).map(|v| &v.ty) {
                    Some(Type::Bool) => Value::Bool(!answer.is_zero()),
                    Some(Type::Word(word)) => Value::Int(word.wrap(&answer)),
                    _ => return Err(Halt::undetermined("an answer of the wrong type", span)),
                };
                self.set(frame, *dst, value);
            }
            InstrKind::Assume(condition) => {
                if !self.truth(frame, condition)? {
                    return Err(Halt::excluded(span));
                }
            }
            InstrKind::Unsupported(name) => {
                return Err(Halt::undetermined(format!("{name} is not supported"), span));
            }
        }
        Ok(())
    }

    fn length(&self, length: &Value, span: Span) -> Result<usize, Halt> {
        let Value::Int(length) = length else {
            return Err(Halt::undetermined("a value of the wrong type", span));
        };
        if length.is_negative() {
            return Err(Halt::error(ErrorKind::NegativeArrayLength, span));
        }
        let too_large = || Halt::limit(Limit::Memory, span);
        length.to_i64().and_then(|n| usize::try_from(n).ok()).ok_or_else(too_large)
    }

    fn store(&mut self, frame: &Frame<'p>, o: ObjectId, at: usize, value: Value) {
        if let Some(place) = self.heap.objects.get_mut(o.index()).and_then(|o| o.values_mut().get_mut(at)) {
            *place = value;
        }
        self.note_def(frame, Place::Element(o, at as u32));
    }

    /// Makes an object with all its parts; the length is that of an array, or of an open array that is a part of a cell.
    /// A verified program has no struct that is part of itself.
    fn make(
        &mut self,
        frame: &Frame<'p>,
        ty: &Type,
        length: usize,
        zeroed: bool,
        span: Span,
    ) -> Result<ObjectId, Halt> {
        let mut plain = Vec::new();
        let types: Vec<Type> = match ty {
            Type::Ref(s) => match self.program.struct_of(*s) {
                Some(of) => of.fields.iter().map(|f| f.ty.clone()).collect(),
                None => return Err(Halt::undetermined("there is no such struct", span)),
            },
            Type::Array(element) => {
                self.grow(length, span)?;
                // What is long takes its time.
                self.steps = self.steps.saturating_add(length as u64 / VALUES_A_STEP);
                match &**element {
                    Type::Part(_) => vec![(**element).clone(); length],
                    ty => {
                        self.grow(length, span)?;
                        plain = vec![if zeroed { default_value(ty) } else { Value::Nothing }; length];
                        Vec::new()
                    }
                }
            }
            _ => return Err(Halt::undetermined("a value of the wrong type", span)),
        };
        self.grow(types.len(), span)?;
        let mut values = plain;
        values.reserve_exact(types.len());
        for ty in types {
            values.push(match &ty {
                Type::Part(part) => {
                    let length = match &**part {
                        Part::Cell(_) => 0,
                        Part::Array(_, n) => {
                            usize::try_from(*n).map_err(|_| Halt::limit(Limit::Memory, span))?
                        }
                        Part::Open(_, least) => {
                            let least = usize::try_from(*least);
                            least.map_err(|_| Halt::limit(Limit::Memory, span))?.max(length)
                        }
                    };
                    Value::Ref(self.make(frame, &part.reference(), length, zeroed, span)?)
                }
                ty if zeroed => default_value(ty),
                _ => Value::Nothing,
            });
        }
        let count = values.len();
        let object = match ty {
            Type::Ref(s) => Object::Cell { of: *s, fields: values },
            Type::Array(element) => Object::Array { element: (**element).clone(), values },
            _ => return Err(Halt::undetermined("a value of the wrong type", span)),
        };
        let o = self.heap.add(object);
        if W::DATAFLOW {
            self.watch.made(&self.heap, o, count, frame.at());
        }
        Ok(o)
    }

    /// Frees what a reference leads to, or a pointer to the first element of an array.
    fn free(&mut self, value: &Value, span: Span) -> Result<(), Halt> {
        let bad = || Halt::error(ErrorKind::BadFree, span);
        let whole = match value {
            Value::Nil => return Ok(()),
            Value::Ref(o) | Value::Pointer(o, 0) => *o,
            _ => return Err(bad()),
        };
        if self.heap.parts(self.program).get(whole.index()).copied().unwrap_or(false) {
            return Err(bad());
        }
        let mut waiting = vec![whole];
        while let Some(o) = waiting.pop() {
            let Some(object) = self.heap.objects.get_mut(o.index()) else { return Err(bad()) };
            if let Object::Gone { .. } = object {
                return Err(bad());
            }
            waiting.extend(object.parts(self.program));
            *object = object.gone(self.program);
        }
        Ok(())
    }

    fn new_array(
        &mut self,
        frame: &Frame<'p>,
        element: &Type,
        length: &Value,
        span: Span,
    ) -> Result<Value, Halt> {
        let length = self.length(length, span)?;
        self.grow(length, span)?;
        let o = self.heap.array(element.clone(), vec![default_value(element); length]);
        if W::DATAFLOW {
            self.watch.made(&self.heap, o, length, frame.at());
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
            return Err(Halt::undetermined("there is no such procedure", span));
        };
        if self.below.len() + 1 >= self.limits.depth {
            return Err(Halt::limit(Limit::Depth, span));
        }
        let mut env = self.spare.pop().unwrap_or_default();
        env.resize(proc.vars.len(), None);
        for (i, e) in args.iter().enumerate() {
            let value = self.value(frame, e)?;
            if let Some(place) = proc.params.get(i).and_then(|param| env.get_mut(param.index())) {
                *place = Some(value);
            }
        }
        let from = frame.at();
        self.watch.enters(id, Some(from));
        let callee = self.frame(id, proc, env, dst);
        self.below.push(std::mem::replace(frame, callee));
        if W::DATAFLOW {
            for (param, _) in proc.params.iter().zip(args) {
                self.watch.passed(Place::Var { frame: frame.number, var: *param }, from);
            }
        }
        Ok(())
    }

    #[inline]
    fn grow(&mut self, values: usize, span: Span) -> Result<(), Halt> {
        self.memory = self.memory.saturating_add(values).saturating_add(1);
        if self.memory > self.limits.memory { Err(Halt::limit(Limit::Memory, span)) } else { Ok(()) }
    }

    #[inline]
    fn set(&mut self, frame: &mut Frame<'p>, var: VarId, value: Value) {
        if let Some(place) = frame.env.get_mut(var.index()) {
            *place = Some(value);
        }
        self.note_def(frame, Place::Var { frame: frame.number, var });
    }

    fn value(&mut self, frame: &Frame<'p>, e: &Expr) -> Result<Value, Halt> {
        let (env, heap, limits) = (&frame.env[..], &self.heap, self.limits);
        let (frame, at) = (frame.number, frame.at());
        if W::DATAFLOW {
            Eval { env, heap, limits, frame, at, watch: &mut *self.watch }.value(e)
        } else {
            plain_value(env, heap, limits, e)
        }
    }

    /// A value that is only moved to another place.
    fn moved(&mut self, frame: &Frame<'p>, e: &Expr) -> Result<Value, Halt> {
        let (env, heap, limits) = (&frame.env[..], &self.heap, self.limits);
        let (frame, at) = (frame.number, frame.at());
        if W::DATAFLOW {
            Eval { env, heap, limits, frame, at, watch: &mut *self.watch }.moved(e)
        } else {
            plain_moved(env, heap, limits, e)
        }
    }

    fn truth(&mut self, frame: &Frame<'p>, e: &Expr) -> Result<bool, Halt> {
        let (env, heap, limits) = (&frame.env[..], &self.heap, self.limits);
        let (frame, at) = (frame.number, frame.at());
        if W::DATAFLOW {
            Eval { env, heap, limits, frame, at, watch: &mut *self.watch }.truth(e)
        } else {
            plain_truth(env, heap, limits, e)
        }
    }

    #[inline]
    fn note_def(&mut self, frame: &Frame<'p>, place: Place) {
        if W::DATAFLOW {
            self.watch.defined(place, frame.at());
        }
    }
}
