//! What can go wrong in a run, with what suites and paths call it.
//!
//! ```
//! use imperative::ErrorKind;
//! assert_eq!(ErrorKind::NilDereference.message(), "nil dereference");
//! ```

use crate::ExceptionId;

/// What can go wrong in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// A field, an element or the length of nil.
    NilDereference,
    /// A divisor is zero.
    DivisionByZero,
    /// An index below 0 or not below the length.
    IndexOutOfRange,
    /// An array with a negative length is allocated.
    NegativeArrayLength,
    /// The condition of an `assert` is false.
    FailedAssertion,
    /// A variable is read before it is written.
    Uninitialised,
    /// A procedure with a result ends without one.
    MissingResult,
    /// A result does not fit its word.
    Overflow,
    /// A shift by a negative number of bits, or by as many as there are, or of a negative number.
    BadShift,
    /// The program ends itself because something is wrong.
    Abort,
    /// The program ends itself, which need not be an error.
    Exit,
    /// A freed object is used.
    UseAfterFree,
    /// Something is freed that must not be freed, or was freed already.
    BadFree,
    /// Pointers into different objects are subtracted, or compared by order.
    UnrelatedPointers,
    /// Memory is lost that was not freed.
    Leak,
    /// A value is outside of the range that the program allows at its place.
    OutOfRange,
    /// Arrays that must have the same length have different lengths.
    LengthMismatch,
    /// An exception that the program declares ([`crate::Program::exceptions`]).
    Raised(ExceptionId),
}

impl ErrorKind {
    /// All of them but the exceptions of programs.
    pub const ALL: [ErrorKind; 17] = [
        ErrorKind::NilDereference,
        ErrorKind::DivisionByZero,
        ErrorKind::IndexOutOfRange,
        ErrorKind::NegativeArrayLength,
        ErrorKind::FailedAssertion,
        ErrorKind::Uninitialised,
        ErrorKind::MissingResult,
        ErrorKind::Overflow,
        ErrorKind::BadShift,
        ErrorKind::Abort,
        ErrorKind::Exit,
        ErrorKind::UseAfterFree,
        ErrorKind::BadFree,
        ErrorKind::UnrelatedPointers,
        ErrorKind::Leak,
        ErrorKind::OutOfRange,
        ErrorKind::LengthMismatch,
    ];

    /// The kind that a suite calls so, if it is none that only one program knows ([`crate::Program::error_called`]).
    pub fn of_message(message: &str) -> Option<ErrorKind> {
        ErrorKind::ALL.into_iter().find(|kind| kind.message() == message)
    }

    /// One word for it, as in the names of paths.
    pub fn word(self) -> &'static str {
        match self {
            ErrorKind::NilDereference => "nil",
            ErrorKind::DivisionByZero => "zero",
            ErrorKind::IndexOutOfRange => "index",
            ErrorKind::NegativeArrayLength => "length",
            ErrorKind::FailedAssertion => "assert",
            ErrorKind::Uninitialised => "uninitialised",
            ErrorKind::MissingResult => "result",
            ErrorKind::Overflow => "overflow",
            ErrorKind::BadShift => "shift",
            ErrorKind::Abort => "abort",
            ErrorKind::Exit => "exit",
            ErrorKind::UseAfterFree => "freed",
            ErrorKind::BadFree => "free",
            ErrorKind::UnrelatedPointers => "unrelated",
            ErrorKind::Leak => "leak",
            ErrorKind::OutOfRange => "range",
            ErrorKind::LengthMismatch => "lengths",
            ErrorKind::Raised(_) => "raised",
        }
    }

    /// What a person reads, and the `message` of a suite; of an exception, only its program knows the name
    /// ([`crate::Program::error_name`]).
    pub fn message(self) -> &'static str {
        match self {
            ErrorKind::NilDereference => "nil dereference",
            ErrorKind::DivisionByZero => "division by zero",
            ErrorKind::IndexOutOfRange => "index out of range",
            ErrorKind::NegativeArrayLength => "negative array length",
            ErrorKind::FailedAssertion => "failed assertion",
            ErrorKind::Uninitialised => "uninitialised variable",
            ErrorKind::MissingResult => "missing result",
            ErrorKind::Overflow => "overflow",
            ErrorKind::BadShift => "bad shift",
            ErrorKind::Abort => "abort",
            ErrorKind::Exit => "exit",
            ErrorKind::UseAfterFree => "use after free",
            ErrorKind::BadFree => "bad free",
            ErrorKind::UnrelatedPointers => "unrelated pointers",
            ErrorKind::Leak => "memory leak",
            ErrorKind::OutOfRange => "value out of range",
            ErrorKind::LengthMismatch => "arrays of different lengths",
            ErrorKind::Raised(_) => "exception of the program",
        }
    }

    /// Whether no compiled program reports it, with sanitizers or without.
    pub fn is_silent(self) -> bool {
        use ErrorKind::{Leak, MissingResult, Uninitialised, UnrelatedPointers};
        matches!(self, Uninitialised | MissingResult | UnrelatedPointers | Leak)
    }
}
