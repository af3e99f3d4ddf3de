//! Arithmetic: integers of any size, and floats where a program uses them.

use super::store::{Addr, Value};
use super::{Machine, Stop};
use crate::term::Float;
use base::Int;
use std::cmp::Ordering;

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Number {
    Int(Int),
    Float(f64),
}

impl Number {
    fn float(&self) -> f64 {
        match self {
            Number::Int(value) => value.to_f64_lossy(),
            Number::Float(value) => *value,
        }
    }

    /// Compares by value.
    pub fn order(&self, other: &Number) -> Ordering {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => a.cmp(b),
            _ => self.float().partial_cmp(&other.float()).unwrap_or(Ordering::Equal),
        }
    }
}

/// Integers that meet floats must be small enough to be floats exactly.
pub(crate) fn exactly(numbers: &[&Number]) -> Result<(), Stop> {
    let floats = numbers.iter().any(|n| matches!(n, Number::Float(_)));
    if floats && numbers.iter().any(|n| matches!(n, Number::Int(value) if value.bits() > 53)) {
        return Err(Stop::Unknown("a float and a large integer".to_string()));
    }
    Ok(())
}

/// Largest integer that is computed, in bits.
const LARGEST: usize = 100_000;

impl Machine<'_> {
    /// The value of an expression.
    pub(super) fn eval(&mut self, addr: Addr) -> Result<Number, Stop> {
        // A task is an expression, or an operator whose operands are done.
        enum Task {
            Expr(Addr),
            Apply(String, usize, Addr),
        }
        let mut open = vec![Task::Expr(addr)];
        let mut done: Vec<Number> = Vec::new();
        while let Some(task) = open.pop() {
            match task {
                Task::Expr(addr) => match self.store.value(addr) {
                    Value::Int(value) => done.push(Number::Int(value)),
                    Value::Float(value) => done.push(Number::Float(value.value())),
                    Value::Compound(name, first, count @ 1..=2) => {
                        open.push(Task::Apply(self.terms.name(name).to_string(), count, addr));
                        open.extend((first..first + count).rev().map(Task::Expr));
                    }
                    Value::Free | Value::Same(_) => return Err(Stop::Throw(self.instantiation())),
                    Value::Atom(_) | Value::Str(_) | Value::Compound(..) => {
                        return Err(self.not_evaluable(addr));
                    }
                },
                Task::Apply(name, count, addr) => {
                    let args = done.split_off(done.len().saturating_sub(count));
                    let value = self.apply(&name, &args, addr)?;
                    done.push(value);
                }
            }
        }
        done.pop().ok_or(Stop::Fail)
    }

    fn not_evaluable(&mut self, addr: Addr) -> Stop {
        let Some((name, _, count)) = self.store.callable(addr) else {
            return Stop::Throw(self.type_error("evaluable", addr));
        };
        let indicator = self.indicator(name, count);
        Stop::Throw(self.type_error("evaluable", indicator))
    }

    fn evaluation(&mut self, what: &str) -> Stop {
        let what = self.terms.intern(what);
        let what = self.store.atom(what);
        Stop::Throw(self.error("evaluation_error", &[what]))
    }

    fn apply(&mut self, name: &str, args: &[Number], addr: Addr) -> Result<Number, Stop> {
        use Number::{Float as F, Int as I};
        exactly(&args.iter().collect::<Vec<_>>())?;
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

    fn power(&mut self, base: &Int, exponent: &Int) -> Result<Int, Stop> {
        let too_large = || Stop::Unknown("a very large or fractional power".to_string());
        let count = exponent.to_i64().and_then(|e| usize::try_from(e).ok()).ok_or_else(too_large)?;
        if base.bits().saturating_mul(count) > LARGEST {
            return Err(too_large());
        }
        Ok((0..count).fold(Int::from(1), |value, _| &value * base))
    }
}

/// Functions of SWI-Prolog, whether or not they are computed here; what is none of them is an error.
fn known(name: &str) -> bool {
    const NAMES: &[&str] = &[
        "*",
        "**",
        "+",
        "-",
        ".",
        "/",
        "//",
        "/\\",
        "<<",
        ">>",
        "[]",
        "[|]",
        "\\",
        "\\/",
        "^",
        "abs",
        "acos",
        "acosh",
        "acot",
        "acoth",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "ceil",
        "ceiling",
        "cmpflags",
        "copysign",
        "cos",
        "cosh",
        "cot",
        "coth",
        "cputime",
        "denominator",
        "div",
        "divmod",
        "e",
        "epsilon",
        "erf",
        "erfc",
        "eval",
        "exp",
        "float",
        "float_fractional_part",
        "float_integer_part",
        "floor",
        "gcd",
        "getbit",
        "inf",
        "infinite",
        "integer",
        "lcm",
        "lgamma",
        "log",
        "log10",
        "log2",
        "lsb",
        "max",
        "max_integer",
        "max_tagged_integer",
        "maxr",
        "min",
        "min_integer",
        "min_tagged_integer",
        "minr",
        "mod",
        "msb",
        "nan",
        "nexttoward",
        "nth_integer_root_and_remainder",
        "numerator",
        "pi",
        "plus",
        "popcount",
        "powm",
        "random",
        "random_float",
        "rational",
        "rationalize",
        "rdiv",
        "realtime",
        "rem",
        "round",
        "roundtoward",
        "sign",
        "sin",
        "sinh",
        "sqrt",
        "succ",
        "tan",
        "tanh",
        "tdiv",
        "tgamma",
        "trig",
        "trunc",
        "truncate",
        "xor",
    ];
    NAMES.contains(&name)
}
