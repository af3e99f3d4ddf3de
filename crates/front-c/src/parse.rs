//! Parsing, which `lang-c` does, with what surrounds it: text without comments and directives, no nesting that
//! the stack does not bear, messages in words, and a way around syntax that the parser does not know.
//!
//! GNU C has syntax that the parser refuses (`&&label`, `__label__`). Where such a thing stands in a
//! function, the body of that function is left out and the function marked, so that the rest of the file can be
//! used.

use crate::lines::LineMap;
use crate::scan::{self, Token, TokenKind};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use source::Diagnostic;

/// A parsed file.
pub(crate) struct Parsed {
    pub unit: TranslationUnit,
    /// The text that was parsed: comments and directives are blank.
    pub text: String,
    /// Bodies that were left out: the offset of the `{`, what is unsupported, and where.
    pub omitted: Vec<Omitted>,
    /// Attributes between `struct` and what follows, which the parser does not take: the offset of the `struct`
    /// and their text.
    pub attributes: Vec<(usize, String)>,
    /// Where the text had `__auto_type`, in order. The parser, which does not know it, has seen `int`.
    pub auto_types: Vec<usize>,
    /// Where the text had `?:`, in order. The parser, which does not know it, has seen `||`.
    pub elvises: Vec<usize>,
    /// What `#pragma pack` says from an offset on.
    pub packing: Vec<(usize, Option<u64>)>,
}

/// The body of a function that was left out.
pub(crate) struct Omitted {
    /// The offset of its `{`.
    pub body: usize,
    /// What is not supported.
    pub what: String,
    /// Where that is.
    pub at: (usize, usize),
}

/// Parses preprocessed text.
pub(crate) fn parse(text: &str, map: &LineMap<'_>) -> Result<Parsed, Box<Diagnostic>> {
    let tokens = scan::tokens(text);
    if let Some(open) = tokens.last().filter(|t| {
        let text = t.text(text);
        t.kind == TokenKind::Comment && text.starts_with("/*") && (!text.ends_with("*/") || text.len() < 4)
    }) {
        let span = map.span(open.start, open.start + 2);
        return Err(Box::new(Diagnostic::error("this comment has no end").primary(span, "it starts here")));
    }
    if let Some(open) = tokens.iter().find(|t| t.kind == TokenKind::Literal && !closed(t.text(text))) {
        let span = map.span(open.start, open.end);
        return Err(Box::new(Diagnostic::error("this literal has no end").primary(span, "it starts here")));
    }
    if let Some(token) = scan::too_deep(text, &tokens) {
        let span = map.span(token.start, token.end);
        return Err(Box::new(Diagnostic::error("this is nested too deeply").primary(span, "here")));
    }
    let packing = packing(text, &tokens);
    let mut text = scan::blanked(text, &tokens);
    let attributes = take_attributes(&mut text, &tokens);
    let auto_types = take_auto_types(&mut text, &tokens);
    let elvises = take_elvises(&mut text, &tokens);
    let mut omitted: Vec<Omitted> = Vec::new();
    loop {
        // The driver's own preprocessing is not used, so there is no command for it.
        let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
        let error = match parse_preprocessed(&config, text) {
            Ok(done) => {
                return Ok(Parsed {
                    unit: done.unit,
                    text: done.source,
                    omitted,
                    attributes,
                    auto_types,
                    elvises,
                    packing,
                });
            }
            Err(error) => error,
        };
        text = error.source;
        let at = error.offset;
        if let Some(what) = unsupported_syntax(&text, at)
            && let Some((open, close)) = body_around(&text, at)
            && omitted.last().is_none_or(|last| last.body < open)
        {
            omitted.push(Omitted { body: open, what: what.to_string(), at: token_at(&text, at) });
            let mut bytes = std::mem::take(&mut text).into_bytes();
            scan::blank(&mut bytes, open + 1, close);
            text = String::from_utf8_lossy(&bytes).into_owned();
            continue;
        }
        if let Some(what) = unsupported_syntax(&text, at) {
            let (start, end) = token_at(&text, at);
            let problem = Diagnostic::error(format!("{what} is not supported outside of functions"));
            return Err(Box::new(problem.primary(map.span(start, end), "")));
        }
        let mut expected: Vec<&str> = error.expected.into_iter().collect();
        expected.sort_unstable();
        return Err(Box::new(message(&text, at, &expected, map)));
    }
}

/// Whether a literal ends with the quote that it starts with.
fn closed(literal: &str) -> bool {
    literal.len() > 1 && literal.chars().next() == literal.chars().last()
}

