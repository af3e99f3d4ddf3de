//! All that is known of Ada.
//!
//! * [`syntax`]: from text to a typed tree of what is written, and back.
//! * [`check`]: names, types, overloading: the [`tree`] in which every expression has its type.
//! * [`lower`]: the imperative program that engines work on.
//!
//! ```
//! let mut files = source::Files::new();
//! let file = files.add("twice.adb", "function Twice (X : Integer) return Integer is (2 * X);");
//! let parsed = front_ada::syntax::parse(&files, file);
//! let tree = parsed.tree.expect("it is right");
//! assert_eq!(front_ada::syntax::print(&tree), "function Twice (X : Integer) return Integer is (2 * X);\n");
//! ```

pub mod check;
mod emit;
mod language;
pub mod lower;
mod native;
mod notation;
pub mod syntax;
pub mod tree;
mod units;

pub use language::LANGUAGE;
pub use notation::NOTATION;
