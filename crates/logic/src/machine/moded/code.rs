//! Procedures made ready to run: constants are cells, constructors are numbers, builtins are at hand.

use crate::machine::cells::{Cell, Cells, Functor};
use crate::moded::{
    Arithmetic, Block, BlockId, Body, Builtin, Constant, Control, Flow, Goal, GoalKind, Label, NO_LABEL,
    Plain, ProcId, Procs, Shape, Slot,
};
use crate::modes::Determinism;
use base::Int;
use rustc_hash::FxHashMap;
use source::Span;
use terms::Atom;

/// All procedures of a program, ready to run.
#[derive(Default)]
pub(crate) struct Code {
    pub procs: Vec<ProcCode>,
    pub blocks: Vec<BlockCode>,
    pub bigs: Vec<Int>,
    /// Strings, characters and floats of the program, in the order of the text.
    pub constants: Vec<Cell>,
}

/// A procedure.
pub(crate) struct ProcCode {
    pub enter: Enter,
    pub flows: Box<[Flow]>,
    /// Whether it is one of the program's own.
    pub own: bool,
    /// How many slots it has.
    pub frame: u32,
    /// Whether choices that it leaves are forgotten when it succeeds, and it can leave some: in a run that jumps to the arms
    /// of switches, and in one that does not.
    pub commits: [bool; 2],
    /// Slots that have a value from the start.
    pub presets: Box<[(Slot, Cell)]>,
}

/// How a procedure starts.
pub(crate) enum Enter {
    Block(u32),
    Plain(Plain, Option<Arithmetic>),
    Control(Control),
    Unknown(Box<str>, Option<Span>),
}

/// A conjunction.
pub(crate) struct BlockCode {
    pub ops: Box<[Op]>,
    /// The label before each goal, and the one behind the last.
    pub labels: Box<[Label]>,
    /// How many slots its procedure has.
    pub frame: u32,
    /// Whether nothing of its procedure comes after it.
    pub tail: bool,
    /// Whether it has labels.
    pub labelled: bool,
    /// Whether it has goals only that are done in one step.
    pub simple: bool,
}

/// A goal.
pub(crate) enum Op {
    Test(Slot, Slot),
    Assign(Slot, Slot),
    Set(Slot, Cell),
    SetBig(Slot, u32),
    Build(Slot, Functor, Box<[Slot]>),
    Is(Slot, Cell),
    IsBig(Slot, u32),
    Open(Slot, Functor, Box<[Slot]>),
    Closure(Slot, u32, Box<[Slot]>),
    Plain(Plain, Option<Arithmetic>, Box<[(Slot, Flow)]>),
    /// Whether the call can have several solutions, and the way to its failure is no part of the graph.
    Call(u32, Box<[(Slot, Flow)]>, bool),
    CallClosure(Slot, Box<[(Slot, Flow)]>, bool),
    Disj(Box<[u32]>),
    Switch(Slot, Box<Table>, Box<[u32]>),
    Not(u32),
    If(u32, u32, u32),
    Commit(u32),
}

/// What leads to an arm of a switch.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    Atom(Atom),
    Struct(Functor),
    Int(i64),
    Char(char),
    Str(Atom),
}

/// The arms of a switch by what leads to them. Other values fit no arm.
#[derive(Default)]
pub(crate) struct Table {
    /// For few arms this is faster than a map.
    pub few: Vec<(Cell, u32)>,
    pub many: FxHashMap<Key, u32>,
    /// Whether some arm cannot be found by a key: all have to be tried.
    pub open: bool,
    /// Whether a run that counts has to work out the labels of the arms that it does not try.
    pub counted: bool,
}

/// No more keys are looked at one after the other.
const FEW: usize = 6;

