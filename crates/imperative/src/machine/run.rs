//! One run of a procedure.

use super::eval::{
    Eval, element_place, gone_or_broken, plain_decide, plain_moved, plain_truth, plain_value, target_place,
};
use super::leaks::{self, Given};
use super::outcome::{Halt, Limit, Limits, Options, Outcome, Run};
use super::trace::{Place, Recorder};
use super::watch::{At, Atoms, Watch};
use super::{Heap, Object, ObjectId, State, Value};
use crate::{
    Block, BlockId, DecisionId, ErrorKind, Expr, HandlerId, InstrKind, Made, Point, Proc, ProcId, Program,
    TerminatorKind, Type, VarId,
};
use base::Int;
use source::Span;

/// One activation of a procedure.
pub(super) struct Frame<'p> {
    id: ProcId,
    proc: &'p Proc,
    block: BlockId,
    index: usize,
    env: Vec<Option<Value>>,
    /// Where the caller wants the result, and what else goes back.
    dst: Option<VarId>,
    backs: &'p [(VarId, VarId)],
    /// The last error that each handler caught, for those that caught one.
    caught: Vec<(HandlerId, Outcome)>,
    number: u32,
}

impl Frame<'_> {
    #[inline]
    pub(super) fn at(&self) -> At {
        At { proc: self.id, point: Point { block: self.block, index: self.index as u32 } }
    }
}

