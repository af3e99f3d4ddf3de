//! The operators of the innermost bracket: taking them in, and building terms of them and their operands.

use super::Reader;
use crate::atom::Atom;
use crate::dialect::BackQuotes;
use crate::lexer::{Kind, Problem, Token};
use crate::ops::Op;
use crate::term::Term;
use std::ops::Range;

/// Where an operator stands.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Prefix,
    Infix,
    Postfix,
    /// Before two operands, of which the second has not begun.
    BeforeTwo,
    /// Before two operands, of which the second has begun.
    BeforeSecond,
}

/// What an operator makes a term of.
#[derive(Clone, Copy)]
enum Functor {
    /// The name.
    Name(Atom),
    /// The name, below the module that it is taken from.
    Qualified(Term, Atom),
    /// The value of a variable, which is applied.
    Variable(Term),
}

/// An operator that waits for its operands.
#[derive(Clone)]
pub(super) struct Operator {
    functor: Functor,
    role: Role,
    op: Op,
    place: Range<usize>,
}

impl Reader<'_, '_> {
    /// Takes a name as an operator, if it can be one here.
    pub(super) fn operator(&mut self, name: Atom, place: &Range<usize>) -> Result<bool, Problem> {
        let roles = self.ops.roles(name);
        let functor = Functor::Name(name);
        if !self.complete() {
            let two = roles.before_two.map(|op| (Role::BeforeTwo, op));
            if let Some((role, op)) = two.or(roles.prefix.map(|op| (Role::Prefix, op))) {
                self.operators.push(Operator { functor, role, op, place: place.clone() });
                return Ok(true);
            }
        }
        if let Some(op) = roles.infix
            && self.infix(functor, op, place)?
        {
            return Ok(true);
        }
        if let Some(op) = roles.postfix {
            self.reconsider(op.left);
            if self.complete() {
                self.reduce(op)?;
                let operator = Operator { functor, role: Role::Postfix, op, place: place.clone() };
                self.build(operator)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes an infix operator, if there is an operand for it.
    fn infix(&mut self, functor: Functor, op: Op, place: &Range<usize>) -> Result<bool, Problem> {
        self.reconsider(op.left);
        let complete = self.complete();
        if complete {
            self.reduce(op)?;
            self.operators.push(Operator { functor, role: Role::Infix, op, place: place.clone() });
            self.set_complete(false);
        }
        Ok(complete)
    }

    /// `` X `name` Y ``, `` X `module.name` Y `` or `` X `Variable` Y ``, at the first back quote.
    pub(super) fn back_quoted(&mut self, quote: &Token) -> Result<(), Problem> {
        let BackQuotes::Infix(priority) = self.dialect.back_quotes else {
            return Err(self.operator_expected(quote));
        };
        let (functor, end) = self.between_back_quotes()?;
        let op = Op { priority, left: priority, right: priority.saturating_sub(1) };
        if self.infix(functor, op, &(quote.start..end))? {
            return Ok(());
        }
        let label = "a term is missing before this";
        Err(Problem::new("illegal start of term", label, quote.start, quote.end))
    }

    /// What stands between back quotes, and the end of the second one.
    fn between_back_quotes(&mut self) -> Result<(Functor, usize), Problem> {
        let first = self.lexer.next()?;
        let place = first.start..first.end;
        if let Kind::Var(name) = &first.kind {
            let var = self.variable(name, &place);
            let term = self.terms.var(var);
            let term = self.placed(term, &place);
            let end = self.second_back_quote()?;
            return Ok((Functor::Variable(term), end));
        }
        let (mut name, mut place) = self.name_between(first)?;
        let mut module: Option<Term> = None;
        // A dot directly before another name.
        while self.lexer.rest().starts_with('.') {
            let dot = self.lexer.next()?;
            if !matches!(&dot.kind, Kind::Name { text, .. } if text == ".") {
                return Err(self.no_name_between(&dot));
            }
            let part = self.terms.atom(name);
            let part = self.placed(part, &place);
            let whole = match module {
                Some(outer) => self.terms.compound(Atom::DOT, &[outer, part]),
                None => part,
            };
            module = Some(self.placed(whole, &place));
            let next = self.lexer.next()?;
            (name, place) = self.name_between(next)?;
        }
        let end = self.second_back_quote()?;
        Ok((module.map_or(Functor::Name(name), |module| Functor::Qualified(module, name)), end))
    }

    fn name_between(&mut self, token: Token) -> Result<(Atom, Range<usize>), Problem> {
        match token.kind {
            Kind::Name { text, .. } => Ok((self.terms.intern(&text), token.start..token.end)),
            _ => Err(self.no_name_between(&token)),
        }
    }

    fn second_back_quote(&mut self) -> Result<usize, Problem> {
        let token = self.lexer.next()?;
        match token.kind {
            Kind::Punct('`') => Ok(token.end),
            _ => Err(self.no_name_between(&token)),
        }
    }

    fn no_name_between(&mut self, token: &Token) -> Problem {
        // It may be the full stop of the clause, behind which reading goes on.
        self.lexer.at = token.start;
        let message = "back quotes enclose a name or a variable";
        Problem::new(message, "neither of them", token.start, token.end)
    }

    /// Where an operand follows another one: it may be the second one of an operator before both, as in `some [X] p(X)`.
    pub(super) fn second_operand(&mut self) -> Result<bool, Problem> {
        let first = self.operators.len() - self.own_operators();
        let waits = |operator: &Operator| operator.role == Role::BeforeTwo;
        let Some(at) = self.operators.get(first..).and_then(|own| own.iter().rposition(waits)) else {
            return Ok(false);
        };
        // What stands behind it so far is its first operand.
        while self.operators.len() > first + at + 1 {
            let Some(operator) = self.operators.pop() else { break };
            self.build(operator)?;
        }
        if let Some(operator) = self.operators.last_mut() {
            operator.role = Role::BeforeSecond;
        }
        self.set_complete(false);
        Ok(true)
    }

    pub(super) fn own_operators(&self) -> usize {
        self.operators.len() - self.frames.last().map_or(0, |frame| frame.operators)
    }

    pub(super) fn own_operands(&self) -> usize {
        self.operands.len() - self.frames.last().map_or(0, |frame| frame.operands)
    }

    /// Where an operand is missing before an operator that binds loosely, the last prefix operator was an atom: the
    /// `-` of `- = x`. Likewise an infix operator may turn out to be a postfix one.
    fn reconsider(&mut self, priority: u16) {
        if self.complete() || self.own_operators() == 0 {
            return;
        }
        let Some(last) = self.operators.last() else { return };
        let next_operand = if last.role == Role::BeforeTwo { last.op.left } else { last.op.right };
        let lone = self.dialect.lone_prefix_is_atom && last.role == Role::Prefix;
        if priority <= next_operand && !lone {
            return;
        }
        self.as_atom_or_postfix();
    }

    fn as_atom_or_postfix(&mut self) {
        let Some(last) = self.operators.last().cloned() else { return };
        // What back quotes enclose stands between its operands only.
        let Functor::Name(name) = last.functor else { return };
        match last.role {
            Role::Prefix | Role::BeforeTwo => {
                self.operators.pop();
                let term = self.terms.atom(name);
                let term = self.placed(term, &last.place);
                self.operand(term, 0);
            }
            Role::Infix => {
                if let Some(op) = self.ops.postfix(name) {
                    self.operators.pop();
                    self.operators.push(Operator { role: Role::Postfix, op, ..last });
                    self.set_complete(true);
                }
            }
            Role::Postfix | Role::BeforeSecond => {}
        }
    }

    /// Builds what binds at least as tightly as an operator that comes in.
    fn reduce(&mut self, next: Op) -> Result<(), Problem> {
        let first_takes = self.dialect.first_operator_takes;
        let goes_first = |operator: &Operator| {
            next.left >= operator.op.priority && !(first_takes && operator.op.right >= next.priority)
        };
        while self.own_operators() > 0 && self.operators.last().is_some_and(goes_first) {
            let Some(operator) = self.operators.pop() else { break };
            self.build(operator)?;
        }
        Ok(())
    }

    /// Makes a term of an operator and the last operands.
    fn build(&mut self, operator: Operator) -> Result<(), Problem> {
        let Operator { functor, role, op, place } = operator;
        let arity = if matches!(role, Role::Infix | Role::BeforeSecond) { 2 } else { 1 };
        if role == Role::BeforeTwo || self.own_operands() < arity {
            let message = "an operand is missing";
            return Err(Problem::new(message, "for this operator", place.start, place.end));
        }
        let taken: Vec<(Term, u16)> = self.operands.split_off(self.operands.len() - arity);
        let fits = match (role, taken.as_slice()) {
            (Role::Infix | Role::BeforeSecond, [left, right]) => left.1 <= op.left && right.1 <= op.right,
            (Role::Prefix, [inner]) => inner.1 <= op.right,
            (_, [inner, ..]) => inner.1 <= op.left,
            _ => false,
        };
        if !fits {
            let message = "operator priority clash";
            let problem = Problem::new(message, "an argument binds less tightly", place.start, place.end);
            return Err(problem.help("put the argument in brackets"));
        }
        let mut whole = place;
        for (term, _) in &taken {
            if let Some(place) = self.places.get(term.index()) {
                whole = whole.start.min(place.start)..whole.end.max(place.end);
            }
        }
        let args: Vec<Term> = taken.iter().map(|(term, _)| *term).collect();
        let term = match functor {
            Functor::Name(name) => self.terms.compound(name, &args),
            Functor::Qualified(module, name) => {
                let inner = self.terms.compound(name, &args);
                self.terms.compound(Atom::DOT, &[module, inner])
            }
            Functor::Variable(applied) => {
                let nameless = self.terms.intern("");
                let args: Vec<Term> = [applied].into_iter().chain(args).collect();
                self.terms.compound(nameless, &args)
            }
        };
        let term = self.placed(term, &whole);
        self.operand(term, op.priority);
        Ok(())
    }

    /// Makes one term of what stands in the innermost bracket; the token is the one that ends it.
    pub(super) fn finish(&mut self, token: &Token) -> Result<Term, Problem> {
        if !self.complete() && self.own_operators() > 0 {
            self.as_atom_or_postfix();
        }
        if self.own_operators() == 0 && self.own_operands() == 0 {
            return Err(Problem::new(
                "illegal start of term",
                "a term is missing before this",
                token.start,
                token.end,
            ));
        }
        while self.own_operators() > 0 {
            let Some(operator) = self.operators.pop() else { break };
            self.build(operator)?;
        }
        if self.own_operands() != 1 {
            return Err(Problem::new("unbalanced operator", "before this", token.start, token.end));
        }
        let Some((term, _)) = self.operands.pop() else {
            return Err(Problem::new("illegal start of term", "here", token.start, token.end));
        };
        self.set_complete(false);
        Ok(term)
    }
}
