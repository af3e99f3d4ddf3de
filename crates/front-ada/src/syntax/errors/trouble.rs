//! What to say about a token that does not fit.

use super::super::parse::Source;
use super::super::tokens::{Kind, Token};
use source::{Diagnostic, Span};
use std::collections::BTreeSet;

/// A token that does not fit.
pub(super) struct Trouble<'a> {
    pub source: &'a Source<'a>,
    pub tokens: &'a [Token],
    /// The number of the token.
    pub at: usize,
    /// What would have fit, of the tokens that were tried.
    pub expected: BTreeSet<&'static str>,
}

/// The words that are named if they fit, in this order.
const NAMED: &[&str] = &[
    ",", ")", "]", ";", "is", "then", "loop", "=>", ":=", ":", "..", "of", "record", "when", "return",
    "begin", "do",
];

impl Trouble<'_> {
    fn token(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn before(&self) -> Option<Token> {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).copied()
    }

    fn accepts(&self, token: &str) -> bool {
        self.expected.contains(token)
    }

    fn is(token: Option<Token>, word: &str) -> bool {
        matches!(token, Some(Token { kind: Kind::Word(w) | Kind::Sign(w), .. }) if w == word)
    }

    pub(super) fn diagnostic(&self) -> Box<Diagnostic> {
        let wanted = self.wanted();
        let found = self.source.shown(self.token());
        let (message, label) = match &wanted {
            Some(wanted) => (format!("expected {wanted}, found {found}"), format!("expected {wanted}")),
            None => (format!("{found} does not fit here"), "not expected".to_string()),
        };
        let mut problem = Diagnostic::error(message).primary(self.place(wanted.as_deref()), label);
        if let Some((place, what)) = self.opened() {
            problem = problem.secondary(place, format!("{what} starts here"));
        }
        problem.help = self.help();
        Box::new(problem)
    }

    /// What is missing is missing after the token before, unless both stand on one line.
    fn place(&self, wanted: Option<&str>) -> Span {
        let end = self.source.text.len();
        let here = self.token().map_or(self.source.span(end, end), |t| self.source.token_span(t));
        let Some(before) = self.before() else { return here };
        let from = before.end as usize;
        let to = self.token().map_or(end, |t| t.start as usize);
        let missing =
            wanted.is_some_and(|wanted| wanted.starts_with('`')) && !Trouble::is(Some(before), "end");
        if self.token().is_none() || (missing && self.source.slice(from, to).contains('\n')) {
            return self.source.token_span(before).after();
        }
        here
    }

    fn wanted(&self) -> Option<String> {
        if Trouble::is(self.before(), "end") {
            // The words that end something.
            for word in ["if", "loop", "case", "record", "select"] {
                if self.accepts(word) {
                    return Some(format!("`{word}`"));
                }
            }
        }
        if self.token().is_none() && self.accepts("end") {
            return Some("`end`".to_string());
        }
        if self.accepts("1") {
            return Some("an expression".to_string());
        }
        let (declaration, statement) = (self.accepts("procedure"), self.accepts("exit"));
        if declaration && statement {
            return Some("a declaration or a statement".to_string());
        }
        if declaration {
            let word = ["begin", "end"].into_iter().find(|word| self.accepts(word));
            return Some(
                word.map_or("a declaration".to_string(), |word| format!("a declaration or `{word}`")),
            );
        }
        if statement {
            return Some("a statement".to_string());
        }
        let mut words: Vec<String> =
            NAMED.iter().filter(|word| self.accepts(word)).map(|word| format!("`{word}`")).collect();
        if words.is_empty() && self.accepts("X") {
            return Some("a name".to_string());
        }
        if words.is_empty() && self.accepts("(") {
            return Some("`(`".to_string());
        }
        words.truncate(3);
        let last = words.pop()?;
        Some(if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) })
    }

    fn help(&self) -> Option<String> {
        let (found, before) = (self.token(), self.before());
        let after = self.tokens.get(self.at + 1).copied();
        let is_any = |token, words: &[&str]| words.iter().any(|word| Trouble::is(token, word));
        let help = if Trouble::is(found, "=") && Trouble::is(before, "=") {
            "`=` compares, `:=` assigns; there is no `==`"
        } else if Trouble::is(found, "=") && self.accepts(":=") {
            "`:=` assigns, `=` compares"
        } else if Trouble::is(found, ":=") && !self.accepts(":") {
            "`=` compares, `:=` assigns"
        } else if Trouble::is(found, ":=") {
            "an assignment is a statement: is a `begin` missing before it?"
        } else if is_any(found, &["+", "-", "*", "/"])
            && (is_any(after, &["=", "+", "-"]))
            && self.accepts(":=")
        {
            "there is no `+=` and no `++`: write `X := X + 1;`"
        } else if is_any(found, &["and", "or", "xor"])
            || (is_any(found, &["then", "else"]) && is_any(before, &["and", "or"]))
        {
            "different logical operators need parentheses between them"
        } else if is_any(found, &["<", "<=", "=", "/=", ">", ">="]) && !self.accepts(":=") {
            "a comparison cannot be compared: write `A <= B and B <= C`"
        } else if Trouble::is(found, "**") {
            "a power of a power needs parentheses"
        } else if is_any(found, &["+", "-", "abs", "not"]) && self.accepts("1") {
            "put a signed operand in parentheses"
        } else if Trouble::is(found, ",") && self.accepts(";") && self.accepts(")") {
            "parameters are separated by `;`"
        } else if is_any(found, &["if", "case", "for", "declare"]) && self.accepts("1") {
            "put a conditional expression in parentheses: `(if C then X else Y)`"
        } else if Trouble::is(found, ")") && Trouble::is(before, "(") {
            "a subprogram without parameters is called without parentheses"
        } else if is_any(found, &["end", "else", "elsif", "exception", "when"])
            && self.accepts("exit")
            && !self.accepts("procedure")
        {
            "where nothing is to be done, write `null;`"
        } else if before.is_some_and(|t| self.source.token_text(t).eq_ignore_ascii_case("elseif")) {
            "write `elsif` instead of `elseif`"
        } else if Trouble::is(found, "[") && self.accepts("(") {
            "indexes stand in parentheses"
        } else {
            return match found?.kind {
                Kind::Word(word)
                    if self.accepts("X") && !["1", "exit", "procedure"].iter().any(|t| self.accepts(t)) =>
                {
                    Some(format!("`{word}` is a reserved word and cannot be a name"))
                }
                _ => None,
            };
        };
        Some(help.to_string())
    }

    /// What is open where the text ends, or where something else is ended.
    fn opened(&self) -> Option<(Span, String)> {
        let at_end = self.token().is_none();
        let missing = self.accepts(")") && !self.accepts(";") && !Trouble::is(self.token(), ")");
        if !at_end && !missing && !Trouble::is(self.before(), "end") {
            return None;
        }
        let mut until = self.tokens.get(..self.at).unwrap_or(&[]);
        if Trouble::is(self.before(), "end") {
            until = until.get(..until.len() - 1).unwrap_or(until);
        }
        let opener = innermost(until)?;
        Some((self.source.token_span(opener), self.source.shown(Some(opener))))
    }
}

