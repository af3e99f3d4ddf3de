//! Statements and claims.

use super::{Choice, Decl, Expr, Iteration, Name, ObjectDecl, Place, Pragma, Unsupported};

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it stands, up to and including its `;`.
    pub at: Place,
}

/// The statements.
#[derive(Clone, Debug, PartialEq)]
pub enum StmtKind {
    /// `null;`
    Null,
    /// `X := Y;`
    Assign(Expr, Expr),
    /// `P (X);`: a name, or an [`super::ExprKind::Apply`].
    Call(Expr),
    /// `if C then … elsif D then … else … end if;`
    If {
        /// The conditions with their statements.
        branches: Vec<(Expr, Vec<Stmt>)>,
        /// The statements after `else`.
        otherwise: Option<Vec<Stmt>>,
    },
    /// `case X is when 1 => … end case;`
    Case(Expr, Vec<Alternative>),
    /// `while C loop … end loop;`
    Loop {
        /// The name before it.
        label: Option<Name>,
        /// How it goes on.
        scheme: Scheme,
        /// Its statements.
        body: Vec<Stmt>,
    },
    /// `exit Outer when C;`
    Exit {
        /// The loop that is left.
        label: Option<Name>,
        /// The condition.
        when: Option<Expr>,
    },
    /// `declare … begin … end;`
    Block {
        /// The name before it.
        label: Option<Name>,
        /// The declarations; `None` without the word `declare`.
        declarations: Option<Vec<Decl>>,
        /// The statements.
        body: Handled,
    },
    /// `return;`, `return X;`
    Return(Option<Expr>),
    /// `return R : T := X do … end return;`
    ExtendedReturn(Box<ObjectDecl>, Option<Handled>),
    /// `raise;`, `raise E with "message";`
    Raise {
        /// The exception; without one, the exception that is handled is raised again.
        exception: Option<Expr>,
        /// The message.
        message: Option<Expr>,
    },
    /// `pragma Assert (C);`
    Pragma(Pragma),
    /// `--: assert (C)`
    Claim(Claim),
    /// A label, a goto, a delay, …
    Unsupported(Unsupported),
}

/// How a loop goes on.
#[derive(Clone, Debug, PartialEq)]
pub enum Scheme {
    /// Until something leaves it.
    Forever,
    /// `while C`
    While(Expr),
    /// `for I in 1 .. N`, `for X of A`
    For(Iteration),
    /// Something else.
    Unsupported(Unsupported),
}

/// `when 1 | 2 => …`
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// The values that it is for.
    pub choices: Vec<Choice>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Where it stands.
    pub at: Place,
}

/// Statements with the handlers of their exceptions.
#[derive(Clone, Debug, PartialEq)]
pub struct Handled {
    /// The statements.
    pub body: Vec<Stmt>,
    /// The handlers.
    pub handlers: Vec<Handler>,
}

/// `when E : Constraint_Error | Storage_Error => …`
#[derive(Clone, Debug, PartialEq)]
pub struct Handler {
    /// The name that the occurrence gets.
    pub occurrence: Option<Name>,
    /// The exceptions, or `others`.
    pub choices: Vec<Choice>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Where it stands.
    pub at: Place,
}

/// A formula in a comment: `--: assert (C)`.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// What is claimed.
    pub kind: ClaimKind,
    /// The formula.
    pub formula: Expr,
    /// Where it stands.
    pub at: Place,
}

/// What a claim says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// `entry`: it holds when the subprogram starts.
    Entry,
    /// `exit`: it holds when the subprogram ends.
    Exit,
    /// `assert`: it holds here; before a loop, each time that its condition is looked at.
    Assert,
    /// `assume`: only runs in which it holds here are looked at.
    Assume,
}

impl ClaimKind {
    /// The word that it is written with.
    pub fn word(self) -> &'static str {
        match self {
            ClaimKind::Entry => "entry",
            ClaimKind::Exit => "exit",
            ClaimKind::Assert => "assert",
            ClaimKind::Assume => "assume",
        }
    }
}
