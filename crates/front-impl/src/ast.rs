//! The program as it is written.
//!
//! Two trees are equal if they say the same, wherever they stand: a [`Place`] equals every other. So parsing
//! what was printed gives back a tree that is equal to the first.

use base::{Int, Rat};
use source::Span;

/// Where a node stands. All places are equal.
#[derive(Clone, Copy, Debug)]
pub struct Place(pub Span);

impl PartialEq for Place {
    fn eq(&self, _: &Place) -> bool {
        true
    }
}

/// The number of an expression, by which the checker keeps its type. All numbers are equal.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub u32);

impl PartialEq for Number {
    fn eq(&self, _: &Number) -> bool {
        true
    }
}

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub at: Place,
}

/// A whole program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// The structs.
    pub structs: Vec<StructDecl>,
    /// The procedures.
    pub procs: Vec<ProcDecl>,
    /// The requirements before the first statement.
    pub requires: Vec<Expr>,
    /// What holds at the end.
    pub ensures: Vec<Expr>,
    /// The statements outside of any procedure.
    pub body: Vec<Stmt>,
    /// How many expressions there are.
    pub expressions: Number,
    /// The whole text.
    pub at: Place,
}

/// `struct tree { int value; tree left; tree right; }`
#[derive(Clone, Debug, PartialEq)]
pub struct StructDecl {
    /// Its name.
    pub name: Name,
    /// Its fields.
    pub fields: Vec<(Name, TypeExpr)>,
}

/// A type as it is written: a name with a number of `[]` behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeExpr {
    /// `int`, `bool`, `real` or a struct.
    pub name: Name,
    /// How many `[]` follow.
    pub arrays: usize,
}

/// `proc name(x: tree, n: int): int { … }`
#[derive(Clone, Debug, PartialEq)]
pub struct ProcDecl {
    /// Its name.
    pub name: Name,
    /// Its parameters; a type that is left out is inferred.
    pub params: Vec<(Name, Option<TypeExpr>)>,
    /// The type of its result.
    pub result: Option<TypeExpr>,
    /// Its requirements.
    pub requires: Vec<Expr>,
    /// What holds when it returns.
    pub ensures: Vec<Expr>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// The whole procedure.
    pub at: Place,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands; of an `if` or `while`, the keyword with its condition.
    pub at: Place,
}

/// The statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `skip`
    Skip,
    /// `target := value`, where the target is a variable, a field or an element.
    Assign(Expr, Expr),
    /// `if c then s else s`; a missing `else` is empty.
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    /// `while c do s`
    While(Expr, Vec<Stmt>),
    /// `assert F`
    Assert(Expr),
    /// `return`, `return e`
    Return(Option<Expr>),
    /// `p(e, …)`: an expression that is a call.
    Call(Expr),
    /// `{ s; s }` on its own.
    Block(Vec<Stmt>),
    /// `invariant F`, among the first statements of a loop's body.
    Invariant(Expr),
    /// `variant e`, among the first statements of a loop's body.
    Variant(Expr),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub at: Place,
    /// Its number, below [`Program::expressions`].
    pub number: Number,
}

/// The expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A variable.
    Var(String),
    /// A number without a point.
    Int(Int),
    /// A number with one.
    Real(Rat),
    /// `true`, `false`
    Bool(bool),
    /// `nil`
    Nil,
    /// `new cons(e, e)`
    New(Name, Vec<Expr>),
    /// `new int[e]`
    NewArray(TypeExpr, Box<Expr>),
    /// `e.head`, `e.length`
    Field(Box<Expr>, Name),
    /// `e[e]`
    Element(Box<Expr>, Box<Expr>),
    /// `p(e, …)`
    Call(Name, Vec<Expr>),
    /// `-e`
    Neg(Box<Expr>),
    /// `not e`
    Not(Box<Expr>),
    /// `e + e`, `e == e`, …
    Binary(imperative::BinaryOp, Box<Expr>, Box<Expr>),
    /// `e and e`
    And(Box<Expr>, Box<Expr>),
    /// `e or e`
    Or(Box<Expr>, Box<Expr>),
    /// `old(e)` in a claim: its value at the start.
    Old(Box<Expr>),
    /// `result` in a claim.
    Result,
    /// `forall k in a .. b: F`, `exists k in a .. b: F`
    Quantified(Box<Quantified>),
}

/// A claim about all or some integers of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    /// Whether it is about all of them.
    pub all: bool,
    /// Their name.
    pub name: Name,
    /// The first one.
    pub low: Expr,
    /// The last one.
    pub high: Expr,
    /// What holds of them.
    pub body: Expr,
}

impl Expr {
    /// Its place.
    pub fn span(&self) -> Span {
        self.at.0
    }

    /// Whether it speaks of all values of a range: only a claim, which no run looks at.
    pub fn is_quantified(&self) -> bool {
        let mut waiting = vec![self];
        while let Some(e) = waiting.pop() {
            if let ExprKind::Quantified(_) = e.kind {
                return true;
            }
            waiting.extend(e.operands());
        }
        false
    }

    /// The direct operands, from left to right.
    pub fn operands(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Var(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Bool(_)
            | ExprKind::Nil
            | ExprKind::Result => Vec::new(),
            ExprKind::Quantified(q) => vec![&q.low, &q.high, &q.body],
            ExprKind::New(_, args) | ExprKind::Call(_, args) => args.iter().collect(),
            ExprKind::NewArray(_, a)
            | ExprKind::Field(a, _)
            | ExprKind::Neg(a)
            | ExprKind::Not(a)
            | ExprKind::Old(a) => vec![a],
            ExprKind::Element(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b) => vec![a, b],
        }
    }
}
