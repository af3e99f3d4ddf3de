//! Names for dimensions: the one place that knows any.
//!
//! ```
//! use domains::{Constraint, Dim, Expr, Names};
//! let names = Names::new(["i", "n"]);
//! let (i, n) = (Dim::new(0), Dim::new(1));
//! assert_eq!(names.constraint(&Constraint::lt(i, n)), "i <= n - 1");
//! assert_eq!(names.constraint(&Constraint::ge(i, 0)), "i >= 0");
//! assert_eq!(names.constraint(&Constraint::eq(i, Expr::from(n) + 1)), "i == n + 1");
//! assert_eq!(names.dim("n"), Some(n));
//! ```

use crate::expr::write_sum;
use crate::{Constraint, Dim, Expr, Numeric, Relation};
use base::Int;
use std::fmt;

/// Names by dimension. A dimension without a name is written as `d` and its index.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names(Vec<String>);

impl Names {
    /// The names of dimensions 0, 1, and so on.
    pub fn new<T: Into<String>>(names: impl IntoIterator<Item = T>) -> Names {
        Names(names.into_iter().map(Into::into).collect())
    }

    /// The name of a dimension.
    pub fn name(&self, dim: Dim) -> String {
        self.0.get(dim.index()).cloned().unwrap_or_else(|| dim.to_string())
    }

    /// The first dimension of that name.
    pub fn dim(&self, name: &str) -> Option<Dim> {
        self.0.iter().position(|n| n == name).map(Dim::new)
    }

    /// A constraint as a person writes it.
    pub fn constraint(&self, constraint: &Constraint) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = write_constraint(&mut text, constraint, |dim| self.name(dim));
        text
    }

    /// An expression as a person writes it.
    pub fn expr(&self, expr: &Expr) -> String {
        let mut text = String::new();
        let _ = write_sum(&mut text, expr.terms(), expr.constant_part(), |dim| self.name(dim));
        text
    }

    /// All constraints of a value, in their order.
    pub fn constraints(&self, value: &impl Numeric) -> Vec<String> {
        value.constraints().iter().map(|c| self.constraint(c)).collect()
    }
}

/// Terms with the sign of the first stay on the left, the others and the constant go to the right.
pub(crate) fn write_constraint(
    out: &mut impl fmt::Write,
    constraint: &Constraint,
    name: impl Fn(Dim) -> String,
) -> fmt::Result {
    let expr = constraint.expr();
    let turned = expr.terms().first().is_some_and(|t| t.1.is_negative());
    let mut left = Vec::new();
    let mut right = Vec::new();
    for (dim, k) in expr.terms() {
        let side = if k.is_negative() == turned { &mut left } else { &mut right };
        side.push((*dim, k.abs()));
    }
    let constant = if turned { expr.constant_part().clone() } else { -expr.constant_part() };
    let sign = match (constraint.relation(), turned) {
        (Relation::Zero, _) => "==",
        (Relation::NotZero, _) => "!=",
        (Relation::AtLeastZero, false) => ">=",
        (Relation::AtLeastZero, true) => "<=",
    };
    write_sum(out, &left, &Int::ZERO, &name)?;
    write!(out, " {sign} ")?;
    write_sum(out, &right, &constant, &name)
}
