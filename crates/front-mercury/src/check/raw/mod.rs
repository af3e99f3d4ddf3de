//! A clause as a tree whose variables have their scopes, before anything is known of types.
//!
//! Grammar rules and state variables are written out, fields are functions, `X \= Y` is `not (X = Y)`, `all [X] G` is
//! `not some [X] not G`, `A => B` is `not (A, not B)`. Variables are numbered: [`build`] gives those that quantifiers and
//! parameters of lambdas name numbers of their own, and [`quantify`] does the same for those that negations quantify.

mod build;
mod quantify;

pub(crate) use build::{Context, build, build_parts, default_modes};
pub(crate) use quantify::quantify;

use crate::core::Literal;
use crate::syntax::ast::{self, Name, PredKind, Purity};
use source::Span;
use std::collections::BTreeSet;

/// The position of an expression in its clause.
pub(crate) type ExprId = usize;
/// The number of a variable in its clause.
pub(crate) type RawVar = usize;

/// A clause.
pub(crate) struct Clause {
    pub exprs: Vec<Expr>,
    /// The variables: their names and where they first stand.
    pub vars: Vec<(String, Span)>,
    /// Those that have their scope from a quantifier or a lambda.
    pub fixed: BTreeSet<RawVar>,
    /// What the arguments are unified with; the result of a function is the last.
    pub head: Vec<ExprId>,
    /// The modes in its head, if it has some.
    pub modes: Vec<Option<ast::Mode>>,
    pub body: Goal,
    /// The first thing in it that is not supported.
    pub unsupported: Option<(&'static str, Span)>,
    pub at: Span,
}

pub(crate) struct Expr {
    pub kind: ExprKind,
    pub at: Span,
}

pub(crate) enum ExprKind {
    Var(RawVar),
    Literal(Literal),
    Apply(Name, Vec<ExprId>),
    /// A closure with its arguments.
    Call(ExprId, Vec<ExprId>),
    /// Elements, and what follows them.
    List(Vec<ExprId>, Option<ExprId>),
    Tuple(Vec<ExprId>),
    If(Vec<RawVar>, Box<Goal>, ExprId, ExprId),
    Lambda(Box<Lambda>),
    /// Both, which are equal.
    Both(ExprId, ExprId),
    Typed(ExprId, ast::Type),
}

pub(crate) struct Lambda {
    pub purity: Purity,
    pub kind: PredKind,
    /// Its parameters; the result of a function is the last.
    pub params: Vec<ExprId>,
    pub modes: Vec<Option<ast::Mode>>,
    pub determinism: Option<ast::Determinism>,
    pub body: Goal,
}

pub(crate) struct Goal {
    pub kind: GoalKind,
    pub at: Span,
}

pub(crate) enum GoalKind {
    Conj(Vec<Goal>),
    Disj(Vec<Goal>),
    Not(Box<Goal>),
    Some(Vec<RawVar>, Box<Goal>),
    If(Vec<RawVar>, Box<Goal>, Box<Goal>, Box<Goal>),
    Unify(ExprId, ExprId),
    /// The number of the call in its clause, the name, the arguments.
    Call(usize, Name, Vec<ExprId>),
    CallClosure(ExprId, Vec<ExprId>),
    Effect(Purity, Box<Goal>),
    Require(String, Box<Goal>),
    /// The word and the variable.
    RequireSwitch(String, ExprId, Box<Goal>),
    Quiet(Box<Goal>),
    Unsupported(&'static str),
}
