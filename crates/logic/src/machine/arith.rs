//! Arithmetic: integers of any size, floats where a program uses them, and integers that only the guide knows.

use super::cells::{Addr, Cell};
use super::guide::{Comparison, Condition, Guide, Operation};
use super::known::known;
use super::{Machine, Stop};
use base::Int;
use std::cmp::Ordering;
use terms::{Atom, Float};

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Number {
    Int(Int),
    Float(f64),
    /// An integer that only the guide knows.
    Guided(Cell),
}

impl Number {
    fn float(&self) -> f64 {
        match self {
            Number::Int(value) => value.to_f64_lossy(),
            Number::Float(value) => *value,
            Number::Guided(_) => 0.0,
        }
    }

    /// Compares by value.
    fn order(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a.cmp(b),
            _ => self.float().partial_cmp(&other.float()).unwrap_or(Ordering::Equal),
        }
    }
}

/// Integers that meet floats must be small enough to be floats exactly.
fn exactly(numbers: &[Number]) -> Result<(), Stop> {
    let floats = numbers.iter().any(|n| matches!(n, Number::Float(_)));
    if floats && numbers.iter().any(|n| matches!(n, Number::Int(value) if value.bits() > 53)) {
        return Err(Stop::Unknown("a float and a large integer".to_string()));
    }
    if floats && numbers.iter().any(|n| matches!(n, Number::Guided(_))) {
        return Err(Stop::Unknown("a float and a number that is not known".to_string()));
    }
    Ok(())
}

/// Largest integer that is computed, in bits.
const LARGEST: usize = 100_000;

