//! The one interface of all numerical domains.

use crate::{Constraint, Dim, Expr, Interval, Lattice, Relation};
use base::Int;

/// Sets of integer points, with as many coordinates as the value has dimensions.
///
/// Every operation is sound: its result has at least the points that the operation has on sets of points. What a
/// domain cannot express is forgotten. All values are about integers, and domains may drop points that are not.
///
/// Inputs that make no sense do not panic, and give less information rather than more: a constraint on dimensions
/// that a value does not have is ignored, such an expression has any value, and a join of values with different
/// numbers of dimensions knows nothing.
pub trait Numeric: Lattice<Threshold = Constraint> {
    /// All points.
    fn top(dims: usize) -> Self;

    /// No point.
    fn bottom(dims: usize) -> Self;

    /// The number of dimensions.
    fn dims(&self) -> usize;

    /// The points of both.
    fn meet(&self, other: &Self) -> Self;

    /// The points that satisfy a constraint. Of `e ≠ 0` a domain uses that a bound of `e` at zero can be moved.
    fn meet_constraint(&self, constraint: &Constraint) -> Self;

    /// The points after `dim := expr`, where the expression is about the values before. Exact for polyhedra, and for
    /// octagons where the expression is one dimension with factor ±1 and a constant.
    fn assign(&self, dim: Dim, expr: &Expr) -> Self;

    /// The points after these dimensions got any values.
    fn forget(&self, dims: &[Dim]) -> Self;

    /// The points with new dimensions at the end, of any value.
    fn add_dims(&self, count: usize) -> Self;

    /// The points without these dimensions; those behind them move up.
    fn remove_dims(&self, dims: &[Dim]) -> Self;

    /// The points with dimension `i` moved to place `to[i]`. What is no permutation of the dimensions makes a value
    /// that knows nothing.
    fn permute(&self, to: &[Dim]) -> Self;

    /// The smallest interval known for an expression, rounded to integers; `None` where there is no point.
    fn bounds(&self, expr: &Expr) -> Option<Interval>;

    /// Constraints whose conjunction is this value on integers, without redundant ones, in order; of the value without
    /// points it is [`Constraint::never`] alone.
    fn constraints(&self) -> Vec<Constraint>;

    /// Whether it has this point. It has no point with another number of coordinates.
    fn contains(&self, point: &[Int]) -> bool;

    /// The points that satisfy constraints.
    fn meet_constraints<'a>(&self, constraints: impl IntoIterator<Item = &'a Constraint>) -> Self {
        constraints.into_iter().fold(self.clone(), |value, c| value.meet_constraint(c))
    }

    /// The points that satisfy constraints, of all points.
    fn from_constraints<'a>(dims: usize, constraints: impl IntoIterator<Item = &'a Constraint>) -> Self {
        Self::top(dims).meet_constraints(constraints)
    }

    /// Whether all its points satisfy a constraint, as far as is known.
    fn entails(&self, constraint: &Constraint) -> bool {
        let Some(Interval { low, high }) = self.bounds(constraint.expr()) else { return true };
        let low = low.as_ref().map(Int::signum);
        let high = high.as_ref().map(Int::signum);
        match constraint.relation() {
            Relation::Zero => low == Some(0) && high == Some(0),
            Relation::AtLeastZero => low >= Some(0),
            Relation::NotZero => low == Some(1) || high == Some(-1),
        }
    }

    /// The points from which `dim := expr` leads into this value.
    fn preimage(&self, dim: Dim, expr: &Expr) -> Self {
        let n = self.dims();
        if dim.index() >= n {
            return self.clone();
        }
        // The new value gets a dimension of its own, at the end; then the old one is free.
        let after = Dim::new(n);
        let swap: Vec<Dim> = (0..=n)
            .map(Dim::new)
            .map(|d| {
                if d == dim {
                    after
                } else if d == after {
                    dim
                } else {
                    d
                }
            })
            .collect();
        self.add_dims(1)
            .permute(&swap)
            .meet_constraint(&Constraint::eq(after, expr.clone()))
            .remove_dims(&[after])
    }

    /// Each point twice: once without the dimension `from`, and once with the value of `from` in the place of
    /// `into`. What is known of the result holds for either role (Gopan, DiMaio, Dor, Reps, Sagiv, "Numeric domains
    /// with summarized dimensions", TACAS 2004). Dimensions behind `from` move up.
    fn fold(&self, into: Dim, from: Dim) -> Self {
        let n = self.dims();
        if from.index() >= n || into.index() >= n || into == from {
            return self.remove_dims(&[from]);
        }
        let swap: Vec<Dim> = (0..n)
            .map(Dim::new)
            .map(|d| {
                if d == into {
                    from
                } else if d == from {
                    into
                } else {
                    d
                }
            })
            .collect();
        self.remove_dims(&[from]).join(&self.permute(&swap).remove_dims(&[from]))
    }

    /// The points with a new dimension at the end of which everything holds that holds of `dim` (the inverse of
    /// [`Numeric::fold`]; the two are not equal, they only look alike).
    fn expand(&self, dim: Dim) -> Self {
        let n = self.dims();
        let wider = self.add_dims(1);
        if dim.index() >= n {
            return wider;
        }
        let copy = Dim::new(n);
        let swap: Vec<Dim> = (0..=n)
            .map(Dim::new)
            .map(|d| {
                if d == dim {
                    copy
                } else if d == copy {
                    dim
                } else {
                    d
                }
            })
            .collect();
        wider.meet(&wider.permute(&swap))
    }
}

/// Which of the dimensions `0..n` stay where these are removed, in order.
pub(crate) fn kept_dims(n: usize, removed: &[Dim]) -> Vec<usize> {
    let mut stays = vec![true; n];
    for dim in removed {
        if let Some(stay) = stays.get_mut(dim.index()) {
            *stay = false;
        }
    }
    (0..n).filter(|i| stays[*i]).collect()
}

/// For each new place the old dimension there; `None` unless `to` is a permutation of `0..n`.
pub(crate) fn sources(n: usize, to: &[Dim]) -> Option<Vec<usize>> {
    if to.len() != n {
        return None;
    }
    let mut from = vec![usize::MAX; n];
    for (old, new) in to.iter().enumerate() {
        let slot = from.get_mut(new.index())?;
        if *slot != usize::MAX {
            return None;
        }
        *slot = old;
    }
    Some(from)
}
