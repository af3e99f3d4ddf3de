//! Integers within limits: what C, Ada and most machines compute with.
//!
//! A word is a range of integers, not another kind of number: values are integers, and expressions over them are exact.
//! Where a result must fit again, the expression says so: [`crate::ExprKind::Fit`] and [`crate::ExprKind::Within`] err
//! outside of the range, [`crate::ExprKind::Wrap`] wraps around.
//!
//! Most words are what some bits can hold. Others are whatever a program declares: `1 .. 10`.

use base::Int;
use std::fmt;

/// The integers from one to another; none where the first is greater than the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    least: i128,
    greatest: i128,
}

impl Word {
    /// What `bits` bits can hold in two's complement, where half of the values are negative; at most 128 bits.
    pub const fn signed(bits: u8) -> Word {
        match bits {
            0 => Word { least: 0, greatest: 0 },
            1..=127 => {
                let half = 1_i128 << (bits - 1);
                Word { least: -half, greatest: half - 1 }
            }
            _ => Word { least: i128::MIN, greatest: i128::MAX },
        }
    }

    /// What `bits` bits can hold without a sign; at most 127 bits.
    pub const fn unsigned(bits: u8) -> Word {
        match bits {
            0..=126 => Word { least: 0, greatest: (1_i128 << bits) - 1 },
            _ => Word { least: 0, greatest: i128::MAX },
        }
    }

    /// The signed or unsigned integers that `bits` bits can hold.
    pub const fn of_bits(bits: u8, signed: bool) -> Word {
        if signed { Word::signed(bits) } else { Word::unsigned(bits) }
    }

    /// All integers from one to another.
    ///
    /// ```
    /// use imperative::Word;
    /// assert_eq!(Word::range(1, 10).to_string(), "1..10");
    /// assert_eq!(Word::range(0, 255), Word::unsigned(8));
    /// ```
    pub const fn range(least: i128, greatest: i128) -> Word {
        Word { least, greatest }
    }

    /// The width, if these are exactly the values that some bits can hold.
    ///
    /// ```
    /// use imperative::Word;
    /// assert_eq!((Word::signed(8).bits(), Word::range(1, 10).bits()), (Some(8), None));
    /// ```
    pub fn bits(self) -> Option<u8> {
        let bits = match self.least {
            i128::MIN => 128,
            0 => 128 - self.greatest.leading_zeros(),
            least => 128 - least.unsigned_abs().leading_zeros(),
        };
        let bits = u8::try_from(bits).ok()?;
        (self == Word::of_bits(bits, self.is_signed())).then_some(bits)
    }

    /// Whether some of the values are negative.
    pub fn is_signed(self) -> bool {
        self.least < 0
    }

    /// Whether there is no value at all.
    pub fn is_empty(self) -> bool {
        self.least > self.greatest
    }

    /// How many values there are.
    pub fn count(self) -> Int {
        if self.is_empty() {
            return Int::ZERO;
        }
        &(&self.greatest() - &self.least()) + &Int::ONE
    }

    /// The least value.
    pub fn least(self) -> Int {
        Int::from(self.least)
    }

    /// The greatest value.
    pub fn greatest(self) -> Int {
        Int::from(self.greatest)
    }

    /// Whether an integer is one of the values.
    ///
    /// ```
    /// let byte = imperative::Word::signed(8);
    /// assert!(byte.holds(&127.into()) && !byte.holds(&128.into()));
    /// ```
    pub fn holds(self, value: &Int) -> bool {
        match value.to_i64() {
            Some(v) => (self.least..=self.greatest).contains(&i128::from(v)),
            None => *value >= self.least() && *value <= self.greatest(),
        }
    }

    /// Whether all values of another word are among these.
    pub fn contains(self, other: Word) -> bool {
        other.is_empty() || self.least <= other.least && other.greatest <= self.greatest
    }

