//! From terms to the tree.
//!
//! Each item is read as one term and given its meaning at once. The first thing that is wrong with an item becomes a
//! message, and the item is left out.
//!
//! ```text
//! p(X) :- \+ q(X).         the text
//! :-(p(X), \+(q(X)))       the term that `terms` reads
//! Clause { head: p(X), body: Some(Not(Call(q, [X]))) }
//! ```
//!
//! Parsing recurses along the tree, one level at a time, with a count of the levels ([`Parser::nested`]). What can be long
//! without being deep goes through loops: lists, conjunctions, disjunctions, the constructors of a type.

mod clauses;
mod declarations;
mod expressions;
mod goals;
mod grammar;
mod modes;
mod pragmas;
mod suites;
mod types;

pub(crate) use suites::{Statement, TestItem, parse_suite, parse_suite_as_text};

use super::ast::{Item, Name, Place, PredKind, Purity, Tree, Unsupported};
use super::dialect::MERCURY;
use source::{Diagnostic, FileId, Files, Span};
use std::cell::OnceCell;
use std::ops::Range;
use terms::lexer::Problem;
use terms::read::{Read, Reader};
use terms::{Node, Ops, Term, Terms, VarId, Writer};

/// How deeply goals, expressions and types may be nested.
pub const MAX_NESTING: usize = 400;

/// The result of parsing a text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// All items that are right.
    pub tree: Tree,
    /// What is wrong or strange, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// The tree of a file. A file that is unknown is empty.
pub fn parse(files: &Files, file: FileId) -> Parsed {
    let (items, lost, diagnostics) = each_item(files, file, &mut |parser| parser.item());
    let end = files.get(file).map_or(0, |file| file.text().len());
    let at = Place(files.span(file, 0, end));
    Parsed { tree: Tree { items, lost, at }, diagnostics }
}

/// What becomes of the items of a file, how many are wrong, and what is to say of them.
fn each_item<T>(
    files: &Files,
    file: FileId,
    meaning: &mut dyn FnMut(&mut Parser) -> Parse<T>,
) -> (Vec<T>, usize, Vec<Diagnostic>) {
    let text = files.get(file).map_or("", |file| file.text());
    let (mut items, mut lost) = (Vec::new(), 0);
    let mut diagnostics = Vec::new();
    let mut terms = Terms::new();
    let ops = MERCURY.ops(&mut terms);
    let mut reader = Reader::new(&MERCURY, text, &mut terms, ops);
    while let Some(next) = reader.next() {
        let warnings = std::mem::take(&mut reader.lexer.warnings);
        diagnostics.extend(warnings.into_iter().map(|problem| diagnostic(file, problem, true)));
        match next {
            Err(problem) => {
                lost += 1;
                let word = declarations::unknown_word(text, problem.start);
                diagnostics.push(match word {
                    Some((word, place)) => declarations::no_declaration(word, span(file, place)),
                    None => diagnostic(file, problem, false),
                });
            }
            Ok(read) => {
                let mut parser = Parser {
                    terms: reader.terms,
                    places: &reader.places,
                    ops: &reader.ops,
                    read: &read,
                    file,
                    text,
                    depth: 0,
                    warnings: Vec::new(),
                    names: OnceCell::new(),
                };
                let item = meaning(&mut parser);
                diagnostics.append(&mut parser.warnings);
                match item {
                    Ok(item) => items.push(item),
                    Err(problem) => {
                        lost += 1;
                        diagnostics.push(*problem);
                    }
                }
            }
        }
        // Nothing refers to the terms of an item once it is parsed.
        reader.terms.truncate(0);
        reader.places.clear();
    }
    (items, lost, diagnostics)
}

/// A problem of the reader as a message.
fn diagnostic(file: FileId, problem: Problem, warning: bool) -> Diagnostic {
    let place = span(file, problem.start..problem.end);
    let new = if warning { Diagnostic::warning } else { Diagnostic::error };
    let found = new(problem.message).primary(place, problem.label);
    match problem.help {
        Some(help) => found.help(help),
        None => found,
    }
}

fn span(file: FileId, range: Range<usize>) -> Span {
    let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span { file, start: narrow(range.start), end: narrow(range.end) }
}

/// Whether a word is an operator.
fn is_operator(word: &str) -> bool {
    MERCURY.operators.iter().any(|(_, _, names)| names.contains(&word))
}

/// Something that was parsed, or why it could not be.
type Parse<T> = Result<T, Box<Diagnostic>>;

/// What gives one item its meaning.
struct Parser<'a> {
    terms: &'a Terms,
    places: &'a [Range<usize>],
    ops: &'a Ops,
    read: &'a Read,
    file: FileId,
    text: &'a str,
    /// How deeply what is parsed now is nested.
    depth: usize,
    warnings: Vec<Diagnostic>,
    /// The names of the variables, once they are needed.
    names: OnceCell<Vec<String>>,
}

/// `pred(A, B) is det`, `func(A) = B`: what types, insts and lambdas of higher order look like.
struct Shape<'a> {
    purity: Purity,
    kind: PredKind,
    args: &'a [Term],
    result: Option<Term>,
    determinism: Option<Term>,
}

