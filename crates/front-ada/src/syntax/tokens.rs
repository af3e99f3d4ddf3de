//! Text into words, signs and literals, with the claims that stand in comments.
//!
//! ```
//! use front_ada::syntax::tokens::{Kind, scan};
//!
//! let scanned = scan("X := T'('a'); --: assert (X = 'a')");
//! let kinds: Vec<Kind> = scanned.tokens.iter().map(|token| token.kind).collect();
//! assert_eq!(kinds[..4], [Kind::Name, Kind::Sign(":="), Kind::Name, Kind::Sign("'")]);
//! assert_eq!(kinds[5], Kind::Character);
//! assert_eq!(scanned.claims.len(), 1);
//! ```
//!
//! An apostrophe starts a character unless the token before it can end a name: then it stands before an attribute
//! or a qualified expression. Every text has tokens; what is wrong in it is listed in [`Scanned::problems`].

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A reserved word, in small letters.
    Word(&'static str),
    /// A sign such as `:=`. The mathematical signs of papers become those of Ada.
    Sign(&'static str),
    /// An identifier.
    Name,
    /// A number.
    Number,
    /// A character with its apostrophes.
    Character,
    /// A string with its quotes.
    Text,
    /// Something that is not Ada.
    Unknown,
}

/// A token with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
}

/// A comment that is a claim: `--: …` or `-- : …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimText {
    /// Where the comment starts.
    pub start: usize,
    /// Where the text after the colon starts.
    pub body: usize,
    /// Where the line ends.
    pub end: usize,
}

/// What is wrong with a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A string without its second quote.
    OpenString,
    /// An apostrophe with no character after it.
    LoneApostrophe,
    /// A sign that Ada does not have.
    UnknownSign,
}

/// A text in pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// The claims.
    pub claims: Vec<ClaimText>,
    /// What is wrong, and the number of the token that it is wrong with.
    pub problems: Vec<(Problem, usize)>,
}

/// The reserved words of Ada 2012, in order. `parallel` and `interface` and the like are told from their context.
const WORDS: &[&str] = &[
    "abort",
    "abs",
    "abstract",
    "accept",
    "access",
    "aliased",
    "all",
    "and",
    "array",
    "at",
    "begin",
    "body",
    "case",
    "constant",
    "declare",
    "delay",
    "delta",
    "digits",
    "do",
    "else",
    "elsif",
    "end",
    "entry",
    "exception",
    "exit",
    "for",
    "function",
    "generic",
    "goto",
    "if",
    "in",
    "interface",
    "is",
    "limited",
    "loop",
    "mod",
    "new",
    "not",
    "null",
    "of",
    "or",
    "others",
    "out",
    "overriding",
    "package",
    "pragma",
    "private",
    "procedure",
    "protected",
    "raise",
    "range",
    "record",
    "rem",
    "renames",
    "requeue",
    "return",
    "reverse",
    "select",
    "separate",
    "some",
    "subtype",
    "synchronized",
    "tagged",
    "task",
    "terminate",
    "then",
    "type",
    "until",
    "use",
    "when",
    "while",
    "with",
    "xor",
];

/// The signs, longer ones before their beginnings. Three points are no sign of Ada, but papers print them.
const SIGNS: &[&str] = &[
    "...", "..", "=>", "**", ":=", "/=", ">=", "<=", "<<", ">>", "<>", "->", "&", "(", ")", "*", "+", ",",
    "-", ".", "/", ":", ";", "<", "=", ">", "|", "[", "]", "@", "'",
];

/// How papers write the signs and words of formulas.
const PAPER_SIGNS: &[(char, &str)] = &[
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "/="),
    ('⇒', "->"),
    ('→', "->"),
    ('∀', "∀"),
    ('∃', "∃"),
    ('…', "..."),
    ('−', "-"),
];

/// The reserved word that a text is, whatever its case.
pub fn reserved(text: &str) -> Option<&'static str> {
    // The longest reserved word has twelve letters.
    let mut buffer = [0u8; 12];
    let small = buffer.get_mut(..text.len())?;
    small.copy_from_slice(text.as_bytes());
    small.make_ascii_lowercase();
    let small = &*small;
    WORDS.binary_search_by(|word| word.as_bytes().cmp(small)).ok().map(|at| WORDS[at])
}

/// Takes a text apart.
pub fn scan(text: &str) -> Scanned {
    let mut scanner = Scanner { text, at: 0, formula: false, found: Scanned::default() };
    scanner.run();
    scanner.found
}

/// The tokens of the formula from an offset to another; places count from the start of the whole text.
pub(crate) fn scan_formula(text: &str, from: usize, to: usize) -> Scanned {
    let mut scanner =
        Scanner { text: text.get(..to).unwrap_or(text), at: from, formula: true, found: Scanned::default() };
    scanner.run();
    scanner.found
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Whether `IMPLIES` is an operator.
    formula: bool,
    found: Scanned,
}

