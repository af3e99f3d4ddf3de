//! Procedures in labelled superhomogeneous form: predicates whose modes are known (Degrave's thesis on testing Mercury
//! programs, definitions 2.6 and 2.7).
//!
//! ```text
//! member(X :: out, Y :: in) :- l1 Y => [E | Es] l2 ( l3 X := E l4 ; l5 member(X, Es) l6 ) l7.
//! ```
//!
//! * A [`Proc`] is a predicate in one mode: its head has inputs and outputs, its body is a [`Block`].
//! * A [`Block`] is a conjunction: goals with a [`Label`] before each and one behind the last.
//! * Variables are numbered in a procedure; a number is a [`Slot`].
//! * [`graph`]: the control flow graph of chapter 4; [`segments`]: traces as paths through it.
//! * [`Builtin`]: code of the language's library that is not written in the language itself.
//!
//! Invariants: on each path through a block a slot is filled once, before it is read. Code of a library has the label
//! [`NO_LABEL`] everywhere: it is run, but its coverage is not measured.

mod builtin;
pub mod graph;
pub mod segments;
pub mod types;

pub use crate::modes::Determinism;
pub use builtin::{Arithmetic, Builtin, Control, Fault, Host, Plain, Results, World};
pub(crate) use builtin::{compound, list};

use crate::machine::cells::{Cell, Cells};
use base::{Int, id};
use rustc_hash::FxHashMap;
use source::Span;
use terms::{Atom, Float, Terms};

/// A program point.
pub type Label = u32;

/// The label of code whose coverage is not measured.
pub const NO_LABEL: Label = 0;

/// A variable of a procedure.
pub type Slot = u32;

id!(
    /// A procedure, in [`Procs::list`].
    ProcId
);

id!(
    /// A conjunction, in [`Procs::blocks`].
    BlockId
);

/// The direction of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Flow {
    /// It has a value before the call.
    In,
    /// It has one after the call.
    Out,
    /// It has none.
    Unused,
}

impl Flow {
    /// The word that declarations have for it.
    pub fn word(self) -> &'static str {
        match self {
            Flow::In => "in",
            Flow::Out => "out",
            Flow::Unused => "unused",
        }
    }
}

/// A value without parts.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// A constructor without arguments.
    Atom(Atom),
    /// A number.
    Int(Int),
    /// A float.
    Float(Float),
    /// A character.
    Char(char),
    /// A string.
    Str(Atom),
}

/// What a value has at its top.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// It is this constant.
    Constant(Constant),
    /// A constructor with its number of arguments.
    Compound(Atom, u32),
}

/// The procedures of a program.
#[derive(Clone, Debug, Default)]
pub struct Procs {
    /// The procedures, by [`ProcId`].
    pub list: Vec<Proc>,
    /// Their conjunctions, by [`BlockId`].
    pub blocks: Vec<Block>,
    /// What stands at each label, by the label; the first entry is that of [`NO_LABEL`].
    pub points: Vec<Point>,
    /// The position of a constructor among those of its type: the standard order of values.
    pub order: FxHashMap<(Atom, u32), u32>,
    /// For each type its constructors, with the number of their arguments.
    pub constructors: Vec<Vec<(Atom, u32)>>,
    /// Code of the language's library for arithmetic with integers.
    pub arithmetic: Option<fn(Arithmetic) -> Option<Plain>>,
    /// Values as text, in the language of the program.
    pub show: Option<ShowValue>,
    /// What is thrown as text.
    pub show_thrown: Option<ShowValue>,
}

/// Writes a value in the language of a program.
pub type ShowValue = fn(&Cells, &Terms, Cell) -> String;

/// A predicate in one of its modes.
#[derive(Clone, Debug)]
pub struct Proc {
    /// Its name, without the module.
    pub name: String,
    /// Name and modes, for people: `member(out, in)`.
    pub shown: String,
    /// The directions of its arguments, which are its first slots.
    pub flows: Vec<Flow>,
    /// The names of its slots.
    pub vars: Vec<String>,
    /// Slots that have a value from the start.
    pub presets: Vec<(Slot, Constant)>,
    /// How often it succeeds.
    pub determinism: Determinism,
    /// What it does.
    pub body: Body,
    /// Whether it belongs to the program and not to a library.
    pub own: bool,
    /// Where it stands.
    pub at: Span,
}

impl Proc {
    /// Whether the first solution is the only one that counts.
    pub fn commits(&self) -> bool {
        !matches!(self.determinism, Determinism::Multi | Determinism::Nondet)
    }

    /// Whether it can fail.
    pub fn can_fail(&self) -> bool {
        can_fail(self.determinism)
    }
}

/// Whether a goal of this determinism can fail.
pub fn can_fail(determinism: Determinism) -> bool {
    !matches!(
        determinism,
        Determinism::Det | Determinism::Multi | Determinism::CcMulti | Determinism::Erroneous
    )
}

/// What a procedure does.
#[derive(Clone, Debug)]
pub enum Body {
    /// A conjunction.
    Block(BlockId),
    /// Code of the machine.
    Builtin(Builtin),
    /// Unknown: the reason, and where the reason stands. Without a place it is that of the call.
    Unknown(String, Option<Span>),
}

/// A conjunction.
#[derive(Clone, Debug)]
pub struct Block {
    /// The procedure.
    pub of: ProcId,
    /// Its goals.
    pub goals: Vec<Goal>,
    /// The label behind the last goal.
    pub end: Label,
}

impl Block {
    /// The first label.
    pub fn first(&self) -> Label {
        self.goals.first().map_or(self.end, |goal| goal.label)
    }

