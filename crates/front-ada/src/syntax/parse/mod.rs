//! Text into a tree.
//!
//! 1. [`super::tokens`] takes the text apart; what is no Ada at all is reported here.
//! 2. [`super::listing`] puts right how papers print ranges.
//! 3. tree-sitter parses the text. If it cannot, [`super::errors`] finds out where and why, and that is all.
//! 4. [`units`], [`declarations`], [`type_definitions`] and [`statements`] walk over its nodes. A node tells what stands somewhere and how
//!    far it goes; the words in it are read by [`types`], [`names`] and [`expressions`].
//!
//! The window of the [`Parser`] is the tokens of the node that is being read, so that no reading goes beyond it.
//! Claims are met in the order of the text: a list of statements or declarations takes those that stand between
//! its members.

pub(crate) use aspects::contract_cases;

mod aggregates;
mod aspects;
mod claims;
mod declarations;
mod expressions;
mod names;
mod nodes;
mod statements;
mod type_definitions;
mod types;
mod units;

pub(super) use expressions::{level, level_of};

use super::ast::{Compilation, Expr, Name, Place, Unsupported};
use super::errors;
use super::listing::{Edits, put_right};
use super::tokens::{ClaimText, Kind, Problem, Scanned, Token, scan, scan_formula};
use source::{Diagnostic, FileId, Files, Span};

/// How deep declarations, statements, parentheses and operators may be nested.
pub const MAX_NESTING: usize = 400;

pub(crate) type Read<T> = Result<T, Box<Diagnostic>>;

/// What came out of a text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree; none if there is an error.
    pub tree: Option<Compilation>,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file.
pub fn parse(files: &Files, file: FileId) -> Parsed {
    let text = files.get(file).map_or("", |f| f.text());
    let mut warnings = Vec::new();
    match compilation(files, file, text, &mut warnings) {
        Ok(tree) => Parsed { tree: Some(tree), diagnostics: warnings },
        Err(problem) => {
            warnings.push(*problem);
            Parsed { tree: None, diagnostics: warnings }
        }
    }
}

fn compilation(files: &Files, file: FileId, text: &str, warnings: &mut Vec<Diagnostic>) -> Read<Compilation> {
    // Spans and the nodes of tree-sitter count in 32 bits.
    if u32::try_from(text.len()).is_err() {
        let here = files.span(file, 0, 0);
        return Err(Box::new(Diagnostic::error("the file is too large").primary(here, "more than 4 GiB")));
    }
    let given = scan(text);
    let right = put_right(text, &given.tokens);
    let (text, scanned, edits) = match &right {
        Some((text, edits)) => (text.as_str(), scan(text), edits.clone()),
        None => (text, given, Edits::default()),
    };
    for (start, length) in edits.places() {
        let place = files.span(file, start, start + length);
        let problem = Diagnostic::warning(format!("`{}` is not Ada", files.text(place)));
        let meant = if length == 2 { "`(Integer range <>)`" } else { "`..`" };
        warnings.push(problem.primary(place, format!("taken for {meant}")));
    }
    let mut parser = Parser::new(Source { files, file, text, edits: &edits }, &scanned);
    parser.check_tokens(&scanned)?;
    let tree = errors::tree(&parser.source, &scanned)?;
    let compilation = parser.compilation(tree.root_node());
    warnings.append(&mut parser.warnings);
    compilation
}

/// Reads a condition such as an `--assume` formula: an expression of Ada in which `FORALL I (…)`, `EXISTS I (…)`,
/// `IMPLIES` and the signs of papers may occur too.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn parse_formula(files: &Files, file: FileId) -> Result<Expr, Box<Diagnostic>> {
    let text = files.get(file).map_or("", |f| f.text());
    let scanned = scan_formula(text, 0, text.len());
    let edits = Edits::default();
    let mut parser = Parser::new(Source { files, file, text, edits: &edits }, &scanned);
    parser.check_tokens(&scanned)?;
    parser.formula = true;
    let formula = parser.condition()?;
    parser.eat(";");
    parser.finish("the end of the formula")?;
    Ok(formula)
}

/// The text that is parsed and where it comes from.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub files: &'a Files,
    pub file: FileId,
    pub text: &'a str,
    pub edits: &'a Edits,
}

