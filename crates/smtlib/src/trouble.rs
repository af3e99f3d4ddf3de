//! Why reading a command did not succeed, and the messages that many places share.

use base::Stop;
use formula::{Sort, Terms};
use source::{Diagnostic, Span};

/// Why a command was given up.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The script is wrong. (Boxed: results are passed around a lot, diagnostics rarely.)
    Problem(Box<Diagnostic>),
    /// The budget is used up.
    Stopped(Stop),
}

impl From<Box<Diagnostic>> for Trouble {
    fn from(problem: Box<Diagnostic>) -> Trouble {
        Trouble::Problem(problem)
    }
}

impl From<Diagnostic> for Trouble {
    fn from(problem: Diagnostic) -> Trouble {
        Trouble::Problem(Box::new(problem))
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Stopped(stop)
    }
}

/// An error at a place.
pub(crate) fn at(span: Span, message: impl Into<String>, label: impl Into<String>) -> Trouble {
    Diagnostic::error(message).primary(span, label).into()
}

/// An error at a place, with a way out.
pub(crate) fn at_help(
    span: Span,
    message: impl Into<String>,
    label: impl Into<String>,
    help: impl Into<String>,
) -> Trouble {
    Diagnostic::error(message).primary(span, label).help(help).into()
}

/// A sort in the words of SMT-LIB, for a message.
pub(crate) fn sort_name(terms: &Terms, sort: Sort) -> String {
    crate::print::sort_text(terms, sort)
}
