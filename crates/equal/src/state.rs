//! Values in a state of which nothing is known, and what may go wrong on the way.
//!
//! The state is made of numbers, truth values and references of which nothing is known but whether they are equal. Two
//! reads of one place give the same value if nothing at all was written in between, so aliases need not be resolved.
//!
//! ```text
//! x := p.v; y := p.v; p.v := 3; z := q.v        x = y = any1, z = any2
//! ```
//!
//! Where something is presumed of memory, as that nothing else writes a `volatile` object, two reads may differ.
//!
//! A walk that looks for paths to a place relies on it that no error occurred before. A comparison of two programs
//! collects the possible errors instead ([`Risk`]).

use base::Budget;
use formula::{Sort, Term, Terms};
use imperative::{
    BlockId, ErrorKind, Expr, FieldId, InstrKind, Made, Proc, ProcId, Program, StructId, Type, VarId, Word,
    type_of,
};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Solver, State, Verdict};

/// Steps that it takes to tell the solver one assertion.
const TOLD: u64 = 4;

/// Steps of the solver for one question.
const QUESTION: u64 = 4_000;

/// What a read depends on: the memory, the kind of place, and what leads there.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub memory: u32,
    pub kind: Kind,
    pub of: Vec<Term>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Field(StructId, FieldId),
    Element,
    Target,
    Length,
    First,
    At,
    Move,
    Distance,
    Position,
    Together,
    Below,
    Bits(u32),
    /// What an effect gives: a new object, a result, an answer.
    Given,
    /// A further value that a call returns, by number.
    Back(usize),
}

/// What changes the memory.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Effect {
    pub kind: EffectKind,
    /// What leads to the place, then what is written there; the arguments of a call.
    pub of: Vec<Term>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum EffectKind {
    Field(StructId, FieldId),
    Element,
    Target,
    New(StructId),
    /// An array or an object with parts, made by this instruction.
    Make(BlockId, usize),
    Free,
    Call(ProcId),
    Ask,
    /// The world sees something, by this instruction.
    Show(BlockId, usize),
}

/// Something that ends the run with an error unless all is well.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Risk {
    pub(super) kind: RiskKind,
    /// The memory, where it matters.
    memory: u32,
    of: Vec<Term>,
    /// The risk exists only where all of these hold.
    pub(super) guards: Vec<Term>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RiskKind {
    Nil,
    Zero,
    Index,
    Fit(Word),
    Within(Word),
    /// A check of the program, with the error that it ends in.
    Check(ErrorKind),
    Length,
    Unset(VarId),
    Bits(u32),
    /// A place that may have been freed, or may hold no value.
    Use,
    Pointer(u8),
    Free,
    Assumption,
    Call,
}

/// A state on a path. Cloning it forks the path.
#[derive(Clone)]
pub(super) struct At {
    pub env: Vec<Option<Term>>,
    /// Which of the memories that there were.
    pub memory: u32,
    pub condition: State,
    /// The blocks on the path, and the loops whose head was passed.
    pub passed: Vec<bool>,
    /// What may have gone wrong so far, if that is collected.
    pub risks: Option<Vec<Risk>>,
    /// Variables that may have no value.
    pub unset: Vec<bool>,
}

/// The state makes no sense any more, or too much was asked.
pub(super) struct GiveUp;

/// All that is known of the values of all states.
pub(super) struct Anything<'p> {
    pub program: &'p Program,
    pub proc: &'p Proc,
    budget: &'p Budget,
    pub terms: Terms,
    solver: Solver,
    pub(super) object: Sort,
    pub(super) nil: Term,
    pub(super) reads: FxHashMap<Place, Term>,
    /// Memories by the one before and what was done to it.
    after: FxHashMap<(u32, Effect), u32>,
    /// How each memory came about, where that is known.
    pub history: Vec<Option<(u32, Effect)>>,
    /// Whether objects can have been freed, or hold no value.
    delicate: bool,
    /// Whether something is presumed of memory. If so, nothing that is read there is relied on.
    pub(super) unsteady: bool,
}

