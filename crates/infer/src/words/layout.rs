//! What the dimensions of a numerical value stand for.

use domains::Dim;

/// Numbers of the program first, then for each word its length, the data of its head, and its sums; positions are last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// How many numbers.
    pub nums: usize,
    /// How many fields a cell has.
    pub fields: usize,
    /// Whether sums are kept.
    pub sums: bool,
    /// How many words.
    pub words: usize,
}

impl Layout {
    /// How many dimensions a word has.
    pub(super) fn width(&self) -> usize {
        1 + self.fields + if self.sums { self.fields } else { 0 }
    }

    /// How many dimensions a position has: itself and its data.
    pub fn depth(&self) -> usize {
        1 + self.fields
    }

    /// How many dimensions there are without positions.
    pub fn dims(&self) -> usize {
        self.nums + self.words * self.width()
    }

    /// A number of the program.
    pub fn num(&self, number: usize) -> Dim {
        Dim::new(number)
    }

    /// The first dimension of a word.
    pub(super) fn word(&self, word: usize) -> usize {
        self.nums + word * self.width()
    }

    /// The length of a word.
    pub fn len(&self, word: usize) -> Dim {
        Dim::new(self.word(word))
    }

    /// A field of the first cell of a word.
    pub fn head(&self, word: usize, field: usize) -> Dim {
        Dim::new(self.word(word) + 1 + field)
    }

    /// The sum of a field over all cells of a word, if sums are kept.
    pub fn sum(&self, word: usize, field: usize) -> Option<Dim> {
        self.sums.then(|| Dim::new(self.word(word) + 1 + self.fields + field))
    }

    /// The fields whose sums are kept.
    pub(super) fn summed(&self) -> std::ops::Range<usize> {
        0..if self.sums { self.fields } else { 0 }
    }

    /// The dimensions of all sums.
    pub(super) fn sums(&self) -> Vec<Dim> {
        (0..self.words).flat_map(|word| self.summed().filter_map(move |f| self.sum(word, f))).collect()
    }

    /// A position that a formula speaks of.
    pub fn position(&self, number: usize) -> Dim {
        Dim::new(self.dims() + number * self.depth())
    }

    /// A field of the cell at such a position.
    pub fn data(&self, number: usize, field: usize) -> Dim {
        Dim::new(self.dims() + number * self.depth() + 1 + field)
    }
}
