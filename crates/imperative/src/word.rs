//! Integers of a width: what C, Ada and most machines compute with.
//!
//! A word is a range of integers, not another kind of number: values are integers, and expressions over them are exact.
//! Where a result must fit again, the expression says so: [`crate::ExprKind::Fit`] errs outside of the range,
//! [`crate::ExprKind::Wrap`] goes round.

use base::Int;
use std::fmt;

/// The integers that some bits can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word {
    /// How many bits.
    pub bits: u8,
    /// Whether half of the values are negative (two's complement).
    pub signed: bool,
}

impl Word {
    /// Words with a sign.
    pub const fn signed(bits: u8) -> Word {
        Word { bits, signed: true }
    }

    /// Words without a sign.
    pub const fn unsigned(bits: u8) -> Word {
        Word { bits, signed: false }
    }

    /// How many values there are.
    pub fn count(self) -> Int {
        (0..self.bits).fold(Int::from(1), |n, _| &n + &n)
    }

    /// The least value.
    pub fn least(self) -> Int {
        if self.signed { -&Word::unsigned(self.bits.saturating_sub(1)).count() } else { Int::ZERO }
    }

    /// The greatest value.
    pub fn greatest(self) -> Int {
        &(&self.least() + &self.count()) - &Int::from(1)
    }

    /// Is an integer one of the values?
    ///
    /// ```
    /// let byte = imperative::Word::signed(8);
    /// assert!(byte.holds(&127.into()) && !byte.holds(&128.into()));
    /// ```
    pub fn holds(self, value: &Int) -> bool {
        match (value.to_i64(), self.bits) {
            (Some(v), 1..=62) => {
                let count = 1_i64 << self.bits;
                let least = if self.signed { -(count / 2) } else { 0 };
                (least..least + count).contains(&v)
            }
            (Some(_), 64) if self.signed => true,
            _ => *value >= self.least() && *value <= self.greatest(),
        }
    }

    /// Are all values of another word among these?
    pub fn contains(self, other: Word) -> bool {
        match (self.signed, other.signed) {
            (true, false) => self.bits > other.bits,
            (false, true) => false,
            _ => self.bits >= other.bits,
        }
    }

    /// The value that differs by a multiple of the number of values.
    ///
    /// ```
    /// let byte = imperative::Word::unsigned(8);
    /// assert_eq!(byte.wrap(&(-1).into()), 255.into());
    /// assert_eq!(imperative::Word::signed(8).wrap(&200.into()), (-56).into());
    /// ```
    pub fn wrap(self, value: &Int) -> Int {
        if self.holds(value) {
            return value.clone();
        }
        let (count, least) = (self.count(), self.least());
        let shifted = value - &least;
        // The count is never zero.
        let rest = shifted.div_rem_trunc(&count).map_or(Int::ZERO, |(_, rest)| rest);
        let rest = if rest.is_negative() { &rest + &count } else { rest };
        &rest + &least
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}int{}", if self.signed { "" } else { "u" }, self.bits)
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
}
