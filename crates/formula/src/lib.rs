//! The constraint language: what engines ask and solvers answer.
//!
//! * [`Sort`]: integers, reals, booleans, typed and untyped trees, references, arrays and maps,
//!   uninterpreted sorts.
//! * [`Term`]: a hash-consed term in a [`Terms`] store. A formula is a term of sort `Bool`;
//!   quantifiers are part of the syntax. Maps (an environment, a heap field) are arrays whose index
//!   sort is not the integers: membership `(x, v) ∈ M` is `select(M, x) = v`, an update is `store`.
//! * [`Model`] and [`Value`]: what a satisfying assignment says; [`evaluate`] computes a term in a
//!   model without any help of a solver, so it can judge one.
//! * [`substitute`](Terms::substitute), [`simplify`](Terms::simplify) (keeps equivalence),
//!   [`readable`](Terms::readable) (patterns instead of selectors) and [`show`](Terms::show) (the papers'
//!   notation: `x ≠ nil ∧ y ≤ 3`).
//!
//! ```
//! use formula::{evaluate, Model, Sort, Terms, Value};
//! let mut t = Terms::new();
//! let x = t.var("x", Sort::INT);
//! let three = t.int(3);
//! let small = t.le(x, three);
//! assert_eq!(t.show(small), "x ≤ 3");
//! let mut m = Model::default();
//! m.set(&t, x, Value::int(2));
//! assert_eq!(evaluate(&t, &m, small), Ok(Value::Bool(true)));
//! ```

mod bounds;
mod build;
mod check;
mod eval;
mod linear;
mod model;
mod plainer;
mod print;
mod readable;
mod rewrite;
mod roots;
mod simplify;
mod sort;
mod term;
mod value;

pub use eval::{EvalError, all_hold, evaluate, holds};
pub use linear::LinearForm;
pub use model::{FunKey, Model, Table};
pub use plainer::Plainer;
pub use print::{Form, Style};
pub use roots::Root;
pub use sort::{Constructor, DataDecl, DataId, FunDecl, FunId, Sort, SortKind};
pub use term::{Op, Term, Terms};
pub use value::{ArrayValue, ConValue, FunctorValue, Value};
