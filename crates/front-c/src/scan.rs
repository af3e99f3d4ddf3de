//! Tokens of C text, before any parsing: what is a comment, what is a directive, how deep things nest.
//!
//! The parser takes neither comments nor directives, and recurses. So comments and directives are replaced by
//! blanks, byte by byte, which keeps every offset ([`blanked`]); and text that nests too deeply for the stack
//! is refused first ([`too_deep`]).

use crate::lines::is_marker;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number, as the preprocessor sees it.
    Number,
    /// A string or character literal.
    Literal,
    /// An operator, a bracket, or a character that is no C.
    Mark,
    /// A comment of either kind.
    Comment,
    /// A line whose first character is `#`, with the lines that continue it.
    Directive,
}

/// A token with its bytes `start..end`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    /// The text of the token.
    pub fn text<'a>(&self, of: &'a str) -> &'a str {
        of.get(self.start..self.end).unwrap_or("")
    }
}

/// Real programs have at most this many signs of two characters in a row.
const MOST_SIGNS: usize = 12;

/// Brackets may nest this deep.
const DEEPEST_BRACKETS: usize = 200;
/// Operators, branches and labels may nest this deep, over all open brackets.
const DEEPEST: usize = 1500;

/// Operators of more than one character, longest first.
const LONG_MARKS: &[&str] = &[
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "##",
];

/// All tokens of a text. Any text has tokens; comments and literals without an end reach to the end of the text
/// or of the line.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let marked = text.starts_with('\u{feff}');
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let mut found = Vec::new();
    // A mark of the byte order is no token.
    let mut i = if marked { '\u{feff}'.len_utf8() } else { 0 };
    let mut line_is_blank = true;
    while i < bytes.len() {
        let start = i;
        let kind = match at(i) {
            b'\n' => {
                line_is_blank = true;
                i += 1;
                continue;
            }
            b if b.is_ascii_whitespace() || b == 0x0b => {
                i += 1;
                continue;
            }
            b'#' if line_is_blank => {
                i = end_of_directive(bytes, i);
                TokenKind::Directive
            }
            b'/' if at(i + 1) == b'/' => {
                i = end_of_line(bytes, i);
                TokenKind::Comment
            }
            b'/' if at(i + 1) == b'*' => {
                i += 2;
                while i < bytes.len() && !(at(i) == b'*' && at(i + 1) == b'/') {
                    i += 1;
                }
                i = (i + 2).min(bytes.len());
                TokenKind::Comment
            }
            quote @ (b'"' | b'\'') => {
                i += 1;
                while i < bytes.len() && at(i) != quote && at(i) != b'\n' {
                    i += if at(i) == b'\\' { 2 } else { 1 };
                }
                i = if at(i) == quote { i + 1 } else { i }.min(bytes.len());
                TokenKind::Literal
            }
            b if b.is_ascii_alphabetic() || b == b'_' || b == b'$' || b >= 0x80 => {
                while at(i).is_ascii_alphanumeric() || matches!(at(i), b'_' | b'$' | 0x80..) {
                    i += 1;
                }
                TokenKind::Word
            }
            b if b.is_ascii_digit() || (b == b'.' && at(i + 1).is_ascii_digit()) => {
                while at(i).is_ascii_alphanumeric()
                    || matches!(at(i), b'_' | b'.')
                    || (matches!(at(i), b'+' | b'-') && matches!(at(i - 1), b'e' | b'E' | b'p' | b'P'))
                {
                    i += 1;
                }
                TokenKind::Number
            }
            _ => {
                let rest = bytes.get(i..).unwrap_or(&[]);
                let long = LONG_MARKS.iter().find(|mark| rest.starts_with(mark.as_bytes()));
                i += long.map_or(1, |mark| mark.len());
                TokenKind::Mark
            }
        };
        // A comment may stand before the `#` of a directive.
        line_is_blank &= kind == TokenKind::Comment;
        found.push(Token { kind, start, end: i });
    }
    found
}

/// The offset of the first token that is no comment.
pub(crate) fn first_token(text: &str) -> Option<usize> {
    let mut offset = 0;
    loop {
        let rest = text.get(offset..)?;
        let blank = rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        offset += blank;
        if rest.starts_with("/*") {
            offset += rest.find("*/")? + 2;
        } else if rest.starts_with("//") {
            offset += rest.find('\n')?;
        } else {
            return (!rest.is_empty()).then_some(offset);
        }
    }
}

