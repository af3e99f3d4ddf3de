//! Words of data: what is known of the sequences of data in list segments, of their lengths, first elements and sums.
//!
//! A word is a sequence of cells, never empty, and a cell has a number for each field. A value of [`Words`] is a formula
//!
//! ```text
//! E  ∧  ∀ y ∈ tl(w): U₁  ∧  ∀ y₁ < y₂ ∈ tl(w): U₂  ∧  …
//! ```
//!
//! where E is a numerical value over the numbers of the program and `len(w)`, `hd(w)` and `sum(w)` of each word, and each Uᵢ is a
//! conjunction of constraints over the same and over the positions and the data there. Which positions are spoken of is said by a
//! [`Pattern`]. Positions count from 0; that of the head is spoken of in E only.
//!
//! There is one transformer, [`Words::rebuild`]: each new word is an old one, or made of old ones. The transformers split, concat,
//! proj and addSglt of the paper are cases of it. It follows from one operation, [`Words::at`]: what is known of data at some
//! positions. A universal formula is used there only where its guard *follows* from what is known of the positions, so nothing is
//! concluded from positions that need not be there (the paper's rule for split does, in its printed form). A formula about new
//! words is the join over all places of the old words where its positions may lie; where there can be none, nothing has to hold.
//!
//! ```
//! use domains::{Constraint, Polyhedra};
//! use infer::words::{Layout, Make, Pattern, Words};
//!
//! // Two cells with data of at least 3 become one word: all of its data are at least 3.
//! let patterns = vec![Pattern::all()];
//! let layout = Layout { nums: 0, fields: 1, sums: false, words: 0 };
//! let two = Words::<Polyhedra>::top(layout, patterns).rebuild(&[Make::Fresh, Make::Fresh]);
//! let at_least = |word| Constraint::ge(two.layout().head(word, 0), 3);
//! let one = two.meet(&at_least(0)).meet(&at_least(1)).rebuild(&[Make::Concat(vec![0, 1])]);
//! let (pos, data) = (one.layout().position(0), one.layout().data(0, 0));
//! assert!(one.has(0, &[0], &Constraint::ge(data, 3)));
//! assert!(!one.has(0, &[0], &Constraint::ge(data, 4)));
//! assert!(one.has(0, &[0], &Constraint::eq(pos, 1)));
//! ```

mod at;
mod carry;
mod lattice;
mod layout;
mod pattern;
mod rebuild;

pub use layout::Layout;
pub use pattern::{Guard, Pattern};
pub use rebuild::Make;

use domains::{Constraint, Dim, Expr, Numeric};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A universal formula: the number of its pattern, and the words that it is about.
pub type Key = (usize, Vec<usize>);

/// A set of words and numbers.
#[derive(Clone, Debug)]
pub struct Words<N> {
    layout: Layout,
    patterns: Arc<[Pattern]>,
    /// What is known without positions.
    base: N,
    /// What holds of all positions that a pattern speaks of; each constraint is about a position or the data there. A
    /// formula that is not here says nothing.
    facts: BTreeMap<Key, Vec<Constraint>>,
    /// How often it was widened.
    widened: usize,
}

impl<N: Numeric> Words<N> {
    /// All words and numbers.
    pub fn top(layout: Layout, patterns: Vec<Pattern>) -> Words<N> {
        let mut base = N::top(layout.dims());
        for word in 0..layout.words {
            base = base.meet_constraint(&Constraint::ge(layout.len(word), 1));
        }
        Words { layout, patterns: patterns.into(), base, facts: BTreeMap::new(), widened: 0 }
    }

    /// What the dimensions stand for.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The patterns.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// What is known without positions.
    pub fn base(&self) -> &N {
        &self.base
    }

    /// The universal formulas, with the dimensions of positions behind those of the layout.
    pub fn facts(&self) -> impl Iterator<Item = (&Key, &[Constraint])> {
        self.facts.iter().map(|(key, fact)| (key, fact.as_slice()))
    }

    /// Whether there are no such words and numbers.
    pub fn is_empty(&self) -> bool {
        self.base.is_bottom()
    }

