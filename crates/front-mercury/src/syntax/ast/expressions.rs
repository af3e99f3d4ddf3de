//! Expressions: what the manual calls data-terms.

use super::{Determinism, Goal, Mode, Name, Parameter, Place, PredKind, Purity, Type};
use base::Int;

/// An expression with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub at: Place,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `X`; each `_` is a variable of its own.
    Var(String),
    /// `!X`, `!.X`, `!:X`
    State(StateUse, String),
    /// `12`, `0xFFu8`, `0'a`
    Int(IntLiteral),
    /// `1.5e3`: how it is written and its value.
    Float(String, f64),
    /// `"text"`
    Str(String),
    /// `$file`, `$line`, `$module`, `$pred`, `$grade`: the name.
    Implied(String),
    /// A name with arguments: a function, a constructor, a constant, a character, a closure of a predicate that lacks
    /// arguments. Only its type tells which.
    Apply(Name, Vec<Expr>),
    /// `F(X)`: the value of an expression, applied to arguments.
    Call(Box<Expr>, Vec<Expr>),
    /// `[A, B | Rest]`; `[]` has neither elements nor a rest. A rest is no list of this kind.
    List(Vec<Expr>, Option<Box<Expr>>),
    /// `{A, B}`
    Tuple(Vec<Expr>),
    /// `( if C then A else B )`
    If(Box<Goal>, Box<Expr>, Box<Expr>),
    /// `(pred(X::in) is semidet :- X > 0)`
    Lambda(Box<Lambda>),
    /// `T ^ f ^ g(X)`
    Field(Box<Expr>, Vec<Access>),
    /// `T ^ f := V`
    Update(Box<Expr>, Vec<Access>, Box<Expr>),
    /// `X @ f(Y)`: both, which are unified.
    Both(Box<Expr>, Box<Expr>),
    /// `X : list(int)`
    Typed(Box<Expr>, Type),
}

/// Which value of a state variable is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateUse {
    /// `!X`: the current and the next one, as two arguments.
    Both,
    /// `!.X`
    Current,
    /// `!:X`
    Next,
}

impl StateUse {
    /// The sign before the name.
    pub fn sign(self) -> &'static str {
        match self {
            StateUse::Both => "!",
            StateUse::Current => "!.",
            StateUse::Next => "!:",
        }
    }
}

/// An integer as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct IntLiteral {
    /// Its value.
    pub value: Int,
    /// How it is written, without blanks.
    pub text: String,
    /// What its suffix says.
    pub size: IntSize,
}

/// The types of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum IntSize {
    Int,
    I8,
    I16,
    I32,
    I64,
    Uint,
    U8,
    U16,
    U32,
    U64,
}

impl IntSize {
    /// All of them with their suffixes; those that end another one come after it.
    pub const SUFFIXES: [(&'static str, IntSize); 10] = [
        ("i8", IntSize::I8),
        ("i16", IntSize::I16),
        ("i32", IntSize::I32),
        ("i64", IntSize::I64),
        ("u8", IntSize::U8),
        ("u16", IntSize::U16),
        ("u32", IntSize::U32),
        ("u64", IntSize::U64),
        ("i", IntSize::Int),
        ("u", IntSize::Uint),
    ];
}

/// One step of `T ^ f(X)`: a field with further arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Access {
    /// The field.
    pub field: Name,
    /// Its arguments.
    pub args: Vec<Expr>,
}

/// A predicate or function without a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Lambda {
    /// Whether calls have effects.
    pub purity: Purity,
    /// Predicate or function.
    pub kind: PredKind,
    /// Its parameters, without the two of a grammar rule.
    pub params: Vec<Parameter>,
    /// The modes of the two further parameters, if the body is that of a grammar rule.
    pub grammar: Option<(Mode, Mode)>,
    /// The result of a function.
    pub result: Option<Parameter>,
    /// How often it succeeds, where it is said.
    pub determinism: Option<Determinism>,
    /// Its body; `None` stands for `true`.
    pub body: Option<Goal>,
}
