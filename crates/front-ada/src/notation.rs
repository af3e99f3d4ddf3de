//! How Ada writes things: `A (I) >= Key and then P /= null`.

use base::{Access, Signs};
use imperative::{ErrorKind, Notation};

/// The signs of Ada.
const SIGNS: Signs = Signs {
    null: "null",
    and: " and ",
    or: " or ",
    not: "not ",
    iff: " = ",
    equal: " = ",
    unequal: " /= ",
    at_most: " <= ",
    at_least: " >= ",
    times: " * ",
    minus: " - ",
    negative: "-",
    access: Access::Parentheses,
    casts: false,
    words: ["Unsigned_8", "Unsigned_16", "Unsigned_32", "Unsigned_64"],
    signed_words: ["Short_Short_Integer", "Short_Integer", "Integer", "Long_Integer"],
    characters: false,
    assign: " := ",
    skip: "null",
    reference: "→",
    holds: " => ",
    cell: ["(", ")"],
    field: ["", " => "],
    list: ["(", ")"],
    holder: Some(STATE),
};

/// The variable that holds the scalar variables of packages.
pub(crate) const STATE: &str = "%state";

/// How Ada writes things.
pub const NOTATION: Notation = Notation {
    text: SIGNS,
    condition: SIGNS,
    errors: &[
        (ErrorKind::NilDereference, "Constraint_Error: access check failed"),
        (ErrorKind::DivisionByZero, "Constraint_Error: divide by zero"),
        (ErrorKind::IndexOutOfRange, "Constraint_Error: index check failed"),
        (ErrorKind::OutOfRange, "Constraint_Error: range check failed"),
        (ErrorKind::Overflow, "Constraint_Error: overflow check failed"),
        (ErrorKind::LengthMismatch, "Constraint_Error: length check failed"),
        (ErrorKind::NegativeArrayLength, "Constraint_Error: length check failed"),
        (ErrorKind::FailedAssertion, "Assertion_Error"),
        (ErrorKind::MissingResult, "Program_Error: missing return"),
        (ErrorKind::Uninitialised, "read before it has a value"),
    ],
    start: "main",
};