    /// Those that satisfy a constraint on numbers, lengths, heads and sums.
    pub fn meet(&self, constraint: &Constraint) -> Words<N> {
        Words { base: self.base.meet_constraint(constraint), ..self.clone() }
    }

    /// Those after a number, or the head of a word, got the value of an expression over the values before.
    pub fn assign(&self, dim: Dim, expr: &Expr) -> Words<N> {
        self.changed(dim, |value| value.assign(dim, expr))
    }

    /// Those after a number, or the head of a word, got any value.
    pub fn forget(&self, dim: Dim) -> Words<N> {
        self.changed(dim, |value| value.forget(&[dim]))
    }

    /// Those after the head of a word got the value of an expression. Its sum changes as well.
    pub fn set_head(&self, word: usize, field: usize, expr: &Expr) -> Words<N> {
        let head = self.layout.head(word, field);
        let Some(sum) = self.layout.sum(word, field) else { return self.assign(head, expr) };
        // The expression may speak of the head and the sum, so both get their values from those before.
        let with = Expr::from(sum) - head + expr.clone();
        if expr.mentions(sum) {
            return self.forget(head).forget(sum);
        }
        self.assign(sum, &with).assign(head, expr)
    }

    /// Those after a field of the first cell of a word got any value.
    pub fn forget_head(&self, word: usize, field: usize) -> Words<N> {
        let known = self.forget(self.layout.head(word, field));
        self.layout.sum(word, field).map_or(known.clone(), |sum| known.forget(sum))
    }

    /// Those after a word, of which nothing is known but its first cell, got any more cells.
    pub fn lengthened(&self, word: usize) -> Words<N> {
        let len = self.layout.len(word);
        let sums = self.layout.summed().filter_map(|field| self.layout.sum(word, field));
        let any: Vec<Dim> = std::iter::once(len).chain(sums).collect();
        let base = self.base.forget(&any).meet_constraint(&Constraint::ge(len, 1));
        Words { base, ..self.clone() }
    }

    /// Those in which two words have the same data, of which nothing else is known: `equal` must be among the patterns.
    pub fn equated(&self, a: usize, b: usize) -> Words<N> {
        let layout = self.layout;
        let mut base = self.base.meet_constraint(&Constraint::eq(layout.len(a), layout.len(b)));
        for field in 0..layout.fields {
            base = base.meet_constraint(&Constraint::eq(layout.head(a, field), layout.head(b, field)));
            if let (Some(a), Some(b)) = (layout.sum(a, field), layout.sum(b, field)) {
                base = base.meet_constraint(&Constraint::eq(a, b));
            }
        }
        let mut facts = self.facts.clone();
        if let Some(number) = self.patterns.iter().position(|pattern| *pattern == Pattern::equal()) {
            let same = |field: usize| Constraint::eq(layout.data(0, field), layout.data(1, field));
            facts.insert((number, vec![a.min(b), a.max(b)]), (0..layout.fields).map(same).collect());
        }
        Words { base, facts, ..self.clone() }
    }

    /// The words of the same length that a word is compared with position by position.
    pub fn twins(&self, word: usize) -> Vec<usize> {
        let Some(equal) = self.patterns.iter().position(|pattern| *pattern == Pattern::equal()) else {
            return Vec::new();
        };
        let others = self.facts.keys().filter(|key| key.0 == equal && key.1.contains(&word));
        let others = others.flat_map(|key| key.1.iter().copied().filter(|other| *other != word));
        let len = |word: usize| self.layout.len(word);
        others.filter(|other| self.base.entails(&Constraint::eq(len(word), len(*other)))).collect()
    }

