//! Linear expressions over dimensions.
//!
//! ```
//! use domains::{Dim, Expr};
//! let (x, y) = (Dim::new(0), Dim::new(1));
//! let e = Expr::from(x) * 2 - y + 3;
//! assert_eq!(e.to_string(), "2*d0 - d1 + 3");
//! assert_eq!((e - x - x).to_string(), "-d1 + 3");
//! ```

use base::Int;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// The index of a dimension. What it stands for is the caller's affair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dim(u32);

impl Dim {
    /// The dimension with this index. An index beyond 32 bits names a dimension that no value has.
    pub fn new(index: usize) -> Dim {
        Dim(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Its index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Dim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "d{}", self.0)
    }
}

/// Σ coefficient · dimension + constant, with integer coefficients.
///
/// Invariant: terms are ordered by dimension, and no coefficient is zero.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Expr {
    terms: Vec<(Dim, Int)>,
    constant: Int,
}

impl Default for Expr {
    fn default() -> Expr {
        Expr { terms: Vec::new(), constant: Int::ZERO }
    }
}

impl Expr {
    /// A constant.
    pub fn constant(c: impl Into<Int>) -> Expr {
        Expr { terms: Vec::new(), constant: c.into() }
    }

    /// One dimension with a coefficient.
    pub fn term(coefficient: impl Into<Int>, dim: Dim) -> Expr {
        let coefficient = coefficient.into();
        let terms = if coefficient.is_zero() { Vec::new() } else { vec![(dim, coefficient)] };
        Expr { terms, constant: Int::ZERO }
    }

    /// The sum of terms in any order, and a constant.
    pub fn sum(terms: impl IntoIterator<Item = (Dim, Int)>, constant: Int) -> Expr {
        let mut terms: Vec<(Dim, Int)> = terms.into_iter().collect();
        terms.sort_by_key(|t| t.0);
        terms.dedup_by(|later, first| {
            let same = later.0 == first.0;
            if same {
                first.1 += &later.1;
            }
            same
        });
        terms.retain(|t| !t.1.is_zero());
        Expr { terms, constant }
    }

    /// The terms, by dimension.
    pub fn terms(&self) -> &[(Dim, Int)] {
        &self.terms
    }

    /// The constant.
    pub fn constant_part(&self) -> &Int {
        &self.constant
    }

    /// The coefficient of a dimension, zero where it does not occur.
    pub fn coefficient(&self, dim: Dim) -> Int {
        self.terms.binary_search_by_key(&dim, |t| t.0).map_or(Int::ZERO, |at| self.terms[at].1.clone())
    }

    /// Whether the dimension occurs.
    pub fn mentions(&self, dim: Dim) -> bool {
        self.terms.binary_search_by_key(&dim, |t| t.0).is_ok()
    }

    /// How many dimensions a value must have for the expression to have a meaning there.
    pub fn width(&self) -> usize {
        self.terms.last().map_or(0, |t| t.0.index() + 1)
    }

    /// Whether it is a constant.
    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// Its value at a point; coordinates that the point does not have are zero.
    pub fn value(&self, point: &[Int]) -> Int {
        let mut sum = self.constant.clone();
        for (dim, k) in &self.terms {
            if let Some(x) = point.get(dim.index()) {
                sum += &(k * x);
            }
        }
        sum
    }

    /// The same expression with each dimension replaced by the one that `to` gives for it.
    pub fn rename(&self, to: impl Fn(Dim) -> Dim) -> Expr {
        Expr::sum(self.terms.iter().map(|(d, k)| (to(*d), k.clone())), self.constant.clone())
    }

    /// The expression with another one put in for a dimension.
    pub fn substitute(&self, dim: Dim, by: &Expr) -> Expr {
        let k = self.coefficient(dim);
        if k.is_zero() {
            return self.clone();
        }
        let rest = self.terms.iter().filter(|t| t.0 != dim).cloned();
        let put = by.terms.iter().map(|(d, c)| (*d, c * &k));
        Expr::sum(rest.chain(put), &self.constant + &k * &by.constant)
    }

    /// The greatest common divisor of the coefficients, without the constant; zero for a constant.
    pub(crate) fn content(&self) -> Int {
        let mut g = Int::ZERO;
        for (_, k) in &self.terms {
            g = g.gcd(k);
            if g.is_one() {
                break;
            }
        }
        g
    }

    pub(crate) fn from_parts(terms: Vec<(Dim, Int)>, constant: Int) -> Expr {
        Expr { terms, constant }
    }

    pub(crate) fn into_parts(self) -> (Vec<(Dim, Int)>, Int) {
        (self.terms, self.constant)
    }
}

impl From<Dim> for Expr {
    fn from(dim: Dim) -> Expr {
        Expr::term(Int::ONE, dim)
    }
}

impl From<Int> for Expr {
    fn from(c: Int) -> Expr {
        Expr::constant(c)
    }
}

impl From<i64> for Expr {
    fn from(c: i64) -> Expr {
        Expr::constant(c)
    }
}

impl<T: Into<Expr>> Add<T> for Expr {
    type Output = Expr;
    fn add(self, other: T) -> Expr {
        let other = other.into();
        Expr::sum(self.terms.into_iter().chain(other.terms), self.constant + other.constant)
    }
}

impl<T: Into<Expr>> Sub<T> for Expr {
    type Output = Expr;
    fn sub(self, other: T) -> Expr {
        self + -other.into()
    }
}

impl Neg for Expr {
    type Output = Expr;
    fn neg(mut self) -> Expr {
        for t in &mut self.terms {
            t.1 = -&t.1;
        }
        self.constant = -self.constant;
        self
    }
}

impl<T: Into<Int>> Mul<T> for Expr {
    type Output = Expr;
    fn mul(self, k: T) -> Expr {
        let k = k.into();
        Expr::sum(self.terms.into_iter().map(|(d, c)| (d, c * &k)), self.constant * &k)
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sum(f, &self.terms, &self.constant, |dim| dim.to_string())
    }
}

/// Writes a sum as a person would: no `1*`, no `+ -3`, no `+ 0`.
pub(crate) fn write_sum(
    out: &mut impl fmt::Write,
    terms: &[(Dim, Int)],
    constant: &Int,
    name: impl Fn(Dim) -> String,
) -> fmt::Result {
    for (at, (dim, k)) in terms.iter().enumerate() {
        out.write_str(match (at, k.is_negative()) {
            (0, true) => "-",
            (0, false) => "",
            (_, true) => " - ",
            (_, false) => " + ",
        })?;
        let k = k.abs();
        if !k.is_one() {
            write!(out, "{k}*")?;
        }
        out.write_str(&name(*dim))?;
    }
    if terms.is_empty() {
        return write!(out, "{constant}");
    }
    match constant.signum() {
        0 => Ok(()),
        1 => write!(out, " + {constant}"),
        _ => write!(out, " - {}", constant.abs()),
    }
}