    /// The label behind a goal.
    pub fn after(&self, goal: usize) -> Label {
        self.goals.get(goal + 1).map_or(self.end, |goal| goal.label)
    }
}

/// A goal.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The label before it.
    pub label: Label,
    /// What it is.
    pub kind: GoalKind,
    /// Where it stands.
    pub at: Span,
}

/// The goals.
#[derive(Clone, Debug)]
pub enum GoalKind {
    /// `X == Y`
    Test(Slot, Slot),
    /// `X := Y`
    Assign(Slot, Slot),
    /// `X <= f(Ys)`
    Construct(Slot, Shape, Vec<Slot>),
    /// `X => f(Ys)`
    Deconstruct {
        /// What is taken apart.
        var: Slot,
        /// The functor that it must have.
        shape: Shape,
        /// Where its parts go.
        args: Vec<Slot>,
        /// Whether it can have another one.
        can_fail: bool,
    },
    /// `X <= closure p(Ys)`
    Closure(Slot, ProcId, Vec<Slot>),
    /// `p(Xs)`
    Call(ProcId, Vec<Slot>),
    /// `P(Xs)`
    CallClosure {
        /// The closure.
        closure: Slot,
        /// The arguments that it still needs.
        args: Vec<(Slot, Flow)>,
        /// How often it succeeds.
        determinism: Determinism,
    },
    /// `( C ; C ; … )`
    Disj(Vec<BlockId>),
    /// A disjunction of which at most one arm can succeed: a switch on this variable. The shapes of each arm.
    Switch(Slot, Vec<(BlockId, Vec<Shape>)>),
    /// `not ( C )`
    Not(BlockId),
    /// `( if C then C else C )`
    If(BlockId, BlockId, BlockId),
    /// The first solution of it.
    Commit(BlockId),
}

/// What stands at a label.
#[derive(Clone, Debug)]
pub struct Point {
    /// The procedure.
    pub proc: ProcId,
    /// The conjunction.
    pub block: BlockId,
    /// Its goal; the number of its goals for the label behind the last one.
    pub goal: u32,
}

impl Procs {
    /// A procedure.
    pub fn proc(&self, id: ProcId) -> Option<&Proc> {
        self.list.get(id.index())
    }

    /// A conjunction.
    pub fn block(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(id.index())
    }

    /// The conjunction that is the body of a procedure.
    pub fn body(&self, id: ProcId) -> Option<&Block> {
        match &self.proc(id)?.body {
            Body::Block(block) => self.block(*block),
            _ => None,
        }
    }

    /// The goal behind a label; nothing at the end of a conjunction.
    pub fn goal(&self, label: Label) -> Option<&Goal> {
        let point = self.points.get(label as usize)?;
        self.block(point.block)?.goals.get(point.goal as usize)
    }

    /// The procedures of the program itself that have a body.
    pub fn own(&self) -> impl Iterator<Item = ProcId> + '_ {
        let of = |(index, proc): (usize, &Proc)| {
            (proc.own && matches!(proc.body, Body::Block(_))).then(|| ProcId::new(index))
        };
        self.list.iter().enumerate().filter_map(of)
    }

    /// The labels of a procedure, in the order of its text.
    pub fn labels(&self, id: ProcId) -> impl Iterator<Item = Label> + '_ {
        let points = self.points.iter().enumerate().skip(1);
        points.filter(move |(_, point)| point.proc == id).map(|(label, _)| label as Label)
    }

    /// Whether the labels that the other arms of a switch would reach are known without looking at values: those up to the
    /// unification that fails.
    pub fn jumps(&self, var: Slot, arms: &[(BlockId, Vec<Shape>)]) -> bool {
        arms.iter().all(|(arm, shapes)| !shapes.is_empty() && self.decides(var, *arm))
    }

    /// Whether an arm starts with assignments and then takes the variable apart, or has a switch on it there.
    fn decides(&self, var: Slot, arm: BlockId) -> bool {
        let mut same = vec![var];
        for goal in self.block(arm).map_or(&[][..], |block| &block.goals) {
            match &goal.kind {
                GoalKind::Assign(x, y) if same.contains(y) => same.push(*x),
                GoalKind::Assign(..) | GoalKind::Construct(..) => {}
                GoalKind::Deconstruct { var, .. } => return same.contains(var),
                GoalKind::Switch(of, arms) => return same.contains(of) && self.jumps(*of, arms),
                _ => return false,
            }
        }
        false
    }

    /// Whether a goal can have several solutions: then the label behind it says nothing about its failures.
    pub fn has_several_solutions(&self, kind: &GoalKind) -> bool {
        match kind {
            GoalKind::Call(id, _) => self.proc(*id).is_some_and(|proc| !proc.commits()),
            GoalKind::CallClosure { determinism, .. } => {
                matches!(determinism, Determinism::Multi | Determinism::Nondet)
            }
            GoalKind::Disj(arms) => arms.len() > 1,
            _ => false,
        }
    }

    /// The conjunctions inside of a goal, in their order.
    pub fn parts(goal: &Goal) -> Vec<BlockId> {
        match &goal.kind {
            GoalKind::Disj(arms) => arms.clone(),
            GoalKind::Switch(_, arms) => arms.iter().map(|(arm, _)| *arm).collect(),
            GoalKind::Not(inner) | GoalKind::Commit(inner) => vec![*inner],
            GoalKind::If(cond, then, otherwise) => vec![*cond, *then, *otherwise],
            _ => Vec::new(),
        }
    }
}
