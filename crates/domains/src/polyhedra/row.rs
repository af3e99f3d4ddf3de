//! Rows of integers without a common divisor.
//!
//! A row is a direction: multiplied by a positive number it says the same, so it is always divided by the greatest
//! common divisor of its numbers, which keeps them small. Nearly all rows fit in machine words; the operations
//! try those first and go to exact integers for a row that does not.

use base::Int;
use smallvec::SmallVec;

/// Numbers in machine words; those of rows with up to seven dimensions need no memory of their own.
type Words = SmallVec<[i64; 8]>;

/// A row. Invariant: it is `Small` whenever its numbers fit, so equality by representation is equality.
/// The order is some order, the same in every run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Row {
    Small(Words),
    Big(Vec<Int>),
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Row {
    /// The row with a one in one place.
    pub fn unit(width: usize, at: usize) -> Row {
        let mut words = Words::from_elem(0, width);
        if let Some(word) = words.get_mut(at) {
            *word = 1;
        }
        Row::Small(words)
    }

    /// The row in the direction of these numbers.
    pub fn new(numbers: Vec<Int>) -> Row {
        let mut content = Int::ZERO;
        for n in &numbers {
            content = content.gcd(n);
            if content.is_one() {
                return Row::shrink(numbers);
            }
        }
        if content.is_zero() {
            return Row::shrink(numbers);
        }
        Row::shrink(numbers.iter().map(|n| n.div_floor(&content)).collect())
    }

    fn shrink(numbers: Vec<Int>) -> Row {
        match numbers.iter().map(Int::to_i64).collect::<Option<Words>>() {
            Some(words) => Row::Small(words),
            None => Row::Big(numbers),
        }
    }

    fn of_words(mut words: Words) -> Row {
        let mut content = 0;
        for w in &words {
            if *w != 0 {
                content = gcd(content, w.unsigned_abs());
                if content == 1 {
                    return Row::Small(words);
                }
            }
        }
        if let Ok(divisor) = i64::try_from(content)
            && divisor > 1
        {
            for w in &mut words {
                *w /= divisor;
            }
        }
        Row::Small(words)
    }

    pub fn width(&self) -> usize {
        match self {
            Row::Small(words) => words.len(),
            Row::Big(numbers) => numbers.len(),
        }
    }

    pub fn get(&self, at: usize) -> Int {
        match self {
            Row::Small(words) => words.get(at).map_or(Int::ZERO, |w| Int::from(*w)),
            Row::Big(numbers) => numbers.get(at).cloned().unwrap_or(Int::ZERO),
        }
    }

    pub fn sign(&self, at: usize) -> i32 {
        match self {
            Row::Small(words) => words.get(at).map_or(0, |w| w.signum() as i32),
            Row::Big(numbers) => numbers.get(at).map_or(0, Int::signum),
        }
    }

    pub fn numbers(&self) -> Vec<Int> {
        match self {
            Row::Small(words) => words.iter().map(|w| Int::from(*w)).collect(),
            Row::Big(numbers) => numbers.clone(),
        }
    }

    /// Whether everything but the first place is zero.
    pub fn is_constant(&self) -> bool {
        match self {
            Row::Small(words) => words.iter().skip(1).all(|w| *w == 0),
            Row::Big(numbers) => numbers.iter().skip(1).all(Int::is_zero),
        }
    }

    /// The first place from `start` on that is not zero.
    pub fn first_nonzero(&self, start: usize) -> Option<usize> {
        match self {
            Row::Small(words) => (start..words.len()).find(|i| words[*i] != 0),
            Row::Big(numbers) => (start..numbers.len()).find(|i| !numbers[*i].is_zero()),
        }
    }

    /// The greatest common divisor of all but the first number.
    pub fn content(&self) -> Int {
        match self {
            Row::Small(words) => {
                let g = words.iter().skip(1).fold(0, |g, w| gcd(g, w.unsigned_abs()));
                Int::from(i128::from(g))
            }
            Row::Big(numbers) => numbers.iter().skip(1).fold(Int::ZERO, |g, n| g.gcd(n)),
        }
    }

    pub fn negated(&self) -> Row {
        if let Row::Small(words) = self
            && let Some(words) = words.iter().map(|w| w.checked_neg()).collect::<Option<Words>>()
        {
            return Row::Small(words);
        }
        Row::shrink(self.numbers().iter().map(|n| -n).collect())
    }

    /// The scalar product.
    #[inline]
    pub fn dot(&self, other: &Row) -> Int {
        if let (Row::Small(a), Row::Small(b)) = (self, other) {
            let mut sum = 0i128;
            for (a, b) in a.iter().zip(b) {
                match sum.checked_add(i128::from(*a) * i128::from(*b)) {
                    Some(next) => sum = next,
                    None => return self.dot_big(other),
                }
            }
            return Int::from(sum);
        }
        self.dot_big(other)
    }

    #[cold]
    fn dot_big(&self, other: &Row) -> Int {
        let mut sum = Int::ZERO;
        for (a, b) in self.numbers().iter().zip(&other.numbers()) {
            sum += &(a * b);
        }
        sum
    }

    /// The scalar product with `self`'s numbers at these places, in this order.
    pub fn dot_at(&self, places: &[usize], other: &Row) -> Int {
        if let (Row::Small(a), Row::Small(b)) = (self, other) {
            let mut sum = 0i128;
            for (place, b) in places.iter().zip(b) {
                let a = a.get(*place).copied().unwrap_or(0);
                match sum.checked_add(i128::from(a) * i128::from(*b)) {
                    Some(next) => sum = next,
                    None => return self.dot_at_big(places, other),
                }
            }
            return Int::from(sum);
        }
        self.dot_at_big(places, other)
    }

    #[cold]
    fn dot_at_big(&self, places: &[usize], other: &Row) -> Int {
        let mut sum = Int::ZERO;
        for (place, b) in places.iter().zip(&other.numbers()) {
            sum += &(self.get(*place) * b);
        }
        sum
    }

    /// The direction of `a·x + b·y`.
    pub fn combine(a: &Int, x: &Row, b: &Int, y: &Row) -> Row {
        if let (Some(a), Row::Small(x), Some(b), Row::Small(y)) = (a.to_i64(), x, b.to_i64(), y)
            && let Some(words) = combine_words(a, x, b, y)
        {
            return Row::of_words(words);
        }
        Row::combine_big(a, x, b, y)
    }

    #[cold]
    fn combine_big(a: &Int, x: &Row, b: &Int, y: &Row) -> Row {
        Row::new(x.numbers().iter().zip(&y.numbers()).map(|(x, y)| a * x + b * y).collect())
    }

    /// A positive multiple of `self` plus a multiple of `other`, such that a linear form that is `mine` on `self` and
    /// `theirs` (not zero) on `other` is zero on the result.
    pub fn cancelled(&self, mine: &Int, other: &Row, theirs: &Int) -> Row {
        let g = mine.gcd(theirs);
        let (mine, theirs) = (mine.div_floor(&g), theirs.div_floor(&g));
        if theirs.is_positive() {
            Row::combine(&theirs, self, &-mine, other)
        } else {
            Row::combine(&-theirs, self, &mine, other)
        }
    }

    /// The row with these places of the old one, in this order; a place that it does not have gives zero.
    pub fn places(&self, from: &[usize]) -> Row {
        match self {
            Row::Small(words) => {
                Row::of_words(from.iter().map(|i| words.get(*i).copied().unwrap_or(0)).collect())
            }
            Row::Big(_) => Row::new(from.iter().map(|i| self.get(*i)).collect()),
        }
    }

    /// The row with one number replaced.
    pub fn with(&self, at: usize, value: Int) -> Row {
        let mut numbers = self.numbers();
        if let Some(place) = numbers.get_mut(at) {
            *place = value;
        }
        Row::new(numbers)
    }
}

