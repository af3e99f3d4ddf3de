//! Octagons: bounds of `±x ± y` for every two dimensions (Miné, "The octagon abstract domain", Higher-Order and Symbolic
//! Computation, 2006).
//!
//! ```
//! use domains::{Constraint, Dim, Expr, Numeric, Octagons};
//! let (x, y) = (Dim::new(0), Dim::new(1));
//! let v = Octagons::from_constraints(2, &[Constraint::le(x, y), Constraint::ge(x, 3), Constraint::le(y, 7)]);
//! assert_eq!(v.bounds(&x.into()).unwrap().to_string(), "[3, 7]");
//! // Integers: x + y ≤ 7 and x ≤ y leave no room for more than 3.
//! let v = v.meet_constraint(&Constraint::le(Expr::from(x) + y, 7));
//! assert_eq!(v.constraints()[0], Constraint::eq(x, 3));
//! ```
//!
//! *Integers.* Matrices are closed *tightly* ([`matrix`]): every bound is the best one over the integers.
//!
//! *Widening.* A bound that grows is given up. The result is not closed, and the next widening starts from it as it is: closing would
//! bring bounds back, and the sequence might never end. All other operations see the closed matrix.

mod domain;
mod forms;
mod listing;
mod matrix;

use matrix::Matrix;
use std::sync::{Arc, OnceLock};

/// An octagon.
#[derive(Clone, Debug)]
pub struct Octagons {
    dims: usize,
    shape: Shape,
}

#[derive(Clone, Debug)]
enum Shape {
    Bottom,
    /// Tightly closed.
    Closed(Arc<Matrix>),
    /// As a widening left it, and its closure.
    Open(Arc<Open>),
}

#[derive(Debug)]
struct Open {
    matrix: Matrix,
    closed: OnceLock<Option<Arc<Matrix>>>,
}

impl Octagons {
    /// From a matrix that is tightly closed if `has_point`, and worth nothing otherwise.
    fn closed(matrix: Matrix, has_point: bool) -> Octagons {
        let dims = matrix.dims();
        Octagons { dims, shape: if has_point { Shape::Closed(Arc::new(matrix)) } else { Shape::Bottom } }
    }

    /// The tightly closed matrix; `None` without a point.
    fn matrix(&self) -> Option<&Matrix> {
        match &self.shape {
            Shape::Bottom => None,
            Shape::Closed(matrix) => Some(matrix),
            Shape::Open(open) => open
                .closed
                .get_or_init(|| {
                    let mut matrix = open.matrix.clone();
                    matrix.close().then(|| Arc::new(matrix))
                })
                .as_deref(),
        }
    }

    /// The matrix as it is, for widenings and for being compared with.
    fn raw(&self) -> Option<&Matrix> {
        match &self.shape {
            Shape::Bottom => None,
            Shape::Closed(matrix) => Some(matrix),
            Shape::Open(open) => Some(&open.matrix),
        }
    }
}
