//! Text into tokens.
//!
//! Blanks and comments (`//` to the end of the line) are dropped. Tokens are small and refer to the text, so
//! ten megabytes of program are no problem.

use source::{Diagnostic, FileId, Files, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A name that is no keyword.
    Name,
    /// Digits.
    Int,
    /// Digits, a point and digits.
    Real,
    /// A keyword or a sign, as it is written.
    Word(&'static str),
    /// The end of the text.
    End,
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    /// What it is.
    pub token: Token,
    /// Offset of its first byte.
    pub start: u32,
    /// Offset after its last byte.
    pub end: u32,
}

const KEYWORDS: &[&str] = &[
    "skip",
    "if",
    "then",
    "else",
    "while",
    "do",
    "new",
    "nil",
    "true",
    "false",
    "and",
    "or",
    "not",
    "struct",
    "proc",
    "return",
    "requires",
    "assert",
    "ensures",
    "invariant",
    "variant",
    "forall",
    "exists",
];

/// Longest number, in characters; reading longer ones would take too long.
const LONGEST_NUMBER: usize = 10_000;

/// Whether a word cannot be used as a name.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// Longer signs first, since the first that fits is taken.
const SIGNS: &[(&str, &str)] = &[
    (":=", ":="),
    ("==", "=="),
    ("/=", "/="),
    ("!=", "/="),
    ("≠", "/="),
    ("<=", "<="),
    ("≤", "<="),
    (">=", ">="),
    ("≥", ">="),
    ("<", "<"),
    (">", ">"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "%"),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    ("[", "["),
    ("]", "]"),
    (";", ";"),
    (",", ","),
    ("..", ".."),
    (".", "."),
    (":", ":"),
];

/// Signs of other languages, with what is written here.
const FOREIGN: &[(&str, &str)] = &[
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("!", "write `not`"),
    ("=", "write `:=` to assign and `==` to compare"),
    ("->", "write `.` for a field"),
    ("/*", "comments start with `//` and end with the line"),
    ("#", "comments start with `//` and end with the line"),
];

/// The tokens of a file; the last one is [`Token::End`].
///
/// # Errors
///
/// The first thing that is no token.
pub fn tokens(files: &Files, file: FileId) -> Result<Vec<Lexeme>, Box<Diagnostic>> {
    let text = files.get(file).map_or("", |f| f.text());
    if u32::try_from(text.len()).is_err() {
        let span = files.span(file, 0, 0);
        return Err(Box::new(Diagnostic::error("the text is longer than 4 GiB").primary(span, "")));
    }
    let bytes = text.as_bytes();
    let mut found = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let start = at;
        let token = match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {
                at += 1;
                continue;
            }
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += bytes[at..].iter().position(|b| *b == b'\n').unwrap_or(bytes.len() - at);
                continue;
            }
            b'0'..=b'9' => number(files, file, bytes, &mut at)?,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                at += bytes[at..].iter().take_while(|b| is_name_byte(**b)).count();
                let word = &text[start..at];
                KEYWORDS.iter().find(|k| **k == word).map_or(Token::Name, |k| Token::Word(k))
            }
            _ => sign(files, file, &text[at..], &mut at)?,
        };
        found.push(Lexeme { token, start: start as u32, end: at as u32 });
    }
    found.push(Lexeme { token: Token::End, start: at as u32, end: at as u32 });
    Ok(found)
}

fn is_name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'\''
}

fn number(files: &Files, file: FileId, bytes: &[u8], at: &mut usize) -> Result<Token, Box<Diagnostic>> {
    let start = *at;
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    *at += digits(*at);
    let mut token = Token::Int;
    if bytes.get(*at) == Some(&b'.') && bytes.get(*at + 1).is_some_and(u8::is_ascii_digit) {
        *at += 1;
        *at += digits(*at);
        token = Token::Real;
    }
    if bytes.get(*at).is_some_and(|b| is_name_byte(*b)) {
        let end = *at + bytes[*at..].iter().take_while(|b| is_name_byte(**b)).count();
        return Err(Box::new(
            Diagnostic::error("a number runs into a name")
                .primary(files.span(file, start, end), "neither a number nor a name")
                .help("put a blank between them; names start with a letter"),
        ));
    }
    if *at - start > LONGEST_NUMBER {
        return Err(Box::new(
            Diagnostic::error(format!("a number of more than {LONGEST_NUMBER} digits"))
                .primary(files.span(file, start, *at), "too long"),
        ));
    }
    Ok(token)
}

fn sign(files: &Files, file: FileId, rest: &str, at: &mut usize) -> Result<Token, Box<Diagnostic>> {
    let foreign = FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign));
    if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        // `->` starts with a sign that exists.
        if foreign.is_none_or(|(longer, _)| longer.len() <= sign.len()) {
            *at += sign.len();
            return Ok(Token::Word(token));
        }
    }
    let length = match foreign {
        Some((sign, _)) => sign.len(),
        None => rest.chars().next().map_or(1, char::len_utf8),
    };
    let place: Span = files.span(file, *at, *at + length);
    let shown = rest.get(..length).unwrap_or("").escape_debug().to_string();
    let problem = Diagnostic::error(format!(
        "unexpected character{} `{shown}`",
        if shown.chars().count() > 1 { "s" } else { "" }
    ))
    .primary(place, "");
    Err(Box::new(match foreign {
        Some((_, help)) => problem.help(*help),
        None => problem,
    }))
}
