//! Terms of a run: cells with bindings, a trail to undo them, unification.
//!
//! A cell is a variable, a reference to another cell, or a value; the arguments of a compound term stand side by side.
//! There are two rooms. What a run makes stands in the *heap* and is undone when the run backtracks. What is known of
//! the inputs of a run stands in the room of *inputs* and outlives backtracking: a ground input is the same on every
//! branch, so what one branch finds out about it holds for the others too. In a plain run the second room is empty.
//!
//! Nothing here recurses over a term.

mod domains;
mod exchange;
mod trail;
mod unify;

use base::Int;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use terms::{Atom, Float};

pub use domains::{DomainId, Domains};
pub use exchange::Frozen;

/// A place in one of the two rooms.
pub type Addr = u32;

/// The bit that tells the rooms apart.
const INPUT: Addr = 1 << 31;

/// A name with a number of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Functor(pub u32);

/// Which kinds of values an unknown input may still have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// None.
    pub const NONE: Kinds = Kinds(0);
    /// Integers.
    pub const INT: Kinds = Kinds(1);
    /// Atoms. The empty list is none: `atom([])` fails.
    pub const ATOM: Kinds = Kinds(2);
    /// Terms with arguments.
    pub const COMPOUND: Kinds = Kinds(4);
    /// The empty list: the only kind with a single value.
    pub const NIL: Kinds = Kinds(8);
    /// Floats.
    pub const FLOAT: Kinds = Kinds(16);
    /// Strings.
    pub const STRING: Kinds = Kinds(32);
    /// Characters. They are no values of Prolog, so no part of all kinds.
    pub const CHAR: Kinds = Kinds(64);
    /// Numbers.
    pub const NUMBER: Kinds = Kinds(1 | 16);
    /// All those of Prolog.
    pub const ALL: Kinds = Kinds(63);

    /// Those of both.
    pub fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 & other.0)
    }

    /// Those of this but not of the other.
    pub fn without(self, other: Kinds) -> Kinds {
        Kinds(self.0 & !other.0)
    }

    /// Those of either.
    pub fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Whether they have a kind in common.
    pub fn meets(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// What is known of an input that has one of these kinds.
    pub fn cell(self) -> Cell {
        if self == Kinds::NIL { Cell::Atom(Atom::NIL) } else { Cell::Unknown(self) }
    }

    /// The kind of an atom.
    pub fn of_atom(atom: Atom) -> Kinds {
        if atom == Atom::NIL { Kinds::NIL } else { Kinds::ATOM }
    }

    /// Whether there is no kind in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// A variable without a value.
    Free,
    /// A variable without a value that is part of a free input.
    Open,
    /// The same as another cell.
    Ref(Addr),
    /// The value of a slot of an earlier frame, or where it will be. In frames of procedures alone.
    Slot(u32),
    /// An atom.
    Atom(Atom),
    /// A string.
    Str(Atom),
    /// A character.
    Char(char),
    /// A procedure with its first arguments: the procedure, how many there are, and where the first one is.
    Closure(u32, u32, Addr),
    /// A float.
    Float(Float),
    /// A small integer.
    Int(i64),
    /// An integer of the table of large ones.
    Big(u32),
    /// A compound term and its first argument.
    Struct(Functor, Addr),
    /// A ground input of which only this is known. In the room of inputs alone.
    Unknown(Kinds),
    /// A ground input of a declared type, which has one of these constructors. In the room of inputs alone.
    Domain(DomainId),
    /// An integer that only the guide of the run knows, by its number there.
    Number(u32),
}

/// A state to which the cells can go back.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    trail: usize,
    heap: usize,
    keep: Addr,
    log: usize,
    inputs: usize,
    guards: usize,
    opened: usize,
}

impl Mark {
    /// How many cells the heap had, and how many changes were on the trail.
    pub(crate) fn height(&self) -> (usize, usize) {
        (self.heap, self.trail)
    }
}

/// The names of functors. Copies share them until one has a new name.
#[derive(Clone, Debug)]
struct Functors {
    names: Vec<(Atom, u32)>,
    ids: FxHashMap<(Atom, u32), u32>,
}

