//! All that is known of Ada.
//!
//! So far this is the syntax: [`syntax::parse`] makes a typed tree of a text, [`syntax::parse_formula`] does so for
//! a condition in the notation of Ada, and [`syntax::print`] turns trees into text again.
//!
//! ```
//! let mut files = source::Files::new();
//! let file = files.add("twice.adb", "function Twice (X : Integer) return Integer is (2 * X);");
//! let parsed = front_ada::syntax::parse(&files, file);
//! let tree = parsed.tree.expect("it is right");
//! assert_eq!(front_ada::syntax::print(&tree), "function Twice (X : Integer) return Integer is (2 * X);\n");
//! ```

pub mod syntax;
