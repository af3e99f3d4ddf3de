//! Showing that nothing takes a side of a decision, from any state at all.
//!
//! A search sees the states that inputs lead to, and there may be no end of them. Sometimes it is enough to look at
//! the way from the head of the innermost loop, or from the start of the procedure, with nothing known of the state
//! there: if no way from there gets to the target, no run does.
//!
//! ```text
//! while (p) { v = p->v; if (v == 3 && v == 4) … }      p and its cells may be anything, and still v ≠ 4 where v = 3
//! ```
//!
//! The state is made of numbers, truth values and references of which nothing is known but whether they are equal. Two
//! reads of one place give the same value if nothing was written in between, whatever it was; so no question of what
//! may be an alias of what comes up. A loop on the way makes everything unknown that it writes, and a call all memory.
//! Whatever goes wrong ends the run, so the rest of a way may rely on it that nothing did. Where something is presumed of
//! memory, as that nobody else writes what is `volatile`, two reads may differ.

use crate::targets::Target;
use base::Budget;
use formula::{Sort, Term, Terms};
use imperative::{
    BinaryOp, BlockId, DecisionId, Expr, ExprKind, FieldId, Following, InstrKind, LoopId, Proc, Program,
    StructId, TerminatorKind, Type, UnaryOp, VarId, Word, graph, type_of,
};
use rustc_hash::FxHashMap;
use solver::{Solver, State, Verdict};

/// Blocks that are walked through for one target.
const BLOCKS: u32 = 3_000;

/// Steps of the solver for one question.
const QUESTION: u64 = 4_000;

/// Is it shown that no run takes a target? False says nothing.
pub fn excluded(program: &Program, target: Target, budget: &Budget) -> bool {
    let (Target::Side(proc, ..) | Target::Atom(proc, ..) | Target::Block(proc, _)) = target;
    // What is taken for granted is not shown.
    let Some(of) = program.proc(proc).filter(|p| p.granted.is_empty()) else { return false };
    let Some(goal) = Goal::new(of, target) else { return false };
    let innermost = of.block(goal.block).and_then(|b| b.in_loop);
    let header = innermost.filter(|l| is_entered_at_head(of, *l));
    let header = header.and_then(|l| of.loops.get(l.index())).map(|l| l.header);
    header.into_iter().chain([BlockId::ENTRY]).any(|start| {
        let mut walk = Walk::new(program, of, goal, budget);
        walk.from(start) == Some(true)
    })
}

/// Does every run that is in a loop come there by its head? A jump may lead into the middle.
fn is_entered_at_head(proc: &Proc, l: LoopId) -> bool {
    let Some(header) = proc.loops.get(l.index()).map(|l| l.header) else { return false };
    proc.block_ids().filter(|b| !proc.block_is_in(*b, l)).all(|outside| {
        graph::successors(proc, outside).into_iter().all(|to| to == header || !proc.block_is_in(to, l))
    })
}

/// What must not be reached.
#[derive(Clone, Copy)]
struct Goal {
    block: BlockId,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    /// The block itself.
    Block,
    /// A side of the decision at its end.
    Side(bool),
    /// A value of an atomic condition there.
    Atom(usize, bool),
}

impl Goal {
    fn new(proc: &Proc, target: Target) -> Option<Goal> {
        let deciding = |decision: DecisionId| {
            let mut blocks = proc.block_ids().filter(|b| {
                let end = proc.block(*b).map(|b| &b.terminator.kind);
                matches!(end, Some(TerminatorKind::Branch { decision: d, .. }) if *d == decision)
            });
            // A decision that stands in two places is not looked at.
            blocks.next().filter(|_| blocks.next().is_none())
        };
        Some(match target {
            Target::Block(_, block) => Goal { block, what: What::Block },
            Target::Side(_, d, outcome) => Goal { block: deciding(d)?, what: What::Side(outcome) },
            Target::Atom(_, d, atom, value) => Goal { block: deciding(d)?, what: What::Atom(atom, value) },
        })
    }
}

/// What a read depends on: the memory, the kind of place, and what leads there.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place {
    memory: u32,
    kind: Kind,
    of: Vec<Term>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Field(StructId, FieldId),
    Element,
    Target,
    Length,
    At,
    Move,
    Distance,
    Position,
    Together,
    Below,
    Bits(u32),
}

