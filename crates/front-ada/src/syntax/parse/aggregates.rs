//! Parentheses and brackets that start an expression: a part of it, a conditional expression, an aggregate.

use super::{Parser, Read};
use crate::syntax::ast::{Aggregate, AggregateBase, Association, Choice, Expr, ExprKind};
use source::Diagnostic;

/// What parentheses hold.
enum Contents {
    Parts(AggregateBase, Vec<Association>),
    Unsupported(&'static str),
}

impl Parser<'_> {
    /// `(X)`, `(if C then X else Y)`, `(1, 2)`, `[1, 2]`, …
    pub(super) fn parenthesis(&mut self) -> Read<Expr> {
        self.deeper(|p| {
            let (start, first) = (p.here(), p.next);
            let brackets = p.is("[");
            let closing = if brackets { "]" } else { ")" };
            p.next += 1;
            if !brackets && p.starts_conditional() {
                let inner = p.conditional()?;
                p.closing(start)?;
                return Ok(inner);
            }
            let (base, mut items) = match p.contents(closing)? {
                Contents::Parts(base, items) => (base, items),
                Contents::Unsupported(what) => {
                    p.skip_to_closing();
                    p.next += 1;
                    let kind = ExprKind::Unsupported(p.unsupported_since(first, what));
                    return Ok(Expr { kind, at: p.since(start) });
                }
            };
            if !p.eat(closing) {
                let problem = p.unexpected(&format!("`,` or `{closing}`"));
                return Err(Box::new(problem.secondary(start, "opened here")));
            }
            let plain = !brackets && base == AggregateBase::None;
            if plain && items.is_empty() {
                return Err(Box::new(
                    Diagnostic::error("empty parentheses")
                        .primary(p.since(start).0, "nothing between them")
                        .help("an array without elements is `[]`, or has a range without values: `(1 .. 0 => 0)`"),
                ));
            }
            if let (true, 1, Some(Association::Positional(_))) = (plain, items.len(), items.first())
                && let Some(Association::Positional(inner)) = items.pop()
            {
                return Ok(inner);
            }
            let kind = ExprKind::Aggregate(Box::new(Aggregate { brackets, base, items }));
            Ok(Expr { kind, at: p.since(start) })
        })
    }

    /// What stands between the parentheses.
    fn contents(&mut self, closing: &str) -> Read<Contents> {
        let mut base = AggregateBase::None;
        let mut items = Vec::new();
        if self.is("null") && self.is_at(1, "record") {
            self.next += 2;
            return Ok(Contents::Parts(AggregateBase::NullRecord, items));
        }
        if self.is(closing) {
            return Ok(Contents::Parts(base, items));
        }
        loop {
            match self.association()? {
                Some(item) => items.push(item),
                None => return Ok(Contents::Unsupported("an aggregate with keys or filters")),
            }
            if self.is("with") && items.len() == 1 && base == AggregateBase::None {
                let Some(Association::Positional(of)) = items.pop() else {
                    return Err(self.unexpected("`,` or `)`"));
                };
                self.next += 1;
                if !self.eat("delta") {
                    return Ok(Contents::Unsupported("an extension aggregate"));
                }
                base = AggregateBase::Delta(of);
            } else if !self.eat(",") {
                return Ok(Contents::Parts(base, items));
            }
        }
    }

    /// A part of an aggregate; `None`, in the middle of it, if it has a key or a filter.
    fn association(&mut self) -> Read<Option<Association>> {
        if self.is("for") && !self.starts_conditional() {
            self.next += 1;
            let over = Box::new(self.iteration()?);
            if self.is("use") || self.is("when") {
                return Ok(None);
            }
            self.expect("=>")?;
            return Ok(Some(Association::Iterated(over, self.condition()?)));
        }
        let mut choices = self.choices(true)?;
        if self.eat("=>") {
            let value = if self.eat("<>") { None } else { Some(self.condition()?) };
            return Ok(Some(Association::Named { choices, value }));
        }
        match (choices.pop(), choices.is_empty()) {
            (Some(Choice::Expr(value)), true) => Ok(Some(Association::Positional(value))),
            _ => Err(self.unexpected("`=>`")),
        }
    }
}
