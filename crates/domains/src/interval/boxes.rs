//! One interval for each dimension (Cousot and Cousot, 1976): the cheapest domain, and blind to relations.
//!
//! ```
//! use domains::{Constraint, Dim, Expr, Intervals, Numeric};
//! let (x, y) = (Dim::new(0), Dim::new(1));
//! let v = Intervals::from_constraints(2, &[Constraint::ge(x, 1), Constraint::le(x, 3), Constraint::eq(y, 2)]);
//! let v = v.assign(y, &(Expr::from(x) * 2 + y));
//! assert_eq!(v.bounds(&y.into()).unwrap().to_string(), "[4, 8]");
//! ```
//!
//! Bounds are integers: `2x ≥ 3` gives `x ≥ 2`. A constraint on several dimensions bounds each of them by what is known of the
//! others, in rounds until nothing changes or a few rounds have passed.

use super::Interval;
use crate::numeric::{kept_dims, sources};
use crate::{Constraint, Dim, Expr, Lattice, Numeric, Relation};
use base::Int;

/// Rounds of bounding dimensions by each other. Without a limit `x = 2y ∧ y = 2x` would go on for as many rounds as its
/// bounds have digits.
const ROUNDS: usize = 4;

/// A box: an interval for each dimension.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intervals {
    dims: usize,
    /// `None` without points.
    ranges: Option<Vec<Interval>>,
}

impl Intervals {
    /// What is known of one dimension; `None` where there is no point or no such dimension.
    pub fn range(&self, dim: Dim) -> Option<&Interval> {
        self.ranges.as_ref()?.get(dim.index())
    }

    fn of(dims: usize, ranges: Option<Vec<Interval>>) -> Intervals {
        Intervals { dims, ranges }
    }

    /// Bounds each dimension of `expr ≥ 0` by the others. `None` where no point is left.
    fn at_least_zero(mut ranges: Vec<Interval>, expr: &Expr) -> Option<Vec<Interval>> {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (dim, k) in expr.terms() {
                // k·x ≥ −(the greatest value of the rest)
                let mut rest = Some(expr.constant_part().clone());
                for (other, c) in expr.terms() {
                    if other != dim {
                        rest = rest.and_then(|sum| Some(sum + ranges[other.index()].times(c).high?));
                    }
                }
                let Some(rest) = rest else { continue };
                let bound = Interval { low: Some(-rest), high: None }.divided(k)?;
                let range = &mut ranges[dim.index()];
                let smaller = range.meet(&bound)?;
                changed |= smaller != *range;
                *range = smaller;
            }
            if !changed {
                break;
            }
        }
        let high = sum(&ranges, expr).high;
        if high.is_some_and(|h| h.is_negative()) { None } else { Some(ranges) }
    }
}

fn sum(ranges: &[Interval], expr: &Expr) -> Interval {
    let start = Interval::point(expr.constant_part().clone());
    expr.terms().iter().fold(start, |sum, (dim, k)| match ranges.get(dim.index()) {
        Some(range) => sum.plus(&range.times(k)),
        None => Interval::ALL,
    })
}

impl Lattice for Intervals {
    type Threshold = Constraint;

    fn is_bottom(&self) -> bool {
        self.ranges.is_none()
    }

    fn leq(&self, other: &Intervals) -> bool {
        match (&self.ranges, &other.ranges) {
            _ if self.dims != other.dims => false,
            (None, _) => true,
            (_, None) => false,
            (Some(a), Some(b)) => a.iter().zip(b).all(|(a, b)| a.within(b)),
        }
    }

    fn join(&self, other: &Intervals) -> Intervals {
        match (&self.ranges, &other.ranges) {
            _ if self.dims != other.dims => Intervals::top(self.dims),
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            (Some(a), Some(b)) => {
                Intervals::of(self.dims, Some(a.iter().zip(b).map(|(a, b)| a.join(b)).collect()))
            }
        }
    }

    fn widen(&self, next: &Intervals, thresholds: &[Constraint]) -> Intervals {
        let (Some(a), Some(b)) = (&self.ranges, &next.ranges) else { return self.join(next) };
        if self.dims != next.dims {
            return Intervals::top(self.dims);
        }
        let wide = Intervals::of(self.dims, Some(a.iter().zip(b).map(|(a, b)| a.widen(b)).collect()));
        let kept =
            thresholds.iter().filter(|t| t.expr().terms().len() == 1 && self.entails(t) && next.entails(t));
        wide.meet_constraints(kept)
    }

