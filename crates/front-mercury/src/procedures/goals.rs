//! Goals of procedures: in the order in which they run, each unification with its direction.
//!
//! ```text
//! X = [E | Es]      X => [E | Es]     X is taken apart
//!                   X <= [E | Es]     X is put together
//! X = Y             X == Y            both are known
//!                   X := Y            Y is known, X is not
//! ```
//!
//! A goal binds each of its outputs once. Nothing that it needs is unbound when it runs.

use super::determinism::Det;
use crate::core::{ConsId, Literal, Note, PredId, VarId};
pub use logic::moded::{Flow, ProcId};
use source::Span;

/// A goal.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What it is.
    pub kind: GoalKind,
    /// Where it stands.
    pub at: Span,
    /// How often it succeeds.
    pub det: Det,
    /// Whether it binds a variable that occurs outside of it.
    pub binds: bool,
}

/// The goals.
#[derive(Clone, Debug)]
pub enum GoalKind {
    /// All of them, one after the other. The empty one is `true`.
    Conj(Vec<Goal>),
    /// One of them. The empty one is `fail`.
    Disj {
        /// The alternatives, in the order of the text.
        arms: Vec<Goal>,
        /// Set if at most one of them can succeed, because of a functor.
        switch: Option<Switch>,
    },
    /// It fails. Binds nothing.
    Not(Box<Goal>),
    /// If, then, else. What the condition binds is known in the `then` part only.
    If(Box<Goal>, Box<Goal>, Box<Goal>),
    /// The first solution only: it has several, and they all look the same from outside.
    Commit(Box<Goal>),
    /// Two known values are equal, whatever their type is.
    Test(VarId, VarId),
    /// The first becomes the second.
    Assign(VarId, VarId),
    /// It becomes a new value.
    Construct(VarId, Value),
    /// Its value has this functor, and the arguments are bound to its parts.
    Deconstruct {
        /// What is taken apart.
        var: VarId,
        /// The functor.
        functor: Functor,
        /// Its arguments: all different, none known before.
        args: Vec<VarId>,
        /// Whether it can have another functor here. A switch around it is not counted.
        can_fail: bool,
    },
    /// A procedure.
    Call(ProcId, Vec<VarId>),
    /// A closure.
    CallClosure {
        /// The closure.
        closure: VarId,
        /// The arguments that it still needs, with their directions.
        args: Vec<(VarId, Flow)>,
        /// How often it succeeds, by its inst.
        det: Det,
    },
    /// A goal of which something is said that has no meaning for its answers.
    Noted(Note, Box<Goal>),
}

/// What a value has at its top.
#[derive(Clone, Debug, PartialEq)]
pub enum Functor {
    /// A constructor.
    Cons(ConsId),
    /// A tuple with this number of parts.
    Tuple(usize),
    /// A constant.
    Literal(Literal),
}

/// A new value.
#[derive(Clone, Debug)]
pub enum Value {
    /// A functor with its arguments.
    Term(Functor, Vec<VarId>),
    /// A procedure with its first arguments.
    Closure(ProcId, Vec<VarId>),
}

/// A disjunction of which at most one arm can succeed: they take the same variable apart, with different functors.
#[derive(Clone, Debug)]
pub struct Switch {
    /// The variable. It is known before the disjunction.
    pub var: VarId,
    /// The functors of each arm.
    pub arms: Vec<Vec<Functor>>,
    /// Whether there is an arm for each functor that the variable can have.
    pub complete: bool,
    /// The constructors without an arm; empty for types with endlessly many functors.
    pub missing: Vec<Functor>,
}

/// What a predicate that is called means for a mode.
pub(crate) fn names(program: &crate::core::Program, pred: PredId) -> String {
    program.pred(pred).map_or_else(|| "?".to_string(), |pred| format!("{}/{}", pred.name, pred.arity))
}
