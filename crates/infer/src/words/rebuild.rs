//! New words of old ones.
//!
//! ```text
//! split(u)      Head(u) in its place, and Tail(u) besides
//! concat(u v)   Concat(u v) in the place of u, and v is missing
//! proj, add     words that are missing, and fresh ones
//! cut(u)        Front(u) in its place, and Back(u) besides: at any position
//! ```
//!
//! A formula about new words speaks of positions that lie somewhere in old ones. For all places where they may lie, all that is
//! known of the old positions is gathered; the join of it holds.

use super::at::Ghost;
use super::{Key, Layout, Pattern, Words, strip};
use domains::{Constraint, Dim, Expr, Numeric};
use std::collections::BTreeMap;

/// A new word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Make {
    /// An old one.
    Same(usize),
    /// Old ones, one after the other. There is at least one.
    Concat(Vec<usize>),
    /// The first cell of an old one.
    Head(usize),
    /// All but the first cell of an old one, of which only those with two cells or more are taken.
    Tail(usize),
    /// One cell with any data.
    Fresh,
    /// The cells of an old one before a cut, of which there is at least one. The rest must be made too.
    Front(usize),
    /// The cells of an old one from a cut on, of which there is at least one. Those with the same second number are cut at the
    /// same position.
    Back(usize, usize),
}

/// Where a position of a new word may lie.
#[derive(Clone, Debug)]
enum Place {
    /// At the head of an old word, with the number of cells before it.
    Head(usize, Expr),
    /// In its tail, with the offset to add to its position there.
    Tail(usize, Expr),
    /// In its tail, behind a cut, from which positions are counted.
    Cut(usize),
}

/// The dimensions while words are rebuilt: those of the old layout, then those of new words that are made, then positions.
pub(super) struct Space<'w> {
    old: Layout,
    pub make: &'w [Make],
    /// For each new word its first dimension.
    at: Vec<usize>,
    pub dims: usize,
}

