//! Suites as Ada: a main procedure that builds each input, calls, and compares what came out.
//!
//! ```text
//! --  t2: Find: A (1) = Key
//! begin
//!    declare
//!       A   : Vector := (1 => 4);
//!       Key : Integer := 4;
//!    begin
//!       declare
//!          Result : constant Integer := Find (A, Key);
//!       begin
//!          Check (Result = 1, "Result = 1");
//!       end;
//!    end;
//! exception
//!    when E : others => Wrong (E);
//! end;
//! Done ("t2");
//! ```
//!
//! A subprogram that is visible to others is called from outside. For what only a package itself sees (its own
//! subprograms, its variables, private types) the main procedure carries a copy of the package, with the tests inside.

mod checks;
mod copied;
mod elsewhere;
mod feed;
mod file;
mod nested;
mod objects;
mod sheet;
mod test;
mod values;

pub(crate) use file::{Copied, Source, Sources, Written, emit};

use imperative::machine::{State, Value};
use imperative::{ErrorKind, ProcId};
use source::Span;

/// A test that was run.
pub(crate) struct Case<'a> {
    /// Its name.
    pub name: String,
    /// What is said of it in a comment.
    pub comment: String,
    /// What is called.
    pub entry: ProcId,
    /// On what.
    pub input: &'a State,
    /// What came out.
    pub expected: Expected<'a>,
}

/// What came out of a run; the objects of the input have the numbers that they had.
pub(crate) enum Expected<'a> {
    /// It returned.
    Ok(Option<Value>, &'a State),
    /// It ended in an error.
    Error(ErrorKind, Span),
}
