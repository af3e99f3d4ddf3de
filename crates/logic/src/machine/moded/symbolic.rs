//! Procedures whose inputs are not known: where an input decides, the guide is asked.
//!
//! An input of a declared type is opened when it is taken apart: `X => [H | T]` asks whether X has this constructor. If it
//! has, its arguments are new inputs; if not, one constructor less is left. Only where two are left there is something to ask.
//! Tests of terms are unifications of what is known; comparisons and arithmetic are handed to the guide, which knows integers.
//!
//! In frames and on the heap, an unknown input is a reference to its cell.

use super::code::Op;
use crate::machine::cells::{Addr, Cell, DomainId, Kinds};
use crate::machine::guide::{Comparison, Condition, Guide, Operation};
use crate::machine::{Alternative, Machine, Stop};
use crate::moded::types::InputTypes;
use crate::moded::{Arithmetic, Flow, Plain, ProcId};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::rc::Rc;

/// What the library is given for integers that are not known, and that it needs the value of.
const NUMBERS: &[i64] = &[0, 1, 2, 3, -1, 10];
const STRINGS: &[&str] = &["", "a", "ab", "0", "a b"];
const CHARS: &[char] = &['a', 'b', '0', ' ', 'A', '.'];
const FLOATS: &[f64] = &[0.0, 1.0, -1.5];

/// At most this many constants of the program are tried as well.
const MOST_CONSTANTS: usize = 8;

const SOME_VALUES: &str = "the library needs the value of an input here; only some values are tried";

/// What a call of a library adds to the number of open calls.
const LIBRARY: u32 = 1 << 16;

/// Whether a goal may ask the guide.
pub(super) fn may_ask(op: &Op) -> bool {
    matches!(op, Op::Test(..) | Op::Is(..) | Op::IsBig(..) | Op::Open(..) | Op::Plain(..))
}