impl<'a> Parser<'a> {
    fn item(&mut self) -> Parse<Item> {
        let term = self.read.term;
        let kind = match self.functor(term) {
            Some((":-", &[inner])) => self.declaration(inner)?,
            _ => self.clause(term)?,
        };
        Ok(Item { kind, at: Place(span(self.file, self.read.place.clone())) })
    }

    // Looking at terms.

    /// Name and arguments of a term that has a name.
    fn functor(&self, term: Term) -> Option<(&'a str, &'a [Term])> {
        self.terms.callable(term).map(|(name, args)| (self.terms.name(name), args))
    }

    /// The text of a term that is a name without arguments.
    fn word(&self, term: Term) -> Option<&'a str> {
        match self.functor(term) {
            Some((word, [])) => Some(word),
            _ => None,
        }
    }

    /// Name, perhaps with a module, and arguments.
    #[inline(never)]
    fn named(&self, term: Term) -> Option<(Name, &'a [Term])> {
        let (text, args) = self.functor(term)?;
        let (module, text, args) = match (text, args) {
            (".", &[module, inner]) => {
                let (text, args) = self.functor(inner)?;
                (self.path(module)?, text, args)
            }
            _ => (Vec::new(), text, args),
        };
        // A dot within brackets behind a dot names nothing, and what is applied to arguments has no name.
        if (text == "." && args.len() == 2) || text.is_empty() {
            return None;
        }
        Some((Name { module, text: text.to_string(), at: self.at(term) }, args))
    }

    /// Names with dots between them.
    fn path(&self, term: Term) -> Option<Vec<String>> {
        let mut parts = Vec::new();
        let mut rest = term;
        loop {
            match self.functor(rest)? {
                (".", &[outer, last]) => {
                    parts.push(self.word(last)?.to_string());
                    rest = outer;
                }
                (name, []) => {
                    parts.push(name.to_string());
                    parts.reverse();
                    return Some(parts);
                }
                _ => return None,
            }
        }
    }

    #[inline(never)]
    fn shape(&self, term: Term) -> Option<Shape<'a>> {
        let (mut purity, mut determinism, mut result) = (Purity::Pure, None, None);
        let mut rest = term;
        loop {
            let (word, args) = self.functor(rest)?;
            rest = match (word, args) {
                ("impure", &[inner]) => {
                    purity = Purity::Impure;
                    inner
                }
                ("semipure", &[inner]) => {
                    purity = Purity::Semipure;
                    inner
                }
                ("is", &[inner, word]) if determinism.is_none() && result.is_none() => {
                    determinism = Some(word);
                    inner
                }
                ("=", &[inner, value]) if result.is_none() => {
                    result = Some(value);
                    inner
                }
                ("pred", args) if result.is_none() => {
                    return Some(Shape { purity, kind: PredKind::Pred, args, result, determinism });
                }
                ("func", args) if result.is_some() => {
                    return Some(Shape { purity, kind: PredKind::Func, args, result, determinism });
                }
                _ => return None,
            };
        }
    }

    fn variable(&self, var: VarId) -> String {
        let name = self.read.vars.get(var.index()).and_then(|var| var.name);
        name.map_or("_", |name| self.terms.name(name)).to_string()
    }

    /// The name of a term that is a variable.
    fn as_variable(&self, term: Term) -> Option<String> {
        match self.terms.node(term) {
            Node::Var(var) => Some(self.variable(*var)),
            _ => None,
        }
    }

    // Places and messages.

    fn span(&self, term: Term) -> Span {
        let range = self.places.get(term.index()).cloned().unwrap_or(0..0);
        span(self.file, range)
    }

    fn at(&self, term: Term) -> Place {
        Place(self.span(term))
    }

    #[inline(never)]
    fn error(&self, term: Term, message: impl Into<String>, label: impl Into<String>) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(message).primary(self.span(term), label))
    }

    #[inline(never)]
    fn helped(&self, term: Term, message: impl Into<String>, label: &str, help: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(message).primary(self.span(term), label).help(help))
    }

    fn warn(&mut self, term: Term, message: impl Into<String>, label: impl Into<String>, help: &str) {
        let place = self.span(term);
        self.warnings.push(Diagnostic::warning(message).primary(place, label).help(help));
    }

    /// Something inside of something else.
    fn nested<T>(&mut self, term: Term, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_NESTING {
            let message = format!("more than {MAX_NESTING} levels of nesting are not supported");
            return Err(self.error(term, message, "too deep"));
        }
        self.depth += 1;
        let found = inner(self);
        self.depth -= 1;
        found
    }

    /// A term as text that reads back.
    #[inline(never)]
    fn shown(&self, term: Term) -> String {
        let name = |var: &terms::read::VarUse| var.name.map_or("_", |name| self.terms.name(name)).to_string();
        let names = self.names.get_or_init(|| self.read.vars.iter().map(name).collect());
        Writer::new(self.terms).dialect(&MERCURY).ops(self.ops).names(names).text(term)
    }

    fn unsupported(&self, what: &'static str, term: Term) -> Unsupported {
        Unsupported { what, text: self.shown(term), at: self.at(term) }
    }
}