fn combine_words(a: i64, x: &[i64], b: i64, y: &[i64]) -> Option<Words> {
    let mut words = Words::with_capacity(x.len());
    for (x, y) in x.iter().zip(y) {
        words.push(a.checked_mul(*x)?.checked_add(b.checked_mul(*y)?)?);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Random;

    fn row(numbers: &[i64]) -> Row {
        Row::new(numbers.iter().map(|n| Int::from(*n)).collect())
    }

    #[test]
    fn words_and_exact_integers_agree() {
        let mut r = Random::new(3);
        for _ in 0..2000 {
            let mut numbers = |edge: bool| -> Vec<i64> {
                (0..4)
                    .map(
                        |_| if edge && r.one_in(2) { i64::MAX - r.below(3) as i64 } else { r.between(-9, 9) },
                    )
                    .collect()
            };
            let (x, y) = (row(&numbers(true)), row(&numbers(false)));
            let (a, b) = (Int::from(7), Int::from(-3));
            assert_eq!(Row::combine(&a, &x, &b, &y), Row::combine_big(&a, &x, &b, &y));
            assert_eq!(x.dot(&y), x.dot_big(&y));
            assert_eq!(x.negated().negated(), x);
            let form = row(&[1, 2, 3, 4]);
            let (mine, theirs) = (form.dot(&x), form.dot(&y));
            if !theirs.is_zero() {
                assert!(form.dot(&x.cancelled(&mine, &y, &theirs)).is_zero());
            }
        }
    }
}
