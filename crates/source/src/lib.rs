//! Files, places in them, and messages about them.
//!
//! A front end reads text into a [`Files`] collection, marks what it talks about with [`Span`]s, and
//! reports what is wrong as [`Diagnostic`]s. A diagnostic is plain data; how it looks to a person is
//! decided in one place, [`render`], and nothing here prints.
//!
//! ```
//! use source::{Diagnostic, Files, render};
//!
//! let mut files = Files::new();
//! let file = files.add("sum.txt", "1 + true\n");
//! let problem = Diagnostic::error("the operand of `+` is not a number")
//!     .primary(files.span(file, 4, 8), "this is a Bool")
//!     .help("compare it first, as in `(ite b 1 0)`");
//! let text = render(&problem, &files, false);
//! assert!(text.starts_with("error: the operand of `+` is not a number\n --> sum.txt:1:5\n"));
//! assert!(text.contains("1 | 1 + true\n  |     ^^^^ this is a Bool\n"));
//! ```
//!
//! Invariants:
//! * A [`Span`] counts bytes; lines and columns are counted from 1, columns in characters.
//! * No function here fails or panics on any offset: one that lies outside of its file, or inside of a
//!   character, is moved to the nearest place that exists.

mod diagnostic;
mod files;
mod render;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use files::{FileId, Files, LineColumn, SourceFile, Span};
pub use render::{render, render_all};
