//! Text into tokens, by the rules of a [`Dialect`].
//!
//! A token is asked for one at a time, because `op/3` directives change how the rest is read. Whether a name that is
//! followed by `(` has arguments, and whether a minus sign belongs to a number, depends on what stood before; the
//! parser knows that, so the lexer only says what follows directly.
//!
//! ```
//! use terms::Dialect;
//! use terms::lexer::{Kind, Lexer};
//! let mut lexer = Lexer::new(&Dialect::ISO, "foo(X) :- 0'a =< 0x1F.");
//! let kinds: Vec<Kind> = std::iter::from_fn(|| lexer.next().ok().map(|t| t.kind)).take(5).collect();
//! assert_eq!(kinds[0], Kind::Name { text: "foo".into(), quoted: false });
//! assert_eq!(kinds[2], Kind::Var("X".into()));
//! ```

use crate::chars::{is_atom_start, is_layout, is_name, is_symbol, is_variable_start};
use crate::dialect::{BackQuotes, Dialect};
use crate::number;
use crate::term::Float;

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// An atom; one in quotes is no operator.
    Name {
        /// Its text.
        text: String,
        /// Whether it stands in quotes.
        quoted: bool,
    },
    /// `[]` or `{}`, perhaps with layout inside.
    Empty(char),
    /// A variable.
    Var(String),
    /// An integer.
    Int(base::Int),
    /// A floating point number.
    Float(Float),
    /// `"…"`
    Str(String),
    /// `` `…` ``
    Codes(String),
    /// A dollar sign with a name: the name.
    Dollar(String),
    /// One of `( ) [ ] { } , |`, or a back quote that encloses an operator.
    Punct(char),
    /// The full stop that ends a clause.
    End,
    /// The end of the text.
    Eof,
}

/// A token with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset after its last byte.
    pub end: usize,
}

/// What is wrong with the text at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What, in one sentence.
    pub message: String,
    /// What is said at the place itself.
    pub label: String,
    /// What can be done.
    pub help: Option<String>,
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl Problem {
    /// A problem at a place.
    pub fn new(message: impl Into<String>, label: impl Into<String>, start: usize, end: usize) -> Problem {
        Problem { message: message.into(), label: label.into(), help: None, start, end }
    }

    /// Says what can be done.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Problem {
        self.help = Some(text.into());
        self
    }
}