/// What stands at a place where the parser gives up, if it is syntax that compilers know.
fn unsupported_syntax(text: &str, at: usize) -> Option<&'static str> {
    let tokens = scan::tokens(text);
    let index = tokens.partition_point(|t| t.end <= at);
    let word = |i: usize| tokens.get(i).map_or("", |t| t.text(text));
    let before = index.checked_sub(1).map_or("", word);
    // A name that the parser takes for a variable up to its end: it fails after it.
    for back in 0..4 {
        let name = index.checked_sub(back).map_or("", word);
        match name {
            "__label__" => return Some("local label"),
            "__builtin_types_compatible_p" => return Some("__builtin_types_compatible_p"),
            "__builtin_choose_expr" => return Some("__builtin_choose_expr"),
            "__real__" | "__imag__" | "__real" | "__imag" => return Some("complex number"),
            _ => {}
        }
    }
    match (before, word(index)) {
        (_, "asm" | "__asm__" | "__asm") => Some("inline assembly"),
        ("?", ":") => Some("conditional without a middle operand"),
        ("goto", "*") => Some("computed goto"),
        (_, "&&")
            if before != ")"
                && tokens
                    .get(index.wrapping_sub(1))
                    .is_some_and(|t| t.kind == TokenKind::Mark || t.text(text) == "return") =>
        {
            Some("address of a label")
        }
        ("asm" | "__asm__" | "__asm" | "volatile" | "__volatile__", _) => Some("inline assembly"),
        _ => None,
    }
}

/// The outermost braces around a place, if they are the body of a function: they follow a `)`.
fn body_around(text: &str, at: usize) -> Option<(usize, usize)> {
    let tokens = scan::tokens(text);
    let mut depth = 0_usize;
    let mut open = None;
    let mut previous: Option<&Token> = None;
    for token in &tokens {
        match token.text(text) {
            "{" => {
                if depth == 0 {
                    open = previous.filter(|p| p.text(text) == ")").map(|_| token.start);
                }
                depth += 1;
            }
            "}" => {
                depth = depth.saturating_sub(1);
                if depth == 0 && token.start >= at {
                    return open.filter(|open| *open < at).map(|open| (open, token.start));
                }
            }
            _ => {}
        }
        previous = Some(token);
    }
    None
}

/// The token at a place, for marking it.
fn token_at(text: &str, at: usize) -> (usize, usize) {
    let tokens = scan::tokens(text);
    let index = tokens.partition_point(|t| t.end <= at);
    tokens.get(index).map_or((at, at), |t| (t.start, t.end))
}

/// A syntax error in words.
fn message(text: &str, at: usize, expected: &[&str], map: &LineMap<'_>) -> Diagnostic {
    let tokens = scan::tokens(text);
    let index = tokens.partition_point(|t| t.end <= at);
    let token = tokens.get(index);
    let previous = index.checked_sub(1).and_then(|i| tokens.get(i));
    let has = |what: &str| expected.contains(&what);
    let expects_operand = has("!") && has("~");
    // Something that ends a statement is missed after what stands before, and is best shown there.
    let complete = previous.is_none_or(|p| matches!(p.text(text), ";" | "}" | "{"));
    let missing = [";", ")", "]", "}"].into_iter().find(|mark| has(mark) && !expects_operand && !complete);
    let inside = token.is_some_and(|t| t.start < at);
    let found = match token {
        None => "the end of the file".to_string(),
        Some(t) => {
            let shown: String = t.text(text).chars().take(40).collect();
            format!("`{shown}`")
        }
    };
    let span =
        token.map_or(map.span(text.trim_end().len(), text.trim_end().len()), |t| map.span(t.start, t.end));
    let header = token.is_some_and(|t| map.in_header(t.start));
    let note = |problem: Diagnostic| {
        if header { problem.note("the place is in a header that this line includes") } else { problem }
    };
    // The parser takes `0` and `08.5`, so it only stops at the end of an octal number with an 8.
    if let Some(number) = previous.filter(|t| t.kind == TokenKind::Number && t.end == at) {
        let digits = number.text(text);
        if digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit()) && has("[0-9]") {
            let problem = Diagnostic::error(format!("`{digits}` is no number of C"));
            let label = "a number that starts with 0 has the digits 0 to 7";
            return note(problem.primary(map.span(number.start, number.end), label));
        }
    }
    if inside && token.is_some_and(|t| t.kind == TokenKind::Number) {
        return note(Diagnostic::error(format!("{found} is no number of C")).primary(span, ""));
    }
    if let (Some(mark), Some(previous)) = (missing, previous) {
        let typename = previous.kind == TokenKind::Word && token.is_some_and(|t| t.kind == TokenKind::Word);
        if typename && mark == ";" {
            let name = previous.text(text);
            let span = map.span(previous.start, previous.end);
            return note(
                Diagnostic::error(format!("expected `;` after `{name}`, or `{name}` to be a type"))
                    .primary(span, "no type of this name is known here"),
            );
        }
        let after = map.span(previous.start, previous.end).after();
        return note(
            Diagnostic::error(format!("expected `{mark}` before {found}"))
                .primary(after, "it is missing here"),
        );
    }
    let wanted = if expects_operand && has("}") {
        "a statement"
    } else if expects_operand {
        "an expression"
    } else if has("<typedef_name>") {
        "a type or a declaration"
    } else if has("[_a-zA-Z]") || has("identifier") {
        "a name"
    } else {
        ""
    };
    let shown: Vec<String> = expected
        .iter()
        .filter(|t| !t.is_empty() && !t.starts_with('[') && !t.starts_with('<'))
        .take(8)
        .map(|t| format!("`{t}`"))
        .collect();
    let text = match (wanted, shown.is_empty()) {
        ("", true) => format!("{found} cannot stand here"),
        ("", false) => format!("expected {} before {found}", shown.join(", ")),
        (wanted, _) => format!("expected {wanted} before {found}"),
    };
    note(Diagnostic::error(text).primary(span, ""))
}