fn end_of_line(bytes: &[u8], from: usize) -> usize {
    let mut i = from;
    while i < bytes.len() && (bytes.get(i) != Some(&b'\n') || continued(bytes, i)) {
        i += 1;
    }
    i
}

/// A directive ends with its line, but a comment inside may take it further.
fn end_of_directive(bytes: &[u8], from: usize) -> usize {
    let end = end_of_line(bytes, from);
    let line = bytes.get(from..end).unwrap_or(&[]);
    let opens = line.windows(2).rposition(|pair| pair == b"/*");
    let closes = line.windows(2).rposition(|pair| pair == b"*/");
    match (opens, closes) {
        (Some(open), close) if close.is_none_or(|close| close < open) => from + open,
        _ => end,
    }
}

/// Whether the line that ends at the newline `at` goes on in the next one.
fn continued(bytes: &[u8], at: usize) -> bool {
    let before = |n: usize| at.checked_sub(n).and_then(|i| bytes.get(i)).copied();
    before(1) == Some(b'\\') || (before(1) == Some(b'\r') && before(2) == Some(b'\\'))
}

/// Whether a text means something else after preprocessing.
///
/// ```
/// assert!(front_c::needs_preprocessing("int x;\n  #define N 3\n"));
/// assert!(!front_c::needs_preprocessing("# 1 \"a.c\"\nint x;\n"));
/// assert!(!front_c::needs_preprocessing("/* # */ int x; // # no directive\n"));
/// ```
pub fn needs_preprocessing(text: &str) -> bool {
    text.contains("\\\n")
        || text.contains("\\\r\n")
        || tokens(text).iter().any(|token| match token.kind {
            TokenKind::Directive => !is_left_over(token.text(text)),
            TokenKind::Word => matches!(token.text(text), "__LINE__" | "__FILE__" | "_Pragma"),
            _ => false,
        })
}

/// Words with underscores at both ends that no preprocessor changes.
const KEPT: &[&str] = &[
    "__FUNCTION__",
    "__PRETTY_FUNCTION__",
    "__alignof__",
    "__asm__",
    "__attribute__",
    "__complex__",
    "__const__",
    "__extension__",
    "__func__",
    "__imag__",
    "__inline__",
    "__label__",
    "__real__",
    "__restrict__",
    "__signed__",
    "__typeof__",
    "__volatile__",
];

/// Whether a text without directives names macros: those of the command line, as `NAME` or `NAME=VALUE`, or those that a compiler
/// defines by itself. A text that was preprocessed before names none.
///
/// ```
/// assert!(front_c::names_macros("int x = __INT_MAX__;", &[]));
/// assert!(front_c::names_macros("int a[N];", &["N=4".to_string()]));
/// assert!(!front_c::names_macros("int a[M];", &["N=4".to_string()]));
/// assert!(!front_c::names_macros("__inline__ int f(void);", &[]));
/// ```
pub fn names_macros(text: &str, defines: &[String]) -> bool {
    if text.lines().any(is_marker) {
        return false;
    }
    let names: Vec<&str> = defines.iter().map(|d| d.split(['=', '(']).next().unwrap_or("").trim()).collect();
    let is_macro = |word: &str| {
        let predefined = word.starts_with("__") && word.ends_with("__") && word.len() > 4;
        names.contains(&word)
            || predefined && !KEPT.contains(&word)
            || matches!(word, "linux" | "unix" | "i386" | "__linux" | "__unix")
    };
    tokens(text).iter().any(|t| t.kind == TokenKind::Word && is_macro(t.text(text)))
}

/// Whether a directive is one that preprocessing leaves in the text.
fn is_left_over(directive: &str) -> bool {
    let word = directive.trim_start_matches('#').trim_start();
    is_marker(directive) || word.starts_with("pragma") || word.starts_with("ident")
}

