//! Numbers that look random and repeat for a seed (SplitMix64, Steele, Lea and Flood 2014).

/// A generator; each case of a run has its own.
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator of one case of one seed.
    pub fn new(seed: u64, case: u64) -> Random {
        let mut random = Random { state: seed };
        random.state = random.next() ^ case;
        random
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number less than `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.next() % bound as u64) as usize }
    }

    /// One of the elements; `None` if there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}
