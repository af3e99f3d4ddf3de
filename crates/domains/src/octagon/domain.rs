//! Octagons as a numerical domain.

use super::forms::{Edge, consequences, exact_edges, greatest, literal, sum_at_most};
use super::matrix::{Matrix, at_most};
use super::{Octagons, Open, Shape, listing};
use crate::numeric::{kept_dims, sources};
use crate::{Constraint, Dim, Expr, Interval, Lattice, Numeric, Relation};
use base::Int;
use std::sync::{Arc, OnceLock};

impl Lattice for Octagons {
    type Threshold = Constraint;

    fn is_bottom(&self) -> bool {
        self.matrix().is_none()
    }

    fn leq(&self, other: &Octagons) -> bool {
        if self.dims != other.dims {
            return false;
        }
        let Some(mine) = self.matrix() else { return true };
        // Every point of the closed matrix is one of the other, closed or not.
        other.raw().is_some_and(|theirs| mine.leq(theirs))
    }

    fn join(&self, other: &Octagons) -> Octagons {
        match (self.matrix(), other.matrix()) {
            _ if self.dims != other.dims => Octagons::top(self.dims),
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            // The greater of two closed matrices is closed.
            (Some(a), Some(b)) => {
                Octagons::closed(a.zip(b, |a, b| if at_most(a, b) { b.clone() } else { a.clone() }), true)
            }
        }
    }

    fn widen(&self, next: &Octagons, thresholds: &[Constraint]) -> Octagons {
        if self.dims != next.dims {
            return Octagons::top(self.dims);
        }
        let (Some(raw), Some(mine), Some(theirs)) = (self.raw(), self.matrix(), next.matrix()) else {
            return self.join(next);
        };
        let mut wide = raw.zip(theirs, |old, new| if at_most(new, old) { old.clone() } else { None });
        for threshold in thresholds.iter().filter(|t| t.expr().width() <= self.dims) {
            for (i, j, bound) in exact_edges(threshold) {
                let bound = Some(bound);
                if at_most(mine.get(i, j), &bound) && at_most(theirs.get(i, j), &bound) {
                    wide.lower(i, j, bound);
                }
            }
        }
        let open = Open { matrix: wide, closed: OnceLock::new() };
        Octagons { dims: self.dims, shape: Shape::Open(Arc::new(open)) }
    }

    fn narrow(&self, next: &Octagons) -> Octagons {
        if next.leq(self) { next.clone() } else { self.meet(next) }
    }
}

impl Octagons {
    /// With bounds more, one after the other.
    fn with(&self, edges: Vec<Edge>) -> Octagons {
        let Some(matrix) = self.matrix() else { return self.clone() };
        let mut after = matrix.clone();
        let has_point = edges.into_iter().all(|(i, j, bound)| after.add(i, j, bound));
        Octagons::closed(after, has_point)
    }

    fn at_least_zero(&self, expr: &Expr) -> Octagons {
        let Some(matrix) = self.matrix() else { return self.clone() };
        if greatest(matrix, expr).is_some_and(|high| high.is_negative()) {
            return Octagons::bottom(self.dims);
        }
        self.with(consequences(matrix, expr).0)
    }

    /// `dim := ±dim + c`, which moves bounds and keeps the matrix closed.
    fn shifted(&self, dim: usize, negative: bool, by: &Int) -> Octagons {
        let Some(matrix) = self.matrix() else { return self.clone() };
        let flip = usize::from(negative);
        let mut after = matrix.rearranged(self.dims, |i| Some(if i / 2 == dim { i ^ flip } else { i }));
        let twice = by + by;
        let (p, m) = (literal(dim, false), literal(dim, true));
        let move_cell = |after: &mut Matrix, i: usize, j: usize, by: &Int| {
            let moved = after.get(i, j).as_ref().map(|bound| bound + by);
            after.set(i, j, moved);
        };
        for i in (0..2 * self.dims).filter(|i| i / 2 != dim) {
            // The edges from i to the value, and from the value to i; those of the negative are their mirror images.
            move_cell(&mut after, i, p, by);
            move_cell(&mut after, p, i, &-by);
        }
        move_cell(&mut after, m, p, &twice);
        move_cell(&mut after, p, m, &-&twice);
        Octagons::closed(after, true)
    }
}

impl Numeric for Octagons {
    fn top(dims: usize) -> Octagons {
        Octagons::closed(Matrix::top(dims), true)
    }

    fn bottom(dims: usize) -> Octagons {
        Octagons { dims, shape: Shape::Bottom }
    }

    fn dims(&self) -> usize {
        self.dims
    }

    fn meet(&self, other: &Octagons) -> Octagons {
        if self.dims != other.dims {
            return self.clone();
        }
        let (Some(a), Some(b)) = (self.matrix(), other.matrix()) else { return Octagons::bottom(self.dims) };
        let mut least = a.zip(b, |a, b| if at_most(a, b) { a.clone() } else { b.clone() });
        let has_point = least.close();
        Octagons::closed(least, has_point)
    }

