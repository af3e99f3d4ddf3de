//! The operators of the innermost bracket: taking them in, and building terms of them and their operands.

use super::Reader;
use crate::atom::Atom;
use crate::lexer::{Problem, Token};
use crate::ops::Op;
use crate::term::Term;
use std::ops::Range;

/// Where an operator stands.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Prefix,
    Infix,
    Postfix,
}

/// An operator that waits for its operands.
#[derive(Clone)]
pub(super) struct Operator {
    name: Atom,
    role: Role,
    op: Op,
    place: Range<usize>,
}

impl Reader<'_, '_> {
    /// Takes a name as an operator, if it can be one here.
    pub(super) fn operator(&mut self, name: Atom, place: &Range<usize>) -> Result<bool, Problem> {
        if !self.complete()
            && let Some(op) = self.ops.prefix(name)
        {
            self.operators.push(Operator { name, role: Role::Prefix, op, place: place.clone() });
            return Ok(true);
        }
        if let Some(op) = self.ops.infix(name) {
            self.reconsider(op.left);
            if self.complete() {
                self.reduce(op.left)?;
                self.operators.push(Operator { name, role: Role::Infix, op, place: place.clone() });
                self.set_complete(false);
                return Ok(true);
            }
        }
        if let Some(op) = self.ops.postfix(name) {
            self.reconsider(op.left);
            if self.complete() {
                self.reduce(op.left)?;
                let operator = Operator { name, role: Role::Postfix, op, place: place.clone() };
                self.build(operator)?;
                return Ok(true);
            }
        }
        Ok(false)
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
        if priority <= last.op.right {
            return;
        }
        self.as_atom_or_postfix();
    }

    fn as_atom_or_postfix(&mut self) {
        let Some(last) = self.operators.last().cloned() else { return };
        match last.role {
            Role::Prefix => {
                self.operators.pop();
                let term = self.terms.atom(last.name);
                let term = self.placed(term, &last.place);
                self.operand(term, 0);
            }
            Role::Infix => {
                if let Some(op) = self.ops.postfix(last.name) {
                    self.operators.pop();
                    self.operators.push(Operator { role: Role::Postfix, op, ..last });
                    self.set_complete(true);
                }
            }
            Role::Postfix => {}
        }
    }

    /// Builds what binds at least as tightly as an operator that comes in.
    fn reduce(&mut self, priority: u16) -> Result<(), Problem> {
        while self.own_operators() > 0
            && self.operators.last().is_some_and(|operator| priority >= operator.op.priority)
        {
            let Some(operator) = self.operators.pop() else { break };
            self.build(operator)?;
        }
        Ok(())
    }

    /// Makes a term of an operator and the last operands.
    fn build(&mut self, operator: Operator) -> Result<(), Problem> {
        let Operator { name, role, op, place } = operator;
        let arity = if role == Role::Infix { 2 } else { 1 };
        if self.own_operands() < arity {
            let message = "an operand is missing";
            return Err(Problem::new(message, "for this operator", place.start, place.end));
        }
        let taken: Vec<(Term, u16)> = self.operands.split_off(self.operands.len() - arity);
        let fits = match (role, taken.as_slice()) {
            (Role::Infix, [left, right]) => left.1 <= op.left && right.1 <= op.right,
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
        let term = self.terms.compound(name, &args);
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
