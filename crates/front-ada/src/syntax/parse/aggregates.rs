//! Parentheses and brackets that start an expression: a part of it, a conditional expression, an aggregate.

use super::{Parser, Read};
use crate::syntax::ast::{Aggregate, AggregateBase, Association, Choice, Expr, ExprKind};
use source::Diagnostic;

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
            let mut base = AggregateBase::None;
            let mut items = Vec::new();
            if p.is("null") && p.is_at(1, "record") {
                p.next += 2;
                base = AggregateBase::NullRecord;
            } else if !p.is(closing) {
                items.push(p.association()?);
                if p.is("with") {
                    let Some(Association::Positional(of)) = items.pop() else {
                        return Err(p.unexpected("`,` or `)`"));
                    };
                    p.next += 1;
                    if !p.eat("delta") {
                        p.skip_to_closing();
                        p.next += 1;
                        let what = p.unsupported_since(first, "an extension aggregate");
                        return Ok(Expr { kind: ExprKind::Unsupported(what), at: p.since(start) });
                    }
                    base = AggregateBase::Delta(of);
                    items.push(p.association()?);
                }
                while p.eat(",") {
                    items.push(p.association()?);
                }
            }
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

    fn association(&mut self) -> Read<Association> {
        if self.is("for") && !self.starts_conditional() {
            self.next += 1;
            let over = Box::new(self.iteration()?);
            if self.is("use") || self.is("when") {
                return Err(Box::new(
                    Diagnostic::error("a key or filter in an aggregate is not supported")
                        .primary(self.here(), "from here on"),
                ));
            }
            self.expect("=>")?;
            return Ok(Association::Iterated(over, self.condition()?));
        }
        let mut choices = self.choices(true)?;
        if self.eat("=>") {
            let value = if self.eat("<>") { None } else { Some(self.condition()?) };
            return Ok(Association::Named { choices, value });
        }
        match (choices.pop(), choices.is_empty()) {
            (Some(Choice::Expr(value)), true) => Ok(Association::Positional(value)),
            _ => Err(self.unexpected("`=>`")),
        }
    }
}
