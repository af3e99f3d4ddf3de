//! The program after its names are resolved: every expression has its type, every call its subprogram.
//!
//! [`crate::check`] makes it of the syntax tree, [`crate::lower`] makes the imperative program of it. What is not
//! supported is a node with its name, so that only what comes there is undetermined.

mod placed;
mod types;

pub use types::{
    ArrayType, Bound, Component, Constraint, Kind, Subtype, TypeDef, TypeId, Types, machine_word, predefined,
};

use base::{Int, id};
use source::Span;

id!(
    /// An object: a variable, a constant, a parameter; by its place in [`Program::objects`].
    ObjectId
);

id!(
    /// A subprogram, by its place in [`Program::subprograms`].
    SubId
);

id!(
    /// An exception, by its place in [`Program::exceptions`].
    ExceptionId
);

id!(
    /// A loop, by a number that is its own within the program.
    LoopId
);

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Its types.
    pub types: Types,
    /// Its objects.
    pub objects: Vec<Object>,
    /// Its subprograms.
    pub subprograms: Vec<Subprogram>,
    /// Its exceptions.
    pub exceptions: Vec<Exception>,
    /// What the declarations of its packages do, in order.
    pub elaboration: Vec<Decl>,
}

/// An exception.
#[derive(Clone, Debug)]
pub struct Exception {
    /// Its name.
    pub name: String,
    /// Where it is declared; `None` for the predefined ones.
    pub span: Option<Span>,
}

/// The exceptions that every program has, by their places.
pub mod exceptions {
    use super::ExceptionId;

    /// `Constraint_Error`
    pub const CONSTRAINT_ERROR: ExceptionId = ExceptionId(0);
    /// `Program_Error`
    pub const PROGRAM_ERROR: ExceptionId = ExceptionId(1);
    /// `Storage_Error`
    pub const STORAGE_ERROR: ExceptionId = ExceptionId(2);
    /// `Ada.Assertions.Assertion_Error`
    pub const ASSERTION_ERROR: ExceptionId = ExceptionId(3);
    /// The names of all of them.
    pub const NAMES: [&str; 4] = ["Constraint_Error", "Program_Error", "Storage_Error", "Assertion_Error"];
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its name; an object that is not in the source has a name that Ada does not allow.
    pub name: String,
    /// Its subtype.
    pub subtype: Subtype,
    /// What it is.
    pub role: Role,
    /// The subprogram whose declarations or parameters it belongs to; `None` for a package.
    pub owner: Option<SubId>,
    /// The package that it is declared in, with the names of those around it; empty if there is none.
    pub package: String,
    /// The value of a scalar constant, if it is static.
    pub value: Option<Int>,
    /// Where it is declared.
    pub span: Span,
}

/// What an object is.
#[derive(Clone, Debug, PartialEq)]
pub enum Role {
    /// A variable.
    Variable,
    /// A constant.
    Constant,
    /// A parameter.
    Parameter(Mode),
    /// The parameter of a loop.
    Loop,
    /// Another name for something.
    Renaming(Box<Expr>),
    /// A value that the checker keeps: a bound of a range, an index of a renamed element.
    Held,
}

/// Which way a parameter goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Mode {
    In,
    Out,
    InOut,
}

/// A procedure or a function.
#[derive(Clone, Debug)]
pub struct Subprogram {
    /// Its name as it was written.
    pub name: String,
    /// Its name with those of the units around it: `Stacks.Push`.
    pub path: String,
    /// Its parameters.
    pub parameters: Vec<ObjectId>,
    /// The values of parameters that a call does not give.
    pub defaults: Vec<Option<Expr>>,
    /// The subtype of its result, if it is a function.
    pub result: Option<Subtype>,
    /// Its body; `None` where there is none to be found.
    pub body: Option<Body>,
    /// The subprogram that it is declared in.
    pub within: Option<SubId>,
    /// Whether it can be called from outside of its package.
    pub public: bool,
    /// What holds where it starts.
    pub pre: Vec<Expr>,
    /// What holds where it returns.
    pub post: Vec<Expr>,
    /// What it checks where it starts.
    pub starts: Vec<Expr>,
    /// What comments claim to hold where it starts, which runs do not check.
    pub entry: Vec<Expr>,
    /// What comments claim to hold where it returns.
    pub exit: Vec<Expr>,
    /// Why its calls are not supported.
    pub unsupported: Option<String>,
    /// What makes its runs undetermined.
    pub undetermined: Option<String>,
    /// Where its specification stands.
    pub span: Span,
}

/// The body of a subprogram.
#[derive(Clone, Debug)]
pub struct Body {
    /// What its declarations do.
    pub declarations: Vec<Decl>,
    /// Its statements.
    pub body: Handled,
    /// Where it stands.
    pub span: Span,
}

