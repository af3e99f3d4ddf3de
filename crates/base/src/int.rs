//! Exact integers with a fast path for machine words.
//!
//! Invariant: a value that fits in an `i64` is always `Small`, so equality and hashing by
//! representation are equality and hashing by value.

use dashu_int::ops::{BitTest, DivRem};
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// An exact integer of any size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Box<IBig>),
}

impl Int {
    /// Zero.
    pub const ZERO: Int = Int(Repr::Small(0));
    /// One.
    pub const ONE: Int = Int(Repr::Small(1));
    /// Minus one.
    pub const MINUS_ONE: Int = Int(Repr::Small(-1));

    fn from_big(b: IBig) -> Int {
        match i64::try_from(&b) {
            Ok(i) => Int(Repr::Small(i)),
            Err(_) => Int(Repr::Big(Box::new(b))),
        }
    }

    pub(crate) fn from_ibig(b: IBig) -> Int {
        Int::from_big(b)
    }

    pub(crate) fn to_big(&self) -> IBig {
        match &self.0 {
            Repr::Small(i) => IBig::from(*i),
            Repr::Big(b) => (**b).clone(),
        }
    }

    /// The value as a machine word, if it fits.
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small(i) => Some(i),
            Repr::Big(_) => None,
        }
    }

    /// The nearest `f64`; for heuristics only, never for an answer.
    pub fn to_f64_lossy(&self) -> f64 {
        match &self.0 {
            Repr::Small(i) => *i as f64,
            Repr::Big(b) => b.to_f64().value(),
        }
    }

    /// −1, 0 or 1.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(i) => i.signum() as i32,
            Repr::Big(b) => match b.sign() {
                dashu_int::Sign::Positive => 1,
                dashu_int::Sign::Negative => -1,
            },
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    /// Whether it is one.
    pub fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small(1))
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether it is above zero.
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// The absolute value.
    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// How many bits the absolute value takes; a measure of size.
    pub fn bits(&self) -> usize {
        match &self.0 {
            Repr::Small(i) => (64 - i.unsigned_abs().leading_zeros()) as usize,
            Repr::Big(b) => b.bit_len(),
        }
    }

    /// Quotient and remainder of floor division (`remainder` has the divisor's sign);
    /// `None` when the divisor is zero.
    pub fn div_mod_floor(&self, d: &Int) -> Option<(Int, Int)> {
        if d.is_zero() {
            return None;
        }
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &d.0)
            && let (Some(q), Some(r)) = (a.checked_div(*b), a.checked_rem(*b))
        {
            return Some(if r != 0 && ((r < 0) != (*b < 0)) {
                (Int::from(q - 1), Int::from(r + b))
            } else {
                (Int::from(q), Int::from(r))
            });
        }
        let (q, r) = self.to_big().div_rem(d.to_big());
        let (q, r) = (Int::from_big(q), Int::from_big(r));
        if !r.is_zero() && (r.is_negative() != d.is_negative()) {
            Some((q - Int::ONE, r + d))
        } else {
            Some((q, r))
        }
    }

    /// Quotient and remainder of Euclidean division (0 ≤ remainder < |divisor|), the `div` and
    /// `mod` of SMT-LIB; `None` when the divisor is zero.
    pub fn div_mod_euclid(&self, d: &Int) -> Option<(Int, Int)> {
        let (q, r) = self.div_mod_floor(d)?;
        if r.is_negative() { Some((q + Int::ONE, r - d)) } else { Some((q, r)) }
    }

    /// Quotient and remainder of truncating division, as in C and Ada; `None` when the divisor is zero.
    pub fn div_rem_trunc(&self, d: &Int) -> Option<(Int, Int)> {
        let (q, r) = self.div_mod_floor(d)?;
        if !r.is_zero() && (self.is_negative() != d.is_negative()) {
            Some((q + Int::ONE, r - d))
        } else {
            Some((q, r))
        }
    }

    /// ⌊self / d⌋ for a divisor that is known not to be zero (zero gives zero).
    pub fn div_floor(&self, d: &Int) -> Int {
        self.div_mod_floor(d).map_or(Int::ZERO, |(q, _)| q)
    }

    /// ⌈self / d⌉ for a divisor that is known not to be zero (zero gives zero).
    pub fn div_ceil(&self, d: &Int) -> Int {
        -((-self).div_floor(d))
    }

    /// The remainder of floor division (zero for a zero divisor).
    pub fn mod_floor(&self, d: &Int) -> Int {
        self.div_mod_floor(d).map_or(Int::ZERO, |(_, r)| r)
    }

    /// Whether `self` divides `other`. Zero divides only zero.
    pub fn divides(&self, other: &Int) -> bool {
        if self.is_zero() { other.is_zero() } else { other.mod_floor(self).is_zero() }
    }

    /// The greatest common divisor, never negative.
    pub fn gcd(&self, other: &Int) -> Int {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return match i64::try_from(a) {
                Ok(i) => Int::from(i),
                Err(_) => Int::from_big(IBig::from(a)),
            };
        }
        if self.is_zero() {
            return other.abs();
        }
        if other.is_zero() {
            return self.abs();
        }
        use dashu_int::ops::Gcd;
        let g: UBig = self.to_big().gcd(other.to_big());
        Int::from_big(IBig::from(g))
    }

    /// The least common multiple, never negative.
    pub fn lcm(&self, other: &Int) -> Int {
        let g = self.gcd(other);
        if g.is_zero() {
            return Int::ZERO;
        }
        (&self.div_floor(&g) * other).abs()
    }

    /// Reads an optional minus sign and decimal digits.
    pub fn parse(text: &str) -> Option<Int> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        if let Ok(i) = text.parse::<i64>() {
            return Some(Int::from(i));
        }
        IBig::from_str_radix(text, 10).ok().map(Int::from_big)
    }
}