impl<G: Guide> Machine<'_, G> {
    /// Starts anew with a procedure whose inputs are of these types, in the order of its arguments. Where the inputs stand.
    pub fn start_unknown(
        &mut self,
        proc: ProcId,
        types: &Rc<InputTypes>,
        inputs: &[u32],
        options: super::super::Options,
    ) -> Vec<Addr> {
        self.start(proc, &[], options, super::Watching::Sequence);
        if !Rc::ptr_eq(self.cells.domains().types(), types) {
            self.cells.set_types(Rc::clone(types));
        }
        let flows = self.program.procs.proc(proc).map_or(&[][..], |proc| &proc.flows);
        let mut given = inputs.iter();
        let mut found = Vec::new();
        for (slot, flow) in flows.iter().enumerate() {
            if *flow != Flow::In {
                continue;
            }
            let Some(ty) = given.next() else { break };
            let cell = self.cells.unknown_of(*ty);
            let addr = self.cells.push_input(cell);
            found.push(addr);
            self.fill_at(slot as u32, Cell::Ref(addr));
        }
        found
    }

    /// Whether what is thrown now would be caught.
    fn is_caught(&self) -> bool {
        self.choices.iter().any(|choice| matches!(choice.alternative, Alternative::Try { .. }))
    }

    /// Whether the last run was cut off because it went too deep into a library.
    pub fn is_cut_in_library(&self) -> bool {
        self.moded.library_cut
    }

    /// One call more is open. Calls of a library are counted in the upper half of the number.
    pub(super) fn deeper(&mut self, own: bool, depth: u32) -> Result<u32, Stop> {
        let depth = depth + if own { 1 } else { LIBRARY };
        let (of_program, of_library) = (depth % LIBRARY, depth / LIBRARY);
        if of_program > self.options.depth.min(LIBRARY - 2) {
            return Err(Stop::Limit);
        }
        if of_library > self.options.library_depth.min(LIBRARY - 2) {
            self.moded.library_cut = true;
            return Err(Stop::Limit);
        }
        self.deepest = self.deepest.max(of_program);
        Ok(depth)
    }

    /// A value with what is known of inputs by now. An input of which nothing more is known stays a reference.
    #[inline]
    pub(super) fn resolved(&self, cell: Cell) -> Cell {
        let Cell::Ref(addr) = cell else { return cell };
        match self.cells.end(addr) {
            (end, Cell::Unknown(_) | Cell::Domain(_)) => Cell::Ref(end),
            (_, cell) => cell,
        }
    }

    /// The value of an argument of a compound value.
    #[inline]
    pub(super) fn part(&self, at: Addr) -> Cell {
        match self.cells.get(at) {
            Cell::Unknown(_) | Cell::Domain(_) if G::SYMBOLIC => Cell::Ref(at),
            cell => cell,
        }
    }

    /// What is not known of an input.
    fn unknown(&self, cell: Cell) -> Option<(Addr, Cell)> {
        match cell {
            Cell::Ref(addr) => Some(self.cells.end(addr)),
            _ => None,
        }
    }

    /// Whether an input has the constructor of this name.
    pub(super) fn has_constructor(
        &mut self,
        input: Cell,
        name: terms::Atom,
        count: usize,
    ) -> Result<bool, Stop> {
        let Some((addr, Cell::Domain(domain))) = self.unknown(input) else { return Ok(false) };
        match self.cells.domains().position(domain, name, count) {
            Some(position) => self.has_position(addr, domain, position),
            None => Ok(false),
        }
    }

    fn has_position(&mut self, addr: Addr, domain: DomainId, position: usize) -> Result<bool, Stop> {
        if !self.cells.domains().has(domain, position) {
            return Ok(false);
        }
        if self.cells.domains().only(domain) == Some(position) {
            self.cells.open_input(addr, domain, position);
            return Ok(true);
        }
        let mark = self.cells.mark();
        self.cells.open_input(addr, domain, position);
        let held = self.settle(Condition { mark, comparisons: Vec::new() })?;
        if !held {
            self.cells.exclude(addr, domain, position);
        }
        Ok(held)
    }

    /// Whether an input is this constant.
    pub(super) fn is_constant(&mut self, input: Cell, constant: Cell) -> Result<bool, Stop> {
        match (self.unknown(input), constant) {
            (Some((_, Cell::Domain(_))), Cell::Atom(name)) => self.has_constructor(input, name, 0),
            (Some((addr, Cell::Unknown(kinds))), constant) if !kinds.meets(Kinds::INT) => {
                let mark = self.cells.mark();
                self.cells.set_input(addr, constant);
                self.settle(Condition { mark, comparisons: Vec::new() })
            }
            _ => self.numbers_compare(Comparison::Equal, input, constant),
        }
    }

    /// Whether two values are the same.
    pub(super) fn same_values(&mut self, a: Cell, b: Cell) -> Result<bool, Stop> {
        if self.is_integer(a) || self.is_integer(b) {
            return self.numbers_compare(Comparison::Equal, a, b);
        }
        if matches!((a, b), (Cell::Closure(..), _) | (_, Cell::Closure(..))) {
            return Err(Stop::Unknown("two closures are compared".to_string()));
        }
        let (a, b) = (self.cells.push(a), self.cells.push(b));
        match self.equal(a, b) {
            Ok(()) => Ok(true),
            Err(Stop::Fail) => Ok(false),
            Err(stop) => Err(stop),
        }
    }

    /// Whether a value is an integer that is not known.
    fn is_integer(&self, cell: Cell) -> bool {
        is_number(cell)
            || matches!(self.unknown(cell), Some((_, Cell::Unknown(kinds))) if kinds.meets(Kinds::INT))
    }

    /// The integer that a value is: known, or one of the guide's.
    fn number_of_input(&mut self, cell: Cell) -> Result<Cell, Stop> {
        match self.resolved(cell) {
            Cell::Ref(addr) => {
                let number = self.guide.fresh(true);
                let number = number.ok_or_else(|| Stop::Unknown("an integer without a name".to_string()))?;
                self.cells.set_input(addr, number);
                Ok(number)
            }
            cell => Ok(cell),
        }
    }

    fn numbers_compare(&mut self, comparison: Comparison, a: Cell, b: Cell) -> Result<bool, Stop> {
        let (a, b) = (self.number_of_input(a)?, self.number_of_input(b)?);
        if let (Some(a), Some(b)) = (self.cells.int_of(a), self.cells.int_of(b)) {
            return Ok(match comparison {
                Comparison::Equal => a == b,
                Comparison::Less => a < b,
                Comparison::LessEqual => a <= b,
            });
        }
        let mark = self.cells.mark();
        self.settle(Condition { mark, comparisons: vec![(comparison, a, b, true)] })
    }

    /// Calls a function of a library with inputs that may not be known. `None` if they all are.
    pub(super) fn symbolic_plain(
        &mut self,
        plain: Plain,
        meaning: Option<Arithmetic>,
        inputs: &[Cell],
    ) -> Result<Option<bool>, Stop> {
        let inputs: SmallVec<[Cell; 6]> = inputs.iter().map(|cell| self.resolved(*cell)).collect();
        if !inputs.iter().any(|cell| self.has_unknown(*cell)) {
            return Ok(None);
        }
        let (a, b) = match inputs.as_slice() {
            [a] => (*a, Cell::Int(0)),
            [.., a, b] => (*a, *b),
            [] => return Ok(None),
        };
        match meaning {
            Some(Arithmetic::Compare(comparison, swapped)) => {
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                self.numbers_compare(comparison, a, b).map(Some)
            }
            Some(Arithmetic::Compute(operation)) => self.computed(plain, operation, a, b).map(Some),
            Some(Arithmetic::Solve(operation, swapped)) => {
                let (a, b) = if swapped { (b, a) } else { (a, b) };
                self.computed(plain, operation, a, b).map(Some)
            }
            Some(Arithmetic::Negate) => self.computed(plain, Operation::Subtract, Cell::Int(0), a).map(Some),
            Some(Arithmetic::Order) => {
                let name = match self.ordered(a, b)? {
                    Ordering::Less => "<",
                    Ordering::Equal => "=",
                    Ordering::Greater => ">",
                };
                let name = self.terms.intern(name);
                self.moded.outputs.clear();
                self.moded.outputs.push(Cell::Atom(name));
                Ok(Some(true))
            }
            // Code that catches it may look at it, and then all of it has to be known.
            Some(Arithmetic::Throw) if !self.is_caught() => Ok(None),
            Some(Arithmetic::Throw) | None => {
                let mut known: SmallVec<[Cell; 6]> = SmallVec::new();
                for input in &inputs {
                    known.push(self.fixed(*input)?);
                }
                self.plain(plain, None, &known).map(Some)
            }
        }
    }

    /// A value of which everything is known. The guide is asked for some values of what is not; others are left out.
    fn fixed(&mut self, cell: Cell) -> Result<Cell, Stop> {
        let cell = self.constructed(cell)?;
        match cell {
            Cell::Number(_) => {
                for value in NUMBERS {
                    if self.numbers_compare(Comparison::Equal, cell, Cell::Int(*value))? {
                        return Ok(Cell::Int(*value));
                    }
                }
                Err(Stop::Unknown(SOME_VALUES.to_string()))
            }
            Cell::Ref(_) => {
                let number = self.number_of_input(cell)?;
                self.fixed(number)
            }
            Cell::Struct(functor, first) if self.has_unknown(cell) => {
                let (_, count) = self.cells.name_of(functor);
                let mut parts: SmallVec<[Cell; 8]> = SmallVec::new();
                for i in 0..count {
                    let part = self.part(first + i);
                    parts.push(self.fixed(part)?);
                }
                let made = self.cells.heap_len() as Addr;
                for part in parts {
                    self.cells.push(part);
                }
                Ok(Cell::Struct(functor, made))
            }
            cell => Ok(cell),
        }
    }

    /// A constant for an input that is no number: the guide is asked for some of them.
    fn some_constant(&mut self, addr: Addr, kinds: Kinds) -> Result<Cell, Stop> {
        let code = Rc::clone(&self.moded.code);
        let usual: SmallVec<[Cell; 8]> = if kinds.meets(Kinds::STRING) {
            STRINGS.iter().map(|text| Cell::Str(self.terms.intern(text))).collect()
        } else if kinds.meets(Kinds::CHAR) {
            CHARS.iter().map(|char| Cell::Char(*char)).collect()
        } else if kinds.meets(Kinds::FLOAT) {
            FLOATS.iter().map(|value| Cell::Float(terms::Float::any(*value))).collect()
        } else {
            SmallVec::new()
        };
        let fits = |cell: &Cell| match cell {
            Cell::Str(_) => kinds.meets(Kinds::STRING),
            Cell::Char(_) => kinds.meets(Kinds::CHAR),
            Cell::Float(_) => kinds.meets(Kinds::FLOAT),
            _ => false,
        };
        let own = code.constants.iter().filter(|cell| fits(cell)).take(MOST_CONSTANTS);
        let mut all: SmallVec<[Cell; 16]> = usual.iter().copied().collect();
        all.extend(own.copied().filter(|cell| !usual.contains(cell)));
        for constant in all {
            let mark = self.cells.mark();
            self.cells.set_input(addr, constant);
            if self.settle(Condition { mark, comparisons: Vec::new() })? {
                return Ok(constant);
            }
        }
        Err(Stop::Unknown(SOME_VALUES.to_string()))
    }

    fn computed(&mut self, plain: Plain, operation: Operation, a: Cell, b: Cell) -> Result<bool, Stop> {
        let (a, b) = (self.number_of_input(a)?, self.number_of_input(b)?);
        let divides = matches!(
            operation,
            Operation::Quotient | Operation::Remainder | Operation::Floor | Operation::Modulo
        );
        if divides && self.numbers_compare(Comparison::Equal, b, Cell::Int(0))? {
            return self.plain(plain, None, &[Cell::Int(0), Cell::Int(0)]);
        }
        match self.guide.number(&self.cells, operation, a, b) {
            Some(number) => {
                self.moded.outputs.clear();
                self.moded.outputs.push(number);
                Ok(true)
            }
            None => Err(Stop::Unknown("the guide cannot name a result".to_string())),
        }
    }

    /// Whether something in a value is not known.
    fn has_unknown(&self, cell: Cell) -> bool {
        let mut open: SmallVec<[Cell; 8]> = smallvec::smallvec![cell];
        while let Some(cell) = open.pop() {
            match self.resolved(cell) {
                Cell::Ref(_) | Cell::Number(_) => return true,
                Cell::Struct(functor, first) => {
                    let (_, count) = self.cells.name_of(functor);
                    open.extend((0..count).map(|i| self.part(first + i)));
                }
                _ => {}
            }
        }
        false
    }

    /// The standard order of two values of one type.
    fn ordered(&mut self, a: Cell, b: Cell) -> Result<Ordering, Stop> {
        let mut open: SmallVec<[(Cell, Cell); 8]> = smallvec::smallvec![(a, b)];
        while let Some((a, b)) = open.pop() {
            let (a, b) = (self.constructed(a)?, self.constructed(b)?);
            if is_number(a) || is_number(b) || self.unknown(a).is_some() {
                if self.numbers_compare(Comparison::Less, a, b)? {
                    return Ok(Ordering::Less);
                }
                if !self.numbers_compare(Comparison::Equal, a, b)? {
                    return Ok(Ordering::Greater);
                }
                continue;
            }
            if let (Cell::Struct(f, x), Cell::Struct(g, y)) = (a, b)
                && f == g
            {
                let (_, count) = self.cells.name_of(f);
                open.extend((0..count).rev().map(|i| (self.part(x + i), self.part(y + i))));
                continue;
            }
            let found = super::compare_values(&self.cells, &self.terms, &self.program.procs, a, b);
            match found.map_err(Stop::Unknown)? {
                Ordering::Equal => {}
                other => return Ok(other),
            }
        }
        Ok(Ordering::Equal)
    }

    /// A value whose constructor is known, or a constant: the guide is asked for one after the other. Integers stay.
    fn constructed(&mut self, cell: Cell) -> Result<Cell, Stop> {
        let cell = self.resolved(cell);
        match self.unknown(cell) {
            Some((addr, Cell::Domain(domain))) => {
                let all: SmallVec<[usize; 8]> = self.cells.domains().positions(domain).collect();
                for position in all {
                    let Cell::Domain(domain) = self.cells.get(addr) else { break };
                    if self.has_position(addr, domain, position)? {
                        break;
                    }
                }
                Ok(self.resolved(cell))
            }
            Some((addr, Cell::Unknown(kinds))) if !kinds.meets(Kinds::INT) => self.some_constant(addr, kinds),
            _ => Ok(cell),
        }
    }
}

fn is_number(cell: Cell) -> bool {
    matches!(cell, Cell::Number(_))
}
