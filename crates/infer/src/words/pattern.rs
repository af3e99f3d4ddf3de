//! Patterns: which positions a universal formula speaks of.

use domains::{Constraint, Expr};

/// Positions in the tails of words, and how they stand to each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its name, for people.
    pub name: &'static str,
    /// How many words it is about. They are different.
    pub words: usize,
    /// For each position the number of its word.
    pub at: Vec<usize>,
    /// How the positions stand to each other.
    pub guard: Vec<Guard>,
    /// Whether the words may change places.
    pub symmetric: bool,
}

/// What holds of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// The first comes before the second.
    Before(usize, usize),
    /// The second comes right after the first.
    Next(usize, usize),
    /// Both are the same number.
    Same(usize, usize),
    /// It is the first one of a tail.
    First(usize),
    /// This number of positions come after it.
    FromEnd(usize, usize),
    /// A word has this number of cells.
    Cells(usize, usize),
}

impl Pattern {
    fn new(name: &'static str, words: usize, at: &[usize], guard: &[Guard], symmetric: bool) -> Pattern {
        Pattern { name, words, at: at.to_vec(), guard: guard.to_vec(), symmetric }
    }

    /// Every element.
    pub fn all() -> Pattern {
        Pattern::new("all", 1, &[0], &[], false)
    }

    /// Two elements in their order.
    pub fn ordered() -> Pattern {
        Pattern::new("ordered", 1, &[0, 0], &[Guard::Before(0, 1)], false)
    }

    /// Two elements, one right after the other.
    pub fn adjacent() -> Pattern {
        Pattern::new("adjacent", 1, &[0, 0], &[Guard::Next(0, 1)], false)
    }

    /// Three elements, each right after the one before.
    pub fn triples() -> Pattern {
        Pattern::new("triples", 1, &[0, 0, 0], &[Guard::Next(0, 1), Guard::Next(1, 2)], false)
    }

    /// Elements at equal positions of two words.
    pub fn equal() -> Pattern {
        Pattern::new("equal", 2, &[0, 1], &[Guard::Same(0, 1)], true)
    }

    /// One element of each of two words.
    pub fn cross() -> Pattern {
        Pattern::new("cross", 2, &[0, 1], &[], true)
    }

    /// The first element of a tail.
    pub fn first() -> Pattern {
        Pattern::new("first", 1, &[0], &[Guard::First(0)], false)
    }

    /// A word of one cell: what holds then.
    pub fn single() -> Pattern {
        Pattern::new("one cell", 1, &[], &[Guard::Cells(0, 1)], false)
    }

    /// The only element of a tail.
    pub fn only() -> Pattern {
        Pattern::new("two cells", 1, &[0], &[Guard::First(0), Guard::Cells(0, 2)], false)
    }

    /// Whether its first positions may lie in parts of a word with these numbers. Heads of parts have even numbers,
    /// tails odd ones.
    pub(super) fn may_lie(&self, ranks: &[usize]) -> bool {
        let of = |a: usize, b: usize| match (ranks.get(a), ranks.get(b)) {
            (Some(x), Some(y)) if self.at.get(a) == self.at.get(b) => Some((*x, *y)),
            _ => None,
        };
        self.guard.iter().all(|guard| match *guard {
            Guard::Before(a, b) => of(a, b).is_none_or(|(x, y)| x < y || x == y && x % 2 == 1),
            // The next one is in the same tail, or at the next head; or in the tail behind a head.
            Guard::Next(a, b) => {
                of(a, b).is_none_or(
                    |(x, y)| {
                        if x % 2 == 1 { y == x || y == x + 1 } else { y == x + 1 || y == x + 2 }
                    },
                )
            }
            _ => true,
        })
    }

    /// Whether it is about words of certain lengths only, and not just about positions.
    pub fn is_conditional(&self) -> bool {
        self.guard.iter().any(|guard| matches!(guard, Guard::Cells(..)))
    }

    /// The two first elements of a tail.
    pub fn first_two() -> Pattern {
        Pattern::new("first two", 1, &[0, 0], &[Guard::First(0), Guard::Next(0, 1)], false)
    }

    /// The last element of a tail.
    pub fn last() -> Pattern {
        Pattern::new("last", 1, &[0], &[Guard::FromEnd(0, 0)], false)
    }

    /// The two last elements of a tail.
    pub fn last_two() -> Pattern {
        Pattern::new("last two", 1, &[0, 0], &[Guard::FromEnd(0, 1), Guard::FromEnd(1, 0)], false)
    }

    /// The guard as constraints, given the positions and the lengths of the words.
    pub fn constraints(&self, pos: impl Fn(usize) -> Expr, len: impl Fn(usize) -> Expr) -> Vec<Constraint> {
        let of = |guard: &Guard| match *guard {
            Guard::Before(a, b) => Constraint::lt(pos(a), pos(b)),
            Guard::Next(a, b) => Constraint::eq(pos(a) + Expr::constant(1), pos(b)),
            Guard::Same(a, b) => Constraint::eq(pos(a), pos(b)),
            Guard::First(a) => Constraint::eq(pos(a), 1),
            Guard::FromEnd(a, after) => {
                let end = len(self.at.get(a).copied().unwrap_or(0));
                Constraint::eq(pos(a) + Expr::constant(1 + after as i64), end)
            }
            Guard::Cells(word, count) => Constraint::eq(len(word), Expr::constant(count as i64)),
        };
        self.guard.iter().map(of).collect()
    }
}