/// What a declaration does when it is elaborated.
#[derive(Clone, Debug)]
pub enum Decl {
    /// An object gets its first value, if it has one.
    Object(ObjectId, Option<Expr>),
    /// A value is kept. It is no statement of the author.
    Hold(ObjectId, Expr),
    /// A name that is renamed: what it stands for must be there. What its indexes and pointers are is held before.
    Renamed(Expr),
    /// A range must be within the range of the type that it restricts.
    Compatible {
        /// The range.
        range: (Bound, Bound),
        /// What it must be within.
        of: Subtype,
        /// Where it stands.
        span: Span,
    },
    /// A pragma that is executed, such as `Assert`.
    Statement(Stmt),
    /// Something that is not supported.
    Unsupported(String, Span),
}

/// Statements with their handlers.
#[derive(Clone, Debug, Default)]
pub struct Handled {
    /// The statements.
    pub body: Vec<Stmt>,
    /// The handlers.
    pub handlers: Vec<Handler>,
}

/// A handler.
#[derive(Clone, Debug)]
pub struct Handler {
    /// The exceptions; all others if there is none.
    pub exceptions: Vec<ExceptionId>,
    /// Whether `others` is among its choices.
    pub others: bool,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Where it stands.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands.
    pub span: Span,
}

/// The statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Nothing.
    Null,
    /// An assignment.
    Assign(Expr, Expr),
    /// The call of a procedure.
    Call(Call),
    /// The conditions with their statements, and those of `else`.
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    /// The value, the alternatives, and the one for `others`.
    Case(Expr, Vec<(Choices, Vec<Stmt>)>, Option<Vec<Stmt>>),
    /// A loop.
    Loop(LoopId, Scheme, Vec<Stmt>),
    /// Leaves a loop.
    Exit(LoopId, Option<Expr>),
    /// Declarations with statements.
    Block(Vec<Decl>, Handled),
    /// Back to the caller.
    Return(Option<Expr>),
    /// The object of an extended return, what declares it, and its statements.
    ExtendedReturn(ObjectId, Vec<Decl>, Option<Handled>),
    /// Raises an exception, or again the one that is handled.
    Raise(Option<ExceptionId>),
    /// Errs with `Assertion_Error` unless it holds.
    Assert(Expr),
    /// The same, and it needs no proof: `pragma Assume`.
    Presume(Expr),
    /// Errs with `Assertion_Error` unless the values change as they should from one iteration to the next: for each,
    /// whether it increases. The first that changes decides.
    Variant(LoopId, Vec<(bool, Expr)>),
    /// A comment claims it; runs do not check it.
    Claim(Expr),
    /// Only runs in which it holds are looked at.
    Assume(Expr),
    /// What a pointer leads to is given back, and the pointer is null then.
    Free(Expr, Expr),
    /// A variable gets a value that comes from outside.
    Get(Expr),
    /// Expressions are evaluated and their values are not used, as with `Put`.
    Evaluate(Vec<Expr>),
    /// Something that is not supported.
    Unsupported(String),
}

/// Static ranges of discrete values.
pub type Ranges = Vec<(Int, Int)>;

/// The choices of an alternative, and where they stand.
pub type Choices = (Ranges, Span);

/// How a loop goes on.
#[derive(Clone, Debug)]
pub enum Scheme {
    /// Until something leaves it.
    Forever,
    /// While a condition holds.
    While(Expr),
    /// For the values of a range.
    For {
        /// The parameter.
        parameter: ObjectId,
        /// The range.
        range: Range,
        /// Whether it goes backwards.
        reverse: bool,
    },
    /// For the elements of an array: the parameter is a position from 0 on, and the element is a renaming.
    Elements {
        /// The position.
        parameter: ObjectId,
        /// The array.
        array: Box<Expr>,
        /// Whether it goes backwards.
        reverse: bool,
    },
}

/// A range of discrete values: its bounds.
#[derive(Clone, Debug)]
pub struct Range {
    /// The first.
    pub first: Box<Expr>,
    /// The last.
    pub last: Box<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called.
    pub to: SubId,
    /// One value for each parameter; for `out` and `in out` ones a name.
    pub args: Vec<Expr>,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its type.
    pub ty: TypeId,
    /// Where it stands.
    pub span: Span,
}

impl Expr {
    /// Whether what it names lies behind a pointer.
    pub fn follows_pointers(&self) -> bool {
        let mut e = self;
        loop {
            match &e.kind {
                ExprKind::Deref(_) => return true,
                ExprKind::Component(of, _)
                | ExprKind::Element(of, _)
                | ExprKind::At(of, _)
                | ExprKind::Slice(of, _) => e = of,
                _ => return false,
            }
        }
    }
}

