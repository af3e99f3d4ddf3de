//! A whole text, clause by clause, with the operators as they are at each place.
//!
//! A directive may change how the rest is read, so a language is asked about each clause before the next one is read. It
//! may change the operators and the meaning of double quotes, and says what the clause is.
//!
//! ```
//! use terms::read::{Read, Reader};
//! use terms::{Atom, Dialect, Fixity, Item, Language, Step, Writer, read_text};
//! struct Likes;
//! impl Language for Likes {
//!     fn take(&mut self, reader: &mut Reader<'_, '_>, read: Read) -> Step {
//!         let likes = reader.terms.intern("likes");
//!         reader.ops.set(likes, 700, Fixity::Xfx);
//!         Step::Keep(Item::Clause(read))
//!     }
//! }
//! let text = read_text(&Dialect::ISO, "p. X likes wine.", &mut Likes);
//! let Item::Clause(last) = &text.items[1] else { panic!() };
//! assert_eq!(Writer::new(&text.terms).text(last.term), "likes(A,wine)");
//! ```

use crate::dialect::Dialect;
use crate::lexer::Problem;
use crate::ops::Ops;
use crate::read::{Read, Reader};
use crate::term::{Term, Terms};
use std::ops::Range;

/// What stands between two full stops.
#[derive(Clone, Debug)]
pub enum Item {
    /// A clause; a grammar rule is translated.
    Clause(Read),
    /// A directive `:- goal`, the whole term of it.
    Directive(Read),
    /// Something that could not be read.
    Bad(Problem),
}

/// A text that was read.
pub struct Text {
    /// All its terms.
    pub terms: Terms,
    /// The operators at its end.
    pub ops: Ops,
    /// What it holds, in order.
    pub items: Vec<Item>,
    /// The places of the terms, by their numbers.
    pub places: Vec<Range<usize>>,
}

impl Text {
    /// The place of a term.
    pub fn place(&self, term: Term) -> Range<usize> {
        self.places.get(term.index()).cloned().unwrap_or(0..0)
    }
}

/// What becomes of a clause.
pub enum Step {
    /// It is part of the text.
    Keep(Item),
    /// It does not count.
    Skip,
    /// The text ends here, whatever follows.
    Stop,
}

/// What a language makes of the clauses of a text while they are read.
pub trait Language {
    /// The next clause. A language that has more operators in some clauses than in others sets them here.
    fn next(&mut self, reader: &mut Reader<'_, '_>) -> Option<Result<Read, Problem>> {
        reader.next()
    }

    /// Says what a clause is, and obeys it if it is a directive.
    fn take(&mut self, reader: &mut Reader<'_, '_>, read: Read) -> Step;
}

/// Reads a text.
pub fn read_text(dialect: &Dialect, text: &str, language: &mut impl Language) -> Text {
    let mut terms = Terms::new();
    let ops = dialect.ops(&mut terms);
    let mut reader = Reader::new(dialect, text, &mut terms, ops);
    let mut items = Vec::new();
    while let Some(next) = language.next(&mut reader) {
        match next {
            Err(problem) => items.push(Item::Bad(problem)),
            Ok(read) => match language.take(&mut reader, read) {
                Step::Keep(item) => items.push(item),
                Step::Skip => {}
                Step::Stop => break,
            },
        }
    }
    let (ops, places) = (reader.ops, reader.places);
    Text { terms, ops, items, places }
}
