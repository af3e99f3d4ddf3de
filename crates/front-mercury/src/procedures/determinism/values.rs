//! Determinisms as pairs: whether it can fail, and the maximal number of solutions.
//!
//! ```text
//!                    0 solutions   1         more       more, the first one counts
//! cannot fail        erroneous     det       multi      cc_multi
//! can fail           failure       semidet   nondet     cc_nondet
//! ```
//!
//! The tables are those of the chapter on determinism of the Mercury reference manual.

use crate::core::Determinism;

/// How many solutions there are at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Solutions {
    None,
    One,
    /// Several, of which any one may be taken.
    First,
    Many,
}

/// A determinism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Det {
    /// Whether it can fail.
    pub can_fail: bool,
    /// How many solutions it has at most.
    pub solutions: Solutions,
}

impl Det {
    /// It succeeds once.
    pub const DET: Det = Det { can_fail: false, solutions: Solutions::One };
    /// It fails.
    pub const FAILURE: Det = Det { can_fail: true, solutions: Solutions::None };
    /// It never returns.
    pub const ERRONEOUS: Det = Det { can_fail: false, solutions: Solutions::None };

    /// It succeeds once, or fails if it can.
    pub fn once(can_fail: bool) -> Det {
        Det { can_fail, solutions: Solutions::One }
    }

    /// What a declaration says.
    pub fn of(word: Determinism) -> Det {
        let (can_fail, solutions) = match word {
            Determinism::Det => (false, Solutions::One),
            Determinism::Semidet => (true, Solutions::One),
            Determinism::Multi => (false, Solutions::Many),
            Determinism::Nondet => (true, Solutions::Many),
            Determinism::CcMulti => (false, Solutions::First),
            Determinism::CcNondet => (true, Solutions::First),
            Determinism::Erroneous => (false, Solutions::None),
            Determinism::Failure => (true, Solutions::None),
        };
        Det { can_fail, solutions }
    }

    /// The word for it.
    pub fn word(self) -> Determinism {
        match (self.can_fail, self.solutions) {
            (false, Solutions::None) => Determinism::Erroneous,
            (true, Solutions::None) => Determinism::Failure,
            (false, Solutions::One) => Determinism::Det,
            (true, Solutions::One) => Determinism::Semidet,
            (false, Solutions::First) => Determinism::CcMulti,
            (true, Solutions::First) => Determinism::CcNondet,
            (false, Solutions::Many) => Determinism::Multi,
            (true, Solutions::Many) => Determinism::Nondet,
        }
    }

    /// This, and then that.
    pub fn then(self, next: Det) -> Det {
        if self.solutions == Solutions::None {
            return self;
        }
        let solutions = match next.solutions {
            Solutions::None => Solutions::None,
            solutions => solutions.max(self.solutions),
        };
        Det { can_fail: self.can_fail || next.can_fail, solutions }
    }

    /// This, and if it is exhausted that.
    pub fn or(self, other: Det) -> Det {
        let solutions = match (self.solutions, other.solutions) {
            (Solutions::None, solutions) | (solutions, Solutions::None) => solutions,
            (Solutions::Many, _) | (_, Solutions::Many) | (Solutions::One, Solutions::One) => Solutions::Many,
            _ => Solutions::First,
        };
        Det { can_fail: self.can_fail && other.can_fail, solutions }
    }

    /// One of both; the caller does not know which.
    pub fn either(self, other: Det) -> Det {
        let solutions = self.solutions.max(other.solutions);
        Det { can_fail: self.can_fail || other.can_fail, solutions }
    }

    /// Its negation.
    pub fn negated(self) -> Det {
        match (self.can_fail, self.solutions) {
            (false, Solutions::None) => Det::ERRONEOUS,
            (true, Solutions::None) => Det::DET,
            (false, _) => Det::FAILURE,
            (true, _) => Det::once(true),
        }
    }

    /// Whether what has this determinism may be declared as that one.
    pub fn fits(self, declared: Det) -> bool {
        let solutions = match declared.solutions {
            // Which solution is taken does not matter.
            Solutions::First => true,
            declared => self.solutions <= declared,
        };
        (declared.can_fail || !self.can_fail) && solutions
    }
}