    /// Those in which constraints hold of all positions of a word that a pattern speaks of, its head included. Its positions are
    /// those of the pattern in order, and one word is all that it is about.
    pub fn taken(&self, pattern: &Pattern, word: usize, said: &[Constraint]) -> Words<N> {
        let layout = self.layout;
        let mut known = self.clone();
        let about = |place: usize| {
            move |dim: Dim| match dim.index().checked_sub(layout.dims()) {
                // A position before this place is the head; those behind it are positions of the tail.
                Some(at) if at / layout.depth() < place => match at % layout.depth() {
                    0 => None,
                    part => Some(layout.head(word, part - 1)),
                },
                Some(at) => Some(Dim::new(layout.dims() + at - place * layout.depth())),
                None => Some(dim),
            }
        };
        let renamed = |place: usize| -> Vec<Constraint> {
            let of = about(place);
            let known = |c: &&Constraint| c.expr().terms().iter().all(|(dim, _)| of(*dim).is_some());
            said.iter().filter(known).map(|c| c.rename(|dim| of(dim).unwrap_or(dim))).collect()
        };
        let add = |known: &mut Words<N>, pattern: Pattern, said: Vec<Constraint>| {
            let Some(number) = known.patterns.iter().position(|other| *other == pattern) else { return };
            let fact = known.facts.entry((number, vec![word])).or_default();
            fact.extend(said.into_iter().filter(|c| !c.is_always()));
            fact.sort();
            fact.dedup();
        };
        match (pattern.at.len(), pattern.guard.as_slice()) {
            (1, []) => {
                for constraint in renamed(1) {
                    known.base = known.base.meet_constraint(&constraint);
                }
                add(&mut known, Pattern::all(), renamed(0));
            }
            (2, [guard]) => {
                add(&mut known, pattern.clone(), renamed(0));
                // The head comes first, and one of the tail after it.
                match guard {
                    Guard::Before(0, 1) => add(&mut known, Pattern::all(), renamed(1)),
                    Guard::Next(0, 1) => add(&mut known, Pattern::first(), renamed(1)),
                    _ => {}
                }
            }
            _ => {}
        }
        known
    }

    /// Those in which a word has one cell.
    pub fn single(&self, word: usize) -> Words<N> {
        let mut base = self.base.meet_constraint(&Constraint::eq(self.layout.len(word), 1));
        for field in self.layout.summed() {
            if let Some(sum) = self.layout.sum(word, field) {
                base = base.meet_constraint(&Constraint::eq(sum, self.layout.head(word, field)));
            }
        }
        // There are no positions in its tail; and what holds of words of one cell holds now.
        let base = self.at(base, Vec::new(), &[]);
        let facts = self.facts.iter().filter(|(key, _)| !key.1.contains(&word));
        let facts = facts.map(|(key, fact)| (key.clone(), fact.clone())).collect();
        Words { base, facts, ..self.clone() }
    }

    /// Changes a dimension in the base and in all formulas.
    fn changed(&self, dim: Dim, change: impl Fn(&N) -> N) -> Words<N> {
        let mut facts = BTreeMap::new();
        let base = change(&self.base);
        let unsummed = self.unsummed();
        for (key, fact) in &self.facts {
            if !fact.iter().any(|constraint| constraint.expr().mentions(dim)) {
                facts.insert(key.clone(), fact.clone());
                continue;
            }
            // What a formula says of the dimension is kept for others by what the base knows of it.
            let known = self.from(&unsummed, key);
            let fact = strip(&self.patterns, self.layout, key, &change(&known), &base);
            if !fact.is_empty() {
                facts.insert(key.clone(), fact);
            }
        }
        Words { base, facts, ..self.clone() }
    }
}

/// The constraints that say something of the positions of a formula or of the data there, besides what its guard says.
fn strip<N: Numeric>(
    patterns: &[Pattern],
    layout: Layout,
    key: &Key,
    value: &N,
    base: &N,
) -> Vec<Constraint> {
    let Some(pattern) = patterns.get(key.0) else { return Vec::new() };
    let len = |slot: usize| key.1.get(slot).map_or(Expr::constant(0), |word| layout.len(*word).into());
    let mut known = pattern.constraints(|at| layout.position(at).into(), len);
    for (at, slot) in pattern.at.iter().enumerate() {
        let pos = layout.position(at);
        known.push(Constraint::ge(pos, 1));
        known.push(Constraint::lt(pos, len(*slot)));
    }
    let about = |constraint: &Constraint| {
        let dims = constraint.expr().terms();
        let of_positions = dims.iter().any(|(dim, _)| dim.index() >= layout.dims());
        (of_positions || pattern.is_conditional() && !base.entails(constraint)) && !known.contains(constraint)
    };
    value.constraints().into_iter().filter(about).collect()
}
