//! Strings: text in UTF-8, with positions counted in bytes, as the Mercury library counts them.

use super::{Answer, software_error};
use crate::code::sized_text;
use crate::values::{float_text, show};
use logic::machine::cells::Cell;
use logic::moded::{Fault, Host, Plain};

/// No string gets longer; programs that need more do not end.
const MOST: usize = 1 << 26;

fn give_text(host: &mut Host<'_>, text: &str) -> Answer {
    if text.len() > MOST {
        return Err(Fault::Limit);
    }
    let cell = host.string(text);
    host.give(cell);
    Ok(true)
}

fn text<'a>(host: &'a Host<'_>, args: &[Cell], i: usize) -> &'a str {
    args.get(i).map_or("", |cell| host.text(*cell))
}

fn int(args: &[Cell], i: usize) -> i64 {
    match args.get(i) {
        Some(Cell::Int(value)) => *value,
        _ => 0,
    }
}

/// The bits of an integer as a number without a sign.
fn unsigned(host: &Host<'_>, cell: Cell) -> u64 {
    match cell {
        Cell::Int(value) => value as u64,
        Cell::Atom(name) => {
            let text = sized_text(host.terms.name(name)).unwrap_or("");
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            text.get(..end).and_then(|digits| digits.parse().ok()).unwrap_or(0)
        }
        _ => 0,
    }
}

/// The position in a text that is at or before a number of bytes and between two characters.
fn boundary(text: &str, at: i64) -> usize {
    let mut at = usize::try_from(at.max(0)).unwrap_or(text.len()).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

pub(super) fn find(key: &str, outs: &str) -> Option<Plain> {
    Some(match (key, outs) {
        ("func string.length/1", _) => |host, args| {
            let length = text(host, args, 0).len();
            host.give(Cell::Int(length as i64));
            Ok(true)
        },
        ("pred string.joined/3", _) => |host, args| {
            let joined = [text(host, args, 0), text(host, args, 1)].concat();
            give_text(host, &joined)
        },
        ("pred string.behind/3", _) => |host, args| {
            let (first, whole) = (text(host, args, 0), text(host, args, 1));
            match whole.strip_prefix(first).map(str::to_string) {
                Some(rest) => give_text(host, &rest),
                None => Ok(false),
            }
        },
        ("func string.to_char_list/1", _) => |host, args| {
            let chars: Vec<Cell> = text(host, args, 0).chars().map(Cell::Char).collect();
            let list = host.list(&chars);
            host.give(list);
            Ok(true)
        },
        ("func string.from_char_list/1", _) => |host, args| {
            let chars = host.elements(super::first(args));
            let made: String = chars
                .into_iter()
                .filter_map(|cell| match cell {
                    Cell::Char(char) => Some(char),
                    _ => None,
                })
                .collect();
            if made.contains('\0') {
                return Err(software_error(host, "string.from_char_list: null character in list"));
            }
            give_text(host, &made)
        },
        ("func string.between/3", _) => |host, args| {
            let whole = text(host, args, 0);
            let (start, end) = (boundary(whole, int(args, 1)), boundary(whole, int(args, 2)));
            let part = whole.get(start..end.max(start)).unwrap_or("").to_string();
            give_text(host, &part)
        },
        ("pred string.index_next/4", _) => |host, args| {
            let (whole, at) = (text(host, args, 0), int(args, 1));
            let found = usize::try_from(at).ok().and_then(|at| whole.get(at..)?.chars().next());
            match found {
                Some(char) => {
                    host.give(Cell::Int(at + char.len_utf8() as i64));
                    host.give(Cell::Char(char));
                    Ok(true)
                }
                None => Ok(false),
            }
        },
        ("pred string.prev_index/4", _) => |host, args| {
            let (whole, at) = (text(host, args, 0), int(args, 1));
            let found = usize::try_from(at).ok().and_then(|at| whole.get(..at)?.chars().next_back());
            match found {
                Some(char) => {
                    host.give(Cell::Int(at - char.len_utf8() as i64));
                    host.give(Cell::Char(char));
                    Ok(true)
                }
                None => Ok(false),
            }
        },
        ("pred string.sub_string_search_start/4", _) => |host, args| {
            let (whole, part, from) = (text(host, args, 0), text(host, args, 1), int(args, 2));
            let from = usize::try_from(from).ok();
            let found = from.and_then(|from| Some(from + whole.get(from..)?.find(part)?));
            match found {
                Some(at) => {
                    host.give(Cell::Int(at as i64));
                    Ok(true)
                }
                None => Ok(false),
            }
        },
        ("func string.string/1", _) => |host, args| {
            let made = show(host.cells, host.terms, super::first(args));
            give_text(host, &made)
        },
        ("func string.printed/1", _) => |host, args| {
            let made = match super::first(args) {
                Cell::Str(text) => host.terms.name(text).to_string(),
                Cell::Char(char) => char.to_string(),
                value => show(host.cells, host.terms, value),
            };
            give_text(host, &made)
        },
        ("func string.uint_to_string/1", _) => |host, args| {
            let made = unsigned(host, super::first(args)).to_string();
            give_text(host, &made)
        },
        ("func string.unsigned_digits/2", _) => |host, args| {
            let value = unsigned(host, super::first(args));
            let made = match int(args, 1) {
                8 => format!("{value:o}"),
                16 => format!("{value:x}"),
                _ => value.to_string(),
            };
            give_text(host, &made)
        },
        ("func string.int_to_string/1", _) => |host, args| {
            let made = show(host.cells, host.terms, super::first(args));
            give_text(host, &made)
        },
        ("func string.float_to_string/1", _) => |host, args| match super::first(args) {
            Cell::Float(value) => give_text(host, &float_text(value.value())),
            _ => Ok(false),
        },
        ("pred string.to_float/2", _) => |host, args| {
            let number = text(host, args, 0).to_string();
            let fine = number.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '+' || c == '.')
                && number.ends_with(|c: char| c.is_ascii_digit() || c == '.')
                && number.contains(|c: char| c.is_ascii_digit());
            match number.parse::<f64>() {
                Ok(value) if fine => {
                    host.give(Cell::Float(logic::Float::any(value)));
                    Ok(true)
                }
                _ => Ok(false),
            }
        },
        ("func string.format_float/4", _) => |host, args| {
            let [Cell::Char(letter), Cell::Int(digits), Cell::Atom(point), Cell::Float(value)] = args else {
                return Ok(false);
            };
            let digits = usize::try_from(*digits).unwrap_or(6).min(1000);
            let point = host.terms.name(*point) == "yes";
            let made = format_float(*letter, digits, point, value.value());
            give_text(host, &made)
        },
        _ => return None,
    })
}

