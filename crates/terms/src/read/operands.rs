//! Operands that are one token, or two: variables, what stands in quotes, numbers with their signs.

use super::{Reader, VarUse};
use crate::atom::Atom;
use crate::dialect::DoubleQuotes;
use crate::lexer::{Kind, Problem};
use crate::term::{Float, Term, VarId};
use std::ops::Range;

impl Reader<'_, '_> {
    /// What double quotes stand for, by the flag.
    pub(super) fn double_quoted(&mut self, text: &str, place: &Range<usize>) -> Term {
        match self.double_quotes {
            DoubleQuotes::String => self.terms.string(text),
            DoubleQuotes::Codes => self.codes(text, place),
            DoubleQuotes::Atom => {
                let atom = self.terms.intern(text);
                self.terms.atom(atom)
            }
            DoubleQuotes::Chars => {
                let mut buffer = [0; 4];
                let elements: Vec<Term> = text
                    .chars()
                    .map(|c| {
                        let atom = self.terms.intern(c.encode_utf8(&mut buffer));
                        self.terms.atom(atom)
                    })
                    .collect();
                let nil = self.terms.atom(Atom::NIL);
                self.terms.list(&elements, nil)
            }
        }
    }

    pub(super) fn codes(&mut self, text: &str, place: &Range<usize>) -> Term {
        let elements: Vec<Term> =
            text.chars().map(|c| self.terms.int(base::Int::from(i64::from(c as u32)))).collect();
        let nil = self.terms.atom(Atom::NIL);
        let list = self.terms.list(&elements, nil);
        self.placed(list, place)
    }

    pub(super) fn variable(&mut self, name: &str, place: &Range<usize>) -> VarId {
        let text = self.lexer.text;
        // The key is a part of the text itself, which lives as long as the reader.
        let key = text.get(place.clone()).unwrap_or("");
        if name != "_"
            && let Some(&var) = self.names.get(key)
        {
            if let Some(known) = self.vars.get_mut(var.index()) {
                known.count += 1;
            }
            return var;
        }
        let var = VarId::new(self.vars.len());
        let atom = (name != "_").then(|| self.terms.intern(name));
        self.vars.push(VarUse { name: atom, first: place.clone(), count: 1 });
        if name != "_" {
            self.names.insert(key, var);
        }
        var
    }

    /// Whether a minus sign belongs to a number that follows.
    pub(super) fn sign(&mut self) -> bool {
        self.lexer.at_digit() || self.dialect.numbers.loose_sign && self.lexer.digit_follows()
    }

    /// A minus sign before a number.
    pub(super) fn negative(&mut self, start: usize) -> Result<(), Problem> {
        let number = self.lexer.next()?;
        let place = start..number.end;
        let term = match number.kind {
            Kind::Int(value) => self.terms.int(-value),
            Kind::Float(value) => match Float::new(-value.value()) {
                Some(value) => self.terms.float(value),
                None => return Err(Problem::new("illegal number", "here", start, number.end)),
            },
            _ => return Err(Problem::new("illegal number", "here", start, number.end)),
        };
        let term = self.placed(term, &place);
        self.operand(term, 0);
        Ok(())
    }
}
