//! Predicates about the text of atoms and numbers. Texts that are inputs are not looked into: the outcome is unknown.

use super::cells::{Addr, Cell};
use super::guide::Guide;
use super::{Alternative, Machine, Stop};
use base::Int;
use terms::Atom;

impl<G: Guide> Machine<'_, G> {
    /// The text of an atom, number or string; `None` for a variable. A compound term is not of the given type.
    fn text_of(&mut self, addr: Addr, compound: &str) -> Result<Option<String>, Stop> {
        Ok(match self.cells.value(addr) {
            Cell::Free | Cell::Open => None,
            Cell::Atom(Atom::NIL) => return Err(Stop::Throw(self.type_error("atom", addr))),
            Cell::Struct(..) => return Err(Stop::Throw(self.type_error(compound, addr))),
            Cell::Atom(atom) | Cell::Str(atom) => Some(self.terms.name(atom).to_string()),
            cell @ (Cell::Int(_) | Cell::Big(_)) => self.cells.int_of(cell).map(|value| value.to_string()),
            _ => return Err(Stop::Unknown("the text of this term".to_string())),
        })
    }

    /// The text that a list of codes or characters spells; `None` if a part of it is a variable.
    fn spelled(&mut self, list: Addr) -> Result<Option<String>, Stop> {
        let (elements, end) = self.cells.elements(list);
        match self.cells.value(end) {
            Cell::Atom(Atom::NIL) => {}
            Cell::Free | Cell::Open => return Ok(None),
            Cell::Unknown(_) => return Err(Stop::Unknown("a text that is an input".to_string())),
            Cell::Str(text) if elements.is_empty() => return Ok(Some(self.terms.name(text).to_string())),
            _ => return Err(Stop::Throw(self.type_error("list", list))),
        }
        let mut text = String::new();
        for element in elements {
            let c = match self.cells.value(element) {
                Cell::Free | Cell::Open => return Ok(None),
                Cell::Int(code) => u32::try_from(code).ok().and_then(char::from_u32),
                Cell::Atom(atom) => {
                    let mut chars = self.terms.name(atom).chars();
                    chars.next().filter(|_| chars.next().is_none())
                }
                _ => None,
            };
            match c {
                Some(c) => text.push(c),
                None => return Err(Stop::Unknown("a list that is no text".to_string())),
            }
        }
        Ok(Some(text))
    }

    fn spell(&mut self, text: &str, codes: bool) -> Addr {
        let elements: Vec<Addr> = text
            .chars()
            .map(|c| {
                let cell = if codes {
                    Cell::Int(i64::from(u32::from(c)))
                } else {
                    Cell::Atom(self.terms.intern(c.encode_utf8(&mut [0; 4])))
                };
                self.cells.push(cell)
            })
            .collect();
        let nil = self.cells.atom(Atom::NIL);
        self.cells.list(&elements, nil)
    }

    /// `atom_codes/2`, `atom_chars/2`, `number_codes/2`.
    pub(super) fn text_list(
        &mut self,
        a: Addr,
        list: Addr,
        codes: bool,
        number: bool,
        next: u32,
    ) -> Result<u32, Stop> {
        if number {
            match self.cells.value(a) {
                Cell::Atom(_) | Cell::Struct(..) => return Err(Stop::Throw(self.type_error("number", a))),
                Cell::Str(_) => return Err(Stop::Unknown("number_codes/2 of a string".to_string())),
                _ => {}
            }
        }
        if let Some(text) = self.text_of(a, "atom")? {
            let (elements, end) = self.cells.elements(list);
            match self.cells.value(end) {
                Cell::Atom(Atom::NIL) | Cell::Free | Cell::Open => {}
                Cell::Unknown(_) if elements.is_empty() => {}
                Cell::Atom(_) | Cell::Struct(..) | Cell::Int(_) if elements.is_empty() => {
                    return Err(Stop::Throw(self.type_error("list", list)));
                }
                _ => return Err(Stop::Unknown("a text as this list".to_string())),
            }
            let made = self.spell(&text, codes);
            return self.equal(list, made).map(|()| next);
        }
        let Some(text) = self.spelled(list)? else { return Err(Stop::Throw(self.instantiation())) };
        let cell = if number {
            match Int::parse(&text).filter(|_| !text.starts_with('+')) {
                Some(value) => self.cells.int_cell(&value),
                None => return Err(Stop::Unknown("a text that may be a number".to_string())),
            }
        } else {
            Cell::Atom(self.terms.intern(&text))
        };
        let made = self.cells.push(cell);
        self.equal(a, made).map(|()| next)
    }

    pub(super) fn char_code(&mut self, a: Addr, b: Addr, next: u32) -> Result<u32, Stop> {
        match (self.cells.value(a), self.cells.value(b)) {
            (Cell::Int(_) | Cell::Struct(..) | Cell::Atom(Atom::NIL), _) => {
                Err(Stop::Throw(self.type_error("character", a)))
            }
            (Cell::Atom(atom), code) => {
                let mut chars = self.terms.name(atom).chars();
                let (Some(c), None) = (chars.next(), chars.next()) else {
                    return Err(Stop::Throw(self.type_error("character", a)));
                };
                if let Cell::Atom(_) | Cell::Struct(..) | Cell::Float(_) = code {
                    return Err(Stop::Throw(self.type_error("integer", b)));
                }
                let code = self.cells.push(Cell::Int(i64::from(u32::from(c))));
                self.equal(b, code).map(|()| next)
            }
            (Cell::Free | Cell::Open, Cell::Int(code)) => {
                let Some(c) = u32::try_from(code).ok().and_then(char::from_u32) else {
                    return Err(Stop::Throw(self.type_error("character_code", b)));
                };
                let atom = self.terms.intern(c.encode_utf8(&mut [0; 4]));
                let made = self.cells.atom(atom);
                self.equal(a, made).map(|()| next)
            }
            (Cell::Free | Cell::Open, Cell::Free | Cell::Open) => Err(Stop::Throw(self.instantiation())),
            (Cell::Free | Cell::Open, Cell::Atom(_) | Cell::Struct(..) | Cell::Float(_)) => {
                Err(Stop::Throw(self.type_error("integer", b)))
            }
            _ => Err(Stop::Unknown("char_code/2 with these arguments".to_string())),
        }
    }

    pub(super) fn atom_length(&mut self, a: Addr, b: Addr, next: u32) -> Result<u32, Stop> {
        let text = match self.cells.value(a) {
            // A list is a text too; of the longer ones nothing is said here.
            Cell::Atom(Atom::NIL) => Some(String::new()),
            Cell::Struct(functor, _) if self.cells.name_of(functor) == (Atom::CONS, 2) => {
                return Err(Stop::Unknown("atom_length/2 of a list".to_string()));
            }
            _ => self.text_of(a, "text")?,
        };
        let Some(text) = text else { return Err(Stop::Throw(self.instantiation())) };
        if let Cell::Atom(_) | Cell::Struct(..) | Cell::Float(_) | Cell::Str(_) = self.cells.value(b) {
            return Err(Stop::Throw(self.type_error("integer", b)));
        }
        if let Cell::Unknown(_) = self.cells.value(b) {
            self.integer(b)?;
        }
        let length = self.cells.push(Cell::Int(text.chars().count() as i64));
        self.equal(b, length).map(|()| next)
    }

    pub(super) fn atom_number(&mut self, a: Addr, b: Addr, next: u32) -> Result<u32, Stop> {
        match (self.cells.value(a), self.cells.value(b)) {
            (Cell::Int(_) | Cell::Struct(..) | Cell::Atom(Atom::NIL), _) => {
                Err(Stop::Throw(self.type_error("atom", a)))
            }
            (Cell::Free | Cell::Open, Cell::Atom(_) | Cell::Struct(..)) => {
                Err(Stop::Throw(self.type_error("number", b)))
            }
            (Cell::Atom(atom), _) => {
                let text = self.terms.name(atom);
                match Int::parse(text).filter(|_| !text.starts_with('+')) {
                    Some(value) => {
                        let cell = self.cells.int_cell(&value);
                        let made = self.cells.push(cell);
                        self.equal(b, made).map(|()| next)
                    }
                    None if text.starts_with(|c: char| c.is_ascii_digit() || "+-0.".contains(c)) => {
                        Err(Stop::Unknown("a text that may be a number".to_string()))
                    }
                    None => Err(Stop::Fail),
                }
            }
            (Cell::Free | Cell::Open, cell @ (Cell::Int(_) | Cell::Big(_))) => {
                let text = self.cells.int_of(cell).map(|v| v.to_string()).unwrap_or_default();
                let atom = self.terms.intern(&text);
                let made = self.cells.atom(atom);
                self.equal(a, made).map(|()| next)
            }
            (Cell::Free | Cell::Open, Cell::Free | Cell::Open) => Err(Stop::Throw(self.instantiation())),
            _ => Err(Stop::Unknown("atom_number/2 with these arguments".to_string())),
        }
    }

    pub(super) fn atom_concat(&mut self, a: Addr, b: Addr, c: Addr, next: u32) -> Result<u32, Stop> {
        let (left, right) = (self.text_of(a, "atomic")?, self.text_of(b, "atomic")?);
        if let (Some(left), Some(right)) = (left, right) {
            if !matches!(self.cells.value(c), Cell::Unknown(_)) {
                self.text_of(c, "atomic")?;
            }
            let atom = self.terms.intern(&format!("{left}{right}"));
            let made = self.cells.atom(atom);
            return self.equal(c, made).map(|()| next);
        }
        let Some(whole) = self.text_of(c, "atomic")? else { return Err(Stop::Throw(self.instantiation())) };
        let whole = self.terms.intern(&whole);
        self.split(whole, 0, a, b, next)
    }

    /// The ways to split a text, from one on.
    pub(super) fn split(
        &mut self,
        text: Atom,
        from: usize,
        left: Addr,
        right: Addr,
        next: u32,
    ) -> Result<u32, Stop> {
        let whole = self.terms.name(text).to_string();
        let Some((at, _)) =
            whole.char_indices().map(|(i, c)| (i, Some(c))).chain([(whole.len(), None)]).nth(from)
        else {
            return Err(Stop::Fail);
        };
        if at < whole.len() {
            self.choose(Alternative::Concat { text, next: from + 1, left, right }, next);
        }
        let (one, two) = (self.terms.intern(&whole[..at]), self.terms.intern(&whole[at..]));
        let (one, two) = (self.cells.atom(one), self.cells.atom(two));
        self.equal(left, one)?;
        self.equal(right, two).map(|()| next)
    }
}
