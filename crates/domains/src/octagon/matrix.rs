//! Half matrices of bounds, and their closure.
//!
//! Dimension `k` has two literals: `2k` stands for its value, `2k + 1` for the negative of it. Cell `(i, j)` bounds the
//! difference of literals, `value(j) − value(i) ≤ cell`, so the octagon is a graph whose edges are cells. What cell `(i, j)` says, cell
//! `(j ^ 1, i ^ 1)` says as well; only one of the two is stored (Miné, "The octagon abstract domain", 2006).
//!
//! A matrix is *tightly closed* when no cell can be made smaller without losing an integer point: it is closed under paths;
//! the cells `(i, i ^ 1)`, which bound twice a value, are even; and no cell is above half the sum of two of those. Paths
//! first, then rounding, then one step for the halves are enough (Bagnara, Hill and Zaffanella, "An improved tight closure
//! algorithm for integer octagonal constraints", VMCAI 2008). A closed matrix takes one constraint more in quadratic time: new
//! paths use the new edge or its mirror image at most once each (Miné; Chawdhary, Robbins and King, "Incrementally
//! closing octagons", 2018).

use base::Int;

/// A bound; `None` is +∞.
pub(super) type Bound = Option<Int>;

/// A half matrix.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Matrix {
    dims: usize,
    cells: Vec<Bound>,
}

/// `(i, j)` if that is stored, otherwise its mirror image.
#[inline]
fn place(i: usize, j: usize) -> usize {
    let (i, j) = if j > (i | 1) { (j ^ 1, i ^ 1) } else { (i, j) };
    j + (i + 1) * (i + 1) / 2
}

#[inline]
pub(super) fn plus(a: &Bound, b: &Bound) -> Bound {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        _ => None,
    }
}

#[inline]
fn lower(cell: &mut Bound, candidate: Bound) {
    if let Some(new) = candidate
        && cell.as_ref().is_none_or(|old| new < *old)
    {
        *cell = Some(new);
    }
}

/// Whether `a ≤ b`.
#[inline]
pub(super) fn at_most(a: &Bound, b: &Bound) -> bool {
    match (a, b) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(a), Some(b)) => a <= b,
    }
}

fn half(n: &Int) -> Int {
    n.div_floor(&Int::from(2))
}

impl Matrix {
    /// No bounds but those of each literal with itself.
    pub fn top(dims: usize) -> Matrix {
        let mut matrix = Matrix { dims, cells: vec![None; 2 * dims * (dims + 1)] };
        for i in 0..2 * dims {
            matrix.cells[place(i, i)] = Some(Int::ZERO);
        }
        matrix
    }

    pub fn dims(&self) -> usize {
        self.dims
    }

    #[inline]
    pub fn get(&self, i: usize, j: usize) -> &Bound {
        &self.cells[place(i, j)]
    }

    pub fn set(&mut self, i: usize, j: usize, bound: Bound) {
        self.cells[place(i, j)] = bound;
    }

    /// Lowers a cell, which is no longer closed then.
    pub fn lower(&mut self, i: usize, j: usize, bound: Bound) {
        lower(&mut self.cells[place(i, j)], bound);
    }

