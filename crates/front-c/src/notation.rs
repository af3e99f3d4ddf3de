//! How C writes things: `t->left->key >= key && t != NULL`.

use base::{Access, Signs};
use imperative::{ErrorKind, Notation};

/// The signs of C.
const SIGNS: Signs = Signs {
    null: "NULL",
    and: " && ",
    or: " || ",
    not: "!",
    iff: " == ",
    equal: " == ",
    unequal: " != ",
    at_most: " <= ",
    at_least: " >= ",
    times: " * ",
    minus: " - ",
    negative: "-",
    access: Access::Arrows,
    casts: true,
    words: ["uint8_t", "uint16_t", "uint32_t", "uint64_t"],
    signed_words: ["int8_t", "int16_t", "int32_t", "int64_t"],
    characters: true,
    assign: " = ",
    skip: ";",
    reference: "&",
    holds: " = ",
    cell: ["{", "}"],
    field: [".", " = "],
    list: ["{", "}"],
    holder: Some(GLOBALS),
};

/// The variable that holds the globals.
pub(crate) const GLOBALS: &str = "$globals";

/// How C writes things.
pub const NOTATION: Notation = Notation {
    text: SIGNS,
    condition: SIGNS,
    errors: &[
        (ErrorKind::NilDereference, "null pointer dereference"),
        (ErrorKind::IndexOutOfRange, "out of bounds access"),
        (ErrorKind::Overflow, "signed integer overflow"),
        (ErrorKind::BadShift, "invalid shift"),
        (ErrorKind::BadFree, "invalid free"),
        (ErrorKind::UnrelatedPointers, "pointers into different objects"),
    ],
    start: "main",
};
