//! Terms that come into the rooms and go out of them: those of a program, and those that outlive backtracking.

use super::{Addr, Cell, Cells, INPUT};
use base::Int;
use rustc_hash::FxHashMap;
use terms::{Atom, Node, Term, Terms, VarId};

/// A term outside of the rooms; variables are numbered.
#[derive(Clone, Debug, Default)]
pub struct Frozen {
    cells: Vec<Cell>,
    vars: Addr,
}

impl Cells {
    /// Brings a term of a program into the heap; its variables are the cells from `env` on.
    pub fn load(&mut self, terms: &Terms, term: Term, env: Addr) -> Addr {
        self.load_new(terms, term, env, &|_| true).0
    }

    /// The same; whether all variables of the term occur in it for the first time.
    fn load_new(
        &mut self,
        terms: &Terms,
        term: Term,
        env: Addr,
        first: &impl Fn(Term) -> bool,
    ) -> (Addr, bool) {
        if let Node::Var(VarId(n)) = terms.node(term) {
            return (env + n, first(term));
        }
        let mut new = true;
        let root = self.push(Cell::Free);
        let mut open: smallvec::SmallVec<[(Term, Addr); 16]> = smallvec::SmallVec::new();
        open.push((term, root));
        while let Some((term, addr)) = open.pop() {
            let cell = match terms.node(term) {
                Node::Var(VarId(n)) => {
                    new = new && first(term);
                    Cell::Ref(env + *n)
                }
                Node::Int(value) => self.int_cell(value),
                Node::Float(value) => Cell::Float(*value),
                Node::Atom(atom) => Cell::Atom(*atom),
                Node::Str(text) => Cell::Str(*text),
                Node::Compound(name, _) => {
                    let args = terms.args(term);
                    let first = self.free(args.len());
                    for (i, arg) in args.iter().enumerate() {
                        open.push((*arg, first + i as Addr));
                    }
                    Cell::Struct(self.functor(*name, args.len()), first)
                }
            };
            self.heap[addr as usize] = cell;
        }
        (root, new)
    }

    /// Makes a term of a program the same as a cell, building only what is needed. `first` tells which occurrences of
    /// variables are the first in their clause: those take what they meet, and cannot occur in it.
    pub fn unify_term(
        &mut self,
        terms: &Terms,
        term: Term,
        addr: Addr,
        env: Addr,
        first: &impl Fn(Term) -> bool,
    ) -> bool {
        let mut open: smallvec::SmallVec<[(Term, Addr); 16]> = smallvec::SmallVec::new();
        open.push((term, addr));
        while let Some((term, addr)) = open.pop() {
            let node = terms.node(term);
            if let Node::Var(VarId(n)) = node {
                if first(term) {
                    let (to, value) = self.end(addr);
                    self.bind(env + n, to, value);
                } else if !self.unify(env + n, addr) {
                    return false;
                }
                continue;
            }
            let (to, value) = self.end(addr);
            match (node, value) {
                (Node::Atom(atom), Cell::Free) => self.set(to, Cell::Atom(*atom)),
                (_, Cell::Free) => {
                    let (built, new) = self.load_new(terms, term, env, first);
                    // A variable cannot occur in what was made of nothing but new ones.
                    if new {
                        self.bind(to, built, self.get(built));
                    } else if !self.unify(to, built) {
                        return false;
                    }
                }
                (_, Cell::Open | Cell::Unknown(_) | Cell::Number(_)) => {
                    let built = self.load(terms, term, env);
                    if !self.unify(to, built) {
                        return false;
                    }
                }
                (Node::Atom(a), Cell::Atom(b)) if *a == b => {}
                (Node::Int(a), _) => match value {
                    Cell::Int(b) if a.to_i64() == Some(b) => {}
                    Cell::Big(_) if self.int_of(value).as_ref() == Some(a) => {}
                    _ => return false,
                },
                (Node::Compound(name, _), Cell::Struct(functor, first)) => {
                    let args = terms.args(term);
                    if self.name_of(functor) != (*name, args.len() as u32) {
                        return false;
                    }
                    for (i, arg) in args.iter().enumerate().rev() {
                        open.push((*arg, first + i as Addr));
                    }
                }
                (Node::Float(a), Cell::Float(b)) if *a == b => {}
                (Node::Str(a), Cell::Str(b)) if *a == b => {}
                _ => return false,
            }
        }
        true
    }

