//! Insts and modes with their names resolved.
//!
//! A mode is what is known before and after; names of modes are written out. Insts may be recursive, so their names stay.

use super::{Determinism, InstId, ModuleId};
use crate::syntax::ast::PredKind;
use source::Span;

/// How what is known of an argument changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// What is known before.
    pub from: Inst,
    /// What is known after.
    pub to: Inst,
}

/// What is known of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Inst {
    /// Nothing.
    Free,
    /// All of it.
    Ground,
    /// All of it, and there is no other reference to it.
    Unique,
    /// As [`Inst::Unique`], unless the run backtracks.
    MostlyUnique,
    /// It may not be looked at again.
    Clobbered,
    /// As [`Inst::Clobbered`], unless the run backtracks.
    MostlyClobbered,
    /// Perhaps something.
    Any,
    /// No run reaches this point.
    NotReached,
    /// It has one of these constructors. Which type they belong to, that of the value says.
    Bound(Vec<Bound>),
    /// A declared inst with its arguments.
    Named(InstId, Vec<Inst>),
    /// A parameter of the declaration, counted from 0.
    Param(u32),
    /// A variable for an inst that says at least as much as this one.
    Var(String, Box<Inst>),
    /// A predicate or function with these modes; the result of a function is the last.
    HigherOrder(PredKind, Vec<Mode>, Determinism),
}

/// A constructor with what is known of its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// The constructor, or a literal as it is written.
    pub name: String,
    /// What is known of its arguments.
    pub args: Vec<Inst>,
}

/// The declaration of an inst.
#[derive(Clone, Debug, PartialEq)]
pub struct InstDef {
    /// The module that declares it.
    pub module: ModuleId,
    /// Its name.
    pub name: String,
    /// How many parameters it has.
    pub arity: usize,
    /// What it is; `None` if nothing is said.
    pub inst: Option<Inst>,
    /// Where it is declared.
    pub at: Span,
}