    /// The cells that are stored, as `(i, j)`, without those of a literal with itself.
    pub fn stored(dims: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..2 * dims).flat_map(|i| (0..=(i | 1)).filter(move |j| *j != i).map(move |j| (i, j)))
    }

    /// Cell by cell.
    pub fn zip(&self, other: &Matrix, f: impl Fn(&Bound, &Bound) -> Bound) -> Matrix {
        Matrix { dims: self.dims, cells: self.cells.iter().zip(&other.cells).map(|(a, b)| f(a, b)).collect() }
    }

    /// Whether every cell is at most that of the other.
    pub fn leq(&self, other: &Matrix) -> bool {
        self.dims == other.dims && self.cells.iter().zip(&other.cells).all(|(a, b)| at_most(a, b))
    }

    /// The matrix over other dimensions, with literal `i` of the new one taken from literal `from(i)` of this one, if there is one.
    pub fn rearranged(&self, dims: usize, from: impl Fn(usize) -> Option<usize>) -> Matrix {
        let mut matrix = Matrix::top(dims);
        for (i, j) in Matrix::stored(dims) {
            if let (Some(a), Some(b)) = (from(i), from(j)) {
                matrix.set(i, j, self.get(a, b).clone());
            }
        }
        matrix
    }

    /// Forgets a dimension. A closed matrix stays closed.
    pub fn forget(&mut self, dim: usize) {
        for i in 0..2 * self.dims {
            for literal in [2 * dim, 2 * dim + 1] {
                if i != literal {
                    self.set(i, literal, None);
                    self.set(literal, i, None);
                }
            }
        }
    }

    /// Makes the matrix tightly closed; `false` if there is no integer point.
    pub fn close(&mut self) -> bool {
        let n = 2 * self.dims;
        let mut to_plus: Vec<Bound> = Vec::with_capacity(n);
        let mut to_minus: Vec<Bound> = Vec::with_capacity(n);
        for k in 0..self.dims {
            let (p, m) = (2 * k, 2 * k + 1);
            to_plus.clear();
            to_minus.clear();
            to_plus.extend((0..n).map(|i| self.get(i, p).clone()));
            to_minus.extend((0..n).map(|i| self.get(i, m).clone()));
            let (cross_plus, cross_minus) = (self.get(m, p).clone(), self.get(p, m).clone());
            for i in 0..n {
                // From i to k or its negative, perhaps by way of the other one.
                let mut a = to_plus[i].clone();
                lower(&mut a, plus(&to_minus[i], &cross_plus));
                let mut b = to_minus[i].clone();
                lower(&mut b, plus(&to_plus[i], &cross_minus));
                if a.is_none() && b.is_none() {
                    continue;
                }
                let start = (i + 1) * (i + 1) / 2;
                for j in 0..=(i | 1) {
                    // The edge from k to j is the mirror image of the one from j ^ 1 to k ^ 1.
                    let cell = &mut self.cells[start + j];
                    lower(cell, plus(&a, &to_minus[j ^ 1]));
                    lower(cell, plus(&b, &to_plus[j ^ 1]));
                }
            }
        }
        self.round()
    }

    /// Adds `value(j) − value(i) ≤ bound` to a tightly closed matrix and makes it so again; `false` if there is no integer point left.
    pub fn add(&mut self, u: usize, v: usize, bound: Int) -> bool {
        if self.get(u, v).as_ref().is_some_and(|old| *old <= bound) {
            return true;
        }
        let n = 2 * self.dims;
        let bound = Some(bound);
        let to_u: Vec<Bound> = (0..n).map(|i| self.get(i, u).clone()).collect();
        let to_v: Vec<Bound> = (0..n).map(|i| self.get(i, v ^ 1).clone()).collect();
        let after_u = plus(&plus(&bound, self.get(v, v ^ 1)), &bound);
        let after_v = plus(&plus(&bound, self.get(u ^ 1, u)), &bound);
        for i in 0..n {
            // By the new edge, by its mirror image, or by one after the other.
            let mut a = plus(&to_u[i], &bound);
            lower(&mut a, plus(&to_v[i], &after_v));
            let mut b = plus(&to_v[i], &bound);
            lower(&mut b, plus(&to_u[i], &after_u));
            if a.is_none() && b.is_none() {
                continue;
            }
            let start = (i + 1) * (i + 1) / 2;
            for j in 0..=(i | 1) {
                let cell = &mut self.cells[start + j];
                lower(cell, plus(&a, &to_v[j ^ 1]));
                lower(cell, plus(&b, &to_u[j ^ 1]));
            }
        }
        self.round()
    }

    /// The last steps of a closure: rounding, and the halves.
    fn round(&mut self) -> bool {
        let n = 2 * self.dims;
        if (0..n).any(|i| self.get(i, i).as_ref().is_some_and(Int::is_negative)) {
            return false;
        }
        let mut halves: Vec<Bound> = Vec::with_capacity(n);
        for i in 0..n {
            let cell = &mut self.cells[place(i, i ^ 1)];
            let rounded = cell.as_ref().map(half);
            if let (Some(h), Some(c)) = (&rounded, cell.as_mut()) {
                *c = h + h;
            }
            halves.push(rounded);
        }
        for k in 0..self.dims {
            if plus(&halves[2 * k], &halves[2 * k + 1]).is_some_and(|sum| sum.is_negative()) {
                return false;
            }
        }
        for i in 0..n {
            if halves[i].is_none() {
                continue;
            }
            let start = (i + 1) * (i + 1) / 2;
            for j in (0..=(i | 1)).filter(|j| *j != i) {
                lower(&mut self.cells[start + j], plus(&halves[i], &halves[j ^ 1]));
            }
        }
        true
    }
}
