//! How conditions over the inputs are shown: which functions of the constraint language are fields, elements and pointers.

use super::{Holds, World};
use base::Signs;
use formula::{Form, FunId, Op, Style, Term};
use imperative::Word;

/// Small words with a sign are what characters are kept in.
pub(super) fn is_character(word: Word) -> bool {
    word == Word::signed(8)
}

impl Style for World {
    fn signs(&self) -> &Signs {
        &self.signs
    }

    fn form(&self, function: FunId) -> Form {
        if matches!(self.holds.get(&function), Some(Holds::Part(_) | Holds::Open(_))) {
            return Form::Part;
        }
        if Some(function) == self.common_bits {
            return Form::CommonBits;
        }
        for array in &self.arrays {
            match function {
                f if array.at == f => return Form::Element,
                f if array.length == f => return Form::Length,
                f if array.first == Some(f) => return Form::First,
                _ => {}
            }
        }
        if self.pointers.iter().any(|p| p.pair == function) {
            return Form::Pointer;
        }
        if self.fields.iter().flatten().any(|f| *f == function) { Form::Field } else { Form::Call }
    }

    fn first_index(&self, array: Term) -> Option<i64> {
        self.own.iter().find(|own| own.term == array)?.first
    }

    fn is_character(&self, term: Term) -> bool {
        match self.terms.op(term) {
            Op::App(f) => matches!(self.holds.get(f), Some(Holds::Word(word)) if is_character(*word)),
            _ => self.characters.contains(&term),
        }
    }
}
