//! Sets of small numbers as bits.

use smallvec::SmallVec;

/// A set of numbers. Invariant: no zero word at the end, so equality by representation is equality.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Bits(SmallVec<[u64; 2]>);

impl Bits {
    /// The numbers `0..n`.
    pub fn below(n: usize) -> Bits {
        let mut words = SmallVec::from_elem(u64::MAX, n / 64);
        if !n.is_multiple_of(64) {
            words.push((1 << (n % 64)) - 1);
        }
        Bits(words)
    }

    pub fn insert(&mut self, i: usize) {
        if i / 64 >= self.0.len() {
            self.0.resize(i / 64 + 1, 0);
        }
        self.0[i / 64] |= 1 << (i % 64);
    }

    pub fn contains(&self, i: usize) -> bool {
        self.0.get(i / 64).is_some_and(|word| word & (1 << (i % 64)) != 0)
    }

    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many numbers both have, without making the set of them.
    #[inline]
    pub fn count_common(&self, other: &Bits) -> usize {
        self.0.iter().zip(&other.0).map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    pub fn common(&self, other: &Bits) -> Bits {
        let mut words: SmallVec<[u64; 2]> = self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect();
        while words.last() == Some(&0) {
            words.pop();
        }
        Bits(words)
    }

    /// Keeps the numbers that the other has too; how many are left.
    #[inline]
    pub fn keep_common(&mut self, other: &Bits) -> usize {
        self.0.truncate(other.0.len());
        let mut count = 0;
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a &= b;
            count += a.count_ones() as usize;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        count
    }

    #[inline]
    pub fn is_subset(&self, other: &Bits) -> bool {
        self.0.len() <= other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The numbers in the set, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(at, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(at * 64 + bit)
            })
        })
    }
}

/// The numbers that are in all the chosen sets, of which `least` are known to be; the search ends when no others are left.
pub(super) fn in_all(sets: &[Bits], chosen: &Bits, size: usize, least: usize) -> Bits {
    let mut chosen = chosen.iter();
    let Some(first) = chosen.next() else { return Bits::below(size) };
    let mut left = sets[first].clone();
    for next in chosen {
        if left.keep_common(&sets[next]) <= least {
            break;
        }
    }
    left
}

/// The transpose of a matrix of bits: which rows have each of the columns `0..columns`.
pub(super) fn transpose(rows: &[Bits], columns: usize) -> Vec<Bits> {
    let mut turned = vec![Bits::default(); columns];
    for (i, row) in rows.iter().enumerate() {
        for column in row.iter() {
            if let Some(set) = turned.get_mut(column) {
                set.insert(i);
            }
        }
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_behave_as_sets() {
        let mut odd = Bits::default();
        for i in (1..200).step_by(2) {
            odd.insert(i);
        }
        let low = Bits::below(130);
        assert_eq!(low.count(), 130);
        assert_eq!(odd.count_common(&low), 65);
        assert_eq!(odd.common(&low).iter().collect::<Vec<_>>(), (1..130).step_by(2).collect::<Vec<_>>());
        assert!(odd.common(&low).is_subset(&odd) && !odd.is_subset(&low));
        let mut both = odd.clone();
        assert_eq!(both.keep_common(&low), 65);
        assert_eq!(both, odd.common(&low));
        assert_eq!(Bits::below(0), Bits::default());
        assert_eq!(odd.common(&Bits::below(1)), Bits::default());
        assert_eq!(transpose(&transpose(&[odd.clone(), low.clone()], 200), 2), vec![odd, low]);
    }
}
