//! Predicates that write. What they write is forgotten; what matters is whether their arguments are right.
//!
//! `format/2` is known for the plain directives with arguments that fit. Everything else about it is unknown: only a
//! full implementation would know what it throws.

use super::arith::Number;
use super::cells::{Addr, Cell};
use super::guide::Guide;
use super::{Machine, Stop};
use terms::Atom;

impl<G: Guide> Machine<'_, G> {
    /// A stream that is named: the usual ones exist.
    pub(super) fn on_stream(&mut self, stream: Addr, next: u32) -> Result<u32, Stop> {
        match self.cells.value(stream) {
            Cell::Free | Cell::Open => Err(Stop::Throw(self.instantiation())),
            Cell::Atom(name) if matches!(self.terms.name(name), "user_output" | "user_error") => Ok(next),
            _ => Err(Stop::Unknown("this stream".to_string())),
        }
    }

    pub(super) fn tab(&mut self, count: Addr, next: u32) -> Result<u32, Stop> {
        match self.eval(count)? {
            Number::Int(_) | Number::Guided(_) => Ok(next),
            Number::Float(_) => Err(Stop::Unknown("tab/1 of a float".to_string())),
        }
    }

    pub(super) fn put_char(&mut self, what: Addr, next: u32) -> Result<u32, Stop> {
        match self.cells.value(what) {
            Cell::Free | Cell::Open => Err(Stop::Throw(self.instantiation())),
            Cell::Atom(name) if name != Atom::NIL => {
                let one = self.terms.name(name).chars().count() == 1;
                if one { Ok(next) } else { Err(Stop::Throw(self.type_error("character", what))) }
            }
            _ => Err(Stop::Unknown("put_char/1 of this".to_string())),
        }
    }

    /// `format/1,2`.
    pub(super) fn format(&mut self, text: Addr, args: Option<Addr>, next: u32) -> Result<u32, Stop> {
        let text = match self.cells.value(text) {
            Cell::Free | Cell::Open => return Err(Stop::Throw(self.instantiation())),
            Cell::Str(text) => text,
            Cell::Atom(text) if text != Atom::NIL => text,
            _ => return Err(Stop::Unknown("format/2 of this text".to_string())),
        };
        let args = match args {
            None => Vec::new(),
            Some(args) => {
                let (elements, end) = self.cells.elements(args);
                match self.cells.value(end) {
                    Cell::Atom(Atom::NIL) => elements,
                    Cell::Unknown(_) => return Err(Stop::Unknown("format/2 of an input".to_string())),
                    // What is no list is the only argument.
                    _ => vec![args],
                }
            }
        };
        if self.formats(text, &args) {
            Ok(next)
        } else {
            Err(Stop::Unknown("format/2 with these arguments".to_string()))
        }
    }

    /// Whether a text has plain directives only, and these arguments fit them.
    fn formats(&self, text: Atom, args: &[Addr]) -> bool {
        let mut args = args.iter();
        let mut chars = self.terms.name(text).chars();
        while let Some(c) = chars.next() {
            if c != '~' {
                continue;
            }
            let fits = match chars.next() {
                Some('n' | '~') => true,
                Some('w' | 'p' | 'q') => args.next().is_some(),
                Some('d') => args.next().is_some_and(|arg| {
                    matches!(self.cells.value(*arg), Cell::Int(_) | Cell::Big(_) | Cell::Number(_))
                }),
                Some('a') => args.next().is_some_and(|arg| match self.cells.value(*arg) {
                    Cell::Atom(atom) => atom != Atom::NIL,
                    cell => matches!(cell, Cell::Str(_) | Cell::Int(_) | Cell::Number(_)),
                }),
                Some('s') => args.next().is_some_and(|arg| self.is_text(*arg)),
                _ => false,
            };
            if !fits {
                return false;
            }
        }
        args.next().is_none()
    }

    /// A string or a list of codes or of characters.
    fn is_text(&self, addr: Addr) -> bool {
        if let Cell::Str(_) = self.cells.value(addr) {
            return true;
        }
        let (elements, end) = self.cells.elements(addr);
        self.cells.value(end) == Cell::Atom(Atom::NIL)
            && (elements.iter().all(|e| matches!(self.cells.value(*e), Cell::Int(1..=0xD7FF)))
                || elements.iter().all(|e| match self.cells.value(*e) {
                    Cell::Atom(atom) => atom != Atom::NIL && self.terms.name(atom).chars().count() == 1,
                    _ => false,
                }))
    }
}