/// The functor of lists, which every table has, since most terms are lists.
const LIST: Functor = Functor(0);

impl Default for Functors {
    fn default() -> Functors {
        let list = (Atom::CONS, 2);
        Functors { names: vec![list], ids: FxHashMap::from_iter([(list, LIST.0)]) }
    }
}

/// The cells of a run.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    heap: Vec<Cell>,
    inputs: Vec<Cell>,
    /// Changed cells of the heap with what stood there.
    trail: Vec<(Addr, Cell)>,
    /// Heap cells from here on are younger than every mark; changing them needs no trail.
    keep: Addr,
    /// Changed cells of the inputs with what stood there.
    log: Vec<(Addr, Cell)>,
    /// Integers that were made the same though only the guide can tell whether they are.
    guards: Vec<(Cell, Cell)>,
    /// How many variables of free inputs got a value.
    opened: usize,
    bigs: Vec<Int>,
    functors: Rc<Functors>,
    domains: Rc<Domains>,
    /// Pairs that must stay different.
    pub(crate) apart: Vec<(Addr, Addr)>,
    /// Whether unification failed only because a term would have contained itself.
    pub(crate) cyclic: bool,
    /// Integers that stand for any number, each with the step at which it was asked for: see [`Cells::loosen`].
    loose: Vec<(u32, u64)>,
    /// Integers that stand for expressions of the same value too: constraints take `1+1` for 2.
    expressions: Vec<u32>,
    /// An integer of the guide that met what is no integer, since this was last cleared.
    pub(crate) clash: Option<Cell>,
    /// Whether something has been decided that another kind of number would decide otherwise. Stays true once set.
    pub(crate) narrowed: bool,
}

impl Cells {
    /// Empties both rooms; tables of names stay.
    pub(crate) fn clear(&mut self) {
        self.clear_rooms();
        self.bigs.clear();
    }

    /// The same; large integers stay too, since terms outside of the rooms may have them.
    pub(crate) fn clear_rooms(&mut self) {
        self.heap.clear();
        self.inputs.clear();
        self.trail.clear();
        self.log.clear();
        self.guards.clear();
        self.apart.clear();
        self.opened = 0;
        self.keep = 0;
        self.cyclic = false;
        self.loose.clear();
        self.expressions.clear();
        self.clash = None;
    }

    /// Empty rooms with the same functors.
    pub fn empty_copy(&self) -> Cells {
        let (functors, domains) = (Rc::clone(&self.functors), Rc::clone(&self.domains));
        Cells { functors, domains, ..Cells::default() }
    }

    /// Becomes what another one is. Names of functors are only ever added, so all that are known stay.
    pub(crate) fn copy_from(&mut self, other: &Cells) {
        self.heap.clone_from(&other.heap);
        self.inputs.clone_from(&other.inputs);
        self.trail.clone_from(&other.trail);
        self.log.clone_from(&other.log);
        self.guards.clone_from(&other.guards);
        self.bigs.clone_from(&other.bigs);
        self.apart.clone_from(&other.apart);
        self.keep = other.keep;
        self.opened = other.opened;
        self.cyclic = other.cyclic;
        self.loose.clone_from(&other.loose);
        self.expressions.clone_from(&other.expressions);
        self.clash = other.clash;
    }

    /// An integer of the guide stands for everything that arithmetic takes: floats, and terms such as `1+2`. They take
    /// the same path as long as numbers are only compared.
    pub(crate) fn loosen(&mut self, cell: Cell, step: u64) {
        if let Cell::Number(n) = cell {
            self.loose.retain(|(known, _)| *known != n);
            self.loose.push((n, step));
        }
    }

    /// Whether an integer of the guide stands for any number, and since when.
    pub(crate) fn is_loose(&self, cell: Cell) -> Option<u64> {
        let Cell::Number(n) = cell else { return None };
        self.loose.iter().find(|(known, _)| *known == n).map(|(_, step)| *step)
    }

    /// An integer of the guide stands for expressions of the same value too. They take the same path as long as only
    /// constraints and arithmetic look at it.
    pub(crate) fn stand_for_expressions(&mut self, cell: Cell) {
        if let Cell::Number(n) = cell {
            self.expressions.push(n);
        }
    }

