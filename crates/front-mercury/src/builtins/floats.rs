//! Floats of 64 bits.

use super::{Answer, domain_error};
use logic::Float;
use logic::machine::cells::Cell;
use logic::moded::{Host, Plain};

fn number(args: &[Cell], i: usize) -> f64 {
    match args.get(i) {
        Some(Cell::Float(value)) => value.value(),
        _ => 0.0,
    }
}

fn give(host: &mut Host<'_>, value: f64) -> Answer {
    host.give(Cell::Float(Float::any(value)));
    Ok(true)
}

macro_rules! function {
    ($f:expr) => {
        |host, args| {
            let f: fn(f64, f64) -> f64 = $f;
            give(host, f(number(args, 0), number(args, 1)))
        }
    };
}

macro_rules! test {
    ($f:expr) => {
        |_, args| {
            let f: fn(f64, f64) -> bool = $f;
            Ok(f(number(args, 0), number(args, 1)))
        }
    };
}

/// A function that is not defined for all numbers.
macro_rules! partial {
    ($name:literal, $domain:expr, $f:expr) => {
        |host, args| {
            let domain: fn(f64, f64) -> bool = $domain;
            let (a, b) = (number(args, 0), number(args, 1));
            if !domain(a, b) {
                return Err(domain_error(host, $name));
            }
            let f: fn(f64, f64) -> f64 = $f;
            give(host, f(a, b))
        }
    };
}

pub(super) fn find(key: &str) -> Option<Plain> {
    Some(match key {
        "pred float.</2" => test!(|a, b| a < b),
        "pred float.>/2" => test!(|a, b| a > b),
        "pred float.=</2" => test!(|a, b| a <= b),
        "pred float.>=/2" => test!(|a, b| a >= b),
        "pred float.is_nan/1" => test!(|a, _| a.is_nan()),
        "func float.+/2" => function!(|a, b| a + b),
        "func float.-/2" => function!(|a, b| a - b),
        "func float.*/2" => function!(|a, b| a * b),
        "func float.-/1" => function!(|a, _| -a),
        "func float.//2" => partial!("float.'/': division by zero", |_, b| b != 0.0, |a, b| a / b),
        "func float.float/1" => |host, args| match args.first() {
            Some(Cell::Int(value)) => give(host, *value as f64),
            _ => give(host, 0.0),
        },
        "func float.truncate_to_int/1" => |host, args| {
            host.give(Cell::Int(number(args, 0) as i64));
            Ok(true)
        },
        "func float.max/0" => function!(|_, _| f64::MAX),
        "func float.min/0" => function!(|_, _| f64::MIN_POSITIVE),
        "func float.epsilon/0" => function!(|_, _| f64::EPSILON),
        "func float.infinity/0" => function!(|_, _| f64::INFINITY),
        "func float.nan/0" => function!(|_, _| f64::NAN),
        "func math.sqrt/1" => partial!("math.sqrt", |a, _| a >= 0.0, |a, _| a.sqrt()),
        "func math.pow/2" => {
            partial!("math.pow", |a, b| a > 0.0 || (a == 0.0 && b > 0.0) || b.fract() == 0.0, f64::powf)
        }
        "func math.exp/1" => function!(|a, _| a.exp()),
        "func math.ln/1" => partial!("math.ln", |a, _| a > 0.0, |a, _| a.ln()),
        "func math.sin/1" => function!(|a, _| a.sin()),
        "func math.cos/1" => function!(|a, _| a.cos()),
        "func math.tan/1" => function!(|a, _| a.tan()),
        "func math.asin/1" => partial!("math.asin", |a, _| a.abs() <= 1.0, |a, _| a.asin()),
        "func math.acos/1" => partial!("math.acos", |a, _| a.abs() <= 1.0, |a, _| a.acos()),
        "func math.atan/1" => function!(|a, _| a.atan()),
        "func math.atan2/2" => function!(f64::atan2),
        "func math.ceiling/1" => function!(|a, _| a.ceil()),
        "func math.floor/1" => function!(|a, _| a.floor()),
        _ => return None,
    })
}
