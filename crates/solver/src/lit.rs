//! Literals: propositional variables with a sign.

use std::fmt;
use std::ops::Not;

/// A propositional variable or its negation, packed in a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The literal that is always true: variable 0.
    pub const TRUE: Lit = Lit(0);
    /// The literal that is always false.
    pub const FALSE: Lit = Lit(1);

    /// The literal of a variable with a sign.
    pub fn new(var: u32, positive: bool) -> Lit {
        Lit(var << 1 | u32::from(!positive))
    }

    /// Its variable.
    pub fn var(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the variable itself, not its negation.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The literal as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The packed form, to travel as an opaque reason.
    pub fn code(self) -> u32 {
        self.0
    }

    /// Back from the packed form.
    pub fn from_code(code: u32) -> Lit {
        Lit(code)
    }
}

impl Not for Lit {
    type Output = Lit;
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_positive() { "" } else { "¬" }, self.var())
    }
}