/// A state on the way. Cloning it forks the way.
#[derive(Clone)]
struct At {
    env: Vec<Option<Term>>,
    /// Which of the memories that there were.
    memory: u32,
    condition: State,
    /// The blocks on the way, and the loops whose head was passed.
    passed: Vec<bool>,
}

/// The state makes no sense any more, or too much was asked.
struct GiveUp;

struct Walk<'p> {
    program: &'p Program,
    proc: &'p Proc,
    goal: Goal,
    budget: &'p Budget,
    terms: Terms,
    solver: Solver,
    object: Sort,
    nil: Term,
    reads: FxHashMap<Place, Term>,
    memories: u32,
    /// Is something presumed of memory? Then nothing that is read there is relied on.
    unsteady: bool,
    left: u32,
    /// Blocks from which the goal can be reached.
    useful: Vec<bool>,
}

impl<'p> Walk<'p> {
    fn new(program: &'p Program, proc: &'p Proc, goal: Goal, budget: &'p Budget) -> Walk<'p> {
        let mut terms = Terms::new();
        let object = terms.named_sort("object");
        let nil = terms.var("nil", object);
        let useful = graph::distances_to(proc, &[goal.block]).into_iter().map(|d| d.is_some()).collect();
        Walk {
            program,
            proc,
            goal,
            budget,
            terms,
            solver: Solver::new(),
            object,
            nil,
            reads: FxHashMap::default(),
            memories: 0,
            unsteady: proc.presumed.iter().any(|p| p.of_memory),
            left: BLOCKS,
            useful,
        }
    }

    /// Is the goal out of reach from a block, with any state there? Nothing if nobody knows.
    fn from(&mut self, start: BlockId) -> Option<bool> {
        let mut at = At {
            env: vec![None; self.proc.vars.len()],
            memory: self.new_memory(),
            condition: State::new(),
            passed: vec![false; self.proc.blocks.len()],
        };
        *at.passed.get_mut(start.index())? = true;
        let mut waiting = vec![(at, start)];
        while let Some((at, block)) = waiting.pop() {
            self.left = self.left.checked_sub(1)?;
            let next = self.block(at, block).ok()??;
            for (mut at, to) in next {
                if !self.useful.get(to.index()).copied().unwrap_or(false) {
                    continue;
                }
                if at.passed[to.index()] {
                    // What comes round again was looked at from any state, if it is the head of a loop.
                    if self.proc.loop_at(to).is_none() && to != start {
                        return None;
                    }
                    continue;
                }
                at.passed[to.index()] = true;
                if let Some(l) = self.proc.loop_at(to) {
                    self.forget(&mut at, l);
                }
                waiting.push((at, to));
            }
        }
        Some(true)
    }

    fn new_memory(&mut self) -> u32 {
        self.memories += 1;
        self.memories
    }

    /// Everything that a loop writes may have any value.
    fn forget(&mut self, at: &mut At, l: LoopId) {
        for b in self.proc.block_ids().filter(|b| self.proc.block_is_in(*b, l)) {
            for instr in self.proc.block(b).map_or(&[][..], |b| &b.instrs) {
                match &instr.kind {
                    InstrKind::Unsupported(_) => at.env.fill(None),
                    kind => {
                        if let Some(v) = written(kind) {
                            at.env[v.index()] = None;
                        }
                    }
                }
            }
        }
        at.memory = self.new_memory();
    }

    /// Walks through a block: where it goes on. Nothing if the goal may be reached.
    #[allow(clippy::type_complexity)]
    fn block(&mut self, mut at: At, b: BlockId) -> Result<Option<Vec<(At, BlockId)>>, GiveUp> {
        let proc = self.proc;
        let block = proc.block(b).ok_or(GiveUp)?;
        let here = b == self.goal.block;
        if here && let What::Block = self.goal.what {
            return Ok(self.impossible(&at).then(Vec::new));
        }
        for instr in &block.instrs {
            self.instruction(&mut at, &instr.kind)?;
        }
        Ok(Some(match &block.terminator.kind {
            TerminatorKind::Goto(to) => vec![(at, *to)],
            TerminatorKind::Return(_) | TerminatorKind::Fail(_) => Vec::new(),
            TerminatorKind::Branch { decision, then, otherwise } => {
                let d = proc.decision(*decision).ok_or(GiveUp)?;
                if here && let What::Atom(atom, value) = self.goal.what {
                    let leaves = d.cond.atoms();
                    let leaf = *leaves.get(atom).ok_or(GiveUp)?;
                    let out = self.no_atom(&at, &d.cond, leaf, value, &mut Vec::new())?;
                    return Ok(out.then(Vec::new));
                }
                let value = self.condition(&mut at, &d.cond)?;
                let negated = self.terms.not(value);
                let mut out = Vec::new();
                for (outcome, f, to) in [(true, value, *then), (false, negated, *otherwise)] {
                    if self.terms.as_bool(f) == Some(false) {
                        continue;
                    }
                    let mut side = at.clone();
                    side.condition = side.condition.assert(f);
                    if self.impossible(&side) {
                        continue;
                    }
                    if here && matches!(self.goal.what, What::Side(wanted) if wanted == outcome) {
                        return Ok(None);
                    }
                    out.push((side, to));
                }
                // What comes after the goal is of no interest.
                if here {
                    let header = |to: BlockId| self.useful.get(to.index()).copied().unwrap_or(false);
                    out.retain(|(_, to)| header(*to));
                }
                out
            }
        }))
    }

    /// Can an atomic condition not have a value, with the values of those before it?
    fn no_atom(
        &mut self,
        at: &At,
        cond: &Expr,
        leaf: &Expr,
        value: bool,
        known: &mut Vec<bool>,
    ) -> Result<bool, GiveUp> {
        let next = match cond.follow(known) {
            Following::Value(_) => return Ok(true),
            Following::Atom(next) => next,
        };
        let mut at = at.clone();
        let holds = self.condition(&mut at, next)?;
        for outcome in [true, false] {
            let f = if outcome { holds } else { self.terms.not(holds) };
            let mut side = at.clone();
            side.condition = side.condition.assert(f);
            if self.terms.as_bool(f) == Some(false) || self.impossible(&side) {
                continue;
            }
            if std::ptr::eq(next, leaf) {
                if outcome == value {
                    return Ok(false);
                }
                continue;
            }
            known.push(outcome);
            let none = self.no_atom(&side, cond, leaf, value, known)?;
            known.pop();
            if !none {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn impossible(&mut self, at: &At) -> bool {
        let budget = self.budget.clone().with_steps(QUESTION);
        matches!(self.solver.check_state(&self.terms, &at.condition, &budget), Verdict::Unsat(_))
    }

    fn instruction(&mut self, at: &mut At, kind: &InstrKind) -> Result<(), GiveUp> {
        match kind {
            InstrKind::Skip => {}
            InstrKind::Assign(v, e) => {
                let value = self.value_as(at, e, &self.proc.vars[v.index()].ty.clone())?;
                at.env[v.index()] = Some(value);
            }
            InstrKind::Assume(_) if self.unsteady => {}
            InstrKind::Assume(e) => {
                let holds = self.condition(at, e)?;
                at.condition = at.condition.assert(holds);
            }
            InstrKind::StoreField { object, field, value } => {
                let written = self.value(at, value)?;
                let owner = type_of(self.program, self.proc, object);
                let object = self.there(at, object)?;
                at.memory = self.new_memory();
                let of = vec![object];
                if let (Some(v), Some(Type::Ref(s))) = (written, owner) {
                    self.reads.insert(Place { memory: at.memory, kind: Kind::Field(s, *field), of }, v);
                }
            }
            InstrKind::StoreElement { array, index, value } => {
                let written = self.value(at, value)?;
                let array = self.there(at, array)?;
                let index = self.number(at, index)?;
                at.memory = self.new_memory();
                let of = vec![array, index];
                if let Some(v) = written {
                    self.reads.insert(Place { memory: at.memory, kind: Kind::Element, of }, v);
                }
            }
            InstrKind::StoreTarget { pointer, value } => {
                let written = self.value(at, value)?;
                let pointer = self.there(at, pointer)?;
                at.memory = self.new_memory();
                if let Some(v) = written {
                    let of = vec![pointer];
                    self.reads.insert(Place { memory: at.memory, kind: Kind::Target, of }, v);
                }
            }
            // What stands behind it in the program may have been made up by the front end.
            InstrKind::Unsupported(_) => return Err(GiveUp),
            InstrKind::Bits { dst, op, left, right, word } => {
                let (a, b) = (self.number(at, left)?, self.number(at, right)?);
                let of = vec![a, b];
                let place =
                    Place { memory: 0, kind: Kind::Bits(*op as u32 * 256 + u32::from(word.bits)), of };
                let value = self.read(at, place, &Type::Word(*word));
                at.env[dst.index()] = Some(value);
            }
            InstrKind::New { dst, .. } | InstrKind::NewArray { dst, .. } | InstrKind::Make { dst, .. } => {
                at.memory = self.new_memory();
                let made = self.terms.fresh_var("new", self.object);
                let there = self.terms.ne(made, self.nil);
                at.condition = at.condition.assert(there);
                at.env[dst.index()] = Some(made);
            }
            InstrKind::Free(_) => at.memory = self.new_memory(),
            InstrKind::Call { dst, .. } => {
                at.memory = self.new_memory();
                if let Some(dst) = dst {
                    at.env[dst.index()] = None;
                }
            }
            InstrKind::Ask { dst, .. } => at.env[dst.index()] = None,
        }
        Ok(())
    }

    /// The value of a variable, which may be any if nothing is known of it.
    fn variable(&mut self, at: &mut At, v: VarId) -> Result<Term, GiveUp> {
        if let Some(known) = at.env.get(v.index()).copied().flatten() {
            return Ok(known);
        }
        let var = self.proc.var(v).ok_or(GiveUp)?;
        let value = self.any(at, &var.ty.clone());
        at.env[v.index()] = Some(value);
        Ok(value)
    }

    /// Any value of a type.
    fn any(&mut self, at: &mut At, ty: &Type) -> Term {
        let sort = self.sort(ty);
        let value = self.terms.fresh_var("any", sort);
        let fact = match ty {
            Type::Word(word) => self.fits(value, *word),
            Type::Part(_) => self.terms.ne(value, self.nil),
            _ => return value,
        };
        at.condition = at.condition.assert(fact);
        value
    }

    fn sort(&self, ty: &Type) -> Sort {
        match ty {
            Type::Int | Type::Word(_) => Sort::INT,
            Type::Real => Sort::REAL,
            Type::Bool => Sort::BOOL,
            Type::Ref(_) | Type::Array(_) | Type::Pointer(_) | Type::Part(_) => self.object,
        }
    }

    fn fits(&mut self, t: Term, word: Word) -> Term {
        let (least, greatest) = (self.terms.int(word.least()), self.terms.int(word.greatest()));
        let (above, below) = (self.terms.le(least, t), self.terms.le(t, greatest));
        self.terms.and(&[above, below])
    }

    /// What a place holds: the same whenever it is read, until something is written.
    fn read(&mut self, at: &mut At, place: Place, ty: &Type) -> Term {
        let sort = self.sort(ty);
        // What depends on no memory is computed, not read.
        if self.unsteady && place.memory != 0 {
            return self.any(at, ty);
        }
        if let Some(known) = self.reads.get(&place)
            && self.terms.sort_of(*known) == sort
        {
            let known = *known;
            // The fact may have been noted on another way only.
            if let Type::Word(word) = ty {
                let fact = self.fits(known, *word);
                at.condition = at.condition.assert(fact);
            }
            return known;
        }
        let value = self.any(at, ty);
        self.reads.insert(place, value);
        value
    }

    /// A reference that something is read or written through: nil would have ended the run.
    fn there(&mut self, at: &mut At, e: &Expr) -> Result<Term, GiveUp> {
        let object = self.value(at, e)?.ok_or(GiveUp)?;
        if self.terms.sort_of(object) != self.object {
            return Err(GiveUp);
        }
        let there = self.terms.ne(object, self.nil);
        at.condition = at.condition.assert(there);
        Ok(object)
    }

    fn number(&mut self, at: &mut At, e: &Expr) -> Result<Term, GiveUp> {
        let value = self.value(at, e)?.ok_or(GiveUp)?;
        if matches!(self.terms.sort_of(value), Sort::INT | Sort::REAL) { Ok(value) } else { Err(GiveUp) }
    }

    fn condition(&mut self, at: &mut At, e: &Expr) -> Result<Term, GiveUp> {
        let value = self.value(at, e)?.ok_or(GiveUp)?;
        if self.terms.sort_of(value) == Sort::BOOL { Ok(value) } else { Err(GiveUp) }
    }

    /// A value that goes to a variable of this type.
    fn value_as(&mut self, at: &mut At, e: &Expr, ty: &Type) -> Result<Term, GiveUp> {
        let value = self.value(at, e)?.ok_or(GiveUp)?;
        if self.terms.sort_of(value) == self.sort(ty) { Ok(value) } else { Ok(self.any(at, ty)) }
    }

    /// The value of an expression, given that nothing goes wrong.
    fn value(&mut self, at: &mut At, e: &Expr) -> Result<Option<Term>, GiveUp> {
        let ty = |w: &Walk<'_>| type_of(w.program, w.proc, e).ok_or(GiveUp);
        Ok(Some(match &e.kind {
            ExprKind::Int(i) => self.terms.int(i.clone()),
            ExprKind::Real(r) => self.terms.real(r.clone()),
            ExprKind::Bool(b) => self.terms.boolean(*b),
            ExprKind::Nil => self.nil,
            ExprKind::Var(v) => self.variable(at, *v)?,
            ExprKind::Field(object, field) => {
                let of = vec![self.there(at, object)?];
                let ty = ty(self)?;
                let owner = type_of(self.program, self.proc, object);
                let Some(Type::Ref(s)) = owner else { return Err(GiveUp) };
                self.read(at, Place { memory: at.memory, kind: Kind::Field(s, *field), of }, &ty)
            }
            ExprKind::Element(array, index) => {
                let of = vec![self.there(at, array)?, self.number(at, index)?];
                let ty = ty(self)?;
                self.read(at, Place { memory: at.memory, kind: Kind::Element, of }, &ty)
            }
            ExprKind::Target(pointer) => {
                let of = vec![self.there(at, pointer)?];
                let ty = ty(self)?;
                self.read(at, Place { memory: at.memory, kind: Kind::Target, of }, &ty)
            }
            ExprKind::Length(array) => {
                let of = vec![self.there(at, array)?];
                self.read(at, Place { memory: at.memory, kind: Kind::Length, of }, &Type::Int)
            }
            ExprKind::At(a, i) | ExprKind::Move(a, i) => {
                let kind = if let ExprKind::At(..) = e.kind { Kind::At } else { Kind::Move };
                let object = self.value(at, a)?.ok_or(GiveUp)?;
                let of = vec![object, self.number(at, i)?];
                let ty = ty(self)?;
                self.read(at, Place { memory: 0, kind, of }, &ty)
            }
            ExprKind::Distance(a, b) => {
                let of = vec![self.value(at, a)?.ok_or(GiveUp)?, self.value(at, b)?.ok_or(GiveUp)?];
                self.read(at, Place { memory: 0, kind: Kind::Distance, of }, &Type::Int)
            }
            ExprKind::Position(a) => {
                let of = vec![self.there(at, a)?];
                self.read(at, Place { memory: 0, kind: Kind::Position, of }, &Type::Int)
            }
            ExprKind::Together(a, b) => {
                let of = vec![self.value(at, a)?.ok_or(GiveUp)?, self.value(at, b)?.ok_or(GiveUp)?];
                self.read(at, Place { memory: 0, kind: Kind::Together, of }, &Type::Bool)
            }
            ExprKind::Unary(UnaryOp::Neg, a) => {
                let a = self.number(at, a)?;
                self.terms.neg(a)
            }
            ExprKind::Unary(UnaryOp::Not, a) => {
                let a = self.condition(at, a)?;
                self.terms.not(a)
            }
            ExprKind::Binary(op, a, b) => self.binary(at, *op, a, b)?,
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let or = matches!(e.kind, ExprKind::Or(..));
                let a = self.condition(at, a)?;
                // What the right side relies on holds only where it is looked at.
                let before = at.condition.clone();
                let b = self.condition(at, b)?;
                let facts = since(&before, &at.condition);
                at.condition = before;
                for fact in facts {
                    let skipped = if or { a } else { self.terms.not(a) };
                    let fact = self.terms.or(&[skipped, fact]);
                    at.condition = at.condition.assert(fact);
                }
                if or { self.terms.or(&[a, b]) } else { self.terms.and(&[a, b]) }
            }
            ExprKind::IntToBool(a) => {
                let (a, zero) = (self.number(at, a)?, self.terms.int(0));
                self.terms.ne(a, zero)
            }
            ExprKind::BoolToInt(a) => {
                let a = self.condition(at, a)?;
                let (one, zero) = (self.terms.int(1), self.terms.int(0));
                self.terms.ite(a, one, zero)
            }
            ExprKind::Fit(a, word) => {
                let a = self.number(at, a)?;
                let fact = self.fits(a, *word);
                at.condition = at.condition.assert(fact);
                a
            }
            ExprKind::Wrap(a, word) => {
                let a = self.number(at, a)?;
                let t = &mut self.terms;
                let (count, least) = (t.int(word.count()), t.int(word.least()));
                let shifted = t.sub(a, least);
                let rest = t.modulo(shifted, count);
                t.add(&[rest, least])
            }
        }))
    }

    fn binary(&mut self, at: &mut At, op: BinaryOp, a: &Expr, b: &Expr) -> Result<Term, GiveUp> {
        let (x, y) = (self.value(at, a)?.ok_or(GiveUp)?, self.value(at, b)?.ok_or(GiveUp)?);
        let sort = self.terms.sort_of(x);
        if sort != self.terms.sort_of(y) {
            return Err(GiveUp);
        }
        if sort == self.object && !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            // Which of two pointers comes first.
            let (x, y, swapped) = match op {
                BinaryOp::Lt => (x, y, false),
                BinaryOp::Gt => (y, x, false),
                BinaryOp::Ge => (x, y, true),
                BinaryOp::Le => (y, x, true),
                _ => return Err(GiveUp),
            };
            let place = Place { memory: 0, kind: Kind::Below, of: vec![x, y] };
            let below = self.read(at, place, &Type::Bool);
            return Ok(if swapped { self.terms.not(below) } else { below });
        }
        if !op.is_comparison() && !matches!(sort, Sort::INT | Sort::REAL) {
            return Err(GiveUp);
        }
        let t = &mut self.terms;
        Ok(match op {
            BinaryOp::Add => t.add(&[x, y]),
            BinaryOp::Sub => t.sub(x, y),
            BinaryOp::Mul => t.mul(x, y),
            BinaryOp::Lt => t.lt(x, y),
            BinaryOp::Le => t.le(x, y),
            BinaryOp::Gt => t.gt(x, y),
            BinaryOp::Ge => t.ge(x, y),
            BinaryOp::Eq => t.eq(x, y),
            BinaryOp::Ne => t.ne(x, y),
            BinaryOp::Div | BinaryOp::Rem => {
                let zero = if sort == Sort::REAL { t.real(0) } else { t.int(0) };
                let fine = t.ne(y, zero);
                at.condition = at.condition.assert(fine);
                match (op, sort) {
                    (BinaryOp::Div, Sort::REAL) => t.real_div(x, y),
                    (BinaryOp::Div, _) => t.div_trunc(x, y),
                    _ => t.rem_trunc(x, y),
                }
            }
        })
    }
}

/// The variable that an instruction writes.
fn written(kind: &InstrKind) -> Option<VarId> {
    match kind {
        InstrKind::Assign(v, _) => Some(*v),
        InstrKind::New { dst, .. }
        | InstrKind::NewArray { dst, .. }
        | InstrKind::Make { dst, .. }
        | InstrKind::Ask { dst, .. }
        | InstrKind::Bits { dst, .. } => Some(*dst),
        InstrKind::Call { dst, .. } => *dst,
        _ => None,
    }
}

/// What was asserted since a state.
fn since(before: &State, now: &State) -> Vec<Term> {
    now.assertions().split_off(before.depth() as usize)
}
