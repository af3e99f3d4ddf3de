//! An observer of each query that the solver has to compute: a log, or another solver that answers beside it or instead
//! of it.
//!
//! ```
//! use base::Budget;
//! use formula::{Sort, Term, Terms};
//! use solver::{Adviser, Solver, Verdict};
//!
//! /// Counts.
//! struct Count(usize);
//! impl Adviser for Count {
//!     fn answer(&mut self, _: &Terms, _: &[Term], _: &Budget, own: &mut dyn FnMut() -> Verdict) -> Verdict {
//!         self.0 += 1;
//!         own()
//!     }
//! }
//!
//! let mut t = Terms::new();
//! let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
//! let less = t.lt(x, y);
//! let mut s = Solver::new();
//! s.set_adviser(Box::new(Count(0)));
//! s.assert(less);
//! assert!(matches!(s.check(&t, &Default::default()), Verdict::Sat(_)));
//! ```

use crate::Verdict;
use base::Budget;
use formula::{Term, Terms};
use std::fmt;

/// Gets queries and answers them, if only with the solver's own answer. An adviser serves one store of terms.
pub trait Adviser: Send {
    /// The answer for some assertions; `own` is the solver's.
    fn answer(
        &mut self,
        terms: &Terms,
        assertions: &[Term],
        budget: &Budget,
        own: &mut dyn FnMut() -> Verdict,
    ) -> Verdict;
}

/// Gives each part of a search an adviser of its own, since each has its own terms.
pub trait Advice: fmt::Debug + Send + Sync {
    /// One for another store of terms.
    fn adviser(&self) -> Box<dyn Adviser>;
}
