//! Errors as SWI-Prolog throws them, and who catches them.

use super::cells::{Addr, Cell};
use super::guide::Guide;
use super::{Alternative, Machine, Stop, Thrown, Work};
use crate::atom::Atom;
use crate::print::{Writer, canonical_names};

impl<G: Guide> Machine<'_, G> {
    /// `error(Name(args), _)`.
    pub(super) fn error(&mut self, name: &str, args: &[Addr]) -> Addr {
        let name = self.terms.intern(name);
        let what = if args.is_empty() { self.cells.atom(name) } else { self.cells.compound(name, args) };
        let context = self.cells.free(1);
        let error = self.terms.intern("error");
        self.cells.compound(error, &[what, context])
    }

    pub(super) fn instantiation(&mut self) -> Addr {
        self.error("instantiation_error", &[])
    }

    /// An error about a term of the wrong kind; a variable is of no kind yet.
    pub(super) fn type_error(&mut self, what: &str, culprit: Addr) -> Addr {
        if self.cells.is_free(culprit) {
            return self.instantiation();
        }
        let what = self.terms.intern(what);
        let what = self.cells.atom(what);
        self.error("type_error", &[what, culprit])
    }

    /// An error about a term of the right kind with a wrong value.
    pub(super) fn domain_error(&mut self, what: &str, culprit: Addr) -> Addr {
        let what = self.terms.intern(what);
        let what = self.cells.atom(what);
        self.error("domain_error", &[what, culprit])
    }

    pub(super) fn indicator(&mut self, name: Atom, count: u32) -> Addr {
        let name = self.cells.atom(name);
        let count = self.cells.push(Cell::Int(i64::from(count)));
        self.cells.compound(Atom::SLASH, &[name, count])
    }

    pub(super) fn undefined(&mut self, name: Atom, count: u32) -> Addr {
        let procedure = self.terms.intern("procedure");
        let procedure = self.cells.atom(procedure);
        let indicator = self.indicator(name, count);
        self.error("existence_error", &[procedure, indicator])
    }

    /// Goes to the nearest `catch/3` that takes the ball; else gives its text back.
    pub(super) fn throw(&mut self, ball: Addr) -> Result<u32, Thrown> {
        let saved = self.cells.freeze(ball);
        loop {
            self.restore();
            let Some(choice) = self.choices.pop() else {
                let ball = self.cells.thaw(&saved);
                let mut free = Vec::new();
                let term = self.cells.save(&mut self.terms, ball, &mut free);
                let names = canonical_names(&self.terms, term);
                let names: Vec<String> = names.iter().map(|_| "_".to_string()).collect();
                return Err(Thrown::Uncaught(Writer::new(&self.terms).names(&names).text(term)));
            };
            let Alternative::Catch { catcher, recovery, cut, depth, active: true, .. } = choice.alternative
            else {
                continue;
            };
            let mark = self.cells.mark();
            let ball = self.cells.thaw(&saved);
            match self.equal(catcher, ball) {
                Ok(()) => {
                    self.cells.release(&mark);
                    let work = Work::Do { part: recovery, cut, depth };
                    return Ok(self.chain(work, choice.after));
                }
                Err(Stop::Fail) => self.cells.undo(&mark),
                Err(stop) => return Err(Thrown::Stop(stop)),
            }
        }
    }
}