impl Code {
    pub fn new(procs: &Procs, cells: &mut Cells) -> Code {
        let mut code = Code::default();
        let mut tails = vec![false; procs.blocks.len()];
        for proc in &procs.list {
            if let Body::Block(block) = proc.body {
                mark_tails(procs, block, &mut tails);
            }
        }
        for (index, block) in procs.blocks.iter().enumerate() {
            let ops: Box<[Op]> = block.goals.iter().map(|goal| code.op(procs, goal, cells)).collect();
            let labels = block.goals.iter().map(|goal| goal.label).chain([block.end]).collect();
            let simple = ops.iter().all(is_simple);
            let frame = procs.proc(block.of).map_or(0, |proc| proc.vars.len() as u32);
            let tail = tails.get(index).copied().unwrap_or(false);
            let labelled = block.end != NO_LABEL;
            code.blocks.push(BlockCode { ops, labels, frame, tail, labelled, simple });
        }
        for block in &procs.blocks {
            if block.end == NO_LABEL {
                continue;
            }
            for goal in &block.goals {
                let (GoalKind::Construct(_, Shape::Constant(constant), _)
                | GoalKind::Deconstruct { shape: Shape::Constant(constant), .. }) = &goal.kind
                else {
                    continue;
                };
                if let (Constant::Str(_) | Constant::Char(_) | Constant::Float(_), Ok(cell)) =
                    (constant, code.constant(constant))
                    && !code.constants.contains(&cell)
                {
                    code.constants.push(cell);
                }
            }
        }
        for proc in &procs.list {
            let (enter, leaves) = match &proc.body {
                Body::Block(block) => {
                    (Enter::Block(block.0), [true, false].map(|jumps| may_leave(procs, *block, jumps)))
                }
                Body::Builtin(Builtin::Plain(plain, meaning)) => (Enter::Plain(*plain, *meaning), [false; 2]),
                Body::Builtin(Builtin::Control(control)) => (Enter::Control(*control), [false; 2]),
                Body::Unknown(why, at) => (Enter::Unknown(why.as_str().into(), *at), [false; 2]),
            };
            let presets = proc.presets.iter();
            let presets =
                presets.filter_map(|(slot, value)| Some((*slot, code.constant(value).ok()?))).collect();
            code.procs.push(ProcCode {
                presets,
                enter,
                own: proc.own,
                flows: proc.flows.clone().into(),
                frame: proc.vars.len() as u32,
                commits: leaves.map(|leaves| leaves && proc.commits()),
            });
        }
        code
    }

    fn constant(&mut self, constant: &Constant) -> Result<Cell, u32> {
        Ok(match constant {
            Constant::Atom(atom) => Cell::Atom(*atom),
            Constant::Int(value) => match value.to_i64() {
                Some(value) => Cell::Int(value),
                None => {
                    self.bigs.push(value.clone());
                    return Err(self.bigs.len() as u32 - 1);
                }
            },
            Constant::Float(value) => Cell::Float(*value),
            Constant::Char(char) => Cell::Char(*char),
            Constant::Str(text) => Cell::Str(*text),
        })
    }

    fn op(&mut self, procs: &Procs, goal: &Goal, cells: &mut Cells) -> Op {
        let ids = |blocks: &[BlockId]| blocks.iter().map(|block| block.0).collect();
        match &goal.kind {
            GoalKind::Test(x, y) => Op::Test(*x, *y),
            GoalKind::Assign(x, y) => Op::Assign(*x, *y),
            GoalKind::Construct(x, Shape::Constant(constant), _) => match self.constant(constant) {
                Ok(cell) => Op::Set(*x, cell),
                Err(big) => Op::SetBig(*x, big),
            },
            GoalKind::Construct(x, Shape::Compound(name, count), args) => {
                Op::Build(*x, cells.functor(*name, *count as usize), args.clone().into())
            }
            GoalKind::Deconstruct { var, shape: Shape::Constant(constant), .. } => {
                match self.constant(constant) {
                    Ok(cell) => Op::Is(*var, cell),
                    Err(big) => Op::IsBig(*var, big),
                }
            }
            GoalKind::Deconstruct { var, shape: Shape::Compound(name, count), args, .. } => {
                Op::Open(*var, cells.functor(*name, *count as usize), args.clone().into())
            }
            GoalKind::Closure(x, proc, args) => Op::Closure(*x, proc.0, args.clone().into()),
            GoalKind::Call(proc, args) => {
                let flows = procs.proc(*proc).map_or(&[][..], |proc| &proc.flows);
                let args = args.iter().copied().zip(flows.iter().copied()).collect();
                let many = procs.proc(*proc).is_some_and(|proc| !proc.commits() && !proc.own);
                match procs.proc(*proc).map(|proc| &proc.body) {
                    Some(Body::Builtin(Builtin::Plain(plain, meaning))) => Op::Plain(*plain, *meaning, args),
                    _ => Op::Call(proc.0, args, many),
                }
            }
            GoalKind::CallClosure { closure, args, determinism } => {
                let many = matches!(determinism, Determinism::Multi | Determinism::Nondet);
                Op::CallClosure(*closure, args.clone().into(), many)
            }
            GoalKind::Disj(arms) => Op::Disj(ids(arms)),
            GoalKind::Switch(var, arms) => {
                let mut table = self.table(arms, cells);
                table.counted = !procs.jumps(*var, arms);
                let arms: Vec<BlockId> = arms.iter().map(|(arm, _)| *arm).collect();
                Op::Switch(*var, Box::new(table), ids(&arms))
            }
            GoalKind::Not(inner) => Op::Not(inner.0),
            GoalKind::If(cond, then, otherwise) => Op::If(cond.0, then.0, otherwise.0),
            GoalKind::Commit(inner) => Op::Commit(inner.0),
        }
    }

