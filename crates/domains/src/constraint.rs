//! Linear constraints over the integers, in normal form.
//!
//! Since every dimension holds an integer, `2x + 4y ≥ 3` says the same as `x + 2y ≥ 2`: a constraint is divided by the
//! greatest common divisor of its coefficients, and the constant of an inequality is rounded. A strict inequality
//! becomes one that is not; an equation such as `2x = 1` becomes the constraint that never holds.
//!
//! ```
//! use domains::{Constraint, Dim, Expr};
//! let x = Dim::new(0);
//! assert_eq!(Constraint::gt(Expr::from(x) * 2, 4), Constraint::ge(x, 3));
//! assert!(Constraint::eq(Expr::from(x) * 2, 1).is_never());
//! assert!(Constraint::ne(Expr::from(x) * 2, 1).is_always());
//! ```

use crate::{Dim, Expr};
use base::Int;
use std::cmp::Ordering;
use std::fmt;

/// How an expression relates to zero.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// expression = 0
    Zero,
    /// expression ≥ 0
    AtLeastZero,
    /// expression ≠ 0; domains use what they can of it.
    NotZero,
}

/// A linear constraint on integers, always in normal form.
///
/// They are ordered as one would list them: equations first, then by dimensions, lower bounds before upper ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constraint {
    relation: Relation,
    expr: Expr,
}

impl Constraint {
    /// The constraint that `expr` has this relation to zero.
    pub fn new(expr: Expr, relation: Relation) -> Constraint {
        let content = expr.content();
        if content.is_zero() {
            let holds = match relation {
                Relation::Zero => expr.constant_part().is_zero(),
                Relation::AtLeastZero => !expr.constant_part().is_negative(),
                Relation::NotZero => !expr.constant_part().is_zero(),
            };
            return if holds { Constraint::always() } else { Constraint::never() };
        }
        if relation != Relation::AtLeastZero && !content.divides(expr.constant_part()) {
            return if relation == Relation::Zero { Constraint::never() } else { Constraint::always() };
        }
        // An equation and its negative say the same: the first coefficient is positive.
        let turn =
            relation != Relation::AtLeastZero && expr.terms().first().is_some_and(|t| t.1.is_negative());
        let expr = if turn { -expr } else { expr };
        if content.is_one() {
            return Constraint { relation, expr };
        }
        let (mut terms, constant) = expr.into_parts();
        for t in &mut terms {
            t.1 = t.1.div_floor(&content);
        }
        let constant = constant.div_floor(&content);
        Constraint { relation, expr: Expr::from_parts(terms, constant) }
    }

    /// `0 ≥ 0`.
    pub fn always() -> Constraint {
        Constraint { relation: Relation::AtLeastZero, expr: Expr::constant(0) }
    }

    /// `−1 ≥ 0`.
    pub fn never() -> Constraint {
        Constraint { relation: Relation::AtLeastZero, expr: Expr::constant(-1) }
    }

    /// `a ≥ b`.
    pub fn ge(a: impl Into<Expr>, b: impl Into<Expr>) -> Constraint {
        Constraint::new(a.into() - b, Relation::AtLeastZero)
    }

    /// `a ≤ b`.
    pub fn le(a: impl Into<Expr>, b: impl Into<Expr>) -> Constraint {
        Constraint::new(b.into() - a, Relation::AtLeastZero)
    }

    /// `a > b`, which is `a ≥ b + 1` on integers.
    pub fn gt(a: impl Into<Expr>, b: impl Into<Expr>) -> Constraint {
        Constraint::new(a.into() - b - 1, Relation::AtLeastZero)
    }

    /// `a < b`, which is `a ≤ b − 1` on integers.
    pub fn lt(a: impl Into<Expr>, b: impl Into<Expr>) -> Constraint {
        Constraint::new(b.into() - a - 1, Relation::AtLeastZero)
    }

    /// `a = b`.
    pub fn eq(a: impl Into<Expr>, b: impl Into<Expr>) -> Constraint {
        Constraint::new(a.into() - b, Relation::Zero)
    }

    /// `a ≠ b`.
    pub fn ne(a: impl Into<Expr>, b: impl Into<Expr>) -> Constraint {
        Constraint::new(a.into() - b, Relation::NotZero)
    }

    /// The expression that is compared with zero.
    pub fn expr(&self) -> &Expr {
        &self.expr
    }

    /// How it is compared.
    pub fn relation(&self) -> Relation {
        self.relation
    }

    /// Whether it holds everywhere.
    pub fn is_always(&self) -> bool {
        *self == Constraint::always()
    }

    /// Whether it holds nowhere.
    pub fn is_never(&self) -> bool {
        *self == Constraint::never()
    }

    /// Whether it holds at a point.
    pub fn holds_at(&self, point: &[Int]) -> bool {
        let sign = self.expr.value(point).signum();
        match self.relation {
            Relation::Zero => sign == 0,
            Relation::AtLeastZero => sign >= 0,
            Relation::NotZero => sign != 0,
        }
    }

    /// What holds exactly where this does not.
    pub fn negated(&self) -> Constraint {
        match self.relation {
            Relation::Zero => Constraint::new(self.expr.clone(), Relation::NotZero),
            Relation::AtLeastZero => Constraint::lt(self.expr.clone(), 0),
            Relation::NotZero => Constraint::new(self.expr.clone(), Relation::Zero),
        }
    }

    /// The same constraint on other dimensions.
    pub fn rename(&self, to: impl Fn(Dim) -> Dim) -> Constraint {
        Constraint::new(self.expr.rename(to), self.relation)
    }
}

impl Ord for Constraint {
    fn cmp(&self, other: &Constraint) -> Ordering {
        let dims = |c: &Constraint| c.expr.terms().iter().map(|t| t.0).collect::<Vec<_>>();
        let factors = |c: &Constraint| c.expr.terms().iter().map(|t| -&t.1).collect::<Vec<_>>();
        self.relation
            .cmp(&other.relation)
            .then_with(|| dims(self).cmp(&dims(other)))
            .then_with(|| factors(self).cmp(&factors(other)))
            .then_with(|| self.expr.constant_part().cmp(other.expr.constant_part()))
    }
}

impl PartialOrd for Constraint {
    fn partial_cmp(&self, other: &Constraint) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::names::write_constraint(f, self, |dim| dim.to_string())
    }
}
