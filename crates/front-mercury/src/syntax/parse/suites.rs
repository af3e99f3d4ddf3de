//! Files of tests (section 3.2 of the thesis).
//!
//! ```text
//! :- import_module lists.
//! test(t1, [reverse([1, 2], L)], [true(L = [2, 1])]).
//! ```
//!
//! A test has a name, goals and assertions. Texts of goals and assertions are taken as they are written, with one space for any
//! layout: what is read and written again stays the same.

use super::{Parse, Parser, each_item};
use crate::suites::{AssertionKind, Count};
use crate::syntax::ast::{Goal, ImportKind, ItemKind, ModuleName, Type};
use crate::syntax::dialect::MERCURY;
use source::{Diagnostic, FileId, Files, Span};
use std::collections::BTreeMap;
use terms::lexer::{Kind, Lexer};
use terms::{Node, Term};

/// The result of parsing a file of tests.
pub(crate) struct ParsedSuite {
    /// The modules that the file imports.
    pub imports: Vec<ModuleName>,
    /// All tests that are right.
    pub tests: Vec<TestItem>,
    /// What is wrong or strange, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// A test as it is written.
#[derive(Clone, Debug)]
pub(crate) struct TestItem {
    pub name: String,
    pub goals: Vec<Goal>,
    /// The texts of the goals.
    pub texts: Vec<String>,
    pub assertions: Vec<AssertionItem>,
    /// The modules that the test imports for itself.
    pub imports: Vec<ModuleName>,
    /// Whether the goals use the state variable `!IO`.
    pub io: bool,
    pub limit: Option<usize>,
    pub at: Span,
}

/// An assertion as it is written.
#[derive(Clone, Debug)]
pub(crate) struct AssertionItem {
    pub kind: AssertionKind,
    pub text: String,
    pub statement: Statement,
    pub at: Span,
}

/// What an assertion has beside its word.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Nothing,
    Goal(Goal),
    /// The variable of `solutions_cardinality`.
    Var(String),
    /// The variable and the type of `type`.
    Type(String, Type),
}

/// An item of a file of tests.
enum SuiteItem {
    Imports(Vec<ModuleName>),
    Test(Box<TestItem>),
}

/// The tests of a file. Those that are wrong are left out.
pub(crate) fn parse_suite(files: &Files, file: FileId) -> ParsedSuite {
    suite(files, file, false)
}

/// The same; a test with an assertion that is not known stays. Only its text counts, and it cannot be compiled.
pub(crate) fn parse_suite_as_text(files: &Files, file: FileId) -> ParsedSuite {
    suite(files, file, true)
}

fn suite(files: &Files, file: FileId, as_text: bool) -> ParsedSuite {
    let (items, _, mut diagnostics) = each_item(files, file, &mut |parser| parser.suite_item(as_text));
    let (mut imports, mut tests) = (Vec::new(), Vec::new());
    let mut known: BTreeMap<String, Span> = BTreeMap::new();
    for item in items {
        match item {
            SuiteItem::Imports(names) => imports.extend(names),
            SuiteItem::Test(test) => match known.get(&test.name) {
                Some(first) => {
                    let message = format!("two tests are called `{}`", test.name);
                    let found = Diagnostic::error(message).primary(test.at, "this one is left out");
                    diagnostics.push(found.secondary(*first, "the first one"));
                }
                None => {
                    known.insert(test.name.clone(), test.at);
                    tests.push(*test);
                }
            },
        }
    }
    diagnostics.sort_by_key(Diagnostic::place);
    ParsedSuite { imports, tests, diagnostics }
}

