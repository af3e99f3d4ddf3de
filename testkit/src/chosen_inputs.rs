//! Inputs of imperative programs whose inputs are objects of their own, as those of Ada are: chosen at random where programs
//! go wrong.
//!
//! Numbers are the ends of their ranges, those that the program mentions, what is next to them, and small ones. Arrays have
//! none to a few elements, equal and different ones, and start anywhere that their indexes allow. References lead nowhere,
//! to a new cell, or to one that is there already.
//!
//! ```text
//! V = () from -2147483647   V = (3, 3) from 1   V = (0, 7, -2147483648) from 2147483645
//! ```

use base::{Int, Random};
use imperative::machine::{Object, ObjectId, State, Value, check_state};
use imperative::{Expr, ExprKind, Own, Part, Proc, ProcId, Program, TerminatorKind, Type, Word};
use std::collections::BTreeSet;

/// Cells that references may lead to, at most.
const CELLS: usize = 6;
/// Elements of an array whose length is an input, at most.
const LONGEST: usize = 5;
/// What nobody has to mention.
const SMALL: [i64; 8] = [0, 1, 2, 3, -1, -2, 5, 10];

/// Chooses inputs of one procedure.
pub struct Chooser<'p> {
    program: &'p Program,
    entry: ProcId,
    /// The numbers that the program mentions, and their neighbours.
    mentioned: Vec<Int>,
    random: Random,
}

fn literals(e: &Expr, found: &mut BTreeSet<Int>) {
    if let ExprKind::Int(n) = &e.kind {
        found.insert(n.clone());
    }
    e.operands().for_each(|inner| literals(inner, found));
}

fn mentioned(proc: &Proc, found: &mut BTreeSet<Int>) {
    for block in &proc.blocks {
        block.instrs.iter().flat_map(|i| i.kind.operands()).for_each(|e| literals(e, found));
        if let TerminatorKind::Return(Some(e)) = &block.terminator.kind {
            literals(e, found);
        }
    }
    proc.decisions.iter().for_each(|d| literals(&d.cond, found));
}

