//! Clauses out of tokens: an operator precedence parser with stacks of its own.
//!
//! The method is that of SWI-Prolog's reader, so that the same texts are read, and read the same way; what the
//! [`Dialect`] says differs between languages. Operands go to one stack and operators to another; an operator that comes in first builds what binds tighter (Dijkstra's
//! shunting yard). A prefix operator without an operand is an atom. Each open bracket has a frame that knows where its
//! part of both stacks starts; nothing recurses, so nesting is bounded by memory alone.
//!
//! ```
//! use terms::{Dialect, Ops, Terms};
//! let mut terms = Terms::new();
//! let ops = Ops::standard(&mut terms);
//! let mut reader = terms::read::Reader::new(&Dialect::ISO, "p(X) :- \\+ q(X), r.", &mut terms, ops);
//! let clause = reader.next().unwrap().unwrap();
//! assert_eq!(terms::Writer::new(&terms).text(clause.term), r":-(p(A),','(\+(q(A)),r))");
//! ```

mod operands;
mod operators;

use crate::atom::Atom;
use crate::dialect::{Dialect, DoubleQuotes};
use crate::lexer::{Kind, Lexer, Problem, Token};
use crate::ops::Ops;
use crate::term::{Term, Terms, VarId};
use operators::Operator;
use std::collections::BTreeMap;
use std::ops::Range;

/// A variable of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name; `None` if it is anonymous or was made by translation.
    pub name: Option<Atom>,
}

/// A variable while its clause is read.
#[derive(Clone, Debug)]
pub struct VarUse {
    /// Its name; `None` for `_`.
    pub name: Option<Atom>,
    /// Where it first stands.
    pub first: Range<usize>,
    /// How often it stands there.
    pub count: usize,
}

/// A clause as it was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The whole term.
    pub term: Term,
    /// Its variables, by their numbers.
    pub vars: Vec<VarUse>,
    /// Where it stands, without its full stop.
    pub place: Range<usize>,
}

impl Read {
    /// The variables without their places.
    pub fn variables(&self) -> Vec<Variable> {
        self.vars.iter().map(|v| Variable { name: v.name }).collect()
    }
}

/// Which bracket is open.
#[derive(Clone, Debug, PartialEq)]
enum Bracket {
    /// None: the clause itself.
    Clause,
    /// `(`
    Round,
    /// `f(`
    Args(Atom),
    /// `F(`, for a term that is applied
    Application(Term),
    /// `[`, before a `|`
    List,
    /// `[ … |`
    Tail,
    /// `{`
    Curly,
}

/// An open bracket.
struct Frame {
    bracket: Bracket,
    /// Where it stands.
    place: Range<usize>,
    /// Where its part of each stack starts.
    operands: usize,
    operators: usize,
    items: usize,
    /// Whether an operand was just read, so that an infix operator or the end may follow.
    complete: bool,
}

/// Reads the clauses of a text, one after the other.
pub struct Reader<'a, 't> {
    dialect: &'a Dialect,
    /// The tokens.
    pub lexer: Lexer<'a>,
    /// Where the terms go.
    pub terms: &'t mut Terms,
    /// The operators as they are now.
    pub ops: Ops,
    /// What double quotes mean now.
    pub double_quotes: DoubleQuotes,
    /// The places of the terms, by their numbers. Terms that were there before have an empty place.
    pub places: Vec<Range<usize>>,
    frames: Vec<Frame>,
    operands: Vec<(Term, u16)>,
    operators: Vec<Operator>,
    /// Finished arguments and elements of open brackets.
    items: Vec<Term>,
    names: BTreeMap<&'a str, VarId>,
    vars: Vec<VarUse>,
    /// The name that was just read as an operand, and its start.
    bare: Option<(Atom, usize)>,
}

impl<'a, 't> Reader<'a, 't> {
    /// A reader at the start of a text.
    pub fn new(dialect: &'a Dialect, text: &'a str, terms: &'t mut Terms, ops: Ops) -> Reader<'a, 't> {
        let places = vec![0..0; terms.len()];
        Reader {
            dialect,
            lexer: Lexer::new(dialect, text),
            terms,
            ops,
            double_quotes: dialect.double_quotes,
            places,
            frames: Vec::new(),
            operands: Vec::new(),
            operators: Vec::new(),
            items: Vec::new(),
            names: BTreeMap::new(),
            vars: Vec::new(),
            bare: None,
        }
    }

