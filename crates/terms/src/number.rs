//! Numbers: `12`, `0x1F`, `0o17`, `0b101`, `0'c`, `1.5e3`, and where the dialect has them `1_000`, `16'FF`, `1e10`.

use crate::chars::{is_layout, is_name};
use crate::dialect::Groups;
use crate::lexer::{Kind, Lexer, Problem};
use crate::term::Float;
use base::Int;

/// Longest integer, in digits: reading longer ones would take too long.
const LONGEST: usize = 20_000;

/// A number; the lexer stands at its first digit.
pub(crate) fn number(lexer: &mut Lexer<'_>) -> Result<Kind, Problem> {
    let start = lexer.at;
    let rules = &lexer.dialect.numbers;
    if lexer.peek() == Some('0') {
        match lexer.peek_second() {
            Some('\'') => {
                if let Some(found) = character(lexer, start)? {
                    return Ok(found);
                }
            }
            Some('x') => return prefixed(lexer, start, 16),
            Some('o') => return prefixed(lexer, start, 8),
            Some('b') => return prefixed(lexer, start, 2),
            _ => {}
        }
    }
    let digits = grouped(lexer, 10, true);
    // There digits in groups make an integer, whatever follows.
    let whole = rules.groups == Groups::UnderscoresAndBlanks && digits.len() < lexer.at - start;
    if rules.bases && lexer.peek() == Some('\'') {
        let radix = digits.parse::<u32>().ok().filter(|r| (2..=36).contains(r));
        if let Some(radix) = radix
            && lexer.peek_second().is_some_and(|c| c.is_digit(radix))
        {
            lexer.bump();
            let digits = grouped(lexer, radix, false);
            return integer(lexer, &digits, radix, start);
        }
    }
    let from = lexer.at;
    let mut text = digits;
    let fraction =
        !whole && lexer.peek() == Some('.') && lexer.peek_second().is_some_and(|c| c.is_ascii_digit());
    if fraction {
        lexer.bump();
        text.push('.');
        match rules.groups {
            Groups::Underscores => text.push_str(&grouped(lexer, 10, false)),
            _ => text.push_str(lexer.take_while(|c| c.is_ascii_digit())),
        }
    }
    let may_have_exponent = !whole && (fraction || rules.bare_exponents);
    let exponent = if may_have_exponent { exponent(lexer) } else { None };
    if fraction || exponent.is_some() {
        text.push_str(exponent.unwrap_or(""));
        return float(lexer, &text, start);
    }
    lexer.at = from;
    if rules.rationals && lexer.peek() == Some('r') && lexer.peek_second().is_some_and(|c| c.is_ascii_digit())
    {
        lexer.bump();
        lexer.take_while(|c| c.is_ascii_digit());
        return Err(Problem::new("rational numbers are not supported", "a rational number", start, lexer.at));
    }
    integer(lexer, &text, 10, start)
}

/// `0'c`; nothing if no character follows.
fn character(lexer: &mut Lexer<'_>, start: usize) -> Result<Option<Kind>, Problem> {
    lexer.at += 2;
    let code = |c: char| Some(Kind::Int(Int::from(i64::from(c as u32))));
    match lexer.bump() {
        None => {
            let message = "a character is missing after `0'`";
            Err(Problem::new(message, "the text ends here", start, lexer.at))
        }
        Some(c) if !lexer.dialect.numbers.escaped_characters => Ok(code(c)),
        Some('\\') => match lexer.escape() {
            Ok(Some(c)) => Ok(code(c)),
            Ok(None) => Err(Problem::new("illegal number", "no character follows", start, lexer.at)),
            Err(problem) => Err(problem),
        },
        Some('\'') => {
            // Two quotes stand for one, as they do in an atom.
            if lexer.peek() == Some('\'') {
                lexer.bump();
            }
            Ok(code('\''))
        }
        Some(c) => Ok(code(c)),
    }
}

