//! Unification, with occurs check, of what a run has made and of what is known of its inputs.

use super::{Addr, Cell, Cells, INPUT, Kinds};

impl Cells {
    /// Makes all variables of a term part of a free input.
    fn open_all(&mut self, addr: Addr) {
        let mut open = vec![addr];
        while let Some(addr) = open.pop() {
            match self.end(addr) {
                (addr, Cell::Free) => self.set(addr, Cell::Open),
                (_, Cell::Struct(functor, first)) => {
                    let (_, count) = self.name_of(functor);
                    open.extend(first..first + count);
                }
                _ => {}
            }
        }
    }

    fn occurs(&self, var: Addr, term: Addr) -> bool {
        let Cell::Struct(..) = self.get(term) else { return false };
        let mut open: smallvec::SmallVec<[Addr; 32]> = smallvec::smallvec![term];
        while let Some(addr) = open.pop() {
            let (addr, cell) = self.end(addr);
            if addr == var {
                return true;
            }
            if let Cell::Struct(functor, first) = cell {
                let (_, count) = self.name_of(functor);
                for arg in first..first + count {
                    // Most arguments are constants.
                    if !matches!(self.get(arg), Cell::Atom(_) | Cell::Int(_)) {
                        open.push(arg);
                    }
                }
            }
        }
        false
    }

    /// Makes two terms the same; false if they cannot be. What was bound then is undone by the caller.
    pub fn unify(&mut self, left: Addr, right: Addr) -> bool {
        let mut open: smallvec::SmallVec<[(Addr, Addr); 16]> = smallvec::SmallVec::new();
        open.push((left, right));
        while let Some((left, right)) = open.pop() {
            let ((left, a), (right, b)) = (self.end(left), self.end(right));
            if left == right {
                continue;
            }
            match (a, b) {
                // The younger variable refers to the older one, which outlives it.
                (Cell::Free, Cell::Free) => self.bind(left.max(right), left.min(right), Cell::Free),
                (Cell::Free, Cell::Open) => self.bind(left, right, b),
                (Cell::Open, Cell::Free) => self.bind(right, left, a),
                (Cell::Open, Cell::Open) => {
                    self.opened += 1;
                    self.bind(left.max(right), left.min(right), Cell::Open);
                }
                (Cell::Free | Cell::Open, _) => {
                    if !self.bind_checked(left, a, right, b) {
                        return false;
                    }
                }
                (_, Cell::Free | Cell::Open) => {
                    if !self.bind_checked(right, b, left, a) {
                        return false;
                    }
                }
                (Cell::Unknown(x), Cell::Unknown(y)) => {
                    let both = x.and(y);
                    if both.is_empty() {
                        return false;
                    }
                    let (young, old) = (left.max(right), left.min(right));
                    if self.get(old) != Cell::Unknown(both) {
                        self.set_input(old, both.cell());
                    }
                    self.set_input(young, Cell::Ref(old));
                }
                (Cell::Domain(x), Cell::Domain(y)) => {
                    if !self.same_domain((left, x), (right, y)) {
                        return false;
                    }
                }
                (Cell::Domain(domain), _) => {
                    if self.occurs(left, right) || !self.learn_domain(left, domain, b, &mut open) {
                        return false;
                    }
                }
                (_, Cell::Domain(domain)) => {
                    if self.occurs(right, left) || !self.learn_domain(right, domain, a, &mut open) {
                        return false;
                    }
                }
                (Cell::Unknown(kinds), _) => {
                    if !self.learn(left, kinds, right, b, &mut open) {
                        return false;
                    }
                }
                (_, Cell::Unknown(kinds)) => {
                    if !self.learn(right, kinds, left, a, &mut open) {
                        return false;
                    }
                }
                (Cell::Struct(f, x), Cell::Struct(g, y)) => {
                    if f != g {
                        return false;
                    }
                    let (_, count) = self.name_of(f);
                    for i in (0..count).rev() {
                        open.push((x + i, y + i));
                    }
                }
                (Cell::Number(x), Cell::Number(y)) if x == y => {
                    // A term such as `1+2` is not equal to its value.
                    self.narrowed |= left != right && self.is_loose(a).is_some();
                }
                (Cell::Number(_), Cell::Number(_)) => {
                    self.narrowed |= self.is_expression(a) || self.is_expression(b);
                    self.guards.push((a, b));
                    // Inputs outlive the heap, and in each room the older one the younger.
                    let (of_left, of_right) = (left & INPUT != 0, right & INPUT != 0);
                    let (from, to) = match (of_left, of_right) {
                        (true, false) => (right, left),
                        (false, true) => (left, right),
                        _ => (left.max(right), left.min(right)),
                    };
                    self.assign(from, Cell::Ref(to));
                }
                (Cell::Number(_), Cell::Int(_) | Cell::Big(_)) => {
                    self.narrowed |= self.is_expression(a);
                    self.guards.push((a, b));
                    self.assign(left, b);
                }
                (Cell::Int(_) | Cell::Big(_), Cell::Number(_)) => {
                    self.narrowed |= self.is_expression(b);
                    self.guards.push((b, a));
                    self.assign(right, a);
                }
                (Cell::Big(x), Cell::Big(y)) => {
                    if self.bigs.get(x as usize) != self.bigs.get(y as usize) {
                        return false;
                    }
                }
                (a, b) if a == b => {}
                _ => {
                    self.narrowed |= self.is_loose(a).or(self.is_loose(b)).is_some();
                    self.narrowed |= self.is_expression(a) || self.is_expression(b);
                    self.clash = [a, b].into_iter().find(|cell| matches!(cell, Cell::Number(_)));
                    return false;
                }
            }
        }
        true
    }

    fn bind_checked(&mut self, var: Addr, kind: Cell, to: Addr, value: Cell) -> bool {
        if self.occurs(var, to) {
            self.cyclic = true;
            return false;
        }
        if kind == Cell::Open {
            self.opened += 1;
            self.open_all(to);
        }
        self.bind(var, to, value);
        true
    }

    /// An unknown input has to be this.
    fn learn(
        &mut self,
        leaf: Addr,
        kinds: Kinds,
        other: Addr,
        value: Cell,
        open: &mut smallvec::SmallVec<[(Addr, Addr); 16]>,
    ) -> bool {
        match value {
            Cell::Atom(atom) if kinds.meets(Kinds::of_atom(atom)) => self.set_input(leaf, value),
            Cell::Int(_) | Cell::Big(_) | Cell::Number(_) if kinds.meets(Kinds::INT) => {
                self.set_input(leaf, value);
            }
            Cell::Float(_) if kinds.meets(Kinds::FLOAT) => self.set_input(leaf, value),
            Cell::Str(_) if kinds.meets(Kinds::STRING) => self.set_input(leaf, value),
            Cell::Char(_) if kinds.meets(Kinds::CHAR) => self.set_input(leaf, value),
            Cell::Struct(functor, first) if kinds.meets(Kinds::COMPOUND) => {
                if self.occurs(leaf, other) {
                    self.cyclic = true;
                    return false;
                }
                let (_, count) = self.name_of(functor);
                let made = self.inputs.len() as Addr | INPUT;
                for _ in 0..count {
                    self.inputs.push(Cell::Unknown(Kinds::ALL));
                }
                self.set_input(leaf, Cell::Struct(functor, made));
                open.extend((0..count).rev().map(|i| (first + i, made + i)));
            }
            _ => return false,
        }
        true
    }
}