impl<'w> Space<'w> {
    fn new(old: Layout, make: &'w [Make]) -> Space<'w> {
        let mut dims = old.dims();
        let mut at = Vec::new();
        for word in make {
            match word {
                Make::Same(of) => at.push(old.word(*of)),
                _ => {
                    at.push(dims);
                    dims += old.width();
                }
            }
        }
        Space { old, make, at, dims }
    }

    pub fn len(&self, word: usize) -> Dim {
        Dim::new(self.at[word])
    }

    fn head(&self, word: usize, field: usize) -> Dim {
        Dim::new(self.at[word] + 1 + field)
    }

    fn sum(&self, word: usize, field: usize) -> Dim {
        Dim::new(self.at[word] + 1 + self.old.fields + field)
    }

    /// All sums, old and new: no formula speaks of them.
    fn sums(&self) -> Vec<Dim> {
        let new = (0..self.make.len()).filter(|word| !matches!(self.make[*word], Make::Same(_)));
        let new = new.flat_map(|word| self.old.summed().map(move |field| self.sum(word, field)));
        self.old.sums().into_iter().chain(new).collect()
    }

    /// All data, of heads old and new and of the heads of tails.
    fn data(&self, tails: &[Ghost]) -> Vec<Dim> {
        let (words, fields) = (self.old.words, self.old.fields);
        let old = (0..words).flat_map(|word| (0..fields).map(move |field| self.old.head(word, field)));
        let new = (0..self.make.len()).flat_map(|word| (0..fields).map(move |field| self.head(word, field)));
        let ghosts = tails.iter().flat_map(|tail| (0..fields).map(move |field| Dim::new(tail.data + field)));
        let mut all: Vec<Dim> = old.chain(new).chain(ghosts).collect();
        all.sort();
        all.dedup();
        all
    }

    /// From the dimensions here to those of the new layout, with this number of positions kept at the end.
    fn finish<N: Numeric>(&self, value: &N, drop: usize, positions: usize) -> N {
        // What is kept, in the order of the new layout.
        let mut kept: Vec<usize> = (0..self.old.nums).collect();
        for first in &self.at {
            kept.extend(*first..first + self.old.width());
        }
        kept.extend(self.dims + drop..self.dims + drop + positions);
        let mut sorted = kept.clone();
        sorted.sort_unstable();
        let removed: Vec<Dim> =
            (0..value.dims()).filter(|dim| sorted.binary_search(dim).is_err()).map(Dim::new).collect();
        let value = value.remove_dims(&removed);
        // The dimension that is number i of those that are left goes to its place in the new order.
        let to: Vec<Dim> = sorted
            .iter()
            .map(|dim| Dim::new(kept.iter().position(|known| known == dim).unwrap_or(0)))
            .collect();
        value.permute(&to)
    }
}

impl<N: Numeric> Words<N> {
    /// The same with other words. No old word may be taken as it is twice.
    pub fn rebuild(&self, make: &[Make]) -> Words<N> {
        let layout = Layout { words: make.len(), ..self.layout };
        let space = Space::new(self.layout, make);
        let (ready, tails) = self.made(&space);
        let base = space.finish(&ready, tails.len() * self.layout.depth(), 0);
        let mut made =
            Words { layout, patterns: self.patterns.clone(), base, facts: BTreeMap::new(), widened: 0 };
        if made.is_empty() {
            return made;
        }
        let ready = ready.forget(&space.sums());
        let lengths = ready.forget(&space.data(&tails));
        let is_single = |word: usize| self.base.entails(&Constraint::le(self.layout.len(word), 1));
        let single: Vec<bool> = (0..self.layout.words).map(is_single).collect();
        let patterns = self.patterns.clone();
        for (number, pattern) in patterns.iter().enumerate() {
            for words in tuples(make.len(), pattern) {
                let fact = match self.kept(&space, number, &words) {
                    Some(fact) => fact,
                    None => {
                        let carried = self.carried(&space, &lengths, &tails, number, &words);
                        carried.unwrap_or_else(|| {
                            self.moved_to(&space, &ready, &tails, number, &words, (&made.base, &single))
                        })
                    }
                };
                if !fact.is_empty() {
                    made.facts.insert((number, words), fact);
                }
            }
        }
        made
    }

