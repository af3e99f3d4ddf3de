//! Polyhedra as a numerical domain.

use super::product::Extent;
use super::{Part, Polyhedra, Product, Shape, constraint_of, numbers_of, part_of};
use crate::numeric::{kept_dims, sources};
use crate::{Constraint, Dim, Expr, Interval, Lattice, Numeric, Relation};
use base::{Int, Rat};

impl Lattice for Polyhedra {
    type Threshold = Constraint;

    fn is_bottom(&self) -> bool {
        self.product().is_none()
    }

    fn leq(&self, other: &Polyhedra) -> bool {
        match (self.product(), other.product()) {
            _ if self.dims != other.dims => false,
            (None, _) => true,
            (_, None) => false,
            (Some(a), Some(b)) => a.leq(b),
        }
    }

    fn join(&self, other: &Polyhedra) -> Polyhedra {
        match (self.product(), other.product()) {
            _ if self.dims != other.dims => Polyhedra::top(self.dims),
            (None, _) => other.clone(),
            (_, None) => self.clone(),
            (Some(a), Some(b)) => Polyhedra::known(a.join(b)),
        }
    }

    fn widen(&self, next: &Polyhedra, thresholds: &[Constraint]) -> Polyhedra {
        if self.dims != next.dims {
            return Polyhedra::top(self.dims);
        }
        let (Some(a), Some(b)) = (self.product(), next.product()) else { return self.join(next) };
        let joined;
        let b = if a.leq(b) {
            b.as_ref()
        } else {
            joined = a.join(b);
            &joined
        };
        let limits: Vec<Part> = thresholds
            .iter()
            .filter_map(|t| part_of(t, self.dims))
            .filter(|part| a.satisfies(part) && b.satisfies(part))
            .collect();
        Polyhedra::known(a.widen(b, &limits))
    }

    fn narrow(&self, next: &Polyhedra) -> Polyhedra {
        if next.leq(self) { next.clone() } else { self.meet(next) }
    }
}

impl Numeric for Polyhedra {
    fn top(dims: usize) -> Polyhedra {
        Polyhedra::known(Product::universe(dims))
    }

    fn bottom(dims: usize) -> Polyhedra {
        Polyhedra { dims, shape: Shape::Bottom }
    }

    fn dims(&self) -> usize {
        self.dims
    }

    fn meet(&self, other: &Polyhedra) -> Polyhedra {
        if self.dims != other.dims {
            return self.clone();
        }
        let (Some(a), Some(b)) = (self.product(), other.product()) else {
            return Polyhedra::bottom(self.dims);
        };
        // Not rounded: a meet of a value with itself is that value.
        let parts: Vec<Part> = b.constraints().collect();
        a.refine(&parts, false).map_or_else(|| Polyhedra::bottom(self.dims), Polyhedra::known)
    }

    fn meet_constraint(&self, constraint: &Constraint) -> Polyhedra {
        if let Some(part) = part_of(constraint, self.dims) {
            return self.with(vec![part]);
        }
        if constraint.relation() != Relation::NotZero || constraint.expr().width() > self.dims {
            return self.clone();
        }
        let expr = constraint.expr();
        let Some(Interval { low, high }) = self.bounds(expr) else { return self.clone() };
        match (low.map(|l| l.signum()), high.map(|h| h.signum())) {
            (Some(0), Some(0)) => Polyhedra::bottom(self.dims),
            (Some(0), _) => self.meet_constraint(&Constraint::ge(expr.clone(), 1)),
            (_, Some(0)) => self.meet_constraint(&Constraint::le(expr.clone(), -1)),
            _ => self.clone(),
        }
    }

    fn meet_constraints<'a>(&self, constraints: impl IntoIterator<Item = &'a Constraint>) -> Polyhedra {
        let (unequal, others): (Vec<&Constraint>, Vec<&Constraint>) =
            constraints.into_iter().partition(|c| c.relation() == Relation::NotZero);
        let all = self.with(others.iter().filter_map(|c| part_of(c, self.dims)).collect());
        unequal.iter().fold(all, |value, c| value.meet_constraint(c))
    }

    fn assign(&self, dim: Dim, expr: &Expr) -> Polyhedra {
        let Some(product) = self.product() else { return self.clone() };
        if dim.index() >= self.dims {
            return self.clone();
        }
        let Some(form) = numbers_of(expr, self.dims) else { return self.forget(&[dim]) };
        if expr.mentions(dim) {
            return Polyhedra::known(product.transform(dim.index(), &form));
        }
        self.forget(&[dim]).meet_constraint(&Constraint::eq(dim, expr.clone()))
    }

    fn forget(&self, dims: &[Dim]) -> Polyhedra {
        let Some(product) = self.product() else { return self.clone() };
        let dims: Vec<usize> = dims.iter().map(|d| d.index()).collect();
        Polyhedra::known(product.forget(&dims))
    }

    fn add_dims(&self, count: usize) -> Polyhedra {
        let Some(product) = self.product() else { return Polyhedra::bottom(self.dims + count) };
        Polyhedra::known(Product { dims: self.dims + count, factors: product.factors.clone() })
    }

    fn remove_dims(&self, dims: &[Dim]) -> Polyhedra {
        let kept = kept_dims(self.dims, dims);
        let Some(product) = self.product() else { return Polyhedra::bottom(kept.len()) };
        let mut to = vec![None; self.dims];
        for (new, old) in kept.iter().enumerate() {
            to[*old] = Some(new);
        }
        let gone: Vec<usize> = dims.iter().map(|d| d.index()).collect();
        Polyhedra::known(product.forget(&gone).renamed(kept.len(), &to))
    }

    fn permute(&self, to: &[Dim]) -> Polyhedra {
        if sources(self.dims, to).is_none() {
            return Polyhedra::top(self.dims);
        }
        let Some(product) = self.product() else { return self.clone() };
        let to: Vec<Option<usize>> = to.iter().map(|d| Some(d.index())).collect();
        Polyhedra::known(product.renamed(self.dims, &to))
    }

    fn bounds(&self, expr: &Expr) -> Option<Interval> {
        let product = self.product()?;
        if expr.width() > self.dims {
            return Some(Interval::ALL);
        }
        // The row of an expression may be a part of it; the content brings it back.
        let row = super::Row::new(numbers_of(expr, self.dims)?);
        let Some((at, k)) = expr.terms().first().map(|(d, k)| (d.index() + 1, k)) else {
            return Some(Interval::point(expr.constant_part().clone()));
        };
        let scale = Rat::new(k.clone(), row.get(at));
        let Extent { low, high } = product.extent(&row);
        Some(Interval { low: low.map(|l| (&l * &scale).ceil()), high: high.map(|h| (&h * &scale).floor()) })
    }

    fn constraints(&self) -> Vec<Constraint> {
        let Some(product) = self.product() else { return vec![Constraint::never()] };
        let mut all: Vec<Constraint> = product.constraints().map(|part| constraint_of(&part)).collect();
        all.sort();
        all.dedup();
        all
    }

    fn contains(&self, point: &[Int]) -> bool {
        let Some(product) = self.product() else { return false };
        if point.len() != self.dims {
            return false;
        }
        let place: Vec<Int> = std::iter::once(Int::ONE).chain(point.iter().cloned()).collect();
        let place = super::Row::new(place);
        product.constraints().all(|part| match part.row.dot(&place).signum() {
            0 => true,
            1 => !part.linear,
            _ => false,
        })
    }
}