impl Scanner<'_> {
    fn run(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            if c.is_whitespace() || (self.at == 0 && c == '\u{feff}') {
                self.at += c.len_utf8();
            } else if self.rest().starts_with("--") {
                self.comment();
            } else {
                let start = self.at;
                let kind = self.token(c);
                // Files of four thousand million bytes are refused before they come here.
                self.found.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
            }
        }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn eat_while(&mut self, fits: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !fits(c)).unwrap_or(rest.len());
    }

    fn comment(&mut self) {
        let start = self.at;
        let line = self.rest().split('\n').next().unwrap_or("");
        let end = start + line.len();
        let inside = line.get(2..).unwrap_or("");
        // More spaces are found in drawings.
        if let Some(body) = inside.strip_prefix(' ').unwrap_or(inside).strip_prefix(':') {
            self.found.claims.push(ClaimText { start, body: end - body.len(), end });
        }
        self.at = end;
    }

    fn problem(&mut self, problem: Problem) {
        self.found.problems.push((problem, self.found.tokens.len()));
    }

    fn token(&mut self, first: char) -> Kind {
        if first.is_alphabetic() {
            let start = self.at;
            self.eat_while(|c| c.is_alphanumeric() || c == '_');
            return match reserved(&self.text[start..self.at]) {
                // After an apostrophe it is the name of an attribute: `A'Range`, `X'Access`.
                Some(word) => Kind::Word(word),
                None => Kind::Name,
            };
        }
        if first.is_ascii_digit() {
            self.number();
            return Kind::Number;
        }
        if first == '"' {
            return self.string();
        }
        if first == '\'' && !self.after_name() {
            let mut inside = self.rest().chars().skip(1);
            if let (Some(c), Some('\'')) = (inside.next(), inside.next())
                && c != '\n'
            {
                self.at += 2 + c.len_utf8();
                return Kind::Character;
            }
            self.problem(Problem::LoneApostrophe);
        }
        if let Some((sign, meaning)) = PAPER_SIGNS.iter().find(|(sign, _)| *sign == first) {
            self.at += sign.len_utf8();
            return Kind::Sign(meaning);
        }
        match SIGNS.iter().find(|sign| self.rest().starts_with(**sign)) {
            Some(sign) => {
                self.at += sign.len();
                Kind::Sign(sign)
            }
            None => {
                self.problem(Problem::UnknownSign);
                self.at += first.len_utf8();
                Kind::Unknown
            }
        }
    }

    fn after_name(&self) -> bool {
        self.found.tokens.last().is_some_and(|token| {
            let text = self.text.get(token.start as usize..token.end as usize).unwrap_or("");
            if self.formula && text.eq_ignore_ascii_case("implies") {
                return false;
            }
            let name = matches!(token.kind, Kind::Name | Kind::Character | Kind::Text | Kind::Word("all"));
            name || matches!(token.kind, Kind::Sign(")" | "]" | "@"))
        })
    }

    fn string(&mut self) -> Kind {
        loop {
            self.at += 1;
            self.eat_while(|c| c != '"' && c != '\n');
            if !self.rest().starts_with('"') {
                self.problem(Problem::OpenString);
                return Kind::Text;
            }
            self.at += 1;
            // Two quotes inside of a string are one.
            if !self.rest().starts_with('"') {
                return Kind::Text;
            }
        }
    }

    /// Digits, then a point or `#` with more of them, then an exponent; [`super::literals`] looks closer.
    fn number(&mut self) {
        let digit = |c: char| c.is_alphanumeric() || c == '_';
        self.eat_while(|c| c.is_ascii_digit() || c == '_');
        let next_is_digit = |rest: &str| rest.chars().nth(1).is_some_and(|c| c.is_ascii_digit());
        if self.rest().starts_with('#') {
            self.at += 1;
            self.eat_while(|c| digit(c) || c == '.');
            if self.rest().starts_with('#') {
                self.at += 1;
            }
        } else if self.rest().starts_with('.') && next_is_digit(self.rest()) {
            self.at += 1;
            self.eat_while(|c| c.is_ascii_digit() || c == '_');
        }
        let exponent = self.rest().starts_with(['e', 'E']);
        self.eat_while(digit);
        let sign = self.rest().starts_with(['+', '-']) && next_is_digit(self.rest());
        let just_e = self.text[..self.at].ends_with(['e', 'E']);
        if exponent && just_e && sign {
            self.at += 1;
            self.eat_while(digit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        scan(text).tokens.iter().map(|t| &text[t.start as usize..t.end as usize]).collect()
    }

    #[test]
    fn words_are_in_order_and_fit() {
        assert!(WORDS.is_sorted());
        assert!(WORDS.iter().all(|word| word.len() <= 12));
        assert_eq!(reserved("BeGiN"), Some("begin"));
        assert_eq!(reserved("beginning"), None);
        assert_eq!(reserved("a_long_name_indeed"), None);
    }

    #[test]
    fn numbers_and_points() {
        assert_eq!(
            texts("1..N 1.5E-3 16#F.F#E+2 1e10 2#1#"),
            ["1", "..", "N", "1.5E-3", "16#F.F#E+2", "1e10", "2#1#"]
        );
        assert_eq!(texts("1E-N 12ab 5-3"), ["1E", "-", "N", "12ab", "5", "-", "3"]);
    }

    #[test]
    fn apostrophes() {
        assert_eq!(texts("T'('a')"), ["T", "'", "(", "'a'", ")"]);
        assert_eq!(texts("X (1)'Old"), ["X", "(", "1", ")", "'", "Old"]);
        assert_eq!(texts("when ''' => '('"), ["when", "'''", "=>", "'('"]);
        assert_eq!(texts("P.all'Access"), ["P", ".", "all", "'", "Access"]);
    }

    #[test]
    fn problems_have_their_token() {
        assert_eq!(scan("X := \"abc\nY").problems, [(Problem::OpenString, 2)]);
        assert_eq!(scan("X := 'ab").problems, [(Problem::LoneApostrophe, 2)]);
        assert_eq!(scan("X { Y").problems, [(Problem::UnknownSign, 1)]);
        assert_eq!(scan("\"a\"\"b\"").tokens.len(), 1);
    }
}