impl<G: Guide> Machine<'_, G> {
    /// The value of an expression.
    pub(super) fn eval(&mut self, addr: Addr) -> Result<Number, Stop> {
        // A task is an expression, or an operator whose operands are done.
        enum Task {
            Expr(Addr),
            Apply(Atom, u32, Addr),
        }
        let mut open: smallvec::SmallVec<[Task; 8]> = smallvec::SmallVec::new();
        open.push(Task::Expr(addr));
        let mut done: smallvec::SmallVec<[Number; 8]> = smallvec::SmallVec::new();
        while let Some(task) = open.pop() {
            match task {
                Task::Expr(addr) => {
                    let (addr, cell) = self.cells.end(addr);
                    match cell {
                        Cell::Int(value) => done.push(Number::Int(Int::from(value))),
                        Cell::Big(_) => {
                            done.push(Number::Int(self.cells.int_of(cell).unwrap_or_else(|| Int::from(0))));
                        }
                        Cell::Float(value) => done.push(Number::Float(value.value())),
                        Cell::Number(_) => {
                            self.bound_number(cell)?;
                            done.push(Number::Guided(cell));
                        }
                        Cell::Unknown(_) => done.push(Number::Guided(self.demand(addr)?)),
                        Cell::Struct(functor, first) => {
                            let (name, count) = self.cells.name_of(functor);
                            if name == Atom::CONS && count == 2 {
                                done.push(self.character(addr, first)?);
                                continue;
                            }
                            if count == 0 {
                                return Err(Stop::Unknown("arithmetic with f()".to_string()));
                            }
                            // From right to left; whether there is such a function is checked last.
                            open.push(Task::Apply(name, count, addr));
                            open.extend((first..first + count).map(Task::Expr));
                        }
                        Cell::Free | Cell::Open | Cell::Ref(_) => {
                            return Err(Stop::Throw(self.instantiation()));
                        }
                        Cell::Atom(name) if known(self.terms.name(name)) && name != Atom::NIL => {
                            done.push(self.constant(name)?);
                        }
                        Cell::Char(_) | Cell::Closure(..) | Cell::Slot(_) | Cell::Domain(_) => {
                            return Err(Stop::Throw(self.type_error("evaluable", addr)));
                        }
                        Cell::Atom(Atom::NIL) => return Err(Stop::Throw(self.type_error("evaluable", addr))),
                        Cell::Atom(_) => return Err(self.not_evaluable(addr)),
                        Cell::Str(text) => {
                            let mut chars = self.terms.name(text).chars();
                            match (chars.next(), chars.next()) {
                                (Some(c), None) => done.push(Number::Int(Int::from(i64::from(u32::from(c))))),
                                (Some(_), Some(_)) => return Err(self.no_character(addr)),
                                _ => return Err(Stop::Unknown("an empty string as a number".to_string())),
                            }
                        }
                    }
                }
                Task::Apply(name, count, addr) => {
                    let from = done.len().saturating_sub(count as usize);
                    let args: smallvec::SmallVec<[Number; 2]> = done.drain(from..).rev().collect();
                    if !known(self.terms.name(name)) {
                        return Err(self.not_evaluable(addr));
                    }
                    let value = self.apply(name, &args, addr)?;
                    done.push(value);
                }
            }
        }
        done.pop().ok_or(Stop::Fail)
    }

    /// `[X]` is worth X, if X is a code or a character.
    fn character(&mut self, list: Addr, head: Addr) -> Result<Number, Stop> {
        let code = match self.cells.value(head) {
            Cell::Free | Cell::Open => return Err(Stop::Throw(self.instantiation())),
            Cell::Unknown(_) | Cell::Number(_) => {
                return Err(Stop::Unknown("a list that is an input as a number".to_string()));
            }
            Cell::Int(code @ 0..=0x10_FFFF) => Some(code),
            Cell::Int(0x11_0000..) => return Err(Stop::Unknown("a large code as a number".to_string())),
            Cell::Atom(atom) if atom != Atom::NIL => {
                let mut chars = self.terms.name(atom).chars();
                chars.next().filter(|_| chars.next().is_none()).map(|c| i64::from(u32::from(c)))
            }
            _ => None,
        };
        let Some(code) = code else { return Err(Stop::Throw(self.type_error("character", head))) };
        match self.cells.value(head + 1) {
            Cell::Atom(Atom::NIL) => Ok(Number::Int(Int::from(code))),
            Cell::Unknown(_) => Err(Stop::Unknown("a list that is an input as a number".to_string())),
            _ => Err(self.no_character(list)),
        }
    }

    /// A text or list of more than one character.
    fn no_character(&mut self, culprit: Addr) -> Stop {
        let nil = self.cells.atom(Atom::NIL);
        Stop::Throw(self.error("type_error", &[nil, culprit]))
    }

    fn constant(&mut self, name: Atom) -> Result<Number, Stop> {
        match self.terms.name(name) {
            "pi" => Ok(Number::Float(std::f64::consts::PI)),
            "e" => Ok(Number::Float(std::f64::consts::E)),
            "max_tagged_integer" => Ok(Number::Int(Int::from((1_i64 << 60) - 1))),
            "min_tagged_integer" => Ok(Number::Int(Int::from(-(1_i64 << 60)))),
            other => Err(Stop::Unknown(format!("arithmetic with {other}"))),
        }
    }

    fn not_evaluable(&mut self, addr: Addr) -> Stop {
        let Some((name, _, count)) = self.cells.callable(addr) else {
            return Stop::Throw(self.type_error("evaluable", addr));
        };
        let indicator = self.indicator(name, count);
        Stop::Throw(self.type_error("evaluable", indicator))
    }

    fn evaluation(&mut self, what: &str) -> Stop {
        let what = self.terms.intern(what);
        let what = self.cells.atom(what);
        Stop::Throw(self.error("evaluation_error", &[what]))
    }

    fn apply(&mut self, atom: Atom, args: &[Number], addr: Addr) -> Result<Number, Stop> {
        use Number::{Float as F, Int as I};
        if args.iter().any(|n| matches!(n, Number::Guided(_))) {
            exactly(args)?;
            return self.apply_guided(atom, args);
        }
        if args.iter().any(|n| matches!(n, F(_))) {
            exactly(args)?;
        }
        let name = self.terms.name(atom);
        let value = match (name, args) {
            ("+", [I(a), I(b)]) => I(a + b),
            ("-", [I(a), I(b)]) => I(a - b),
            ("*", [I(a), I(b)]) if a.bits() + b.bits() > LARGEST => {
                return Err(Stop::Unknown("a very large number".to_string()));
            }
            ("*", [I(a), I(b)]) => I(a * b),
            ("+", [a, b]) => F(a.float() + b.float()),
            ("-", [a, b]) => F(a.float() - b.float()),
            ("*", [a, b]) => F(a.float() * b.float()),
            ("/", [I(a), I(b)]) => match a.div_rem_trunc(b) {
                None => return Err(self.evaluation("zero_divisor")),
                Some((q, r)) if r.is_zero() => I(q),
                Some(_) if a.bits() > 53 || b.bits() > 53 => {
                    return Err(Stop::Unknown("a quotient of large integers".to_string()));
                }
                Some(_) => F(a.to_f64_lossy() / b.to_f64_lossy()),
            },
            ("//" | "rem", [I(a), I(b)]) => match a.div_rem_trunc(b) {
                None => return Err(self.evaluation("zero_divisor")),
                Some((q, r)) => I(if name == "//" { q } else { r }),
            },
            ("div" | "mod", [I(a), I(b)]) => match a.div_mod_floor(b) {
                None => return Err(self.evaluation("zero_divisor")),
                Some((q, r)) => I(if name == "div" { q } else { r }),
            },
            ("min", [I(a), I(b)]) => I(a.min(b).clone()),
            ("max", [I(a), I(b)]) => I(a.max(b).clone()),
            ("gcd", [I(a), I(b)]) => I(a.gcd(b)),
            ("**" | "^", [I(a), I(b)]) => I(self.power(a, b)?),
            ("-", [I(a)]) => I(-a.clone()),
            ("-", [F(a)]) => F(-a),
            ("+", [a]) => a.clone(),
            ("abs", [I(a)]) => I(a.abs()),
            ("abs", [F(a)]) => F(a.abs()),
            ("sign", [I(a)]) => I(Int::from(a.signum())),
            ("succ", [I(a)]) => I(a + &Int::from(1)),
            ("plus", [I(a), I(b)]) => I(a + b),
            ("truncate" | "integer" | "round" | "ceiling" | "floor", [I(a)]) => I(a.clone()),
            (">>", [I(a), I(b)]) => {
                let shift = b.to_i64().filter(|b| (0..1000).contains(b));
                let Some(shift) = shift else { return Err(Stop::Unknown("this shift".to_string())) };
                let two = Int::from(2);
                I(a.div_floor(&(0..shift).fold(Int::from(1), |p, _| &p * &two)))
            }
            ("<<", [I(a), I(b)]) => {
                let shift = b.to_i64().filter(|b| (0..1000).contains(b));
                let Some(shift) = shift else { return Err(Stop::Unknown("this shift".to_string())) };
                let two = Int::from(2);
                I((0..shift).fold(a.clone(), |p, _| &p * &two))
            }
            ("/\\" | "\\/" | "xor", [I(a), I(b)]) => match (a.to_i64(), b.to_i64()) {
                (Some(a), Some(b)) => I(Int::from(match name {
                    "/\\" => a & b,
                    "\\/" => a | b,
                    _ => a ^ b,
                })),
                _ => return Err(Stop::Unknown("bits of a large number".to_string())),
            },
            ("//" | "rem" | "mod" | "div" | "gcd" | ">>" | "<<" | "/\\" | "\\/" | "xor", [a, b]) => {
                // Only integers have these operations.
                let culprit = if matches!(a, F(_)) { a.clone() } else { b.clone() };
                let cell = self.cell_of(&culprit);
                let culprit = self.cells.push(cell);
                return Err(Stop::Throw(self.type_error("integer", culprit)));
            }
            _ if known(name) => {
                return Err(Stop::Unknown(format!("arithmetic with {name}")));
            }
            _ => return Err(self.not_evaluable(addr)),
        };
        match value {
            F(value) if Float::new(value).is_none() => Err(self.evaluation("float_overflow")),
            value => Ok(value),
        }
    }

    /// A number as a cell.
    pub(super) fn cell_of(&mut self, number: &Number) -> Cell {
        match number {
            Number::Int(value) => self.cells.int_cell(value),
            Number::Float(value) => Float::new(*value).map_or(Cell::Free, Cell::Float),
            Number::Guided(cell) => *cell,
        }
    }

    fn apply_guided(&mut self, atom: Atom, args: &[Number]) -> Result<Number, Stop> {
        let cells: Vec<Cell> = args.iter().map(|n| self.cell_of(n)).collect();
        let (operation, a, b) = match (self.terms.name(atom), cells.as_slice()) {
            ("+" | "plus", [a, b]) => (Operation::Add, *a, *b),
            ("-", [a, b]) => (Operation::Subtract, *a, *b),
            ("*", [a, b]) => (Operation::Multiply, *a, *b),
            ("//", [a, b]) => (Operation::Quotient, *a, *b),
            ("rem", [a, b]) => (Operation::Remainder, *a, *b),
            ("div", [a, b]) => (Operation::Floor, *a, *b),
            ("mod", [a, b]) => (Operation::Modulo, *a, *b),
            ("min", [a, b]) => (Operation::Least, *a, *b),
            ("max", [a, b]) => (Operation::Greatest, *a, *b),
            ("-", [a]) => (Operation::Subtract, Cell::Int(0), *a),
            ("+", [a]) => return Ok(Number::Guided(*a)),
            ("abs", [a]) => (Operation::Absolute, *a, *a),
            ("sign", [a]) => (Operation::Sign, *a, *a),
            ("succ", [a]) => (Operation::Add, *a, Cell::Int(1)),
            ("^" | "**", [a, Cell::Int(2)]) => (Operation::Multiply, *a, *a),
            ("/", [a, b]) => {
                if self.compare_cells(Comparison::Equal, *b, Cell::Int(0))? {
                    return Err(self.evaluation("zero_divisor"));
                }
                // An integer if the division is exact; else a float that depends on inputs, which is not supported.
                let rest = self.operation(Operation::Remainder, *a, *b)?;
                if !self.compare_cells(Comparison::Equal, rest, Cell::Int(0))? {
                    return Err(Stop::Unknown("a float that depends on inputs".to_string()));
                }
                (Operation::Quotient, *a, *b)
            }
            (name, _) => return Err(Stop::Unknown(format!("arithmetic with {name} of inputs"))),
        };
        let divides = matches!(
            operation,
            Operation::Quotient | Operation::Remainder | Operation::Floor | Operation::Modulo
        );
        if divides {
            for cell in [a, b] {
                self.cells.tighten(cell, self.steps);
            }
        }
        if divides && self.compare_cells(Comparison::Equal, b, Cell::Int(0))? {
            return Err(self.evaluation("zero_divisor"));
        }
        Ok(Number::Guided(self.operation(operation, a, b)?))
    }

    /// The result of an operation.
    pub(super) fn operation(&mut self, operation: Operation, a: Cell, b: Cell) -> Result<Cell, Stop> {
        if let (Some(x), Some(y)) = (self.cells.int_of(a), self.cells.int_of(b)) {
            let value = match operation {
                Operation::Add => Some(&x + &y),
                Operation::Subtract => Some(&x - &y),
                Operation::Multiply => Some(&x * &y),
                Operation::Quotient => x.div_rem_trunc(&y).map(|(q, _)| q),
                Operation::Remainder => x.div_rem_trunc(&y).map(|(_, r)| r),
                Operation::Floor => x.div_mod_floor(&y).map(|(q, _)| q),
                Operation::Modulo => x.div_mod_floor(&y).map(|(_, r)| r),
                Operation::Least => Some(x.min(y)),
                Operation::Greatest => Some(x.max(y)),
                Operation::Absolute => Some(x.abs()),
                Operation::Sign => Some(Int::from(x.signum())),
            };
            return match value {
                Some(value) => Ok(self.cells.int_cell(&value)),
                None => Err(Stop::Fail),
            };
        }
        let found = self.guide.number(&self.cells, operation, a, b);
        if let (Some(number), Some(since)) = (found, self.cells.is_loose(a).max(self.cells.is_loose(b))) {
            self.cells.loosen(number, since);
            self.guide.loosen(number);
        }
        found.ok_or_else(|| Stop::Unknown("arithmetic with numbers that are not known".to_string()))
    }

    /// Whether a comparison holds; the guide decides where it must.
    pub(super) fn compare_cells(&mut self, comparison: Comparison, a: Cell, b: Cell) -> Result<bool, Stop> {
        if let (Some(x), Some(y)) = (self.cells.int_of(a), self.cells.int_of(b)) {
            return Ok(match comparison {
                Comparison::Equal => x == y,
                Comparison::Less => x < y,
                Comparison::LessEqual => x <= y,
            });
        }
        if a == b {
            return Ok(comparison != Comparison::Less);
        }
        let mark = self.cells.mark();
        self.settle(Condition { mark, comparisons: vec![(comparison, a, b, true)] })
    }

    /// A comparison of two expressions.
    pub(super) fn compare_numbers(&mut self, a: Addr, b: Addr, sign: Sign) -> Result<bool, Stop> {
        let (left, right) = (self.eval(a)?, self.eval(b)?);
        if let (Number::Guided(_), _) | (_, Number::Guided(_)) = (&left, &right) {
            exactly(&[left.clone(), right.clone()])?;
            let (a, b) = (self.cell_of(&left), self.cell_of(&right));
            let (comparison, a, b, holds) = match sign {
                Sign::Equal => (Comparison::Equal, a, b, true),
                Sign::Unequal => (Comparison::Equal, a, b, false),
                Sign::Less => (Comparison::Less, a, b, true),
                Sign::Greater => (Comparison::Less, b, a, true),
                Sign::LessEqual => (Comparison::LessEqual, a, b, true),
                Sign::GreaterEqual => (Comparison::LessEqual, b, a, true),
            };
            return Ok(self.compare_cells(comparison, a, b)? == holds);
        }
        if let (Number::Float(_), _) | (_, Number::Float(_)) = (&left, &right) {
            exactly(&[left.clone(), right.clone()])?;
        }
        let order = left.order(&right);
        Ok(match sign {
            Sign::Equal => order.is_eq(),
            Sign::Unequal => order.is_ne(),
            Sign::Less => order.is_lt(),
            Sign::Greater => order.is_gt(),
            Sign::LessEqual => order.is_le(),
            Sign::GreaterEqual => order.is_ge(),
        })
    }

    fn power(&mut self, base: &Int, exponent: &Int) -> Result<Int, Stop> {
        let too_large = || Stop::Unknown("a very large or fractional power".to_string());
        let count = exponent.to_i64().and_then(|e| usize::try_from(e).ok()).ok_or_else(too_large)?;
        if base.bits().saturating_mul(count) > LARGEST {
            return Err(too_large());
        }
        Ok((0..count).fold(Int::from(1), |value, _| &value * base))
    }
}

/// A comparison as a program writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    Equal,
    Unequal,
    Less,
    Greater,
    LessEqual,
    GreaterEqual,
}