/// A float that is not negative, as `printf` of C writes it.
fn format_float(letter: char, digits: usize, point: bool, value: f64) -> String {
    if !value.is_finite() {
        let text = if value.is_nan() { "nan" } else { "infinity" };
        return if letter.is_ascii_uppercase() { text.to_uppercase() } else { text.to_string() };
    }
    let made = match letter {
        'e' | 'E' => with_exponent(&format!("{value:.digits$e}")),
        'g' | 'G' => {
            let digits = digits.max(1);
            let scientific = format!("{value:.*e}", digits - 1);
            let exponent: i32 =
                scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
            if exponent < -4 || exponent >= digits as i32 {
                let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
                with_exponent(&format!("{}e{exponent}", if point { digits } else { trimmed(digits) }))
            } else {
                let places = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
                let text = format!("{value:.places$}");
                if point { text } else { trimmed(&text).to_string() }
            }
        }
        _ => format!("{value:.digits$}"),
    };
    let made = if point && !made.contains('.') { format!("{made}.") } else { made };
    if letter.is_ascii_uppercase() { made.to_uppercase() } else { made }
}

/// Without zeros at the end of a fraction.
fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// An exponent with a sign and at least two digits.
fn with_exponent(text: &str) -> String {
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, exponent) = match exponent.strip_prefix('-') {
                Some(rest) => ('-', rest),
                None => ('+', exponent),
            };
            format!("{digits}e{sign}{exponent:0>2}")
        }
        None => text.to_string(),
    }
}
