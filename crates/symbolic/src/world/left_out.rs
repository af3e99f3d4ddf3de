//! What a search leaves out: inputs that are not built, and comparisons of which the language does not say what they give.
//!
//! ```text
//! s[-1]           an input that points into an array goes on; inputs that are built start at the beginning of one
//! a + 1 == b      where a + 1 is the end of an object, b may be the start of another
//! ```

use super::World;
use formula::Term;

impl World {
    /// Where this holds, inputs that are not built would continue.
    pub fn overlook(&mut self, when: Term, what: &'static str) {
        if self.terms.as_bool(when) != Some(false) && !self.overlooked.contains(&(when, what)) {
            self.overlooked.push((when, what));
        }
    }

    /// Where this holds, what a comparison gives is not specified.
    pub fn leave_unspecified(&mut self, when: Term) {
        if self.terms.as_bool(when) != Some(false) && !self.unspecified.contains(&when) {
            self.unspecified.push(when);
        }
    }

    /// What was left unspecified since the last time.
    pub fn take_unspecified(&mut self) -> Vec<Term> {
        std::mem::take(&mut self.unspecified)
    }

    /// The inputs that were overlooked since the last time.
    pub fn take_overlooked(&mut self) -> Vec<(Term, &'static str)> {
        std::mem::take(&mut self.overlooked)
    }
}