impl From<i64> for Int {
    fn from(i: i64) -> Int {
        Int(Repr::Small(i))
    }
}

impl From<i32> for Int {
    fn from(i: i32) -> Int {
        Int(Repr::Small(i64::from(i)))
    }
}

impl From<usize> for Int {
    fn from(i: usize) -> Int {
        i64::try_from(i).map_or_else(|_| Int::from_big(IBig::from(i)), Int::from)
    }
}

impl From<i128> for Int {
    fn from(i: i128) -> Int {
        i64::try_from(i).map_or_else(|_| Int::from_big(IBig::from(i)), Int::from)
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
            (Repr::Small(_), Repr::Big(_)) => 0.cmp(&other.signum()),
            (Repr::Big(_), Repr::Small(_)) => self.signum().cmp(&0),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(i) => write!(f, "{i}"),
            Repr::Big(b) => write!(f, "{b}"),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

macro_rules! operator {
    ($trait:ident, $name:ident, $checked:ident) => {
        impl $trait<&Int> for &Int {
            type Output = Int;
            #[inline]
            fn $name(self, other: &Int) -> Int {
                if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0)
                    && let Some(c) = a.$checked(*b)
                {
                    return Int(Repr::Small(c));
                }
                Int::from_big(self.to_big().$name(other.to_big()))
            }
        }
        impl $trait<Int> for Int {
            type Output = Int;
            #[inline]
            fn $name(self, other: Int) -> Int {
                (&self).$name(&other)
            }
        }
        impl $trait<&Int> for Int {
            type Output = Int;
            #[inline]
            fn $name(self, other: &Int) -> Int {
                (&self).$name(other)
            }
        }
        impl $trait<Int> for &Int {
            type Output = Int;
            #[inline]
            fn $name(self, other: Int) -> Int {
                self.$name(&other)
            }
        }
    };
}
operator!(Add, add, checked_add);
operator!(Sub, sub, checked_sub);
operator!(Mul, mul, checked_mul);

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        match &self.0 {
            Repr::Small(i) => match i.checked_neg() {
                Some(n) => Int(Repr::Small(n)),
                None => Int::from_big(-IBig::from(*i)),
            },
            Repr::Big(b) => Int::from_big(-(**b).clone()),
        }
    }
}

impl Neg for Int {
    type Output = Int;
    fn neg(self) -> Int {
        -&self
    }
}

impl AddAssign<&Int> for Int {
    fn add_assign(&mut self, other: &Int) {
        *self = &*self + other;
    }
}

impl SubAssign<&Int> for Int {
    fn sub_assign(&mut self, other: &Int) {
        *self = &*self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Values around the machine word's edge, where the representation changes.
    fn edge(r: &mut Random) -> i128 {
        match r.below(5) {
            0 => i128::from(i64::MAX) + r.between(-2, 2) as i128,
            1 => i128::from(i64::MIN) + r.between(-2, 2) as i128,
            2 => r.between(-5, 5) as i128,
            _ => r.between(-1_000_000_000_000, 1_000_000_000_000) as i128,
        }
    }

    #[test]
    fn agrees_with_i128_across_the_word_edge() {
        let mut r = Random::new(7);
        for _ in 0..20_000 {
            let (a, b) = (edge(&mut r), edge(&mut r));
            let (x, y) = (Int::from(a), Int::from(b));
            assert_eq!(&x + &y, Int::from(a + b));
            assert_eq!(&x - &y, Int::from(a - b));
            assert_eq!(x.cmp(&y), a.cmp(&b));
            if let Some(p) = a.checked_mul(b) {
                assert_eq!(&x * &y, Int::from(p));
            }
            if b != 0 {
                let (q, m) = x.div_mod_euclid(&y).unwrap();
                assert_eq!((q, m), (Int::from(a.div_euclid(b)), Int::from(a.rem_euclid(b))));
                let (q, m) = x.div_rem_trunc(&y).unwrap();
                assert_eq!((q, m), (Int::from(a / b), Int::from(a % b)));
                let fl = a.div_euclid(b) - i128::from(b < 0 && a.rem_euclid(b) != 0);
                assert_eq!(x.div_floor(&y), Int::from(fl));
            }
            assert_eq!(Int::parse(&x.to_string()), Some(x));
        }
    }

    #[test]
    fn refuses_what_is_no_number() {
        for bad in ["", "-", "+1", "1_000", "0x1", "1.5", "--1"] {
            assert_eq!(Int::parse(bad), None, "{bad}");
        }
    }
}
