//! The least value of a term over all models of a state.
//!
//! Branch and bound by asking: each model gives an upper bound, and the next question is for
//! something smaller, in steps that double while they succeed and halve when they fail.

use crate::state::{Solver, State};
use crate::verdict::{Unknown, Verdict};
use base::{Budget, Int, Rat};
use formula::{Model, Term, Terms, evaluate};
use std::sync::Arc;

/// The answer to a minimisation.
#[derive(Clone, Debug)]
pub enum Minimum {
    /// The least value, proved, with a model that has it.
    Least(Int, Arc<Model>),
    /// There are models with values below this, and no end was found.
    Unbounded(Int, Arc<Model>),
    /// There is no model.
    Unsat(Arc<[Term]>),
    /// Undecided; the best model so far, if there is one.
    Unknown(Unknown, Option<(Int, Arc<Model>)>),
}

/// Below −2 to this power a value counts as unbounded.
const UNBOUNDED_BITS: usize = 80;

impl Solver {
    /// The least value of an integer term over the models of a state.
    pub fn minimise(&mut self, terms: &mut Terms, state: &State, term: Term, budget: &Budget) -> Minimum {
        let mut best = match self.check_state(terms, state, budget) {
            Verdict::Sat(m) => m,
            Verdict::Unsat(core) => return Minimum::Unsat(core),
            Verdict::Unknown(u) => return Minimum::Unknown(u, None),
        };
        let value = |terms: &Terms, m: &Model| match evaluate(terms, m, term) {
            Ok(v) => v.as_rat().map_or(Int::ZERO, |r: Rat| r.floor()),
            Err(_) => Int::ZERO,
        };
        let mut high = value(terms, &best);
        // Nothing at or below `low` is known to be possible only if `low` is set.
        let mut low: Option<Int> = None;
        let mut step = Int::ONE;
        loop {
            if high.is_negative() && high.bits() > UNBOUNDED_BITS {
                return Minimum::Unbounded(high, best);
            }
            let target = match &low {
                Some(l) => {
                    if &high - l <= Int::ONE {
                        return Minimum::Least(high, best);
                    }
                    // Halfway between the largest impossible and the best known.
                    let gap = (&high - l).div_floor(&Int::from(2));
                    l + &gap
                }
                None => &high - &step,
            };
            let k = terms.int(target.clone());
            let less = terms.le(term, k);
            match self.check_state(terms, &state.assert(less), budget) {
                Verdict::Sat(m) => {
                    high = value(terms, &m);
                    best = m;
                    step = &step + &step;
                }
                Verdict::Unsat(_) => low = Some(target),
                Verdict::Unknown(u) => return Minimum::Unknown(u, Some((high, best))),
            }
        }
    }
}

/// How often the least value of a real term is narrowed down. A value with a small denominator takes a few rounds.
const ROUNDS: usize = 40;

/// The answer to a minimisation of a real term.
#[derive(Clone, Debug)]
pub enum RealMinimum {
    /// The least value, proved, with a model that has it.
    Least(Rat, Arc<Model>),
    /// No least value was found: there may be none, as of `x` where `x > 0`. A model with a value that is not far off.
    Near(Rat, Arc<Model>),
    /// There is no model.
    Unsat(Arc<[Term]>),
    /// Undecided from the start.
    Unknown(Unknown),
}