    /// Copies a term into a table, to print it or to keep it. Variables, and inputs that are not known, are
    /// numbered by `vars`, new ones after those that are there.
    pub fn save(&self, terms: &mut Terms, addr: Addr, vars: &mut Vec<Addr>) -> Term {
        // Arguments first: a term is made when it is met for the second time.
        let mut done: smallvec::SmallVec<[Term; 32]> = smallvec::SmallVec::new();
        let mut numbers: FxHashMap<Addr, usize> = vars.iter().enumerate().map(|(i, v)| (*v, i)).collect();
        let mut open: smallvec::SmallVec<[(Addr, bool); 32]> = smallvec::smallvec![(addr, false)];
        while let Some((addr, ready)) = open.pop() {
            let (addr, cell) = self.end(addr);
            let term = match cell {
                Cell::Atom(atom) => terms.atom(atom),
                Cell::Int(_) | Cell::Big(_) => terms.int(self.int_of(cell).unwrap_or_else(|| Int::from(0))),
                Cell::Float(value) => terms.float(value),
                Cell::Str(text) => {
                    let text = terms.name(text).to_string();
                    terms.string(&text)
                }
                Cell::Char(char) => {
                    let name = terms.intern(char.encode_utf8(&mut [0; 4]));
                    terms.atom(name)
                }
                Cell::Struct(functor, first) => {
                    let (name, count) = self.name_of(functor);
                    if !ready {
                        open.push((addr, true));
                        for arg in (first..first + count).rev() {
                            open.push((arg, false));
                        }
                        continue;
                    }
                    let start = done.len().saturating_sub(count as usize);
                    let term = terms.compound(name, &done[start..]);
                    done.truncate(start);
                    term
                }
                _ => {
                    let number = *numbers.entry(addr).or_insert_with(|| {
                        vars.push(addr);
                        vars.len() - 1
                    });
                    terms.var(VarId::new(number))
                }
            };
            done.push(term);
        }
        done.pop().unwrap_or_else(|| terms.atom(Atom::NIL))
    }

    /// Takes a term out of the rooms. Inputs stay what they are; other variables are numbered.
    pub fn freeze(&self, addr: Addr) -> Frozen {
        let mut frozen = Frozen { cells: vec![Cell::Free], vars: 0 };
        let mut numbers: FxHashMap<Addr, Addr> = FxHashMap::default();
        let mut open = vec![(addr, 0_usize)];
        while let Some((addr, place)) = open.pop() {
            let (addr, cell) = self.end(addr);
            frozen.cells[place] = match cell {
                Cell::Free | Cell::Open => {
                    let next = numbers.len() as Addr;
                    Cell::Ref(*numbers.entry(addr).or_insert(next))
                }
                Cell::Unknown(_) | Cell::Domain(_) => Cell::Ref(addr),
                Cell::Struct(functor, first) => {
                    let (_, count) = self.name_of(functor);
                    let start = frozen.cells.len();
                    frozen.cells.resize(start + count as usize, Cell::Free);
                    open.extend((0..count).map(|i| (first + i, start + i as usize)));
                    Cell::Struct(functor, start as Addr)
                }
                Cell::Closure(procedure, count, first) => {
                    let start = frozen.cells.len();
                    frozen.cells.resize(start + count as usize, Cell::Free);
                    open.extend((0..count).map(|i| (first + i, start + i as usize)));
                    Cell::Closure(procedure, count, start as Addr)
                }
                constant => constant,
            };
        }
        frozen.vars = numbers.len() as Addr;
        frozen
    }

    /// Brings a frozen term into the heap, with new variables.
    pub fn thaw(&mut self, frozen: &Frozen) -> Addr {
        let vars = self.free(frozen.vars as usize);
        let root = self.heap.len() as Addr;
        for cell in &frozen.cells {
            self.heap.push(match *cell {
                Cell::Ref(n) if n & INPUT == 0 => Cell::Ref(vars + n),
                Cell::Struct(functor, first) => Cell::Struct(functor, root + first),
                Cell::Closure(procedure, count, first) => Cell::Closure(procedure, count, root + first),
                other => other,
            });
        }
        root
    }
}