impl<'p> Anything<'p> {
    pub fn new(program: &'p Program, proc: &'p Proc, budget: &'p Budget) -> Anything<'p> {
        let mut terms = Terms::new();
        let object = terms.named_sort("object");
        let nil = terms.var("nil", object);
        let mut instrs = program.procs.iter().flat_map(|p| &p.blocks).flat_map(|b| &b.instrs);
        let delicate = instrs.any(|i| matches!(i.kind, InstrKind::Free(_) | InstrKind::Make { .. }));
        Anything {
            program,
            proc,
            budget,
            terms,
            solver: Solver::new(),
            object,
            nil,
            reads: FxHashMap::default(),
            after: FxHashMap::default(),
            history: Vec::new(),
            delicate,
            unsteady: proc.presumed.iter().any(|p| p.of_memory),
        }
    }

    /// Any state at all.
    pub fn state(&mut self) -> At {
        At {
            env: vec![None; self.proc.vars.len()],
            memory: self.new_memory(),
            condition: State::new(),
            passed: vec![false; self.proc.blocks.len()],
            risks: None,
            unset: vec![false; self.proc.vars.len()],
        }
    }

    /// True if there are objects that can have been freed, or hold no value.
    pub fn is_delicate(&self) -> bool {
        self.delicate
    }

    /// A memory of which nothing is known.
    pub fn new_memory(&mut self) -> u32 {
        self.history.push(None);
        self.history.len() as u32
    }

    /// The memory changes. The same change of the same memory gives the same memory.
    fn change(&mut self, at: &mut At, kind: EffectKind, of: Vec<Term>) {
        let effect = Effect { kind, of };
        let key = (at.memory, effect);
        at.memory = match self.after.get(&key) {
            Some(known) => *known,
            None => {
                self.history.push(Some(key.clone()));
                let made = self.history.len() as u32;
                self.after.insert(key, made);
                made
            }
        };
    }

    /// The object that was made when a memory came about.
    pub fn made(&self, memory: u32) -> Option<Term> {
        self.reads.get(&Place { memory, kind: Kind::Given, of: Vec::new() }).copied()
    }

    /// True if the world may have seen something between two memories; also where that is not known.
    pub fn shows(&self, mut memory: u32, before: u32) -> bool {
        while memory != before {
            let known = self.history.get((memory as usize).wrapping_sub(1)).and_then(Option::as_ref);
            match known {
                Some((earlier, effect))
                    if !matches!(effect.kind, EffectKind::Show(..) | EffectKind::Call(_)) =>
                {
                    memory = *earlier;
                }
                _ => return true,
            }
        }
        false
    }

    /// True if a term is a part of another.
    pub fn mentions(&self, whole: Term, part: Term) -> bool {
        let (mut waiting, mut seen) = (vec![whole], FxHashSet::default());
        while let Some(t) = waiting.pop() {
            if t == part {
                return true;
            }
            if seen.insert(t) {
                waiting.extend(self.terms.args(t));
            }
        }
        false
    }

    pub fn impossible(&mut self, at: &At) -> bool {
        // The solver counts what it searches, not what it is told.
        let told = u64::from(at.condition.depth());
        if self.budget.spend(told.saturating_mul(TOLD)).is_err() {
            return false;
        }
        let budget = self.budget.clone().with_steps(QUESTION);
        matches!(self.solver.check_state(&self.terms, &at.condition, &budget), Verdict::Unsat(_))
    }

    /// True if it is shown that something holds in a state.
    pub fn holds(&mut self, at: &At, fact: Term) -> bool {
        match self.terms.as_bool(fact) {
            Some(known) => known,
            None => {
                let not = self.terms.not(fact);
                let budget = self.budget.clone().with_steps(QUESTION);
                let otherwise = at.condition.assert(not);
                matches!(self.solver.check_state(&self.terms, &otherwise, &budget), Verdict::Unsat(_))
            }
        }
    }

    /// Something ends the run with an error unless a fact holds; nothing is known to prevent it where there is no fact.
    pub(crate) fn rely(&mut self, at: &mut At, kind: RiskKind, of: Vec<Term>, fact: Option<Term>) {
        if at.risks.is_none() {
            if let Some(fact) = fact {
                at.condition = at.condition.assert(fact);
            }
            return;
        }
        if fact.is_some_and(|fact| self.holds(at, fact)) {
            return;
        }
        let by_memory = matches!(
            kind,
            RiskKind::Index | RiskKind::Use | RiskKind::Free | RiskKind::Call | RiskKind::Pointer(_)
        );
        let risk = Risk { kind, memory: if by_memory { at.memory } else { 0 }, of, guards: Vec::new() };
        if let Some(risks) = &mut at.risks
            && !risks.contains(&risk)
        {
            risks.push(risk);
        }
    }

    /// Notes the use of a place that may have been freed, or may hold no value.
    pub(crate) fn rely_on_use(&mut self, at: &mut At, of: &[Term]) {
        if self.delicate {
            self.rely(at, RiskKind::Use, of.to_vec(), None);
        }
    }

    /// Does what an instruction does. `place` says which one it is.
    pub fn instruction(
        &mut self,
        at: &mut At,
        kind: &InstrKind,
        place: (BlockId, usize),
    ) -> Result<(), GiveUp> {
        match kind {
            InstrKind::Skip => {}
            InstrKind::Assign(v, e) => {
                let value = self.value_as(at, e, &self.proc.vars[v.index()].ty.clone())?;
                self.set(at, *v, Some(value));
            }
            InstrKind::Assume(_) if self.unsteady => {}
            InstrKind::Assume(e) => {
                let holds = self.condition(at, e)?;
                self.rely(at, RiskKind::Assumption, vec![holds], Some(holds));
            }
            InstrKind::Check { .. } if self.unsteady => {}
            InstrKind::Check { cond, kind } => {
                let holds = self.condition(at, cond)?;
                self.rely(at, RiskKind::Check(*kind), vec![holds], Some(holds));
            }
            InstrKind::StoreField { object, field, value } => {
                let value = self.value(at, value)?;
                let Some(Type::Ref(s)) = type_of(self.program, self.proc, object) else {
                    return Err(GiveUp);
                };
                let object = self.there(at, object)?;
                self.rely_on_use(at, &[object]);
                self.change(at, EffectKind::Field(s, *field), vec![object, value]);
                let place = Place { memory: at.memory, kind: Kind::Field(s, *field), of: vec![object] };
                self.reads.insert(place, value);
            }
            InstrKind::StoreElement { array, index, value } => {
                let value = self.value(at, value)?;
                let array = self.there(at, array)?;
                let index = self.number(at, index)?;
                self.within(at, array, index);
                self.change(at, EffectKind::Element, vec![array, index, value]);
                let place = Place { memory: at.memory, kind: Kind::Element, of: vec![array, index] };
                self.reads.insert(place, value);
            }
            // A comparison gives up; otherwise nothing is known of the memory afterwards.
            InstrKind::Fill { .. } if at.risks.is_some() => return Err(GiveUp),
            InstrKind::Fill { index, .. } => {
                at.memory = self.new_memory();
                at.env[index.index()] = None;
            }
            InstrKind::StoreTarget { pointer, value } => {
                let value = self.value(at, value)?;
                let pointer = self.there(at, pointer)?;
                self.rely(at, RiskKind::Use, vec![pointer], None);
                self.change(at, EffectKind::Target, vec![pointer, value]);
                let place = Place { memory: at.memory, kind: Kind::Target, of: vec![pointer] };
                self.reads.insert(place, value);
            }
            // Only a comparison tracks what the world sees.
            InstrKind::Show { .. } if at.risks.is_none() => {}
            InstrKind::Show { open: true, .. } => return Err(GiveUp),
            InstrKind::Show { values, .. } => {
                let values = self.values(at, values)?;
                self.change(at, EffectKind::Show(place.0, place.1), values);
            }
            // What stands behind it in the program may have been made up by the front end.
            InstrKind::Unsupported(_) => return Err(GiveUp),
            InstrKind::Bits { dst, op, left, right, word } => {
                let of = vec![self.number(at, left)?, self.number(at, right)?];
                let bits = word.bits().ok_or(GiveUp)?;
                let what = *op as u32 * 512 + u32::from(bits) * 2 + u32::from(word.is_signed());
                self.rely(at, RiskKind::Bits(what), of.clone(), None);
                let place = Place { memory: 0, kind: Kind::Bits(what), of };
                let value = self.read(at, place, &Type::Word(*word));
                self.set(at, *dst, Some(value));
            }
            InstrKind::New { dst, of, args } => {
                let args = self.values(at, args)?;
                self.make(at, *dst, EffectKind::New(*of), args);
            }
            InstrKind::NewArray { dst, length, .. } => {
                let length = self.values(at, std::slice::from_ref(length))?;
                self.long_enough(at, &length);
                self.make(at, *dst, EffectKind::Make(place.0, place.1), length);
            }
            InstrKind::Make { dst, object, .. } => {
                let length = match object {
                    Made::Cell(_) => Vec::new(),
                    Made::Array { length, .. } | Made::Long { length, .. } => {
                        self.values(at, std::slice::from_ref(length))?
                    }
                };
                let mut bounds = length.clone();
                if let Made::Array { first: Some(first), .. } = object {
                    bounds.extend(self.values(at, std::slice::from_ref(first))?);
                }
                self.long_enough(at, &length);
                self.make(at, *dst, EffectKind::Make(place.0, place.1), bounds);
            }
            InstrKind::Free(e) => {
                let freed = self.values(at, std::slice::from_ref(e))?;
                self.rely(at, RiskKind::Free, freed.clone(), None);
                self.change(at, EffectKind::Free, freed);
            }
            InstrKind::Call { dst, proc, args, backs } => {
                let args = self.values(at, args)?;
                self.change(at, EffectKind::Call(*proc), args);
                self.rely(at, RiskKind::Call, Vec::new(), None);
                if let Some(dst) = dst {
                    self.give(at, *dst)?;
                }
                for (number, (_, to)) in backs.iter().enumerate() {
                    self.give_back(at, *to, number)?;
                }
            }
            InstrKind::Ask { dst, .. } => {
                if at.risks.is_none() {
                    at.env[dst.index()] = None;
                } else {
                    self.change(at, EffectKind::Ask, Vec::new());
                    self.give(at, *dst)?;
                }
            }
        }
        Ok(())
    }

    /// The values of operands, for a comparison; other walks do not need them.
    fn values(&mut self, at: &mut At, operands: &[Expr]) -> Result<Vec<Term>, GiveUp> {
        if at.risks.is_none() {
            // What is written is not recorded, so the memory after it must be a new one.
            at.memory = self.new_memory();
            return Ok(Vec::new());
        }
        operands.iter().map(|e| self.value(at, e)).collect()
    }

    fn set(&mut self, at: &mut At, v: VarId, value: Option<Term>) {
        at.env[v.index()] = value;
        at.unset[v.index()] = false;
    }

    /// A variable gets what the last change of the memory gave.
    fn give(&mut self, at: &mut At, dst: VarId) -> Result<(), GiveUp> {
        let ty = self.proc.var(dst).ok_or(GiveUp)?.ty.clone();
        let value = self.read(at, Place { memory: at.memory, kind: Kind::Given, of: Vec::new() }, &ty);
        self.set(at, dst, Some(value));
        Ok(())
    }

    /// A variable gets what the call that changed the memory last gives back, which may be no value.
    fn give_back(&mut self, at: &mut At, to: VarId, number: usize) -> Result<(), GiveUp> {
        let ty = self.proc.var(to).ok_or(GiveUp)?.ty.clone();
        let place = Place { memory: at.memory, kind: Kind::Back(number), of: Vec::new() };
        let value = self.read(at, place, &ty);
        self.set(at, to, Some(value));
        at.unset[to.index()] = true;
        Ok(())
    }

    /// A new object.
    fn make(&mut self, at: &mut At, dst: VarId, kind: EffectKind, of: Vec<Term>) {
        self.change(at, kind, of.clone());
        let given = Place { memory: at.memory, kind: Kind::Given, of: Vec::new() };
        let made = match self.reads.get(&given) {
            Some(known) => *known,
            None => {
                let made = self.terms.fresh_var("new", self.object);
                self.reads.insert(given, made);
                made
            }
        };
        let there = self.terms.ne(made, self.nil);
        at.condition = at.condition.assert(there);
        if let EffectKind::New(s) = kind {
            for (i, value) in of.into_iter().enumerate() {
                let kind = Kind::Field(s, FieldId::new(i));
                self.reads.insert(Place { memory: at.memory, kind, of: vec![made] }, value);
            }
        }
        self.set(at, dst, Some(made));
    }

    fn long_enough(&mut self, at: &mut At, length: &[Term]) {
        for n in length {
            let zero = self.terms.int(0);
            let fact = self.terms.le(zero, *n);
            self.rely(at, RiskKind::Length, vec![*n], Some(fact));
        }
    }

    /// An index outside of an array would have ended the run.
    pub(crate) fn within(&mut self, at: &mut At, array: Term, index: Term) {
        if at.risks.is_none() {
            return;
        }
        let place = Place { memory: at.memory, kind: Kind::Length, of: vec![array] };
        let length = self.read(at, place, &Type::Int);
        let zero = self.terms.int(0);
        let (above, below) = (self.terms.le(zero, index), self.terms.lt(index, length));
        let fact = self.terms.and(&[above, below]);
        self.rely(at, RiskKind::Index, vec![array, index], Some(fact));
        self.rely_on_use(at, &[array, index]);
    }
}
