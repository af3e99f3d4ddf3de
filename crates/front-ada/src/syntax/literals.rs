//! The values of numbers, characters and strings.
//!
//! `1_000`, `16#FF#`, `2#1010#E3` and `12E2` are integers; a number with a point is real and kept as it is written.

use base::Int;

/// How many digits the value of a number may have.
const MAX_DIGITS: usize = 10_000;

/// What a number is.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// One without a point.
    Integer(Int),
    /// One with a point.
    Real,
}

/// Reads a number.
///
/// # Errors
///
/// What is wrong with it, as the end of a sentence that starts with "the number".
pub fn number(text: &str) -> Result<Number, String> {
    if text.len() > MAX_DIGITS {
        return Err(format!("has more than {MAX_DIGITS} digits"));
    }
    let (mantissa, exponent, base) = parts(text)?;
    let real = mantissa.contains('.');
    if !mantissa.split('.').all(|part| well_formed(part, 16)) {
        return Err("has an underline that is not between two digits".to_string());
    }
    let exponent = match exponent {
        Some(e) => exponent_value(e, real)?,
        None => 0,
    };
    let mut value = Int::from(0i64);
    let factor = Int::from(i64::from(base));
    for c in mantissa.chars().filter(|c| *c != '_' && *c != '.') {
        let Some(digit) = c.to_digit(36).filter(|d| *d < base) else {
            return Err(format!("has the digit `{c}`, which is none of base {base}"));
        };
        if !real {
            value = &(&value * &factor) + &Int::from(i64::from(digit));
        }
    }
    if real {
        return Ok(Number::Real);
    }
    // Five bits a digit is an upper bound for every base up to 16.
    if exponent.saturating_mul(2) > MAX_DIGITS {
        return Err(format!("has more than {MAX_DIGITS} digits"));
    }
    for _ in 0..exponent {
        value = &value * &factor;
    }
    Ok(Number::Integer(value))
}

/// Mantissa, exponent and base.
fn parts(text: &str) -> Result<(&str, Option<&str>, u32), String> {
    let Some((base, rest)) = text.split_once('#') else {
        return match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => Ok((mantissa, Some(exponent), 10)),
            None => Ok((text, None, 10)),
        };
    };
    let Some((mantissa, after)) = rest.split_once('#') else {
        return Err("lacks its second `#`".to_string());
    };
    let base = match base.replace('_', "").parse::<u32>() {
        Ok(base) if (2..=16).contains(&base) => base,
        _ => return Err("has a base that is not between 2 and 16".to_string()),
    };
    match after.strip_prefix(['e', 'E']) {
        Some(exponent) => Ok((mantissa, Some(exponent), base)),
        None if after.is_empty() => Ok((mantissa, None, base)),
        None => Err(format!("is followed by `{after}` without a space")),
    }
}

fn exponent_value(text: &str, real: bool) -> Result<usize, String> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if !well_formed(digits, 10) {
        return Err("has an exponent that is no number".to_string());
    }
    if negative && !real && digits.chars().any(|c| c != '0' && c != '_') {
        return Err("has no point, so its exponent cannot be negative".to_string());
    }
    Ok(digits.replace('_', "").parse().unwrap_or(usize::MAX))
}

/// Digits with single underlines between them.
fn well_formed(text: &str, base: u32) -> bool {
    text.split('_').all(|part| !part.is_empty() && part.chars().all(|c| c.is_digit(base) || base > 10))
}

/// The character of a literal with its apostrophes.
pub fn character(text: &str) -> Option<char> {
    text.chars().nth(1)
}

/// The text of a literal with its quotes.
pub fn string(text: &str) -> String {
    let inside = text.strip_prefix('"').unwrap_or(text);
    inside.strip_suffix('"').unwrap_or(inside).replace("\"\"", "\"")
}

/// Whether a string is the name of an operator, as in `"and"`.
pub fn is_operator(text: &str) -> bool {
    const OPERATORS: &[&str] = &[
        "and", "or", "xor", "=", "/=", "<", "<=", ">", ">=", "+", "-", "&", "*", "/", "mod", "rem", "**",
        "abs", "not",
    ];
    OPERATORS.iter().any(|operator| operator.eq_ignore_ascii_case(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(text: &str) -> String {
        match number(text) {
            Ok(Number::Integer(value)) => value.to_string(),
            Ok(Number::Real) => "real".to_string(),
            Err(why) => why,
        }
    }

    #[test]
    fn integers() {
        for (text, value) in [
            ("0", "0"),
            ("1_000", "1000"),
            ("12E2", "1200"),
            ("12e+2", "1200"),
            ("16#FF#", "255"),
            ("16#ff#", "255"),
            ("2#1010_1010#", "170"),
            ("2#1#E8", "256"),
            ("1_6#A#e1", "160"),
            ("99999999999999999999", "99999999999999999999"),
            ("1.5", "real"),
            ("1.5E-3", "real"),
            ("16#A.8#", "real"),
            ("5E-0", "5"),
        ] {
            assert_eq!(integer(text), value, "{text}");
        }
    }

    #[test]
    fn no_integers() {
        for (text, why) in [
            ("1__0", "underline"),
            ("1_", "underline"),
            ("16#FF", "second"),
            ("17#0#", "base"),
            ("99999999999#0#", "base"),
            ("2#12#", "digit `2`"),
            ("12ab", "digit `a`"),
            ("1E", "exponent"),
            ("1E-3", "negative"),
            ("1E999999999999", "digits"),
            ("16##", "underline"),
            ("16#F#x", "space"),
        ] {
            assert!(integer(text).contains(why), "{text}: {}", integer(text));
        }
    }

    #[test]
    fn characters_and_strings() {
        assert_eq!(character("'''"), Some('\''));
        assert_eq!(string("\"a\"\"b\""), "a\"b");
        assert_eq!(string("\"\""), "");
        assert!(is_operator("AND"));
    }
}
