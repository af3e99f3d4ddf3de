//! A set of small numbers.

#[derive(Clone, Debug, Default)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub fn new(size: usize) -> Bits {
        Bits(vec![0; size.div_ceil(64)])
    }

    #[inline]
    pub fn set(&mut self, at: u32) {
        if let Some(word) = self.0.get_mut((at / 64) as usize) {
            *word |= 1 << (at % 64);
        }
    }

    pub fn get(&self, at: u32) -> bool {
        self.0.get((at / 64) as usize).is_some_and(|w| w >> (at % 64) & 1 == 1)
    }

    /// The numbers, in order.
    pub fn list(&self) -> Vec<u32> {
        let mut out = Vec::new();
        for (i, word) in self.0.iter().enumerate() {
            let mut word = *word;
            while word != 0 {
                out.push(i as u32 * 64 + word.trailing_zeros());
                word &= word - 1;
            }
        }
        out
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }
}