/// The text of a file whose comments may be in another encoding than UTF-8: each byte that is no UTF-8 becomes a `?`, so
/// that all offsets stay. `None` if such a byte stands where it matters, as in a string.
///
/// ```
/// assert_eq!(front_c::readable(b"int x; // caf\xe9").as_deref(), Some("int x; // caf?"));
/// assert_eq!(front_c::readable(b"char s[] = \"caf\xe9\";"), None);
/// ```
pub fn readable(bytes: &[u8]) -> Option<String> {
    let mut text = String::with_capacity(bytes.len());
    let mut odd = Vec::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for _ in chunk.invalid() {
            odd.push(text.len());
            text.push('?');
        }
    }
    if odd.is_empty() {
        return Some(text);
    }
    let mut comments = Vec::new();
    for token in tokens(&text) {
        match token.kind {
            TokenKind::Comment => comments.push((token.start, token.end)),
            TokenKind::Directive => {
                // Behind the `#` stands what may have comments of its own.
                let start = token.start + 1;
                let inner = text.get(start..token.end).unwrap_or("");
                let inner = tokens(inner).into_iter().filter(|t| t.kind == TokenKind::Comment);
                comments.extend(inner.map(|t| (start + t.start, start + t.end)));
            }
            _ => {}
        }
    }
    let in_comment = |at: &usize| comments.iter().any(|(start, end)| (*start..*end).contains(at));
    odd.iter().all(in_comment).then_some(text)
}

/// Names of types that the parser does not know, and words that it knows for them, which are no longer. What is 128 bits wide
/// has no meaning here; `_Complex` stands for it because that has none either, and may stand beside `unsigned`, too.
const WORDS: &[(&str, &str)] = &[
    ("__float128", "_Float128"),
    ("__int128", "_Complex"),
    ("__int128_t", "_Complex"),
    ("__uint128_t", "_Complex"),
    // There is one thread.
    ("__thread", ""),
];

