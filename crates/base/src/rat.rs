//! Exact fractions with a fast path for machine words.
//!
//! Invariants: the denominator is positive, the fraction is in lowest terms, and a value whose
//! numerator and denominator fit in machine words is always `Small`.

use crate::Int;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// An exact fraction.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rat(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64, i64),
    Big(Box<RBig>),
}

fn gcd64(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn gcd128(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd64(x, y));
        }
        (a, b) = (b, a % b);
    }
    a
}

impl Rat {
    /// Zero.
    pub const ZERO: Rat = Rat(Repr::Small(0, 1));
    /// One.
    pub const ONE: Rat = Rat(Repr::Small(1, 1));
    /// Minus one.
    pub const MINUS_ONE: Rat = Rat(Repr::Small(-1, 1));

    /// `num / den`; a zero denominator gives zero (callers rule it out).
    pub fn new(num: Int, den: Int) -> Rat {
        if let (Some(n), Some(d)) = (num.to_i64(), den.to_i64()) {
            return Rat::from_wide(i128::from(n), i128::from(d));
        }
        if den.is_zero() {
            return Rat::ZERO;
        }
        let negative = den.is_negative();
        let d: UBig = den.abs().to_big().into_parts().1;
        let n = if negative { -num.to_big() } else { num.to_big() };
        Rat::from_big(RBig::from_parts(n, d))
    }

    fn from_wide(n: i128, d: i128) -> Rat {
        if d == 0 {
            return Rat::ZERO;
        }
        let (n, d) = if d < 0 { (-n, -d) } else { (n, d) };
        let g = gcd128(n.unsigned_abs(), d.unsigned_abs()).max(1) as i128;
        let (n, d) = (n / g, d / g);
        match (i64::try_from(n), i64::try_from(d)) {
            (Ok(n), Ok(d)) => Rat(Repr::Small(n, d)),
            _ => Rat(Repr::Big(Box::new(RBig::from_parts(IBig::from(n), UBig::from(d.unsigned_abs()))))),
        }
    }

    fn from_big(b: RBig) -> Rat {
        match (i64::try_from(b.numerator()), i64::try_from(b.denominator())) {
            (Ok(n), Ok(d)) => Rat(Repr::Small(n, d)),
            _ => Rat(Repr::Big(Box::new(b))),
        }
    }

    fn to_big(&self) -> RBig {
        match &self.0 {
            Repr::Small(n, d) => RBig::from_parts(IBig::from(*n), UBig::from(d.unsigned_abs())),
            Repr::Big(b) => (**b).clone(),
        }
    }

    /// The numerator (its sign is the fraction's).
    pub fn numerator(&self) -> Int {
        match &self.0 {
            Repr::Small(n, _) => Int::from(*n),
            Repr::Big(b) => Int::from_ibig(b.numerator().clone()),
        }
    }

    /// The denominator, always positive.
    pub fn denominator(&self) -> Int {
        match &self.0 {
            Repr::Small(_, d) => Int::from(*d),
            Repr::Big(b) => Int::from_ibig(IBig::from(b.denominator().clone())),
        }
    }

    /// Whether it is zero.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0, _))
    }

    /// Whether it is one.
    #[inline]
    pub fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small(1, 1))
    }

    /// Whether it is a whole number.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_, d) => *d == 1,
            Repr::Big(b) => b.is_int(),
        }
    }

    /// The value as an integer, if it is one.
    pub fn to_int(&self) -> Option<Int> {
        if self.is_integer() { Some(self.numerator()) } else { None }
    }

    /// −1, 0 or 1.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small(n, _) => n.signum() as i32,
            Repr::Big(_) => self.numerator().signum(),
        }
    }

    /// Whether it is below zero.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// Whether it is above zero.
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// The absolute value.
    pub fn abs(&self) -> Rat {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The largest integer that is not above it.
    pub fn floor(&self) -> Int {
        match &self.0 {
            Repr::Small(n, 1) => Int::from(*n),
            Repr::Small(n, d) => Int::from(n.div_euclid(*d)),
            Repr::Big(_) => self.numerator().div_floor(&self.denominator()),
        }
    }

    /// The smallest integer that is not below it.
    pub fn ceil(&self) -> Int {
        -((-self).floor())
    }

    /// One divided by it; zero for zero (callers rule it out).
    pub fn recip(&self) -> Rat {
        match &self.0 {
            Repr::Small(n, d) => Rat::from_wide(i128::from(*d), i128::from(*n)),
            Repr::Big(_) => Rat::new(self.denominator(), self.numerator()),
        }
    }

    /// Exact division; zero when the divisor is zero (callers rule it out).
    pub fn div(&self, other: &Rat) -> Rat {
        if let (Repr::Small(a, b), Repr::Small(c, d)) = (&self.0, &other.0) {
            return Rat::from_wide(i128::from(*a) * i128::from(*d), i128::from(*b) * i128::from(*c));
        }
        self * &other.recip()
    }

    /// The nearest `f64`; for heuristics only.
    pub fn to_f64_lossy(&self) -> f64 {
        self.numerator().to_f64_lossy() / self.denominator().to_f64_lossy()
    }

    /// Reads `3`, `-3`, `1.5`, `-0.25` or `2/3`.
    pub fn parse(text: &str) -> Option<Rat> {
        if let Some((n, d)) = text.split_once('/') {
            let (n, d) = (Int::parse(n)?, Int::parse(d)?);
            return if d.is_zero() { None } else { Some(Rat::new(n, d)) };
        }
        let Some((whole, part)) = text.split_once('.') else { return Int::parse(text).map(Rat::from) };
        if part.is_empty() || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let mut digits = String::with_capacity(text.len());
        digits.push_str(whole);
        digits.push_str(part);
        let den = IBig::from(10).pow(part.len());
        Some(Rat::new(Int::parse(&digits)?, Int::from_ibig(den)))
    }
}