    /// The value that differs by a multiple of the number of values; the integer itself where there is no value.
    ///
    /// ```
    /// use imperative::Word;
    /// assert_eq!(Word::unsigned(8).wrap(&(-1).into()), 255.into());
    /// assert_eq!(Word::signed(8).wrap(&200.into()), (-56).into());
    /// assert_eq!(Word::range(1, 10).wrap(&0.into()), 10.into());
    /// ```
    pub fn wrap(self, value: &Int) -> Int {
        if self.holds(value) {
            return value.clone();
        }
        let (count, least) = (self.count(), self.least());
        match (value - &least).div_mod_floor(&count) {
            Some((_, rest)) => &rest + &least,
            None => value.clone(),
        }
    }

    /// The value that is nearest to an integer; the least one where there is none.
    ///
    /// ```
    /// use imperative::Word;
    /// assert_eq!(Word::range(1, 10).nearest(&0.into()), 1.into());
    /// ```
    pub fn nearest(self, value: &Int) -> Int {
        if self.holds(value) {
            value.clone()
        } else if *value > self.greatest() && !self.is_empty() {
            self.greatest()
        } else {
            self.least()
        }
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bits() {
            Some(bits) => write!(f, "{}int{bits}", if self.is_signed() { "" } else { "u" }),
            None => write!(f, "{}..{}", self.least, self.greatest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_agree_with_the_machine() {
        for v in [-70_000_i64, -32_769, -32_768, -129, -128, -1, 0, 1, 127, 128, 255, 256, 65_535, 1 << 40] {
            let value = Int::from(v);
            assert_eq!(Word::signed(8).wrap(&value), Int::from(i64::from(v as i8)));
            assert_eq!(Word::unsigned(8).wrap(&value), Int::from(i64::from(v as u8)));
            assert_eq!(Word::signed(16).wrap(&value), Int::from(i64::from(v as i16)));
            assert_eq!(Word::unsigned(32).wrap(&value), Int::from(i64::from(v as u32)));
            assert_eq!(Word::signed(32).holds(&value), i32::try_from(v).is_ok());
            assert_eq!(Word::unsigned(16).holds(&value), u16::try_from(v).is_ok());
            assert_eq!(Word::signed(64).wrap(&value), value);
        }
        assert_eq!(Word::unsigned(64).wrap(&Int::from(-1_i64)), Word::unsigned(64).greatest());
        assert_eq!(Word::signed(64).greatest(), Int::from(i64::MAX));
        assert!(
            Word::signed(32).contains(Word::unsigned(16)) && !Word::unsigned(32).contains(Word::signed(8))
        );
    }

    #[test]
    fn every_width_is_known_by_its_limits() {
        for bits in 1..=127 {
            assert_eq!(Word::signed(bits).bits(), Some(bits));
            assert_eq!(Word::unsigned(bits).bits(), Some(bits));
            assert_eq!(Word::signed(bits).is_signed(), !Word::unsigned(bits).is_signed());
            assert_eq!(Word::signed(bits).count(), Word::unsigned(bits).count());
        }
        assert_eq!(Word::signed(128).bits(), Some(128));
        for odd in [Word::range(1, 10), Word::range(-3, 3), Word::range(0, 9), Word::range(5, 4)] {
            assert_eq!(odd.bits(), None, "{odd}");
        }
        assert_eq!(Word::range(-128, 127).to_string(), "int8");
    }

    #[test]
    fn ranges_wrap_around_from_their_least_value() {
        let word = Word::range(-2, 4);
        for v in -30_i64..30 {
            let wrapped = word.wrap(&Int::from(v));
            assert!(word.holds(&wrapped));
            assert!((&wrapped - &Int::from(v)).mod_floor(&Int::from(7_i64)).is_zero());
        }
        let empty = Word::range(3, 1);
        assert!(empty.count().is_zero() && !empty.holds(&Int::from(2_i64)));
        assert_eq!(empty.wrap(&Int::from(2_i64)), Int::from(2_i64));
    }
}