/// The text with blanks for comments, directives and odd white space, and other words for some types; every other byte
/// keeps its place.
pub(crate) fn blanked(text: &str, tokens: &[Token]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for token in tokens {
        if matches!(token.kind, TokenKind::Comment | TokenKind::Directive) {
            blank(&mut bytes, token.start, token.end);
        } else if token.kind == TokenKind::Word
            && let Some((_, word)) = WORDS.iter().find(|(name, _)| *name == token.text(text))
        {
            blank(&mut bytes, token.start, token.end);
            for (to, from) in bytes.iter_mut().skip(token.start).zip(word.bytes()) {
                *to = from;
            }
        }
    }
    if text.starts_with('\u{feff}') {
        blank(&mut bytes, 0, '\u{feff}'.len_utf8());
    }
    let mut previous = 0;
    for i in 0..bytes.len() {
        let next = bytes.get(i + 1).copied();
        if let Some(byte) = bytes.get_mut(i) {
            // The parser knows `\r` before `\n` only, and no other control characters.
            if matches!(*byte, 0x0b | 0x0c) || (*byte == b'\r' && next != Some(b'\n') && previous != b'\\') {
                *byte = b' ';
            }
            previous = *byte;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Replaces what is not a line end by blanks.
pub(crate) fn blank(bytes: &mut [u8], start: usize, end: usize) {
    for byte in bytes.get_mut(start..end).unwrap_or(&mut []) {
        if !matches!(byte, b'\n' | b'\r') {
            *byte = b' ';
        }
    }
}

/// The first token at which the text nests too deeply to be parsed on a stack of 64 MiB.
pub(crate) fn too_deep(text: &str, tokens: &[Token]) -> Option<Token> {
    let mut tokens =
        tokens.iter().filter(|t| !matches!(t.kind, TokenKind::Comment | TokenKind::Directive)).peekable();
    // One number for each open bracket: what nests inside of it, in the current statement or list element.
    let mut open: Vec<usize> = Vec::new();
    let mut chain = 0_usize;
    let mut total = 0_usize;
    // Signs that follow each other: the parser tries `--` and `- -` at each place, which takes 2^n.
    let mut signs = 0_usize;
    while let Some(token) = tokens.next() {
        match token.text(text) {
            "(" | "[" | "{" => {
                open.push(chain + 1);
                total += chain + 1;
                chain = 0;
            }
            closing @ (")" | "]" | "}") => {
                chain = open.pop().unwrap_or(0);
                total = total.saturating_sub(chain);
                let goes_on = tokens.peek().is_some_and(|t| matches!(t.text(text), "else" | "while"));
                if closing == "}" && !goes_on && open.is_empty() {
                    chain = 0;
                } else if closing == "}" && !goes_on {
                    // What follows a block starts anew, except inside of an expression, where `}` closes an
                    // initialiser and an operator follows.
                    let expression = tokens.peek().is_some_and(|t| t.kind == TokenKind::Mark);
                    let block = tokens.peek().is_some_and(|t| matches!(t.text(text), "}" | "{" | ";" | "*"));
                    if !expression || block {
                        chain = 0;
                    }
                }
            }
            ";" if tokens.peek().is_some_and(|t| t.text(text) == "else") => {}
            ";" | "," => chain = 0,
            "if" | "else" | "while" | "for" | "do" | "switch" | "case" | "default" | "sizeof" => chain += 1,
            _ if token.kind == TokenKind::Mark => chain += 1,
            _ => {}
        }
        signs = match token.text(text) {
            "--" | "++" | "&&" => signs + 1,
            "-" | "+" | "&" | "->" => signs,
            _ => 0,
        };
        if signs > MOST_SIGNS || open.len() > DEEPEST_BRACKETS || total + chain > DEEPEST {
            return Some(*token);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        tokens(text).iter().map(|t| t.text(text)).collect()
    }

    #[test]
    fn tokens_are_what_c_says() {
        assert_eq!(texts("a+++b->c<<=1.5e-3f"), ["a", "++", "+", "b", "->", "c", "<<=", "1.5e-3f"]);
        assert_eq!(texts("\"a\\\"b\" '\\'' /* x */ y // z"), ["\"a\\\"b\"", "'\\''", "/* x */", "y", "// z"]);
        assert_eq!(texts("# define A \\\n 1\nint x;"), ["# define A \\\n 1", "int", "x", ";"]);
        assert_eq!(texts("/* open"), ["/* open"]);
        assert_eq!(texts("\"open\nx"), ["\"open", "x"]);
        assert_eq!(texts("'\\"), ["'\\"]);
    }

    #[test]
    fn blanks_keep_offsets() {
        let text = "a /* ç\n*/ b\n#pragma x\nc\u{c}d";
        let blank = blanked(text, &tokens(text));
        assert_eq!(blank.len(), text.len());
        assert_eq!(blank, "a      \n   b\n         \nc d");
        let text = "__float128 x; unsigned __int128 y; __uint128_t __int128s";
        assert_eq!(blanked(text, &tokens(text)), "_Float128  x; unsigned _Complex y; _Complex    __int128s");
    }

    #[test]
    fn other_encodings_may_stand_in_comments() {
        let read = |bytes: &[u8]| readable(bytes);
        assert_eq!(read("/* ç */ int x;".as_bytes()).as_deref(), Some("/* ç */ int x;"));
        assert_eq!(read(b"/* \xe7\xff */ int x;").as_deref(), Some("/* ?? */ int x;"));
        assert_eq!(read(b"#define N 1 // \xe7\nint x;").as_deref(), Some("#define N 1 // ?\nint x;"));
        assert_eq!(read(b"#define N \"\xe7\" // x\nint x;"), None);
        assert_eq!(read(b"char *s = \"/* \xe7 */\";"), None);
        assert_eq!(read(b"int c = '\xe7';"), None);
        assert_eq!(read(b"int \xe7;"), None);
        assert_eq!(read(b"/* \xe7 */ int \xe7;"), None);
    }

    #[test]
    fn nesting_is_measured_over_statements() {
        let deep = |text: &str| too_deep(text, &tokens(text)).is_some();
        assert!(deep(&"(".repeat(300)));
        assert!(deep(&format!("x = {}1;", "!".repeat(3000))));
        assert!(deep(&format!("x = 1{};", "+1".repeat(3000))));
        assert!(deep(&"if (a) ; else ".repeat(3000)));
        assert!(deep(&"if (a) { b; } else ".repeat(3000)));
        assert!(deep(&"case 1: ".repeat(3000)));
        assert!(deep(&"do ".repeat(3000)));
        assert!(!deep(&"x = -1 + a[i++];\n".repeat(3000)));
        assert!(!deep(&"{ if (a) { b = 1; } else { c = 2; } }\n".repeat(3000)));
        assert!(!deep(&format!("int a[] = {{ {} }};", "-1, ".repeat(3000))));
        assert!(!deep(&"int f(void) { return 1 + 2; }\n".repeat(3000)));
        assert!(!deep(&"case 1: x = 2; break;\n".repeat(3000)));
    }
}