/// The innermost thing that is open after some tokens. Tasks and the like are not known here: what is said is a
/// hint, and nothing is said about texts that have them.
fn innermost(tokens: &[Token]) -> Option<Token> {
    let mut open: Vec<Token> = Vec::new();
    let word = |token: Option<&Token>| match token.map(|t| t.kind) {
        Some(Kind::Word(w) | Kind::Sign(w)) => w,
        _ => "",
    };
    for (i, token) in tokens.iter().enumerate() {
        let before = word(i.checked_sub(1).and_then(|at| tokens.get(at)));
        let top = word(open.last());
        match word(Some(token)) {
            "task" | "protected" => return None,
            "(" | "[" => open.push(*token),
            ")" | "]" if matches!(top, "(" | "[") => drop(open.pop()),
            // In parentheses these are expressions.
            "if" | "case" | "loop" | "select" if before != "end" && !matches!(top, "(" | "[") => {
                open.push(*token)
            }
            "record" if !matches!(before, "end" | "null") => open.push(*token),
            "begin" if matches!(top, "package" | "declare") => {
                open.pop();
                open.push(*token);
            }
            "begin" | "declare" if !matches!(top, "(" | "[") => open.push(*token),
            "do" => open.push(*token),
            "package" if before != "with" => open.push(*token),
            // A package that is renamed, instantiated or separate has no end.
            "renames" | "new" | "separate" if top == "package" => drop(open.pop()),
            "end" => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}
