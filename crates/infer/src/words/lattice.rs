//! Order, join and widening of words, and what follows from a value.

use super::{Key, Pattern, Words, strip};
use base::Int;
use domains::{Constraint, Dim, Lattice, Numeric};
use std::collections::{BTreeMap, BTreeSet};

impl<N: Numeric> Words<N> {
    /// Whether a constraint holds for all positions that a formula mentions. Its dimensions are those of the formula.
    pub fn has(&self, pattern: usize, words: &[usize], constraint: &Constraint) -> bool {
        self.of(&(pattern, words.to_vec())).entails(constraint)
    }

    /// The keys that either has; and those that say what holds of words of some length, since the base may have said it so far.
    fn keys(&self, other: &Self) -> BTreeSet<Key> {
        let conditional = self.patterns.iter().enumerate().filter(|(_, pattern)| pattern.is_conditional());
        let conditional =
            conditional.flat_map(|(at, _)| (0..self.layout.words).map(move |word| (at, vec![word])));
        self.facts.keys().chain(other.facts.keys()).cloned().chain(conditional).collect()
    }

    /// Comparisons between numbers and data that widenings keep; one of the two is the data at one of `positions`
    /// positions (without positions, both are numbers or heads). That one number is at most another one often follows
    /// from something that is not kept.
    fn compared(&self, positions: usize) -> Vec<Constraint> {
        let layout = self.layout;
        let mut found = Vec::new();
        for field in 0..layout.fields {
            let heads = (0..layout.words).map(|word| layout.head(word, field));
            let known: Vec<Dim> = (0..layout.nums).map(Dim::new).chain(heads).collect();
            let data: Vec<Dim> = (0..positions).map(|at| layout.data(at, field)).collect();
            let from: &[Dim] = if positions == 0 { &known } else { &data };
            for a in from {
                for b in known.iter().chain(&data).filter(|b| *b != a) {
                    found.push(Constraint::le(*a, *b));
                    if positions > 0 {
                        found.push(Constraint::ge(*a, *b));
                    }
                }
            }
        }
        found
    }

    /// Whether a point is in the set. The data of words are given by cells.
    pub fn contains(&self, nums: &[Int], words: &[Vec<Vec<Int>>]) -> bool {
        let mut point: Vec<Int> = nums.to_vec();
        for word in words {
            let Some(first) = word.first() else { return false };
            point.push(Int::from(word.len() as i64));
            point.extend(first.iter().cloned());
            for field in self.layout.summed() {
                point.push(word.iter().fold(Int::from(0), |sum, cell| &sum + &cell[field]));
            }
        }
        self.base.contains(&point)
            && self.facts.iter().all(|(key, fact)| self.all_hold(key, fact, &point, words))
    }

    fn all_hold(&self, key: &Key, fact: &[Constraint], point: &[Int], words: &[Vec<Vec<Int>>]) -> bool {
        let Some(pattern) = self.patterns.get(key.0) else { return true };
        let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
        for slot in &pattern.at {
            let len = words[key.1[*slot]].len();
            rows = rows.iter().flat_map(|row| (1..len).map(|at| [row.as_slice(), &[at]].concat())).collect();
        }
        let len = |slot: usize| self.layout.len(key.1[slot]).into();
        let guard = pattern.constraints(|i| self.layout.position(i).into(), len);
        rows.iter().all(|row| {
            let mut point = point.to_vec();
            for (slot, at) in pattern.at.iter().zip(row) {
                point.push(Int::from(*at as i64));
                point.extend(words[key.1[*slot]][*at].iter().cloned());
            }
            !guard.iter().all(|c| c.holds_at(&point)) || fact.iter().all(|c| c.holds_at(&point))
        })
    }
}

impl<N: Numeric> Lattice for Words<N> {
    type Threshold = Constraint;

    fn is_bottom(&self) -> bool {
        self.is_empty()
    }

