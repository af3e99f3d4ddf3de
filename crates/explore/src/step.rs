//! One step of a path: instructions, calls, decisions.

use crate::explorer::{Explorer, Sink};
use crate::frontier::{Fork, Next};
use crate::lost::Why;
use crate::path::{End, FREE_ROUNDS, Frame, Path, Round, Rounds};
use crate::plan::{UnexploredBranch, WhyUnexplored};
use crate::seek::{depth_of, rounds_of};
use base::Stop;
use formula::{FunId, Op, Term};
use imperative::{
    BlockId, DecisionId, DecisionKind, Expr, InstrKind, LoopId, ProcId, TerminatorKind, Type, VarId,
};
use std::rc::Rc;
use symbolic::evaluate::{Evaluation, Trouble};
use symbolic::world::Read;

/// Steps on one path between two checks of the effort.
const LOOK: u64 = 256;

/// Steps on one path after which it is given up.
const LONGEST: u64 = 5_000_000;

impl Explorer<'_> {
    /// Runs a path up to its next fork or its end.
    pub(crate) fn advance(&mut self, mut path: Path, each: &mut Sink<'_>) {
        while self.going {
            path.steps += 1;
            if path.steps > LONGEST {
                self.give_up(&path, format!("a path of more than {LONGEST} steps"), each);
                return;
            }
            self.walked += 1;
            // A long path without queries takes its time as well.
            if path.steps.is_multiple_of(LOOK) && self.spent() > self.pause {
                self.wait(path, Next::Go);
                return;
            }
            if path.steps.is_multiple_of(LOOK) && self.spent() >= self.plan.most {
                self.result.stopped = Some(Stop::Steps);
                self.going = false;
                return;
            }
            if let Err(stop) = self.budget.step() {
                self.result.stopped = Some(stop);
                self.going = false;
                return;
            }
            if let Some(l) = path.entering.take()
                && self.plan.pictures
                && path.checking.is_none()
                && let Some(behind) = self.summarise(&path, l)
            {
                path = behind;
            }
            let Some(frame) = path.frames.last() else { return };
            let Some(proc) = self.program.proc(frame.proc) else { return };
            let Some(block) = proc.block(frame.block) else { return };
            let (said, depth, blocks) = (path.input_conditions, path.frames.len(), proc.blocks.len());
            let idle = path.idle;
            let (at, instr) = (frame.index, block.instrs.get(frame.index));
            if let Some(instr) = instr {
                self.draw(&mut path, &instr.kind);
            }
            let Some(frame) = path.frames.last() else { return };
            let next = match block.instrs.get(frame.index) {
                Some(instr) => self.instruction(path, &instr.kind, instr.span, each),
                None => self.terminator(path, &block.terminator, each),
            };
            // A state that is made again may have gone on where an error was caught.
            match next.or_else(|| self.jumped.take()) {
                Some(p) => path = p,
                None => return,
            }
            let done = path.frames.len() != depth || path.frames.last().is_some_and(|f| f.index > at);
            if path.album.is_some() && done {
                let span = instr.map_or(block.terminator.span, |i| i.span);
                self.drawn(&mut path, span, depth);
            }
            // Where no block was left, something was done, or is known now that was not.
            if path.input_conditions != said || path.frames.len() != depth || path.idle == idle {
                path.idle = 0;
            } else if path.idle > blocks {
                // Some block was left twice and nothing happened: the path does not terminate.
                self.cut(&path, Why::Endless, each);
                return;
            }
            if self.script.as_ref().is_some_and(Vec::is_empty) {
                // All choices have been made again: the state is the one that was given away.
                self.work.push_back(path);
                return;
            }
        }
    }

    /// Prepares the write of a value to a map: the path, the map, and the value as the map holds it. The map of
    /// something without a value is unknown; such a path has that error among its troubles, and ends there.
    fn store(
        &mut self,
        path: Path,
        troubles: Vec<Trouble>,
        map: Option<FunId>,
        value: Term,
        each: &mut Sink<'_>,
    ) -> Option<(Path, FunId, Term)> {
        let path = self.pass(path, troubles, each)?;
        let Some(map) = map else {
            self.unknown("a write to something of no known type".to_string());
            self.lose_unknown(&path, None);
            return None;
        };
        // A bare nil takes the sort of what is there.
        let sort = self.world.held_sort(map);
        let value = if *self.world.terms.op(value) == Op::Nil { self.world.terms.nil(sort) } else { value };
        Some((path, map, value))
    }

    fn instruction(
        &mut self,
        path: Path,
        kind: &InstrKind,
        span: source::Span,
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let proc = self.program.proc(path.frames.last()?.proc)?;
        let mut path = match kind {
            InstrKind::Skip => path,
            InstrKind::Assign(v, e) => {
                let mut path = path;
                let (value, troubles, undecided) =
                    self.evaluate_settled(&mut path, e, &proc.vars[v.index()].ty);
                if self.must_split(&path, &undecided) {
                    return self.one_source(path, &undecided);
                }
                let mut path = self.pass(path, troubles, each)?;
                path.frames.last_mut()?.env[v.index()] = Some(value);
                path
            }
            InstrKind::StoreField { object, field, value } => {
                let frame = path.frames.last()?;
                let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
                let v = ev.moved(value);
                let o = ev.value(object, None);
                ev.target(o, span);
                let (troubles, undecided) = (ev.troubles, ev.undecided);
                if self.must_split(&path, &undecided) {
                    return self.one_source(path, &undecided);
                }
                let s = self.world.struct_of(self.world.terms.sort_of(o));
                let map = s.map(|s| self.world.field(s, *field));
                let (mut path, f, v) = self.store(path, troubles, map, v, each)?;
                path.memory.write(&self.world, f, o, v);
                path
            }
            InstrKind::StoreElement { array, index, value } => {
                let frame = path.frames.last()?;
                let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
                let v = ev.moved(value);
                let a = ev.value(array, None);
                let i = ev.value(index, None);
                ev.target(a, span);
                ev.in_range(a, i, span);
                let (troubles, undecided) = (ev.troubles, ev.undecided);
                if self.must_split(&path, &undecided) {
                    return self.one_source(path, &undecided);
                }
                let map = self.world.array(self.world.terms.sort_of(a)).map(|(_, at, _)| at);
                let (mut path, _, v) = self.store(path, troubles, map, v, each)?;
                path.memory.write_element(&self.world, a, i, v);
                path
            }
            InstrKind::Fill { .. } => return self.fill(path, kind, span, each),
            InstrKind::StoreTarget { pointer, value } => {
                let frame = path.frames.last()?;
                let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
                let v = ev.moved(value);
                let p = ev.value(pointer, None);
                let (a, i) = ev.place(p, span);
                let (troubles, undecided) = (ev.troubles, ev.undecided);
                if self.must_split(&path, &undecided) {
                    return self.one_source(path, &undecided);
                }
                let map = self.world.array(self.world.terms.sort_of(a)).map(|(_, at, _)| at);
                let (mut path, _, v) = self.store(path, troubles, map, v, each)?;
                path.memory.write_element(&self.world, a, i, v);
                path
            }
            InstrKind::Make { dst, object, zeroed, .. } => {
                self.make(path, *dst, (object, *zeroed), span, each)?
            }
            InstrKind::Free(e) => {
                let frame = path.frames.last()?;
                let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
                let value = ev.value(e, None);
                let (object, freed_before) = ev.freed_again(value, span);
                let (troubles, undecided) = (ev.troubles, ev.undecided);
                if self.must_split(&path, &undecided) {
                    return self.one_source(path, &undecided);
                }
                let mut path = self.pass(path, troubles, each)?;
                if self.world.terms.as_bool(freed_before) != Some(true) {
                    path.memory.free(&mut self.world, object);
                }
                path
            }
            InstrKind::New { dst, of, args } => {
                let s = self.program.struct_of(*of)?;
                let mut values = Vec::with_capacity(args.len());
                let mut path = path;
                for (arg, field) in args.iter().zip(&s.fields) {
                    let (v, troubles, undecided) = self.evaluate_settled(&mut path, arg, &field.ty);
                    if self.must_split(&path, &undecided) {
                        return self.one_source(path, &undecided);
                    }
                    path = self.pass(path, troubles, each)?;
                    values.push(v);
                }
                let sort = self.world.sort(&Type::Ref(*of));
                let cell = path.memory.allocate(&mut self.world, sort);
                for (i, v) in values.into_iter().enumerate() {
                    let f = self.world.field(*of, imperative::FieldId::new(i));
                    path.memory.write(&self.world, f, cell, v);
                }
                path.frames.last_mut()?.env[dst.index()] = Some(cell);
                path
            }
            InstrKind::NewArray { dst, element, length } => {
                let (mut path, n) = self.array_length(path, length, span, each)?;
                let sort = self.world.sort(&Type::Array(Box::new(element.clone())));
                let array = path.memory.allocate(&mut self.world, sort);
                path.memory.set_length(array, n);
                path.frames.last_mut()?.env[dst.index()] = Some(array);
                path
            }
            InstrKind::Call { dst, proc, args, backs } => {
                return self.call(path, (*dst, backs), *proc, args, each);
            }
            InstrKind::Bits { dst, op, left, right, word } => {
                return self.bits(path, (*dst, *op, *word), left, right, span, each);
            }
            InstrKind::Ask { dst, what } => {
                let mut path = path;
                let ty = &proc.vars[dst.index()].ty;
                let answer = self.world.answer(path.asked, what, ty);
                path.asked += 1;
                match ty {
                    Type::Word(word) => self.bound(&mut path, vec![Read::Word(answer, *word)]),
                    // That nothing fails is not shown.
                    _ => {
                        let fine = self.world.terms.not(answer);
                        self.ranges.insert(fine);
                    }
                }
                path.frames.last_mut()?.env[dst.index()] = Some(answer);
                path
            }
            InstrKind::Show { what, values, open } => {
                let mut shown = Vec::with_capacity(values.len());
                let mut path = path;
                for value in values {
                    let (v, troubles, undecided) = self.evaluate_settled(&mut path, value, &Type::Int);
                    if self.must_split(&path, &undecided) {
                        return self.one_source(path, &undecided);
                    }
                    path = self.pass(path, troubles, each)?;
                    shown.push(v);
                }
                if self.second.is_some() {
                    Rc::make_mut(&mut path.shown).push((what.clone(), shown, *open));
                }
                path
            }
            InstrKind::Assume(e) => {
                let (value, troubles, _) = self.evaluate(&path, e, &Type::Bool);
                let path = self.pass(path, troubles, each)?;
                self.assume_or_lose(path, value)?
            }
            InstrKind::Check { cond, kind } => {
                let mut path = path;
                let (value, troubles, undecided) = self.evaluate_settled(&mut path, cond, &Type::Bool);
                if self.must_split(&path, &undecided) {
                    return self.one_source(path, &undecided);
                }
                let path = self.pass(path, troubles, each)?;
                let guard = self.world.terms.not(value);
                if self.world.terms.as_bool(guard) == Some(false) {
                    path
                } else {
                    self.pass(path, vec![Trouble { guard, kind: *kind, span }], each)?
                }
            }
            InstrKind::Unsupported(what) => {
                self.unknown(format!("{what} is not supported"));
                self.lose_unknown(&path, None);
                return None;
            }
        };
        path.frames.last_mut()?.index += 1;
        Some(path)
    }

    /// Starts the next invariant, or the program itself when all have been run.
    pub(crate) fn next_invariant(&mut self, mut path: Path) -> Option<Path> {
        let number = path.checking.take().map_or(0, |(n, _)| n);
        let Some((proc, args)) = self.invariants.get(number).cloned() else { return Some(path) };
        let of = self.program.proc(proc)?;
        let mut env = vec![None; of.vars.len()];
        for (arg, p) in args.iter().zip(&of.params) {
            let (v, troubles, _) = self.evaluate(&path, arg, &of.vars[p.index()].ty);
            for t in troubles {
                let fine = self.world.terms.not(t.guard);
                path = self.assume_or_lose(path, fine)?;
            }
            env[p.index()] = Some(v);
        }
        path.checking = Some((number, path.memory.clone()));
        path.frames.push(Frame::new(proc, of, env));
        Some(path)
    }

    fn call(
        &mut self,
        mut path: Path,
        (dst, backs): (Option<VarId>, &[(VarId, VarId)]),
        proc: ProcId,
        args: &[Expr],
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let of = self.program.proc(proc)?;
        let mut env = vec![None; of.vars.len()];
        for (arg, p) in args.iter().zip(&of.params) {
            let (v, troubles, undecided) = self.evaluate_settled(&mut path, arg, &of.vars[p.index()].ty);
            if self.must_split(&path, &undecided) {
                return self.one_source(path, &undecided);
            }
            path = self.pass(path, troubles, each)?;
            env[p.index()] = Some(v);
        }
        let open = path.frames.len();
        // Calls before its first activation do not count as recursion.
        let since_first = || path.frames.iter().position(|f| f.proc == proc).map_or(0, |first| open - first);
        let bounds = &self.plan.bounds;
        let over = |bound: Option<u32>, found: usize| bound.filter(|d| found >= *d as usize);
        if let Some(most) = over(bounds.depth, open).or_else(|| over(bounds.recursion, since_first())) {
            if !self.plan.deepen {
                self.cut(&path, Why::Bound(format!("--depth {most}")), each);
                return None;
            }
            if open > depth_of(path.tier) {
                path.tier = (path.tier..).find(|t| open <= depth_of(*t)).unwrap_or(path.tier);
                self.wait(path, Next::Go);
                return None;
            }
        }
        path.frames.last_mut()?.index += 1;
        path.frames.push(Frame { dst, backs: backs.into(), ..Frame::new(proc, of, env) });
        self.enters(&mut path, BlockId::ENTRY);
        Some(path)
    }

    fn terminator(&mut self, path: Path, t: &imperative::Terminator, each: &mut Sink<'_>) -> Option<Path> {
        match &t.kind {
            TerminatorKind::Goto(b) => self.go(path, *b),
            TerminatorKind::Fail(_) | TerminatorKind::FailAgain(_) => self.fail(path, &t.kind, t.span, each),
            TerminatorKind::Return(e) => {
                let proc = self.program.proc(path.frames.last()?.proc)?;
                let mut path = path;
                let mut result = None;
                if let Some(e) = e {
                    let ty = proc.result.clone().unwrap_or(Type::Int);
                    let (v, troubles, undecided) = self.evaluate_settled(&mut path, e, &ty);
                    if self.must_split(&path, &undecided) {
                        return self.one_source(path, &undecided);
                    }
                    path = self.pass(path, troubles, each)?;
                    result = Some(v);
                }
                if path.frames.len() == 1 {
                    if self.plan.splits.sources {
                        // What is still there at the end is read by the world.
                        let undecided = path.memory.overwrites(&mut self.world);
                        if self.must_split(&path, &undecided) {
                            return self.one_source(path, &undecided);
                        }
                    }
                    self.finish_with(path, End::Ok, result, each);
                    return None;
                }
                let done = path.frames.pop()?;
                if path.frames.len() == 1
                    && let Some((number, before)) = path.checking.take()
                {
                    // Any number but zero says that it holds.
                    let mut holds = result?;
                    if self.program.proc(done.proc)?.result.as_ref().is_some_and(Type::is_integer) {
                        let zero = self.world.terms.int(0);
                        holds = self.world.terms.ne(holds, zero);
                    }
                    let mut path = self.assume_or_lose(path, holds)?;
                    path.memory.back_to(before);
                    path.checking = Some((number + 1, path.memory.clone()));
                    return self.next_invariant(path);
                }
                let caller = &mut path.frames.last_mut()?.env;
                if let (Some(dst), Some(v)) = (done.dst, result) {
                    caller[dst.index()] = Some(v);
                }
                for (from, to) in done.backs.iter() {
                    caller[to.index()] = done.env[from.index()];
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
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let id = path.frames.last()?.proc;
        let proc = self.program.proc(id)?;
        let d = proc.decision(decision)?;
        let (path, value) = if path.checking.is_none() && self.splits_atoms(id, decision) {
            self.by_atoms(path, (decision, &d.cond), each)?
        } else {
            let mut path = path;
            let (value, troubles, undecided) = self.evaluate_settled(&mut path, &d.cond, &Type::Bool);
            if self.must_split(&path, &undecided) {
                return self.one_source(path, &undecided);
            }
            let path = self.pass(path, troubles, each)?;
            (path, value)
        };
        let counts = d.kind != DecisionKind::ShortCircuit && path.checking.is_none();
        if counts && let Some(n) = self.plan.bounds.path_length.filter(|n| path.length >= *n) {
            self.cut(&path, Why::Bound(format!("--path-length {n}")), each);
            return None;
        }
        let mut path = path;
        let shown = if counts { self.draw_decision(&mut path, d) } else { Default::default() };
        let fork = Fork { decision, value, then, otherwise, counts };
        if self.steering.is_some() {
            return self.choose_side(path, fork, each);
        }
        let again = match &mut self.script {
            Some(choices) => Some(choices.pop()?),
            None => None,
        };
        let mut sides = Vec::with_capacity(2);
        for outcome in [true, false] {
            if again.is_none_or(|side| side == outcome) {
                sides.extend(self.take_side(&path, &fork, outcome, each));
            }
        }
        if path.album.is_some() && counts {
            self.draw_sides(&mut sides, &shown, d.span);
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

    /// A path with one branch of a decision taken, if that is feasible and within the bounds.
    pub(crate) fn take_side(
        &mut self,
        path: &Path,
        fork: &Fork,
        outcome: bool,
        each: &mut Sink<'_>,
    ) -> Option<Path> {
        let id = path.frames.last()?.proc;
        let proc = self.program.proc(id)?;
        let (decision, to) = (fork.decision, fork.to(outcome));
        let f = if outcome { fork.value } else { self.world.terms.not(fork.value) };
        let looping = proc.loops.iter().position(|l| l.decision == decision).filter(|_| outcome);
        // Whether the condition has a fixed value, so that there is no choice.
        let decided = self.world.terms.as_bool(fork.value).is_some();
        if let Some(l) = looping
            && !decided
            && self.is_cut_unasked(path, l)
            && self.world.terms.as_bool(f) != Some(false)
        {
            let mut gone = path.clone();
            gone.take(id, Some(decision), outcome, fork.counts);
            self.count_cut(&gone, self.loop_bound());
            return None;
        }
        let unknown = self.result.unknown;
        let Some(mut p) = self.assume(path.clone(), f) else {
            self.result.infeasible += 1;
            if self.result.unknown > unknown {
                let mut gone = path.clone();
                gone.take(id, Some(decision), outcome, fork.counts);
                self.lose_unknown(&gone, Some(to));
            } else if fork.counts {
                self.note_unexplored(path, (id, decision, outcome), WhyUnexplored::Infeasible);
            }
            return None;
        };
        p.take(id, Some(decision), outcome, fork.counts);
        p.input_conditions += u32::from(!decided);
        if fork.counts {
            self.taken.insert((id, decision, outcome));
            self.takes(&mut p, decision, outcome);
        }
        let mut wait = false;
        // One more iteration of the loop that this decision keeps going.
        if let Some(l) = looping {
            // Without tables of fixed size each iteration counts, as users expect.
            let counts_all = !self.program.facts.fixed_tables;
            let (said, tier) = (p.input_conditions, p.tier);
            let most = if self.plan.deepen { Some(rounds_of(tier)) } else { self.plan.bounds.loops };
            let rounds = &mut p.frames.last_mut()?.loops[l];
            match rounds.next(!decided || counts_all, said, most) {
                Round::Goes => {}
                Round::Cut if self.plan.deepen => {
                    let counted = rounds.counted;
                    p.tier = (tier + 1..).find(|t| counted < rounds_of(*t)).unwrap_or(tier);
                    wait = true;
                }
                Round::Cut => {
                    self.cut(&p, self.loop_bound(), each);
                    self.note_unexplored(path, (id, decision, outcome), WhyUnexplored::Cut);
                    return None;
                }
                Round::TooManyUncounted => {
                    self.give_up(&p, format!("a loop of more than {FREE_ROUNDS} iterations"), each);
                    return None;
                }
            }
            p.rounds += 1;
        }
        let p = self.go(p, to)?;
        if wait {
            self.wait(p, Next::Go);
            return None;
        }
        Some(p)
    }

    /// The bound on iterations, as on the command line.
    pub(crate) fn loop_bound(&self) -> Why {
        Why::Bound(self.plan.bounds.loops.map_or_else(|| "--loops".to_string(), |k| format!("--loops {k}")))
    }

    /// True if the bound cuts off one more iteration, and it does not matter whether there is an input for it: from the
    /// first cut on it is known that something feasible was cut off.
    fn is_cut_unasked(&self, path: &Path, l: usize) -> bool {
        let over = |f: &Frame| self.plan.bounds.loops.is_some_and(|k| f.loops[l].counted >= k);
        self.result.cut > 0
            && path.first.is_none()
            && !self.plan.sides
            && self.steering.is_none()
            && path.frames.last().is_some_and(over)
    }

    /// Records a path cut off by a bound. Its decisions so far are feasible, even if no test shows them.
    fn count_cut(&mut self, path: &Path, why: Why) {
        self.result.cut += 1;
        self.lose(path, why, None);
    }

    /// The bounds cut a path off.
    pub(crate) fn cut(&mut self, path: &Path, why: Why, each: &mut Sink<'_>) {
        self.count_cut(path, why);
        if path.first.is_some() {
            self.suspect(path, path.condition.clone(), each);
        } else if self.steering.is_some() && path.checking.is_none() && path.hits.is_some() {
            self.go_beyond(&path.condition, each);
        }
    }

    /// Gives the path up because it takes too long; no user-visible bound explains it.
    pub(crate) fn give_up(&mut self, path: &Path, why: String, each: &mut Sink<'_>) {
        self.unknown(why);
        self.result.cut += 1;
        self.lose_unknown(path, None);
        if path.first.is_some() {
            self.suspect(path, path.condition.clone(), each);
        } else if self.steering.is_some() && path.checking.is_none() {
            self.go_beyond(&path.condition, each);
        }
    }

    /// Lists a branch that was not explored, if such branches are asked for.
    fn note_unexplored(&mut self, path: &Path, last: (ProcId, DecisionId, bool), kind: WhyUnexplored) {
        if self.plan.sides && path.checking.is_none() {
            let mut decisions = path.decisions();
            decisions.push(last);
            self.result.unexplored.push(UnexploredBranch { decisions, kind });
        }
    }

    /// Moves to a block; entering a loop from outside starts its count anew.
    pub(crate) fn go(&mut self, mut path: Path, to: BlockId) -> Option<Path> {
        let frame = path.frames.last_mut()?;
        let proc = self.program.proc(frame.proc)?;
        // A jump may lead into the middle of several.
        let mut within = proc.block(to).and_then(|b| b.in_loop);
        let is_header = |l: &LoopId| proc.loops.get(l.index()).is_some_and(|l| l.header == to);
        let from_outside = within.filter(|l| !proc.block_is_in(frame.block, *l) && is_header(l));
        while let Some(l) = within.filter(|l| !proc.block_is_in(frame.block, *l)) {
            frame.loops[l.index()] = Rounds::default();
            within = proc.loops.get(l.index()).and_then(|l| l.parent);
        }
        let (id, left) = (frame.proc, frame.block);
        frame.block = to;
        frame.index = 0;
        path.idle += 1;
        if let Some(steering) = self.steering.as_ref().filter(|_| path.checking.is_none()) {
            steering.leaves(&mut path, id, left);
        }
        self.enters(&mut path, to);
        path.entering = from_outside;
        Some(path)
    }
}