/// Takes attributes between `struct` and what follows out of the text.
fn take_attributes(text: &mut String, tokens: &[Token]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut ranges = Vec::new();
    let mut rest = tokens.iter().filter(|t| t.kind != TokenKind::Comment).peekable();
    while let Some(token) = rest.next() {
        if !matches!(token.text(text), "struct" | "union" | "enum") {
            continue;
        }
        while let Some(start) =
            rest.next_if(|t| matches!(t.text(text), "__attribute__" | "__attribute")).map(|t| t.start)
        {
            let mut depth = 0_usize;
            let mut end = start;
            while let Some(next) = rest.next_if(|t| depth > 0 || t.text(text) == "(") {
                match next.text(text) {
                    "(" => depth += 1,
                    ")" => depth = depth.saturating_sub(1),
                    _ => {}
                }
                end = next.end;
                if depth == 0 {
                    break;
                }
            }
            found.push((token.start, text.get(start..end).unwrap_or("").to_string()));
            ranges.push((start, end));
        }
    }
    let mut bytes = std::mem::take(text).into_bytes();
    for (start, end) in ranges {
        scan::blank(&mut bytes, start, end);
    }
    *text = String::from_utf8_lossy(&bytes).into_owned();
    found
}

/// Writes `int` for each `__auto_type`.
fn take_auto_types(text: &mut String, tokens: &[Token]) -> Vec<usize> {
    const INT: &[u8] = b"int        ";
    let found: Vec<usize> = tokens
        .iter()
        .filter(|t| t.kind == TokenKind::Word && t.text(text) == "__auto_type")
        .map(|t| t.start)
        .collect();
    let mut bytes = std::mem::take(text).into_bytes();
    for start in &found {
        if let Some(place) = bytes.get_mut(*start..start + INT.len()) {
            place.copy_from_slice(INT);
        }
    }
    *text = String::from_utf8_lossy(&bytes).into_owned();
    found
}

/// Writes `||` for each `?:`, unless what follows binds less than that.
fn take_elvises(text: &mut String, tokens: &[Token]) -> Vec<usize> {
    let tokens: Vec<&Token> =
        tokens.iter().filter(|t| !matches!(t.kind, TokenKind::Comment | TokenKind::Directive)).collect();
    let word = |i: usize| tokens.get(i).map_or("", |t| t.text(text));
    let mut found = Vec::new();
    for i in 0..tokens.len() {
        if word(i) != "?" || word(i + 1) != ":" {
            continue;
        }
        let mut depth = 0_usize;
        let mut rest = (i + 2..tokens.len()).map(word);
        let loose = rest.find_map(|word| match word {
            "(" | "[" | "{" => {
                depth += 1;
                None
            }
            ")" | "]" | "}" if depth == 0 => Some(false),
            ")" | "]" | "}" => {
                depth -= 1;
                None
            }
            ";" | "," | ":" if depth == 0 => Some(false),
            "||" | "?" if depth == 0 => Some(true),
            _ => None,
        });
        if let (Some(false), Some(start), Some(end)) =
            (loose, tokens.get(i).map(|t| t.start), tokens.get(i + 1).map(|t| t.end))
        {
            found.push((start, end));
        }
    }
    let mut bytes = std::mem::take(text).into_bytes();
    for (start, end) in &found {
        scan::blank(&mut bytes, *start, *end);
        if let Some(place) = bytes.get_mut(*start..start + 2) {
            place.copy_from_slice(b"||");
        }
    }
    *text = String::from_utf8_lossy(&bytes).into_owned();
    found.into_iter().map(|(start, _)| start).collect()
}

/// What `#pragma pack` says, from the end of each such line on.
fn packing(text: &str, tokens: &[Token]) -> Vec<(usize, Option<u64>)> {
    let mut found = Vec::new();
    let mut stack: Vec<Option<u64>> = Vec::new();
    let mut current = None;
    for token in tokens.iter().filter(|t| t.kind == TokenKind::Directive) {
        let line = token.text(text).trim_start_matches('#').trim_start();
        let Some(rest) = line.strip_prefix("pragma").and_then(|r| r.trim_start().strip_prefix("pack")) else {
            continue;
        };
        let inner = rest.trim().trim_start_matches('(').trim_end_matches(')');
        let words: Vec<&str> = inner.split(',').map(str::trim).collect();
        let number = words.iter().find_map(|w| w.parse::<u64>().ok()).filter(|n| n.is_power_of_two());
        match words.first() {
            Some(&"push") => {
                stack.push(current);
                current = number.or(current);
            }
            Some(&"pop") => current = stack.pop().flatten(),
            _ => current = number,
        }
        found.push((token.end, current));
    }
    found
}