    /// The next clause; `None` at the end of the text. After a problem, reading goes on behind the next full stop.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Option<Result<Read, Problem>> {
        let kept = self.terms.len();
        self.frames.clear();
        self.operands.clear();
        self.operators.clear();
        self.items.clear();
        self.names.clear();
        self.vars.clear();
        self.bare = None;
        match self.clause() {
            Ok(read) => read.map(Ok),
            Err((problem, ended)) => {
                self.terms.truncate(kept);
                self.places.truncate(kept);
                if !ended {
                    self.skip_clause();
                }
                Some(Err(problem))
            }
        }
    }

    /// Goes behind the next full stop.
    fn skip_clause(&mut self) {
        loop {
            match self.lexer.next() {
                Ok(token) if matches!(token.kind, Kind::End | Kind::Eof) => return,
                _ => {}
            }
        }
    }

    /// Reads a clause. With a problem comes whether its full stop has been read.
    fn clause(&mut self) -> Result<Option<Read>, (Problem, bool)> {
        self.open(Bracket::Clause, 0..0);
        let mut first = None;
        let mut last = 0;
        loop {
            let token = self.lexer.next().map_err(|problem| (problem, false))?;
            let ended = matches!(token.kind, Kind::End | Kind::Eof);
            if token.kind == Kind::Eof && first.is_none() {
                return Ok(None);
            }
            let start = *first.get_or_insert(token.start);
            if ended {
                let term = self.end(&token, last).map_err(|problem| (problem, true))?;
                let vars = std::mem::take(&mut self.vars);
                return Ok(Some(Read { term, vars, place: start..last }));
            }
            last = token.end;
            self.token(token).map_err(|problem| (problem, false))?;
        }
    }

    /// The full stop or the end of the text.
    fn end(&mut self, token: &Token, last: usize) -> Result<Term, Problem> {
        if token.kind == Kind::Eof {
            let message = "the text ends within a clause";
            return Err(Problem::new(message, "a full stop is missing", last, last)
                .help("a clause ends with `.` and a blank or a line end"));
        }
        if let Some(frame) = self.frames.last()
            && frame.bracket != Bracket::Clause
        {
            let message = "the clause ends within brackets";
            return Err(Problem::new(
                message,
                "this bracket is not closed",
                frame.place.start,
                frame.place.end,
            ));
        }
        self.finish(token)
    }

    fn open(&mut self, bracket: Bracket, place: Range<usize>) {
        self.frames.push(Frame {
            bracket,
            place,
            operands: self.operands.len(),
            operators: self.operators.len(),
            items: self.items.len(),
            complete: false,
        });
    }

    fn complete(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.complete)
    }

    fn set_complete(&mut self, complete: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.complete = complete;
        }
    }

    /// Remembers the place of the newest terms.
    fn placed(&mut self, term: Term, place: &Range<usize>) -> Term {
        self.places.resize(self.terms.len(), place.clone());
        term
    }

    fn operand(&mut self, term: Term, priority: u16) {
        self.operands.push((term, priority));
        self.set_complete(true);
    }

    fn token(&mut self, token: Token) -> Result<(), Problem> {
        let place = token.start..token.end;
        let bare = self.bare.take();
        match token.kind {
            Kind::Name { ref text, quoted } => return self.name(text, quoted, &token),
            Kind::Punct(c @ (',' | '|')) => return self.separator(c, &token),
            Kind::Punct(c @ (')' | ']' | '}')) => return self.close(c, &token),
            Kind::Punct('`') => return self.back_quoted(&token),
            _ => {}
        }
        if self.complete() && !self.second_operand()? {
            return match (bare, &token.kind) {
                (Some(name), Kind::Punct('(')) if self.dialect.loose_arguments => {
                    self.loose_arguments(name, &token);
                    Ok(())
                }
                _ => Err(self.operator_expected(&token)),
            };
        }
        let term = match token.kind {
            Kind::Punct('(') => {
                self.open(Bracket::Round, place);
                return Ok(());
            }
            Kind::Punct('[') => {
                self.open(Bracket::List, place);
                return Ok(());
            }
            Kind::Punct(_) => {
                self.open(Bracket::Curly, place);
                return Ok(());
            }
            Kind::Empty(c) => {
                let atom = if c == '[' { Atom::NIL } else { Atom::CURLY };
                if self.lexer.at_bracket() {
                    return self.arguments(atom, token.start);
                }
                self.terms.atom(atom)
            }
            Kind::Var(name) => {
                self.no_dict(&place)?;
                let var = self.variable(&name, &place);
                self.terms.var(var)
            }
            Kind::Int(value) => self.terms.int(value),
            Kind::Float(value) => self.terms.float(value),
            Kind::Dollar(name) => {
                let (dollar, name) = (self.terms.intern("$"), self.terms.intern(&name));
                let name = self.terms.atom(name);
                self.terms.compound(dollar, &[name])
            }
            Kind::Str(text) => self.double_quoted(&text, &place),
            Kind::Codes(text) => self.codes(&text, &place),
            Kind::Name { .. } | Kind::End | Kind::Eof => return Err(self.operator_expected(&token)),
        };
        let term = self.placed(term, &place);
        self.closed(term, token.start)
    }

    /// A term that brackets can follow, and its start: it is an operand, or it is applied to arguments.
    fn closed(&mut self, term: Term, start: usize) -> Result<(), Problem> {
        if self.dialect.applications && self.lexer.at_bracket() {
            let bracket = self.lexer.next()?;
            self.open(Bracket::Application(term), start..bracket.end);
        } else {
            self.operand(term, 0);
        }
        Ok(())
    }

    /// `Tag{…}` may be a dict.
    fn no_dict(&self, place: &Range<usize>) -> Result<(), Problem> {
        if self.dialect.dicts && self.lexer.at_curly() {
            let message = "dicts are not supported";
            let problem = Problem::new(message, "a name directly before `{`", place.start, self.lexer.at + 1);
            return Err(problem.help("put a blank before the `{`"));
        }
        Ok(())
    }

    fn name(&mut self, text: &str, quoted: bool, token: &Token) -> Result<(), Problem> {
        let place = token.start..token.end;
        let atom = self.terms.intern(text);
        // These two keep their meaning between operands in any quotes.
        let may_be_operator =
            !quoted || self.dialect.quoted_operators || atom == Atom::COMMA || atom == Atom::BAR;
        if self.complete() {
            if self.dialect.dicts && text == "." && !quoted {
                let message = "functional notation on dicts is not supported";
                let label = "a full stop without a blank behind it";
                let problem = Problem::new(message, label, token.start, token.end);
                return Err(problem.help("a clause ends with `.` and a blank or a line end"));
            }
            if may_be_operator && self.operator(atom, &place)? {
                return Ok(());
            }
            if !self.second_operand()? {
                return Err(self.operator_expected(token));
            }
        }
        self.no_dict(&place)?;
        if self.lexer.at_bracket() {
            return self.arguments(atom, token.start);
        }
        if !quoted && atom == Atom::MINUS && self.sign() {
            return self.negative(token.start);
        }
        if may_be_operator && self.operator(atom, &place)? {
            return Ok(());
        }
        let term = self.terms.atom(atom);
        let term = self.placed(term, &place);
        self.operand(term, 0);
        self.bare = Some((atom, token.start));
        Ok(())
    }

    /// `f (`: the name that was read as an operand has arguments after all.
    fn loose_arguments(&mut self, (name, start): (Atom, usize), bracket: &Token) {
        let message = "a blank between a name and its arguments";
        let problem = Problem::new(message, "read as one term", start, bracket.end);
        self.lexer.warnings.push(problem.help("write the bracket directly behind the name"));
        self.operands.pop();
        self.set_complete(false);
        self.open(Bracket::Args(name), start..bracket.end);
    }

    /// `f(`: the bracket follows directly.
    fn arguments(&mut self, name: Atom, start: usize) -> Result<(), Problem> {
        let bracket = self.lexer.next()?;
        self.open(Bracket::Args(name), start..bracket.end);
        Ok(())
    }

    /// `,` or `|`: between arguments and elements, or an operator.
    fn separator(&mut self, c: char, token: &Token) -> Result<(), Problem> {
        let place = token.start..token.end;
        let bracket = self.frames.last().map_or(Bracket::Clause, |frame| frame.bracket.clone());
        match (bracket, c) {
            (Bracket::Args(_) | Bracket::Application(_) | Bracket::List, ',') => {
                let term = self.finish(token)?;
                self.items.push(term);
                Ok(())
            }
            (Bracket::List, _) => {
                let term = self.finish(token)?;
                self.items.push(term);
                if let Some(frame) = self.frames.last_mut() {
                    frame.bracket = Bracket::Tail;
                }
                Ok(())
            }
            (Bracket::Tail, _) => {
                let message = "the tail of a list is one term";
                Err(Problem::new(message, "nothing but `]` may follow it", token.start, token.end))
            }
            _ => {
                let atom = if c == ',' { Atom::COMMA } else { Atom::BAR };
                // Before a bar, unlike before a comma, a prefix operator without an operand is no atom.
                if (c == ',' || self.complete()) && self.operator(atom, &place)? {
                    return Ok(());
                }
                let problem =
                    Problem::new("illegal start of term", "a term is missing", token.start, token.end);
                Err(problem.help(format!("as an atom it is written `'{c}'`")))
            }
        }
    }

    /// A closing bracket.
    fn close(&mut self, c: char, token: &Token) -> Result<(), Problem> {
        let Some(frame) = self.frames.last() else { return Err(self.operator_expected(token)) };
        let start = frame.place.start;
        let fits = matches!(
            (&frame.bracket, c),
            (Bracket::Round | Bracket::Args(_) | Bracket::Application(_), ')')
                | (Bracket::List | Bracket::Tail, ']')
                | (Bracket::Curly, '}')
        );
        if !fits {
            let label = match frame.bracket {
                Bracket::Clause => "no bracket is open",
                Bracket::Round | Bracket::Args(_) | Bracket::Application(_) => "`)` is expected first",
                Bracket::List | Bracket::Tail => "`]` is expected first",
                Bracket::Curly => "`}` is expected first",
            };
            return Err(Problem::new(format!("unexpected `{c}`"), label, token.start, token.end));
        }
        let items = frame.items;
        // `f()` has no arguments.
        let nothing = self.dialect.empty_arguments
            && matches!(frame.bracket, Bracket::Args(_) | Bracket::Application(_))
            && self.items.len() == items
            && self.own_operands() == 0
            && self.own_operators() == 0;
        if !nothing {
            let term = self.finish(token)?;
            self.items.push(term);
        }
        let Some(frame) = self.frames.pop() else { return Err(self.operator_expected(token)) };
        let mut inner = self.items.split_off(items.min(self.items.len()));
        let term = match (frame.bracket, inner.as_slice()) {
            (Bracket::Args(name), args) => self.terms.compound(name, args),
            (Bracket::Application(applied), _) => {
                inner.insert(0, applied);
                let nameless = self.terms.intern("");
                self.terms.compound(nameless, &inner)
            }
            (Bracket::Curly, [one]) if self.dialect.tuples => {
                let parts = self.terms.parts(*one, Atom::COMMA);
                self.terms.compound(Atom::CURLY, &parts)
            }
            (Bracket::Curly, args) => self.terms.compound(Atom::CURLY, args),
            (Bracket::List, elements) => {
                let nil = self.terms.atom(Atom::NIL);
                self.terms.list(elements, nil)
            }
            (Bracket::Tail, _) => {
                let Some(tail) = inner.pop() else { return Err(self.operator_expected(token)) };
                self.terms.list(&inner, tail)
            }
            (_, [term, ..]) => {
                // Brackets make any operator an operand; the term keeps the place that it has inside of them.
                let term = *term;
                return self.closed(term, start);
            }
            (_, []) => return Err(self.operator_expected(token)),
        };
        let term = self.placed(term, &(start..token.end));
        self.closed(term, start)
    }

    fn operator_expected(&self, token: &Token) -> Problem {
        let problem = Problem::new("operator expected", "this cannot follow a term", token.start, token.end);
        let before = self.lexer.text.get(..token.start).unwrap_or("");
        match &token.kind {
            Kind::Punct('(') => problem.help("a blank between a name and `(` ends the name"),
            Kind::Name { quoted: true, .. } if !self.dialect.quoted_operators => {
                problem.help("a quoted atom is no operator")
            }
            _ if before.ends_with('\n') => problem.help("is the full stop of the clause before missing?"),
            _ => problem,
        }
    }
}
