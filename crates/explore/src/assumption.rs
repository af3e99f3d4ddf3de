//! What a search takes for granted, as values: verdicts look at them, and people read their text.
//!
//! ```
//! use explore::Assumption;
//! let said = Assumption::Said("`read` returns at most `n`".to_string());
//! assert_ne!(said, Assumption::Apart);
//! assert_eq!(said.to_string(), "`read` returns at most `n`");
//! ```

use std::fmt;
use symbolic::input::LONGEST;

/// Something that a search takes for granted of the input or of the program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    /// No pointer of the input leads into another input ([`crate::overlaps`]).
    Apart,
    /// No input points into an array of another one.
    OutsideArrays,
    /// No array of the input is longer than one that can be built.
    ShortArrays,
    /// What a front end says of its program, as a sentence.
    Said(String),
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assumption::Apart => f.write_str(
                "no pointer of the input leads to a member, an element or a variable within another input",
            ),
            Assumption::OutsideArrays => {
                f.write_str("inputs that point into an array of another input are not looked for")
            }
            Assumption::ShortArrays => {
                write!(f, "no array of the input has more than {LONGEST} elements")
            }
            Assumption::Said(what) => f.write_str(what),
        }
    }
}