impl<'a> Source<'a> {
    pub fn span(&self, start: usize, end: usize) -> Span {
        self.files.span(self.file, self.edits.original(start), self.edits.original(end))
    }

    pub fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    pub fn token_span(&self, token: Token) -> Span {
        self.span(token.start as usize, token.end as usize)
    }

    pub fn token_text(&self, token: Token) -> &'a str {
        self.slice(token.start as usize, token.end as usize)
    }

    /// A token as a message names it.
    pub fn shown(&self, token: Option<Token>) -> String {
        match token {
            Some(token) => {
                let text: String = self.token_text(token).chars().take(40).collect();
                format!("`{text}`")
            }
            None => "the end of the text".to_string(),
        }
    }

    pub fn too_deep(&self, place: Span) -> Box<Diagnostic> {
        Box::new(
            Diagnostic::error("the program is nested too deeply")
                .primary(place, format!("more than {MAX_NESTING} levels"))
                .help("give a part of it a name: a variable, or a subprogram"),
        )
    }
}

pub(crate) struct Parser<'a> {
    source: Source<'a>,
    tokens: &'a [Token],
    /// The next token of the window, and the end of the window.
    next: usize,
    end: usize,
    claims: &'a [ClaimText],
    next_claim: usize,
    /// How deep the parser is.
    depth: usize,
    /// How deep the tree is that was read since an operator chain began. See [`Parser::wrapped`].
    deepest: usize,
    /// Whether the words and signs of formulas are known.
    formula: bool,
    warnings: Vec<Diagnostic>,
}

