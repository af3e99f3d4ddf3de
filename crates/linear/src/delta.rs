//! Numbers `r + k·δ` for an infinitely small positive δ: they turn `x < 3` into `x ≤ 3 − δ`.

use base::Rat;
use std::cmp::Ordering;

/// A rational plus a multiple of an infinitely small positive number.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Delta {
    /// The rational part.
    pub rat: Rat,
    /// The multiple of δ.
    pub eps: Rat,
}

impl Delta {
    /// Zero.
    pub const ZERO: Delta = Delta { rat: Rat::ZERO, eps: Rat::ZERO };

    /// A plain rational.
    pub fn new(rat: Rat) -> Delta {
        Delta { rat, eps: Rat::ZERO }
    }

    /// The sum.
    #[inline]
    pub fn plus(&self, o: &Delta) -> Delta {
        Delta {
            rat: &self.rat + &o.rat,
            eps: if o.eps.is_zero() { self.eps.clone() } else { &self.eps + &o.eps },
        }
    }

    /// The difference.
    #[inline]
    pub fn minus(&self, o: &Delta) -> Delta {
        Delta {
            rat: &self.rat - &o.rat,
            eps: if o.eps.is_zero() { self.eps.clone() } else { &self.eps - &o.eps },
        }
    }

    /// The product with a rational.
    #[inline]
    pub fn times(&self, k: &Rat) -> Delta {
        Delta { rat: &self.rat * k, eps: if self.eps.is_zero() { Rat::ZERO } else { &self.eps * k } }
    }
}

impl Ord for Delta {
    fn cmp(&self, o: &Delta) -> Ordering {
        self.rat.cmp(&o.rat).then_with(|| self.eps.cmp(&o.eps))
    }
}

impl PartialOrd for Delta {
    fn partial_cmp(&self, o: &Delta) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}
