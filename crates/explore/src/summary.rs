//! A loop whose iterations write elements independently of each other, as one picture of a range.
//!
//! ```text
//! for I in 1 .. N loop A(I) := B(I); end loop;      A: [1 .. N ↦ B(I)]       nothing is said of N
//! ```
//!
//! The body is run once, for a number that stands for any iteration. It must write no variable that outlives the iteration, write
//! each element at a fixed distance from the counter, and read no element that another iteration writes. Where something
//! can go wrong in it, or where one of these cannot be shown, the loop is gone through iteration by iteration.
//!
//! Source: section 2 and the walk through SORT_1 (lines 1 to 3 and 14 to 16) of *Array representation in symbolic
//! execution*, which does not say when a loop may be taken so.

use crate::explorer::Explorer;
use crate::path::Path;
use formula::{Sort, Term};
use imperative::{
    BinaryOp, BlockId, DecisionId, Expr, ExprKind, Instr, InstrKind, Loop, LoopId, Proc, TerminatorKind,
    VarId, VarKind,
};
use solver::Verdict;
use symbolic::evaluate::{Evaluation, Trouble};
use symbolic::log::Range;
use symbolic::memory::Memory;
use symbolic::world::World;

/// A loop that counts, and whose body is one sequence of instructions.
struct Counting<'p> {
    decision: DecisionId,
    counter: VarId,
    up: bool,
    /// The last value for which the body runs; one beyond it, if it is strict.
    bound: &'p Expr,
    strict: bool,
    body: Vec<&'p Instr>,
    after: BlockId,
}

/// An element that an iteration writes.
struct Write {
    array: Term,
    index: Term,
    value: Term,
}

impl<'p> Counting<'p> {
    fn of(proc: &'p Proc, of: &'p Loop) -> Option<Counting<'p>> {
        let header = proc.block(of.header).filter(|b| b.instrs.is_empty())?;
        let TerminatorKind::Branch { decision, then, otherwise } = header.terminator.kind else {
            return None;
        };
        if decision != of.decision {
            return None;
        }
        let ExprKind::Binary(op, a, b) = &proc.decision(decision)?.cond.kind else { return None };
        let (counter, bound, op) = match (&a.kind, &b.kind) {
            (ExprKind::Var(v), _) => (*v, &**b, *op),
            (_, ExprKind::Var(v)) => (*v, &**a, turned(*op)?),
            _ => return None,
        };
        let (up, strict) = match op {
            BinaryOp::Le => (true, false),
            BinaryOp::Lt => (true, true),
            BinaryOp::Ge => (false, false),
            BinaryOp::Gt => (false, true),
            _ => return None,
        };
        let mut body = Vec::new();
        let mut at = then;
        // A path back to the header without a decision visits no block twice.
        for _ in 0..=proc.blocks.len() {
            if at == of.header {
                break;
            }
            let block = proc.block(at)?;
            body.extend(block.instrs.iter().filter(|i| i.kind != InstrKind::Skip));
            let TerminatorKind::Goto(next) = block.terminator.kind else { return None };
            at = next;
        }
        let last = body.pop().filter(|_| at == of.header)?;
        let InstrKind::Assign(v, next) = &last.kind else { return None };
        let step = if up { BinaryOp::Add } else { BinaryOp::Sub };
        let ExprKind::Binary(op, a, b) = &next.unchecked().kind else { return None };
        let steps = *v == counter
            && *op == step
            && a.unchecked().kind == ExprKind::Var(counter)
            && matches!(&b.unchecked().kind, ExprKind::Int(n) if *n == 1.into());
        let stays = |i: &&Instr| match &i.kind {
            InstrKind::Assign(v, _) => {
                *v != counter && proc.var(*v).is_some_and(|v| v.kind == VarKind::Temporary)
            }
            InstrKind::StoreElement { .. } | InstrKind::StoreTarget { .. } | InstrKind::Check { .. } => true,
            // Others are not taken as a whole.
            _ => false,
        };
        let assigned = |v: &VarId| body.iter().any(|i| matches!(&i.kind, InstrKind::Assign(w, _) if w == v));
        let fixed = !reads_memory(bound) && !bound.vars().iter().any(|v| *v == counter || assigned(v));
        let writes = body.iter().any(|i| i.kind.stored().is_some());
        (steps && fixed && writes && body.iter().all(stays)).then_some(Counting {
            decision,
            counter,
            up,
            bound,
            strict,
            body,
            after: otherwise,
        })
    }
}

