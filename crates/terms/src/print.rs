//! Terms as text that is read back as the same term.
//!
//! Without operators the text is canonical: `:-(a,','(b,c))`, as `write_canonical` of SWI-Prolog has it (lists and
//! `{}` keep their brackets). With operators it is meant for people: `a :- b, c`.
//!
//! The work to do is kept on a stack of its own, so that deep terms need no recursion. Two tokens that would run
//! together are kept apart by looking at the last character written and the next one.

use crate::atom::Atom;
use crate::chars::{is_atom_start, is_name, is_symbol};
use crate::dialect::Dialect;
use crate::ops::{Op, Ops};
use crate::term::VarId;
use crate::term::{Node, Term, Terms};
use std::borrow::Cow;
use std::fmt::Write as _;

/// Writes terms of one table.
pub struct Writer<'a> {
    terms: &'a Terms,
    ops: Option<&'a Ops>,
    tight: bool,
    names: Option<&'a [String]>,
    dialect: &'a Dialect,
}

/// A piece of work.
enum Task<'a> {
    /// A term in a place where this is the largest priority of an operator.
    Term(Term, u16),
    /// The same for an operand: the name of an operator stands in brackets there.
    Operand(Term, u16),
    /// The rest of a list after an element.
    Rest(Term),
    /// A token.
    Token(&'a str),
    /// An atom, quoted where it must be.
    Atom(Atom),
    /// A blank.
    Blank,
    /// A blank if the next task writes a bracket or a digit: `- (a,b)` is not `-(a,b)`, and `- 1` is not `-1`.
    Apart,
}

const ARGUMENT: u16 = 999;
const ANYTHING: u16 = 1200;

