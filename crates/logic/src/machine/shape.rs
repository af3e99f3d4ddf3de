//! Built-ins that take terms apart and put them together: `functor/3`, `arg/3`, `=../2`.

use super::cells::{Addr, Cell};
use super::guide::Guide;
use super::{Alternative, Machine, Stop};
use terms::Atom;

impl<G: Guide> Machine<'_, G> {
    pub(super) fn functor(&mut self, a: Addr, b: Addr, c: Addr, next: u32) -> Result<u32, Stop> {
        match self.cells.value(a) {
            Cell::Unknown(_) => Err(Stop::Unknown("functor/3 of an input".to_string())),
            Cell::Free | Cell::Open => {
                let (name, count) = (self.cells.value(b), self.cells.value(c));
                match (name, count) {
                    (Cell::Free | Cell::Open, _) => Err(Stop::Throw(self.instantiation())),
                    (Cell::Struct(..), _) => Err(Stop::Throw(self.type_error("atomic", b))),
                    (Cell::Unknown(_) | Cell::Number(_), _) | (_, Cell::Unknown(_) | Cell::Number(_)) => {
                        Err(Stop::Unknown("functor/3 of an input".to_string()))
                    }
                    (_, Cell::Free | Cell::Open) => Err(Stop::Throw(self.instantiation())),
                    (_, Cell::Int(0)) => self.equal(a, b).map(|()| next),
                    (_, Cell::Int(..0)) => Err(self.not_negative(c)),
                    (Cell::Atom(name), Cell::Int(n)) if name != Atom::NIL && n < 1000 => {
                        let first = self.cells.free(n as usize);
                        let args: Vec<Addr> = (first..first + n as Addr).collect();
                        let made = self.cells.compound(name, &args);
                        self.equal(a, made).map(|()| next)
                    }
                    (Cell::Atom(_), Cell::Int(_)) | (_, Cell::Big(_)) => {
                        Err(Stop::Unknown("functor/3 with these arguments".to_string()))
                    }
                    (_, Cell::Int(_)) => Err(Stop::Throw(self.type_error("atom", b))),
                    _ => Err(Stop::Throw(self.type_error("integer", c))),
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
        let (functor, first) = match self.cells.value(b) {
            Cell::Struct(functor, first) => (functor, first),
            Cell::Unknown(_) => return Err(Stop::Unknown("arg/3 of an input".to_string())),
            _ => return Err(Stop::Throw(self.type_error("compound", b))),
        };
        let (_, count) = self.cells.name_of(functor);
        match self.cells.value(a) {
            Cell::Free | Cell::Open => self.args(a, first, count, 0, c, next),
            Cell::Int(n) if (1..=i64::from(count)).contains(&n) => {
                self.equal(c, first + n as Addr - 1).map(|()| next)
            }
            Cell::Int(0..) => Err(Stop::Fail),
            Cell::Int(_) => Err(self.not_negative(a)),
            Cell::Unknown(_) | Cell::Number(_) | Cell::Big(_) => {
                Err(Stop::Unknown("arg/3 with this number".to_string()))
            }
            _ => Err(Stop::Throw(self.type_error("integer", a))),
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
                let made = self.univ_term(list)?;
                return self.equal(term, made).map(|()| next);
            }
            Cell::Struct(functor, first) => {
                let (name, count) = self.cells.name_of(functor);
                let name = self.cells.atom(name);
                [name].into_iter().chain(first..first + count).collect()
            }
            _ => vec![term],
        };
        let (elements, end) = self.cells.elements(list);
        match self.cells.value(end) {
            Cell::Atom(Atom::NIL) | Cell::Free | Cell::Open | Cell::Unknown(_) => {}
            _ if elements.is_empty() => return Err(Stop::Throw(self.type_error("list", list))),
            _ => return Err(Stop::Unknown("=../2 with a list without an end".to_string())),
        }
        let nil = self.cells.atom(Atom::NIL);
        let parts = self.cells.list(&parts, nil);
        self.equal(list, parts).map(|()| next)
    }

    /// The term that `=..` makes of a list.
    fn univ_term(&mut self, list: Addr) -> Result<Addr, Stop> {
        let (elements, end) = self.cells.elements(list);
        let (whole, end) = (elements.as_slice(), self.cells.value(end));
        let unknown = || Stop::Unknown("=../2 with this list".to_string());
        let Some((&name, args)) = whole.split_first() else {
            return Err(match end {
                Cell::Atom(Atom::NIL) => Stop::Throw(self.domain_error("non_empty_list", list)),
                Cell::Unknown(_) => unknown(),
                _ => Stop::Throw(self.type_error("list", list)),
            });
        };
        let closed = end == Cell::Atom(Atom::NIL);
        match self.cells.value(name) {
            Cell::Free | Cell::Open => Err(Stop::Throw(self.instantiation())),
            Cell::Unknown(_) | Cell::Number(_) => Err(unknown()),
            Cell::Struct(..) if closed && args.is_empty() => {
                Err(Stop::Throw(self.type_error("atomic", name)))
            }
            Cell::Struct(..) => Err(Stop::Throw(self.type_error("atom", name))),
            _ if closed && args.is_empty() => Ok(name),
            Cell::Atom(Atom::NIL) => Err(unknown()),
            Cell::Atom(name) => match end {
                Cell::Atom(Atom::NIL) => Ok(self.cells.compound(name, args)),
                Cell::Free | Cell::Open => Err(Stop::Throw(self.instantiation())),
                Cell::Unknown(_) => Err(unknown()),
                _ => Err(Stop::Throw(self.type_error("list", list))),
            },
            _ if closed => Err(Stop::Throw(self.type_error("atom", name))),
            _ => Err(unknown()),
        }
    }
}