fn turned(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Ge => BinaryOp::Le,
        BinaryOp::Gt => BinaryOp::Lt,
        _ => return None,
    })
}

fn reads_memory(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Field(..) | ExprKind::Element(..) | ExprKind::Target(_))
        || e.operands().any(reads_memory)
}

impl Explorer<'_> {
    /// The path behind a loop that it has reached, if the loop can be taken as a whole.
    pub(crate) fn summarise(&mut self, path: &Path, of: LoopId) -> Option<Path> {
        let frame = path.frames.last()?;
        let (id, program) = (frame.proc, self.program);
        let proc = program.proc(id)?;
        let counting = Counting::of(proc, proc.loops.get(of.index())?)?;
        let start = frame.env.get(counting.counter.index()).copied().flatten()?;
        let mut ev = Evaluation::new(&mut self.world, &path.memory, &frame.env);
        let bound = ev.value(counting.bound, None);
        if !ev.troubles.is_empty() {
            return None;
        }
        let t = &mut self.world.terms;
        let one = t.int(1);
        let end = match (counting.strict, counting.up) {
            (false, _) => bound,
            (true, true) => t.sub(bound, one),
            (true, false) => t.add(&[bound, one]),
        };
        let (low, high) = if counting.up { (start, end) } else { (end, start) };
        let number = t.fresh_var("k", Sort::INT);
        let (writes, troubles) = self.iteration(path, &counting, number)?;
        // No iteration goes wrong.
        let mut inside = path.clone();
        self.bound_what_was_read(&mut inside);
        let t = &mut self.world.terms;
        let (above, below) = (t.le(low, number), t.le(number, high));
        inside.condition = inside.condition.assert(above).assert(below);
        let guards: Vec<Term> = troubles.iter().map(|t| t.guard).collect();
        let wrong = t.or(&guards);
        if t.as_bool(wrong) != Some(false) {
            let wrong = inside.condition.assert(wrong);
            if !matches!(self.ask(&wrong), Verdict::Unsat(_)) {
                return None;
            }
        }
        if let Some(choices) = &mut self.script {
            choices.pop()?;
        }
        let mut path = path.clone();
        let formal = self.world.formal();
        for write in &writes {
            let t = &mut self.world.terms;
            let away = t.sub(write.index, number);
            let (first, last) = (t.add(&[low, away]), t.add(&[high, away]));
            let iteration = t.sub(formal, away);
            let value = t.substitute(write.value, &[(number, iteration)]);
            path.memory.write_range(&self.world, write.array, Range { first, last, formal }, value);
        }
        let t = &mut self.world.terms;
        let beyond = if counting.up { t.add(&[end, one]) } else { t.sub(end, one) };
        let runs = t.le(low, high);
        let left = t.ite(runs, beyond, start);
        let frame = path.frames.last_mut()?;
        frame.env[counting.counter.index()] = Some(left);
        for instr in &counting.body {
            if let InstrKind::Assign(v, _) = instr.kind {
                frame.env[v.index()] = None;
            }
        }
        path.summaries = path.summaries.iter().copied().chain([path.length]).collect();
        path.take(id, Some(counting.decision), false, true);
        let mut path = self.go(path, counting.after)?;
        let arrays: Vec<Term> = writes.iter().map(|w| w.array).collect();
        let span = proc.loops.get(of.index())?.span;
        self.draw_summary(&mut path, &arrays, counting.counter, span);
        Some(path)
    }

    /// What one iteration writes, and what may go wrong in it; `None` if it depends on others.
    fn iteration(
        &mut self,
        path: &Path,
        counting: &Counting<'_>,
        number: Term,
    ) -> Option<(Vec<Write>, Vec<Trouble>)> {
        let mut env = path.frames.last()?.env.clone();
        env[counting.counter.index()] = Some(number);
        let mut memory = path.memory.clone();
        let (mut writes, mut reads, mut troubles) = (Vec::<Write>::new(), Vec::new(), Vec::new());
        for instr in &counting.body {
            for e in instr.kind.operands() {
                places(&mut self.world, &memory, &env, e, &mut reads);
            }
            let mut ev = Evaluation::new(&mut self.world, &memory, &env);
            let write = match &instr.kind {
                InstrKind::Assign(v, e) => {
                    let value = ev.value(e, None);
                    troubles.append(&mut ev.troubles);
                    env[v.index()] = Some(value);
                    None
                }
                InstrKind::Check { cond, kind } => {
                    let value = ev.value(cond, None);
                    troubles.append(&mut ev.troubles);
                    let guard = self.world.terms.not(value);
                    troubles.push(Trouble { guard, kind: *kind, span: instr.span });
                    None
                }
                InstrKind::StoreElement { array, index, value } => {
                    let value = ev.moved(value);
                    let (array, index) = (ev.value(array, None), ev.value(index, None));
                    ev.target(array, instr.span);
                    ev.in_range(array, index, instr.span);
                    troubles.append(&mut ev.troubles);
                    Some(Write { array, index, value })
                }
                InstrKind::StoreTarget { pointer, value } => {
                    let value = ev.moved(value);
                    let pointer = ev.value(pointer, None);
                    let (array, index) = ev.place(pointer, instr.span);
                    troubles.append(&mut ev.troubles);
                    Some(Write { array, index, value })
                }
                // A body with others is no such loop.
                _ => return None,
            };
            let Some(write) = write else { continue };
            memory.write_element(&self.world, write.array, write.index, write.value);
            // An element that is written twice has the last value.
            writes.retain(|w| (w.array, w.index) != (write.array, write.index));
            writes.push(write);
        }
        for (at, w) in writes.iter().enumerate() {
            let t = &mut self.world.terms;
            let away = t.sub(w.index, number);
            if t.free_vars(&[away, w.array]).contains(&number) {
                return None;
            }
            let others = writes[at + 1..].iter().map(|o| (o.array, o.index));
            for (array, index) in others.chain(reads.iter().copied()).collect::<Vec<_>>() {
                if (array, index) == (w.array, w.index) {
                    continue;
                }
                // Arrays of other sorts are others.
                let sorts = [array, w.array].map(|a| self.world.terms.sort_of(a));
                let same = if sorts[0] == sorts[1] {
                    path.memory.equal(&mut self.world, array, w.array)
                } else {
                    self.world.terms.fals()
                };
                if self.world.terms.as_bool(same) != Some(false) {
                    return None;
                }
            }
        }
        Some((writes, troubles))
    }
}

/// The elements that an expression reads.
fn places(world: &mut World, memory: &Memory, env: &[Option<Term>], e: &Expr, out: &mut Vec<(Term, Term)>) {
    let mut ev = Evaluation::new(world, memory, env);
    match &e.kind {
        ExprKind::Element(array, index) => {
            let place = (ev.value(array, None), ev.value(index, None));
            out.push(place);
        }
        ExprKind::Target(pointer) => {
            let pointer = ev.value(pointer, None);
            let place = ev.place(pointer, e.span);
            out.push(place);
        }
        _ => {}
    }
    for part in e.operands() {
        places(world, memory, env, part, out);
    }
}