    /// The base with the dimensions of new words, and the positions of the heads of tails.
    fn made(&self, space: &Space<'_>) -> (N, Vec<Ghost>) {
        let (layout, depth) = (self.layout, self.layout.depth());
        // The words that begin in the tail of an old one, and the group that is cut at one position.
        let tails: Vec<(usize, usize, Option<usize>)> = space
            .make
            .iter()
            .enumerate()
            .filter_map(|(new, make)| match make {
                Make::Tail(of) => Some((new, *of, None)),
                Make::Back(of, group) => Some((new, *of, Some(*group))),
                _ => None,
            })
            .collect();
        let mut value = self.base.add_dims(space.dims - layout.dims() + tails.len() * depth);
        let mut ghosts = Vec::new();
        let mut known = Vec::new();
        for (i, (_, of, group)) in tails.iter().enumerate() {
            let pos = Dim::new(space.dims + i * depth);
            let ghost = Ghost { word: *of, pos, data: pos.index() + 1 };
            known.extend(self.within(&ghost));
            let with = tails[..i].iter().position(|(_, _, other)| group.is_some() && other == group);
            if group.is_none() {
                known.push(Constraint::eq(pos, 1));
            } else if let Some(with) = with {
                known.push(Constraint::eq(pos, Dim::new(space.dims + with * depth)));
            }
            ghosts.push(ghost);
        }
        value = self.at(value, known, &ghosts);
        let mut equal = Vec::new();
        for (new, make) in space.make.iter().enumerate() {
            match make {
                Make::Same(_) => {}
                Make::Fresh => {
                    equal.push((space.len(new), Expr::constant(1)));
                    equal
                        .extend(layout.summed().map(|f| (space.sum(new, f), Expr::from(space.head(new, f)))));
                }
                Make::Head(of) => {
                    equal.push((space.len(new), Expr::constant(1)));
                    for f in 0..layout.fields {
                        equal.push((space.head(new, f), Expr::from(layout.head(*of, f))));
                    }
                    for f in layout.summed() {
                        equal.push((space.sum(new, f), Expr::from(layout.head(*of, f))));
                    }
                }
                Make::Tail(of) | Make::Back(of, _) => {
                    let place = tails.iter().position(|(word, ..)| *word == new).unwrap_or(0);
                    equal.push((space.len(new), Expr::from(layout.len(*of)) - ghosts[place].pos));
                    for f in 0..layout.fields {
                        let data = Dim::new(ghosts[place].data + f);
                        equal.push((space.head(new, f), Expr::from(data)));
                        if let (Some(sum), Make::Tail(_)) = (layout.sum(*of, f), make) {
                            equal.push((space.sum(new, f), Expr::from(sum) - layout.head(*of, f)));
                        }
                    }
                }
                Make::Front(of) => {
                    let Some(place) = tails.iter().position(|(_, word, group)| word == of && group.is_some())
                    else {
                        continue;
                    };
                    let rest = tails[place].0;
                    equal.push((space.len(new), Expr::from(ghosts[place].pos)));
                    for f in 0..layout.fields {
                        equal.push((space.head(new, f), Expr::from(layout.head(*of, f))));
                        if let Some(sum) = layout.sum(*of, f) {
                            equal.push((space.sum(new, f), Expr::from(sum) - space.sum(rest, f)));
                        }
                    }
                }
                Make::Concat(of) => {
                    let total = |dim: &dyn Fn(usize) -> Dim| {
                        of.iter().fold(Expr::constant(0), |sum, word| sum + Expr::from(dim(*word)))
                    };
                    equal.push((space.len(new), total(&|word| layout.len(word))));
                    for f in 0..layout.fields {
                        let first = of.first().copied().unwrap_or(0);
                        equal.push((space.head(new, f), Expr::from(layout.head(first, f))));
                    }
                    for f in layout.summed() {
                        let sum = |word: usize| Dim::new(layout.word(word) + 1 + layout.fields + f);
                        equal.push((space.sum(new, f), total(&sum)));
                    }
                }
            }
        }
        let equal: Vec<Constraint> = equal.into_iter().map(|(dim, expr)| Constraint::eq(dim, expr)).collect();
        (value.meet_constraints(&equal), ghosts)
    }

    /// A formula about words that stay, if it says nothing of others.
    fn kept(&self, space: &Space<'_>, pattern: usize, words: &[usize]) -> Option<Vec<Constraint>> {
        let mut old = Vec::new();
        for word in words {
            match &space.make[*word] {
                Make::Same(of) => old.push(*of),
                _ => return None,
            }
        }
        // Where another word loses its first cell, a formula about both says something of these and of the new first cell.
        let begins = |of: &usize| {
            let tail = |make: &Make| matches!(make, Make::Tail(word) | Make::Back(word, _) if word == of);
            space.make.iter().any(tail)
        };
        let related = |key: &Key| {
            key.1.len() > 1 && key.1.iter().any(|word| old.contains(word)) && key.1.iter().any(begins)
        };
        if self.facts.keys().any(related) {
            return None;
        }
        let symmetric = self.patterns.get(pattern).is_some_and(|pattern| pattern.symmetric);
        let turned = symmetric && old.windows(2).any(|pair| pair[0] > pair[1]);
        if turned {
            old.reverse();
        }
        let Some(fact) = self.facts.get(&(pattern, old)) else { return Some(Vec::new()) };
        let layout = Layout { words: space.make.len(), ..self.layout };
        let stays = |dim: Dim| {
            let new = self.new_dim(space, &layout, dim)?;
            match new.index().checked_sub(layout.dims()) {
                // The words are the other way round, and so are the two positions.
                Some(place) if turned => {
                    let (number, part) = (place / layout.depth(), place % layout.depth());
                    Some(Dim::new(layout.dims() + (1 - number.min(1)) * layout.depth() + part))
                }
                _ => Some(new),
            }
        };
        if fact.iter().flat_map(|constraint| constraint.expr().terms()).any(|(dim, _)| stays(*dim).is_none())
        {
            return None;
        }
        Some(fact.iter().map(|constraint| constraint.rename(|dim| stays(dim).unwrap_or(dim))).collect())
    }

