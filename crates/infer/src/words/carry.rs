//! Formulas about parts of words, from formulas about the words.
//!
//! ```text
//! ∀ y ∈ tl(u): u[y] ≤ u[0]      becomes      ∀ y ∈ tl(v): v[y] ≤ h[0]      where u is cut into its first cell h, and v
//! ```
//!
//! Where a position of the new words can lie at one place only, all that is known of it is what the old formulas say there. Nothing has
//! to be joined, so the formulas are rewritten: old dimensions are expressions over new ones. That is what most statements do, and it costs
//! little.

use super::at::{Ghost, choices};
use super::rebuild::{Make, Space};
use super::{Layout, Words};
use domains::{Constraint, Dim, Expr, Numeric};

/// A position of an old word, in terms of the new layout.
struct Position {
    ghost: Ghost,
    /// Where it is in the old word.
    pos: Expr,
    /// The first dimension of its data.
    data: Dim,
}

impl<N: Numeric> Words<N> {
    /// A formula about new words, each of which is an old one or a part of one; `None` otherwise, or where a part is
    /// missing that old formulas may mention. `lengths` has what is known of positions and lengths.
    pub(super) fn carried(
        &self,
        space: &Space<'_>,
        lengths: &N,
        tails: &[Ghost],
        number: usize,
        words: &[usize],
    ) -> Option<Vec<Constraint>> {
        let pattern = self.patterns.get(number).filter(|pattern| !pattern.is_conditional())?;
        let layout = Layout { words: space.make.len(), ..self.layout };
        let depth = layout.depth();
        let mut known = Vec::new();
        let mut positions = Vec::new();
        for (place, tail) in tails.iter().enumerate() {
            positions.push(self.head_of_tail(space, &layout, tail, place)?);
        }
        let first = space.dims + tails.len() * depth;
        let mut new = Vec::new();
        for (i, slot) in pattern.at.iter().enumerate() {
            let word = *words.get(*slot)?;
            // Positions are counted in the new word; those in the old one come some cells later.
            let here = Dim::new(first + i);
            let (of, before) = match &space.make[word] {
                Make::Same(of) | Make::Front(of) => (*of, Expr::constant(0)),
                Make::Tail(of) => (*of, Expr::constant(1)),
                Make::Back(of, _) => (*of, self.front(space, &layout, *of)?),
                Make::Head(_) | Make::Fresh => return Some(Vec::new()),
                Make::Concat(_) => return None,
            };
            known.push(Constraint::ge(here, 1));
            known.push(Constraint::lt(here, space.len(word)));
            let shift = match &space.make[word] {
                Make::Back(..) => {
                    tails.iter().find(|tail| tail.word == of).map(|tail| Expr::from(tail.pos))?
                }
                _ => before.clone(),
            };
            new.push(Expr::from(here) + shift);
            let ghost = Ghost { word: of, pos: here, data: 0 };
            let pos = Expr::from(layout.position(i)) + before;
            positions.push(Position { ghost, pos, data: layout.data(i, 0) });
        }
        let len = |slot: usize| words.get(slot).map_or(Expr::constant(0), |word| space.len(*word).into());
        known.extend(pattern.constraints(|i| Expr::from(Dim::new(first + i)), len));
        let value = lengths.add_dims(pattern.at.len()).meet_constraints(&known);
        if value.is_bottom() {
            return Some(Vec::new());
        }
        self.said(space, &layout, &value, &positions, tails.len(), &new)
    }

