//! Claims: what the author says of a program, as data with places.
//!
//! ```text
//! //@ requires n >= 0;                                            Requires
//! //@ ensures \result == \old(a[0]);                              Ensures
//! while (i < n) {                                                 Invariant, Variant and Assigns of the loop
//!   //@ assert \forall integer k; 0 <= k < i ==> a[k] <= m;       Assert at a point
//! ```
//!
//! A claim is a [`Formula`] over the expressions of the program. What expressions cannot say has a *ghost*: a
//! variable that only claims read, whose [`Meaning`] tells what it stands for. So `\old(a[k]) < a[k]` is the
//! condition `g1 < a[g0]`, where `g0` is bound by a quantifier and `g1` stands for `a[g0]` at the entry.
//!
//! [`Proc::claims`](crate::Proc::claims) has every claim of the author. A search obeys
//! [`Proc::requires`](crate::Proc::requires), which front ends make of the `requires` clauses with
//! [`Formula::requirement`] as far as that can be done.

mod print;
pub(crate) mod range;
mod requirement;
mod verify;

use crate::{Expr, FieldId, LoopId, Point, Predicate, ProcId, Var, VarId};
use source::Span;

pub(crate) use verify::verify;

/// Something that the author says of a procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What is said.
    pub kind: ClaimKind,
    /// Where it is said.
    pub span: Span,
}

/// The kinds of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// It holds of the inputs. Its expressions read the state at the entry.
    Requires(Formula),
    /// It holds where the procedure returns. Its expressions read the state there.
    Ensures(Formula),
    /// It holds whenever a run reaches a point.
    Assert(Point, Formula),
    /// It holds whenever a run reaches the header of a loop.
    Invariant(LoopId, Formula),
    /// An integer that is not negative where an iteration of the loop starts, and smaller where the next one does.
    Variant(LoopId, Expr),
    /// Nothing else that exists at the entry is changed, by the procedure or by the loop.
    Assigns(Option<LoopId>, Vec<Location>),
    /// Something that a front end did not understand: it is still a claim about the program, so it must not be reported
    /// as shown.
    Unread {
        /// Whether it may be about the inputs. Then it is unknown which inputs are meant.
        of_inputs: bool,
        /// Why it is not understood.
        why: String,
    },
}

/// A formula with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// What must hold.
    pub kind: FormulaKind,
    /// Where it stands.
    pub span: Span,
}

/// The forms of formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    /// A condition.
    Cond(Expr),
    /// Something about the shape of what a reference leads to.
    Predicate(Predicate),
    /// A procedure gives true (or a number other than zero).
    Call {
        /// The procedure.
        proc: ProcId,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// Not so.
    Not(Box<Formula>),
    /// Both.
    And(Box<Formula>, Box<Formula>),
    /// One of both.
    Or(Box<Formula>, Box<Formula>),
    /// If the first holds, then the second does.
    Implies(Box<Formula>, Box<Formula>),
    /// Both or neither.
    Iff(Box<Formula>, Box<Formula>),
    /// For all values of a ghost.
    Forall(VarId, Box<Formula>),
    /// For some value of a ghost.
    Exists(VarId, Box<Formula>),
    /// For all cells of a list that stand in some order to each other.
    Cells {
        /// The ghosts that stand for the cells.
        cells: Vec<VarId>,
        /// How they stand to each other.
        order: CellOrder,
        /// The list.
        of: List,
        /// What holds of them. It reads the state of the formula, whichever state the list is of.
        body: Box<Formula>,
    },
    /// Two lists have as many cells, and the same data in them one by one.
    SameLists(List, List),
    /// The keys ([`crate::Struct::key`]) of the lists on the left, together, are those on the right, each as often.
    SameElements(Vec<List>, Vec<List>),
    /// Memory can be read there, and also written unless it is said otherwise.
    Valid(Zone, ReadOnly),
    /// No two of them have memory in common. Their bases have one type.
    Separated(Vec<Zone>),
    /// It holds of another state.
    At(When, Box<Formula>),
}

/// Whether memory need not be writable.
pub type ReadOnly = bool;

/// How cells of a list stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellOrder {
    /// There is only one.
    Single,
    /// Each one follows the one before directly.
    Adjacent,
    /// Each one comes after the one before.
    Ordered,
}

/// The cells that are reachable from a reference through the one link of its struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    /// Its first cell, or nil.
    pub start: Expr,
    /// The state of which start, cells and data are meant.
    pub when: When,
}

/// Memory that a pointer or an array leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// A reference, a pointer or an array.
    pub base: Expr,
    /// The first and the last element, counted from the base; none if the second is smaller. Without a range, it is
    /// the cell or the element that the base leads to.
    pub range: Option<(Expr, Expr)>,
}

