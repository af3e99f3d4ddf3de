//! Goals in superhomogeneous form (section 2.2 of the thesis): every argument is a variable.
//!
//! ```text
//! append([E | Es], Y, [E | Zs]) :- append(Es, Y, Zs).
//!
//! append(HeadVar_1, Y, HeadVar_3) :-
//!     HeadVar_1 = [E | Es],
//!     HeadVar_3 = [E | Zs],
//!     append(Es, Y, Zs).
//! ```
//!
//! Whether a unification tests, assigns, constructs or deconstructs depends on a mode, and so does the order of conjunctions:
//! both are decided later. `true` is the empty conjunction, `fail` the empty disjunction.

use super::{ConsId, Determinism, Mode, PredId, Ty, VarId};
use crate::syntax::ast::{IntSize, PredKind, Purity};
use base::Int;
use source::Span;

/// The clauses of a predicate or function as one goal.
#[derive(Clone, Debug)]
pub struct Definition {
    /// The variables for its arguments, all different; the result of a function is the last.
    pub head: Vec<VarId>,
    /// All variables, by [`VarId`].
    pub vars: Vec<Var>,
    /// What must hold. With several clauses this is the disjunction of them.
    pub goal: Goal,
    /// The modes that the heads of clauses say, where they do: one entry a clause.
    pub clause_modes: Vec<Option<Vec<Mode>>>,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// A name that no other variable of the definition has.
    pub name: String,
    /// The name in the text; `None` if it was introduced.
    pub source: Option<String>,
    /// Its type, over the type parameters of the predicate.
    pub ty: Ty,
    /// Where it first stands, or what it stands for.
    pub at: Span,
}

/// A goal.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What it is.
    pub kind: GoalKind,
    /// Where it stands.
    pub at: Span,
    /// Its number in the definition: a goal comes before its parts, and parts are counted in their order.
    pub number: u32,
    /// The variables that occur both in it and outside of it, in order.
    pub nonlocals: Vec<VarId>,
}

/// The goals.
#[derive(Clone, Debug)]
pub enum GoalKind {
    /// All of them.
    Conj(Vec<Goal>),
    /// One of them.
    Disj(Vec<Goal>),
    /// It fails.
    Not(Box<Goal>),
    /// There are values for these variables.
    Some(Vec<VarId>, Box<Goal>),
    /// If, then, else. The condition and the `then` part share the variables that are quantified here.
    If(Vec<VarId>, Box<Goal>, Box<Goal>, Box<Goal>),
    /// A variable equals something.
    Unify(VarId, Rhs),
    /// A predicate, or a function with its result as the last argument.
    Call(PredId, Vec<VarId>),
    /// A closure, applied to arguments; a function has its result as the last one.
    CallClosure(PredKind, VarId, Vec<VarId>),
    /// A goal of which something is said that has no meaning for its answers.
    Note(Note, Box<Goal>),
    /// Something that is not supported: its plain name.
    Unsupported(&'static str),
}

/// What is said of a goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Note {
    /// It has effects, or sees them.
    Effect(Purity),
    /// `require_det` and its like: the word.
    Require(String),
    /// `require_complete_switch [X]` and its like.
    RequireSwitch(String, VarId),
    /// `disable_warnings`.
    Quiet,
}

/// What a variable equals.
#[derive(Clone, Debug)]
pub enum Rhs {
    /// Another variable.
    Var(VarId),
    /// A constructor with its arguments.
    Cons(ConsId, Vec<VarId>),
    /// A tuple.
    Tuple(Vec<VarId>),
    /// A number, a string or a character.
    Literal(Literal),
    /// A predicate or function that has no name.
    Lambda(Box<Lambda>),
    /// A predicate or function with its first arguments.
    Closure(PredId, Vec<VarId>),
}

/// Constants of the language's own types.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Literal {
    Int(IntSize, Int),
    Float(f64),
    Str(String),
    Char(char),
}

/// A predicate or function without a name.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// Whether calls have effects.
    pub purity: Purity,
    /// Predicate or function.
    pub kind: PredKind,
    /// Its parameters; the result of a function is the last.
    pub params: Vec<VarId>,
    /// Their modes. A function without modes takes its arguments and gives its result.
    pub modes: Vec<Mode>,
    /// How often it succeeds. A function that does not say it is `det`.
    pub determinism: Determinism,
    /// The variables of outside that it uses, in order.
    pub captured: Vec<VarId>,
    /// Its body.
    pub body: Goal,
}