    /// The dimension of a formula in the new layout; `None` if its word no longer exists.
    pub(super) fn new_dim(&self, space: &Space<'_>, layout: &Layout, dim: Dim) -> Option<Dim> {
        let index = dim.index();
        if index < self.layout.nums {
            return Some(dim);
        }
        if let Some(place) = index.checked_sub(self.layout.dims()) {
            return Some(Dim::new(layout.dims() + place));
        }
        let (word, part) = (
            (index - self.layout.nums) / self.layout.width(),
            (index - self.layout.nums) % self.layout.width(),
        );
        // The head stays what it is where a word begins with the old one.
        let is_head = (1..=self.layout.fields).contains(&part);
        let begins = |make: &Make| match make {
            Make::Same(of) => *of == word,
            Make::Head(of) | Make::Front(of) => is_head && *of == word,
            Make::Concat(of) => is_head && of.first() == Some(&word),
            _ => false,
        };
        let new = space.make.iter().position(begins)?;
        Some(Dim::new(layout.word(new) + part))
    }

    /// Whether all positions of new words are in tails of old ones that no formula mentions.
    fn says_nothing(&self, space: &Space<'_>, pattern: &Pattern, words: &[usize]) -> bool {
        let of = |word: &usize| match space.make.get(*word) {
            Some(Make::Same(of) | Make::Tail(of) | Make::Front(of) | Make::Back(of, _)) => Some(*of),
            _ => None,
        };
        let olds: Option<Vec<usize>> = words.iter().map(of).collect();
        !pattern.is_conditional()
            && olds.is_some_and(|olds| {
                !self.facts.keys().any(|key| key.1.iter().any(|word| olds.contains(word)))
            })
    }

