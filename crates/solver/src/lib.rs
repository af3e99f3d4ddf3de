//! Decides formulas: integers and reals, trees, references and maps, arrays, functions, and their
//! combination.
//!
//! A [`Solver`] answers for a [`State`], an immutable chain of assertions that forks for free
//! (exploration walks a tree of them), or for its own stack of assertions with
//! [`push`](Solver::push) and [`pop`](Solver::pop).
//!
//! ```
//! use formula::{Sort, Terms};
//! use solver::{Solver, Verdict};
//! let mut t = Terms::new();
//! let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
//! let (less, more) = (t.lt(x, y), t.lt(y, x));
//! let mut s = Solver::new();
//! s.assert(less);
//! assert!(matches!(s.check(&t, &Default::default()), Verdict::Sat(_)));
//! s.push();
//! s.assert(more);
//! assert!(matches!(s.check(&t, &Default::default()), Verdict::Unsat(_)));
//! s.pop();
//! assert!(matches!(s.check(&t, &Default::default()), Verdict::Sat(_)));
//! ```

mod adviser;
mod arith;
mod candidates;
mod canonical;
mod egraph;
mod engine;
mod heap;
mod lit;
mod minimise;
mod polish;
mod quantifiers;
mod sat;
mod selective;
mod state;
mod verdict;

pub use adviser::{Advice, Adviser};
pub use canonical::Cache;
pub use engine::Counters;
pub use minimise::{Minimum, RealMinimum};
pub use polish::polish;
pub use quantifiers::{Kept, eliminate};
pub use selective::{Atom, Selective, negative, selective, selective_ground};
pub use state::{Solver, State, Statistics};
pub use verdict::{Unknown, Verdict};
