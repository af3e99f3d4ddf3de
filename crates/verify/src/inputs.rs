//! Small inputs: lists of few cells, with the numbers that the program names and their neighbours.

use base::{Int, Random};
use imperative::machine::{State, Value, default_value};
use imperative::{Expr, ExprKind, Formula, FormulaKind, ProcId, Program, StructId, Type, Word};

/// Where inputs come from.
pub struct Inputs<'p> {
    program: &'p Program,
    proc: ProcId,
    random: Random,
    numbers: Vec<Int>,
    /// Whether the surroundings are asked for anything, such as memory.
    asks: bool,
    /// How many were made: small ones come first.
    made: usize,
}

/// The most cells of a list.
const CELLS: usize = 4;
/// The first inputs, this many, have fewer cells, and no numbers at the ends of their types.
const EASY: usize = 800;

impl<'p> Inputs<'p> {
    /// Inputs of a procedure; `None` if it has inputs that are neither numbers nor lists, nor records of such.
    pub fn new(program: &'p Program, proc: ProcId, seed: u64) -> Option<Inputs<'p>> {
        let of = program.proc(proc)?;
        let simple = |ty: &Type| match ty {
            Type::Int | Type::Word(_) | Type::Bool => true,
            Type::Ref(of) => program.struct_of(*of).is_some_and(|s| s.link(*of).is_some()),
            _ => false,
        };
        let record = |ty: &Type| match ty {
            Type::Ref(of) => {
                program.struct_of(*of).is_some_and(|s| s.fields.iter().all(|field| simple(&field.ty)))
            }
            _ => false,
        };
        let fits = |ty: &Type| simple(ty) || record(ty);
        if !of.inputs().all(|var| of.var(var).is_some_and(|var| fits(&var.ty))) {
            return None;
        }
        let random = Random::new(seed.wrapping_add(u64::from(proc.0)).wrapping_add(1));
        Some(Inputs {
            program,
            proc,
            random,
            numbers: numbers(program, proc),
            asks: asks(program, proc),
            made: 0,
        })
    }

    /// Whether there is only one input.
    pub fn is_single(&self) -> bool {
        !self.asks && self.program.proc(self.proc).is_some_and(|of| of.inputs().next().is_none())
    }

    fn number(&mut self, word: Option<Word>) -> Int {
        let most = if self.made < EASY { 9 } else { 10 };
        let value = match self.random.below(most) {
            0..=5 => Int::from(self.random.between(-3, 5)),
            6..=8 => self.random.pick(&self.numbers).cloned().unwrap_or(Int::from(0)),
            _ => match (word, self.random.one_in(2)) {
                (Some(word), true) => word.greatest(),
                (Some(word), false) => word.least(),
                (None, _) => Int::from(self.random.between(-100, 100)),
            },
        };
        word.map_or(value.clone(), |word| word.nearest(&value))
    }

    /// A list; of a struct that makes none, nothing.
    fn list(&mut self, of: StructId, length: usize, sorted: bool, state: &mut State) -> Value {
        let Some(shape) = self.program.struct_of(of) else { return Value::Nil };
        let Some(link) = shape.link(of) else { return Value::Nil };
        let key = shape.key();
        let key_word = key.and_then(|key| shape.fields.get(key.index())).and_then(|field| word_of(&field.ty));
        let mut keys: Vec<Int> = (0..length).map(|_| self.number(key_word)).collect();
        if sorted {
            keys.sort();
        }
        let mut next = Value::Nil;
        for number in keys.into_iter().rev() {
            let mut values = Vec::new();
            for (at, field) in shape.fields.iter().enumerate() {
                values.push(match &field.ty {
                    _ if at == link.index() => next.clone(),
                    _ if key.is_some_and(|key| key.index() == at) => Value::int(number.clone()),
                    Type::Int | Type::Word(_) => Value::int(self.number(word_of(&field.ty))),
                    ty => default_value(ty),
                });
            }
            next = Value::Ref(state.heap.cell(of, values));
        }
        next
    }

    /// The next input.
    pub fn next_input(&mut self) -> State {
        let mut state = State::new(self.program, self.proc);
        self.made += 1;
        let most = if self.made < EASY / 4 {
            2
        } else if self.made < EASY {
            3
        } else {
            CELLS
        };
        let Some(of) = self.program.proc(self.proc) else { return state };
        // Lists of equal lengths, and sorted ones, are what chance makes seldom.
        let same = self.random.one_in(3).then(|| self.random.below(most + 1));
        let sorted = self.random.one_in(2);
        for var in of.inputs() {
            let Some(declared) = of.var(var) else { continue };
            let record = match &declared.ty {
                Type::Ref(of) => {
                    self.program.struct_of(*of).filter(|s| s.link(*of).is_none()).map(|s| (*of, s))
                }
                _ => None,
            };
            let mut value = |ty: &Type, state: &mut State| match ty {
                Type::Bool => Value::Bool(self.random.one_in(2)),
                Type::Ref(cells) => {
                    let length = same.unwrap_or_else(|| self.random.below(most + 1));
                    self.list(*cells, length, sorted, state)
                }
                ty => Value::int(self.number(word_of(ty))),
            };
            let value = match record {
                Some((of, record)) => {
                    let fields = record.fields.iter().map(|field| value(&field.ty, &mut state)).collect();
                    Value::Ref(state.heap.cell(of, fields))
                }
                None => value(&declared.ty, &mut state),
            };
            state.set(var, value);
        }
        // Once in a while there is no memory.
        if self.asks && self.random.one_in(8) {
            state.answers = (0..3).map(|_| Int::from(i64::from(self.random.one_in(3)))).collect();
        }
        state
    }
}

/// `count` inputs of a procedure, if they can be made.
pub fn sampled(program: &Program, proc: ProcId, seed: u64, count: usize) -> Vec<State> {
    let Some(mut inputs) = Inputs::new(program, proc, seed) else { return Vec::new() };
    (0..count).map(|_| inputs.next_input()).collect()
}

fn word_of(ty: &Type) -> Option<Word> {
    match ty {
        Type::Word(word) => Some(*word),
        _ => None,
    }
}

/// Whether a procedure, or what it calls, asks its surroundings for something.
fn asks(program: &Program, proc: ProcId) -> bool {
    let procs = imperative::graph::reachable_procs(program, proc);
    let mut instrs =
        procs.into_iter().filter_map(|id| program.proc(id)).flat_map(|of| &of.blocks).flat_map(|b| &b.instrs);
    instrs.any(|instr| {
        matches!(instr.kind, imperative::InstrKind::Ask { .. } | imperative::InstrKind::Make { .. })
    })
}

/// The numbers that a procedure, what it calls and their claims name, with their neighbours.
fn numbers(program: &Program, proc: ProcId) -> Vec<Int> {
    let mut found = Vec::new();
    for id in imperative::graph::reachable_procs(program, proc) {
        let Some(proc) = program.proc(id) else { continue };
        let operands = proc.blocks.iter().flat_map(|block| &block.instrs).flat_map(|i| i.kind.operands());
        let mut waiting: Vec<&Expr> = proc.decisions.iter().map(|d| &d.cond).chain(operands).collect();
        let mut formulas: Vec<&Formula> =
            proc.claims.iter().filter_map(|claim| claim.kind.formula()).collect();
        while let Some(formula) = formulas.pop() {
            if let FormulaKind::Cond(e) = &formula.kind {
                waiting.push(e);
            }
            formulas.extend(formula.operands());
        }
        while let Some(e) = waiting.pop() {
            if let ExprKind::Int(n) = &e.kind {
                found.extend([n - &Int::from(1), n.clone(), n + &Int::from(1)]);
            }
            waiting.extend(e.operands());
        }
    }
    found.sort();
    found.dedup();
    found
}
