//! Expressions, places and initialisers.

use super::{FunctionId, GlobalId, LocalId, Stmt, StringId};
use crate::types::Type;
use base::Int;
use source::Span;

/// An expression: something with a value.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it does.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Type,
    /// Where it is.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// An integer constant, in the range of its type. Also the value of `sizeof` and its like.
    Int(Int),
    /// A floating constant, as written.
    Float(String),
    /// The null pointer.
    Null,
    /// The value of an object; of a whole struct too.
    Load(Box<Place>),
    /// The address of a place: `&x`.
    Address(Box<Place>),
    /// The address of the first element of an array.
    Decay(Box<Place>),
    /// A function as a value.
    FunctionAddress(FunctionId),
    /// `-e`
    Neg(Box<Expr>),
    /// `~e`
    BitNot(Box<Expr>),
    /// `!e`, an `int`.
    Not(Box<Expr>),
    /// Arithmetic on operands of one type; for shifts the right one has its own type.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A pointer moved forward by a number of elements.
    PointerAdd(Box<Expr>, Box<Expr>),
    /// A pointer moved back by a number of elements.
    PointerSub(Box<Expr>, Box<Expr>),
    /// The number of elements between two pointers.
    PointerDiff(Box<Expr>, Box<Expr>),
    /// A comparison of two numbers or pointers of one type; an `int`.
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `a && b`, an `int`.
    And(Box<Expr>, Box<Expr>),
    /// `a || b`, an `int`.
    Or(Box<Expr>, Box<Expr>),
    /// `a ? b : c`; both values have the type of the result.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `a, b`: all are evaluated, the value is that of the last.
    Comma(Vec<Expr>),
    /// `({ … })`: statements, and then a value unless the type is `void`.
    Statements(Vec<Stmt>, Option<Box<Expr>>),
    /// The value converted to the type of this expression: between numbers, between pointers, from one to the
    /// other, or to `void`.
    Convert(Box<Expr>),
    /// `place = value`; the value is that of the place afterwards.
    Assign(Box<Place>, Box<Expr>),
    /// `place op= value`: the place's value is converted to `compute`, combined with the value (which has that
    /// type, except for shifts), and converted back.
    AssignOp {
        /// What is changed.
        place: Box<Place>,
        /// How.
        op: BinaryOp,
        /// The right operand.
        value: Box<Expr>,
        /// The type that the operation has.
        compute: Type,
    },
    /// `pointer += index` or `pointer -= index`.
    AssignPointer {
        /// The pointer.
        place: Box<Place>,
        /// Whether it goes back.
        back: bool,
        /// By how many elements.
        index: Box<Expr>,
    },
    /// `++x`, `x++`, `--x`, `x--`, for numbers and pointers.
    IncDec {
        /// What is changed.
        place: Box<Place>,
        /// One forward, or one back.
        increment: bool,
        /// Whether the value is the new one.
        prefix: bool,
    },
    /// A call.
    Call {
        /// What is called.
        callee: Callee,
        /// The arguments, converted.
        args: Vec<Expr>,
    },
    /// Something that is not supported, by name.
    Unsupported(String),
}

/// What is called.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function by its name.
    Direct(FunctionId),
    /// A pointer to a function.
    Indirect(Box<Expr>),
}

/// Arithmetic with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `%`
    Rem,
    /// `&`
    BitAnd,
    /// `|`
    BitOr,
    /// `^`
    BitXor,
    /// `<<`
    Shl,
    /// `>>`
    Shr,
}

impl BinaryOp {
    /// The operator in C.
    pub fn text(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::BitAnd => "&",
            BinaryOp::BitOr => "|",
            BinaryOp::BitXor => "^",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
        }
    }

    /// Whether this is a shift, whose operands are promoted each on its own.
    pub fn is_shift(self) -> bool {
        matches!(self, BinaryOp::Shl | BinaryOp::Shr)
    }
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompareOp {
    /// `==`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

impl CompareOp {
    /// The operator in C.
    pub fn text(self) -> &'static str {
        match self {
            CompareOp::Eq => "==",
            CompareOp::Ne => "!=",
            CompareOp::Lt => "<",
            CompareOp::Le => "<=",
            CompareOp::Gt => ">",
            CompareOp::Ge => ">=",
        }
    }
}

/// Where an object is.
#[derive(Clone, Debug)]
pub struct Place {
    /// How it is found.
    pub kind: PlaceKind,
    /// The type of the object.
    pub ty: Type,
    /// Where it is named.
    pub span: Span,
}

/// The kinds of places.
#[derive(Clone, Debug)]
pub enum PlaceKind {
    /// A variable of the function.
    Local(LocalId),
    /// A global variable.
    Global(GlobalId),
    /// A string literal, an array of `char`.
    String(StringId),
    /// What a pointer points to. `a[i]` is the target of a [`ExprKind::PointerAdd`].
    Deref(Box<Expr>),
    /// A field, by its position in the record that the place has as its type.
    Member(Box<Place>, usize),
    /// A compound literal: a nameless variable, which gets its value whenever this is evaluated.
    Literal(LocalId, Box<Init>),
    /// The value of an expression of record type, in a nameless place; only to take a member from.
    Value(Box<Expr>),
}

/// What a variable starts as.
#[derive(Clone, Debug)]
pub enum Init {
    /// One value for the whole variable: a number, a pointer, or a struct.
    Scalar(Expr),
    /// Values for parts, in order; where two are for the same part, the later one counts. All else is zero.
    List(Vec<InitItem>),
}

/// The value of a part of a variable.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// The way from the variable to the part.
    pub path: Vec<Step>,
    /// The value, with the type of the part.
    pub value: Expr,
}

/// One step into an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Into a field, by its position.
    Field(usize),
    /// Into an element.
    Index(u64),
}
