//! Terms of a run: cells with bindings, a trail to undo them, unification.
//!
//! A cell is a variable, a reference to another cell, or a value; the arguments of a compound term stand side by side.
//! Nothing here recurses over a term.

use crate::atom::Atom;
use crate::ids::VarId;
use crate::term::{Float, Node, Term, Terms};
use base::Int;
use std::collections::BTreeMap;

/// A cell of the store.
pub(crate) type Addr = usize;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    /// A variable without a value.
    Free,
    /// The same as another cell.
    Same(Addr),
    Atom(Atom),
    Int(Int),
    Float(Float),
    Str(Atom),
    /// Name, first argument, how many.
    Compound(Atom, Addr, usize),
}

/// The cells of a run.
#[derive(Default)]
pub(crate) struct Store {
    pub cells: Vec<Value>,
    /// Variables that have got a value, in order.
    pub trail: Vec<Addr>,
    pub occurs_check: bool,
    /// An infinite term was asked for, and nobody said that this means failure.
    pub cyclic: bool,
}

impl Store {
    pub fn push(&mut self, value: Value) -> Addr {
        self.cells.push(value);
        self.cells.len() - 1
    }

    pub fn free(&mut self, count: usize) -> Addr {
        let start = self.cells.len();
        self.cells.resize(start + count, Value::Free);
        start
    }

    /// The cell that a chain of references ends at.
    pub fn end(&self, mut addr: Addr) -> Addr {
        while let Some(Value::Same(next)) = self.cells.get(addr) {
            addr = *next;
        }
        addr
    }

    /// What a cell stands for.
    pub fn value(&self, addr: Addr) -> Value {
        self.cells.get(self.end(addr)).cloned().unwrap_or(Value::Free)
    }

    pub fn is_free(&self, addr: Addr) -> bool {
        matches!(self.cells.get(self.end(addr)), Some(Value::Free) | None)
    }

    /// Name and arguments of an atom or compound term.
    pub fn callable(&self, addr: Addr) -> Option<(Atom, Addr, usize)> {
        match self.value(addr) {
            Value::Atom(name) => Some((name, 0, 0)),
            Value::Compound(name, first, count) => Some((name, first, count)),
            _ => None,
        }
    }

    /// A compound term with these arguments.
    pub fn compound(&mut self, name: Atom, args: &[Addr]) -> Addr {
        let first = self.cells.len();
        self.cells.extend(args.iter().map(|arg| Value::Same(*arg)));
        self.push(Value::Compound(name, first, args.len()))
    }

    /// A list.
    pub fn list(&mut self, elements: &[Addr], tail: Addr) -> Addr {
        elements.iter().rev().fold(tail, |tail, &head| self.compound(Atom::CONS, &[head, tail]))
    }

    pub fn atom(&mut self, atom: Atom) -> Addr {
        self.push(Value::Atom(atom))
    }

    /// The elements of a list, and where it ends.
    pub fn elements(&self, mut addr: Addr) -> (Vec<Addr>, Addr) {
        let mut found = Vec::new();
        while let Value::Compound(Atom::CONS, first, 2) = self.value(addr) {
            found.push(first);
            addr = first + 1;
        }
        (found, self.end(addr))
    }

    /// Brings a term of a program into the store; its variables are the cells from `env` on.
    pub fn load(&mut self, terms: &Terms, term: Term, env: Addr) -> Addr {
        let root = self.push(Value::Free);
        let mut open = vec![(term, root)];
        while let Some((term, addr)) = open.pop() {
            self.cells[addr] = match terms.node(term) {
                Node::Var(VarId(n)) => Value::Same(env + *n as usize),
                Node::Int(value) => Value::Int(value.clone()),
                Node::Float(value) => Value::Float(*value),
                Node::Atom(atom) => Value::Atom(*atom),
                Node::Str(text) => Value::Str(*text),
                Node::Compound(name, _) => {
                    let args = terms.args(term);
                    let first = self.free(args.len());
                    open.extend(args.iter().enumerate().map(|(i, arg)| (*arg, first + i)));
                    Value::Compound(*name, first, args.len())
                }
            };
        }
        root
    }