/// Reads tokens from a text.
pub struct Lexer<'a> {
    pub(crate) dialect: &'a Dialect,
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    /// Things that are read but probably not meant, found since they were last taken.
    pub warnings: Vec<Problem>,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of a text. A first line that starts with `#!` and a byte order mark are skipped.
    pub fn new(dialect: &'a Dialect, text: &'a str) -> Lexer<'a> {
        let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        if text[at..].starts_with("#!") {
            at += text[at..].find('\n').unwrap_or(text.len() - at);
        }
        Lexer { dialect, text, at, warnings: Vec::new() }
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    pub(crate) fn peek_second(&self) -> Option<char> {
        self.text[self.at..].chars().nth(1)
    }

    pub(crate) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(crate) fn take_while(&mut self, class: impl Fn(char) -> bool) -> &'a str {
        let start = self.at;
        let rest = &self.text[start..];
        self.at = rest.find(|c| !class(c)).map_or(self.text.len(), |n| start + n);
        &self.text[start..self.at]
    }

    /// Whether a round bracket follows directly.
    pub fn at_bracket(&self) -> bool {
        self.peek() == Some('(')
    }

    /// Whether a curly bracket follows directly.
    pub fn at_curly(&self) -> bool {
        self.peek() == Some('{')
    }

    /// Whether a digit follows directly.
    pub fn at_digit(&self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_digit())
    }

    /// Whether a digit follows, perhaps with blanks and comments before it.
    pub fn digit_follows(&mut self) -> bool {
        let at = self.at;
        let found = self.skip_layout().is_ok() && self.at_digit();
        self.at = at;
        found
    }

    /// Skips blanks and comments.
    fn skip_layout(&mut self) -> Result<(), Problem> {
        loop {
            self.take_while(is_layout);
            let rest = &self.text[self.at..];
            if rest.starts_with('%') {
                self.take_while(|c| c != '\n');
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let start = self.at;
                match comment.find("*/") {
                    Some(n) => self.at += n + 4,
                    None => {
                        self.at = self.text.len();
                        let message = "the text ends in a block comment";
                        return Err(Problem::new(message, "the comment starts here", start, start + 2));
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// The next token; [`Kind::Eof`] again and again at the end.
    ///
    /// After a problem the lexer stands behind what caused it.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Token, Problem> {
        self.skip_layout()?;
        let start = self.at;
        let kind = self.kind(start)?;
        Ok(Token { kind, start, end: self.at })
    }

    fn kind(&mut self, start: usize) -> Result<Kind, Problem> {
        let Some(c) = self.peek() else { return Ok(Kind::Eof) };
        let plain = |text: &str| Kind::Name { text: text.to_string(), quoted: false };
        Ok(match c {
            '0'..='9' => number::number(self)?,
            '(' | ')' | ']' | '}' | ',' | '|' => {
                self.bump();
                if c == '|' && self.dialect.quasi_quotations && self.peek() == Some('|') {
                    self.bump();
                    let message = "quasi quotations are not supported";
                    return Err(Problem::new(message, "only they have a double bar", start, self.at));
                }
                Kind::Punct(c)
            }
            '[' | '{' => {
                self.bump();
                let close = if c == '[' { ']' } else { '}' };
                let inner = self.at;
                self.take_while(is_layout);
                if self.peek() == Some(close) {
                    self.bump();
                    return Ok(Kind::Empty(c));
                }
                self.at = inner;
                Kind::Punct(c)
            }
            ';' => {
                self.bump();
                plain(";")
            }
            '!' if !self.dialect.bang_is_symbol => {
                self.bump();
                plain("!")
            }
            '\'' => Kind::Name { text: self.quoted(c, start)?, quoted: true },
            '"' => Kind::Str(self.quoted(c, start)?),
            '`' if self.dialect.back_quotes == BackQuotes::Codes => Kind::Codes(self.quoted(c, start)?),
            '`' if matches!(self.dialect.back_quotes, BackQuotes::Infix(_)) => {
                self.bump();
                Kind::Punct(c)
            }
            '$' if self.dialect.dollar_names && self.peek_second().is_some_and(is_atom_start) => {
                self.bump();
                Kind::Dollar(self.take_while(is_name).to_string())
            }
            _ if is_variable_start(c) => Kind::Var(self.take_while(is_name).to_string()),
            _ if c.is_numeric() => {
                self.bump();
                let message = format!("`{c}` cannot start a term");
                return Err(Problem::new(message, "not a digit that is read", start, self.at));
            }
            _ if is_atom_start(c) => plain(self.take_while(is_name)),
            _ if is_symbol(c) || c == '!' => {
                let bang = self.dialect.bang_is_symbol;
                let text = self.take_while(|c| is_symbol(c) || bang && c == '!');
                let ends = |c: Option<char>| c.is_none_or(|c| is_layout(c) || c == '%');
                if text == "." && ends(self.peek()) {
                    return Ok(Kind::End);
                }
                plain(text)
            }
            _ => {
                self.bump();
                let shown = c.escape_debug();
                return Err(Problem::new(format!("unexpected character `{shown}`"), "here", start, self.at));
            }
        })
    }

    /// A quoted thing, up to and with its closing quote.
    fn quoted(&mut self, quote: char, start: usize) -> Result<String, Problem> {
        self.bump();
        let mut out = String::new();
        // The first bad escape is reported once the end is found, so that reading can go on behind it.
        let mut bad: Option<Problem> = None;
        loop {
            let plain = self.take_while(|c| c != quote && c != '\\');
            out.push_str(plain);
            match self.bump() {
                None => {
                    let what = match quote {
                        '\'' => "quoted atom",
                        '"' => "string",
                        _ => "list of codes",
                    };
                    let message = format!("the text ends in a {what}");
                    return Err(Problem::new(message, format!("the {what} starts here"), start, start + 1));
                }
                Some('\\') => match self.escape() {
                    Ok(Some(c)) => out.push(c),
                    Ok(None) => {}
                    Err(problem) => bad = bad.or(Some(problem)),
                },
                Some(_) if self.peek() == Some(quote) => {
                    self.bump();
                    out.push(quote);
                }
                Some(_) => return bad.map_or(Ok(out), Err),
            }
        }
    }

    /// What an escape sequence stands for, behind its backslash; nothing for a continued line.
    pub(crate) fn escape(&mut self) -> Result<Option<char>, Problem> {
        let start = self.at.saturating_sub(1);
        let Some(c) = self.bump() else {
            return Err(Problem::new("the text ends in an escape sequence", "here", start, self.at));
        };
        let escapes = &self.dialect.escapes;
        Ok(Some(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'v' => '\u{b}',
            '\\' | '\'' | '"' | '`' => c,
            '\n' => {
                if escapes.indented {
                    self.take_while(|c| is_layout(c) && c != '\n');
                }
                return Ok(None);
            }
            'c' if escapes.skip => {
                self.take_while(is_layout);
                return Ok(None);
            }
            '0'..='7' => {
                self.at -= 1;
                let digits = self.take_while(|c| c.is_digit(8));
                self.closing(start)?;
                return self.code(digits, 8, start).map(Some);
            }
            'x' => {
                let digits = self.take_while(|c| c.is_ascii_hexdigit());
                self.closing(start)?;
                return self.code(digits, 16, start).map(Some);
            }
            'u' | 'U' if escapes.unicode => {
                let want = if c == 'u' { 4 } else { 8 };
                let from = self.at;
                while self.at - from < want && self.peek().is_some_and(|c| c.is_ascii_hexdigit()) {
                    self.bump();
                }
                if self.at - from < want {
                    let message = format!("`\\{c}` needs {want} hexadecimal digits");
                    return Err(Problem::new(message, "too few", start, self.at));
                }
                let digits = &self.text[from..self.at];
                return self.code(digits, 16, start).map(Some);
            }
            _ => {
                if let Some((_, meant)) = escapes.letters.iter().find(|(letter, _)| *letter == c) {
                    return Ok(Some(*meant));
                }
                let message = format!("undefined escape sequence `\\{}`", c.escape_debug());
                let help = "a backslash itself is written `\\\\`";
                return Err(Problem::new(message, "unknown", start, self.at).help(help));
            }
        }))
    }

    /// The backslash that closes a code.
    fn closing(&mut self, start: usize) -> Result<(), Problem> {
        if self.peek() == Some('\\') {
            self.bump();
        } else if !self.dialect.escapes.open_codes {
            let message = "an escape sequence with a code ends with a backslash";
            return Err(Problem::new(message, "it is missing", start, self.at));
        }
        Ok(())
    }

    fn code(&self, digits: &str, radix: u32, start: usize) -> Result<char, Problem> {
        let code = u32::from_str_radix(digits, radix).ok().and_then(char::from_u32);
        code.ok_or_else(|| Problem::new("illegal character code", "no character has it", start, self.at))
    }
}
