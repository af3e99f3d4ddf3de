//! All that is known of Mercury.
//!
//! * [`syntax`]: [`syntax::parse`] makes a typed tree of a text, [`syntax::print`] turns it into text again, [`syntax::expand`]
//!   writes grammar rules and state variables out, and [`syntax::collect`] gathers what belongs together.
//! * [`library`]: the standard library, in Mercury.
//! * [`check`]: the modules of a program, what their names mean, and their types.
//! * [`core`]: the result of that, in superhomogeneous form, for modes, graphs and machines.
//! * [`procedures`]: predicates in their modes: the order of goals, directions of unifications, switches and determinism.
//! * [`code`]: procedures as code of the machine, with labels; [`values`]: values of a run as text.
//!
//! * [`LANGUAGE`]: all of it as one of the languages.
//!
//! ```
//! let mut files = source::Files::new();
//! let file = files.add("twice.m", ":- func twice(int) = int.\ntwice(X) = 2 * X.\n");
//! let parsed = front_mercury::syntax::parse(&files, file);
//! let (module, problems) = front_mercury::syntax::collect(parsed.tree);
//! assert_eq!(module.predicates[0].clauses.len(), 1);
//! assert!(!problems.iter().any(source::Diagnostic::is_error));
//! ```

mod assume;
mod builtins;
pub mod check;
pub mod code;
pub mod core;
mod language;
pub mod library;
pub mod procedures;
mod sheet;
pub mod suites;
pub mod syntax;
pub mod values;

pub use language::{LANGUAGE, Mercury};
