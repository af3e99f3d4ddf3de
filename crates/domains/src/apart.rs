//! A numerical domain with linear forms that are not zero besides.
//!
//! `x ≠ 3` is not convex, so intervals, octagons and polyhedra forget it. [`Apart`] keeps such constraints in a list: a
//! join keeps those that both operands know.
//!
//! ```
//! use domains::{Apart, Constraint, Dim, Lattice, Numeric, Polyhedra};
//! let x = Dim::new(0);
//! let not_three = Apart::<Polyhedra>::top(1).meet_constraint(&Constraint::ne(x, 3));
//! let five = Apart::top(1).meet_constraint(&Constraint::eq(x, 5));
//! assert!(not_three.join(&five).entails(&Constraint::ne(x, 3)));
//! assert!(not_three.meet_constraint(&Constraint::eq(x, 3)).is_bottom());
//! ```
//!
//! A form is known if it is in the list, if the numerical value excludes zero, or if by its equations the form is one of the list.
//! A dimension that is forgotten is replaced by what the equations say of it.

use crate::numeric::kept_dims;
use crate::{Constraint, Dim, Expr, Interval, Lattice, Numeric, Relation};
use base::Int;

/// A numerical value, and linear forms that are not zero.
#[derive(Clone, Debug)]
pub struct Apart<N> {
    value: N,
    /// Constraints `e ≠ 0`, in order.
    apart: Vec<Constraint>,
}

impl<N: Numeric> Apart<N> {
    fn new(value: N, mut apart: Vec<Constraint>) -> Apart<N> {
        apart.retain(|c| !c.is_always());
        apart.sort();
        apart.dedup();
        Apart { value, apart }
    }

    /// Whether a form is known not to be zero.
    fn knows(&self, constraint: &Constraint) -> bool {
        self.apart.contains(constraint)
            || self.value.entails(constraint)
            || self.apart.iter().any(|known| {
                let (a, b) = (constraint.expr(), known.expr());
                self.value.entails(&Constraint::eq(a.clone(), b.clone()))
                    || self.value.entails(&Constraint::eq(a.clone(), -b.clone()))
            })
    }

    /// The numerical value where a form cannot be zero at its bound.
    fn tightened(mut self) -> Apart<N> {
        for constraint in &self.apart {
            let known = self.value.meet_constraint(constraint);
            self.value = known;
        }
        self
    }

    /// The forms without these dimensions, as far as equations say what they are.
    fn without(&self, dims: &[Dim]) -> Vec<Constraint> {
        let touched = |e: &Expr| dims.iter().any(|dim| e.mentions(*dim));
        let (mut open, kept): (Vec<Constraint>, Vec<Constraint>) =
            self.apart.iter().cloned().partition(|c| touched(c.expr()));
        if open.is_empty() {
            return kept;
        }
        let all = self.value.constraints();
        let mut equations: Vec<Expr> =
            all.iter().filter(|c| c.relation() == Relation::Zero).map(|c| c.expr().clone()).collect();
        for dim in dims {
            let solves = |e: &&Expr| is_unit(&e.coefficient(*dim));
            let others = |e: &Expr| dims.iter().filter(|d| *d != dim && e.mentions(**d)).count();
            let Some(best) = equations.iter().filter(solves).min_by_key(|e| others(e)).cloned() else {
                continue;
            };
            let by = solved(&best, *dim);
            equations.retain(|e| *e != best);
            equations.iter_mut().for_each(|e| *e = e.substitute(*dim, &by));
            open.iter_mut()
                .for_each(|c| *c = Constraint::new(c.expr().substitute(*dim, &by), Relation::NotZero));
        }
        open.retain(|c| !touched(c.expr()));
        kept.into_iter().chain(open).collect()
    }
}

fn is_unit(k: &Int) -> bool {
    k.is_one() || (-k.clone()).is_one()
}

/// The value of a dimension with factor ±1 in an expression that is zero.
fn solved(zero: &Expr, dim: Dim) -> Expr {
    let k = zero.coefficient(dim);
    let rest = zero.substitute(dim, &Expr::constant(0));
    if k.is_positive() { -rest } else { rest }
}

impl<N: Numeric> Lattice for Apart<N> {
    type Threshold = Constraint;

    fn is_bottom(&self) -> bool {
        let zero = |c: &Constraint| self.value.entails(&Constraint::new(c.expr().clone(), Relation::Zero));
        self.value.is_bottom() || self.apart.iter().any(zero)
    }

    fn leq(&self, other: &Apart<N>) -> bool {
        self.dims() == other.dims()
            && (self.is_bottom() || self.value.leq(&other.value) && other.apart.iter().all(|c| self.knows(c)))
    }

    fn join(&self, other: &Apart<N>) -> Apart<N> {
        if self.dims() != other.dims() {
            return Apart::top(self.dims());
        }
        if self.is_bottom() {
            return other.clone();
        }
        if other.is_bottom() {
            return self.clone();
        }
        let mine = self.apart.iter().filter(|c| other.knows(c));
        let theirs = other.apart.iter().filter(|c| self.knows(c));
        Apart::new(self.value.join(&other.value), mine.chain(theirs).cloned().collect())
    }

