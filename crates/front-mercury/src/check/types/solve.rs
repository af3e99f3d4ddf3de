//! Names with several meanings: which of them fit.
//!
//! Each use of such a name has a list of candidates. A candidate is out if its types cannot be unified with what is known; a use
//! with one candidate left takes it, and what that makes known may decide others. A use is looked at again only if one of the
//! types changes that its candidates would have changed. This alone decides nearly all code, in a time that grows with the
//! number of uses and candidates. What is left is searched, with a bound on the number of tries.
//!
//! Of what stays open, a value is preferred to a closure that lacks arguments (`length(Xs)` is a number), and what the module
//! declares itself to what it imports. The compiler would call both ambiguous.

use super::Inference;
use super::candidates::Candidate;
use super::store::T;
use crate::syntax::ast::Name;
use source::Span;
use std::collections::{BTreeMap, VecDeque};

/// How many candidates the search may take.
const MAX_TRIES: usize = 4_000;
/// How many choices may depend on each other.
const MAX_CHOICES: usize = 150;

/// A use of a name with several meanings.
pub(crate) struct Use {
    pub name: Name,
    pub at: Span,
    pub args: Vec<T>,
    pub arg_places: Vec<Span>,
    pub result: Option<T>,
    /// The meanings that are left; one if it is decided, none if a message says why.
    pub candidates: Vec<Candidate>,
    pub decided: bool,
    /// Whether it waits in the queue.
    queued: bool,
}

impl Use {
    pub(crate) fn new(name: &Name, at: Span, args: Vec<T>, arg_places: Vec<Span>, result: Option<T>) -> Use {
        let name = name.clone();
        Use { name, at, args, arg_places, result, candidates: Vec::new(), decided: false, queued: false }
    }
}

/// What a search found.
enum Search {
    /// No reading fits.
    None,
    One(Vec<(usize, Candidate)>),
    /// A use with two meanings that both fit.
    Two(usize, Candidate, Candidate),
    TooMuch,
}

/// What is left of the candidates, to go back to.
type Saved = Vec<(usize, Vec<Candidate>, bool)>;

#[derive(Default)]
pub(crate) struct Queue {
    open: VecDeque<usize>,
    /// Uses to look at when a type gets known.
    watchers: BTreeMap<T, Vec<usize>>,
}

