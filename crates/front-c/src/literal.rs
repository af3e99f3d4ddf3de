//! Literals: numbers, characters and strings, with the types that C11 gives them.

use crate::types::{DataModel, IntName, IntType};
use base::Int;
use lang_c::ast::{Integer, IntegerBase, IntegerSize};

/// The value and type of an integer literal: the first type of the list in C11 6.4.4.1 that holds the value.
/// `None` if no type does.
pub(crate) fn integer(literal: &Integer, model: DataModel) -> Option<(Int, IntType)> {
    let radix: i64 = match literal.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    let mut value = Int::from(0_i64);
    let limit = IntType::new(IntName::UnsignedLongLong, model).max();
    for digit in literal.number.chars() {
        let digit = digit.to_digit(radix as u32)?;
        value = value * Int::from(radix) + Int::from(i64::from(digit));
        if value > limit {
            return None;
        }
    }
    let all = [
        IntName::Int,
        IntName::UnsignedInt,
        IntName::Long,
        IntName::UnsignedLong,
        IntName::LongLong,
        IntName::UnsignedLongLong,
    ];
    let least = match literal.suffix.size {
        IntegerSize::Int => 3,
        IntegerSize::Long => 4,
        IntegerSize::LongLong => 5,
    };
    let decimal = literal.base == IntegerBase::Decimal;
    all.into_iter()
        .filter(|name| name.rank() >= least)
        .filter(|name| if literal.suffix.unsigned { !name.signed() } else { !decimal || name.signed() })
        .map(|name| IntType::new(name, model))
        .find(|ty| ty.holds(&value))
        // Compilers take a decimal literal that fits no signed type as unsigned, with a warning.
        .or_else(|| {
            decimal.then(|| IntType::new(IntName::UnsignedLongLong, model)).filter(|ty| ty.holds(&value))
        })
        .map(|ty| (value, ty))
}

/// What can be wrong with a character or string literal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flaw {
    /// Wide characters.
    Wide(&'static str),
    /// An escape that C does not have.
    Escape(String),
    /// `''`
    Empty,
}

/// The value of a character constant, an `int`. Several characters are put together as gcc does.
pub(crate) fn character(text: &str) -> Result<i64, Flaw> {
    let inner = match text.split_once('\'') {
        Some(("", inner)) => inner.strip_suffix('\'').unwrap_or(inner),
        Some(("L", inner)) => return wide(inner.strip_suffix('\'').unwrap_or(inner)),
        _ => return Err(Flaw::Wide("character constant with a prefix")),
    };
    let bytes = unescape(inner)?;
    match bytes.as_slice() {
        [] => Err(Flaw::Empty),
        // Plain `char` is signed.
        [one] => Ok(i64::from(*one as i8)),
        many => {
            let value = many.iter().fold(0_u32, |value, byte| (value << 8) | u32::from(*byte));
            Ok(i64::from(value as i32))
        }
    }
}

/// A wide character constant of one character, whose type is an `int` too; others are left alone.
fn wide(inner: &str) -> Result<i64, Flaw> {
    let mut chars = inner.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Err(Flaw::Empty),
        (Some(one), None) if one != '\\' => Ok(i64::from(u32::from(one))),
        _ => match unescape(inner)?.as_slice() {
            [one] if inner.starts_with('\\') && one.is_ascii() => Ok(i64::from(*one)),
            _ => Err(Flaw::Wide("wide character constant")),
        },
    }
}

/// The bytes of a string literal that may have been written in pieces, with the zero at the end.
pub(crate) fn string(pieces: &[String]) -> Result<Vec<u8>, Flaw> {
    let mut bytes = Vec::new();
    for piece in pieces {
        let inner = match piece.split_once('"') {
            Some(("" | "u8", inner)) => inner.strip_suffix('"').unwrap_or(inner),
            _ => return Err(Flaw::Wide("wide string literal")),
        };
        bytes.extend(unescape(inner)?);
    }
    bytes.push(0);
    Ok(bytes)
}

fn unescape(text: &str) -> Result<Vec<u8>, Flaw> {
    let mut out = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            let mut buffer = [0; 4];
            out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            continue;
        }
        let Some(escape) = chars.next() else { return Err(Flaw::Escape(String::new())) };
        let simple = match escape {
            'n' => Some(b'\n'),
            't' => Some(b'\t'),
            'r' => Some(b'\r'),
            'a' => Some(7),
            'b' => Some(8),
            'f' => Some(12),
            'v' => Some(11),
            'e' | 'E' => Some(27),
            '\\' => Some(b'\\'),
            '\'' => Some(b'\''),
            '"' => Some(b'"'),
            '?' => Some(b'?'),
            _ => None,
        };
        if let Some(byte) = simple {
            out.push(byte);
            continue;
        }
        let mut number = |radix: u32, first: u32, most: usize| {
            let mut value = first;
            let mut count = 0;
            while count < most {
                let Some(digit) = chars.peek().and_then(|c| c.to_digit(radix)) else { break };
                value = value.wrapping_mul(radix).wrapping_add(digit);
                count += 1;
                chars.next();
            }
            (value, count)
        };
        match escape {
            '0'..='7' => out.push(number(8, escape.to_digit(8).unwrap_or(0), 2).0 as u8),
            'x' => match number(16, 0, usize::MAX) {
                (_, 0) => return Err(Flaw::Escape("x".to_string())),
                (value, _) => out.push(value as u8),
            },
            'u' | 'U' => {
                let digits = if escape == 'u' { 4 } else { 8 };
                let (value, count) = number(16, 0, digits);
                let named = char::from_u32(value).filter(|_| count == digits);
                let Some(c) = named else { return Err(Flaw::Escape(escape.to_string())) };
                let mut buffer = [0; 4];
                out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            }
            // gcc takes an unknown escape for the character itself, with a warning.
            other if other.is_ascii() => out.push(other as u8),
            other => return Err(Flaw::Escape(other.to_string())),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_strings() {
        assert_eq!(character("'a'"), Ok(97));
        assert_eq!(character("'\\xff'"), Ok(-1));
        assert_eq!(character("'\\0'"), Ok(0));
        assert_eq!(character("'\\377'"), Ok(-1));
        assert_eq!(character("'ab'"), Ok(97 * 256 + 98));
        assert_eq!(character("''"), Err(Flaw::Empty));
        assert_eq!(character("L'a'"), Ok(97));
        assert_eq!(character("L'\\n'"), Ok(10));
        assert_eq!(character("L'é'"), Ok(233));
        assert!(character("L'ab'").is_err() && character("L'\\xff'").is_err() && character("L''").is_err());
        let pieces = ["\"a\\n\"".to_string(), "u8\"\\x41\\102é\"".to_string()];
        assert_eq!(string(&pieces), Ok(b"a\nAB\xc3\xa9\0".to_vec()));
        assert_eq!(string(&["\"\\".to_string()]), Err(Flaw::Escape(String::new())));
    }
}