    /// A formula of the other must hold wherever it has positions at all: it is compared unless there can be none.
    fn leq(&self, other: &Self) -> bool {
        self.is_empty()
            || self.base.leq(&other.base)
                && other.facts.iter().all(|(key, fact)| {
                    let said = self.facts.get(key);
                    let mut open =
                        fact.iter().filter(|c| !said.is_some_and(|said| said.contains(c))).peekable();
                    if open.peek().is_none() {
                        return true;
                    }
                    let known = self.of(key);
                    open.all(|constraint| known.entails(constraint))
                })
    }

    fn join(&self, other: &Self) -> Self {
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        let mut facts = BTreeMap::new();
        let base = self.base.join(&other.base);
        let (mine, theirs) = (self.unsummed(), other.unsummed());
        for key in self.keys(other) {
            if let (Some(a), Some(b)) = (self.facts.get(&key), other.facts.get(&key))
                && a == b
                && !self.patterns.get(key.0).is_some_and(Pattern::is_conditional)
            {
                facts.insert(key, a.clone());
                continue;
            }
            let value = self.from(&mine, &key).join(&other.from(&theirs, &key));
            let fact = strip(&self.patterns, self.layout, &key, &value, &base);
            if !fact.is_empty() {
                facts.insert(key, fact);
            }
        }
        Words { base, facts, ..self.clone() }
    }

    /// A formula is widened together with all that is known of its positions. Since what is known of them depends on other
    /// formulas too, that need not end; so after a while a formula keeps those of its constraints that still hold, and nothing
    /// else.
    fn widen(&self, next: &Self, thresholds: &[Constraint]) -> Self {
        const PATIENCE: usize = 6;
        if self.is_empty() {
            return next.clone();
        }
        if next.is_empty() {
            return self.clone();
        }
        let mut facts = BTreeMap::new();
        // No word is empty: a widening must not forget it where it follows from something else.
        let lengths = (0..self.layout.words).map(|word| Constraint::ge(self.layout.len(word), 1));
        let mut thresholds: Vec<Constraint> = thresholds.iter().cloned().chain(lengths).collect();
        thresholds.extend(self.compared(0));
        let base = self.base.widen(&next.base, &thresholds);
        let strip = |key: &Key, value: &N| strip(&self.patterns, self.layout, key, value, &base);
        let (mine, theirs) = (self.unsummed(), next.unsummed());
        for key in self.keys(next) {
            let known = self.facts.get(&key);
            let conditional = self.patterns.get(key.0).is_some_and(Pattern::is_conditional);
            if known.is_some() && known == next.facts.get(&key) && !conditional {
                facts.extend(known.map(|fact| (key, fact.clone())));
                continue;
            }
            let (before, after) = (self.from(&mine, &key), next.from(&theirs, &key));
            // A formula without positions gets some once: where there can be positions once, there can be positions ever after.
            let fact = if before.is_bottom() {
                strip(&key, &after)
            } else if self.widened < PATIENCE {
                let count = self.patterns.get(key.0).map_or(0, |pattern| pattern.at.len());
                let kept: Vec<Constraint> = thresholds.iter().cloned().chain(self.compared(count)).collect();
                strip(&key, &before.widen(&before.join(&after), &kept))
            } else {
                let known = known.cloned().unwrap_or_default();
                known.into_iter().filter(|constraint| after.entails(constraint)).collect()
            };
            if !fact.is_empty() {
                facts.insert(key, fact);
            }
        }
        Words { base, facts, widened: self.widened + 1, ..self.clone() }
    }

    fn narrow(&self, next: &Self) -> Self {
        let base = self.base.narrow(&next.base);
        // The next value is below this one, so what it says holds, and what this one says holds as well.
        let mut facts = self.facts.clone();
        for (key, fact) in &next.facts {
            facts.entry(key.clone()).or_insert_with(|| fact.clone());
        }
        Words { base, facts, ..self.clone() }
    }
}