impl PartialEq for Expr {
    /// Objects are compared by their roles only in tests of being a parameter; no two renamings are the same.
    fn eq(&self, _: &Expr) -> bool {
        false
    }
}

/// The expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A discrete value.
    Discrete(Int),
    /// `null`
    Null,
    /// An object.
    Object(ObjectId),
    /// A component of a record, by its position.
    Component(Box<Expr>, usize),
    /// An element of an array.
    Element(Box<Expr>, Vec<Expr>),
    /// The element of an array at a position, counted from 0 over all dimensions.
    At(Box<Expr>, Box<Expr>),
    /// Some elements of an array.
    Slice(Box<Expr>, Range),
    /// What a pointer leads to.
    Deref(Box<Expr>),
    /// The result of a function.
    Call(Call),
    /// A predefined operator with one operand.
    Unary(Unary, Box<Expr>),
    /// A predefined operator with two operands, both evaluated.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `and then`
    AndThen(Box<Expr>, Box<Expr>),
    /// `or else`
    OrElse(Box<Expr>, Box<Expr>),
    /// The value in another type; it has to be in the subtype.
    Convert(Box<Expr>, Subtype),
    /// The value, which has to be in the subtype.
    Qualified(Box<Expr>, Subtype),
    /// Whether a value is in one of some ranges.
    In(Box<Expr>, Vec<Range>),
    /// The conditions with their values, and that of `else`.
    If(Vec<(Expr, Expr)>, Box<Expr>),
    /// The value, the alternatives, and the one for `others`.
    Case(Box<Expr>, Vec<(Choices, Expr)>, Option<Box<Expr>>),
    /// Whether all values of a range have a property, or some.
    Quantified(Box<Quantified>),
    /// An array of its parts.
    Array(Box<ArrayAggregate>),
    /// A record of its components, in order; `None` is the default.
    Record(Vec<Option<Expr>>),
    /// A text.
    Text(Vec<Int>),
    /// A bound or the length of a dimension of an array.
    Bound(BoundOf, Box<Expr>, usize),
    /// A new object with a first value, if there is one.
    New(Box<Subtype>, Option<Box<Expr>>),
    /// An exception instead of a value.
    Raise(ExceptionId),
    /// The value that an expression had where the subprogram started.
    Old(Box<Expr>),
    /// The result of the function.
    Result,
    /// What declarations of its own keep, then the expression: the bounds in `new Vec (1 .. N)` are evaluated there.
    Holding(Vec<Decl>, Box<Expr>),
    /// Something that is not supported.
    Unsupported(String),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unary {
    Minus,
    Abs,
    Not,
    /// The opposite of what the `=` of the program says: `A /= B`. Unlike `not`, it is one condition with its operand.
    Differs,
    /// The next value of a discrete subtype.
    Succ,
    /// The value before.
    Pred,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Mod,
    Power,
    Equal,
    Less,
    LessEqual,
    NotEqual,
    Greater,
    GreaterEqual,
    And,
    Or,
    Xor,
    Concatenate,
    Min,
    Max,
}

/// What is asked of a dimension of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BoundOf {
    First,
    Last,
    Length,
    /// How many elements there are in all dimensions.
    Size,
}

/// `(for all I in 1 .. N => C)`
#[derive(Clone, Debug)]
pub struct Quantified {
    /// Whether all values are meant, not some.
    pub all: bool,
    /// The variable.
    pub parameter: ObjectId,
    /// The values; `None` for all integers, which only claims have.
    pub range: Option<Range>,
    /// The condition.
    pub body: Expr,
    /// The number of the loop that looks at the values.
    pub number: LoopId,
}

/// An array of its parts.
#[derive(Clone, Debug)]
pub struct ArrayAggregate {
    /// The bounds, if they are those of the subtype that is expected.
    pub bounds: AggregateBounds,
    /// The parts, in order.
    pub parts: Vec<ArrayPart>,
    /// The value of all others; `Some (None)` is `<>`.
    pub others: Option<Option<Expr>>,
}

/// Where the bounds of an aggregate come from.
#[derive(Clone, Debug)]
pub enum AggregateBounds {
    /// From what is expected.
    Expected(Vec<(Bound, Bound)>),
    /// From the object that it is assigned to.
    Target,
    /// From its positions: the first index, and as many as there are parts.
    Positions(Int),
    /// From its one choice.
    Choice,
}

/// A part of an array aggregate.
#[derive(Clone, Debug)]
pub enum ArrayPart {
    /// The next element.
    Next(Expr),
    /// The elements of static ranges.
    At(Ranges, Option<Expr>),
    /// The elements of a range, perhaps with a name for the index.
    Range(Option<ObjectId>, Range, Option<Expr>),
}
