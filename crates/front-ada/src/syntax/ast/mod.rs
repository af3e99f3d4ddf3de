//! The program as it is written.
//!
//! Two trees are equal if they say the same, wherever they stand: a [`Place`] equals every other, and names that
//! differ in case only are equal. So parsing what was printed gives back a tree that is equal to the first.
//!
//! Ada's syntax does not tell an element of an array, a call and a conversion apart: `F (X)` is one
//! [`ExprKind::Apply`] here, whatever `F` is. Likewise a choice or an index that is a plain name may turn out to be a
//! type.

mod declarations;
mod expressions;
mod statements;

pub use declarations::{
    AccessDef, AccessKind, ArrayDef, Aspect, AspectValue, ComponentItem, ContractCase, Decl, DeclKind,
    Indexes, Mode, ObjectDecl, Parameter, RecordDef, SubprogramSpec, TypeDecl, TypeDef, TypeRef,
};
pub use expressions::{
    Aggregate, AggregateBase, Argument, Association, BinaryOp, CaseBranch, Choice, Constraint, DiscreteRange,
    Domain, Expr, ExprKind, Iteration, Range, RangeKind, SubtypeIndication, UnaryOp,
};
pub use statements::{Alternative, Claim, ClaimKind, Handled, Handler, Scheme, Stmt, StmtKind};

use source::Span;

/// Where a node stands. All places are equal.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

/// A name with its place: an identifier, a character such as `'A'`, or an operator such as `"+"`.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name as it was written.
    pub text: String,
    /// The name as it is compared: identifiers and operators in small letters, characters as they are.
    pub key: String,
    /// Where it stands.
    pub at: Place,
}

impl Name {
    /// A name from its spelling.
    pub fn new(text: &str, at: Place) -> Name {
        let key = if text.starts_with('\'') { text.to_string() } else { text.to_lowercase() };
        Name { text: text.to_string(), key, at }
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.key == other.key
    }
}

/// Names with points between them, as in `Ada.Text_IO`; never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The parts from left to right.
    pub parts: Vec<Name>,
    /// Where it stands.
    pub at: Place,
}

impl Path {
    /// The path as it was written, without spaces.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(".")
    }

    /// The path as it is compared.
    pub fn key(&self) -> String {
        self.parts.iter().map(|part| part.key.as_str()).collect::<Vec<_>>().join(".")
    }
}

/// Something that is Ada but has no node of its own here. Two are equal if they differ in white space only.
#[derive(Clone, Debug)]
pub struct Unsupported {
    /// What it is, as in "a task" or "a floating-point type".
    pub what: String,
    /// How it was written.
    pub text: String,
    /// Where it stands.
    pub at: Place,
}

impl PartialEq for Unsupported {
    fn eq(&self, other: &Unsupported) -> bool {
        self.what == other.what && self.text.split_whitespace().eq(other.text.split_whitespace())
    }
}

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct Compilation {
    /// Its units in the order of the text.
    pub units: Vec<Unit>,
    /// Pragmas after the last unit.
    pub trailing: Vec<Pragma>,
    /// The whole text.
    pub at: Place,
}

/// A unit with its context.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// The clauses and pragmas before it.
    pub context: Vec<ContextItem>,
    /// Whether `private` stands before it.
    pub private: bool,
    /// The unit itself.
    pub kind: UnitKind,
    /// Where it stands, without its context.
    pub at: Place,
}

/// The units.
#[derive(Clone, Debug, PartialEq)]
pub enum UnitKind {
    /// A package, a procedure, …; also a type or an object, as papers write them before a procedure.
    Declaration(Box<Decl>),
    /// `separate (Parent) body`
    Subunit {
        /// The unit that the body belongs to.
        parent: Path,
        /// The body.
        body: Box<Decl>,
    },
    /// Statements outside of any unit, as papers print fragments of programs.
    Statements(Vec<Stmt>),
}

/// What stands before a unit.
#[derive(Clone, Debug, PartialEq)]
pub enum ContextItem {
    /// `with Ada.Text_IO;`
    With {
        /// Whether it is a `limited with`.
        limited: bool,
        /// Whether it is a `private with`.
        private: bool,
        /// The units.
        units: Vec<Path>,
        /// Where it stands.
        at: Place,
    },
    /// `use Ada.Text_IO;`
    Use(UseClause),
    /// `pragma Elaborate_All (Stacks);`
    Pragma(Pragma),
    /// A claim before the unit.
    Claim(Claim),
}

/// `use P;`, `use type T;`, `use all type T;`
#[derive(Clone, Debug, PartialEq)]
pub struct UseClause {
    /// What is made visible.
    pub kind: UseKind,
    /// The packages or types.
    pub names: Vec<Expr>,
    /// Where it stands.
    pub at: Place,
}

/// What a use clause makes visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseKind {
    /// All of a package.
    Package,
    /// The operators of a type.
    Type,
    /// The operators and other primitives of a type.
    AllType,
}

/// `pragma Loop_Variant (Decreases => N - I);`
#[derive(Clone, Debug, PartialEq)]
pub struct Pragma {
    /// Its name.
    pub name: Name,
    /// Its arguments.
    pub args: Vec<Argument>,
    /// Where it stands.
    pub at: Place,
}
