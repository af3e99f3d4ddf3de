//! Code of a library that its language cannot express: arithmetic, strings, exceptions, input and output.
//!
//! The machine knows how to call it and nothing of what it is for; a front end brings the functions.

use crate::machine::cells::{Addr, Cell, Cells};
use crate::machine::guide::{Comparison, Operation};
use terms::{Atom, Terms};

/// Code of the machine.
#[derive(Clone, Copy, Debug)]
pub enum Builtin {
    /// A function of the inputs. It has at most one solution. What it means for integers that are not known, if anything.
    Plain(Plain, Option<Arithmetic>),
    /// It calls closures.
    Control(Control),
}

/// A function from inputs to outputs. The inputs are given in the order of the arguments, the outputs are put into
/// [`Host::outputs`] in that order; false means failure.
pub type Plain = fn(&mut Host<'_>, &[Cell]) -> Result<bool, Fault>;

/// What a builtin means for inputs that are not known. Before the arguments that it is about may be types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// It compares two integers; whether they change places.
    Compare(Comparison, bool),
    /// It computes an integer of two.
    Compute(Operation),
    /// It computes an operand from the other operand and the result, by this operation on the two inputs; whether they change
    /// places.
    Solve(Operation, bool),
    /// It computes the opposite of an integer.
    Negate,
    /// It gives the order of two values: `<`, `=` or `>`.
    Order,
    /// It throws its inputs, whatever they are.
    Throw,
}

/// Goals that call closures.
#[derive(Clone, Copy, Debug)]
pub enum Control {
    /// `throw(Type, X)`: the input becomes the ball. The constructor that joins a value and its type.
    Throw,
    /// `all(P, List)`: all solutions of a closure with one output, in their order.
    AllSolutions,
    /// `fold(P, Q, A0, A)`: for each solution X of P, as it is found, `Q(X, A1, A2)`. With a constant it is
    /// `Q(X, More, A1, A2)`, and no further solution is asked for if `More` is another constant.
    Fold(Option<Atom>),
    /// `first(P, X)`: the first solution of a closure with one output.
    FirstSolution,
    /// `try(P, Result)`: the result of a closure with one output.
    Try(Results),
    /// `try_io(P, Result, S0, S)`: the same for a closure with an output and a state of the world.
    TryIo(Results),
}

/// The constructors for the result of a call.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    /// With the value of the output.
    pub succeeded: Atom,
    /// There is no solution.
    pub failed: Atom,
    /// With the ball.
    pub exception: Atom,
}

/// Why a builtin has no answer.
#[derive(Clone, Debug)]
pub enum Fault {
    /// It throws this value.
    Throw(Cell),
    /// The result is unknown; the text says why.
    Unknown(String),
    /// A bound was reached.
    Limit,
}

/// What is outside of a program: what it reads and writes.
#[derive(Clone, Debug, Default)]
pub struct World {
    /// What was written to standard output and standard error, in this order of streams.
    pub written: [String; 2],
    /// What can be read.
    pub input: Vec<char>,
    /// How much of it was read.
    pub read: usize,
    /// The stream that is written to when none is named.
    pub output_stream: usize,
    /// The number that the program ends with.
    pub exit_status: i64,
}

/// What a builtin sees of the machine.
pub struct Host<'m> {
    /// The terms of the run.
    pub cells: &'m mut Cells,
    /// Names and texts.
    pub terms: &'m mut Terms,
    /// What is outside.
    pub world: &'m mut World,
    /// Where the outputs go.
    pub outputs: &'m mut Vec<Cell>,
    /// The procedures, for their constructors.
    pub procs: &'m super::Procs,
}

impl Host<'_> {
    /// Gives the next output its value.
    pub fn give(&mut self, cell: Cell) {
        self.outputs.push(cell);
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> Cell {
        Cell::Str(self.terms.intern(text))
    }

    /// The text of a string.
    pub fn text(&self, cell: Cell) -> &str {
        match cell {
            Cell::Str(atom) => self.terms.name(atom),
            _ => "",
        }
    }

    /// A value with arguments.
    pub fn compound(&mut self, name: &str, args: &[Cell]) -> Cell {
        let name = self.terms.intern(name);
        compound(self.cells, name, args)
    }

    /// A list.
    pub fn list(&mut self, elements: &[Cell]) -> Cell {
        list(self.cells, elements)
    }

    /// The elements of a list.
    pub fn elements(&self, list: Cell) -> Vec<Cell> {
        let mut found = Vec::new();
        let mut at = list;
        while let Cell::Struct(_, first) = at {
            found.push(self.cells.value(first));
            at = self.cells.value(first + 1);
        }
        found
    }
}

/// A value with arguments. Without arguments it is a constant.
pub(crate) fn compound(cells: &mut Cells, name: Atom, args: &[Cell]) -> Cell {
    if args.is_empty() {
        return Cell::Atom(name);
    }
    let functor = cells.functor(name, args.len());
    let first = args.first().map_or(0, |first| cells.push(*first));
    for arg in args.iter().skip(1) {
        cells.push(*arg);
    }
    Cell::Struct(functor, first)
}

/// A list.
pub(crate) fn list(cells: &mut Cells, elements: &[Cell]) -> Cell {
    let mut tail = Cell::Atom(Atom::NIL);
    for element in elements.iter().rev() {
        let functor = cells.functor(Atom::CONS, 2);
        let first: Addr = cells.push(*element);
        cells.push(tail);
        tail = Cell::Struct(functor, first);
    }
    tail
}