    /// A formula about new words, from all places where its positions may lie.
    fn moved_to(
        &self,
        space: &Space<'_>,
        ready: &N,
        tails: &[Ghost],
        number: usize,
        words: &[usize],
        (base, single): (&N, &[bool]),
    ) -> Vec<Constraint> {
        let Some(pattern) = self.patterns.get(number) else { return Vec::new() };
        if self.says_nothing(space, pattern, words) {
            return Vec::new();
        }
        let depth = self.layout.depth();
        let count = pattern.at.len();
        let mut rows: Vec<Vec<Place>> = vec![Vec::new()];
        let mut ranks: Vec<Vec<usize>> = vec![Vec::new()];
        for slot in &pattern.at {
            let places = self.places(&space.make[words[*slot]], single);
            let mut next = (Vec::new(), Vec::new());
            for (row, rank) in rows.iter().zip(&ranks) {
                for (at, place) in &places {
                    let rank = [rank.as_slice(), &[*at]].concat();
                    if pattern.may_lie(&rank) {
                        next.0.push([row.as_slice(), std::slice::from_ref(place)].concat());
                        next.1.push(rank);
                    }
                }
            }
            (rows, ranks) = next;
        }
        // A position in the tail of an old word stands for the new one, and is moved at the end.
        let first = space.dims + tails.len() * depth;
        let dim = |i: usize| Dim::new(first + i * depth);
        let len = |slot: usize| Expr::from(space.len(words[slot]));
        let mut joined: Option<N> = None;
        for row in rows {
            let mut ghosts = tails.to_vec();
            let mut known = Vec::new();
            let mut new: Vec<Expr> = Vec::new();
            for (i, place) in row.iter().enumerate() {
                let (pos, data) = (dim(i), first + i * depth + 1);
                match place {
                    Place::Head(of, before) => {
                        known.push(Constraint::eq(pos, before.clone()));
                        for f in 0..self.layout.fields {
                            known.push(Constraint::eq(Dim::new(data + f), self.layout.head(*of, f)));
                        }
                        new.push(Expr::from(pos));
                    }
                    Place::Cut(of) | Place::Tail(of, _) => {
                        let shift = match place {
                            Place::Tail(_, shift) => shift.clone(),
                            _ => tails
                                .iter()
                                .find(|tail| tail.word == *of)
                                .map_or(Expr::constant(0), |tail| -Expr::from(tail.pos)),
                        };
                        let ghost = Ghost { word: *of, pos, data };
                        known.extend(self.within(&ghost));
                        new.push(Expr::from(pos) + shift);
                        ghosts.push(ghost);
                    }
                }
                // In the tail of the new word: its head is spoken of in the base.
                known.push(Constraint::ge(new[i].clone(), 1));
                if let Some(slot) = pattern.at.get(i)
                    && matches!(space.make[words[*slot]], Make::Front(_))
                {
                    known.push(Constraint::lt(new[i].clone(), space.len(words[*slot])));
                }
            }
            known.extend(pattern.constraints(|i| new[i].clone(), len));
            let mut value = self.at(ready.add_dims(count * depth), known, &ghosts);
            if value.is_bottom() {
                continue;
            }
            for (i, expr) in new.iter().enumerate() {
                if *expr != Expr::from(dim(i)) {
                    value = value.assign(dim(i), expr);
                }
            }
            let value = space.finish(&value, tails.len() * depth, count * depth);
            joined = Some(match joined {
                None => value,
                Some(known) => known.join(&value),
            });
        }
        let layout = Layout { words: space.make.len(), ..self.layout };
        let key = (number, words.to_vec());
        joined.map_or_else(Vec::new, |value| strip(&self.patterns, layout, &key, &value, base))
    }

    /// Where positions in the tail of a new word may lie, in order: in the tail of part n of it with number 2n + 1, at its head with
    /// number 2n.
    fn places(&self, make: &Make, single: &[bool]) -> Vec<(usize, Place)> {
        let has_tail = |word: &usize| !single.get(*word).copied().unwrap_or(false);
        match make {
            Make::Same(of) | Make::Front(of) => vec![(1, Place::Tail(*of, Expr::constant(0)))],
            Make::Head(_) | Make::Fresh => Vec::new(),
            Make::Tail(of) => vec![(1, Place::Tail(*of, Expr::constant(-1)))],
            Make::Back(of, _) => vec![(1, Place::Cut(*of))],
            Make::Concat(of) => {
                let mut before = Expr::constant(0);
                let mut found = Vec::new();
                for (i, word) in of.iter().enumerate() {
                    if i > 0 {
                        found.push((2 * i, Place::Head(*word, before.clone())));
                    }
                    if has_tail(word) {
                        found.push((2 * i + 1, Place::Tail(*word, before.clone())));
                    }
                    before = before + Expr::from(self.layout.len(*word));
                }
                found
            }
        }
    }
}

/// All words that a pattern may be about.
fn tuples(words: usize, pattern: &Pattern) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..pattern.words {
        rows = rows
            .iter()
            .flat_map(|row| {
                let fits = |word: &usize| {
                    !row.contains(word) && (!pattern.symmetric || row.last().is_none_or(|last| last < word))
                };
                (0..words).filter(fits).map(|word| [row.as_slice(), &[word]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    rows
}
