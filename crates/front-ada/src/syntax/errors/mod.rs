//! Where tree-sitter stumbles, and over what.
//!
//! tree-sitter recovers from errors and hides where it first met one: its `ERROR` nodes may span half a file. So a
//! text with an error is parsed a second time with the log turned on ([`Attempt`]). The log says which token no
//! state of the parser accepts; the place is exact, since an LR parser stops at the first token that cannot
//! continue what was read. What could have stood there is found by trying it: the text up to the place is parsed
//! with one more token behind it.
//!
//! One thing needs care. Where a reserved word does not fit, tree-sitter takes it for an identifier and goes on. The
//! log tells how each token was read, so such a word is found, and it is the error.
//!
//! Parsing stops at the first error each time, so that no text is searched for the best way to repair it.

mod trouble;

use super::parse::{Read, Source};
use super::tokens::{Kind, Scanned};
use source::Diagnostic;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use tree_sitter::{Language, LogType, ParseOptions, ParseState, Parser, Point, Tree};
use trouble::Trouble;

/// Up to this many bytes are parsed again for each token that is tried.
const LONGEST_TRIED: usize = 50_000;

/// What is tried where something does not fit. `X` stands for any name, `1` for any number.
const TRIED: &[&str] = &[
    ";",
    ")",
    "]",
    ",",
    "then",
    "loop",
    "is",
    "=>",
    ":=",
    "begin",
    "end",
    "return",
    "of",
    "record",
    "if",
    "case",
    "..",
    ":",
    "when",
    "exit",
    "procedure",
    "do",
    "select",
    "(",
    "1",
    "X",
];

/// Words that were names before they were reserved.
const YOUNG_WORDS: &[&str] = &["interface", "overriding", "some", "synchronized"];

/// The tree of a text without errors.
pub(super) fn tree(source: &Source<'_>, scanned: &Scanned) -> Read<Tree> {
    let language: Language = tree_sitter_ada::LANGUAGE.into();
    let mut parser = Parser::new();
    if parser.set_language(&language).is_err() {
        let here = source.span(0, 0);
        return Err(Box::new(Diagnostic::error("the grammar of Ada does not fit").primary(here, "")));
    }
    match run(&mut parser, source.text, &mut |state| state.has_error()) {
        Some(tree) if !tree.root_node().has_error() => Ok(tree),
        _ => Err(explain(&mut parser, source, scanned)),
    }
}

fn run(parser: &mut Parser, text: &str, stop: &mut dyn FnMut(&ParseState) -> bool) -> Option<Tree> {
    let bytes = text.as_bytes();
    let mut read = |offset: usize, _: Point| bytes.get(offset..).unwrap_or(&[]);
    let mut callback = |state: &ParseState| stop(state);
    let options = ParseOptions::new().progress_callback(&mut callback);
    parser.parse_with_options(&mut read, None, Some(options))
}

/// A row and a column in bytes.
type At = (usize, usize);

/// How far a parser came with a text.
#[derive(Default)]
struct Attempt {
    /// Where the last token ended that fits; `None` if all fit.
    stuck: Option<At>,
    /// For each token that was looked at, where the one before ended and whether it was read as an identifier.
    read: Vec<(At, bool)>,
    /// Where the version of the parser is that runs now: there may be several side by side.
    now: At,
    /// Whether no version is left.
    done: bool,
}

impl Attempt {
    fn new(parser: &mut Parser, text: &str) -> Attempt {
        let attempt = Rc::new(RefCell::new(Attempt::default()));
        let (writer, reader) = (Rc::clone(&attempt), Rc::clone(&attempt));
        parser.reset();
        parser.set_logger(Some(Box::new(move |kind, line| {
            if kind == LogType::Parse {
                writer.borrow_mut().log(line);
            }
        })));
        run(parser, text, &mut |_| reader.borrow().done);
        parser.set_logger(None);
        attempt.take()
    }

    /// Takes one line of the log.
    fn log(&mut self, line: &str) {
        if self.done {
            return;
        }
        if line.starts_with("process ") {
            let field = |name: &str| {
                let value = line.split(name).nth(1).unwrap_or("").split(',').next().unwrap_or("");
                value.parse::<usize>().unwrap_or(0)
            };
            self.now = (field("row:"), field("col:"));
        } else if let Some(symbol) = line.strip_prefix("lexed_lookahead sym:") {
            self.read.push((self.now, symbol.starts_with("identifier,")));
        } else if line.starts_with("switch from_keyword") {
            // The token was a word after all, but did not fit and is taken for an identifier.
            if let Some((_, identifier)) = self.read.last_mut() {
                *identifier = true;
            }
        } else if line.starts_with("detect_error") {
            self.stuck = self.stuck.max(Some(self.now));
        } else if line.starts_with("resume ") {
            self.done = true;
        }
    }

    /// Whether the token behind a place fits.
    fn passes(&self, place: At, is_word: bool) -> bool {
        let beyond = self.stuck.is_none_or(|stuck| stuck > place);
        beyond && (!is_word || self.read.iter().any(|(at, identifier)| *at == place && !identifier))
    }
}

fn explain(parser: &mut Parser, source: &Source<'_>, scanned: &Scanned) -> Box<Diagnostic> {
    let attempt = Attempt::new(parser, source.text);
    let mut lines = vec![0];
    lines.extend(source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(i, _)| i + 1));
    let offset = |(row, column): At| lines.get(row).copied().unwrap_or(0) + column;
    let token_after = |at: At| {
        let offset = offset(at);
        scanned.tokens.partition_point(|token| (token.start as usize) < offset)
    };
    let mut place = attempt.stuck.unwrap_or((0, 0));
    let as_words: BTreeSet<At> = attempt.read.iter().filter(|(_, name)| !name).map(|(at, _)| *at).collect();
    for (at, identifier) in &attempt.read {
        let number = token_after(*at);
        let kind = |number: usize| scanned.tokens.get(number).map(|token| token.kind);
        let reserved = matches!(kind(number), Some(Kind::Word(word)) if !YOUNG_WORDS.contains(&word));
        // The grammar has no rule for `P.all`: there, and in `A'Range`, such a word may be an identifier.
        let selected = matches!(number.checked_sub(1).and_then(kind), Some(Kind::Sign("." | "'")));
        if *identifier && reserved && !selected && *at < place && !as_words.contains(at) {
            place = *at;
        }
    }
    let mut expected = BTreeSet::new();
    let fits = source.slice(0, offset(place));
    if fits.len() <= LONGEST_TRIED {
        for token in TRIED {
            let attempt = Attempt::new(parser, &format!("{fits} {token} "));
            if attempt.passes(place, token.starts_with(|c: char| c.is_ascii_lowercase())) {
                expected.insert(*token);
            }
        }
    }
    Trouble { source, tokens: &scanned.tokens, at: token_after(place), expected }.diagnostic()
}