    fn table(&mut self, arms: &[(BlockId, Vec<Shape>)], cells: &mut Cells) -> Table {
        let mut table = Table::default();
        let mut found: Vec<(Cell, Key, u32)> = Vec::new();
        for (index, (_, shapes)) in arms.iter().enumerate() {
            table.open |= shapes.is_empty();
            for shape in shapes {
                let cell = match shape {
                    Shape::Constant(constant) => self.constant(constant).ok(),
                    Shape::Compound(name, count) => {
                        Some(Cell::Struct(cells.functor(*name, *count as usize), 0))
                    }
                };
                match cell.and_then(|cell| Some((cell, key(cell)?))) {
                    Some((cell, key)) => found.push((cell, key, index as u32)),
                    None => table.open = true,
                }
            }
        }
        if found.len() <= FEW {
            table.few = found.into_iter().map(|(cell, _, arm)| (cell, arm)).collect();
        } else {
            for (_, key, arm) in found {
                table.many.entry(key).or_insert(arm);
            }
        }
        table
    }
}

/// The key of a value, if it has one.
pub(crate) fn key(cell: Cell) -> Option<Key> {
    Some(match cell {
        Cell::Atom(atom) => Key::Atom(atom),
        Cell::Struct(functor, _) => Key::Struct(functor),
        Cell::Int(value) => Key::Int(value),
        Cell::Char(char) => Key::Char(char),
        Cell::Str(text) => Key::Str(text),
        _ => return None,
    })
}

/// Whether a goal is done in one step.
fn is_simple(op: &Op) -> bool {
    matches!(
        op,
        Op::Test(..)
            | Op::Assign(..)
            | Op::Set(..)
            | Op::SetBig(..)
            | Op::Build(..)
            | Op::Is(..)
            | Op::IsBig(..)
            | Op::Open(..)
            | Op::Closure(..)
            | Op::Plain(..)
    )
}

/// Marks the conjunctions behind which nothing of their procedure comes.
fn mark_tails(procs: &Procs, body: BlockId, tails: &mut [bool]) {
    let mut open = vec![body];
    while let Some(block) = open.pop() {
        if let Some(tail) = tails.get_mut(block.index()) {
            *tail = true;
        }
        let last = procs.block(block).and_then(|block| block.goals.last());
        match last.map(|goal| &goal.kind) {
            Some(GoalKind::Disj(arms)) => open.extend(arms),
            Some(GoalKind::Switch(_, arms)) => open.extend(arms.iter().map(|(arm, _)| *arm)),
            Some(GoalKind::If(_, then, otherwise)) => open.extend([*then, *otherwise]),
            _ => {}
        }
    }
}

/// Whether a conjunction can succeed and leave choices, in a run that jumps to the arms of switches or in one that does not.
fn may_leave(procs: &Procs, body: BlockId, jumps: bool) -> bool {
    let many = |id: ProcId| procs.proc(id).is_some_and(|proc| !proc.commits());
    let mut open = vec![body];
    while let Some(block) = open.pop() {
        let Some(Block { goals, .. }) = procs.block(block) else { continue };
        for goal in goals {
            match &goal.kind {
                GoalKind::Disj(arms) if arms.len() > 1 => return true,
                GoalKind::Disj(arms) => open.extend(arms),
                GoalKind::Switch(_, arms) => {
                    if !jumps || !arms.iter().all(|(_, shapes)| has_keys(shapes)) {
                        return true;
                    }
                    open.extend(arms.iter().map(|(arm, _)| *arm));
                }
                // Other solutions of the condition stay open behind the whole.
                GoalKind::If(cond, then, otherwise) => open.extend([*cond, *then, *otherwise]),
                GoalKind::Call(id, _) if many(*id) => return true,
                GoalKind::CallClosure { determinism, .. } => {
                    if matches!(determinism, Determinism::Multi | Determinism::Nondet) {
                        return true;
                    }
                }
                _ => {}
            }
        }
    }
    false
}

/// Whether all values of these shapes have a key.
fn has_keys(shapes: &[Shape]) -> bool {
    let has = |shape: &Shape| match shape {
        Shape::Constant(Constant::Int(value)) => value.to_i64().is_some(),
        Shape::Constant(Constant::Float(_)) => false,
        _ => true,
    };
    !shapes.is_empty() && shapes.iter().all(has)
}
