//! Names, strings and operators as they are written.

use crate::syntax::dialect::OPERATORS;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;
use terms::chars::{is_atom_start, is_name, is_symbol};
use terms::{Fixity, Op};

/// The largest priority of an argument: what is looser than a comma gets brackets.
pub(super) const ARGUMENT: u16 = 999;
/// The largest priority there is.
pub(super) const ANYTHING: u16 = 1200;
/// The largest priority of a side of `=`.
pub(super) const SIDE: u16 = 699;

/// All operators; those between two operands with their priorities.
static TABLE: LazyLock<BTreeMap<&'static str, Option<Op>>> = LazyLock::new(|| {
    let mut table: BTreeMap<&'static str, Option<Op>> = BTreeMap::new();
    for (priority, fixity, names) in OPERATORS {
        let under = priority.saturating_sub(1);
        let sides = match fixity {
            Fixity::Xfx => Some((under, under)),
            Fixity::Xfy => Some((under, *priority)),
            Fixity::Yfx => Some((*priority, under)),
            _ => None,
        };
        for name in *names {
            let infix = sides.map(|(left, right)| Op { priority: *priority, left, right });
            let entry = table.entry(name).or_default();
            *entry = infix.or(*entry);
        }
    }
    table
});

/// The operator of this name between two operands.
pub(super) fn infix(name: &str) -> Option<Op> {
    TABLE.get(name).copied().flatten()
}

/// Whether a name is an operator of any kind.
pub(super) fn is_operator(name: &str) -> bool {
    TABLE.contains_key(name)
}

/// Whether a character is part of names made of signs.
pub(super) fn is_sign(c: char) -> bool {
    is_symbol(c) || c == '!'
}

/// Whether a name is made of letters and digits and needs no quotes.
fn is_word(name: &str) -> bool {
    name.starts_with(is_atom_start) && name.chars().all(is_name)
}

/// A name, in quotes where it needs them.
pub(super) fn atom(name: &str) -> String {
    let signs = !name.is_empty() && name.chars().all(is_sign) && name != "." && !name.starts_with("/*");
    if is_word(name) || signs || matches!(name, "[]" | "{}" | ";") {
        name.to_string()
    } else {
        quoted('\'', name)
    }
}

/// A name behind a dot and before its arguments: signs beside a dot would make one name of both, so they stand in quotes.
pub(super) fn behind_dot(name: &str) -> String {
    if is_word(name) { name.to_string() } else { quoted('\'', name) }
}

/// A name before a dot, which no operator can be.
pub(super) fn before_dot(name: &str) -> String {
    if is_operator(name) { format!("({})", atom(name)) } else { behind_dot(name) }
}

/// A text in quotes.
pub(super) fn quoted(quote: char, text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() || c == '\u{feff}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\x{:x}\\", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}