    fn meet_constraint(&self, constraint: &Constraint) -> Octagons {
        let expr = constraint.expr();
        if expr.width() > self.dims {
            return self.clone();
        }
        match constraint.relation() {
            Relation::AtLeastZero => self.at_least_zero(expr),
            Relation::Zero => self.at_least_zero(expr).at_least_zero(&-expr.clone()),
            Relation::NotZero => {
                let Some(Interval { low, high }) = self.bounds(expr) else { return self.clone() };
                match (low.map(|l| l.signum()), high.map(|h| h.signum())) {
                    (Some(0), Some(0)) => Octagons::bottom(self.dims),
                    (Some(0), _) => self.at_least_zero(&(expr.clone() - 1)),
                    (_, Some(0)) => self.at_least_zero(&(-expr.clone() - 1)),
                    _ => self.clone(),
                }
            }
        }
    }

    fn assign(&self, dim: Dim, expr: &Expr) -> Octagons {
        let Some(matrix) = self.matrix() else { return self.clone() };
        if dim.index() >= self.dims {
            return self.clone();
        }
        if expr.width() > self.dims {
            return self.forget(&[dim]);
        }
        let by = expr.constant_part();
        match expr.terms() {
            [] => return self.forget(&[dim]).meet_constraint(&Constraint::eq(dim, by.clone())),
            [(other, k)] if k.abs().is_one() => {
                return if *other == dim {
                    self.shifted(dim.index(), k.is_negative(), by)
                } else {
                    self.forget(&[dim]).meet_constraint(&Constraint::eq(dim, expr.clone()))
                };
            }
            _ => {}
        }
        // All bounds of the new value, alone and with each other dimension, from what was known before.
        let mut after = matrix.clone();
        after.forget(dim.index());
        for negative in [false, true] {
            let value = if negative { -expr.clone() } else { expr.clone() };
            let new = literal(dim.index(), negative);
            let mut bound = |other: usize, most: Option<Int>| {
                if let Some(most) = most {
                    let (i, j, most) = sum_at_most(new, other, most);
                    after.lower(i, j, Some(most));
                }
            };
            bound(new, greatest(matrix, &value));
            for other in (0..self.dims).filter(|d| *d != dim.index()) {
                let d = Dim::new(other);
                bound(literal(other, false), greatest(matrix, &(value.clone() + d)));
                bound(literal(other, true), greatest(matrix, &(value.clone() - d)));
            }
        }
        let has_point = after.close();
        Octagons::closed(after, has_point)
    }

    fn forget(&self, dims: &[Dim]) -> Octagons {
        let Some(matrix) = self.matrix() else { return self.clone() };
        let mut after = matrix.clone();
        for dim in dims.iter().filter(|d| d.index() < self.dims) {
            after.forget(dim.index());
        }
        Octagons::closed(after, true)
    }

    fn add_dims(&self, count: usize) -> Octagons {
        let dims = self.dims + count;
        let Some(matrix) = self.matrix() else { return Octagons::bottom(dims) };
        let old = 2 * self.dims;
        Octagons::closed(matrix.rearranged(dims, |i| (i < old).then_some(i)), true)
    }

    fn remove_dims(&self, dims: &[Dim]) -> Octagons {
        let kept = kept_dims(self.dims, dims);
        let Some(matrix) = self.matrix() else { return Octagons::bottom(kept.len()) };
        Octagons::closed(matrix.rearranged(kept.len(), |i| Some(2 * kept[i / 2] + i % 2)), true)
    }

    fn permute(&self, to: &[Dim]) -> Octagons {
        let Some(from) = sources(self.dims, to) else { return Octagons::top(self.dims) };
        let Some(matrix) = self.matrix() else { return self.clone() };
        Octagons::closed(matrix.rearranged(self.dims, |i| Some(2 * from[i / 2] + i % 2)), true)
    }

    fn bounds(&self, expr: &Expr) -> Option<Interval> {
        let matrix = self.matrix()?;
        if expr.width() > self.dims {
            return Some(Interval::ALL);
        }
        let low = greatest(matrix, &-expr.clone()).map(|high| -high);
        Some(Interval { low, high: greatest(matrix, expr) })
    }

    fn constraints(&self) -> Vec<Constraint> {
        self.matrix().map_or_else(|| vec![Constraint::never()], listing::constraints)
    }

    fn contains(&self, point: &[Int]) -> bool {
        let Some(matrix) = self.raw() else { return false };
        if point.len() != self.dims {
            return false;
        }
        let value = |l: usize| if l.is_multiple_of(2) { point[l / 2].clone() } else { -&point[l / 2] };
        Matrix::stored(self.dims)
            .all(|(i, j)| matrix.get(i, j).as_ref().is_none_or(|bound| value(j) - value(i) <= *bound))
    }
}