impl Inference<'_> {
    /// Unifies for good, and wakes the uses that this concerns.
    pub(super) fn unify(&mut self, left: T, right: T) -> bool {
        let mark = self.store.mark();
        if !self.store.unify(left, right) {
            self.store.undo(mark);
            return false;
        }
        for known in self.store.bound_since(mark) {
            for watcher in self.queue.watchers.remove(&known).unwrap_or_default() {
                self.wake(watcher);
            }
        }
        true
    }

    pub(super) fn wake(&mut self, index: usize) {
        if let Some(waiting) = self.uses.get_mut(index)
            && !waiting.queued
            && !waiting.decided
        {
            waiting.queued = true;
            self.queue.open.push_back(index);
        }
    }

    /// Whether a candidate fits what is known, and the types that it would change.
    fn fits(&mut self, index: usize, candidate: Candidate) -> (bool, Vec<T>) {
        let mark = self.store.mark();
        let fits = self.apply(index, candidate);
        let bound = self.store.bound_since(mark);
        self.store.undo(mark);
        (fits, bound)
    }

    /// Takes a candidate's types.
    fn apply(&mut self, index: usize, candidate: Candidate) -> bool {
        let Some(of) = self.uses.get(index) else { return false };
        let (args, result) = (of.args.clone(), of.result);
        let Some(signature) = self.signature(candidate, args.len()) else { return false };
        if let (Some(left), Some(right)) = (result, signature.result)
            && !self.store.unify(left, right)
        {
            return false;
        }
        signature.args.len() == args.len()
            && args.iter().zip(&signature.args).all(|(left, right)| self.store.unify(*left, *right))
    }

    /// Takes a candidate for good.
    fn decide(&mut self, index: usize, candidate: Candidate) -> bool {
        if let Some(of) = self.uses.get_mut(index) {
            of.decided = true;
            of.candidates = vec![candidate];
        }
        let place = self.uses.get(index).map(|of| of.at);
        if let Some(place) = place {
            self.because(place);
        }
        let mark = self.store.mark();
        let fits = self.apply(index, candidate);
        for known in self.store.bound_since(mark) {
            for watcher in self.queue.watchers.remove(&known).unwrap_or_default() {
                self.wake(watcher);
            }
        }
        fits
    }

    /// Narrows until nothing changes. Returns a use that no candidate fits.
    fn narrow(&mut self) -> Option<usize> {
        while let Some(index) = self.queue.open.pop_front() {
            let Some(of) = self.uses.get_mut(index) else { continue };
            of.queued = false;
            if of.decided {
                continue;
            }
            let candidates = of.candidates.clone();
            let mut left = Vec::new();
            let mut changed = Vec::new();
            for candidate in candidates {
                let (fits, bound) = self.fits(index, candidate);
                if fits {
                    left.push(candidate);
                    changed.extend(bound);
                }
            }
            match left[..] {
                [] => return Some(index),
                [one] => {
                    if !self.decide(index, one) {
                        return Some(index);
                    }
                }
                _ => {
                    changed.sort();
                    changed.dedup();
                    for ty in changed {
                        self.queue.watchers.entry(ty).or_default().push(index);
                    }
                    if let Some(of) = self.uses.get_mut(index) {
                        of.candidates = left;
                    }
                }
            }
        }
        None
    }

    /// Decides all uses, or says what is wrong with them.
    pub(super) fn solve(&mut self) {
        for index in 0..self.uses.len() {
            self.wake(index);
        }
        self.narrow_all();
        if self.open_uses().is_empty() {
            return;
        }
        if self.quiet() {
            return;
        }
        self.prefer_values();
        if self.open_uses().is_empty() {
            return;
        }
        loop {
            match self.search(&mut 0, 0) {
                Search::One(found) => {
                    for (index, candidate) in found {
                        self.decide(index, candidate);
                    }
                    self.queue.open.clear();
                    return;
                }
                Search::None => {
                    if let Some(index) = self.open_uses().first().copied() {
                        self.say_none_fits(index);
                    }
                    return;
                }
                // With one of them taken, others may still be open.
                Search::Two(index, one, other) => {
                    self.say_ambiguous(index, one, other);
                    self.decide(index, one);
                    if self.narrow().is_some() {
                        return;
                    }
                }
                Search::TooMuch => {
                    if let Some(index) = self.open_uses().first().copied() {
                        self.say_too_much(index);
                    }
                    return;
                }
            }
        }
    }

    /// Narrows, with a message for each use that nothing fits.
    fn narrow_all(&mut self) {
        while let Some(index) = self.narrow() {
            self.say_none_fits(index);
            if let Some(of) = self.uses.get_mut(index) {
                of.decided = true;
                of.candidates.clear();
            }
        }
    }

    fn open_uses(&self) -> Vec<usize> {
        (0..self.uses.len()).filter(|index| self.uses.get(*index).is_some_and(|of| !of.decided)).collect()
    }

    fn save(&self) -> Saved {
        let saved = |index: usize| self.uses.get(index).map(|of| (index, of.candidates.clone(), of.decided));
        self.open_uses().into_iter().filter_map(saved).collect()
    }

    fn restore(&mut self, saved: &Saved) {
        self.queue.open.clear();
        self.uses.iter_mut().for_each(|of| of.queued = false);
        for (index, candidates, decided) in saved {
            if let Some(of) = self.uses.get_mut(*index) {
                of.candidates.clone_from(candidates);
                of.decided = *decided;
            }
        }
    }

    /// Where a value and a closure are left, takes the value, and where something of the module's own and something imported are
    /// left, what is its own, if all can be right then.
    fn prefer_values(&mut self) {
        let (mark, saved) = (self.store.mark(), self.save());
        for (index, candidates, _) in &saved {
            let preferred = self.preferred(candidates);
            if preferred.len() < candidates.len()
                && let Some(of) = self.uses.get_mut(*index)
            {
                of.candidates = preferred;
                self.wake(*index);
            }
        }
        if self.narrow().is_some() {
            self.store.undo(mark);
            self.restore(&saved);
            // The watchers of the changed types are not known, so all these uses are checked again.
            for (index, _, _) in &saved {
                self.wake(*index);
            }
            let _ = self.narrow();
        }
    }

    fn preferred(&self, candidates: &[Candidate]) -> Vec<Candidate> {
        let values: Vec<Candidate> = candidates.iter().copied().filter(|one| !one.is_closure()).collect();
        let left = if values.is_empty() { candidates.to_vec() } else { values };
        let own: Vec<Candidate> = left.iter().copied().filter(|one| self.is_own(*one)).collect();
        if own.is_empty() { left } else { own }
    }

    /// Tries the candidates of one use after the other. What it changes it takes back.
    fn search(&mut self, tries: &mut usize, depth: usize) -> Search {
        let open = self.open_uses();
        let fewest = open
            .iter()
            .copied()
            .min_by_key(|index| self.uses.get(*index).map_or(usize::MAX, |of| of.candidates.len()));
        let Some(index) = fewest else { return Search::One(Vec::new()) };
        if depth > MAX_CHOICES {
            return Search::TooMuch;
        }
        let candidates = self.uses.get(index).map(|of| of.candidates.clone()).unwrap_or_default();
        let saved = self.save();
        let mut found: Option<(Candidate, Vec<(usize, Candidate)>)> = None;
        for candidate in candidates {
            *tries += 1;
            if *tries > MAX_TRIES {
                return Search::TooMuch;
            }
            let mark = self.store.mark();
            let fits = self.decide(index, candidate);
            for (other, _, _) in &saved {
                self.wake(*other);
            }
            let inner =
                if fits && self.narrow().is_none() { self.search(tries, depth + 1) } else { Search::None };
            // What narrowing decided belongs to the solution.
            let decided: Vec<(usize, Candidate)> = saved
                .iter()
                .filter_map(|(index, _, _)| {
                    let of = self.uses.get(*index)?;
                    of.decided.then(|| of.candidates.first().map(|one| (*index, *one))).flatten()
                })
                .collect();
            self.store.undo(mark);
            self.restore(&saved);
            match (inner, &found) {
                (Search::None, _) => {}
                (Search::One(_), Some((first, _))) => return Search::Two(index, *first, candidate),
                (Search::One(more), None) => {
                    found = Some((candidate, decided.into_iter().chain(more).collect()));
                }
                (other, _) => return other,
            }
        }
        match found {
            Some((_, solution)) => Search::One(solution),
            None => Search::None,
        }
    }
}
