//! Other programs: the only crate that starts one.
//!
//! Glassbox needs nothing but itself. Where the user has z3, cvc5, a C compiler or the like and asks for
//! it, the program is found on the `PATH` ([`find`]), started without a shell in between, and never
//! waited for without a limit. [`Tool`] describes a program with its arguments; [`Tool::run`] runs it to
//! its end, [`Tool::talk`] starts a [`Session`] with it, question by question.
//!
//! ```
//! use std::time::Duration;
//! use tools::{Tool, ToolError};
//!
//! match Tool::new("cat").stdin("hello").time_limit(Duration::from_secs(10)).run() {
//!     Ok(output) => assert_eq!(output.stdout, b"hello"),
//!     Err(ToolError::NotFound { .. }) => {} // a machine without `cat`
//!     Err(other) => panic!("{other}"),
//! }
//! ```
//!
//! Invariants:
//! * Every wait ends: at the answer, at the limit, when the program ends, or when the stop check says so.
//! * A program that was started is ended when its value is dropped. (Programs which *that* program
//!   started are not known here and are left to it.)
//! * No clock is read: limits are timeouts of channels.

mod balance;
mod error;
mod find;
mod run;
mod session;
mod tool;

pub use balance::Balance;
pub use error::ToolError;
pub use find::find;
pub use run::{Output, Status};
pub use session::Session;
pub use tool::{StopCheck, Tool};