impl Solver {
    /// The least value of a real term that is never negative, over the models of a state: the bounds are narrowed down by the
    /// simplest fractions between them, until nothing is less than the best one.
    pub fn minimise_real(
        &mut self,
        terms: &mut Terms,
        state: &State,
        term: Term,
        budget: &Budget,
    ) -> RealMinimum {
        let mut best = match self.check_state(terms, state, budget) {
            Verdict::Sat(m) => m,
            Verdict::Unsat(core) => return RealMinimum::Unsat(core),
            Verdict::Unknown(u) => return RealMinimum::Unknown(u),
        };
        let value = |terms: &Terms, m: &Model| {
            let value = evaluate(terms, m, term).ok().and_then(|v| v.as_rat());
            value.unwrap_or(Rat::ZERO)
        };
        let mut high = value(terms, &best);
        // Nothing at or below it is possible, if it is there.
        let mut low: Option<Rat> = None;
        for _ in 0..ROUNDS {
            if !high.is_positive() {
                return RealMinimum::Least(high, best);
            }
            let tried = low.as_ref().map_or(Rat::ZERO, |low| between(low, &high));
            if tried < high {
                let bound = terms.real(tried.clone());
                let within = terms.le(term, bound);
                match self.check_state(terms, &state.assert(within), budget) {
                    Verdict::Sat(m) => (high, best) = (value(terms, &m), m),
                    Verdict::Unsat(_) => low = Some(tried),
                    Verdict::Unknown(_) => return RealMinimum::Near(high, best),
                }
            }
            let bound = terms.real(high.clone());
            let less = terms.lt(term, bound);
            match self.check_state(terms, &state.assert(less), budget) {
                Verdict::Sat(m) => (high, best) = (value(terms, &m), m),
                Verdict::Unsat(_) => return RealMinimum::Least(high, best),
                Verdict::Unknown(_) => return RealMinimum::Near(high, best),
            }
        }
        // The infimum may not be reached. The next whole number is easier to read than a value close to it.
        let whole = low.map_or(Rat::ZERO, |low| Rat::from(&(&low.floor() + &Int::ONE)));
        let number = terms.real(whole.clone());
        let is_whole = terms.eq(term, number);
        match self.check_state(terms, &state.assert(is_whole), budget) {
            Verdict::Sat(m) => RealMinimum::Near(whole, m),
            _ => RealMinimum::Near(high, best),
        }
    }
}

/// The fraction with the least denominator that is above one number and not above another, larger one; both are not negative.
fn between(low: &Rat, high: &Rat) -> Rat {
    // r = whole + 1 / rest, where the bounds of the rest change sides.
    let whole = low.floor();
    let next = Rat::from(&(&whole + &Int::ONE));
    if next <= *high {
        return next;
    }
    let whole = Rat::from(&whole);
    let (a, b) = (low - &whole, high - &whole);
    let most = (!a.is_zero()).then(|| a.recip());
    &whole + &at_least(&b.recip(), most.as_ref()).recip()
}

/// The fraction with the least denominator that is not below one number and below another, larger one, if that is there.
fn at_least(low: &Rat, high: Option<&Rat>) -> Rat {
    let next = Rat::from(&low.ceil());
    let Some(high) = high.filter(|high| next >= **high) else { return next };
    let whole = Rat::from(&low.floor());
    let (a, b) = (low - &whole, high - &whole);
    &whole + &between(&b.recip(), &a.recip()).recip()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rat(n: i64, d: i64) -> Rat {
        Rat::new(Int::from(n), Int::from(d))
    }

    #[test]
    fn the_simplest_fraction_between_two_numbers() {
        for (low, high, simplest) in [
            (rat(0, 1), rat(1, 1), rat(1, 1)),
            (rat(0, 1), rat(4, 15), rat(1, 4)),
            (rat(1, 4), rat(1, 3), rat(1, 3)),
            (rat(5, 2), rat(8, 3), rat(8, 3)),
            (rat(5, 2), rat(29, 10), rat(8, 3)),
            (rat(9, 10), rat(7, 2), rat(1, 1)),
            (rat(1, 1), rat(7, 2), rat(2, 1)),
        ] {
            assert_eq!(between(&low, &high), simplest, "{low:?} {high:?}");
        }
        // By trying all denominators.
        for n in 0..40 {
            for m in n + 1..41 {
                let (low, high) = (rat(n, 12), rat(m, 12));
                let found = between(&low, &high);
                let first = (1..).find_map(|d| {
                    let up = &(&low * &rat(d, 1)).floor() + &Int::ONE;
                    let r = Rat::new(up, Int::from(d));
                    (r <= high).then_some(r)
                });
                assert_eq!(Some(found), first, "{low:?} {high:?}");
            }
        }
    }
}
