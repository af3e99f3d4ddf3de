//! Integers of 64 bits, which wrap around, and integers without bounds.

use super::{Answer, domain_error};
use base::Int;
use logic::machine::cells::Cell;
use logic::machine::guide::Operation;
use logic::moded::{Arithmetic, Fault, Host, Plain};

/// Integers without bounds get no larger than this; programs that need more do not end.
const MOST_BITS: usize = 1 << 20;

fn two(args: &[Cell]) -> (i64, i64) {
    match args {
        [Cell::Int(a), Cell::Int(b)] => (*a, *b),
        [Cell::Int(a), ..] => (*a, 0),
        _ => (0, 0),
    }
}

fn give(host: &mut Host<'_>, value: i64) -> Answer {
    host.give(Cell::Int(value));
    Ok(true)
}

/// A function of the text that defines it.
macro_rules! binary {
    ($f:expr) => {
        |host, args| {
            let (a, b) = two(args);
            let f: fn(i64, i64) -> i64 = $f;
            give(host, f(a, b))
        }
    };
}

macro_rules! test {
    ($f:expr) => {
        |_, args| {
            let (a, b) = two(args);
            let f: fn(i64, i64) -> bool = $f;
            Ok(f(a, b))
        }
    };
}

/// A division, which is not defined for zero.
macro_rules! division {
    ($name:literal, $f:expr) => {
        |host, args| {
            let (a, b) = two(args);
            if b == 0 {
                return Err(domain_error(host, concat!("int.'", $name, "': division by zero")));
            }
            let f: fn(i64, i64) -> i64 = $f;
            give(host, f(a, b))
        }
    };
}

fn floor_division(a: i64, b: i64) -> i64 {
    let quotient = a.wrapping_div(b);
    if a.wrapping_rem(b) != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn floor_remainder(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

pub(super) fn find(key: &str) -> Option<Plain> {
    Some(match key {
        "pred int.</2" => test!(|a, b| a < b),
        "pred int.>/2" => test!(|a, b| a > b),
        "pred int.=</2" => test!(|a, b| a <= b),
        "pred int.>=/2" => test!(|a, b| a >= b),
        "func int.+/2" => binary!(i64::wrapping_add),
        "func int.-/2" => binary!(i64::wrapping_sub),
        "func int.*/2" => binary!(i64::wrapping_mul),
        "func int.-/1" => binary!(|a, _| a.wrapping_neg()),
        "func int.///2" => division!("//", i64::wrapping_div),
        "func int.div/2" => division!("div", floor_division),
        "func int.mod/2" => division!("mod", floor_remainder),
        "func int.rem/2" => division!("rem", i64::wrapping_rem),
        "func int.unchecked_left_shift/2" => binary!(|a, b| a.wrapping_shl(b as u32)),
        "func int.unchecked_right_shift/2" => binary!(|a, b| a.wrapping_shr(b as u32)),
        "func int./\\/2" => binary!(|a, b| a & b),
        "func int.\\//2" => binary!(|a, b| a | b),
        "func int.xor/2" => binary!(|a, b| a ^ b),
        "func int.\\/1" => binary!(|a, _| !a),
        "func int.max_int/0" => binary!(|_, _| i64::MAX),
        "func int.min_int/0" => binary!(|_, _| i64::MIN),
        "func int.bits_per_int/0" => binary!(|_, _| 64),
        _ => return unbounded(key),
    })
}

/// Functions that are called for one of their operands: `i` stands for what is known, `o` for what is computed.
pub(super) fn backwards(key: &str, outs: &str) -> Option<(Plain, Option<Arithmetic>)> {
    // The inputs come in the order of the arguments, so the result is the second of them.
    let add: Plain = binary!(i64::wrapping_add);
    let subtract: Plain = binary!(i64::wrapping_sub);
    let take_from: Plain = binary!(|operand, result| result.wrapping_sub(operand));
    Some(match (key, outs) {
        ("func int.+/2", "oii" | "ioi") => (take_from, Some(Arithmetic::Solve(Operation::Subtract, true))),
        ("func int.-/2", "oii") => (add, Some(Arithmetic::Solve(Operation::Add, false))),
        ("func int.-/2", "ioi") => (subtract, Some(Arithmetic::Solve(Operation::Subtract, false))),
        ("func int.xor/2", "oii" | "ioi") => (binary!(|operand, result| operand ^ result), None),
        _ => return None,
    })
}

fn large(host: &Host<'_>, args: &[Cell]) -> (Int, Int) {
    let of = |i: usize| args.get(i).and_then(|cell| host.cells.int_of(*cell)).unwrap_or_else(|| 0.into());
    (of(0), of(1))
}

fn give_large(host: &mut Host<'_>, value: &Int) -> Answer {
    if value.bits() > MOST_BITS {
        return Err(Fault::Limit);
    }
    let cell = host.cells.int_cell(value);
    host.give(cell);
    Ok(true)
}

macro_rules! large_binary {
    ($f:expr) => {
        |host, args| {
            let (a, b) = large(host, args);
            let f: fn(&Int, &Int) -> Int = $f;
            give_large(host, &f(&a, &b))
        }
    };
}

macro_rules! large_division {
    ($name:literal, $f:expr) => {
        |host, args| {
            let (a, b) = large(host, args);
            if b.is_zero() {
                return Err(domain_error(host, concat!("integer.'", $name, "': division by zero")));
            }
            let f: fn(&Int, &Int) -> Int = $f;
            give_large(host, &f(&a, &b))
        }
    };
}

/// Quotient and remainder; the divisor is not zero.
fn truncated(a: &Int, b: &Int) -> (Int, Int) {
    a.div_rem_trunc(b).unwrap_or_else(|| (0.into(), 0.into()))
}

fn unbounded(key: &str) -> Option<Plain> {
    Some(match key {
        "func integer.integer/1" => large_binary!(|a, _| a.clone()),
        "pred integer.</2" => |host, args| {
            let (a, b) = large(host, args);
            Ok(a < b)
        },
        "func integer.+/2" => large_binary!(|a, b| a + b),
        "func integer.-/2" => large_binary!(|a, b| a - b),
        "func integer.*/2" => |host, args| {
            let (a, b) = large(host, args);
            if a.bits() + b.bits() > MOST_BITS {
                return Err(Fault::Limit);
            }
            give_large(host, &(&a * &b))
        },
        "func integer.///2" => large_division!("//", |a, b| truncated(a, b).0),
        "func integer.rem/2" => large_division!("rem", |a, b| truncated(a, b).1),
        "func integer.div/2" => large_division!("div", |a, b| a.div_floor(b)),
        "func integer.mod/2" => large_division!("mod", |a, b| a.mod_floor(b)),
        "pred integer.to_int/2" => |host, args| match large(host, args).0.to_i64() {
            Some(value) => give(host, value),
            None => Ok(false),
        },
        "func integer.to_string/1" => |host, args| {
            let text = large(host, args).0.to_string();
            let cell = host.string(&text);
            host.give(cell);
            Ok(true)
        },
        "pred integer.from_string/2" => |host, args| {
            let text = args.first().map_or("", |cell| host.text(*cell));
            let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
            let fine = !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit());
            match Int::parse(text.strip_prefix('+').unwrap_or(text)) {
                Some(value) if fine => give_large(host, &value),
                _ => Ok(false),
            }
        },
        _ => return None,
    })
}
