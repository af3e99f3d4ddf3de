//! Predicates that the machine knows by itself, and the errors that they throw.

use super::arith::Sign;
use super::cells::{Addr, Cell, Kinds};
use super::guide::{Comparison, Condition, Guide};
use super::table::Builtin as B;
use super::{Machine, Stop};
use std::cmp::Ordering;
use terms::{Atom, compare};

pub(super) fn test(holds: bool, next: u32) -> Result<u32, Stop> {
    if holds { Ok(next) } else { Err(Stop::Fail) }
}

impl<G: Guide> Machine<'_, G> {
    /// Does a built-in predicate; gives back where the run goes on.
    pub(super) fn builtin(&mut self, builtin: B, a: Addr, next: u32) -> Result<u32, Stop> {
        let (b, c) = (a + 1, a + 2);
        // Unification treats a variable and a term that is not known alike; nothing else does.
        if G::SYMBOLIC && !matches!(builtin, B::Fail | B::NotUnify | B::UnifyOccurs | B::Dif) {
            for arg in a..a + builtin.looks_at() {
                self.ask(arg);
            }
        }
        if G::SYMBOLIC
            && self.guide.has_constraints()
            && let Some(holds) = self.about_constrained(builtin, a)?
        {
            return test(holds, next);
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
                self.order_sign(a)?;
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
            B::Number => test(self.has_kind(a, Kinds::NUMBER)?, next),
            B::Float => test(self.has_kind(a, Kinds::FLOAT)?, next),
            B::String => test(self.has_kind(a, Kinds::STRING)?, next),
            B::Compound => test(self.has_kind(a, Kinds::COMPOUND)?, next),
            B::Atomic => test(self.has_kind(a, Kinds::ALL.without(Kinds::COMPOUND))?, next),
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
            B::Label => self.start_labelling(a, next),
            B::Labeling => match self.cells.value(a) {
                Cell::Atom(Atom::NIL) => self.start_labelling(b, next),
                _ => Err(Stop::Unknown("labeling/2 with options".to_string())),
            },
            B::AllDifferent => self.all_different(a, next),
            B::Dif => self.different(a, b, next),
            B::Output => Ok(next),
            B::OnStream => self.on_stream(a, next),
            B::Tab => self.tab(a, next),
            B::PutChar => self.put_char(a, next),
            B::Format => self.format(a, None, next),
            B::FormatWith => self.format(a, Some(b), next),
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

    pub(super) fn has_kind(&mut self, addr: Addr, kinds: Kinds) -> Result<bool, Stop> {
        Ok(match self.cells.value(addr) {
            Cell::Unknown(_) => self.is_kind(addr, kinds)?,
            Cell::Atom(atom) => kinds.meets(Kinds::of_atom(atom)),
            cell @ Cell::Number(_) => {
                self.cells.narrowed |= self.cells.is_loose(cell).is_some() || self.cells.is_expression(cell);
                kinds.meets(Kinds::INT)
            }
            Cell::Int(_) | Cell::Big(_) => kinds.meets(Kinds::INT),
            Cell::Float(_) => kinds.meets(Kinds::FLOAT),
            Cell::Str(_) => kinds.meets(Kinds::STRING),
            Cell::Struct(..) => kinds.meets(Kinds::COMPOUND),
            Cell::Char(_) | Cell::Closure(..) | Cell::Slot(_) | Cell::Domain(_) => false,
            Cell::Free | Cell::Open | Cell::Ref(_) => false,
        })
    }

    fn not_unify(&mut self, a: Addr, b: Addr, next: u32) -> Result<u32, Stop> {
        self.cells.clash = None;
        let mark = self.cells.mark();
        if !self.cells.unify(a, b) {
            self.cells.undo_all(&mark);
            self.meets_no_integer()?;
            return Ok(next);
        }
        if !self.still_apart() {
            self.cells.undo_all(&mark);
            return Ok(next);
        }
        let condition = Condition { mark, comparisons: Vec::new() };
        if !self.settle(condition)? {
            return Ok(next);
        }
        match self.decide_apart() {
            // They cannot be equal, because other pairs must stay different.
            Err(Stop::Fail) => {
                self.cells.undo(&mark);
                Ok(next)
            }
            Err(stop) => Err(stop),
            Ok(()) => Err(Stop::Fail),
        }
    }

    /// `==`: the same without any binding.
    fn identical(&mut self, a: Addr, b: Addr) -> Result<bool, Stop> {
        let mark = self.cells.mark();
        let trail = self.cells.trail_len();
        let same = self.cells.unify(a, b);
        // Variables of the heap that were bound make them different; unknown inputs are for the guide.
        let bound = self.cells.trail_len() > trail || self.cells.opened_since(&mark);
        let depends = self.cells.depends_since(&mark);
        if !same || !depends {
            self.cells.undo_all(&mark);
            return Ok(same && !bound);
        }
        if bound {
            self.cells.undo_all(&mark);
            if self.cells.is_ground(a) && self.cells.is_ground(b) {
                // Only numbers of the guide stand on the heap.
                let mark = self.cells.mark();
                self.cells.unify(a, b);
                return self.settle(Condition { mark, comparisons: Vec::new() });
            }
            return Err(Stop::Unknown("==/2 of variables and inputs".to_string()));
        }
        self.settle(Condition { mark, comparisons: Vec::new() })
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
        // Variables go by their age, which is not known.
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
        let (left_at, right_at) = (left, right);
        let left = self.cells.save(&mut self.terms, left, &mut free);
        let right = self.cells.save(&mut self.terms, right, &mut free);
        let order = compare(&self.terms, left, right);
        // With their ages reversed the result may be different.
        free.reverse();
        let turned_left = self.cells.save(&mut self.terms, left_at, &mut free);
        let turned_right = self.cells.save(&mut self.terms, right_at, &mut free);
        let turned = compare(&self.terms, turned_left, turned_right);
        self.terms.truncate(kept);
        if order != turned {
            return Err(Stop::Unknown("the order of variables, which goes by their age".to_string()));
        }
        Ok(order)
    }

    /// The first argument of `compare/3` is `<`, `=`, `>` or a variable.
    fn order_sign(&mut self, sign: Addr) -> Result<(), Stop> {
        match self.cells.value(sign) {
            Cell::Free | Cell::Open => Ok(()),
            Cell::Unknown(_) => Err(Stop::Unknown("compare/3 with a sign that is an input".to_string())),
            Cell::Atom(name) if matches!(self.terms.name(name), "<" | "=" | ">") => Ok(()),
            Cell::Atom(_) => Err(Stop::Throw(self.domain_error("order", sign))),
            _ => Err(Stop::Throw(self.type_error("atom", sign))),
        }
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

    pub(super) fn is_equal(&mut self, a: Addr, b: Addr) -> Result<bool, Stop> {
        match self.equal(a, b) {
            Ok(()) => Ok(true),
            Err(Stop::Fail) => Ok(false),
            Err(stop) => Err(stop),
        }
    }

    fn must_be(&mut self, kind: Addr, value: Addr, next: u32) -> Result<u32, Stop> {
        if self.cells.is_free(kind) {
            return Err(Stop::Throw(self.instantiation()));
        }
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
}
