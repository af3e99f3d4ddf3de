//! Bounds of integers beside each other: `x ≤ 10 ∧ x < 8` is `x < 8`, and `x ≤ 5 ∨ x = 6` is `x ≤ 6`.

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use base::{Int, Rat};

/// The values of a sum that a comparison allows.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Range {
    Most(Int),
    Least(Int),
    Only(Int),
    Except(Int),
}
use Range::{Except, Least, Most, Only};

/// A comparison of a sum of integers with a constant.
#[derive(Clone, Debug)]
struct Bound {
    sum: Vec<(Term, Rat)>,
    range: Range,
}

impl Range {
    fn opposite(&self) -> Range {
        match self {
            Most(k) => Least(k + &Int::ONE),
            Least(k) => Most(k - &Int::ONE),
            Only(k) => Except(k.clone()),
            Except(k) => Only(k.clone()),
        }
    }

    fn within(&self, other: &Range) -> bool {
        match (self, other) {
            (Most(a), Most(b)) => a <= b,
            (Least(a), Least(b)) => a >= b,
            (Only(a), Most(b)) => a <= b,
            (Only(a), Least(b)) => a >= b,
            (Only(a), Except(b)) => a != b,
            (Most(a), Except(b)) => a < b,
            (Least(a), Except(b)) => a > b,
            (a, b) => a == b,
        }
    }

    /// Both at once, where that is one range again.
    fn both(&self, other: &Range) -> Option<Range> {
        match (self, other) {
            (Most(a), Except(b)) | (Except(b), Most(a)) if a == b => Some(Most(a - &Int::ONE)),
            (Least(a), Except(b)) | (Except(b), Least(a)) if a == b => Some(Least(a + &Int::ONE)),
            (Most(a), Least(b)) | (Least(b), Most(a)) if a == b => Some(Only(a.clone())),
            _ => None,
        }
    }
}

impl Terms {
    fn bound(&self, f: Term) -> Option<Bound> {
        let (atom, positive) = match self.op(f) {
            Op::Not => (self.args(f)[0], false),
            _ => (f, true),
        };
        let op = self.op(atom);
        if !matches!(op, Op::Le | Op::Lt | Op::Eq) {
            return None;
        }
        let (a, b) = (self.args(atom)[0], self.args(atom)[1]);
        if self.sort_of(a) != Sort::INT {
            return None;
        }
        let mut form = self.linear_form(&[(a, Rat::ONE), (b, Rat::MINUS_ONE)]);
        let flip = form.monomials.first()?.1.is_negative();
        // Σ ≤ −constant, or Σ ≥ constant after the signs were changed.
        let constant = form.offset().to_int()?;
        if form.monomials.iter().any(|(t, k)| !k.is_integer() || self.sort_of(*t) != Sort::INT) {
            return None;
        }
        if flip {
            form.monomials.iter_mut().for_each(|m| m.1 = -&m.1);
        }
        let strict = if *op == Op::Lt { Int::ONE } else { Int::ZERO };
        let range = match (op, flip) {
            (Op::Eq, true) => Only(constant),
            (Op::Eq, false) => Only(-constant),
            (_, true) => Least(&constant + &strict),
            (_, false) => Most(&(-constant) - &strict),
        };
        Some(Bound { sum: form.monomials, range: if positive { range } else { range.opposite() } })
    }

    /// A comparison from its sum and range; `strict` ones where that reads better.
    fn comparison(&mut self, b: &Bound, strict: bool) -> Term {
        let mut parts = Vec::with_capacity(b.sum.len());
        for (t, k) in &b.sum {
            let k = self.number(k.clone(), Sort::INT);
            parts.push(self.mul(k, *t));
        }
        let sum = self.add(&parts);
        let f = match &b.range {
            Most(k) if strict => {
                let k = self.int(k + &Int::ONE);
                self.lt(sum, k)
            }
            Least(k) if strict => {
                let k = self.int(k - &Int::ONE);
                self.lt(k, sum)
            }
            Most(k) => {
                let k = self.int(k.clone());
                self.le(sum, k)
            }
            Least(k) => {
                let k = self.int(k.clone());
                self.le(k, sum)
            }
            Only(k) | Except(k) => {
                let k = self.int(k.clone());
                self.eq(sum, k)
            }
        };
        let f = if matches!(b.range, Except(_)) { self.not(f) } else { f };
        self.simplify(f)
    }

    /// What remains of `other` beside `f` in a conjunction (`and`) or disjunction: itself, a truth value where `f`
    /// settles it, or both in one.
    pub(crate) fn beside(&mut self, f: Term, other: Term, and: bool) -> Beside {
        let (Some(a), Some(b)) = (self.bound(f), self.bound(other)) else { return Beside::Stays };
        if a.sum != b.sum {
            return Beside::Stays;
        }
        // One of them holds unless both opposites do.
        let (x, y) = if and { (a.range, b.range) } else { (a.range.opposite(), b.range.opposite()) };
        if x.within(&y) {
            return Beside::Settled(and);
        }
        if x.within(&y.opposite()) {
            return Beside::Settled(!and);
        }
        match x.both(&y) {
            Some(range) => {
                let range = if and { range } else { range.opposite() };
                let joined = self.comparison(&Bound { sum: a.sum, range }, and);
                Beside::Joined(joined)
            }
            None => Beside::Stays,
        }
    }
}

/// What becomes of a formula beside another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Beside {
    /// Nothing changes.
    Stays,
    /// It has this truth value there.
    Settled(bool),
    /// The two say together what this one says.
    Joined(Term),
}
