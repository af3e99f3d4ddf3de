//! The search over symbolic states.
//!
//! At a decision the current model satisfies one side, which then costs nothing; the other is one
//! question. Inconsistent paths stop at once. Paths fork at decisions and errors alone.

use crate::evaluate::{Evaluation, Trouble};
use crate::input::concrete;
use crate::memory::World;
use crate::path::{End, Frame, Path};
use crate::requires::{Shape, SortedArray};
use base::{Budget, Random, Stop};
use formula::{FunKey, Op, Sort, Term, evaluate};
use imperative::machine::{Event, Options, Outcome, Run, State as Input, requirements_hold, run};
use imperative::{
    BlockId, DecisionId, DecisionKind, Expr, InstrKind, ProcId, Program, Requirement, RequirementKind,
    TerminatorKind, Type, VarId,
};
use rustc_hash::FxHashMap;
use solver::{Solver, State, Unknown, Verdict};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// How far to go; `None` does not bind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Iterations of a loop each time it is entered.
    pub loops: Option<u32>,
    /// Calls that have not returned, the first included.
    pub depth: Option<u32>,
    /// Decisions on a path.
    pub path_length: Option<u32>,
}

/// In which order states are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The newest first.
    Depth,
    /// The oldest first.
    Breadth,
    /// By chance, from this seed.
    Random(u64),
}

/// A path with an input that follows it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The decisions with their outcomes, in order.
    pub decisions: Vec<(ProcId, DecisionId, bool)>,
    /// How it ends.
    pub end: End,
    /// The path condition, in paper notation.
    pub condition: String,
    /// The input.
    pub input: Input,
    /// What the concrete machine did on it.
    pub run: Run,
}

/// What the search did.
#[derive(Clone, Debug, Default)]
pub struct Exploration {
    /// Paths that were found feasible within the bounds.
    pub paths: u64,
    /// Sides of decisions that no input takes.
    pub infeasible: u64,
    /// Feasible ways on that the bounds cut off.
    pub cut: u64,
    /// Ways on of which nothing is known, and paths without an input.
    pub unknown: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Why something is unknown, each reason once.
    pub reasons: Vec<String>,
    /// The limit that ended the search.
    pub stopped: Option<Stop>,
}

impl Exploration {
    /// Has every feasible path within the bounds its input?
    pub fn is_complete(&self) -> bool {
        self.unknown == 0 && self.stopped.is_none()
    }
}

/// Steps on one path without a decision after which it is cut.
const SILENT_STEPS: u64 = 1_000_000;

/// Walks the paths of a procedure; `each` is given every path and says whether to go on.
pub fn explore(
    program: &Program,
    proc: ProcId,
    bounds: &Bounds,
    strategy: Strategy,
    budget: &Budget,
    each: &mut dyn FnMut(Found) -> bool,
) -> Exploration {
    let mut e = Explorer {
        program,
        proc,
        bounds,
        budget,
        world: World::new(program),
        solver: Solver::new(),
        inputs: Vec::new(),
        shapes: Vec::new(),
        sorted_arrays: Vec::new(),
        texts: FxHashMap::default(),
        work: VecDeque::new(),
        result: Exploration::default(),
        seen: program
            .procs
            .iter()
            .any(|p| p.decisions.iter().any(|d| d.kind == DecisionKind::ShortCircuit))
            .then(BTreeSet::new),
        going: true,
    };
    let mut random = Random::new(if let Strategy::Random(seed) = strategy { seed } else { 0 });
    if let Some(first) = e.start() {
        e.work.push_back(first);
    }
    while e.going {
        let next = match strategy {
            Strategy::Depth => e.work.pop_back(),
            Strategy::Breadth => e.work.pop_front(),
            Strategy::Random(_) => {
                let i = random.below(e.work.len());
                e.work.swap_remove_back(i)
            }
        };
        let Some(path) = next else { break };
        if let Err(s) = budget.look() {
            e.result.stopped = Some(s);
            break;
        }
        e.advance(path, each);
    }
    e.result.queries = e.solver.statistics().queries - e.solver.statistics().reused;
    e.result
}

