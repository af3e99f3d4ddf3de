//! How a program's language writes values, expressions, conditions and errors.
//!
//! ```
//! use imperative::{ErrorKind, Notation};
//! assert_eq!(Notation::PLAIN.error(ErrorKind::NilDereference), "nil dereference");
//! ```

use crate::ErrorKind;
use base::Signs;

/// How a language writes things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// Values and expressions.
    pub text: Signs,
    /// Path conditions.
    pub condition: Signs,
    /// What errors are called where that is not their usual name.
    pub errors: &'static [(ErrorKind, &'static str)],
    /// The procedure with which a whole program starts.
    pub start: &'static str,
}

impl Default for Notation {
    fn default() -> Notation {
        Notation::PLAIN
    }
}

impl Notation {
    /// Plain words for expressions, conditions as the papers write them.
    pub const PLAIN: Notation =
        Notation { text: Signs::PLAIN, condition: Signs::PAPER, errors: &[], start: "main" };

    /// What an error is called.
    pub fn error(&self, kind: ErrorKind) -> &'static str {
        let own = self.errors.iter().find(|(known, _)| *known == kind);
        own.map_or(kind.message(), |(_, name)| name)
    }
}