/// Something that can be assigned to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A variable of the procedure.
    Variable(VarId),
    /// A field of a cell.
    Field(Expr, FieldId),
    /// Elements.
    Zone(Zone),
}

/// A state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Where the claim stands; inside of something about another state, that state.
    Here,
    /// Where the run of the procedure starts.
    Entry,
    /// Of a claim in a loop: where the loop was last entered from outside.
    LoopEntry,
    /// Of a claim in a loop: where the iteration started.
    Iteration,
    /// Where a run last was at a point: the label of a statement.
    Point(Point),
}

/// A variable that only claims read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ghost {
    /// Its name, its type and where it comes from.
    pub var: Var,
    /// What it stands for.
    pub meaning: Meaning,
}

/// What a ghost stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// What the quantifier says that binds it.
    Bound,
    /// The result of the procedure.
    Result,
    /// The value of an expression in another state. Ghosts in it keep what they stand for.
    At(When, Expr),
    /// How many cells a list has.
    Length(List),
    /// The sum of the keys ([`crate::Struct::key`]) of a list.
    Sum(List),
}

/// Ghosts have numbers from here on, so that a procedure may gain variables without changing them.
const FIRST_GHOST: u32 = 1 << 30;

impl VarId {
    /// The id of a ghost.
    pub fn ghost(at: usize) -> VarId {
        VarId(FIRST_GHOST + at as u32)
    }

    /// The position among the ghosts of its procedure; `None` for a variable of the program.
    pub fn ghost_index(self) -> Option<usize> {
        self.0.checked_sub(FIRST_GHOST).map(|at| at as usize)
    }
}

impl Formula {
    /// A formula.
    pub fn new(kind: FormulaKind, span: Span) -> Formula {
        Formula { kind, span }
    }

    /// A condition.
    pub fn cond(e: Expr, span: Span) -> Formula {
        Formula::new(FormulaKind::Cond(e), span)
    }

    /// Not so.
    pub fn negated(self, span: Span) -> Formula {
        Formula::new(FormulaKind::Not(Box::new(self)), span)
    }

    /// Both.
    pub fn and(self, other: Formula, span: Span) -> Formula {
        Formula::new(FormulaKind::And(Box::new(self), Box::new(other)), span)
    }

    /// One of both.
    pub fn or(self, other: Formula, span: Span) -> Formula {
        Formula::new(FormulaKind::Or(Box::new(self), Box::new(other)), span)
    }

    /// If this holds, then the other does.
    pub fn implies(self, other: Formula, span: Span) -> Formula {
        Formula::new(FormulaKind::Implies(Box::new(self), Box::new(other)), span)
    }

    /// The formulas that it is made of.
    pub fn operands(&self) -> impl Iterator<Item = &Formula> {
        let (first, second) = match &self.kind {
            FormulaKind::Not(a)
            | FormulaKind::Forall(_, a)
            | FormulaKind::Exists(_, a)
            | FormulaKind::Cells { body: a, .. }
            | FormulaKind::At(_, a) => (Some(&**a), None),
            FormulaKind::And(a, b)
            | FormulaKind::Or(a, b)
            | FormulaKind::Implies(a, b)
            | FormulaKind::Iff(a, b) => (Some(&**a), Some(&**b)),
            FormulaKind::Cond(_)
            | FormulaKind::Predicate(_)
            | FormulaKind::Call { .. }
            | FormulaKind::SameLists(..)
            | FormulaKind::SameElements(..)
            | FormulaKind::Valid(..)
            | FormulaKind::Separated(_) => (None, None),
        };
        first.into_iter().chain(second)
    }
}

impl ClaimKind {
    /// The same kind of claim with another formula; one without a formula stays as it is.
    pub fn with_formula(&self, formula: Formula) -> ClaimKind {
        match self {
            ClaimKind::Requires(_) => ClaimKind::Requires(formula),
            ClaimKind::Ensures(_) => ClaimKind::Ensures(formula),
            ClaimKind::Assert(point, _) => ClaimKind::Assert(*point, formula),
            ClaimKind::Invariant(of, _) => ClaimKind::Invariant(*of, formula),
            ClaimKind::Variant(..) | ClaimKind::Assigns(..) | ClaimKind::Unread { .. } => self.clone(),
        }
    }

    /// Its formula, if it has one.
    pub fn formula(&self) -> Option<&Formula> {
        match self {
            ClaimKind::Requires(f)
            | ClaimKind::Ensures(f)
            | ClaimKind::Assert(_, f)
            | ClaimKind::Invariant(_, f) => Some(f),
            ClaimKind::Variant(..) | ClaimKind::Assigns(..) | ClaimKind::Unread { .. } => None,
        }
    }
}