struct Explorer<'a> {
    program: &'a Program,
    proc: ProcId,
    bounds: &'a Bounds,
    budget: &'a Budget,
    world: World,
    solver: Solver,
    inputs: Vec<(VarId, Term)>,
    shapes: Vec<Shape>,
    sorted_arrays: Vec<SortedArray>,
    /// How formulas read, since paths share most of theirs; nothing for those that nobody should read.
    texts: FxHashMap<Term, Option<String>>,
    work: VecDeque<Path>,
    result: Exploration,
    /// Paths found already, where two searches may end in one path.
    seen: Option<BTreeSet<Vec<(ProcId, DecisionId, bool)>>>,
    going: bool,
}

impl Explorer<'_> {
    fn unknown(&mut self, why: String) {
        self.result.unknown += 1;
        if !self.result.reasons.contains(&why) {
            self.result.reasons.push(why);
        }
    }

    /// Is the state possible? What is unknown is counted and not followed.
    fn possible(&mut self, s: &State) -> bool {
        match self.solver.check_state(&self.world.terms, s, self.budget) {
            Verdict::Sat(_) => true,
            Verdict::Unsat(_) => false,
            Verdict::Unknown(u) => {
                if let Unknown::Stopped(stop @ (Stop::Time | Stop::Memory | Stop::Cancelled)) = u {
                    self.result.stopped = Some(stop);
                    self.going = false;
                } else {
                    self.unknown(u.to_string());
                }
                false
            }
        }
    }

    fn start(&mut self) -> Option<Path> {
        let of = self.program.proc(self.proc)?;
        let mut env = vec![None; of.vars.len()];
        for v in of.inputs() {
            let sort = self.world.sort(self.program, &of.vars[v.index()].ty);
            let t = self.world.terms.var(&of.vars[v.index()].name, sort);
            env[v.index()] = Some(t);
            self.inputs.push((v, t));
        }
        let frame = Frame {
            proc: self.proc,
            block: BlockId::ENTRY,
            index: 0,
            env,
            loops: vec![0; of.loops.len()],
            dst: None,
        };
        let path = Path {
            frames: vec![frame],
            memory: Default::default(),
            condition: State::new(),
            taken: None,
            length: 0,
            steps: 0,
        };
        let mut path = path;
        for r in &of.requires {
            path = self.require(path, r)?;
        }
        Some(path)
    }

    /// Assumes a requirement as far as it can be said at once.
    fn require(&mut self, path: Path, r: &Requirement) -> Option<Path> {
        match &r.kind {
            RequirementKind::Cond(e) => {
                let (value, troubles, _) = self.evaluate(&path, e, &Type::Bool);
                let mut path = path;
                for t in troubles {
                    let fine = self.world.terms.not(t.guard);
                    path.condition = path.condition.assert(fine);
                }
                self.assume(path, value)
            }
            RequirementKind::And(a, b) => {
                let path = self.require(path, a)?;
                self.require(path, b)
            }
            RequirementKind::Predicate(p) => {
                let root = match p {
                    imperative::Predicate::Acyclic(e)
                    | imperative::Predicate::Sorted(e)
                    | imperative::Predicate::Tree(e)
                    | imperative::Predicate::Disjoint(e, _) => e,
                };
                let (value, troubles, _) = self.evaluate(&path, root, &Type::Bool);
                if troubles.is_empty() {
                    self.sorted_arrays.extend(SortedArray::of(&self.world, p, value));
                    self.shapes.extend(Shape::of(&mut self.world, p, value));
                }
                Some(path)
            }
            // Judged on the finished input.
            RequirementKind::Call { .. } | RequirementKind::Not(_) | RequirementKind::Or(..) => Some(path),
        }
    }

    fn evaluate(&mut self, path: &Path, e: &Expr, ty: &Type) -> (Term, Vec<Trouble>, Vec<Term>) {
        let Some(frame) = path.frames.last() else {
            return (self.world.terms.fals(), Vec::new(), Vec::new());
        };
        let mut ev = Evaluation::new(self.program, &mut self.world, &path.memory, &frame.env);
        let value = ev.value_of(e, ty);
        let (troubles, looked) = (ev.troubles, ev.dereferenced);
        (value, troubles, looked)
    }

    /// Adds a formula to the path condition with what it teaches; `None` if that is impossible.
    fn assume(&mut self, mut path: Path, f: Term) -> Option<Path> {
        match self.world.terms.as_bool(f) {
            Some(true) => return Some(path),
            Some(false) => return None,
            None => {}
        }
        path.condition = path.condition.assert(f);
        self.learn(&mut path, f, true);
        self.possible(&path.condition).then_some(path)
    }

    /// Facts about references that a formula settles.
    fn learn(&mut self, path: &mut Path, f: Term, positive: bool) {
        let t = &self.world.terms;
        match t.op(f) {
            Op::Not => {
                let inner = t.args(f)[0];
                self.learn(path, inner, !positive);
            }
            Op::And if positive => {
                for a in t.args(f).to_vec() {
                    self.learn(path, a, true);
                }
            }
            Op::Or if !positive => {
                for a in t.args(f).to_vec() {
                    self.learn(path, a, false);
                }
            }
            Op::Eq => {
                let (a, b) = (t.args(f)[0], t.args(f)[1]);
                if matches!(t.sort_of(a), Sort::INT | Sort::REAL | Sort::BOOL) {
                    return;
                }
                path.memory.learn(a, b, positive);
                if !positive {
                    for (x, y) in [(a, b), (b, a)] {
                        if *self.world.terms.op(y) == Op::Nil && self.world.is_input(x) {
                            self.look(path, x);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// A cell or array of the input is known to be there: what the requirements say of it.
    fn look(&mut self, path: &mut Path, cell: Term) {
        for i in 0..self.shapes.len() {
            for f in self.shapes[i].on_look(self.program, &mut self.world, cell) {
                path.condition = path.condition.assert(f);
            }
        }
        if let Some((length, _, _)) = self.world.array(self.world.terms.sort_of(cell)) {
            let n = self.world.terms.app(length, &[cell]);
            let zero = self.world.terms.int(0);
            let fine = self.world.terms.le(zero, n);
            path.condition = path.condition.assert(fine);
        }
    }

    /// Splits off what may go wrong; the path on which nothing does goes on.
    fn pass(
        &mut self,
        mut path: Path,
        troubles: Vec<Trouble>,
        each: &mut dyn FnMut(Found) -> bool,
    ) -> Option<Path> {
        let mut passed: Vec<Term> = Vec::new();
        for t in troubles {
            // The same thing may be looked at twice in one expression.
            if passed.contains(&t.guard) {
                continue;
            }
            passed.push(t.guard);
            if let Some(p) = self.assume(path.clone(), t.guard) {
                self.finish(p, End::Error(t.kind, t.span), each);
            } else {
                self.result.infeasible += u64::from(self.world.terms.as_bool(t.guard).is_none());
            }
            let fine = self.world.terms.not(t.guard);
            path = self.assume(path, fine)?;
        }
        Some(path)
    }

    /// Runs a path up to its next fork or its end.
    fn advance(&mut self, mut path: Path, each: &mut dyn FnMut(Found) -> bool) {
        while self.going {
            path.steps += 1;
            if path.steps > SILENT_STEPS || self.budget.step().is_err() {
                self.result.cut += 1;
                return;
            }
            let Some(frame) = path.frames.last() else { return };
            let Some(proc) = self.program.proc(frame.proc) else { return };
            let Some(block) = proc.block(frame.block) else { return };
            let next = match block.instrs.get(frame.index) {
                Some(instr) => self.instruction(path, &instr.kind, instr.span, each),
                None => self.terminator(path, &block.terminator, each),
            };
            match next {
                Some(p) => path = p,
                None => return,
            }
        }
    }

    fn instruction(
        &mut self,
        path: Path,
        kind: &InstrKind,
        span: source::Span,
        each: &mut dyn FnMut(Found) -> bool,
    ) -> Option<Path> {
        let proc = self.program.proc(path.frames.last()?.proc)?;
        let mut path = match kind {
            InstrKind::Skip => path,
            InstrKind::Assign(v, e) => {
                let (value, troubles, _) = self.evaluate(&path, e, &proc.vars[v.index()].ty);
                let mut path = self.pass(path, troubles, each)?;
                path.frames.last_mut()?.env[v.index()] = Some(value);
                path
            }
            InstrKind::StoreField { object, field, value } => {
                let Some(frame) = path.frames.last() else { return None };
                let mut ev = Evaluation::new(self.program, &mut self.world, &path.memory, &frame.env);
                let v = ev.value(value, None);
                let o = ev.value(object, None);
                ev.target(o, span);
                let troubles = std::mem::take(&mut ev.troubles);
                let s = self.world.struct_of(self.world.terms.sort_of(o))?;
                let f = self.world.field(s, *field);
                // A bare nil takes the field's sort.
                let sort = self.world.terms.fun(f).result;
                let v = if *self.world.terms.op(v) == Op::Nil { self.world.terms.nil(sort) } else { v };
                let mut path = self.pass(path, troubles, each)?;
                path.memory.write(f, o, v);
                path
            }
            InstrKind::StoreElement { array, index, value } => {
                let Some(frame) = path.frames.last() else { return None };
                let mut ev = Evaluation::new(self.program, &mut self.world, &path.memory, &frame.env);
                let v = ev.value(value, None);
                let a = ev.value(array, None);
                let i = ev.value(index, None);
                ev.target(a, span);
                ev.in_range(a, i, span);
                let troubles = std::mem::take(&mut ev.troubles);
                let (_, at, _) = self.world.array(self.world.terms.sort_of(a))?;
                let sort = self.world.terms.fun(at).result;
                let v = if *self.world.terms.op(v) == Op::Nil { self.world.terms.nil(sort) } else { v };
                let mut path = self.pass(path, troubles, each)?;
                path.memory.write_element(&self.world, a, i, v);
                path
            }
            InstrKind::New { dst, of, args } => {
                let s = self.program.struct_of(*of)?;
                let mut values = Vec::with_capacity(args.len());
                let mut path = path;
                for (arg, field) in args.iter().zip(&s.fields) {
                    let (v, troubles, _) = self.evaluate(&path, arg, &field.ty);
                    path = self.pass(path, troubles, each)?;
                    values.push(v);
                }
                let sort = self.world.sort(self.program, &Type::Ref(*of));
                let cell = path.memory.allocate(&mut self.world, sort);
                for (i, v) in values.into_iter().enumerate() {
                    let f = self.world.field(*of, imperative::FieldId::new(i));
                    path.memory.write(f, cell, v);
                }
                path.frames.last_mut()?.env[dst.index()] = Some(cell);
                path
            }
            InstrKind::NewArray { dst, element, length } => {
                let (n, troubles, _) = self.evaluate(&path, length, &Type::Int);
                let path = self.pass(path, troubles, each)?;
                let zero = self.world.terms.int(0);
                let guard = self.world.terms.lt(n, zero);
                let negative = Trouble { guard, kind: imperative::ErrorKind::NegativeArrayLength, span };
                let mut path = self.pass(path, vec![negative], each)?;
                let sort = self.world.sort(self.program, &Type::Array(Box::new(element.clone())));
                let array = path.memory.allocate(&mut self.world, sort);
                path.memory.set_length(array, n);
                path.frames.last_mut()?.env[dst.index()] = Some(array);
                path
            }
            InstrKind::Call { dst, proc, args } => return self.call(path, *dst, *proc, args, each),
            InstrKind::Assume(e) => {
                let (value, troubles, _) = self.evaluate(&path, e, &Type::Bool);
                let path = self.pass(path, troubles, each)?;
                self.assume(path, value)?
            }
            InstrKind::Unsupported(what) => {
                self.unknown(format!("{what} is not supported"));
                return None;
            }
        };
        path.frames.last_mut()?.index += 1;
        Some(path)
    }

    fn call(
        &mut self,
        mut path: Path,
        dst: Option<VarId>,
        proc: ProcId,
        args: &[Expr],
        each: &mut dyn FnMut(Found) -> bool,
    ) -> Option<Path> {
        let of = self.program.proc(proc)?;
        let mut env = vec![None; of.vars.len()];
        for (arg, p) in args.iter().zip(&of.params) {
            let (v, troubles, _) = self.evaluate(&path, arg, &of.vars[p.index()].ty);
            path = self.pass(path, troubles, each)?;
            env[p.index()] = Some(v);
        }
        if self.bounds.depth.is_some_and(|d| path.frames.len() >= d as usize) {
            self.result.cut += 1;
            return None;
        }
        path.frames.last_mut()?.index += 1;
        let loops = vec![0; of.loops.len()];
        path.frames.push(Frame { proc, block: BlockId::ENTRY, index: 0, env, loops, dst });
        Some(path)
    }

    fn terminator(
        &mut self,
        path: Path,
        t: &imperative::Terminator,
        each: &mut dyn FnMut(Found) -> bool,
    ) -> Option<Path> {
        match &t.kind {
            TerminatorKind::Goto(b) => self.go(path, *b),
            TerminatorKind::Fail(kind) => {
                self.finish(path, End::Error(*kind, t.span), each);
                None
            }
            TerminatorKind::Return(e) => {
                let proc = self.program.proc(path.frames.last()?.proc)?;
                let mut path = path;
                let mut result = None;
                if let Some(e) = e {
                    let ty = proc.result.clone().unwrap_or(Type::Int);
                    let (v, troubles, _) = self.evaluate(&path, e, &ty);
                    path = self.pass(path, troubles, each)?;
                    result = Some(v);
                }
                if path.frames.len() == 1 {
                    self.finish(path, End::Ok, each);
                    return None;
                }
                let done = path.frames.pop()?;
                if let (Some(dst), Some(v)) = (done.dst, result) {
                    path.frames.last_mut()?.env[dst.index()] = Some(v);
                }
                Some(path)
            }
            TerminatorKind::Branch { decision, then, otherwise } => {
                self.branch(path, *decision, *then, *otherwise, each)
            }
        }
    }

    fn branch(
        &mut self,
        path: Path,
        decision: DecisionId,
        then: BlockId,
        otherwise: BlockId,
        each: &mut dyn FnMut(Found) -> bool,
    ) -> Option<Path> {
        let id = path.frames.last()?.proc;
        let proc = self.program.proc(id)?;
        let d = proc.decision(decision)?;
        let (value, troubles, _) = self.evaluate(&path, &d.cond, &Type::Bool);
        let path = self.pass(path, troubles, each)?;
        let counts = d.kind != DecisionKind::ShortCircuit;
        if counts && self.bounds.path_length.is_some_and(|n| path.length >= n) {
            self.result.cut += 1;
            return None;
        }
        let mut sides = Vec::with_capacity(2);
        let negated = self.world.terms.not(value);
        for (outcome, f, to) in [(true, value, then), (false, negated, otherwise)] {
            let Some(mut p) = self.assume(path.clone(), f) else {
                self.result.infeasible += 1;
                continue;
            };
            if counts {
                p.take(id, decision, outcome);
            }
            // One more iteration of the loop that this decision keeps going?
            let looping = proc.loops.iter().position(|l| l.decision == decision);
            if let (Some(l), true) = (looping, outcome) {
                let frame = p.frames.last_mut()?;
                frame.loops[l] += 1;
                if self.bounds.loops.is_some_and(|k| frame.loops[l] > k) {
                    self.result.cut += 1;
                    continue;
                }
            }
            if let Some(p) = self.go(p, to) {
                sides.push(p);
            }
        }
        let second = sides.pop();
        let first = sides.pop();
        match (first, second) {
            (Some(a), Some(b)) => {
                self.work.push_back(b);
                self.work.push_back(a);
                None
            }
            (a, b) => a.or(b),
        }
    }

    /// Moves to a block; entering a loop from outside starts its count anew.
    fn go(&mut self, mut path: Path, to: BlockId) -> Option<Path> {
        let frame = path.frames.last_mut()?;
        let proc = self.program.proc(frame.proc)?;
        if let Some(l) = proc.loop_at(to)
            && !proc.block_is_in(frame.block, l)
        {
            frame.loops[l.index()] = 0;
        }
        frame.block = to;
        frame.index = 0;
        Some(path)
    }

    /// A path has ended: find its input, replay it, hand it on.
    fn finish(&mut self, path: Path, end: End, each: &mut dyn FnMut(Found) -> bool) {
        let decisions = path.decisions();
        if let Some(seen) = &self.seen
            && end == End::Ok
            && seen.contains(&decisions)
        {
            return;
        }
        let Some((input, condition)) = self.input(&path) else { return };
        let run = run(self.program, self.proc, input.clone(), &Options::default());
        if !self.follows(&run, &decisions, &end) {
            self.unknown("an input did not follow its path when it was replayed".into());
            return;
        }
        if let Some(seen) = &mut self.seen
            && end == End::Ok
        {
            seen.insert(decisions.clone());
        }
        self.result.paths += 1;
        let condition = self.condition_text(&condition);
        if !each(Found { decisions, end, condition, input, run }) {
            self.going = false;
        }
    }

    /// The path condition as the papers write it; what was assumed twice is said once.
    fn condition_text(&mut self, condition: &State) -> String {
        let mut said = Vec::new();
        let mut out: String = self.shapes.iter().map(|s| s.text(&self.world)).collect::<Vec<_>>().join(" ∧ ");
        for f in condition.assertions() {
            if said.contains(&f) {
                continue;
            }
            said.push(f);
            let (world, shapes) = (&self.world, &self.shapes);
            let text = self.texts.entry(f).or_insert_with(|| {
                if shapes.iter().any(|s| s.is_scaffold(world, f)) {
                    return None;
                }
                let text = world.terms.show(f);
                Some(if *world.terms.op(f) == Op::Or { format!("({text})") } else { text })
            });
            if let Some(text) = text {
                if !out.is_empty() {
                    out.push_str(" ∧ ");
                }
                out.push_str(text);
            }
        }
        if out.is_empty() { "true".to_string() } else { out }
    }

    /// An input for a path that satisfies all requirements.
    fn input(&mut self, path: &Path) -> Option<(Input, State)> {
        let mut condition = path.condition.clone();
        for i in 0..self.sorted_arrays.len() {
            for f in self.sorted_arrays[i].in_order(&mut self.world, &condition.assertions()) {
                condition = condition.assert(f);
            }
        }
        for round in 0..3 {
            let model = match self.solver.check_state(&self.world.terms, &condition, self.budget) {
                Verdict::Sat(m) => m,
                Verdict::Unsat(_) => {
                    self.result.infeasible += 1;
                    return None;
                }
                Verdict::Unknown(u) => {
                    self.unknown(u.to_string());
                    return None;
                }
            };
            let input = match self.concrete(&model, &condition) {
                Ok(i) => i,
                Err(why) => {
                    self.unknown(why);
                    return None;
                }
            };
            if self.program.proc(self.proc).is_none_or(|p| p.requires.is_empty())
                || requirements_hold(self.program, self.proc, &input, &Default::default()) == Ok(true)
            {
                return Some((input, condition));
            }
            if round > 0 {
                break;
            }
            // Say of every cell in sight what the requirements say.
            let cells = self.cells_in(&condition);
            for i in 0..self.shapes.len() {
                for f in self.shapes[i].everywhere(self.program, &mut self.world, &cells) {
                    condition = condition.assert(f);
                }
            }
        }
        self.unknown("no input was found that satisfies what is required".into());
        None
    }

    fn concrete(&self, model: &formula::Model, condition: &State) -> Result<Input, String> {
        if self.sorted_arrays.is_empty() {
            return concrete(self.program, &self.world, self.proc, &self.inputs, model, false);
        }
        // An element may have its value because nothing else is said of it; gaps are not to change it.
        let mut spelled = model.clone();
        let t = &self.world.terms;
        t.visit(&condition.assertions(), |x| {
            let Op::App(f) = t.op(x) else { return };
            let args: Result<Vec<_>, _> = t.args(x).iter().map(|a| evaluate(t, model, *a)).collect();
            if let (Ok(args), Ok(v)) = (args, evaluate(t, model, x)) {
                spelled.tables.entry(FunKey::App(*f)).or_default().entries.insert(args, v);
            }
        });
        concrete(self.program, &self.world, self.proc, &self.inputs, &spelled, true)
    }

    /// The input references that a path condition mentions.
    fn cells_in(&self, condition: &State) -> Vec<Term> {
        let mut out = Vec::new();
        let t = &self.world.terms;
        t.visit(&condition.assertions(), |x| {
            let sort = t.sort_of(x);
            if self.world.struct_of(sort).is_some() && self.world.is_input(x) {
                out.push(x);
            }
        });
        out
    }

    fn follows(&self, run: &Run, decisions: &[(ProcId, DecisionId, bool)], end: &End) -> bool {
        let mut at = 0;
        for e in &run.trace {
            if let Event::Decision { proc, decision, outcome, .. } = e {
                let counts = self
                    .program
                    .proc(*proc)
                    .and_then(|p| p.decision(*decision))
                    .is_some_and(|d| d.kind != DecisionKind::ShortCircuit);
                if counts {
                    if decisions.get(at) != Some(&(*proc, *decision, *outcome)) {
                        return false;
                    }
                    at += 1;
                }
            }
        }
        let ended = match (&run.outcome, end) {
            (Outcome::Ok, End::Ok) => true,
            (Outcome::Error { kind, span, .. }, End::Error(k, s)) => kind == k && span == s,
            _ => false,
        };
        ended && at == decisions.len()
    }
}

/// Keeps shared pictures from being dropped by deep recursion: see [`crate::path::Taken`].
impl Drop for crate::path::Taken {
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(t) = next {
            match Rc::try_unwrap(t) {
                Ok(mut inner) => next = inner.before.take(),
                Err(_) => break,
            }
        }
    }
}
