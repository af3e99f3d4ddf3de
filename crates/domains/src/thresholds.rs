//! Thresholds for widenings, made of the conditions of a program.
//!
//! The standard widening of polyhedra forgets `i ≥ 0` where other constraints happened to imply it and did not last. What a
//! program compares, and whether values have a sign, is nearly all that loops depend on.
//!
//! ```
//! use domains::{Constraint, Dim, thresholds};
//! let (i, n) = (Dim::new(0), Dim::new(1));
//! let all = thresholds(2, &[Constraint::lt(i, n)]);
//! // The condition itself, what holds after one step more, and what holds outside.
//! for c in [Constraint::lt(i, n), Constraint::le(i, n), Constraint::ge(i, n), Constraint::ge(i, 0)] {
//!     assert!(all.contains(&c));
//! }
//! ```

use crate::{Constraint, Dim, Expr, Relation};

/// Conditions, their negations, both loosened by one, and the signs of all dimensions; in order, none twice.
pub fn thresholds(dims: usize, conditions: &[Constraint]) -> Vec<Constraint> {
    let mut all: Vec<Constraint> =
        (0..dims).map(Dim::new).flat_map(|d| [Constraint::ge(d, 0), Constraint::le(d, 0)]).collect();
    for condition in conditions {
        let expr = condition.expr();
        let mut both_sides = |expr: &Expr| {
            all.push(Constraint::ge(expr.clone(), 0));
            all.push(Constraint::ge(expr.clone(), -1));
            all.push(Constraint::le(expr.clone(), -1));
            all.push(Constraint::le(expr.clone(), 0));
        };
        both_sides(expr);
        if condition.relation() != Relation::AtLeastZero {
            both_sides(&-expr.clone());
        }
    }
    all.retain(|c| !c.is_always() && !c.is_never());
    all.sort();
    all.dedup();
    all
}