    fn narrow(&self, next: &Intervals) -> Intervals {
        self.meet(next)
    }
}

impl Numeric for Intervals {
    fn top(dims: usize) -> Intervals {
        Intervals::of(dims, Some(vec![Interval::ALL; dims]))
    }

    fn bottom(dims: usize) -> Intervals {
        Intervals::of(dims, None)
    }

    fn dims(&self) -> usize {
        self.dims
    }

    fn meet(&self, other: &Intervals) -> Intervals {
        if self.dims != other.dims {
            return self.clone();
        }
        let (Some(a), Some(b)) = (&self.ranges, &other.ranges) else { return Intervals::bottom(self.dims) };
        Intervals::of(self.dims, a.iter().zip(b).map(|(a, b)| a.meet(b)).collect())
    }

    fn meet_constraint(&self, constraint: &Constraint) -> Intervals {
        let expr = constraint.expr();
        let Some(ranges) = &self.ranges else { return self.clone() };
        if expr.width() > self.dims {
            return self.clone();
        }
        let after = match constraint.relation() {
            Relation::AtLeastZero => Intervals::at_least_zero(ranges.clone(), expr),
            Relation::Zero => Intervals::at_least_zero(ranges.clone(), expr)
                .and_then(|ranges| Intervals::at_least_zero(ranges, &-expr.clone())),
            Relation::NotZero => match self.bounds(expr) {
                Some(at) if at == Interval::point(Int::ZERO) => None,
                Some(Interval { low: Some(low), .. }) if low.is_zero() => {
                    Intervals::at_least_zero(ranges.clone(), &(expr.clone() - 1))
                }
                Some(Interval { high: Some(high), .. }) if high.is_zero() => {
                    Intervals::at_least_zero(ranges.clone(), &(-expr.clone() - 1))
                }
                _ => Some(ranges.clone()),
            },
        };
        Intervals::of(self.dims, after)
    }

    fn assign(&self, dim: Dim, expr: &Expr) -> Intervals {
        let mut after = self.clone();
        if let Some(ranges) = &mut after.ranges {
            let value = sum(ranges, expr);
            if let Some(range) = ranges.get_mut(dim.index()) {
                *range = value;
            }
        }
        after
    }

    fn forget(&self, dims: &[Dim]) -> Intervals {
        let mut after = self.clone();
        if let Some(ranges) = &mut after.ranges {
            for dim in dims {
                if let Some(range) = ranges.get_mut(dim.index()) {
                    *range = Interval::ALL;
                }
            }
        }
        after
    }

    fn add_dims(&self, count: usize) -> Intervals {
        let mut after = self.clone();
        after.dims += count;
        if let Some(ranges) = &mut after.ranges {
            ranges.resize(after.dims, Interval::ALL);
        }
        after
    }

    fn remove_dims(&self, dims: &[Dim]) -> Intervals {
        let kept = kept_dims(self.dims, dims);
        let ranges = self.ranges.as_ref().map(|ranges| kept.iter().map(|i| ranges[*i].clone()).collect());
        Intervals::of(kept.len(), ranges)
    }

    fn permute(&self, to: &[Dim]) -> Intervals {
        let Some(from) = sources(self.dims, to) else { return Intervals::top(self.dims) };
        let ranges = self.ranges.as_ref().map(|ranges| from.iter().map(|i| ranges[*i].clone()).collect());
        Intervals::of(self.dims, ranges)
    }

    fn bounds(&self, expr: &Expr) -> Option<Interval> {
        self.ranges.as_ref().map(|ranges| sum(ranges, expr))
    }

    fn constraints(&self) -> Vec<Constraint> {
        let Some(ranges) = &self.ranges else { return vec![Constraint::never()] };
        let mut all = Vec::new();
        for (i, range) in ranges.iter().enumerate() {
            let dim = Dim::new(i);
            if let Some(value) = range.single() {
                all.push(Constraint::eq(dim, value.clone()));
                continue;
            }
            all.extend(range.low.as_ref().map(|low| Constraint::ge(dim, low.clone())));
            all.extend(range.high.as_ref().map(|high| Constraint::le(dim, high.clone())));
        }
        all.sort();
        all
    }

    fn contains(&self, point: &[Int]) -> bool {
        let Some(ranges) = &self.ranges else { return false };
        point.len() == self.dims && ranges.iter().zip(point).all(|(r, x)| r.contains(x))
    }
}
