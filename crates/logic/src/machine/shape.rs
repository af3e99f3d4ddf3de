//! Built-ins that take terms apart and put them together: `functor/3`, `arg/3`, `=../2`.

use super::cells::{Addr, Cell};
use super::guide::Guide;
use super::{Alternative, Machine, Stop};
use crate::atom::Atom;

impl<G: Guide> Machine<'_, G> {
    pub(super) fn functor(&mut self, a: Addr, b: Addr, c: Addr, next: u32) -> Result<u32, Stop> {
        match self.cells.value(a) {
            Cell::Unknown(_) => Err(Stop::Unknown("functor/3 of an input".to_string())),
            Cell::Free | Cell::Open => {
                let name = self.cells.value(b);
                let count = self.cells.value(c);
                match (name, count) {
                    (Cell::Free | Cell::Open, _) | (_, Cell::Free | Cell::Open) => {
                        Err(Stop::Throw(self.instantiation()))
                    }
                    (_, Cell::Int(0)) => self.equal(a, b).map(|()| next),
                    (Cell::Atom(name), Cell::Int(n)) if (1..1000).contains(&n) => {
                        let first = self.cells.free(n as usize);
                        let args: Vec<Addr> = (first..first + n as Addr).collect();
                        let made = self.cells.compound(name, &args);
                        self.equal(a, made).map(|()| next)
                    }
                    _ => Err(Stop::Unknown("functor/3 with these arguments".to_string())),
                }
            }
            cell => {
                let (name, arity) = match cell {
                    Cell::Struct(functor, _) => {
                        let (name, count) = self.cells.name_of(functor);
                        (self.cells.atom(name), i64::from(count))
                    }
                    _ => (a, 0),
                };
                let arity = self.cells.push(Cell::Int(arity));
                self.equal(b, name)?;
                self.equal(c, arity).map(|()| next)
            }
        }
    }

    pub(super) fn arg(&mut self, a: Addr, b: Addr, c: Addr, next: u32) -> Result<u32, Stop> {
        match (self.cells.value(a), self.cells.value(b)) {
            (Cell::Int(n), Cell::Struct(functor, first)) => {
                let (_, count) = self.cells.name_of(functor);
                if (1..=i64::from(count)).contains(&n) {
                    self.equal(c, first + n as Addr - 1).map(|()| next)
                } else {
                    Err(Stop::Fail)
                }
            }
            (Cell::Free | Cell::Open, Cell::Struct(functor, first)) => {
                let (_, count) = self.cells.name_of(functor);
                self.args(a, first, count, 0, c, next)
            }
            (_, Cell::Free | Cell::Open) => Err(Stop::Throw(self.instantiation())),
            (_, Cell::Atom(_) | Cell::Int(_) | Cell::Float(_) | Cell::Str(_)) => {
                Err(Stop::Throw(self.type_error("compound", b)))
            }
            _ => Err(Stop::Unknown("arg/3 with unknown arguments".to_string())),
        }
    }

    /// The arguments of a term from one on.
    pub(super) fn args(
        &mut self,
        number: Addr,
        first: Addr,
        count: u32,
        which: u32,
        value: Addr,
        next: u32,
    ) -> Result<u32, Stop> {
        if which >= count {
            return Err(Stop::Fail);
        }
        if which + 1 < count {
            self.choose(Alternative::Arg { number, first, count, next: which + 1, value }, next);
        }
        let n = self.cells.push(Cell::Int(i64::from(which) + 1));
        self.equal(number, n)?;
        self.equal(value, first + which).map(|()| next)
    }

    pub(super) fn univ(&mut self, term: Addr, list: Addr, next: u32) -> Result<u32, Stop> {
        let parts: Vec<Addr> = match self.cells.value(term) {
            Cell::Unknown(_) => return Err(Stop::Unknown("=../2 of an input".to_string())),
            Cell::Free | Cell::Open => {
                let (elements, end) = self.cells.elements(list);
                let (Cell::Atom(Atom::NIL), Some(&name)) = (self.cells.value(end), elements.first()) else {
                    return Err(Stop::Unknown("=../2 with an unknown list".to_string()));
                };
                let made = match (self.cells.value(name), elements.len()) {
                    (Cell::Atom(_) | Cell::Int(_) | Cell::Big(_) | Cell::Float(_) | Cell::Str(_), 1) => name,
                    (Cell::Atom(name), _) => self.cells.compound(name, &elements[1..]),
                    _ => return Err(Stop::Unknown("=../2 with this list".to_string())),
                };
                return self.equal(term, made).map(|()| next);
            }
            Cell::Struct(functor, first) => {
                let (name, count) = self.cells.name_of(functor);
                let name = self.cells.atom(name);
                [name].into_iter().chain(first..first + count).collect()
            }
            _ => vec![term],
        };
        let nil = self.cells.atom(Atom::NIL);
        let parts = self.cells.list(&parts, nil);
        self.equal(list, parts).map(|()| next)
    }
}
