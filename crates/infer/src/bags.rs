//! Multisets of data: which sums of multisets are equal.
//!
//! Each dimension stands for a multiset of numbers. A value is a set of equations Σ cᵢ·mᵢ = 0, where a multiset counts how often each
//! number occurs in it and the equation holds of the counts of every number. So {x} = {y} is an equation of two dimensions, and that
//! a list has the elements of two others is one of three. Equations that hold of two states are those in both of their spans; there
//! is no infinite descent, so the join is the widening as well (M. Karr, "Affine relationships among variables of a program", Acta
//! Informatica 6, 1976).
//!
//! ```
//! use infer::Bags;
//! // a = b + c, and then b is moved to d.
//! let bags = Bags::top(4).with(&[(0, 1), (1, -1), (2, -1)]).with(&[(3, 1), (1, -1)]).without(&[1]);
//! assert!(bags.has(&[(0, 1), (3, -1), (2, -1)]));
//! assert!(!bags.has(&[(0, 1), (2, -1)]));
//! ```

use base::{Int, Rat};

/// A sum of multisets, by dimension and factor.
pub type Sum<'a> = &'a [(usize, i64)];

/// Equations between sums of multisets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bags {
    dims: usize,
    /// In reduced echelon form: each row has its first factor, a one, where no other row has any; rows are ordered by that.
    rows: Vec<Vec<Rat>>,
}

impl Bags {
    /// No equation.
    pub fn top(dims: usize) -> Bags {
        Bags { dims, rows: Vec::new() }
    }

    /// How many multisets there are.
    pub fn dims(&self) -> usize {
        self.dims
    }

    /// The equations, each with whole factors, of which the first is positive.
    pub fn equations(&self) -> Vec<Vec<(usize, Int)>> {
        self.rows
            .iter()
            .map(|row| {
                let scale = row.iter().fold(Int::from(1), |all, factor| all.lcm(&factor.denominator()));
                let scaled = row.iter().map(|factor| (factor * &Rat::from(&scale)).numerator());
                scaled.enumerate().filter(|(_, factor)| !factor.is_zero()).collect()
            })
            .collect()
    }

    /// With one more equation: the sum is empty.
    #[must_use]
    pub fn with(&self, sum: Sum<'_>) -> Bags {
        let mut rows = self.rows.clone();
        rows.push(self.row(sum));
        Bags { dims: self.dims, rows: reduced(rows, self.dims) }
    }

    /// Whether an equation follows.
    pub fn has(&self, sum: Sum<'_>) -> bool {
        let mut row = self.row(sum);
        self.reduce(&mut row);
        row.iter().all(Rat::is_zero)
    }

    /// After these multisets became any.
    #[must_use]
    pub fn without(&self, dims: &[usize]) -> Bags {
        let mut rows = self.rows.clone();
        for dim in dims.iter().copied().filter(|dim| *dim < self.dims) {
            let Some(at) = rows.iter().position(|row| !row[dim].is_zero()) else { continue };
            let pivot = rows.remove(at);
            for row in &mut rows {
                let factor = row[dim].div(&pivot[dim]);
                subtract(row, &pivot, &factor);
            }
        }
        Bags { dims: self.dims, rows: reduced(rows, self.dims) }
    }

    /// After a multiset became a sum of those before.
    #[must_use]
    pub fn set(&self, dim: usize, sum: Sum<'_>) -> Bags {
        if dim >= self.dims {
            return self.clone();
        }
        let mut wide: Vec<Option<usize>> = (0..self.dims).map(Some).collect();
        wide.push(None);
        let fresh = self.dims;
        let mut terms = sum.to_vec();
        terms.push((fresh, -1));
        let known = self.arranged(&wide).with(&terms);
        let order: Vec<Option<usize>> =
            (0..self.dims).map(|at| Some(if at == dim { fresh } else { at })).collect();
        known.arranged(&order)
    }

    /// Other dimensions: each is one of those before, none of them twice, or any multiset.
    #[must_use]
    pub fn arranged(&self, from: &[Option<usize>]) -> Bags {
        let gone: Vec<usize> = (0..self.dims).filter(|dim| !from.contains(&Some(*dim))).collect();
        let known = self.without(&gone);
        let zero = Rat::from(0);
        let moved = |row: &Vec<Rat>| {
            from.iter()
                .map(|at| at.and_then(|at| row.get(at)).cloned().unwrap_or_else(|| zero.clone()))
                .collect()
        };
        Bags { dims: from.len(), rows: reduced(known.rows.iter().map(moved).collect(), from.len()) }
    }

    /// What holds of both.
    #[must_use]
    pub fn join(&self, other: &Bags) -> Bags {
        if self == other || self.dims != other.dims {
            return if self == other { self.clone() } else { Bags::top(self.dims) };
        }
        // Zassenhaus: of the rows (a, a) and (b, 0), those that begin with zeros end with what is in both spans.
        let zeros = vec![Rat::from(0); self.dims];
        let twice = self.rows.iter().map(|row| [row.clone(), row.clone()].concat());
        let once = other.rows.iter().map(|row| [row.clone(), zeros.clone()].concat());
        let rows = reduced(twice.chain(once).collect(), 2 * self.dims);
        let both = rows.into_iter().filter(|row| row[..self.dims].iter().all(Rat::is_zero));
        Bags {
            dims: self.dims,
            rows: reduced(both.map(|row| row[self.dims..].to_vec()).collect(), self.dims),
        }
    }

    /// Whether all equations of the other follow.
    pub fn leq(&self, other: &Bags) -> bool {
        self == other
            || other.rows.iter().all(|row| {
                let mut row = row.clone();
                self.reduce(&mut row);
                row.iter().all(Rat::is_zero)
            })
    }

    fn row(&self, sum: Sum<'_>) -> Vec<Rat> {
        let mut row = vec![Rat::from(0); self.dims];
        for (dim, factor) in sum {
            if let Some(place) = row.get_mut(*dim) {
                *place = &*place + &Rat::from(*factor);
            }
        }
        row
    }

    fn reduce(&self, row: &mut [Rat]) {
        for known in &self.rows {
            if let Some(first) = known.iter().position(|factor| !factor.is_zero()) {
                let factor = row[first].clone();
                subtract(row, known, &factor);
            }
        }
    }
}

/// `row - factor · other`.
fn subtract(row: &mut [Rat], other: &[Rat], factor: &Rat) {
    if factor.is_zero() {
        return;
    }
    for (place, known) in row.iter_mut().zip(other) {
        if !known.is_zero() {
            *place = &*place - &(known * factor);
        }
    }
}

/// The reduced echelon form.
fn reduced(mut rows: Vec<Vec<Rat>>, dims: usize) -> Vec<Vec<Rat>> {
    let mut done = 0;
    for dim in 0..dims {
        let Some(at) = (done..rows.len()).find(|at| !rows[*at][dim].is_zero()) else { continue };
        rows.swap(done, at);
        let scale = rows[done][dim].clone();
        if !scale.is_one() {
            for factor in &mut rows[done] {
                *factor = factor.div(&scale);
            }
        }
        let pivot = rows[done].clone();
        for (at, row) in rows.iter_mut().enumerate() {
            if at != done && !row[dim].is_zero() {
                let factor = row[dim].clone();
                subtract(row, &pivot, &factor);
            }
        }
        done += 1;
    }
    rows.truncate(done);
    rows
}