impl<'a> Writer<'a> {
    /// A writer of canonical text, in which variables are called `A`, `B`, … by their numbers.
    pub fn new(terms: &'a Terms) -> Writer<'a> {
        Writer { terms, ops: None, names: None, tight: false, dialect: &Dialect::ISO }
    }

    /// Writes for readers of a language; without this, for those of Prolog.
    #[must_use]
    pub fn dialect(mut self, dialect: &'a Dialect) -> Writer<'a> {
        self.dialect = dialect;
        self
    }

    /// Writes no spaces after commas.
    #[must_use]
    pub fn tight(mut self) -> Writer<'a> {
        self.tight = true;
        self
    }

    /// Writes operators as such.
    #[must_use]
    pub fn ops(mut self, ops: &'a Ops) -> Writer<'a> {
        self.ops = Some(ops);
        self
    }

    /// Calls variables by these names, by their numbers.
    #[must_use]
    pub fn names(mut self, names: &'a [String]) -> Writer<'a> {
        self.names = Some(names);
        self
    }

    /// The text of a term.
    pub fn text(&self, term: Term) -> String {
        self.text_within(term, ANYTHING)
    }

    /// The text of a term as an operand of an operator that takes up to this priority.
    pub fn operand(&self, term: Term, priority: u16) -> String {
        self.run(Task::Operand(term, priority))
    }

    /// The text of a term for a place where operators up to a priority may stand without brackets.
    pub fn text_within(&self, term: Term, priority: u16) -> String {
        self.run(Task::Term(term, priority))
    }

    fn run(&self, task: Task<'a>) -> String {
        let bang = self.dialect.bang_is_symbol;
        let mut out = Out { text: String::with_capacity(24), last: ' ', apart: false, bang };
        let mut open = Vec::with_capacity(16);
        open.push(task);
        while let Some(task) = open.pop() {
            match task {
                Task::Token(text) => out.token(text),
                Task::Atom(atom) => out.token(&self.atom(atom)),
                Task::Blank => out.blank(),
                Task::Apart => out.apart = true,
                Task::Rest(rest) => self.rest(rest, &mut open, &mut out),
                Task::Term(term, priority) => self.term(term, priority, &mut open, &mut out),
                Task::Operand(term, priority) => match self.terms.node(term) {
                    Node::Atom(atom) if self.ops.is_some_and(|ops| ops.is_op(*atom)) => {
                        out.token("(");
                        open.extend([Task::Token(")"), Task::Atom(*atom)]);
                    }
                    _ => self.term(term, priority, &mut open, &mut out),
                },
            }
        }
        out.text
    }

    fn atom(&self, atom: Atom) -> Cow<'a, str> {
        if atom == Atom::NIL {
            Cow::Borrowed("[]")
        } else {
            as_token(self.terms.name(atom), self.dialect.bang_is_symbol)
        }
    }

    fn push_comma(&self, open: &mut Vec<Task<'a>>) {
        // The last task pushed is the first done.
        if self.ops.is_some() && !self.tight {
            open.push(Task::Blank);
        }
        open.push(Task::Token(","));
    }

    fn rest(&self, mut rest: Term, open: &mut Vec<Task<'a>>, out: &mut Out) {
        loop {
            if self.terms.is_atom(rest, Atom::NIL) {
                out.token("]");
                return;
            }
            let Some([head, tail]) = self.terms.of::<2>(rest, Atom::CONS) else {
                open.extend([Task::Token("]"), Task::Term(rest, ARGUMENT), Task::Token("|")]);
                return;
            };
            out.token(",");
            if self.ops.is_some() && !self.tight {
                out.blank();
            }
            if let Node::Compound(..) = self.terms.node(head) {
                open.extend([Task::Rest(tail), Task::Term(head, ARGUMENT)]);
                return;
            }
            // Long lists of constants need no stack.
            self.term(head, ARGUMENT, open, out);
            rest = tail;
        }
    }

    fn term(&self, term: Term, priority: u16, open: &mut Vec<Task<'a>>, out: &mut Out) {
        match self.terms.node(term) {
            Node::Var(var) => out.token(&self.variable(*var)),
            Node::Int(value) => out.integer(value),
            Node::Float(value) => out.token(&float_text(value.value())),
            Node::Str(text) => out.token(&quoted_by('"', self.terms.name(*text))),
            Node::Atom(atom) => out.token(&self.atom(*atom)),
            Node::Compound(name, _) => self.compound(*name, self.terms.args(term), priority, open, out),
        }
    }

    fn compound(&self, name: Atom, args: &[Term], priority: u16, open: &mut Vec<Task<'a>>, out: &mut Out) {
        match (name, args) {
            (Atom::CONS, [head, tail]) => {
                out.token("[");
                open.extend([Task::Rest(*tail), Task::Term(*head, ARGUMENT)]);
                return;
            }
            (Atom::CURLY, args) if self.is_tuple(args) => {
                out.token("{");
                self.push_arguments(args, "}", open);
                return;
            }
            (Atom::CURLY, [inner]) if !self.dialect.tuples => {
                out.token("{");
                open.extend([Task::Token("}"), Task::Term(*inner, ANYTHING)]);
                return;
            }
            _ => {}
        }
        if let Some(ops) = self.ops {
            if let [first, second] = args
                && let Some(op) = ops.before_two(name)
            {
                self.brackets(op, priority, open, out);
                // An operator or a sign at the start of the second operand would be taken as an infix operator.
                let negative = matches!(self.terms.node(*second), Node::Int(value) if value.is_negative())
                    || matches!(self.terms.node(*second), Node::Float(value) if value.value().is_sign_negative());
                if negative {
                    open.extend([Task::Token(")"), Task::Term(*second, 0), Task::Token("(")]);
                } else {
                    open.push(Task::Operand(*second, 0));
                }
                open.extend([Task::Blank, Task::Operand(*first, op.left), Task::Blank, Task::Atom(name)]);
                return;
            }
            if let [left, right] = args
                && let Some(op) = ops.infix(name)
            {
                self.brackets(op, priority, open, out);
                open.push(Task::Operand(*right, op.right));
                match name {
                    Atom::COMMA => open.extend([Task::Blank, Task::Token(",")]),
                    Atom::DOT if self.names_member(*right) => open.push(Task::Token(".")),
                    Atom::BAR => open.extend([Task::Blank, Task::Token("|"), Task::Blank]),
                    _ if op.priority >= 700 => open.extend([Task::Blank, Task::Atom(name), Task::Blank]),
                    _ => open.push(Task::Atom(name)),
                }
                open.push(Task::Operand(*left, self.left_priority(*left, op, ops)));
                return;
            }
            if let [inner] = args {
                let number = matches!(self.terms.node(*inner), Node::Int(_) | Node::Float(_));
                let sign = name == Atom::MINUS || name == Atom::PLUS;
                if let Some(op) = ops.prefix(name)
                    && !(sign && number)
                {
                    self.brackets(op, priority, open, out);
                    open.extend([Task::Operand(*inner, op.right), Task::Apart, Task::Atom(name)]);
                    return;
                }
                if let Some(op) = ops.postfix(name) {
                    self.brackets(op, priority, open, out);
                    open.extend([Task::Atom(name), Task::Operand(*inner, op.left)]);
                    return;
                }
            }
        }
        let args = match args {
            // `F(X)`
            [applied, rest @ ..]
                if self.dialect.applications && !rest.is_empty() && self.terms.name(name).is_empty() =>
            {
                match self.terms.node(*applied) {
                    Node::Var(var) => {
                        out.token(&self.variable(*var));
                        rest
                    }
                    _ => {
                        out.token("''");
                        args
                    }
                }
            }
            _ => {
                out.token(&self.atom(name));
                args
            }
        };
        // Directly after the name: a blank would make it something else.
        out.text.push('(');
        out.last = '(';
        self.push_arguments(args, ")", open);
    }

    /// The largest priority of a left operand: one that would take what follows gets brackets.
    fn left_priority(&self, left: Term, op: Op, ops: &Ops) -> u16 {
        let takes = |inner: Op| inner.priority == op.left && inner.right >= op.priority;
        let inner = self.terms.callable(left).filter(|(_, args)| args.len() == 2);
        let clashes = inner.and_then(|(name, _)| ops.infix(name)).is_some_and(takes);
        if self.dialect.first_operator_takes && clashes { op.left.saturating_sub(1) } else { op.left }
    }

    /// Whether a dot can stand without quotes before a term. The dialect must have it as an operator, as Mercury has,
    /// and what follows must be no blank, no digit and no symbol.
    fn names_member(&self, right: Term) -> bool {
        let dots = || self.dialect.operators.iter().any(|(_, _, names)| names.contains(&"."));
        let starts = |name: Atom| self.terms.name(name).starts_with(is_atom_start);
        self.terms.callable(right).is_some_and(|(name, _)| starts(name)) && dots()
    }

    /// Whether arguments can stand in curly brackets. One that is a comma would be read as several.
    fn is_tuple(&self, args: &[Term]) -> bool {
        let several =
            |args: &[Term]| matches!(args, [one] if self.terms.of::<2>(*one, Atom::COMMA).is_some());
        self.dialect.tuples && !args.is_empty() && !several(args)
    }

    /// Arguments with commas between them, and the bracket that closes them.
    fn push_arguments(&self, args: &[Term], close: &'static str, open: &mut Vec<Task<'a>>) {
        open.push(Task::Token(close));
        for (i, arg) in args.iter().enumerate().rev() {
            open.push(Task::Term(*arg, ARGUMENT));
            if i > 0 {
                self.push_comma(open);
            }
        }
    }

    fn brackets(&self, op: Op, priority: u16, open: &mut Vec<Task<'a>>, out: &mut Out) {
        if op.priority > priority {
            out.token("(");
            open.push(Task::Token(")"));
        }
    }

    fn variable(&self, var: VarId) -> Cow<'a, str> {
        match self.names.and_then(|names| names.get(var.index())) {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(letter_name(var.index())),
        }
    }
}

/// `A` to `Z`, then `A1` and so on: the names that `numbervars` gives, and those of the inputs of a call.
pub fn letter_name(number: usize) -> String {
    let letter = (b'A' + (number % 26) as u8) as char;
    if number < 26 { letter.to_string() } else { format!("{letter}{}", number / 26) }
}

/// The names `A`, `B`, … for the variables of a term, in the order in which they occur, as `numbervars` names them.
pub fn canonical_names(terms: &Terms, term: Term) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut next = 0;
    for var in terms.variables(term) {
        if names.len() <= var.index() {
            names.resize(var.index() + 1, String::new());
        }
        if names[var.index()].is_empty() {
            names[var.index()] = letter_name(next);
            next += 1;
        }
    }
    names
}