pub(super) struct Machine<'p, 'w, W> {
    pub(super) program: &'p Program,
    pub(super) limits: &'p Limits,
    /// The activations below the current one.
    below: Vec<Frame<'p>>,
    pub(super) heap: Heap,
    pub(super) watch: &'w mut W,
    atoms: Atoms,
    pub(super) steps: u64,
    memory: usize,
    frames: u32,
    /// Environments of activations that are over, to be used again.
    spare: Vec<Vec<Option<Value>>>,
    result: Option<Value>,
    answers: std::vec::IntoIter<Int>,
    made: Vec<(ObjectId, Span)>,
    asked: Vec<String>,
    /// How many objects there were at the start.
    given: u32,
    /// Whether an error is raised again; its place is known already.
    again: bool,
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
        asked: Vec::new(),
        given,
        again: false,
    };
    let Some(first) = program.proc(proc) else {
        let outcome =
            Outcome::Undetermined { why: "there is no such procedure".to_string(), span: program.span };
        return machine.finish(outcome, env);
    };
    machine.watch.enters(proc, None);
    let mut frame = machine.frame(proc, first, env, None, &[]);
    let outcome = match machine.go(&mut frame) {
        Ok(()) => Outcome::Ok,
        Err(halt) => halt.into(),
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
        Run {
            outcome,
            result,
            state,
            trace: Vec::new(),
            steps: self.steps,
            made: self.made,
            asked: self.asked,
        }
    }

    fn frame(
        &mut self,
        id: ProcId,
        proc: &'p Proc,
        mut env: Vec<Option<Value>>,
        dst: Option<VarId>,
        backs: &'p [(VarId, VarId)],
    ) -> Frame<'p> {
        env.resize(proc.vars.len(), None);
        let number = self.frames;
        self.frames = self.frames.wrapping_add(1);
        Frame { id, proc, block: BlockId::ENTRY, index: 0, env, dst, backs, caught: Vec::new(), number }
    }

    #[inline]
    fn step(&mut self, frame: &Frame<'p>, span: Span) -> Result<(), Halt> {
        if self.steps >= self.limits.steps {
            return Err(Halt::limit(Limit::Steps, span));
        }
        self.steps += 1;
        self.watch.point(frame.at());
        if W::STATES {
            self.watch.state(frame.at(), &frame.env, &self.heap);
        }
        Ok(())
    }

    fn go(&mut self, frame: &mut Frame<'p>) -> Result<(), Halt> {
        while let Err(halt) = self.go_on(frame) {
            self.catch(frame, halt)?;
        }
        Ok(())
    }

    /// Goes on after an error, if a handler catches it.
    #[cold]
    fn catch(&mut self, frame: &mut Frame<'p>, halt: Halt) -> Result<(), Halt> {
        let (kind, message, span, memory) = match halt.into() {
            Outcome::Error { kind, message, span, memory } => (kind, message, span, memory),
            other => return Err(other.into()),
        };
        let open = || std::iter::once(&*frame).chain(self.below.iter().rev());
        let levels = open().position(|f| f.proc.catch_of(f.block, kind).is_some());
        // An error that is raised again keeps its place.
        let span = match std::mem::take(&mut self.again) {
            true => span,
            false => self.program.seen_from(span, open().map(|f| (f.id, f.block, f.index))),
        };
        let message = match kind {
            // Only the program knows what its exceptions are called.
            ErrorKind::Raised(_) => self.program.error_message(kind),
            _ => message,
        };
        let error = Outcome::Error { kind, message, span, memory };
        let Some(levels) = levels else { return Err(error.into()) };
        for _ in 0..levels {
            self.watch.unwinds(frame.at());
            let Some(caller) = self.below.pop() else { return Err(error.into()) };
            let mut env = std::mem::replace(frame, caller).env;
            env.clear();
            self.spare.push(env);
        }
        let Some((handler, catch)) = frame.proc.catch_of(frame.block, kind) else { return Err(error.into()) };
        self.watch.caught(frame.at(), kind, span);
        self.atoms.clear();
        self.atoms.push(true);
        self.watch.decided(frame.at(), catch.decision, Some(true), &self.atoms);
        match frame.caught.iter_mut().find(|(of, _)| *of == handler) {
            Some((_, last)) => *last = error,
            None => frame.caught.push((handler, error)),
        }
        self.watch.jumps(frame.block, catch.to);
        frame.block = catch.to;
        frame.index = 0;
        Ok(())
    }

    /// Runs up to the next error, or to the end.
    fn go_on(&mut self, frame: &mut Frame<'p>) -> Result<(), Halt> {
        'blocks: loop {
            let proc = frame.proc;
            let Some(block) = proc.block(frame.block) else {
                return Err(Halt::undetermined("there is no such block", proc.span));
            };
            while let Some(instr) = block.instrs.get(frame.index) {
                self.step(frame, instr.span)?;
                if let InstrKind::Call { dst, proc, args, backs } = &instr.kind {
                    self.call(frame, (*dst, backs), *proc, args, instr.span)?;
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
                    if W::DATAFLOW {
                        // An output that the call does not copy back is not used.
                        let has_value = |v: &VarId| frame.env.get(v.index()).is_some_and(Option::is_some);
                        let taken =
                            |out: &&VarId| has_value(out) && frame.backs.iter().any(|(from, _)| from == *out);
                        for var in frame.proc.outs.iter().filter(taken) {
                            self.watch.used(Place::Var { frame: frame.number, var: *var }, frame.at());
                        }
                    }
                    if W::STATES {
                        self.watch.gives(frame.at(), &frame.env, &self.heap, value.as_ref());
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
                    for (number, (from, to)) in done.backs.iter().enumerate() {
                        let value = done.env.get(from.index()).cloned().flatten();
                        self.take_back(frame, number, *to, value);
                    }
                    let mut env = done.env;
                    env.clear();
                    self.spare.push(env);
                    frame.index += 1;
                    return Ok(false);
                }
                TerminatorKind::Fail(kind) => return Err(Halt::error(*kind, span)),
                TerminatorKind::FailAgain(handler) => {
                    let last = frame.caught.iter().find(|(of, _)| of == handler);
                    let Some((_, error)) = last else {
                        return Err(Halt::undetermined("no error was caught that could happen again", span));
                    };
                    self.again = true;
                    return Err(error.clone().into());
                }
            };
        self.watch.jumps(frame.block, next);
        frame.block = next;
        frame.index = 0;
        Ok(false)
    }

    /// A variable gets what a call gives back, which may be no value.
    fn take_back(&mut self, frame: &mut Frame<'p>, number: usize, var: VarId, value: Option<Value>) {
        let place = Place::Var { frame: frame.number, var };
        if W::DATAFLOW {
            match value {
                Some(_) => self.watch.gave_back(place, number, frame.at()),
                None => self.watch.emptied(place, frame.at()),
            }
        }
        if let Some(place) = frame.env.get_mut(var.index()) {
            *place = value;
        }
    }

    /// For each object, whether something leads to it that is left when the first activation returns: the variables of a
    /// plain program; what a procedure was given, its result, and what else goes back.
    fn seen(&self, frame: &Frame<'p>, result: Option<&Value>) -> Vec<bool> {
        if self.program.main == Some(frame.id) {
            let named = frame.proc.named_vars().filter_map(|v| frame.env.get(v.index())?.as_ref());
            return leaks::reached(self.program, &self.heap, named.chain(result));
        }
        let given = (0..self.given).map(|i| Value::Ref(ObjectId(i))).collect::<Vec<_>>();
        let outs = frame.proc.outs.iter().filter_map(|v| frame.env.get(v.index())?.as_ref());
        leaks::reached(self.program, &self.heap, given.iter().chain(outs).chain(result))
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
                let (heap, limits) = (&self.heap, self.limits);
                let mut eval = Eval { env, ghosts: &[], heap, limits, frame: number, at, watch };
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
            InstrKind::Show { values, .. } => {
                for value in values {
                    self.value(frame, value)?;
                }
            }
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
            InstrKind::Fill { array, from, count, index, value } => {
                let places = self.filled(frame, array, from, count, span)?;
                let values = self.fillings(frame, places.1.len(), *index, value, span);
                if let Some(place) = frame.env.get_mut(index.index()) {
                    *place = None;
                }
                for (at, value) in places.1.zip(values?) {
                    self.store(frame, places.0, at, value);
                }
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
                    Made::Cell(_) => None,
                    Made::Array { length, .. } | Made::Long { length, .. } => {
                        Some(self.value(frame, length)?)
                    }
                };
                let first = match object {
                    Made::Array { first: Some(first), .. } => self.first(frame, first, span)?,
                    _ => 0,
                };
                let length = match length {
                    Some(length) => self.length(&length, span)?,
                    None => 0,
                };
                let o = self.make(frame, &made, length, *zeroed, span)?;
                if let Some(Object::Array { first: place, .. }) = self.heap.objects.get_mut(o.index()) {
                    *place = first;
                }
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
            InstrKind::Ask { dst, what } => {
                let given = self.answers.next();
                if given.is_some() {
                    self.asked.push(what.clone());
                }
                let answer = given.unwrap_or(Int::ZERO);
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
            InstrKind::Check { cond, kind } => {
                if !self.truth(frame, cond)? {
                    return Err(Halt::error(*kind, span));
                }
            }
            InstrKind::Unsupported(name) => {
                return Err(Halt::undetermined(format!("{name} is not supported"), span));
            }
        }
        Ok(())
    }

    fn store(&mut self, frame: &Frame<'p>, o: ObjectId, at: usize, value: Value) {
        if let Some(place) = self.heap.objects.get_mut(o.index()).and_then(|o| o.values_mut().get_mut(at)) {
            *place = value;
        }
        self.note_def(frame, Place::Element(o, at as u32));
    }

    fn call(
        &mut self,
        frame: &mut Frame<'p>,
        (dst, backs): (Option<VarId>, &'p [(VarId, VarId)]),
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
        let callee = self.frame(id, proc, env, dst, backs);
        self.below.push(std::mem::replace(frame, callee));
        if W::DATAFLOW {
            for (param, _) in proc.params.iter().zip(args) {
                self.watch.passed(Place::Var { frame: frame.number, var: *param }, from);
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn grow(&mut self, values: usize, span: Span) -> Result<(), Halt> {
        self.memory = self.memory.saturating_add(values).saturating_add(1);
        if self.memory > self.limits.memory { Err(Halt::limit(Limit::Memory, span)) } else { Ok(()) }
    }

    #[inline]
    pub(super) fn set(&mut self, frame: &mut Frame<'p>, var: VarId, value: Value) {
        if let Some(place) = frame.env.get_mut(var.index()) {
            *place = Some(value);
        }
        self.note_def(frame, Place::Var { frame: frame.number, var });
    }

    pub(super) fn value(&mut self, frame: &Frame<'p>, e: &Expr) -> Result<Value, Halt> {
        let (env, heap, limits) = (&frame.env[..], &self.heap, self.limits);
        let (frame, at) = (frame.number, frame.at());
        if W::DATAFLOW {
            Eval { env, ghosts: &[], heap, limits, frame, at, watch: &mut *self.watch }.value(e)
        } else {
            plain_value(env, heap, limits, e)
        }
    }

    /// A value that is only moved to another place.
    pub(super) fn moved(&mut self, frame: &Frame<'p>, e: &Expr) -> Result<Value, Halt> {
        let (env, heap, limits) = (&frame.env[..], &self.heap, self.limits);
        let (frame, at) = (frame.number, frame.at());
        if W::DATAFLOW {
            Eval { env, ghosts: &[], heap, limits, frame, at, watch: &mut *self.watch }.moved(e)
        } else {
            plain_moved(env, heap, limits, e)
        }
    }

    fn truth(&mut self, frame: &Frame<'p>, e: &Expr) -> Result<bool, Halt> {
        let (env, heap, limits) = (&frame.env[..], &self.heap, self.limits);
        let (frame, at) = (frame.number, frame.at());
        if W::DATAFLOW {
            Eval { env, ghosts: &[], heap, limits, frame, at, watch: &mut *self.watch }.truth(e)
        } else {
            plain_truth(env, heap, limits, e)
        }
    }

    #[inline]
    pub(super) fn note_def(&mut self, frame: &Frame<'p>, place: Place) {
        if W::DATAFLOW {
            self.watch.defined(place, frame.at());
        }
    }
}
