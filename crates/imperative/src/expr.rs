//! Expressions: pure trees that read the environment and the heap and change neither.
//!
//! Evaluation goes from left to right; `And` and `Or` look at their right operand only where they must.
//! Some nodes can err (a field of nil, an element outside of its array, a division by zero); the error is
//! reported for the span of that node.

use crate::{FieldId, VarId, Word};
use base::{Int, Rat};
use source::Span;

/// Deepest nesting of an expression or a requirement in a verified program. Everything that walks an
/// expression may recurse, because of this bound.
pub const MAX_DEPTH: usize = 1000;

/// How far the evaluation of a condition is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following<'e> {
    /// It depends on how this atom comes out.
    Atom(&'e Expr),
    /// It comes out so.
    Value(bool),
}

/// An expression with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// An integer.
    Int(Int),
    /// An exact real number.
    Real(Rat),
    /// True or false.
    Bool(bool),
    /// The reference to nothing; it belongs to every reference and array type.
    Nil,
    /// The value of a variable.
    Var(VarId),
    /// A field of the cell that a reference leads to; errs on nil.
    Field(Box<Expr>, FieldId),
    /// An element of an array; indices start at 0. Errs on nil and outside of the array.
    Element(Box<Expr>, Box<Expr>),
    /// The number of elements of an array, or of those from where a pointer points to; errs on nil.
    Length(Box<Expr>),
    /// The index that the language of the program gives to the first element of an array, where languages let arrays start
    /// anywhere; errs on nil. Indices of [`ExprKind::Element`] start at 0 all the same.
    First(Box<Expr>),
    /// What a pointer points to; errs on nil and outside of the array.
    Target(Box<Expr>),
    /// The pointer to an element of an array, which may be the one after the last; nil for nil. Errs elsewhere.
    At(Box<Expr>, Box<Expr>),
    /// A pointer moved by a number of elements; errs on nil (unless it stays there) and outside of the array.
    Move(Box<Expr>, Box<Expr>),
    /// How many elements lie between two pointers, from the second to the first; errs unless both are of one array.
    Distance(Box<Expr>, Box<Expr>),
    /// How many elements of its array lie before what a pointer points to, whether it is still there or not; errs on nil.
    Position(Box<Expr>),
    /// Whether two pointers lead into one array; nil leads into none.
    Together(Box<Expr>, Box<Expr>),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands, both evaluated.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// True if both are; the right one is evaluated only if the left one is true.
    And(Box<Expr>, Box<Expr>),
    /// True if one is; the right one is evaluated only if the left one is false.
    Or(Box<Expr>, Box<Expr>),
    /// Whether an integer is not zero.
    IntToBool(Box<Expr>),
    /// 1 for true, 0 for false: a comparison used as a number.
    BoolToInt(Box<Expr>),
    /// An integer that has to fit a word; errs otherwise.
    Fit(Box<Expr>, Word),
    /// An integer that has to be one of the values of a word; errs with [`crate::ErrorKind::OutOfRange`] otherwise. `Fit` is for
    /// results that a machine cannot hold, this for values that a program has ruled out.
    Within(Box<Expr>, Word),
    /// An integer that fits a word, as the front end has made sure: there is no error for it. A run in which it does
    /// not fit is undetermined.
    Sure(Box<Expr>, Word),
    /// The value of a word that differs from an integer by a multiple of the number of values.
    Wrap(Box<Expr>, Word),
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// The negative of an integer or a real.
    Neg,
    /// The opposite of a boolean.
    Not,
    /// The boolean itself. It is one atomic condition, whatever it is made of: `X in 1 .. 9`.
    Whole,
    /// The boolean itself, an `And` or `Or` of operands that cannot err: both are evaluated, so that the right one has an outcome
    /// too where the left one decides.
    Both,
}

/// Operators with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOp {
    /// Sum of two integers or two reals.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient: cut towards zero for integers, exact for reals. Errs on a zero divisor.
    Div,
    /// What truncating division leaves: it has the sign of the dividend. Integers only; errs on a zero divisor.
    Rem,
    /// What division leaves that rounds down: it has the sign of the divisor, as Ada's `mod` has. Integers only; errs on a zero
    /// divisor.
    Mod,
    /// The same value, or the same cell.
    Eq,
    /// Not the same.
    Ne,
    /// Less; numbers only, as the next three.
    Lt,
    /// Less or equal.
    Le,
    /// Greater.
    Gt,
    /// Greater or equal.
    Ge,
}

