//! Intervals of integers, and the domain that keeps one for each dimension.

mod boxes;

pub use boxes::Intervals;

use base::Int;
use std::fmt;

/// The integers between two bounds, either of which may be missing. An empty interval does not occur in a result: a
/// function that could give one gives `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interval {
    /// The least value; `None` is −∞.
    pub low: Option<Int>,
    /// The greatest value; `None` is +∞.
    pub high: Option<Int>,
}

impl Interval {
    /// All integers.
    pub const ALL: Interval = Interval { low: None, high: None };

    /// From `low` to `high`.
    pub fn between(low: impl Into<Int>, high: impl Into<Int>) -> Interval {
        Interval { low: Some(low.into()), high: Some(high.into()) }
    }

    /// One value.
    pub fn point(value: Int) -> Interval {
        Interval { low: Some(value.clone()), high: Some(value) }
    }

    /// The value, if there is only one.
    pub fn single(&self) -> Option<&Int> {
        if self.low == self.high { self.low.as_ref() } else { None }
    }

    /// Whether this is one of its values.
    pub fn contains(&self, value: &Int) -> bool {
        self.low.as_ref().is_none_or(|l| l <= value) && self.high.as_ref().is_none_or(|h| value <= h)
    }

    /// Whether all its values are among those of the other.
    pub fn within(&self, other: &Interval) -> bool {
        let above = match (&self.low, &other.low) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a >= b,
        };
        let below = match (&self.high, &other.high) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a <= b,
        };
        above && below
    }

    /// The values of both; `None` where there are none.
    pub fn meet(&self, other: &Interval) -> Option<Interval> {
        let low = match (&self.low, &other.low) {
            (Some(a), Some(b)) => Some(a.max(b).clone()),
            (a, b) => a.as_ref().or(b.as_ref()).cloned(),
        };
        let high = match (&self.high, &other.high) {
            (Some(a), Some(b)) => Some(a.min(b).clone()),
            (a, b) => a.as_ref().or(b.as_ref()).cloned(),
        };
        match (&low, &high) {
            (Some(l), Some(h)) if l > h => None,
            _ => Some(Interval { low, high }),
        }
    }

    /// The smallest interval with the values of both.
    pub fn join(&self, other: &Interval) -> Interval {
        Interval {
            low: self.low.as_ref().zip(other.low.as_ref()).map(|(a, b)| a.min(b).clone()),
            high: self.high.as_ref().zip(other.high.as_ref()).map(|(a, b)| a.max(b).clone()),
        }
    }

    /// Bounds that the other one exceeds are given up.
    pub fn widen(&self, other: &Interval) -> Interval {
        let low = self.low.as_ref().filter(|a| other.low.as_ref().is_some_and(|b| b >= *a));
        let high = self.high.as_ref().filter(|a| other.high.as_ref().is_some_and(|b| b <= *a));
        Interval { low: low.cloned(), high: high.cloned() }
    }

    /// The sums of values of both.
    pub fn plus(&self, other: &Interval) -> Interval {
        Interval {
            low: self.low.as_ref().zip(other.low.as_ref()).map(|(a, b)| a + b),
            high: self.high.as_ref().zip(other.high.as_ref()).map(|(a, b)| a + b),
        }
    }

    /// The values times a number.
    pub fn times(&self, k: &Int) -> Interval {
        let scale = |bound: &Option<Int>| bound.as_ref().map(|b| b * k);
        match k.signum() {
            0 => Interval::point(Int::ZERO),
            1 => Interval { low: scale(&self.low), high: scale(&self.high) },
            _ => Interval { low: scale(&self.high), high: scale(&self.low) },
        }
    }

    /// The integers `x` for which `k·x` is one of its values or between them; `None` where there are none. `k` is not zero.
    pub(crate) fn divided(&self, k: &Int) -> Option<Interval> {
        let turned = self.times(&Int::from(i64::from(k.signum())));
        let k = k.abs();
        let low = turned.low.map(|l| l.div_ceil(&k));
        let high = turned.high.map(|h| h.div_floor(&k));
        Interval::ALL.meet(&Interval { low, high })
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.low {
            Some(low) => write!(f, "[{low}, ")?,
            None => f.write_str("(-∞, ")?,
        }
        match &self.high {
            Some(high) => write!(f, "{high}]"),
            None => f.write_str("+∞)"),
        }
    }
}
