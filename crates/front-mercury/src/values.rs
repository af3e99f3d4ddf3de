//! Values of a run as text, as `io.write` writes them.
//!
//! Numbers, characters, strings, constructors, lists, tuples and closures are told apart by what they are, so no type is
//! needed. Constructors that are operators stand between their arguments. Nothing here recurses: lists may be long.

use crate::code::{plain_name, sized_text};
use logic::machine::cells::{Cell, Cells};
use logic::{Atom, Terms};

/// Something to be written.
enum Task {
    Text(&'static str),
    Name(String),
    /// A value, within an operator of a tighter kind or as an argument.
    Value(Cell, u16),
    /// What comes after an element of a list.
    Tail(Cell),
}

/// How tight an argument must bind.
const ARGUMENT: u16 = 999;

/// A value as text.
pub fn show(cells: &Cells, terms: &Terms, value: Cell) -> String {
    let mut out = String::new();
    let mut open = vec![Task::Value(value, 1200)];
    while let Some(task) = open.pop() {
        match task {
            Task::Text(text) => out.push_str(text),
            Task::Name(name) => out.push_str(&name),
            Task::Tail(cell) => match cell {
                Cell::Struct(functor, first) if cells.name_of(functor) == (Atom::CONS, 2) => {
                    out.push_str(", ");
                    open.push(Task::Tail(cells.value(first + 1)));
                    open.push(Task::Value(cells.value(first), ARGUMENT));
                }
                Cell::Atom(Atom::NIL) => out.push(']'),
                other => {
                    out.push_str(" | ");
                    open.push(Task::Text("]"));
                    open.push(Task::Value(other, ARGUMENT));
                }
            },
            Task::Value(cell, most) => match cell {
                Cell::Struct(functor, first) => {
                    let (name, count) = cells.name_of(functor);
                    compound(cells, terms.name(name), name, first, count, most, &mut open);
                }
                Cell::Atom(name) if sized_text(terms.name(name)).is_some() => {
                    out.push_str(sized_text(terms.name(name)).unwrap_or(""));
                }
                Cell::Atom(name) => {
                    let text = atom(plain_name(terms.name(name)));
                    let inside = most < 1200 && operator(plain_name(terms.name(name))).is_some();
                    out.push_str(&if inside { format!("({text})") } else { text });
                }
                constant => out.push_str(&constant_text(cells, terms, constant)),
            },
        }
    }
    out
}

/// What is thrown, without its type.
pub fn show_thrown(cells: &Cells, terms: &Terms, ball: Cell) -> String {
    match ball {
        Cell::Struct(functor, first) => {
            let (name, count) = cells.name_of(functor);
            let held = terms.name(name) == "univ" && count == 2;
            show(cells, terms, if held { cells.value(first + 1) } else { ball })
        }
        _ => show(cells, terms, ball),
    }
}

fn constant_text(cells: &Cells, terms: &Terms, cell: Cell) -> String {
    match cell {
        Cell::Int(value) => value.to_string(),
        Cell::Big(_) => cells.int_of(cell).map_or_else(|| "?".to_string(), |value| value.to_string()),
        Cell::Float(value) => float_text(value.value()),
        Cell::Char(char) => quoted(&char.to_string(), '\''),
        Cell::Str(text) => quoted(terms.name(text), '"'),
        Cell::Closure(..) => "<<predicate>>".to_string(),
        _ => "?".to_string(),
    }
}

fn compound(cells: &Cells, text: &str, name: Atom, first: u32, count: u32, most: u16, open: &mut Vec<Task>) {
    let arg = |i: u32, most: u16| Task::Value(cells.value(first + i), most);
    if name == Atom::CONS && count == 2 {
        open.push(Task::Tail(cells.value(first + 1)));
        open.push(arg(0, ARGUMENT));
        open.push(Task::Text("["));
        return;
    }
    let text = plain_name(text);
    if text == "{}" {
        open.push(Task::Text("}"));
        arguments(count, arg, open);
        open.push(Task::Text("{"));
        return;
    }
    if text == ARRAY && count == 2 {
        open.push(Task::Text("])"));
        for (number, element) in mapped(cells, cells.value(first + 1)).into_iter().enumerate().rev() {
            open.push(Task::Value(element, ARGUMENT));
            open.push(Task::Text(if number > 0 { ", " } else { "" }));
        }
        open.push(Task::Text("array(["));
        return;
    }
    // What a universal value holds stands behind its type.
    if text == "univ" && count == 2 {
        open.push(Task::Text(")"));
        open.push(arg(1, ARGUMENT));
        open.push(Task::Text("univ_cons("));
        return;
    }
    if count == 2
        && let Some((priority, left, right)) = operator(text)
    {
        let brackets = priority > most;
        open.push(Task::Text(if brackets { ")" } else { "" }));
        open.push(arg(1, right));
        open.push(Task::Name(format!(" {} ", atom(text))));
        open.push(arg(0, left));
        open.push(Task::Text(if brackets { "(" } else { "" }));
        return;
    }
    open.push(Task::Text(")"));
    arguments(count, arg, open);
    open.push(Task::Text("("));
    open.push(Task::Name(atom(text)));
}

/// The constructor of arrays. No program can write its name without quotes.
const ARRAY: &str = "array of";

/// The values of a map, in the order of their keys: `node(Height, Key, Value, Left, Right)`.
fn mapped(cells: &Cells, map: Cell) -> Vec<Cell> {
    let (mut found, mut path, mut at) = (Vec::new(), Vec::new(), map);
    loop {
        while let Cell::Struct(_, first) = at {
            path.push(first);
            at = cells.value(first + 3);
        }
        let Some(first) = path.pop() else { return found };
        found.push(cells.value(first + 2));
        at = cells.value(first + 4);
    }
}

fn arguments(count: u32, arg: impl Fn(u32, u16) -> Task, open: &mut Vec<Task>) {
    for i in (0..count).rev() {
        open.push(arg(i, ARGUMENT));
        open.push(Task::Text(if i > 0 { ", " } else { "" }));
    }
}

/// The priority of an operator between its arguments, and the most that they may have.
fn operator(name: &str) -> Option<(u16, u16, u16)> {
    Some(match name {
        ":-" | "-->" => (1200, 1199, 1199),
        ";" => (1100, 1099, 1100),
        "->" => (1050, 1049, 1050),
        "," => (1000, 999, 1000),
        "=" | "\\=" | "<" | ">" | "=<" | ">=" | "==" | "is" => (700, 699, 699),
        ":" => (200, 199, 199),
        "+" | "-" | "++" | "\\/" => (500, 500, 499),
        "*" | "/" | "//" | "div" | "mod" | "rem" | "/\\" | "<<" | ">>" => (400, 400, 399),
        "**" | "^" => (200, 199, 200),
        _ => return None,
    })
}

/// A name, in quotes where it needs them.
pub(crate) fn atom(name: &str) -> String {
    let word = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let sign = !name.is_empty() && name.chars().all(|c| "+-*/\\^<>=~:.?@#$&".contains(c));
    if word || sign || matches!(name, "[]" | "{}" | ";" | "!") {
        name.to_string()
    } else {
        quoted(name, '\'')
    }
}

/// A text in quotes, as Mercury reads it.
pub(crate) fn quoted(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => out.push_str(&format!("\\x{:x}\\", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// A float, with a point, in as few digits as tell it from all others.
pub(crate) fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "infinity" } else { "-infinity" }.to_string();
    }
    let size = value.abs();
    if size != 0.0 && !(1e-4..1e15).contains(&size) {
        let text = format!("{value:e}");
        return match text.split_once('e') {
            Some((digits, exponent)) => {
                let digits = if digits.contains('.') { digits.to_string() } else { format!("{digits}.0") };
                let (sign, exponent) = match exponent.strip_prefix('-') {
                    Some(rest) => ('-', rest),
                    None => ('+', exponent),
                };
                format!("{digits}e{sign}{exponent:0>2}")
            }
            None => text,
        };
    }
    let text = format!("{value}");
    if text.contains('.') { text } else { format!("{text}.0") }
}