    /// Whether an integer stands for expressions.
    pub(crate) fn is_expression(&self, cell: Cell) -> bool {
        matches!(cell, Cell::Number(n) if self.expressions.contains(&n))
    }

    /// From here on it is an integer. What other numbers would do was explored only if they fail in this very step.
    pub(crate) fn tighten(&mut self, cell: Cell, step: u64) {
        self.narrowed |= self.is_expression(cell);
        let Some(since) = self.is_loose(cell) else { return };
        self.narrowed |= since != step;
        if let Cell::Number(n) = cell {
            self.loose.retain(|(known, _)| *known != n);
        }
    }

    /// The number of a functor.
    pub fn functor(&mut self, name: Atom, arity: usize) -> Functor {
        let key = (name, arity as u32);
        if key == (Atom::CONS, 2) {
            return LIST;
        }
        if let Some(id) = self.functors.ids.get(&key) {
            return Functor(*id);
        }
        let functors = Rc::make_mut(&mut self.functors);
        let id = functors.names.len() as u32;
        functors.names.push(key);
        functors.ids.insert(key, id);
        Functor(id)
    }

    /// Name and arity of a functor.
    pub fn name_of(&self, functor: Functor) -> (Atom, u32) {
        self.functors.names.get(functor.0 as usize).copied().unwrap_or((Atom::NIL, 0))
    }

    /// The raw content of a cell.
    pub fn get(&self, addr: Addr) -> Cell {
        let found = if addr & INPUT == 0 {
            self.heap.get(addr as usize)
        } else {
            self.inputs.get((addr & !INPUT) as usize)
        };
        found.copied().unwrap_or(Cell::Free)
    }

    /// The cell that a chain of references ends at, and what stands there.
    pub fn end(&self, mut addr: Addr) -> (Addr, Cell) {
        loop {
            match self.get(addr) {
                Cell::Ref(next) => addr = next,
                cell => return (addr, cell),
            }
        }
    }

    /// What a cell stands for.
    pub fn value(&self, addr: Addr) -> Cell {
        self.end(addr).1
    }

    /// Whether it is a variable without a value.
    pub fn is_free(&self, addr: Addr) -> bool {
        matches!(self.value(addr), Cell::Free | Cell::Open)
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.heap.len() + self.inputs.len()
    }