    fn widen(&self, next: &Apart<N>, thresholds: &[Constraint]) -> Apart<N> {
        if self.dims() != next.dims() {
            return Apart::top(self.dims());
        }
        if self.is_bottom() {
            return next.clone();
        }
        if next.is_bottom() {
            return self.clone();
        }
        let kept = self.apart.iter().filter(|c| next.knows(c)).cloned().collect();
        Apart::new(self.value.widen(&next.value, thresholds), kept)
    }

    fn narrow(&self, next: &Apart<N>) -> Apart<N> {
        let all = self.apart.iter().chain(&next.apart).cloned().collect();
        Apart::new(self.value.narrow(&next.value), all)
    }
}

impl<N: Numeric> Numeric for Apart<N> {
    fn top(dims: usize) -> Apart<N> {
        Apart::new(N::top(dims), Vec::new())
    }

    fn bottom(dims: usize) -> Apart<N> {
        Apart::new(N::bottom(dims), Vec::new())
    }

    fn dims(&self) -> usize {
        self.value.dims()
    }

    fn meet(&self, other: &Apart<N>) -> Apart<N> {
        let all = self.apart.iter().chain(&other.apart).filter(|c| c.expr().width() <= self.dims());
        Apart::new(self.value.meet(&other.value), all.cloned().collect()).tightened()
    }

    fn meet_constraint(&self, constraint: &Constraint) -> Apart<N> {
        self.meet_constraints([constraint])
    }

    fn meet_constraints<'a>(&self, constraints: impl IntoIterator<Item = &'a Constraint>) -> Apart<N> {
        let all: Vec<&Constraint> = constraints.into_iter().collect();
        let unequal = |c: &&&Constraint| c.relation() == Relation::NotZero && c.expr().width() <= self.dims();
        let apart = self.apart.iter().chain(all.iter().filter(unequal).copied()).cloned().collect();
        Apart::new(self.value.meet_constraints(all), apart).tightened()
    }

    fn assign(&self, dim: Dim, expr: &Expr) -> Apart<N> {
        let value = self.value.assign(dim, expr);
        if dim.index() >= self.dims() || expr.width() > self.dims() {
            return Apart::new(value, self.without(&[dim]));
        }
        if !is_unit(&expr.coefficient(dim)) {
            return Apart::new(value, self.without(&[dim]));
        }
        // The value before is an expression over those after.
        let before = match expr.coefficient(dim).is_positive() {
            true => Expr::from(dim) - expr.substitute(dim, &Expr::constant(0)),
            false => expr.substitute(dim, &Expr::constant(0)) - Expr::from(dim),
        };
        let moved = |c: &Constraint| Constraint::new(c.expr().substitute(dim, &before), Relation::NotZero);
        Apart::new(value, self.apart.iter().map(moved).collect())
    }

    fn forget(&self, dims: &[Dim]) -> Apart<N> {
        Apart::new(self.value.forget(dims), self.without(dims))
    }

    fn add_dims(&self, count: usize) -> Apart<N> {
        Apart::new(self.value.add_dims(count), self.apart.clone())
    }

    fn remove_dims(&self, dims: &[Dim]) -> Apart<N> {
        let kept = kept_dims(self.dims(), dims);
        let place = |dim: Dim| Dim::new(kept.binary_search(&dim.index()).unwrap_or(0));
        let apart = self.without(dims).iter().map(|c| c.rename(place)).collect();
        Apart::new(self.value.remove_dims(dims), apart)
    }

    fn permute(&self, to: &[Dim]) -> Apart<N> {
        if crate::numeric::sources(self.dims(), to).is_none() {
            return Apart::top(self.dims());
        }
        let place = |dim: Dim| to.get(dim.index()).copied().unwrap_or(dim);
        let apart = self.apart.iter().map(|c| c.rename(place)).collect();
        Apart::new(self.value.permute(to), apart)
    }

    fn bounds(&self, expr: &Expr) -> Option<Interval> {
        if self.is_bottom() { None } else { self.value.bounds(expr) }
    }

    fn constraints(&self) -> Vec<Constraint> {
        if self.is_bottom() {
            return vec![Constraint::never()];
        }
        let mut all = self.value.constraints();
        all.extend(self.apart.iter().filter(|c| !self.value.entails(c)).cloned());
        all.sort();
        all
    }

    fn contains(&self, point: &[Int]) -> bool {
        self.value.contains(point) && self.apart.iter().all(|c| c.holds_at(point))
    }

    fn entails(&self, constraint: &Constraint) -> bool {
        if self.is_bottom() {
            return true;
        }
        match constraint.relation() {
            Relation::NotZero => self.knows(constraint),
            _ => self.value.entails(constraint),
        }
    }
}