    /// Gives a variable a value.
    fn bind(&mut self, var: Addr, to: Addr) {
        if var != to {
            self.cells[var] = Value::Same(to);
            self.trail.push(var);
        }
    }

    /// Makes two terms the same; false if they cannot be. What was bound then is on the trail all the same.
    pub fn unify(&mut self, left: Addr, right: Addr) -> bool {
        let mut open = vec![(left, right)];
        while let Some((left, right)) = open.pop() {
            let (left, right) = (self.end(left), self.end(right));
            if left == right {
                continue;
            }
            match (self.value(left), self.value(right)) {
                // The younger variable refers to the older one, which outlives it.
                (Value::Free, Value::Free) => self.bind(left.max(right), left.min(right)),
                (Value::Free, _) => {
                    if self.occurs(left, right) {
                        self.cyclic |= !self.occurs_check;
                        return false;
                    }
                    self.bind(left, right);
                }
                (_, Value::Free) => {
                    if self.occurs(right, left) {
                        self.cyclic |= !self.occurs_check;
                        return false;
                    }
                    self.bind(right, left);
                }
                (Value::Compound(f, a, n), Value::Compound(g, b, m)) => {
                    if f != g || n != m {
                        return false;
                    }
                    open.extend((0..n).rev().map(|i| (a + i, b + i)));
                }
                (left, right) if left == right => {}
                _ => return false,
            }
        }
        true
    }

    fn occurs(&self, var: Addr, term: Addr) -> bool {
        let mut open = vec![term];
        while let Some(addr) = open.pop() {
            let addr = self.end(addr);
            if addr == var {
                return true;
            }
            if let Some(Value::Compound(_, first, count)) = self.cells.get(addr) {
                open.extend(*first..first + count);
            }
        }
        false
    }

    /// Goes back to an earlier state.
    pub fn undo(&mut self, trail: usize, cells: usize) {
        while self.trail.len() > trail {
            if let Some(var) = self.trail.pop()
                && let Some(cell) = self.cells.get_mut(var)
            {
                *cell = Value::Free;
            }
        }
        self.cells.truncate(cells);
    }

    /// A term as one of a table, for whoever prints or keeps it. Variables are numbered by `vars`, new ones after
    /// those that are there.
    pub fn save(&self, terms: &mut Terms, addr: Addr, vars: &mut Vec<Addr>) -> Term {
        // Arguments first: a term is made when it is met for the second time.
        let mut done: Vec<Term> = Vec::new();
        let mut numbers: BTreeMap<Addr, usize> = vars.iter().enumerate().map(|(i, v)| (*v, i)).collect();
        let mut open = vec![(addr, false)];
        while let Some((addr, ready)) = open.pop() {
            let addr = self.end(addr);
            let term = match self.value(addr) {
                Value::Free | Value::Same(_) => {
                    let number = *numbers.entry(addr).or_insert_with(|| {
                        vars.push(addr);
                        vars.len() - 1
                    });
                    terms.var(VarId::new(number))
                }
                Value::Atom(atom) => terms.atom(atom),
                Value::Int(value) => terms.int(value),
                Value::Float(value) => terms.float(value),
                Value::Str(text) => {
                    let text = terms.name(text).to_string();
                    terms.string(&text)
                }
                Value::Compound(name, first, count) => {
                    if !ready {
                        open.push((addr, true));
                        open.extend((first..first + count).rev().map(|arg| (arg, false)));
                        continue;
                    }
                    let args = done.split_off(done.len().saturating_sub(count));
                    terms.compound(name, &args)
                }
            };
            done.push(term);
        }
        done.pop().unwrap_or_else(|| terms.atom(Atom::NIL))
    }
}
