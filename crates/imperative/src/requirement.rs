//! What must hold of the inputs of a procedure, for a run of it to be asked for.

use crate::{Expr, ProcId, VarId};
use source::Span;

/// What must hold of the inputs, for a run to be asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// What must hold.
    pub kind: RequirementKind,
    /// Where it is said.
    pub span: Span,
    /// Which runs it restricts.
    pub origin: Origin,
}

/// Which runs a requirement restricts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// All that are asked for: its author says so, or a type does.
    #[default]
    Stated,
    /// None: every call fulfils it.
    Always,
    /// Runs that are the first call of a program: what static variables of functions start with. A test can begin with no other
    /// values, but later calls find others, so no proof may rest on it.
    FirstCall,
}

impl Requirement {
    /// A requirement of all runs that are asked for.
    pub fn new(kind: RequirementKind, span: Span) -> Requirement {
        Requirement { kind, span, origin: Origin::Stated }
    }
}

/// The forms of requirements. A requirement whose evaluation errs does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequirementKind {
    /// A condition over the inputs.
    Cond(Expr),
    /// Something about the shape of what a reference leads to.
    Predicate(Predicate),
    /// A procedure with a boolean result gives true: a representation invariant in the user's own words. Its
    /// changes of the heap are forgotten.
    Call {
        /// The procedure.
        proc: ProcId,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// Not so.
    Not(Box<Requirement>),
    /// Both; the second is looked at only if the first holds.
    And(Box<Requirement>, Box<Requirement>),
    /// One of both; the second is looked at only if the first does not hold.
    Or(Box<Requirement>, Box<Requirement>),
    /// It holds for every number of a range. The numbers are looked at in order, up to the first for which it does not hold.
    Every {
        /// The ghost that stands for the number.
        var: VarId,
        /// The first number.
        first: Expr,
        /// The last one; there are none if it is smaller than the first.
        last: Expr,
        /// What holds for each.
        body: Box<Requirement>,
    },
}

/// Predicates about shapes.
///
/// *Reachable* from a reference are its cell or array, and whatever is reachable from the reference fields of
/// the one or the elements of the other. Nothing is reachable from nil.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Predicate {
    /// No object that is reachable is reachable from one of its own fields or elements: following references
    /// never comes back to an object on the way. Sharing is allowed.
    Acyclic(Expr),
    /// No object is reachable from both.
    Disjoint(Expr, Expr),
    /// For a cell: along its *link*, the only field of the struct's own type, the list ends in nil, and its
    /// *key*, the first integer field (the first real one where there is none), never decreases. For an array:
    /// its elements, which are numbers, never decrease. Nil is sorted.
    Sorted(Expr),
    /// Every reachable object has exactly one way in: one field or element of a reachable object refers to it,
    /// or, for the first, none does. So there is no sharing and no cycle.
    Tree(Expr),
}