    /// What old formulas say of these positions, of which the first are heads of tails and have no place in the new formula.
    fn said(
        &self,
        space: &Space<'_>,
        layout: &Layout,
        value: &N,
        positions: &[Position],
        heads: usize,
        new: &[Expr],
    ) -> Option<Vec<Constraint>> {
        let ghosts: Vec<Ghost> = positions.iter().map(|position| position.ghost).collect();
        let at = |ghost: usize| match ghost.checked_sub(heads) {
            Some(place) => new[place].clone(),
            None => Expr::from(ghosts[ghost].pos),
        };
        let mut found: Vec<Constraint> = Vec::new();
        for (key, fact) in &self.facts {
            let Some(old) = self.patterns.get(key.0) else { continue };
            let word = |i: usize| old.at.get(i).and_then(|slot| key.1.get(*slot)).copied();
            let len =
                |slot: usize| key.1.get(slot).map_or(Expr::constant(0), |word| self.layout.len(*word).into());
            for choice in choices(old.at.len(), &ghosts, word) {
                // What is said of heads alone is known without positions.
                if choice.iter().all(|ghost| *ghost < heads) {
                    continue;
                }
                let guard = old.constraints(|i| at(choice[i]), len);
                if !guard.iter().all(|constraint| value.entails(constraint)) {
                    continue;
                }
                for constraint in fact {
                    let expr = self.rewritten(space, layout, constraint.expr(), positions, &choice)?;
                    found.push(Constraint::new(expr, constraint.relation()));
                }
            }
        }
        let about = |c: &Constraint| c.expr().terms().iter().any(|(dim, _)| dim.index() >= layout.dims());
        found.retain(|c| about(c) && !c.is_always());
        found.sort();
        found.dedup();
        Some(found)
    }

    /// An expression of an old formula whose positions are these, over the new dimensions.
    fn rewritten(
        &self,
        space: &Space<'_>,
        layout: &Layout,
        expr: &Expr,
        positions: &[Position],
        choice: &[usize],
    ) -> Option<Expr> {
        let mut sum = Expr::constant(expr.constant_part().clone());
        for (dim, k) in expr.terms() {
            let value = match dim.index().checked_sub(self.layout.dims()) {
                Some(place) => {
                    let position = positions.get(*choice.get(place / self.layout.depth())?)?;
                    match place % self.layout.depth() {
                        0 => position.pos.clone(),
                        part => Expr::from(Dim::new(position.data.index() + part - 1)),
                    }
                }
                None => self.old_dim(space, layout, *dim)?,
            };
            sum = sum + value * k.clone();
        }
        Some(sum)
    }

    /// A dimension of the old layout that is no position, over the new ones.
    fn old_dim(&self, space: &Space<'_>, layout: &Layout, dim: Dim) -> Option<Expr> {
        if let Some(new) = self.new_dim(space, layout, dim) {
            return Some(Expr::from(new));
        }
        let word = dim.index().checked_sub(self.layout.nums)? / self.layout.width();
        if self.layout.len(word) != dim {
            return None;
        }
        let rest = |make: &Make| matches!(make, Make::Tail(of) | Make::Back(of, _) if *of == word);
        let rest = space.make.iter().position(rest)?;
        match space.make[rest] {
            Make::Tail(_) => Some(Expr::from(layout.len(rest)) + 1),
            _ => Some(self.front(space, layout, word)? + layout.len(rest)),
        }
    }

    /// How many cells of a word come before its cut.
    fn front(&self, space: &Space<'_>, layout: &Layout, word: usize) -> Option<Expr> {
        let front = space.make.iter().position(|make| *make == Make::Front(word))?;
        Some(Expr::from(layout.len(front)))
    }

    /// The head of a new word that begins in the tail of an old one.
    fn head_of_tail(
        &self,
        space: &Space<'_>,
        layout: &Layout,
        tail: &Ghost,
        place: usize,
    ) -> Option<Position> {
        let begins = |make: &&Make| matches!(make, Make::Tail(_) | Make::Back(..));
        let new = (0..space.make.len()).filter(|new| begins(&&space.make[*new])).nth(place)?;
        let pos = match space.make[new] {
            Make::Back(of, _) => self.front(space, layout, of)?,
            _ => Expr::constant(1),
        };
        Some(Position { ghost: *tail, pos, data: layout.head(new, 0) })
    }
}