impl From<Int> for Rat {
    fn from(i: Int) -> Rat {
        match i.to_i64() {
            Some(n) => Rat(Repr::Small(n, 1)),
            None => Rat(Repr::Big(Box::new(RBig::from(i.to_big())))),
        }
    }
}

impl From<&Int> for Rat {
    fn from(i: &Int) -> Rat {
        Rat::from(i.clone())
    }
}

impl From<i64> for Rat {
    fn from(i: i64) -> Rat {
        Rat(Repr::Small(i, 1))
    }
}

impl Ord for Rat {
    fn cmp(&self, other: &Rat) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a, 1), Repr::Small(b, 1)) => a.cmp(b),
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Rat {
    fn partial_cmp(&self, other: &Rat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            write!(f, "{}", self.numerator())
        } else {
            write!(f, "{}/{}", self.numerator(), self.denominator())
        }
    }
}

impl fmt::Debug for Rat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Add<&Rat> for &Rat {
    type Output = Rat;
    #[inline]
    fn add(self, other: &Rat) -> Rat {
        match (&self.0, &other.0) {
            (Repr::Small(a, 1), Repr::Small(c, 1)) => match a.checked_add(*c) {
                Some(s) => Rat(Repr::Small(s, 1)),
                None => Rat::from(Int::from(i128::from(*a) + i128::from(*c))),
            },
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                // Two products of words and their sum stay within 2^127.
                let n = (i128::from(*a) * i128::from(*d)).checked_add(i128::from(*c) * i128::from(*b));
                match n {
                    Some(n) => Rat::from_wide(n, i128::from(*b) * i128::from(*d)),
                    None => Rat::from_big(self.to_big() + other.to_big()),
                }
            }
            _ => Rat::from_big(self.to_big() + other.to_big()),
        }
    }
}

impl Mul<&Rat> for &Rat {
    type Output = Rat;
    #[inline]
    fn mul(self, other: &Rat) -> Rat {
        match (&self.0, &other.0) {
            (Repr::Small(a, 1), Repr::Small(c, 1)) => match a.checked_mul(*c) {
                Some(s) => Rat(Repr::Small(s, 1)),
                None => Rat::from(Int::from(i128::from(*a) * i128::from(*c))),
            },
            (Repr::Small(a, b), Repr::Small(c, d)) => {
                Rat::from_wide(i128::from(*a) * i128::from(*c), i128::from(*b) * i128::from(*d))
            }
            _ => Rat::from_big(self.to_big() * other.to_big()),
        }
    }
}

impl Neg for &Rat {
    type Output = Rat;
    #[inline]
    fn neg(self) -> Rat {
        match &self.0 {
            Repr::Small(n, d) if *n != i64::MIN => Rat(Repr::Small(-n, *d)),
            Repr::Small(n, d) => Rat::from_wide(-i128::from(*n), i128::from(*d)),
            Repr::Big(b) => Rat::from_big(-(**b).clone()),
        }
    }
}

impl Sub<&Rat> for &Rat {
    type Output = Rat;
    #[inline]
    fn sub(self, other: &Rat) -> Rat {
        self + &-other
    }
}

impl Neg for Rat {
    type Output = Rat;
    fn neg(self) -> Rat {
        -&self
    }
}

macro_rules! by_value {
    ($trait:ident, $name:ident) => {
        impl $trait<Rat> for Rat {
            type Output = Rat;
            fn $name(self, other: Rat) -> Rat {
                (&self).$name(&other)
            }
        }
        impl $trait<&Rat> for Rat {
            type Output = Rat;
            fn $name(self, other: &Rat) -> Rat {
                (&self).$name(other)
            }
        }
    };
}
by_value!(Add, add);
by_value!(Sub, sub);
by_value!(Mul, mul);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn field_laws_across_the_word_edge() {
        let mut r = Random::new(11);
        let mut pick = || {
            let n = if r.below(4) == 0 { i64::MAX - r.below(3) as i64 } else { r.between(-50, 50) };
            let d = if r.below(6) == 0 { i64::MAX - 2 - r.below(9) as i64 } else { r.between(1, 30) };
            Rat::new(Int::from(n), Int::from(d))
        };
        for _ in 0..20_000 {
            let (a, b, c) = (pick(), pick(), pick());
            assert_eq!(&(&a + &b) + &c, &a + &(&b + &c));
            assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
            assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
            assert_eq!(&(&a - &b) + &b, a);
            if !b.is_zero() {
                assert_eq!(&a.div(&b) * &b, a);
            }
            assert_eq!(a.cmp(&b), (&a - &b).signum().cmp(&0));
            assert!(Rat::from(a.floor()) <= a && a < Rat::from(a.floor() + Int::ONE));
            assert_eq!(Rat::parse(&a.to_string()), Some(a));
        }
    }

    #[test]
    fn reads_decimals() {
        assert_eq!(Rat::parse("-0.25"), Some(Rat::new(Int::from(-1), Int::from(4))));
        assert_eq!(Rat::parse("1."), None);
        assert_eq!(Rat::parse("1/0"), None);
    }
}
