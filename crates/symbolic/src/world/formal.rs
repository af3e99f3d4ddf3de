//! The formal index of arrays: it stands for any index in the value-set of an array, and in pictures of ranges.

use super::{Holds, Read, World};
use formula::{Op, Sort, Term};

impl World {
    /// The elements of the initial heap that a value is made of are read.
    pub fn note_elements(&mut self, value: Term) {
        let mut found = Vec::new();
        self.terms.visit(&[value], |t| {
            if let Op::App(f) = self.terms.op(t)
                && let Some(Holds::Word(word)) = self.holds.get(f)
            {
                found.push(Read::Word(t, *word));
            }
        });
        self.read.extend(found);
    }

    /// The formal index, if it was asked for.
    pub fn known_formal(&self) -> Option<Term> {
        self.formal
    }

    /// True if arrays of the input may start anywhere.
    pub fn has_array_bounds(&self) -> bool {
        self.array_bounds
    }

    /// The formal index of arrays.
    pub fn formal(&mut self) -> Term {
        match self.formal {
            Some(known) => known,
            None => *self.formal.insert(self.terms.fresh_var("I", Sort::INT)),
        }
    }
}
