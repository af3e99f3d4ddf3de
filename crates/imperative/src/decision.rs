//! Decisions: the places where a run takes one of two branches.

use crate::Expr;
use source::Span;

/// A place where a run takes one of two branches.
///
/// A path is the sequence of outcomes of the decisions, in the order in which they are taken, *without* those
/// of kind [`DecisionKind::ShortCircuit`], which only spare a call and follow from the atoms of the decision
/// that they belong to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What kind of statement decides.
    pub kind: DecisionKind,
    /// The whole condition.
    pub cond: Expr,
    /// Its atomic conditions: one for each leaf of [`Expr::atoms`], in that order.
    pub atoms: Vec<Atom>,
    /// The place of the condition.
    pub span: Span,
}

/// An atomic condition of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atom {
    /// Where it stands in the text. Where a call was moved out of a condition, the leaf of the tree is a
    /// temporary, and this is still the place of the call.
    pub span: Span,
}

/// What kind of statement decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecisionKind {
    /// `if`.
    If,
    /// `while`.
    While,
    /// `assert`: the false branch fails.
    Assert,
    /// Whether the right operand of an `and` or `or` is looked at, where it holds a call.
    ShortCircuit,
    /// That an error was caught ([`crate::Catch`]): part of the path, but the source has no condition there, and the
    /// outcome is always true.
    Caught,
    /// What the surroundings answered ([`crate::InstrKind::Ask`]): part of the path, but not written in the source.
    Answer,
}

impl DecisionKind {
    /// Whether the author wrote it. Only such decisions are goals of coverage and are mutated.
    pub fn is_written(self) -> bool {
        !matches!(self, DecisionKind::ShortCircuit | DecisionKind::Answer | DecisionKind::Caught)
    }
}