impl Parser<'_> {
    fn suite_item(&mut self, as_text: bool) -> Parse<SuiteItem> {
        let term = self.read.term;
        match self.functor(term) {
            Some((":-", &[inner])) => match self.declaration(inner)? {
                ItemKind::Import(ImportKind::Import | ImportKind::Use, names) => {
                    Ok(SuiteItem::Imports(names))
                }
                _ => {
                    let message = "a file of tests declares nothing but imports";
                    Err(self.helped(term, message, "another declaration", "as in `:- import_module list.`"))
                }
            },
            Some(("test", &[name, goals, assertions])) => {
                let test = self.test(term, [name, goals, assertions], as_text)?;
                Ok(SuiteItem::Test(Box::new(test)))
            }
            Some(("test", args)) => {
                let message = format!("a test has 3 arguments, and not {}", args.len());
                Err(self.helped(term, message, "a test", SHAPE))
            }
            _ => Err(self.helped(term, "this is no test", "a test is expected here", SHAPE)),
        }
    }

    fn test(&mut self, term: Term, [name, goals, assertions]: [Term; 3], as_text: bool) -> Parse<TestItem> {
        let shown = match self.terms.node(name) {
            Node::Str(text) => Some(self.terms.name(*text).to_string()),
            _ => self.word(name).map(str::to_string),
        };
        let Some(shown) = shown.filter(|shown| !shown.is_empty()) else {
            let message = "the name of a test is a name or a string";
            return Err(self.error(name, message, "this is none"));
        };
        let (texts, assertion_texts) = self.texts();
        let goals = self.listed(goals, "the goals of a test stand in a list")?;
        let io = goals.iter().any(|goal| self.uses_io(*goal).is_some());
        let goals = goals.into_iter().map(|goal| self.goal(goal)).collect::<Parse<Vec<Goal>>>()?;
        let mut test = TestItem {
            name: shown,
            goals,
            texts,
            assertions: Vec::new(),
            imports: Vec::new(),
            io,
            limit: None,
            at: self.span(term),
        };
        let listed = self.listed(assertions, "the assertions of a test stand in a list")?;
        let mut texts = assertion_texts.into_iter();
        for term in listed {
            let text = texts.next().unwrap_or_else(|| self.shown(term));
            if let Some(("import_module", &[name])) = self.functor(term) {
                test.imports.push(self.module_name(name)?);
                continue;
            }
            let (kind, statement) = match self.word(term).or(self.functor(term).map(|(word, _)| word)) {
                Some(word) if as_text && !WORDS.contains(&word) => {
                    (AssertionKind::Success, Statement::Nothing)
                }
                _ => self.assertion(term)?,
            };
            if let AssertionKind::Limit(limit) = kind {
                if test.limit.is_some() {
                    return Err(self.error(term, "a test has one limit", "a second one"));
                }
                test.limit = Some(limit);
            }
            let at = self.span(term);
            test.assertions.push(AssertionItem { kind, text, statement, at });
        }
        Ok(test)
    }

    fn listed(&self, list: Term, message: &str) -> Parse<Vec<Term>> {
        let (elements, rest) = self.terms.elements(list);
        match self.functor(rest) {
            Some(("[]", [])) => Ok(elements),
            _ => Err(self.helped(list, message, "this is no list", SHAPE)),
        }
    }

    /// Where a goal uses `!IO`.
    fn uses_io(&self, goal: Term) -> Option<Term> {
        let mut open = vec![goal];
        while let Some(term) = open.pop() {
            match self.functor(term) {
                Some(("!" | "!." | "!:", &[var])) if self.as_variable(var).is_some_and(|var| var == "IO") => {
                    return Some(term);
                }
                Some((_, args)) => open.extend(args),
                None => {}
            }
        }
        None
    }

    fn assertion(&mut self, term: Term) -> Parse<(AssertionKind, Statement)> {
        let nothing = |kind| Ok((kind, Statement::Nothing));
        match self.functor(term) {
            Some(("success", [])) => nothing(AssertionKind::Success),
            Some(("failure", [])) => nothing(AssertionKind::Failure),
            Some(("exception", [])) => nothing(AssertionKind::Exception),
            Some(("true", &[goal])) => Ok((AssertionKind::True, self.claim(goal)?)),
            Some(("some_true", &[goal])) => Ok((AssertionKind::SomeTrue, self.claim(goal)?)),
            Some(("all_true", &[goal])) => Ok((AssertionKind::AllTrue, self.claim(goal)?)),
            Some(("true", &[number, goal])) => {
                let number = self.count(number, 1, "solutions are counted from 1")?;
                Ok((AssertionKind::Nth(number), self.claim(goal)?))
            }
            Some(("limit", &[number])) => {
                nothing(AssertionKind::Limit(self.count(number, 1, "a limit is a number from 1 on")?))
            }
            Some(("solutions_cardinality", &[number])) => match self.as_variable(number) {
                Some(name) if !name.starts_with('_') => {
                    Ok((AssertionKind::Cardinality(Count::Named), Statement::Var(name)))
                }
                _ => {
                    let number =
                        self.count(number, 0, "the number of solutions is a number or a variable")?;
                    nothing(AssertionKind::Cardinality(Count::Exactly(number)))
                }
            },
            Some(("type", &[var, of])) => match self.as_variable(var) {
                Some(name) => Ok((AssertionKind::Type, Statement::Type(name, self.type_of(of)?))),
                None => {
                    let message = "`type` says the type of a variable";
                    Err(self.helped(var, message, "this is none", "as in `type(L, list(int))`"))
                }
            },
            functor => {
                let shown = match functor {
                    Some((word, args)) => format!("there is no assertion `{word}/{}`", args.len()),
                    None => "this is no assertion".to_string(),
                };
                Err(self.helped(term, shown, "not known", KNOWN))
            }
        }
    }

    /// The goal of an assertion.
    fn claim(&mut self, goal: Term) -> Parse<Statement> {
        if let Some(state) = self.uses_io(goal) {
            let message = "an assertion cannot use the state of the world";
            let help = "use `!IO` in the goals, and what they read in the assertions";
            return Err(self.helped(state, message, "`!IO` is used here", help));
        }
        Ok(Statement::Goal(self.goal(goal)?))
    }

    fn count(&self, term: Term, least: usize, message: &str) -> Parse<usize> {
        let number = match self.terms.node(term) {
            Node::Int(value) => value.to_i64().and_then(|value| usize::try_from(value).ok()),
            _ => None,
        };
        let found = number.filter(|number| *number >= least);
        found.ok_or_else(|| self.error(term, message, "this is none"))
    }

    /// The texts of the goals and of the assertions: what stands between the commas of both lists.
    fn texts(&self) -> (Vec<String>, Vec<String>) {
        let text = self.text.get(self.read.place.clone()).unwrap_or("");
        let mut lexer = Lexer::new(&MERCURY, text);
        let mut lists: [Vec<String>; 2] = Default::default();
        // The argument of `test`, how deep in brackets, the text so far, and where its last token ends.
        let (mut argument, mut depth, mut piece, mut last) = (0, 0usize, String::new(), 0);
        while let Ok(token) = lexer.next() {
            let list = match argument {
                1 | 2 => lists.get_mut(argument - 1),
                _ => None,
            };
            match token.kind {
                Kind::Eof | Kind::End => break,
                Kind::Punct(',') if depth == 1 => {
                    argument += 1;
                    continue;
                }
                Kind::Punct('[') if depth == 1 => {
                    depth = 2;
                    piece.clear();
                    continue;
                }
                Kind::Punct(c @ (',' | ']')) if depth == 2 => {
                    list.into_iter().for_each(|list| list.push(std::mem::take(&mut piece)));
                    piece.clear();
                    depth -= usize::from(c == ']');
                    continue;
                }
                Kind::Punct('(' | '[' | '{') => depth += 1,
                Kind::Punct(')' | ']' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if !piece.is_empty() && token.start > last {
                piece.push(' ');
            }
            piece.push_str(text.get(token.start..token.end).unwrap_or(""));
            last = token.end;
        }
        let [goals, assertions] = lists;
        (goals, assertions)
    }
}

const SHAPE: &str = "as in `test(t1, [reverse([1, 2], L)], [true(L = [2, 1])]).`";
const WORDS: &[&str] = &[
    "success",
    "failure",
    "exception",
    "true",
    "some_true",
    "all_true",
    "limit",
    "solutions_cardinality",
    "type",
];
const KNOWN: &str = "there are success, failure, exception, true(G), true(N, G), some_true(G), all_true(G), \
                     solutions_cardinality(N), type(V, T) and limit(N)";
