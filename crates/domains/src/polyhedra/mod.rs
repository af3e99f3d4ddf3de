//! Closed convex polyhedra (Cousot and Halbwachs, "Automatic discovery of linear restraints among variables of a
//! program", POPL 1978).
//!
//! ```
//! use domains::{Constraint, Dim, Expr, Lattice, Numeric, Polyhedra};
//! let (x, y) = (Dim::new(0), Dim::new(1));
//! let at = |a: i64, b: i64| Polyhedra::from_constraints(2, &[Constraint::eq(x, a), Constraint::eq(y, b)]);
//! // The hull of (0, 0) and (2, 4) is a part of a line.
//! let line = at(0, 0).join(&at(2, 4));
//! assert!(line.entails(&Constraint::eq(y, Expr::from(x) * 2)));
//! assert_eq!(line.bounds(&(Expr::from(x) + y)).unwrap().to_string(), "[0, 6]");
//! ```
//!
//! A polyhedron is a product of independent ones ([`product`]), each of which is known by its constraints and by its generators
//! ([`cone`]). New constraints are collected, and applied all at once when a result is needed ([`Shape`]).
//!
//! *Integers.* Lattice operations are exact over the rationals, or iterations might not become stable. Constraints are
//! rounded when they are added, after the known equations are substituted; equations without an integer solution
//! make the value bottom; and answers ([`Numeric::bounds`], [`Numeric::entails`], [`Numeric::constraints`]) are rounded.
//! [`Polyhedra::tighten`] rounds all constraints. Whether a polyhedron has an integer point is not decided.
//!
//! *Size.* There may be exponentially many generators. Beyond a limit (1500 in a factor) constraints are left out, and
//! joins become those of the factors: sound, no longer exact, and the same in every run.

mod bits;
mod cone;
mod domain;
mod echelon;
mod groups;
mod hull;
mod image;
mod product;
mod row;
mod widening;

#[cfg(test)]
mod tests;

use crate::{Constraint, Dim, Expr, Relation};
use base::Int;
use cone::Part;
use product::Product;
use row::Row;
use std::sync::{Arc, OnceLock};

/// How often [`Polyhedra::tighten`] rounds all constraints at most. One round can make others possible.
const ROUNDS: usize = 3;

/// A closed convex polyhedron.
#[derive(Clone, Debug)]
pub struct Polyhedra {
    dims: usize,
    shape: Shape,
}

#[derive(Clone, Debug)]
enum Shape {
    Bottom,
    Known(Arc<Product>),
    Pending(Arc<Pending>),
}

/// A polyhedron and constraints that it has not taken in yet.
#[derive(Debug)]
struct Pending {
    base: Arc<Product>,
    more: Vec<Part>,
    done: OnceLock<Option<Arc<Product>>>,
}

impl Polyhedra {
    fn known(product: Product) -> Polyhedra {
        Polyhedra { dims: product.dims, shape: Shape::Known(Arc::new(product)) }
    }

    /// The product, with all constraints taken in; `None` for the empty one.
    fn product(&self) -> Option<&Arc<Product>> {
        match &self.shape {
            Shape::Bottom => None,
            Shape::Known(product) => Some(product),
            Shape::Pending(p) => p.done.get_or_init(|| p.base.refine(&p.more, true).map(Arc::new)).as_ref(),
        }
    }

    /// With constraints more, which are taken in later.
    fn with(&self, parts: Vec<Part>) -> Polyhedra {
        if parts.is_empty() {
            return self.clone();
        }
        let (base, more) = match &self.shape {
            Shape::Bottom => return self.clone(),
            Shape::Known(product) => (Arc::clone(product), parts),
            Shape::Pending(p) => match p.done.get() {
                Some(None) => return Polyhedra { dims: self.dims, shape: Shape::Bottom },
                Some(Some(product)) => (Arc::clone(product), parts),
                None => (Arc::clone(&p.base), p.more.iter().cloned().chain(parts).collect()),
            },
        };
        let pending = Pending { base, more, done: OnceLock::new() };
        Polyhedra { dims: self.dims, shape: Shape::Pending(Arc::new(pending)) }
    }

    /// The polyhedron with each constraint replaced by what it says of integers: `2x + 2y ≤ 3` becomes `x + y ≤ 1`. All
    /// integer points stay; others may go.
    pub fn tighten(&self) -> Polyhedra {
        let mut now = self.clone();
        for _ in 0..ROUNDS {
            let Some(product) = now.product() else { break };
            let rounded: Vec<Part> = product
                .constraints()
                .filter(|part| !part.linear)
                .map(|part| Part::directed(product::tightened(&part.row)))
                .filter(|part| !product.satisfies(part))
                .collect();
            if rounded.is_empty() {
                break;
            }
            now = now.with(rounded);
        }
        now
    }
}

/// The row of an expression: the constant, then the coefficients; `None` if it has dimensions beyond these.
fn numbers_of(expr: &Expr, dims: usize) -> Option<Vec<Int>> {
    if expr.width() > dims {
        return None;
    }
    let mut numbers = vec![Int::ZERO; dims + 1];
    numbers[0] = expr.constant_part().clone();
    for (dim, k) in expr.terms() {
        numbers[dim.index() + 1] = k.clone();
    }
    Some(numbers)
}

/// A constraint as rows; `None` where rows cannot say it.
fn part_of(constraint: &Constraint, dims: usize) -> Option<Part> {
    let row = Row::new(numbers_of(constraint.expr(), dims)?);
    match constraint.relation() {
        Relation::Zero => Some(Part::linear(row)),
        Relation::AtLeastZero => Some(Part::directed(row)),
        Relation::NotZero => None,
    }
}

fn constraint_of(part: &Part) -> Constraint {
    let numbers = part.row.numbers();
    let terms = numbers.iter().skip(1).enumerate().map(|(i, k)| (Dim::new(i), k.clone()));
    let expr = Expr::sum(terms, part.row.get(0));
    Constraint::new(expr, if part.linear { Relation::Zero } else { Relation::AtLeastZero })
}