/// `0x…` and its like.
fn prefixed(lexer: &mut Lexer<'_>, start: usize, radix: u32) -> Result<Kind, Problem> {
    lexer.at += 2;
    if lexer.dialect.numbers.groups == Groups::Underscores {
        lexer.take_while(|c| c == '_');
    }
    let digits = grouped(lexer, radix, false);
    if digits.is_empty() {
        let message = format!("illegal number: a digit of base {radix} is missing");
        return Err(Problem::new(message, "after this", start, lexer.at));
    }
    integer(lexer, &digits, radix, start)
}

/// Digits, perhaps in groups; a blank can stand between decimal ones only.
fn grouped(lexer: &mut Lexer<'_>, radix: u32, decimal: bool) -> String {
    let start = lexer.at;
    let groups = lexer.dialect.numbers.groups;
    let mut digits = lexer.take_while(|c| c.is_digit(radix)).to_string();
    if digits.is_empty() {
        return digits;
    }
    loop {
        let end = lexer.at;
        match (lexer.peek(), groups) {
            (Some('_'), Groups::Underscores) => {
                lexer.take_while(|c| c == '_');
            }
            (Some('_'), Groups::UnderscoresAndBlanks) => {
                lexer.bump();
                lexer.take_while(is_layout);
            }
            (Some(' '), Groups::UnderscoresAndBlanks) if decimal => {
                lexer.bump();
            }
            _ => return digits,
        }
        let blank = lexer.text[end..].starts_with(' ');
        let more = lexer.take_while(|c| c.is_digit(radix));
        if more.is_empty() {
            lexer.at = end;
            return digits;
        }
        digits.push_str(more);
        if blank {
            let message = "digits with a blank between them are one number";
            let problem = Problem::new(message, "read as one number", start, lexer.at);
            lexer.warnings.push(problem.help("write `_` for the blank, or separate the numbers"));
        }
    }
}

/// `e5`, `E-3`: only if a digit follows; else nothing is taken.
fn exponent<'a>(lexer: &mut Lexer<'a>) -> Option<&'a str> {
    let start = lexer.at;
    if matches!(lexer.peek(), Some('e' | 'E')) {
        lexer.bump();
        if matches!(lexer.peek(), Some('+' | '-')) {
            lexer.bump();
        }
        if !lexer.take_while(|c| c.is_ascii_digit()).is_empty() {
            return Some(&lexer.text[start..lexer.at]);
        }
    }
    lexer.at = start;
    None
}

fn float(lexer: &mut Lexer<'_>, text: &str, start: usize) -> Result<Kind, Problem> {
    for special in lexer.dialect.numbers.special_floats {
        if lexer.text[lexer.at..].starts_with(special) {
            lexer.at += special.len();
            let message = format!("the special float `{}` is not supported", &lexer.text[start..lexer.at]);
            return Err(Problem::new(message, "not a finite number", start, lexer.at));
        }
    }
    match text.parse::<f64>().ok().and_then(Float::new) {
        Some(value) => Ok(Kind::Float(value)),
        None => Err(Problem::new("this number is too large for a float", "too large", start, lexer.at)),
    }
}

/// An integer of digits that were read, with the suffix that may follow.
fn integer(lexer: &mut Lexer<'_>, digits: &str, radix: u32, start: usize) -> Result<Kind, Problem> {
    let end = lexer.at;
    if digits.len() > LONGEST {
        let message = format!("a number of more than {LONGEST} digits");
        return Err(Problem::new(message, "too long", start, end));
    }
    let value = if radix == 10 {
        Int::parse(digits)
    } else {
        let base = Int::from(i64::from(radix));
        digits.chars().try_fold(Int::from(0), |value, c| {
            Some(&(&value * &base) + &Int::from(i64::from(c.to_digit(radix)?)))
        })
    };
    let rules = &lexer.dialect.numbers;
    let suffixes = rules.suffixes;
    if !suffixes.is_empty() {
        let behind = lexer.take_while(is_name);
        let suffix = match rules.groups {
            Groups::Underscores => behind.trim_start_matches('_'),
            _ => behind,
        };
        if !suffixes.contains(&suffix) {
            lexer.at = end;
        }
    }
    value.map(Kind::Int).ok_or_else(|| Problem::new("illegal number", "not read", start, end))
}
