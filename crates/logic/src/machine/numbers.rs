//! Built-ins that count: `between/3`, `succ/2`, `plus/3`, `length/2`.

use super::builtins::test;
use super::cells::{Addr, Cell, Kinds};
use super::guide::{Comparison, Guide, Operation};
use super::{Alternative, Machine, Stop, Work};
use base::Int;
use terms::Atom;

impl<G: Guide> Machine<'_, G> {
    pub(super) fn between_goal(&mut self, a: Addr, next: u32) -> Result<u32, Stop> {
        let low = self.integer(a)?;
        let infinite = matches!(self.cells.value(a + 1), Cell::Atom(atom) if matches!(self.terms.name(atom), "inf" | "infinite"));
        let last = if infinite { None } else { Some(self.integer(a + 1)?) };
        let known = |this: &Self, cell: Cell| this.cells.int_of(cell);
        if self.cells.is_free(a + 2) {
            let (Some(low), Some(last)) =
                (known(self, low), last.map_or(Some(None), |cell| known(self, cell).map(Some)))
            else {
                return self.between_unknown(a, low, last, next);
            };
            return self.between(a + 2, low, last, next);
        }
        let value = self.integer(a + 2)?;
        if !self.compare_cells(Comparison::LessEqual, low, value)? {
            return Err(Stop::Fail);
        }
        match last {
            Some(last) => test(self.compare_cells(Comparison::LessEqual, value, last)?, next),
            None => Ok(next),
        }
    }

    /// Bounds that are not known: the first value, and the others one after the other.
    pub(super) fn between_unknown(
        &mut self,
        a: Addr,
        low: Cell,
        last: Option<Cell>,
        next: u32,
    ) -> Result<u32, Stop> {
        if let Some(last) = last
            && !self.compare_cells(Comparison::LessEqual, low, last)?
        {
            return Err(Stop::Fail);
        }
        // The last value leaves no choice, as where the bounds are known.
        if let Some(last) = last
            && self.compare_cells(Comparison::Equal, low, last)?
        {
            let value = self.cells.push(low);
            return self.equal(a + 2, value).map(|()| next);
        }
        let following = self.operation(Operation::Add, low, Cell::Int(1))?;
        let following = self.cells.push(following);
        let between = self.terms.intern("between");
        let again = self.cells.compound(between, &[following, a + 1, a + 2]);
        self.steps += 1;
        // Each value is one call deeper, so that the bound of calls ends it.
        let depth = self.deepest.saturating_add(0);
        let part = super::Part::Term(again);
        let cut = self.height();
        self.spun += 1;
        if self.spun > self.options.depth {
            return Err(Stop::Limit);
        }
        self.choose(Alternative::Do(Work::Do { part, cut, depth }), next);
        let value = self.cells.push(low);
        self.equal(a + 2, value).map(|()| next)
    }

    pub(super) fn between(
        &mut self,
        var: Addr,
        next: Int,
        last: Option<Int>,
        after: u32,
    ) -> Result<u32, Stop> {
        if last.as_ref().is_some_and(|last| next > *last) {
            return Err(Stop::Fail);
        }
        if last.as_ref() != Some(&next) {
            let following = &next + &Int::from(1);
            self.choose(Alternative::Between { var, next: following, last }, after);
        }
        let value = self.cells.int_cell(&next);
        let value = self.cells.push(value);
        self.equal(var, value).map(|()| after)
    }

    /// An integer, known or not.
    pub(super) fn integer(&mut self, addr: Addr) -> Result<Cell, Stop> {
        let (addr, cell) = self.cells.end(addr);
        match cell {
            Cell::Int(_) | Cell::Big(_) | Cell::Number(_) => {
                self.bound_number(cell)?;
                self.cells.tighten(cell, self.steps);
                Ok(cell)
            }
            Cell::Unknown(_) => {
                if !self.is_kind(addr, Kinds::INT)? {
                    return Err(Stop::Throw(self.type_error("integer", addr)));
                }
                self.demand(addr)
            }
            _ => Err(Stop::Throw(self.type_error("integer", addr))),
        }
    }

    pub(super) fn succ(&mut self, a: Addr, b: Addr, next: u32) -> Result<u32, Stop> {
        if !self.cells.is_free(a) {
            let value = self.integer(a)?;
            if !self.compare_cells(Comparison::LessEqual, Cell::Int(0), value)? {
                return Err(self.not_negative(a));
            }
            let more = self.operation(Operation::Add, value, Cell::Int(1))?;
            let more = self.cells.push(more);
            if !self.cells.is_free(b) {
                let known = self.integer(b)?;
                if !self.compare_cells(Comparison::LessEqual, Cell::Int(0), known)? {
                    return Err(self.not_negative(b));
                }
            }
            return self.equal(b, more).map(|()| next);
        }
        if self.cells.is_free(b) {
            return Err(Stop::Throw(self.instantiation()));
        }
        let value = self.integer(b)?;
        if !self.compare_cells(Comparison::LessEqual, Cell::Int(0), value)? {
            return Err(self.not_negative(b));
        }
        if self.compare_cells(Comparison::Equal, value, Cell::Int(0))? {
            return Err(Stop::Fail);
        }
        let less = self.operation(Operation::Subtract, value, Cell::Int(1))?;
        let less = self.cells.push(less);
        self.equal(a, less).map(|()| next)
    }

    pub(super) fn not_negative(&mut self, culprit: Addr) -> Stop {
        Stop::Throw(self.domain_error("not_less_than_zero", culprit))
    }

    pub(super) fn plus(&mut self, a: Addr, b: Addr, c: Addr, next: u32) -> Result<u32, Stop> {
        // What is there has to be an integer, whatever is missing.
        for arg in [a, b, c] {
            if !self.cells.is_free(arg) {
                self.integer(arg)?;
            }
        }
        let (x, y, z) = (self.cells.is_free(a), self.cells.is_free(b), self.cells.is_free(c));
        let (operation, left, right, result) = match (x, y, z) {
            (false, false, _) => (Operation::Add, a, b, c),
            (false, true, false) => (Operation::Subtract, c, a, b),
            (true, false, false) => (Operation::Subtract, c, b, a),
            _ => return Err(Stop::Throw(self.instantiation())),
        };
        let (left, right) = (self.integer(left)?, self.integer(right)?);
        let value = self.operation(operation, left, right)?;
        let value = self.cells.push(value);
        self.equal(result, value).map(|()| next)
    }

    pub(super) fn length(&mut self, list: Addr, count: Addr, next: u32) -> Result<u32, Stop> {
        // The number is looked at first, whatever the list is.
        if !self.cells.is_free(count) {
            let wanted = self.integer(count)?;
            if !self.compare_cells(Comparison::LessEqual, Cell::Int(0), wanted)? {
                return Err(self.not_negative(count));
            }
        }
        self.length_of(list, count, next)
    }

    fn length_of(&mut self, list: Addr, count: Addr, next: u32) -> Result<u32, Stop> {
        let (elements, end) = self.cells.elements(list);
        let known = elements.len() as i64;
        match self.cells.value(end) {
            Cell::Atom(Atom::NIL) => {
                let found = self.cells.push(Cell::Int(known));
                self.equal(count, found).map(|()| next)
            }
            Cell::Unknown(_) => {
                // The input is a list of this length, a longer one, or none.
                let nil = self.cells.atom(Atom::NIL);
                if self.is_equal(end, nil)? {
                    return self.length_of(list, count, next);
                }
                let pair = self.cells.free(2);
                let cons = self.cells.compound(Atom::CONS, &[pair, pair + 1]);
                if !self.is_equal(end, cons)? {
                    // As in SWI-Prolog a partial list with a wrong end is an error.
                    return Err(Stop::Throw(self.type_error("list", list)));
                }
                self.steps += 1;
                if self.steps > self.options.steps || known >= i64::from(self.options.depth) {
                    return Err(Stop::Limit);
                }
                self.length_of(list, count, next)
            }
            Cell::Free | Cell::Open => match self.cells.value(count) {
                Cell::Int(wanted) if wanted < 1_000_000 => {
                    let Ok(more) = usize::try_from(wanted - known) else { return Err(Stop::Fail) };
                    let first = self.cells.free(more);
                    let nil = self.cells.atom(Atom::NIL);
                    let rest: Vec<Addr> = (first..first + more as Addr).collect();
                    let rest = self.cells.list(&rest, nil);
                    self.equal(end, rest).map(|()| next)
                }
                Cell::Free | Cell::Open if self.cells.end(count).0 != end => {
                    self.longer(end, count, known, 0, next)
                }
                // As in `length(L, L)`: no list is its own length.
                Cell::Free | Cell::Open => Err(Stop::Fail),
                _ => Err(Stop::Unknown("this length".to_string())),
            },
            _ => Err(Stop::Throw(self.type_error("list", list))),
        }
    }

    /// Lists of more and more elements.
    pub(super) fn longer(
        &mut self,
        end: Addr,
        count: Addr,
        known: i64,
        more: i64,
        next: u32,
    ) -> Result<u32, Stop> {
        if more > 10_000 || more > i64::from(self.options.depth) {
            return Err(Stop::Limit);
        }
        self.choose(Alternative::Length { end, count, known, next: more + 1 }, next);
        let first = self.cells.free(more as usize);
        let nil = self.cells.atom(Atom::NIL);
        let rest: Vec<Addr> = (first..first + more as Addr).collect();
        let rest = self.cells.list(&rest, nil);
        self.equal(end, rest)?;
        let found = self.cells.push(Cell::Int(known + more));
        self.equal(count, found).map(|()| next)
    }
}
