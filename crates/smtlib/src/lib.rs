//! SMT-LIB 2.6: the language in which solvers are asked.
//!
//! * [`run`] performs a script with any [`Backend`]: the [`Embedded`] solver, a [`ProcessSolver`] over a
//!   pipe (z3, cvc5), or both by [`CrossCheck`]. Answers come back as [`Response`]s, whose text is what z3
//!   prints; what is wrong with a script comes back as a [`source::Diagnostic`].
//! * [`script`], [`term_text`], [`sort_text`] and [`value_text`] write what `formula` holds.
//!
//! ```
//! use base::Budget;
//! use smtlib::{Embedded, End, run};
//! use source::Files;
//!
//! let mut files = Files::new();
//! let file = files.add("wrong.smt2", "(declare-const x Int)\n(assert (+ x 1))\n");
//! let end = run(&files, file, &mut Embedded::new(), &Budget::unlimited(), &mut |_| {});
//! let End::Problem(problem) = end else { panic!() };
//! assert_eq!(problem.message, "an assertion must be a Bool");
//! ```
//!
//! The way of a script: `lexer` → `sexpr` (flat s-expressions, one command at a time) → `commands` (one
//! function a command) → `elaborate` with `apply`, `builtins`, `cases` and `sorts` (terms with their sorts
//! checked) → a backend → `response`.
//!
//! Invariants: nothing recurses over the nesting of terms, neither reading nor printing, so a script is
//! bounded by memory and budget alone; sorts may recurse and are bounded. Answers do not depend on hash
//! order. A model of another program is handed on only if the evaluator of `formula` confirms it.

mod apply;
mod backend;
mod builtins;
mod cases;
mod commands;
mod declare;
mod elaborate;
mod env;
mod lexer;
mod names;
mod print;
mod process;
mod readback;
mod response;
mod run;
mod sexpr;
mod sorts;
mod trouble;
mod value;

pub use backend::{Answer, Backend, CrossCheck, Disagreement, Embedded, Failure, Logged, Query};
pub use declare::script;
pub use names::quote;
pub use print::{sort_text, term_text};
pub use process::ProcessSolver;
pub use response::{CheckVerdict, Definition, ModelText, Response};
pub use run::{End, run};
pub use value::value_text;
