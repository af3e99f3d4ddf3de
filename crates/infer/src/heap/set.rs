//! Sets of heaps: a state for each shape.

use super::shape::Shape;
use super::shared::Shared;
use super::state::State;
use base::Int;
use domains::{Constraint, Dim, Lattice, Numeric};
use source::Span;
use std::collections::BTreeMap;

/// Why nothing is known at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// What happened.
    pub why: String,
    /// Where.
    pub span: Span,
}

/// A set of heaps.
#[derive(Clone, Debug)]
pub struct Heaps<N> {
    /// The states, by shape, each with how often it has grown.
    states: BTreeMap<Shape, (Shared<N>, usize)>,
    /// Whether there may be any heaps besides, and why.
    lost: Option<Lost>,
}

/// How often a state grows by joins before it is widened.
const DELAY: usize = 3;

impl<N: Numeric> Heaps<N> {
    /// No heap.
    pub fn none() -> Heaps<N> {
        Heaps { states: BTreeMap::new(), lost: None }
    }

    /// Any heap.
    pub fn lost(why: Lost) -> Heaps<N> {
        Heaps { states: BTreeMap::new(), lost: Some(why) }
    }

    /// The states.
    pub fn states(&self) -> impl Iterator<Item = &State<N>> {
        self.shared().map(Shared::state)
    }

    /// The states, to be known again.
    pub fn shared(&self) -> impl Iterator<Item = &Shared<N>> {
        self.states.values().map(|(state, _)| state)
    }

    /// Why there may be any heaps besides.
    pub fn why_lost(&self) -> Option<&Lost> {
        self.lost.as_ref()
    }

    /// Adds a state with its nodes in order.
    pub fn add(&mut self, state: &Shared<N>) {
        if state.state().is_empty() {
            return;
        }
        match self.states.get_mut(&state.state().shape) {
            None => {
                self.states.insert(state.state().shape.clone(), (state.clone(), 0));
            }
            Some((known, _)) => *known = known.join(state),
        }
    }

    /// Adds that nothing is known.
    pub fn lose(&mut self, why: Lost) {
        self.lost.get_or_insert(why);
    }
}

impl<N: Numeric> Lattice for Heaps<N> {
    /// The numbers that the program and its claims name.
    type Threshold = Int;

    fn is_bottom(&self) -> bool {
        self.states.is_empty() && self.lost.is_none()
    }

    fn leq(&self, other: &Self) -> bool {
        if other.lost.is_some() {
            return true;
        }
        self.lost.is_none()
            && self
                .states
                .iter()
                .all(|(shape, (state, _))| other.states.get(shape).is_some_and(|(known, _)| state.leq(known)))
    }

    fn join(&self, other: &Self) -> Self {
        let mut sum = self.clone();
        for (state, _) in other.states.values() {
            sum.add(state);
        }
        if let Some(why) = &other.lost {
            sum.lose(why.clone());
        }
        sum
    }

    fn widen(&self, next: &Self, thresholds: &[Int]) -> Self {
        let mut wide = self.clone();
        for (shape, (state, _)) in &next.states {
            match wide.states.get_mut(shape) {
                None => {
                    wide.states.insert(shape.clone(), (state.clone(), 0));
                }
                Some((known, age)) => {
                    if state.leq(known) {
                        continue;
                    }
                    *age += 1;
                    *known = if *age <= DELAY {
                        state.clone()
                    } else {
                        let (old, new) = (known.state(), state.state());
                        let kept = constraints(new, thresholds);
                        Shared::new(old.merged(new, old.words.widen(&new.words, &kept)))
                    };
                }
            }
        }
        if let Some(why) = &next.lost {
            wide.lose(why.clone());
        }
        wide
    }

    fn narrow(&self, next: &Self) -> Self {
        let mut states = BTreeMap::new();
        for (shape, (state, age)) in &self.states {
            if let Some((arrives, _)) = next.states.get(shape) {
                // What arrives is below; where it is above as well, nothing has changed.
                let narrowed = if state.leq(arrives) {
                    state.clone()
                } else {
                    let (old, new) = (state.state(), arrives.state());
                    let words = old.words.narrow(&new.words);
                    Shared::new(State { words, bags: new.bags.clone(), ..old.clone() })
                };
                states.insert(shape.clone(), (narrowed, *age));
            }
        }
        Heaps { states, lost: next.lost.clone() }
    }
}

/// What a widening keeps where it can: how numbers and first data compare to the numbers that the program names.
fn constraints<N: Numeric>(state: &State<N>, numbers: &[Int]) -> Vec<Constraint> {
    let layout = state.words.layout();
    let nums = (0..layout.nums).map(Dim::new);
    let heads =
        (0..layout.words).flat_map(|word| (0..layout.fields).map(move |field| layout.head(word, field)));
    let mut kept = Vec::new();
    for dim in nums.chain(heads) {
        for number in numbers {
            kept.push(Constraint::ge(dim, number.clone()));
            kept.push(Constraint::le(dim, number.clone()));
        }
    }
    kept
}
