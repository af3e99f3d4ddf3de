//! Statements.

use super::{Expr, Init, LabelId, LocalId};
use base::Int;
use source::Span;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// All of it.
    pub span: Span,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// An expression, for its effect.
    Expr(Expr),
    /// The declaration of a variable: from here on it exists, without a value or with one.
    Declare(LocalId, Option<Init>),
    /// The declaration of an array whose length only a run knows: `int a[n];`
    DeclareArray {
        /// The array, of a type without a length.
        local: LocalId,
        /// How many elements it has, an integer; it is evaluated here and only here.
        length: Box<Expr>,
        /// A variable without a name that keeps that number, for `sizeof`.
        count: LocalId,
    },
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `if (condition) then else otherwise`
    If {
        /// What decides.
        condition: Expr,
        /// If it is not zero.
        then: Box<Stmt>,
        /// If it is zero.
        otherwise: Option<Box<Stmt>>,
        /// `if (…)`
        head: Span,
    },
    /// `while (condition) body`
    While {
        /// What decides, before each round.
        condition: Expr,
        /// One round.
        body: Box<Stmt>,
        /// `while (…)`
        head: Span,
    },
    /// `do body while (condition);`
    DoWhile {
        /// One round.
        body: Box<Stmt>,
        /// What decides, after each round.
        condition: Expr,
        /// The condition.
        head: Span,
    },
    /// `for (init; condition; step) body`
    For {
        /// What is done first: declarations or an expression.
        init: Vec<Stmt>,
        /// What decides, before each round; without it, the loop goes on.
        condition: Option<Expr>,
        /// What is done after each round, and at `continue`.
        step: Option<Expr>,
        /// One round.
        body: Box<Stmt>,
        /// `for (…)`
        head: Span,
    },
    /// `switch (value) body`; the cases are statements inside of the body.
    Switch {
        /// What is compared with the cases; promoted.
        value: Expr,
        /// The body, mostly a block.
        body: Box<Stmt>,
        /// `switch (…)`
        head: Span,
    },
    /// `case value:` or `case value ... last:`, of the innermost switch around it. The numbers are in the range of
    /// the type of the switch.
    Case {
        /// The value.
        value: Int,
        /// The last value of a range.
        last: Option<Int>,
        /// The statement that is labelled.
        stmt: Box<Stmt>,
    },
    /// `default:`
    Default(Box<Stmt>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto label;`
    Goto(LabelId),
    /// `label: stmt`
    Label(LabelId, Box<Stmt>),
    /// `return;` or `return value;`, converted to the type of the result.
    Return(Option<Expr>),
    /// `assert(condition);`
    Assert(Expr),
    /// Something that is not supported, by name.
    Unsupported(String),
}