impl<'a> Parser<'a> {
    fn new(source: Source<'a>, scanned: &'a Scanned) -> Parser<'a> {
        Parser {
            source,
            tokens: &scanned.tokens,
            next: 0,
            end: scanned.tokens.len(),
            claims: &scanned.claims,
            next_claim: 0,
            depth: 0,
            deepest: 0,
            formula: false,
            warnings: Vec::new(),
        }
    }

    /// What can be told from the tokens alone: strings without an end, strange signs, parentheses without end.
    fn check_tokens(&self, scanned: &Scanned) -> Read<()> {
        if let Some((problem, at)) = scanned.problems.first() {
            let token = scanned.tokens.get(*at).copied();
            let place = token.map_or(self.here(), |token| self.source.token_span(token));
            let shown = self.source.shown(token);
            return Err(Box::new(match problem {
                Problem::OpenString => Diagnostic::error("a string does not end on its line")
                    .primary(place, "no second `\"`")
                    .help("join the strings of several lines with `&`"),
                Problem::LoneApostrophe => Diagnostic::error("an apostrophe without a character")
                    .primary(place, "expected a character and another `'`")
                    .help("strings are written in double quotes"),
                Problem::UnknownSign => {
                    let mut problem = Diagnostic::error(format!("{shown} is no sign of Ada"))
                        .primary(place, "not expected anywhere");
                    problem.help = match shown.as_str() {
                        "`!`" => Some("`/=` is the sign for different values, `not` negates".to_string()),
                        "`{`" => Some("statements stand between `begin` and `end`".to_string()),
                        "`%`" => Some("write `mod` or `rem`".to_string()),
                        "`#`" => Some("directives of gnatprep have to be carried out before".to_string()),
                        _ => None,
                    };
                    problem
                }
            }));
        }
        let mut open = 0usize;
        for token in &scanned.tokens {
            match token.kind {
                Kind::Sign("(" | "[") => open += 1,
                Kind::Sign(")" | "]") => open = open.saturating_sub(1),
                _ => {}
            }
            // tree-sitter would parse it, but needs ever more time for it.
            if open > MAX_NESTING {
                return Err(self.source.too_deep(self.source.token_span(*token)));
            }
        }
        Ok(())
    }

    // Tokens.

    fn ahead(&self, by: usize) -> Option<Token> {
        if self.next + by < self.end { self.tokens.get(self.next + by).copied() } else { None }
    }

    fn kind(&self) -> Option<Kind> {
        self.ahead(0).map(|token| token.kind)
    }

    /// Whether a reserved word or sign comes after some tokens.
    fn is_at(&self, by: usize, word: &str) -> bool {
        matches!(self.ahead(by), Some(Token { kind: Kind::Word(w) | Kind::Sign(w), .. }) if w == word)
    }

    fn is(&self, word: &str) -> bool {
        self.is_at(0, word)
    }

    fn is_name(&self) -> bool {
        self.kind() == Some(Kind::Name)
    }

    /// Whether the next token is an identifier with a certain spelling: the words of formulas are not reserved.
    fn is_identifier(&self, text: &str) -> bool {
        self.is_name() && self.ahead(0).is_some_and(|t| self.source.token_text(t).eq_ignore_ascii_case(text))
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.is(word);
        if found {
            self.next += 1;
        }
        found
    }

    fn expect(&mut self, word: &str) -> Read<()> {
        if self.eat(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// The place of the next token; behind the last one of the window, the place after it.
    fn here(&self) -> Span {
        match self.ahead(0) {
            Some(token) => self.source.token_span(token),
            None => match self.last() {
                Some(last) => self.source.token_span(last).after(),
                None => self.source.span(self.source.text.len(), self.source.text.len()),
            },
        }
    }

    /// The token before the next one.
    fn last(&self) -> Option<Token> {
        self.next.checked_sub(1).and_then(|at| self.tokens.get(at)).copied()
    }

    /// From a place to the end of the last token.
    fn since(&self, start: Span) -> Place {
        Place(self.last().map_or(start, |last| start.to(self.source.token_span(last))))
    }

    fn unexpected(&self, wanted: &str) -> Box<Diagnostic> {
        // Beyond the window there may be more text, which was not meant.
        let found = self.ahead(0).or_else(|| self.tokens.get(self.next).copied());
        let message = format!("expected {wanted}, found {}", self.source.shown(found));
        Box::new(Diagnostic::error(message).primary(self.here(), format!("expected {wanted}")))
    }

    fn finish(&self, wanted: &str) -> Read<()> {
        if self.ahead(0).is_none() { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    fn identifier(&mut self, what: &str) -> Read<Name> {
        match self.ahead(0) {
            Some(token) if token.kind == Kind::Name => {
                self.next += 1;
                Ok(self.name_of(token))
            }
            Some(Token { kind: Kind::Word(word), .. }) => {
                let mut problem = self.unexpected(what);
                problem.help = Some(format!("`{word}` is a reserved word and cannot be a name"));
                Err(problem)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    fn name_of(&self, token: Token) -> Name {
        Name::new(self.source.token_text(token), Place(self.source.token_span(token)))
    }

    fn identifiers(&mut self, what: &str) -> Read<Vec<Name>> {
        let mut names = vec![self.identifier(what)?];
        while self.eat(",") {
            names.push(self.identifier(what)?);
        }
        Ok(names)
    }

    /// What stands from a token to the last one that was read.
    fn unsupported_since(&self, first: usize, what: &str) -> Unsupported {
        let token = |at: usize| self.tokens.get(at).copied();
        let start = token(first).map_or(0, |t| t.start as usize);
        let end = self.last().map_or(start, |t| (t.end as usize).max(start));
        let at = Place(self.source.span(start, end));
        Unsupported { what: what.to_string(), text: self.source.slice(start, end).to_string(), at }
    }

    /// Goes to the parenthesis that closes the one before the next token, or to the end of the window.
    fn skip_to_closing(&mut self) {
        let mut open = 1usize;
        while let Some(token) = self.ahead(0) {
            match token.kind {
                Kind::Sign("(" | "[") => open += 1,
                Kind::Sign(")" | "]") => open -= 1,
                _ => {}
            }
            if open == 0 {
                return;
            }
            self.next += 1;
        }
    }

    // Depth.

    /// Reads a part of the text one level deeper.
    fn deeper<T>(&mut self, part: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth >= MAX_NESTING {
            return Err(self.source.too_deep(self.here()));
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let result = part(self);
        self.depth -= 1;
        result
    }

    /// Reads a chain such as `A + B + C` or `A.B.C`. Its first link ends up deepest in the tree, though it was read
    /// first: each further link says so with [`Parser::wrapped`].
    fn chain<T>(&mut self, part: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        let outer = std::mem::replace(&mut self.deepest, self.depth);
        let result = part(self);
        self.deepest = self.deepest.max(outer);
        result
    }

    /// What was read of the chain so far goes one level down.
    fn wrapped(&mut self) -> Read<()> {
        self.deepest += 1;
        if self.deepest > MAX_NESTING {
            return Err(self.source.too_deep(self.here()));
        }
        Ok(())
    }
}
