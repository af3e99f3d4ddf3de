//! Names, expressions, ranges and choices.

use super::{Decl, Name, Place, Unsupported};
use base::Int;
use source::Span;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands; without the parentheses around it.
    pub at: Place,
}

/// The expressions. Parentheses are not kept.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `1_000`, `16#FF#`
    Integer {
        /// Its value.
        value: Int,
        /// How it was written.
        text: String,
    },
    /// `3.14`, as it was written.
    Real(String),
    /// `'a'`
    Character(char),
    /// `"text"`, without the quotes and with `""` as one quote.
    Str(String),
    /// `null`
    Null,
    /// `X`; also an operator that is called, as in `"+" (A, B)`.
    Name(Name),
    /// `@`, the target of the assignment around it.
    Target,
    /// `P.X`
    Selected(Box<Expr>, Name),
    /// `P.all`
    Deref(Box<Expr>),
    /// `F (X, Y => 1)`: an element, a call or a conversion.
    Apply(Box<Expr>, Vec<Argument>),
    /// `A (1 .. 3)`
    Slice(Box<Expr>, Box<DiscreteRange>),
    /// `X'First`, `Integer'Image (X)`
    Attribute {
        /// What it is an attribute of.
        prefix: Box<Expr>,
        /// Its name; may be a keyword such as `Range`.
        name: Name,
        /// Its arguments; none for `'Old`, `'Result` and `'Access`, whose parentheses are an [`ExprKind::Apply`].
        args: Vec<Argument>,
    },
    /// `T'(X)`
    Qualified(Box<Expr>, Box<Expr>),
    /// `(1, 2, others => 0)`
    Aggregate(Box<Aggregate>),
    /// `-X`, `not X`
    Unary(UnaryOp, Box<Expr>),
    /// `X + Y`, `X and then Y`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `X in 1 .. 3 | 5`
    Membership {
        /// What is looked for.
        value: Box<Expr>,
        /// Whether it is `not in`.
        negated: bool,
        /// Where it is looked for.
        choices: Vec<Choice>,
    },
    /// `(if C then X elsif D then Y else Z)`
    If {
        /// The conditions with their values.
        branches: Vec<(Expr, Expr)>,
        /// The value after `else`.
        otherwise: Option<Box<Expr>>,
    },
    /// `(case X is when 1 => Y, when others => Z)`
    Case(Box<Expr>, Vec<CaseBranch>),
    /// `(for all I in 1 .. N => C)`, `FORALL I (C)`
    Quantified {
        /// Whether all values are meant, not some.
        all: bool,
        /// What it goes over.
        over: Box<Iteration>,
        /// The condition.
        body: Box<Expr>,
    },
    /// `new T`, `new T'(X)`
    New(Box<SubtypeIndication>, Option<Box<Expr>>),
    /// `raise E with "message"`
    Raise(Box<Expr>, Option<Box<Expr>>),
    /// `(declare X : constant T := 1; begin X + X)`
    Declare(Vec<Decl>, Box<Expr>),
    /// Something else.
    Unsupported(Unsupported),
}

impl Expr {
    /// Its place.
    pub fn span(&self) -> Span {
        self.at.0
    }
}

/// `X`, `Y => 1`
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The parameter that it is for.
    pub name: Option<Name>,
    /// Its value.
    pub value: Expr,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `abs`
    Abs,
    /// `not`
    Not,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BinaryOp {
    /// Of claims and formulas only.
    Implies,
    And,
    AndThen,
    Or,
    OrElse,
    Xor,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Concatenate,
    Multiply,
    Divide,
    Mod,
    Rem,
    Power,
}

/// `(1, 2)`, `(X => 1)`, `[1, 2]`, `(R with delta X => 1)`, `(null record)`
#[derive(Clone, Debug, PartialEq)]
pub struct Aggregate {
    /// Whether it is in square brackets.
    pub brackets: bool,
    /// What stands before the associations.
    pub base: AggregateBase,
    /// The parts; empty for `(null record)` and `[]`.
    pub items: Vec<Association>,
}

/// What an aggregate starts with.
#[derive(Clone, Debug, PartialEq)]
pub enum AggregateBase {
    /// Nothing.
    None,
    /// `null record`
    NullRecord,
    /// `X with delta`
    Delta(Expr),
}

/// A part of an aggregate.
#[derive(Clone, Debug, PartialEq)]
pub enum Association {
    /// `1`
    Positional(Expr),
    /// `1 | 3 => 0`, `others => <>`
    Named {
        /// The places that it is for.
        choices: Vec<Choice>,
        /// The value; `None` is `<>`.
        value: Option<Expr>,
    },
    /// `for I in 1 .. 3 => I * I`
    Iterated(Box<Iteration>, Expr),
}

/// `I in 1 .. N`, `X of A`, or the `I` of `FORALL I (…)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration {
    /// The variable.
    pub name: Name,
    /// Whether it goes backwards.
    pub reverse: bool,
    /// What it goes over.
    pub domain: Domain,
}

/// What an iteration goes over.
#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    /// All integers: the quantifiers of claims have no range.
    Unbounded,
    /// `in 1 .. N`, `in Colour`
    In(DiscreteRange),
    /// `of A`
    Of(Expr),
}

/// A branch of a case expression.
#[derive(Clone, Debug, PartialEq)]
pub struct CaseBranch {
    /// The values that it is for.
    pub choices: Vec<Choice>,
    /// Its value.
    pub value: Expr,
}

/// What stands before `=>`, or after `in`.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// A value, or the name of a subtype.
    Expr(Expr),
    /// `1 .. 3`, `A'Range`
    Range(Range),
    /// `Integer range 1 .. 3`
    Subtype(SubtypeIndication),
    /// `others`
    Others(Place),
}

/// A range with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Range {
    /// Its bounds.
    pub kind: RangeKind,
    /// Where it stands.
    pub at: Place,
}

/// How a range is given.
#[derive(Clone, Debug, PartialEq)]
pub enum RangeKind {
    /// `1 .. N`
    Bounds(Box<Expr>, Box<Expr>),
    /// `A'Range (2)`: an [`ExprKind::Attribute`].
    Attribute(Box<Expr>),
}

/// What an index or a loop goes over.
#[derive(Clone, Debug, PartialEq)]
pub enum DiscreteRange {
    /// `1 .. N`
    Range(Range),
    /// `Colour`, `Integer range 1 .. N`; in `T (Name)` perhaps a discriminant.
    Subtype(SubtypeIndication),
}

/// `not null T`, `Integer range 1 .. 10`, `String (1 .. 5)`
#[derive(Clone, Debug, PartialEq)]
pub struct SubtypeIndication {
    /// Whether `not null` stands before it.
    pub not_null: bool,
    /// The name of the subtype.
    pub mark: Expr,
    /// What it is restricted to.
    pub constraint: Option<Constraint>,
    /// Where it stands.
    pub at: Place,
}

/// A restriction of a subtype.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// `range 1 .. 10`
    Range(Range),
    /// `(1 .. 5, Colour)`
    Index(Vec<DiscreteRange>),
    /// Of discriminants, digits or delta.
    Unsupported(Unsupported),
}