/// Text with what is needed to keep tokens apart.
struct Out {
    text: String,
    last: char,
    apart: bool,
    /// Whether `!` is a symbol.
    bang: bool,
}

impl Out {
    fn token(&mut self, token: &str) {
        let Some(first) = token.chars().next() else { return };
        self.before(first);
        self.text.push_str(token);
        self.last = token.chars().next_back().unwrap_or(' ');
    }

    fn integer(&mut self, value: &base::Int) {
        self.before(if value.is_negative() { '-' } else { '0' });
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{value}");
        self.last = '0';
    }

    /// A token comes that starts with this character.
    fn before(&mut self, first: char) {
        let last = self.last;
        let clash = if is_name(last) {
            // A number before a quote would be a radix or a character code, `0'c`.
            is_name(first) || (first == '\'' && last.is_alphanumeric())
        } else {
            let symbol = |c: char| is_symbol(c) || self.bang && c == '!';
            // Two quotes would be one within a quoted atom.
            let quotes = last == '\'' && first == '\'';
            quotes || (last == ',' && first == '|') || (symbol(last) && symbol(first))
        };
        let before_bracket = self.apart && (matches!(first, '(' | '[' | '{') || first.is_ascii_digit());
        if clash || before_bracket {
            self.text.push(' ');
        }
        self.apart = false;
    }

