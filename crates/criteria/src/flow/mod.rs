//! Definitions and uses, as they stand in the text.
//!
//! ```text
//! x := 1;                      definition of x
//! y := x + p.head;             uses of x, of p and of the field head; definition of y
//! if x > y then …              predicate uses of x and y, one for each outcome
//! ```
//!
//! What is defined and used is a *kind of place*: a variable of a procedure, a field of a struct, the elements
//! of the arrays of some type. Which cell or array it is only a run can tell.
//!
//! * Parameters and inputs are defined once, at the entry of their procedure, for all callers. What the objects
//!   of an input hold has no definition in the program: it makes no goals.
//! * A use is a predicate use where it stands in the condition of a decision, else a computation use. What only
//!   spares a call ([`imperative::DecisionKind::ShortCircuit`]) is no decision of the author's.
//! * What a procedure gives back besides its result is used where it returns, and defined at the call.
//! * What the world sees at the end is used there: the variables of the main program, and what was written to
//!   cells and arrays and is still in them, if something leads there: a variable of the main program, an object that
//!   a procedure was given, or its result. A cell that nothing leads to has no use.
//! * Temporaries and hidden procedures have neither definitions nor uses.
//!
//! Every pair of a definition and a use of one kind has a number: those of one definition are consecutive, and
//! a predicate use takes two, for false and true. Whether the one can reach the other is asked in `reach`; the
//! ways between them are listed in `ways`. The notions are those of Rapps and Weyuker (1982).

mod collect;
pub(crate) mod reach;
pub(crate) mod ways;

use imperative::{FieldId, Point, ProcId, StructId, Type, VarId};
use source::Span;
use std::collections::BTreeMap;

/// No number.
pub(crate) const NONE: u32 = u32::MAX;

/// What is defined and used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// A variable.
    Var(VarId),
    /// A field of the cells of a struct.
    Field(StructId, FieldId),
    /// The elements of arrays of this type of elements.
    Element(Type),
}

/// Where something is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definition {
    /// At the entry of its procedure.
    Entry,
    /// By an instruction.
    At(Point),
}

/// Where something is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// At a point of a procedure.
    At(ProcId, Point),
    /// After the run, by the environment that inspects the heap.
    End,
}

pub(crate) struct Kind {
    pub what: What,
    /// Numbers of [`Flow::defs`].
    pub defs: Vec<usize>,
    /// Numbers of [`Flow::uses`].
    pub uses: Vec<usize>,
    /// How many pair numbers a definition takes.
    pub width: u32,
}

pub(crate) struct Def {
    pub kind: usize,
    pub proc: ProcId,
    pub at: Definition,
    pub span: Span,
    /// The first of its pairs.
    pub base: u32,
}

pub(crate) struct Used {
    pub at: Use,
    pub span: Span,
    pub is_predicate: bool,
    /// Its place among the pairs of a definition.
    pub column: u32,
}

/// A use at a point, as a watch needs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub kind: u32,
    pub column: u32,
    /// The number of the use.
    pub number: u32,
    /// Whether the world looks at it here, when the first activation returns.
    pub is_output: bool,
}

/// The definitions and uses of a program.
pub(crate) struct Flow {
    pub kinds: Vec<Kind>,
    pub defs: Vec<Def>,
    pub uses: Vec<Used>,
    /// The first kind of each struct.
    pub structs: Vec<u32>,
    /// The kinds of elements.
    pub arrays: Vec<(Type, u32)>,
    /// For each procedure, its variables that are defined at the entry, with the numbers of the definitions.
    pub entries: Vec<Vec<(VarId, usize)>>,
    /// For each point, where its definitions begin in `def_list`, or `NONE`. First the variable's, then those of
    /// the fields, or the one of the elements; `NONE` for what is not there.
    pub def_at: Vec<u32>,
    pub def_list: Vec<u32>,
    /// For each point, where its uses begin in `columns`; one more than there are points.
    pub use_at: Vec<u32>,
    pub columns: Vec<Column>,
    /// For each point, where its uses begin in `occurrences`: numbers of `columns` in the order in which a run
    /// comes by them, as often as it may.
    pub occurs_at: Vec<u32>,
    pub occurrences: Vec<u32>,
    /// How many pairs there are.
    pub pairs: u32,
    /// Whether there were too many to count.
    pub truncated: bool,
    /// For each point where a call gives values back, the variables that get them, as kinds.
    pub backs: BTreeMap<u32, Vec<u32>>,
}

impl Flow {
    /// The first pair of a definition, by its number.
    pub fn base(&self, def: u32) -> u32 {
        self.defs.get(def as usize).map_or(NONE, |d| d.base)
    }

    /// The uses at a point.
    pub fn uses_at(&self, point: u32) -> &[Column] {
        let at = point as usize;
        match (self.use_at.get(at), self.use_at.get(at + 1)) {
            (Some(from), Some(to)) => self.columns.get(*from as usize..*to as usize).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Whether a variable, given as a kind, is defined at a point.
    pub fn defines(&self, point: u32, kind: usize) -> bool {
        let back = || self.backs.get(&point).is_some_and(|kinds| kinds.iter().any(|k| *k as usize == kind));
        self.var_defined_at(point) == Some(kind) || back()
    }

    /// The variable that is defined at a point, as a kind; but for what calls give back.
    fn var_defined_at(&self, point: u32) -> Option<usize> {
        let at = self.def_at.get(point as usize).filter(|at| **at != NONE)?;
        let def = self.def_list.get(*at as usize).filter(|d| **d != NONE)?;
        self.defs.get(*def as usize).map(|d| d.kind)
    }
}

impl Kind {
    fn new(what: What) -> Kind {
        Kind { what, defs: Vec::new(), uses: Vec::new(), width: 0 }
    }

    pub fn is_variable(&self) -> bool {
        matches!(self.what, What::Var(_))
    }
}