    /// Whether there are no cells.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty() && self.inputs.is_empty()
    }

    /// How many cells the heap has.
    pub(crate) fn heap_len(&self) -> usize {
        self.heap.len()
    }

    /// A new cell of the heap.
    pub fn push(&mut self, cell: Cell) -> Addr {
        self.heap.push(cell);
        (self.heap.len() - 1) as Addr
    }

    /// New variables, side by side.
    pub fn free(&mut self, count: usize) -> Addr {
        let start = self.heap.len();
        self.heap.resize(start + count, Cell::Free);
        start as Addr
    }

    /// A new cell of the inputs.
    pub fn push_input(&mut self, cell: Cell) -> Addr {
        self.inputs.push(cell);
        (self.inputs.len() - 1) as Addr | INPUT
    }

    /// A cell with an integer.
    pub fn int_cell(&mut self, value: &Int) -> Cell {
        match value.to_i64() {
            Some(value) => Cell::Int(value),
            None => {
                self.bigs.push(value.clone());
                Cell::Big((self.bigs.len() - 1) as u32)
            }
        }
    }

    /// The integer of a cell that holds one.
    pub fn int_of(&self, cell: Cell) -> Option<Int> {
        match cell {
            Cell::Int(value) => Some(Int::from(value)),
            Cell::Big(index) => self.bigs.get(index as usize).cloned(),
            _ => None,
        }
    }

    /// A new term: an atom.
    pub fn atom(&mut self, atom: Atom) -> Addr {
        self.push(Cell::Atom(atom))
    }

    /// A new compound term.
    pub fn compound(&mut self, name: Atom, args: &[Addr]) -> Addr {
        let functor = self.functor(name, args.len());
        let first = self.heap.len() as Addr;
        for arg in args {
            self.heap.push(Cell::Ref(*arg));
        }
        self.push(Cell::Struct(functor, first))
    }

    /// A new list.
    pub fn list(&mut self, elements: &[Addr], tail: Addr) -> Addr {
        elements.iter().rev().fold(tail, |tail, head| self.compound(Atom::CONS, &[*head, tail]))
    }

    /// Name and arguments of an atom or compound term.
    pub fn callable(&self, addr: Addr) -> Option<(Atom, Addr, u32)> {
        match self.value(addr) {
            Cell::Atom(name) => Some((name, 0, 0)),
            Cell::Struct(functor, first) => {
                let (name, count) = self.name_of(functor);
                Some((name, first, count))
            }
            _ => None,
        }
    }

    /// The elements of a list, and where it ends.
    pub fn elements(&self, mut addr: Addr) -> (Vec<Addr>, Addr) {
        let mut found = Vec::new();
        while let Cell::Struct(functor, first) = self.value(addr) {
            if self.name_of(functor) != (Atom::CONS, 2) {
                break;
            }
            found.push(first);
            addr = first + 1;
        }
        (found, self.end(addr).0)
    }

    fn set(&mut self, addr: Addr, to: Cell) {
        if let Some(cell) = self.heap.get_mut(addr as usize) {
            if addr < self.keep {
                self.trail.push((addr, *cell));
            }
            *cell = to;
        }
    }

    /// Puts something into a variable before a run starts.
    pub fn set_variable(&mut self, addr: Addr, to: Cell) {
        if let Some(cell) = self.heap.get_mut(addr as usize) {
            *cell = to;
        }
    }

    /// Changes an input for good.
    pub fn set_input(&mut self, addr: Addr, to: Cell) {
        if let Some(cell) = self.inputs.get_mut((addr & !INPUT) as usize) {
            self.log.push((addr, *cell));
            *cell = to;
        }
    }

    /// Changes a cell of either room.
    fn assign(&mut self, addr: Addr, to: Cell) {
        if addr & INPUT == 0 { self.set(addr, to) } else { self.set_input(addr, to) }
    }

    /// Gives a variable a value.
    pub(crate) fn bind(&mut self, var: Addr, to: Addr, value: Cell) {
        let to = match value {
            Cell::Atom(_) | Cell::Str(_) | Cell::Float(_) | Cell::Int(_) | Cell::Big(_) => value,
            // These have to be found again where they are.
            _ => Cell::Ref(to),
        };
        self.set(var, to);
    }

    /// The integers of a term that only the guide knows.
    pub(crate) fn numbers(&self, addr: Addr) -> Vec<Addr> {
        let mut found = Vec::new();
        let mut open = vec![addr];
        while let Some(addr) = open.pop() {
            match self.end(addr) {
                (addr, Cell::Number(_)) => found.push(addr),
                (_, Cell::Struct(functor, first)) => {
                    let (_, count) = self.name_of(functor);
                    open.extend((first..first + count).rev());
                }
                _ => {}
            }
        }
        found
    }

    /// Writes down the value of an integer that the guide has settled.
    pub(crate) fn settle_number(&mut self, addr: Addr, to: Cell) {
        self.assign(addr, to);
    }

    /// Whether there is no variable in a term.
    pub fn is_ground(&self, addr: Addr) -> bool {
        let mut open = vec![addr];
        while let Some(addr) = open.pop() {
            match self.value(addr) {
                Cell::Free | Cell::Open => return false,
                Cell::Struct(functor, first) => {
                    let (_, count) = self.name_of(functor);
                    open.extend(first..first + count);
                }
                _ => {}
            }
        }
        true
    }

    /// The variables of a term in the order of their first occurrence.
    pub fn variables(&self, addr: Addr) -> Vec<Addr> {
        let mut found = Vec::new();
        let mut seen: std::collections::BTreeSet<Addr> = std::collections::BTreeSet::new();
        let mut open = vec![addr];
        while let Some(addr) = open.pop() {
            match self.end(addr) {
                (addr, Cell::Free | Cell::Open) if seen.insert(addr) => found.push(addr),
                (_, Cell::Struct(functor, first)) => {
                    let (_, count) = self.name_of(functor);
                    open.extend((first..first + count).rev());
                }
                _ => {}
            }
        }
        found
    }
}
