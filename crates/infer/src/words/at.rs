//! What is known of data at some positions.

use super::{Key, Words};
use domains::{Constraint, Dim, Expr, Numeric};

/// A position in the tail of a word, by the dimensions that stand for it in a numerical value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ghost {
    pub word: usize,
    pub pos: Dim,
    /// The first of its data.
    pub data: usize,
}

impl<N: Numeric> Words<N> {
    /// All that is known of the positions that a formula speaks of, with the guard, in the dimensions of its formula. It has no
    /// point where there can be no such positions.
    pub(super) fn of(&self, key: &Key) -> N {
        self.from(&self.base, key)
    }

    /// What formulas may mention: all but the sums. Formulas that relate data and sums would be many and useless.
    pub(super) fn unsummed(&self) -> N {
        if self.layout.sums { self.base.forget(&self.layout.sums()) } else { self.base.clone() }
    }

    /// The same as [`Words::of`], where this is known without positions.
    pub(super) fn from(&self, base: &N, (pattern, words): &Key) -> N {
        let Some(pattern) = self.patterns.get(*pattern) else { return N::top(self.layout.dims()) };
        let count = pattern.at.len();
        let value = base.add_dims(count * self.layout.depth());
        let ghosts: Vec<Ghost> = (0..count)
            .filter_map(|i| {
                let word = *words.get(*pattern.at.get(i)?)?;
                let pos = self.layout.position(i);
                Some(Ghost { word, pos, data: pos.index() + 1 })
            })
            .collect();
        let mut known: Vec<Constraint> = ghosts.iter().flat_map(|ghost| self.within(ghost)).collect();
        let len =
            |slot: usize| words.get(slot).map_or(Expr::constant(0), |word| self.layout.len(*word).into());
        known.extend(pattern.constraints(|i| self.layout.position(i).into(), len));
        self.at(value, known, &ghosts)
    }

    /// A ghost lies in the tail of its word.
    pub(super) fn within(&self, ghost: &Ghost) -> [Constraint; 2] {
        [Constraint::ge(ghost.pos, 1), Constraint::lt(ghost.pos, self.layout.len(ghost.word))]
    }

    /// Adds what formulas say of positions: a formula is used where its guard follows from what is known of them, by the value or
    /// by the constraints, which are added as well. The value has the dimensions of the layout first.
    pub(super) fn at(&self, mut value: N, known: Vec<Constraint>, ghosts: &[Ghost]) -> N {
        // What one formula says of data or positions may make the guard of another one follow.
        const ROUNDS: usize = 4;
        let mut open: Vec<(&[Constraint], Vec<usize>, Vec<Constraint>)> = Vec::new();
        for (key, fact) in &self.facts {
            let Some(pattern) = self.patterns.get(key.0) else { continue };
            let word = |i: usize| pattern.at.get(i).and_then(|slot| key.1.get(*slot)).copied();
            let len =
                |slot: usize| key.1.get(slot).map_or(Expr::constant(0), |word| self.layout.len(*word).into());
            for choice in choices(pattern.at.len(), ghosts, word) {
                let guard = pattern.constraints(|i| ghosts[choice[i]].pos.into(), len);
                open.push((fact, choice, guard));
            }
        }
        // Most guards follow from what is known; their facts are added all at once.
        let mut said = Vec::new();
        open.retain(|(fact, choice, guard)| {
            let follows = guard.iter().all(|constraint| known.contains(constraint));
            if follows {
                said.extend(fact.iter().map(|c| c.rename(|dim| self.moved(dim, ghosts, choice))));
            }
            !follows
        });
        value = value.meet_constraints(known.iter().chain(&said));
        for _ in 0..ROUNDS {
            if open.is_empty() || value.is_bottom() {
                break;
            }
            let mut said: Vec<Constraint> = Vec::new();
            open.retain(|(fact, choice, guard)| {
                let follows = guard.iter().all(|constraint| value.entails(constraint));
                if follows {
                    said.extend(fact.iter().map(|c| c.rename(|dim| self.moved(dim, ghosts, choice))));
                }
                !follows
            });
            if said.is_empty() {
                break;
            }
            value = value.meet_constraints(&said);
        }
        value
    }

    /// The dimension of a formula, where its positions are these ghosts.
    fn moved(&self, dim: Dim, ghosts: &[Ghost], choice: &[usize]) -> Dim {
        let Some(place) = dim.index().checked_sub(self.layout.dims()) else { return dim };
        let (number, part) = (place / self.layout.depth(), place % self.layout.depth());
        let Some(ghost) = choice.get(number).and_then(|ghost| ghosts.get(*ghost)) else { return dim };
        if part == 0 { ghost.pos } else { Dim::new(ghost.data + part - 1) }
    }
}

/// All ways to choose ghosts for positions whose words they lie in.
pub(super) fn choices(
    count: usize,
    ghosts: &[Ghost],
    word: impl Fn(usize) -> Option<usize>,
) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for i in 0..count {
        let fitting: Vec<usize> = (0..ghosts.len()).filter(|g| Some(ghosts[*g].word) == word(i)).collect();
        rows = rows
            .iter()
            .flat_map(|row| fitting.iter().map(|ghost| [row.as_slice(), &[*ghost]].concat()))
            .collect();
    }
    rows
}
