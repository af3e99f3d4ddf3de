//! Characters to tokens, by the lexical rules of SMT-LIB 2.6, section 3.1.

use source::{Diagnostic, FileId, Span};

/// What a token is. Its text is the stretch of the source that its offsets mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Open,
    Close,
    /// Digits.
    Numeral,
    /// Digits, a point, digits.
    Decimal,
    /// A symbol without quotes.
    Symbol,
    /// A symbol in `|…|`; the offsets include the bars.
    Quoted,
    /// A symbol with a colon before it.
    Keyword,
    /// A string in `"…"`; the offsets include the quotes.
    Text,
    End,
}

/// Reads one token after the other.
pub(crate) struct Lexer<'a> {
    file: FileId,
    text: &'a str,
    at: usize,
}

/// Whether a character may stand in a symbol without quotes.
pub(crate) fn is_symbol_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c)
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(file: FileId, text: &'a str) -> Lexer<'a> {
        Lexer { file, text, at: 0 }
    }

    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { file: self.file, start: narrow(start), end: narrow(end) }
    }

    /// The next token with its offsets.
    pub(crate) fn next(&mut self) -> Result<(Token, usize, usize), Box<Diagnostic>> {
        self.skip_blanks();
        let start = self.at;
        let Some(c) = self.text[start..].chars().next() else { return Ok((Token::End, start, start)) };
        let token = match c {
            '(' => self.one(Token::Open),
            ')' => self.one(Token::Close),
            '|' => self.quoted()?,
            '"' => self.string()?,
            '#' => return Err(self.literal()),
            ':' => {
                self.at += 1;
                if self.symbol_chars() == 0 {
                    let span = self.span(start, self.at);
                    return Err(Box::new(
                        Diagnostic::error("a keyword has no name")
                            .primary(span, "expected a name after this colon"),
                    ));
                }
                Token::Keyword
            }
            c if c.is_ascii_digit() => self.number()?,
            c if is_symbol_char(c) => {
                self.symbol_chars();
                Token::Symbol
            }
            c => {
                let span = self.span(start, start + c.len_utf8());
                return Err(Box::new(
                    Diagnostic::error(format!("unexpected character {c:?}"))
                        .primary(span, "nothing begins with it")
                        .help("a symbol with special characters is written between bars, as in `|a b|`"),
                ));
            }
        };
        Ok((token, start, self.at))
    }

    fn one(&mut self, token: Token) -> Token {
        self.at += 1;
        token
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(b) = bytes.get(self.at) {
            match b {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => {
                    let rest = &bytes[self.at..];
                    self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                }
                _ => break,
            }
        }
    }

    /// Passes over symbol characters; all of them are single bytes. Returns how many there were.
    fn symbol_chars(&mut self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|b| is_symbol_char(char::from(**b))).count();
        self.at += count;
        count
    }

    fn digits(&mut self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        self.at += count;
        count
    }

    fn number(&mut self) -> Result<Token, Box<Diagnostic>> {
        let start = self.at;
        self.digits();
        let mut token = Token::Numeral;
        if self.text[self.at..].starts_with('.') {
            self.at += 1;
            token = Token::Decimal;
            if self.digits() == 0 {
                let span = self.span(start, self.at);
                return Err(Box::new(
                    Diagnostic::error("a decimal needs digits after its point")
                        .primary(span, "ends with the point"),
                ));
            }
        }
        if self.symbol_chars() > 0 {
            let span = self.span(start, self.at);
            return Err(Box::new(
                Diagnostic::error("a number runs into other characters")
                    .primary(span, "neither a number nor a symbol")
                    .help("symbols do not start with a digit; negative numbers are written `(- 3)`"),
            ));
        }
        Ok(token)
    }

    fn quoted(&mut self) -> Result<Token, Box<Diagnostic>> {
        let start = self.at;
        match self.text[start + 1..].find(['|', '\\']) {
            Some(offset) if self.text.as_bytes()[start + 1 + offset] == b'|' => {
                self.at = start + offset + 2;
                Ok(Token::Quoted)
            }
            Some(offset) => {
                let at = start + 1 + offset;
                Err(Box::new(
                    Diagnostic::error("a quoted symbol contains a backslash")
                        .primary(self.span(at, at + 1), "not allowed between bars"),
                ))
            }
            None => Err(Box::new(
                Diagnostic::error("a quoted symbol is not closed")
                    .primary(self.span(start, start + 1), "no second `|` follows"),
            )),
        }
    }

    fn string(&mut self) -> Result<Token, Box<Diagnostic>> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        loop {
            match bytes.get(at) {
                Some(b'"') if bytes.get(at + 1) == Some(&b'"') => at += 2,
                Some(b'"') => break,
                Some(_) => at += 1,
                None => {
                    return Err(Box::new(
                        Diagnostic::error("a string is not closed")
                            .primary(self.span(start, start + 1), "no second `\"` follows"),
                    ));
                }
            }
        }
        self.at = at + 1;
        Ok(Token::Text)
    }

    fn literal(&mut self) -> Box<Diagnostic> {
        let start = self.at;
        self.at += 1;
        self.symbol_chars();
        let span = self.span(start, self.at);
        let text = &self.text[start..self.at];
        let message = match text.as_bytes().get(1) {
            Some(b'x') => "hexadecimal literals are not supported",
            Some(b'b') => "binary literals are not supported",
            _ => "`#` starts no literal that is known here",
        };
        Box::new(
            Diagnostic::error(message)
                .primary(span, "a bit vector")
                .help("there are integers, reals, booleans, arrays and data types"),
        )
    }
}
