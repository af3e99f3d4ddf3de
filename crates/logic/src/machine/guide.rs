//! The guide decides the conditions of a run whose inputs are not known.
//!
//! A plain run knows its inputs, and nothing is left to decide: its guide is [`Plain`]. A symbolic run meets
//! conditions on its inputs: the head of a clause matches, one number is smaller than another. The machine writes what
//! the condition says into the cells and tells the guide the mark before it. The guide then says whether the run goes
//! on as if the condition held. The guide also knows the integers that only it can name.

use super::cells::{Cell, Cells, Mark};
use base::Int;

/// An operation of two or one integers, the result of which only the guide can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a // b`, towards zero; b is not zero.
    Quotient,
    /// `a rem b`; b is not zero.
    Remainder,
    /// `a div b`, towards minus infinity; b is not zero.
    Floor,
    /// `a mod b`; b is not zero.
    Modulo,
    /// The smaller one.
    Least,
    /// The larger one.
    Greatest,
    /// `abs(a)`; b is a.
    Absolute,
    /// `sign(a)`; b is a.
    Sign,
}

/// A comparison of two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `a = b`
    Equal,
    /// `a < b`
    Less,
    /// `a ≤ b`
    LessEqual,
}

/// What a condition on the inputs says: what is in the cells since the mark, and comparisons that hold (or do not).
#[derive(Clone, Debug)]
pub struct Condition {
    /// Since when the cells are changed.
    pub mark: Mark,
    /// Comparisons of numbers; the last field says whether they are to hold.
    pub comparisons: Vec<(Comparison, Cell, Cell, bool)>,
}

/// What the guide says to a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// The run goes on as if it held.
    Yes,
    /// The run goes on as if it did not.
    No,
    /// Neither is feasible: the run was on no path. Or the guide ends the run.
    Stop(Halt),
}

/// Why a guide ends a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// No input reaches this point.
    Infeasible,
    /// It is not known whether an input reaches this point.
    Unknown(String),
}

/// What an integer that only the guide knows is in the run of a system that propagates constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is an integer.
    Bound,
    /// It is a variable with constraints.
    Variable,
    /// It is not known whether propagation leaves one value and finds it.
    Unsure,
}

/// Decides what the inputs leave open.
pub trait Guide {
    /// Whether there are inputs that are not known, or constraints. Without it the machine takes short cuts.
    const SYMBOLIC: bool;

    /// Tells how many clauses may match the call that is entered.
    fn entering_call(&mut self, _clauses: usize) {}

    /// Whether the state before the next step is kept, so that the run can be taken back to it. `weight` tells how
    /// large it is.
    fn should_checkpoint(&mut self, _steps: u64, _weight: usize) -> bool {
        false
    }

    /// Decides a condition.
    fn decide(&mut self, cells: &mut Cells, condition: &Condition) -> Decided;

    /// Takes a condition for granted on the branch that the run is on: what a clause that was decided before says.
    fn assume(&mut self, cells: &mut Cells, condition: &Condition);

    /// The number of a result, if it can be named.
    fn number(&mut self, cells: &Cells, operation: Operation, a: Cell, b: Cell) -> Option<Cell>;

    /// A new integer of which nothing is known: a variable that a constraint speaks of, or an unknown input.
    fn fresh(&mut self, input: bool) -> Option<Cell>;

    /// An integer stands for any number: what is compared of it holds for integers alone unless that is shown.
    fn loosen(&mut self, _number: Cell) {}

    /// Whether there are variables with constraints that are propagated.
    fn has_constraints(&self) -> bool {
        false
    }

    /// Whether an integer is one, or a variable that constraints speak of.
    fn standing(&mut self, _cells: &Cells, _number: Cell) -> Standing {
        Standing::Bound
    }

    /// Whether an integer is the value of a variable of constraints, and does not depend on inputs alone.
    fn is_of_constraints(&mut self, _cells: &Cells, _number: Cell) -> bool {
        false
    }

    /// Whether constraints bound a variable from both sides; `None` if that is not known.
    fn has_finite_domain(&mut self, _cells: &Cells, _number: Cell) -> Option<bool> {
        Some(true)
    }

    /// Whether these variables can be given their values one after the other.
    ///
    /// # Errors
    ///
    /// Why the result is not known.
    fn labelling(&mut self, _cells: &Cells, _numbers: &[Cell]) -> Result<(), Halt> {
        Ok(())
    }

    /// The value of an integer where this branch leaves only one.
    fn only_value(&mut self, _cells: &Cells, _number: Cell) -> Option<Int> {
        None
    }

    /// The smallest value of an integer of this branch above another one.
    ///
    /// # Errors
    ///
    /// Why it is not known.
    fn next_value(&mut self, cells: &Cells, number: Cell, above: Option<&Int>) -> Result<Option<Int>, Halt>;

    /// How much is assumed on this branch.
    fn height(&self) -> usize;

    /// Goes back to an earlier height.
    fn backtrack_to(&mut self, height: usize);
}

/// The guide of a run whose inputs are known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Guide for Plain {
    const SYMBOLIC: bool = false;

    fn decide(&mut self, _: &mut Cells, _: &Condition) -> Decided {
        Decided::Stop(Halt::Unknown("a constraint needs a store".to_string()))
    }

    fn assume(&mut self, _: &mut Cells, _: &Condition) {}

    fn number(&mut self, _: &Cells, _: Operation, _: Cell, _: Cell) -> Option<Cell> {
        None
    }

    fn fresh(&mut self, _: bool) -> Option<Cell> {
        None
    }

    fn next_value(&mut self, _: &Cells, _: Cell, _: Option<&Int>) -> Result<Option<Int>, Halt> {
        Err(Halt::Unknown("a constraint needs a store".to_string()))
    }

    fn height(&self) -> usize {
        0
    }

    fn backtrack_to(&mut self, _: usize) {}
}