    fn blank(&mut self) {
        if self.last != ' ' {
            self.text.push(' ');
            self.last = ' ';
        }
    }
}

/// The text of an atom, in quotes if it needs them.
///
/// ```
/// assert_eq!(terms::quoted("it's"), r"'it\'s'");
/// assert_eq!(terms::quoted("=.."), "=..");
/// ```
pub fn quoted(name: &str) -> String {
    as_token(name, false).into_owned()
}

/// An atom as a token, where `!` may be a symbol.
fn as_token(name: &str, bang: bool) -> Cow<'_, str> {
    let plain = match name {
        "" | "." | "," | "|" | "[]" => false,
        "!" | ";" | "{}" => true,
        _ => {
            let first = name.chars().next().unwrap_or(' ');
            is_atom_start(first) && name.chars().all(is_name)
                || name.chars().all(|c| is_symbol(c) || bang && c == '!') && !name.starts_with("/*")
        }
    };
    if plain { Cow::Borrowed(name) } else { Cow::Owned(quoted_by('\'', name)) }
}

fn quoted_by(quote: char, text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() || c == '\u{feff}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// The shortest digits that give the same float back, with a point, and an exponent where SWI-Prolog has one.
fn float_text(value: f64) -> String {
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..15).contains(&exponent) {
        let point = if digits.contains('.') { "" } else { ".0" };
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}{point}e{sign}{}", exponent.abs());
    }
    format!("{value:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats() {
        for (value, text) in [
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (1e14, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-5"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (0.30000000000000004, "0.30000000000000004"),
        ] {
            assert_eq!(float_text(value), text);
        }
    }

    #[test]
    fn operators_get_brackets_where_they_must() {
        let mut t = Terms::new();
        let ops = Ops::standard(&mut t);
        let (minus, power, equal) = (Atom::MINUS, t.intern("^"), Atom::EQUAL);
        let one = t.int(1.into());
        let two = t.int(2.into());
        let low = t.int((-1).into());
        let a = t.intern("a");
        let a = t.atom(a);
        let dash = t.atom(minus);
        let raised = t.compound(power, &[one, two]);
        let negated = t.compound(minus, &[one]);
        let pair = t.compound(Atom::COMMA, &[a, a]);
        let both = t.compound(equal, &[a, a]);
        let cases = [
            (t.compound(minus, &[one]), "-(1)"),
            (t.compound(minus, &[low]), "-(-1)"),
            (t.compound(minus, &[raised]), "- 1^2"),
            (t.compound(power, &[negated, two]), "-(1)^2"),
            (t.compound(minus, &[one, low]), "1- -1"),
            (t.compound(minus, &[pair]), "- (a, a)"),
            (t.compound(equal, &[dash, both]), "(-) = (a = a)"),
            (t.compound(Atom::CALL, &[pair, dash]), "call((a, a), -)"),
            (t.compound(Atom::CURLY, &[pair]), "{a, a}"),
        ];
        for (term, text) in cases {
            assert_eq!(Writer::new(&t).ops(&ops).text(term), text);
        }
    }
}