impl BinaryOp {
    /// How it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Mod => "mod",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "/=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        }
    }

    /// Whether it divides, and errs where the divisor is zero.
    pub fn divides(self) -> bool {
        matches!(self, BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mod)
    }

    /// Whether it gives a boolean.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

impl Expr {
    /// An expression.
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    /// An integer constant.
    pub fn int(value: impl Into<Int>, span: Span) -> Expr {
        Expr::new(ExprKind::Int(value.into()), span)
    }

    /// A boolean constant.
    pub fn bool(value: bool, span: Span) -> Expr {
        Expr::new(ExprKind::Bool(value), span)
    }

    /// Nil.
    pub fn nil(span: Span) -> Expr {
        Expr::new(ExprKind::Nil, span)
    }

    /// The value of a variable.
    pub fn var(var: VarId, span: Span) -> Expr {
        Expr::new(ExprKind::Var(var), span)
    }

    /// A field of a cell.
    pub fn field(object: Expr, field: FieldId, span: Span) -> Expr {
        Expr::new(ExprKind::Field(Box::new(object), field), span)
    }

    /// An element of an array.
    pub fn element(array: Expr, index: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::Element(Box::new(array), Box::new(index)), span)
    }

    /// The length of an array.
    pub fn length(array: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::Length(Box::new(array)), span)
    }

    /// What a pointer points to.
    pub fn target(pointer: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::Target(Box::new(pointer)), span)
    }

    /// The index that the language of the program gives to the first element of an array.
    pub fn first(array: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::First(Box::new(array)), span)
    }

    /// The pointer to an element of an array.
    pub fn at(array: Expr, index: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::At(Box::new(array), Box::new(index)), span)
    }

    /// A pointer moved by a number of elements.
    pub fn moved(pointer: Expr, by: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::Move(Box::new(pointer), Box::new(by)), span)
    }

    /// An integer that has to fit a word.
    pub fn fit(value: Expr, word: Word, span: Span) -> Expr {
        Expr::new(ExprKind::Fit(Box::new(value), word), span)
    }

    /// An integer that has to be one of the values of a word.
    pub fn within(value: Expr, word: Word, span: Span) -> Expr {
        Expr::new(ExprKind::Within(Box::new(value), word), span)
    }

    /// An integer that is known to fit a word.
    pub fn sure(value: Expr, word: Word, span: Span) -> Expr {
        Expr::new(ExprKind::Sure(Box::new(value), word), span)
    }

    /// An integer that wraps around in a word.
    pub fn wrap(value: Expr, word: Word, span: Span) -> Expr {
        Expr::new(ExprKind::Wrap(Box::new(value), word), span)
    }

    /// An operator with one operand.
    pub fn unary(op: UnaryOp, operand: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::Unary(op, Box::new(operand)), span)
    }

    /// The opposite of a boolean.
    pub fn negated(operand: Expr, span: Span) -> Expr {
        Expr::unary(UnaryOp::Not, operand, span)
    }

    /// A condition that is one atom, though more than one comparison makes it.
    pub fn whole(operand: Expr, span: Span) -> Expr {
        match operand.kind {
            ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Unary(UnaryOp::Both, _) => {
                Expr::unary(UnaryOp::Whole, operand, span)
            }
            _ => operand,
        }
    }

    /// An operator with two operands.
    pub fn binary(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
    }

    /// Both.
    pub fn and(left: Expr, right: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::And(Box::new(left), Box::new(right)), span)
    }

    /// A condition of two operands that are evaluated both.
    pub fn both(joined: Expr) -> Expr {
        let span = joined.span;
        Expr::unary(UnaryOp::Both, joined, span)
    }

    /// One of both.
    pub fn or(left: Expr, right: Expr, span: Span) -> Expr {
        Expr::new(ExprKind::Or(Box::new(left), Box::new(right)), span)
    }

    /// The direct operands, from left to right.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let (first, second) = match &self.kind {
            ExprKind::Int(_) | ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Nil | ExprKind::Var(_) => {
                (None, None)
            }
            ExprKind::Field(a, _)
            | ExprKind::Length(a)
            | ExprKind::First(a)
            | ExprKind::Target(a)
            | ExprKind::Position(a)
            | ExprKind::Unary(_, a)
            | ExprKind::IntToBool(a)
            | ExprKind::BoolToInt(a)
            | ExprKind::Fit(a, _)
            | ExprKind::Within(a, _)
            | ExprKind::Sure(a, _)
            | ExprKind::Wrap(a, _) => (Some(&**a), None),
            ExprKind::Element(a, b)
            | ExprKind::At(a, b)
            | ExprKind::Move(a, b)
            | ExprKind::Distance(a, b)
            | ExprKind::Together(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b) => (Some(&**a), Some(&**b)),
        };
        first.into_iter().chain(second)
    }

    /// The atomic conditions of a boolean expression: the leaves under `And`, `Or` and `Not`, in the order
    /// in which they would be evaluated.
    pub fn atoms(&self) -> Vec<&Expr> {
        let mut atoms = Vec::new();
        let mut waiting = vec![self];
        while let Some(e) = waiting.pop() {
            match &e.kind {
                ExprKind::And(a, b) | ExprKind::Or(a, b) => waiting.extend([&**b, &**a]),
                ExprKind::Unary(UnaryOp::Not | UnaryOp::Both, a) => waiting.push(a),
                _ => atoms.push(e),
            }
        }
        atoms
    }

    /// Follows the evaluation of a boolean expression as far as its atoms are known, in the order in which they
    /// are looked at.
    pub fn follow(&self, mut known: &[bool]) -> Following<'_> {
        self.follow_from(&mut known)
    }

    /// `known` loses those that were used.
    fn follow_from(&self, known: &mut &[bool]) -> Following<'_> {
        match &self.kind {
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let settles = matches!(self.kind, ExprKind::Or(..));
                match a.follow_from(known) {
                    Following::Value(v) if v == settles => Following::Value(v),
                    Following::Value(_) => b.follow_from(known),
                    open => open,
                }
            }
            ExprKind::Unary(UnaryOp::Both, joined) => {
                let (ExprKind::And(a, b) | ExprKind::Or(a, b)) = &joined.kind else {
                    return joined.follow_from(known);
                };
                let settles = matches!(joined.kind, ExprKind::Or(..));
                match (a.follow_from(known), known) {
                    (Following::Value(left), rest) => match b.follow_from(rest) {
                        Following::Value(right) if left == settles || right == settles => {
                            Following::Value(settles)
                        }
                        open => open,
                    },
                    (open, _) => open,
                }
            }
            ExprKind::Unary(UnaryOp::Not, a) => match a.follow_from(known) {
                Following::Value(v) => Following::Value(!v),
                open => open,
            },
            _ => match known.split_first() {
                Some((first, rest)) => {
                    *known = rest;
                    Following::Value(*first)
                }
                None => Following::Atom(self),
            },
        }
    }

    /// Whether evaluating it can end in an error, for some values.
    pub fn can_err(&self) -> bool {
        let mut waiting = vec![self];
        while let Some(e) = waiting.pop() {
            match &e.kind {
                ExprKind::Field(..)
                | ExprKind::Element(..)
                | ExprKind::Length(_)
                | ExprKind::First(_)
                | ExprKind::Target(_)
                | ExprKind::At(..)
                | ExprKind::Move(..)
                | ExprKind::Distance(..)
                | ExprKind::Position(_)
                | ExprKind::Fit(..)
                | ExprKind::Within(..) => return true,
                ExprKind::Binary(op, _, divisor) if op.divides() => match &divisor.kind {
                    ExprKind::Int(n) if !n.is_zero() => waiting.extend(e.operands()),
                    ExprKind::Real(r) if !r.is_zero() => waiting.extend(e.operands()),
                    _ => return true,
                },
                _ => waiting.extend(e.operands()),
            }
        }
        false
    }

    /// What is left of it without checks around it.
    pub fn unchecked(&self) -> &Expr {
        let mut e = self;
        while let ExprKind::Fit(a, _) | ExprKind::Within(a, _) | ExprKind::Sure(a, _) = &e.kind {
            e = a;
        }
        e
    }

    /// The variables that it mentions, each once, in order of first mention.
    pub fn vars(&self) -> Vec<VarId> {
        let mut found = Vec::new();
        let mut waiting = vec![self];
        while let Some(e) = waiting.pop() {
            if let ExprKind::Var(v) = e.kind
                && !found.contains(&v)
            {
                found.push(v);
            }
            let from = waiting.len();
            waiting.extend(e.operands());
            waiting[from..].reverse();
        }
        found
    }
}
