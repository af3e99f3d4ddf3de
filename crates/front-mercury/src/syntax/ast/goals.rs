//! Clauses and goals.

use super::{Access, Expr, ExprKind, Mode, Name, Place, PredKind, Purity, StateUse, Unsupported};

/// A fact, a rule or a grammar rule.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What it is about.
    pub head: Head,
    /// Its body; `None` for a fact.
    pub body: Option<Goal>,
    /// Whether it is a grammar rule, `Head --> Body`.
    pub grammar: bool,
    /// Where it stands.
    pub at: Place,
}

impl Clause {
    /// Whether it defines a predicate or a function.
    pub fn kind(&self) -> PredKind {
        if self.head.result.is_some() { PredKind::Func } else { PredKind::Pred }
    }

    /// How many arguments what it defines has, without the result of a function: `!X` stands for two, and a grammar rule
    /// has two more.
    pub fn arity(&self) -> usize {
        let count = |param: &Parameter| match param.expr.kind {
            ExprKind::State(StateUse::Both, _) => 2,
            _ => 1,
        };
        let own: usize = self.head.params.iter().map(count).sum();
        own + if self.grammar { 2 } else { 0 }
    }
}

/// The head of a clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// The predicate or function.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Parameter>,
    /// The result of a function.
    pub result: Option<Parameter>,
    /// Where it stands.
    pub at: Place,
}

/// A parameter of a clause or a lambda: an expression, perhaps with a mode: `X` or `X::in`.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// What the argument is unified with.
    pub expr: Expr,
    /// The mode, where it is said.
    pub mode: Option<Mode>,
}

/// A goal with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// What it is.
    pub kind: GoalKind,
    /// Where it stands.
    pub at: Place,
}

/// The goals. The last five stand in grammar rules only.
#[derive(Clone, Debug, PartialEq)]
pub enum GoalKind {
    /// `true`
    True,
    /// `fail` or `false`
    Fail,
    /// `A, B, …`: two at least, none of them a conjunction.
    Conj(Vec<Goal>),
    /// `A ; B ; …`: two at least, none of them a disjunction.
    Disj(Vec<Goal>),
    /// `if C then T else E`. What `some` quantifies at the top of the condition is known in the `then` part too.
    If(Box<Goal>, Box<Goal>, Box<Goal>),
    /// `not G`
    Not(Box<Goal>),
    /// `some [X, !Y] G`
    Some(Vec<Quantified>, Box<Goal>),
    /// `all [X] G`
    All(Vec<Quantified>, Box<Goal>),
    /// `A => B`
    Implies(Box<Goal>, Box<Goal>),
    /// `A <= B`
    ImpliedBy(Box<Goal>, Box<Goal>),
    /// `A <=> B`
    Equivalent(Box<Goal>, Box<Goal>),
    /// `A = B` and its like.
    Unify(UnifyKind, Expr, Expr),
    /// `p(X, Y)`
    Call(Name, Vec<Expr>),
    /// `P(X, Y)` or `call(P, X, Y)`: a closure with further arguments.
    CallClosure(Expr, Vec<Expr>),
    /// `impure G`, `semipure G`
    Effect(Purity, Box<Goal>),
    /// A goal that only the compiler's checks and warnings know from the goal inside of it.
    Scope(Scope, Box<Goal>),
    /// `!X ^ f := V`
    Assign(String, Vec<Access>, Expr),
    /// A goal that has no node of its own.
    Unsupported(Unsupported),
    /// `{ G }`: an ordinary goal.
    Braces(Box<Goal>),
    /// `[a, b]`: what the input starts with.
    Terminals(Vec<Expr>),
    /// `=(X)`: the rest of the input.
    Rest(Expr),
    /// `:=(X)`: the rest of the input from here on.
    SetRest(Expr),
    /// `X =^ f`: a field of the state that is passed along.
    GetField(Expr, Vec<Access>),
    /// `^ f := X`: a field of the state from here on.
    SetField(Vec<Access>, Expr),
}

/// How two expressions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnifyKind {
    /// `=`
    Equal,
    /// `\=`
    Unequal,
    /// `X == Y` of the superhomogeneous form: both are known.
    Test,
    /// `X := Y` of the superhomogeneous form: the right one is known.
    Assign,
    /// `X => f(Y)` of the superhomogeneous form: the variable is known.
    Deconstruct,
    /// `X <= f(Y)` of the superhomogeneous form: the arguments are known.
    Construct,
}

impl UnifyKind {
    /// The operator between both sides.
    pub fn operator(self) -> &'static str {
        match self {
            UnifyKind::Equal => "=",
            UnifyKind::Unequal => "\\=",
            UnifyKind::Test => "==",
            UnifyKind::Assign => ":=",
            UnifyKind::Deconstruct => "=>",
            UnifyKind::Construct => "<=",
        }
    }
}

/// What a quantifier names.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    /// The variable.
    pub name: String,
    /// Whether it is a state variable, `!X`.
    pub state: bool,
    /// Where it stands.
    pub at: Place,
}

/// A word before a goal that says something to the compiler alone.
#[derive(Clone, Debug, PartialEq)]
pub enum Scope {
    /// `disable_warnings [singleton_vars] G`: the names.
    DisableWarnings(Vec<String>),
    /// `require_det G` and its like: the word.
    Require(String),
    /// `promise_equivalent_solutions [X] G` and `promise_pure G`: the word, and the list of variables as it is written.
    Promise(String, String),
    /// `require_complete_switch [X] G` and its like: the word and the variable, which may be the current value of a state
    /// variable.
    RequireSwitch(String, Expr),
}