impl<'p> Chooser<'p> {
    /// One for a procedure; the same seed gives the same inputs.
    pub fn new(program: &'p Program, entry: ProcId, seed: u64) -> Chooser<'p> {
        let mut found = BTreeSet::new();
        for id in imperative::graph::reachable_procs(program, entry) {
            if let Some(proc) = program.proc(id) {
                mentioned(proc, &mut found);
            }
        }
        let near = |n: &Int| [n - &Int::ONE, n.clone(), n + &Int::ONE];
        let mentioned: BTreeSet<Int> = found.iter().flat_map(near).collect();
        Chooser { program, entry, mentioned: mentioned.into_iter().collect(), random: Random::new(seed) }
    }

    /// Another input; nothing where what was chosen does not fit.
    pub fn choose(&mut self) -> Option<State> {
        let (program, proc) = (self.program, self.program.proc(self.entry)?);
        let mut state = State::new(program, self.entry);
        for v in proc.inputs() {
            let ty = &proc.var(v)?.ty;
            let value = match proc.own.iter().find(|own| own.var == v) {
                Some(own) => self.own(&mut state, ty, own)?,
                None => self.value(&mut state, ty, None)?,
            };
            state.set(v, value);
        }
        state.answers = (0..self.random.below(4)).map(|_| self.number(Word::signed(32))).collect();
        check_state(program, self.entry, &state).is_ok().then_some(state)
    }

    fn number(&mut self, word: Word) -> Int {
        let (least, greatest) = (word.least(), word.greatest());
        let few = &greatest - &least;
        // All values of what has few of them.
        if few < Int::from(8) {
            let at = self.random.below(few.to_i64().map_or(1, |n| n as usize + 1));
            return &least + &Int::from(at as i64);
        }
        let chosen = match self.random.below(8) {
            0 => least.clone(),
            1 => greatest.clone(),
            2 => [&least + &Int::ONE, &greatest - &Int::ONE][self.random.below(2)].clone(),
            3 | 4 => self.random.pick(&self.mentioned).cloned().unwrap_or(Int::ZERO),
            _ => Int::from(self.random.pick(&SMALL).copied().unwrap_or(0)),
        };
        if word.holds(&chosen) { chosen } else { least }
    }

    /// An input that is an object of its own.
    fn own(&mut self, state: &mut State, ty: &Type, own: &Own) -> Option<Value> {
        let Type::Array(element) = ty else {
            let Type::Ref(of) = ty else { return None };
            return self.cell(state, *of);
        };
        let length = match own.length {
            Some(n) => usize::try_from(n).ok()?,
            None => self.random.below(LONGEST + 1),
        };
        let values = self.elements(state, element, length)?;
        let first = match (own.first, own.indexes) {
            (Some(first), _) => first,
            (None, None) => 0,
            (None, Some(word)) => {
                let (least, greatest) = (word.least().to_i64()?, word.greatest().to_i64()?);
                let latest = greatest.saturating_sub(length as i64).saturating_add(1);
                let some = [1, 1, 1, 0, 2, 5, -3, least, least.saturating_add(1), latest];
                some[self.random.below(some.len())].max(least)
            }
        };
        let array = Object::Array { element: (**element).clone(), values, first };
        Some(Value::Ref(state.heap.add(array)))
    }

    /// Elements that are all equal, or each for itself, or nearly sorted.
    fn elements(&mut self, state: &mut State, element: &Type, length: usize) -> Option<Vec<Value>> {
        let plain = !matches!(element, Type::Part(_));
        let same =
            if plain && self.random.below(3) == 0 { Some(self.value(state, element, None)?) } else { None };
        let mut values = Vec::with_capacity(length);
        for _ in 0..length {
            values.push(match &same {
                Some(value) => value.clone(),
                None => self.value(state, element, None)?,
            });
        }
        if plain && self.random.below(4) == 0 {
            values.sort_by(|a, b| a.as_int().cmp(&b.as_int()));
        }
        Some(values)
    }

    fn cell(&mut self, state: &mut State, of: imperative::StructId) -> Option<Value> {
        let fields = &self.program.struct_of(of)?.fields;
        // A place for it first, so that it may lead to itself.
        let id = state.heap.cell(of, Vec::new());
        let mut values = Vec::with_capacity(fields.len());
        for field in fields {
            values.push(self.value(state, &field.ty, Some(id))?);
        }
        state.heap.objects.get_mut(id.index())?.set_values(values);
        Some(Value::Ref(id))
    }

    /// A value of a variable, a field or an element.
    fn value(&mut self, state: &mut State, ty: &Type, within: Option<ObjectId>) -> Option<Value> {
        Some(match ty {
            Type::Int => Value::Int(self.number(Word::signed(32))),
            Type::Word(word) if word.is_empty() => return None,
            Type::Word(word) => Value::Int(self.number(*word)),
            Type::Bool => Value::Bool(self.random.below(2) == 0),
            Type::Ref(of) => match self.random.below(4) {
                0 => Value::Nil,
                1 => {
                    let same = |o: &&(usize, &Object)| matches!(o.1, Object::Cell { of: s, .. } if s == of);
                    let parts = state.heap.parts(self.program);
                    let known: Vec<(usize, &Object)> = state.heap.objects.iter().enumerate().collect();
                    let known: Vec<usize> =
                        known.iter().filter(same).map(|(at, _)| *at).filter(|at| !parts[*at]).collect();
                    self.random.pick(&known).map_or(Value::Nil, |at| Value::Ref(ObjectId(*at as u32)))
                }
                _ if state.heap.objects.len() < CELLS => self.cell(state, *of)?,
                _ => Value::Nil,
            },
            Type::Part(part) => match &**part {
                Part::Cell(of) => self.cell(state, *of)?,
                Part::Array(element, n) => {
                    let values = self.elements(state, element, usize::try_from(*n).ok()?)?;
                    let array = Object::Array { element: element.clone(), values, first: 0 };
                    Value::Ref(state.heap.add(array))
                }
                Part::Open(..) => return None,
            },
            // Arrays that pointers lead to; what is within another has no room for them.
            Type::Array(element) if within.is_none() && self.random.below(3) > 0 => {
                let length = self.random.below(LONGEST + 1);
                let values = self.elements(state, element, length)?;
                let first = if length == 3 { 2 } else { 1 };
                let array = Object::Array { element: (**element).clone(), values, first };
                Value::Ref(state.heap.add(array))
            }
            Type::Array(_) => Value::Nil,
            _ => return None,
        })
    }
}
