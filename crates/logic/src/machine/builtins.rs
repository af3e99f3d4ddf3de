//! Predicates that the machine knows by itself, and the errors that they throw.

use super::arith::Sign;
use super::cells::{Addr, Cell, Kinds};
use super::guide::{Comparison, Guide, Operation};
use super::table::Builtin as B;
use super::{Alternative, Machine, Stop, Thrown, Work};
use crate::atom::Atom;
use crate::order::compare;
use crate::print::{Writer, canonical_names};
use base::Int;
use std::cmp::Ordering;

fn test(holds: bool, next: u32) -> Result<u32, Stop> {
    if holds { Ok(next) } else { Err(Stop::Fail) }
}

impl<G: Guide> Machine<'_, G> {
    /// Does a built-in predicate; gives back where the run goes on.
    pub(super) fn builtin(&mut self, builtin: B, a: Addr, next: u32) -> Result<u32, Stop> {
        let (b, c) = (a + 1, a + 2);
        // Unification treats a variable and a term that is not known alike; nothing else does.
        if G::SYMBOLIC && !matches!(builtin, B::Fail | B::NotUnify | B::UnifyOccurs | B::Dif | B::Output) {
            for arg in a..a + builtin.looks_at() {
                self.ask(arg);
            }
        }
        match builtin {
            B::Fail => Err(Stop::Fail),
            B::NotUnify => self.not_unify(a, b, next),
            B::UnifyOccurs => {
                let before = self.cells.cyclic;
                let same = self.equal(a, b);
                self.cells.cyclic = before;
                same.map(|()| next)
            }
            B::Identical => test(self.identical(a, b)?, next),
            B::NotIdentical => test(!self.identical(a, b)?, next),
            B::Before => test(self.order(a, b)?.is_lt(), next),
            B::After => test(self.order(a, b)?.is_gt(), next),
            B::NotAfter => test(self.order(a, b)?.is_le(), next),
            B::NotBefore => test(self.order(a, b)?.is_ge(), next),
            B::Variant => test(self.variant(a, b)?, next),
            B::NotVariant => test(!self.variant(a, b)?, next),
            B::Compare => {
                let sign = match self.order(b, c)? {
                    Ordering::Less => "<",
                    Ordering::Equal => "=",
                    Ordering::Greater => ">",
                };
                let sign = self.terms.intern(sign);
                let sign = self.cells.atom(sign);
                self.equal(a, sign).map(|()| next)
            }
            B::Is => {
                let value = self.eval(b)?;
                let value = self.cell_of(&value);
                let value = self.cells.push(value);
                self.equal(a, value).map(|()| next)
            }
            B::NumEqual => test(self.compare_numbers(a, b, Sign::Equal)?, next),
            B::NumUnequal => test(self.compare_numbers(a, b, Sign::Unequal)?, next),
            B::NumLess => test(self.compare_numbers(a, b, Sign::Less)?, next),
            B::NumGreater => test(self.compare_numbers(a, b, Sign::Greater)?, next),
            B::NumLessEqual => test(self.compare_numbers(a, b, Sign::LessEqual)?, next),
            B::NumGreaterEqual => test(self.compare_numbers(a, b, Sign::GreaterEqual)?, next),
            B::Var => test(self.cells.is_free(a), next),
            B::Nonvar => test(!self.cells.is_free(a), next),
            B::Atom => test(self.has_kind(a, Kinds::ATOM)?, next),
            B::Integer => test(self.has_kind(a, Kinds::INT)?, next),
            B::Number => {
                let float = matches!(self.cells.value(a), Cell::Float(_));
                test(float || self.has_kind(a, Kinds::INT)?, next)
            }
            B::Float => test(matches!(self.cells.value(a), Cell::Float(_)), next),
            B::String => test(matches!(self.cells.value(a), Cell::Str(_)), next),
            B::Compound => test(self.has_kind(a, Kinds::COMPOUND)?, next),
            B::Atomic => {
                let other = matches!(self.cells.value(a), Cell::Float(_) | Cell::Str(_));
                test(other || self.has_kind(a, Kinds::ATOM.or(Kinds::INT))?, next)
            }
            B::Callable => test(self.has_kind(a, Kinds::ATOM.or(Kinds::COMPOUND))?, next),
            B::IsList => self.is_list(a, next),
            B::Ground => test(self.cells.is_ground(a), next),
            B::Throw => {
                if self.cells.is_free(a) {
                    return Err(Stop::Throw(self.instantiation()));
                }
                Err(Stop::Throw(a))
            }
            B::Between => self.between_goal(a, next),
            B::Length => self.length(a, b, next),
            B::Functor => self.functor(a, b, c, next),
            B::Arg => self.arg(a, b, c, next),
            B::Univ => self.univ(a, b, next),
            B::CopyTerm => {
                let frozen = self.cells.freeze(a);
                let copy = self.cells.thaw(&frozen);
                self.equal(b, copy).map(|()| next)
            }
            B::TermVariables => {
                let found = self.cells.variables(a);
                let nil = self.cells.atom(Atom::NIL);
                let list = self.cells.list(&found, nil);
                self.equal(b, list).map(|()| next)
            }
            B::Succ => self.succ(a, b, next),
            B::Plus => self.plus(a, b, c, next),
            B::Label => Ok(self.chain(Work::Label(a), next)),
            B::Labeling => match self.cells.value(a) {
                Cell::Atom(Atom::NIL) => Ok(self.chain(Work::Label(b), next)),
                _ => Err(Stop::Unknown("labeling/2 with options".to_string())),
            },
            B::AllDifferent => self.all_different(a, next),
            B::Dif => self.different(a, b, next),
            B::Output => Ok(next),
            B::AtomCodes => self.text_list(a, b, true, false, next),
            B::AtomChars => self.text_list(a, b, false, false, next),
            B::NumberCodes => self.text_list(a, b, true, true, next),
            B::CharCode => self.char_code(a, b, next),
            B::AtomLength => self.atom_length(a, b, next),
            B::AtomNumber => self.atom_number(a, b, next),
            B::AtomConcat => self.atom_concat(a, b, c, next),
            B::Msort => self.sort(a, b, false, false, next),
            B::SortUnique => self.sort(a, b, true, false, next),
            B::Keysort => self.sort(a, b, false, true, next),
            B::MustBe => self.must_be(a, b, next),
            B::NumberVars => Err(Stop::Unknown("numbervars/3".to_string())),
        }
    }

    /// Notes which free inputs a goal looks into.
    fn ask(&mut self, arg: Addr) {
        for var in self.cells.variables(arg) {
            if self.cells.get(var) != Cell::Open {
                continue;
            }
            for root in 0..(self.vars as Addr).min(64) {
                if self.cells.variables(self.env + root).contains(&var) {
                    self.asked |= 1 << root;
                }
            }
        }
    }

    fn has_kind(&mut self, addr: Addr, kinds: Kinds) -> Result<bool, Stop> {
        Ok(match self.cells.value(addr) {
            Cell::Unknown(_) => self.is_kind(addr, kinds)?,
            Cell::Atom(_) => kinds.meets(Kinds::ATOM),
            Cell::Int(_) | Cell::Big(_) | Cell::Number(_) => kinds.meets(Kinds::INT),
            Cell::Struct(..) => kinds.meets(Kinds::COMPOUND),
            _ => false,
        })
    }

    fn not_unify(&mut self, a: Addr, b: Addr, next: u32) -> Result<u32, Stop> {
        let mark = self.cells.mark();
        if !self.cells.unify(a, b) || !self.still_apart() {
            self.cells.undo_all(&mark);
            return Ok(next);
        }
        let condition = super::Condition { mark, comparisons: Vec::new() };
        let held = self.settle(condition)?;
        if held {
            return Err(Stop::Fail);
        }
        Ok(next)
    }

    /// `==`: the same without any binding.
    fn identical(&mut self, a: Addr, b: Addr) -> Result<bool, Stop> {
        let mark = self.cells.mark();
        let trail = self.cells.trail_len();
        let same = self.cells.unify(a, b);
        // Variables of the heap that were bound make them different; unknown inputs are for the guide.
        let bound = self.cells.trail_len() > trail || self.cells.opened_since(&mark);
        let depends = self.cells.depends_since(&mark);
        if !same || (bound && !depends) || !depends {
            self.cells.undo_all(&mark);
            return Ok(same && !bound);
        }
        if bound {
            self.cells.undo_all(&mark);
            if self.cells.is_ground(a) && self.cells.is_ground(b) {
                // Only numbers of the guide stand on the heap.
                let mark = self.cells.mark();
                self.cells.unify(a, b);
                return self.settle(super::Condition { mark, comparisons: Vec::new() });
            }
            return Err(Stop::Unknown("==/2 of variables and inputs".to_string()));
        }
        self.settle(super::Condition { mark, comparisons: Vec::new() })
    }

    /// The standard order of two terms that are known.
    pub(super) fn order(&mut self, left: Addr, right: Addr) -> Result<Ordering, Stop> {
        // Two integers are compared like numbers, so that the guide can help. Inputs may be integers.
        if self.cells.end(left).0 == self.cells.end(right).0 {
            return Ok(Ordering::Equal);
        }
        for (side, other) in [(left, right), (right, left)] {
            let numeric = matches!(
                self.cells.value(other),
                Cell::Unknown(_) | Cell::Number(_) | Cell::Int(_) | Cell::Big(_)
            );
            if numeric
                && matches!(self.cells.value(side), Cell::Unknown(_))
                && self.is_kind(side, Kinds::INT)?
            {
                self.demand(side)?;
            }
        }
        let (a, b) = (self.cells.value(left), self.cells.value(right));
        if let (Cell::Number(_), Cell::Number(_) | Cell::Int(_) | Cell::Big(_))
        | (Cell::Int(_) | Cell::Big(_), Cell::Number(_)) = (a, b)
        {
            if self.compare_cells(Comparison::Equal, a, b)? {
                return Ok(Ordering::Equal);
            }
            let less = self.compare_cells(Comparison::Less, a, b)?;
            return Ok(if less { Ordering::Less } else { Ordering::Greater });
        }
        // Variables go by their age, which is the order of their cells.
        let kept = self.terms.len();
        let mut free = Vec::new();
        self.cells.save(&mut self.terms, left, &mut free);
        self.cells.save(&mut self.terms, right, &mut free);
        let unknown =
            free.iter().any(|addr| matches!(self.cells.value(*addr), Cell::Unknown(_) | Cell::Number(_)));
        if unknown {
            self.terms.truncate(kept);
            if self.cells.end(left).0 == self.cells.end(right).0 {
                return Ok(Ordering::Equal);
            }
            return Err(Stop::Unknown("the order of terms that are not known".to_string()));
        }
        free.sort_unstable();
        let left = self.cells.save(&mut self.terms, left, &mut free);
        let right = self.cells.save(&mut self.terms, right, &mut free);
        let order = compare(&self.terms, left, right);
        self.terms.truncate(kept);
        Ok(order)
    }

    fn variant(&mut self, a: Addr, b: Addr) -> Result<bool, Stop> {
        let kept = self.terms.len();
        let (mut one, mut two) = (Vec::new(), Vec::new());
        let left = self.cells.save(&mut self.terms, a, &mut one);
        let right = self.cells.save(&mut self.terms, b, &mut two);
        let unknown = one
            .iter()
            .chain(&two)
            .any(|addr| matches!(self.cells.value(*addr), Cell::Unknown(_) | Cell::Number(_)));
        let same = one.len() == two.len() && compare(&self.terms, left, right).is_eq();
        self.terms.truncate(kept);
        if unknown { Err(Stop::Unknown("=@=/2 of inputs".to_string())) } else { Ok(same) }
    }

    fn is_list(&mut self, a: Addr, next: u32) -> Result<u32, Stop> {
        let mut at = a;
        loop {
            let (_, end) = self.cells.elements(at);
            let Cell::Unknown(_) = self.cells.value(end) else {
                return test(self.cells.value(end) == Cell::Atom(Atom::NIL), next);
            };
            // The end of the list is an input: it is empty, a longer list, or something else.
            let nil = self.cells.atom(Atom::NIL);
            if self.is_equal(end, nil)? {
                return Ok(next);
            }
            let pair = self.cells.free(2);
            let cons = self.cells.compound(Atom::CONS, &[pair, pair + 1]);
            if !self.is_equal(end, cons)? {
                return Err(Stop::Fail);
            }
            at = end;
            if self.cells.len() > self.options.cells {
                return Err(Stop::Limit);
            }
            self.steps += 1;
            if self.steps > self.options.steps || self.cells.elements(a).0.len() > self.options.depth as usize
            {
                return Err(Stop::Limit);
            }
        }
    }

    fn is_equal(&mut self, a: Addr, b: Addr) -> Result<bool, Stop> {
        match self.equal(a, b) {
            Ok(()) => Ok(true),
            Err(Stop::Fail) => Ok(false),
            Err(stop) => Err(stop),
        }
    }

    fn between_goal(&mut self, a: Addr, next: u32) -> Result<u32, Stop> {
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
    fn between_unknown(&mut self, a: Addr, low: Cell, last: Option<Cell>, next: u32) -> Result<u32, Stop> {
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
            Cell::Int(_) | Cell::Big(_) | Cell::Number(_) => Ok(cell),
            Cell::Unknown(_) => {
                if !self.is_kind(addr, Kinds::INT)? {
                    return Err(Stop::Throw(self.type_error("integer", addr)));
                }
                self.demand(addr)
            }
            _ => Err(Stop::Throw(self.type_error("integer", addr))),
        }
    }

    fn succ(&mut self, a: Addr, b: Addr, next: u32) -> Result<u32, Stop> {
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
            return Err(Stop::Throw(self.uninstantiated()));
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

    fn not_negative(&mut self, culprit: Addr) -> Stop {
        Stop::Throw(self.type_error("not_less_than_zero", culprit))
    }

    fn uninstantiated(&mut self) -> Addr {
        self.instantiation()
    }

    fn plus(&mut self, a: Addr, b: Addr, c: Addr, next: u32) -> Result<u32, Stop> {
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

    fn length(&mut self, list: Addr, count: Addr, next: u32) -> Result<u32, Stop> {
        let (elements, end) = self.cells.elements(list);
        let known = elements.len() as i64;
        match self.cells.value(end) {
            Cell::Atom(Atom::NIL) => {
                let cell = self.cells.value(count);
                if !matches!(
                    cell,
                    Cell::Free
                        | Cell::Open
                        | Cell::Int(_)
                        | Cell::Big(_)
                        | Cell::Number(_)
                        | Cell::Unknown(_)
                ) {
                    return Err(Stop::Throw(self.type_error("integer", count)));
                }
                if let Cell::Unknown(_) = cell {
                    self.integer(count)?;
                }
                if let Some(wanted) = self.cells.int_of(self.cells.value(count))
                    && wanted.is_negative()
                {
                    return Err(Stop::Fail);
                }
                let found = self.cells.push(Cell::Int(known));
                self.equal(count, found).map(|()| next)
            }
            Cell::Unknown(_) => {
                // The input is a list of this length, a longer one, or none.
                let nil = self.cells.atom(Atom::NIL);
                if self.is_equal(end, nil)? {
                    return self.length(list, count, next);
                }
                let pair = self.cells.free(2);
                let cons = self.cells.compound(Atom::CONS, &[pair, pair + 1]);
                if !self.is_equal(end, cons)? {
                    if !matches!(
                        self.cells.value(count),
                        Cell::Free | Cell::Open | Cell::Int(_) | Cell::Number(_)
                    ) {
                        return Err(Stop::Unknown("length/2 of no list".to_string()));
                    }
                    // As in SWI-Prolog a partial list with a wrong end is an error.
                    return Err(Stop::Throw(self.type_error("list", list)));
                }
                self.steps += 1;
                if self.steps > self.options.steps || known >= i64::from(self.options.depth) {
                    return Err(Stop::Limit);
                }
                self.length(list, count, next)
            }
            Cell::Free | Cell::Open => match self.cells.value(count) {
                Cell::Int(wanted) if wanted < 0 => Err(Stop::Fail),
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

    fn functor(&mut self, a: Addr, b: Addr, c: Addr, next: u32) -> Result<u32, Stop> {
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

    fn arg(&mut self, a: Addr, b: Addr, c: Addr, next: u32) -> Result<u32, Stop> {
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

    fn univ(&mut self, term: Addr, list: Addr, next: u32) -> Result<u32, Stop> {
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

    fn must_be(&mut self, kind: Addr, value: Addr, next: u32) -> Result<u32, Stop> {
        let Cell::Atom(name) = self.cells.value(kind) else {
            return Err(Stop::Unknown("must_be/2 with this type".to_string()));
        };
        let (what, kinds) = match self.terms.name(name) {
            "integer" => ("integer", Kinds::INT),
            "atom" => ("atom", Kinds::ATOM),
            "callable" => ("callable", Kinds::ATOM.or(Kinds::COMPOUND)),
            "nonneg" => ("nonneg", Kinds::INT),
            "positive_integer" => ("positive_integer", Kinds::INT),
            _ => return Err(Stop::Unknown("must_be/2 with this type".to_string())),
        };
        if !self.has_kind(value, kinds)? {
            let what = if kinds == Kinds::INT { "integer" } else { what };
            return Err(Stop::Throw(self.type_error(what, value)));
        }
        let low = match what {
            "nonneg" => 0,
            "positive_integer" => 1,
            _ => return Ok(next),
        };
        let cell = self.integer(value)?;
        if self.compare_cells(Comparison::LessEqual, Cell::Int(low), cell)? {
            return Ok(next);
        }
        Err(Stop::Throw(self.type_error(what, value)))
    }

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
