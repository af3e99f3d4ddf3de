//! Facts, rules and grammar rules.

use super::{Parse, Parser};
use crate::syntax::ast::{Clause, Head, ItemKind, Parameter};
use terms::{Node, Term};

impl Parser<'_> {
    pub(super) fn clause(&mut self, term: Term) -> Parse<ItemKind> {
        let at = self.at(term);
        let clause = match self.functor(term) {
            Some((":-", &[head, body])) => {
                let head = self.head(head, false)?;
                let body = Some(self.goal(body)?);
                Clause { head, body, grammar: false, at }
            }
            Some(("-->", &[head, body])) => {
                if let Some((",", [_, pushed])) = self.functor(head) {
                    let message = "the head of a grammar rule is one term";
                    let help = "Mercury's grammar rules cannot put terminals back";
                    return Err(self.helped(*pushed, message, "more than that", help));
                }
                let term = head;
                let head = self.head(head, true)?;
                if head.result.is_some() {
                    let message = "a grammar rule defines a predicate";
                    return Err(self.error(term, message, "this is the head of a function"));
                }
                let body = Some(self.grammar_goal(body)?);
                Clause { head, body, grammar: true, at }
            }
            Some(("?-", [_])) => {
                let message = "a query is no part of a Mercury module";
                return Err(self.error(term, message, "a query"));
            }
            _ => Clause { head: self.head(term, false)?, body: None, grammar: false, at },
        };
        Ok(ItemKind::Clause(Box::new(clause)))
    }

    fn head(&mut self, term: Term, grammar: bool) -> Parse<Head> {
        let at = self.at(term);
        let (head, result) = match self.functor(term) {
            Some(("=", &[head, result])) => (head, Some(self.parameter(result)?)),
            _ => (term, None),
        };
        let found = self.subject(head, "").ok();
        let Some((name, args)) = found.filter(|(name, _)| !matches!(&*name.text, "[]" | "[|]")) else {
            let what = match self.terms.node(head) {
                Node::Var(_) => "a variable",
                Node::Int(_) | Node::Float(_) => "a number",
                Node::Str(_) => "a string",
                _ => "something else",
            };
            let message = "the head of a clause is a name, perhaps with arguments";
            return Err(self.error(head, message, format!("this is {what}")));
        };
        // What a grammar rule defines has two arguments more.
        let arity = args.len() + if grammar { 2 } else { 0 };
        if name.module.is_empty() && self.is_control(&name.text, arity) {
            let message = format!("`{}` cannot be defined", name.text);
            return Err(self.error(head, message, "it belongs to the language"));
        }
        let params = args.iter().map(|arg| self.parameter(*arg)).collect::<Parse<Vec<Parameter>>>()?;
        Ok(Head { name, params, result, at })
    }

    /// Names that goals of their own have.
    fn is_control(&self, name: &str, arity: usize) -> bool {
        match arity {
            0 => matches!(name, "true" | "fail" | "false"),
            1 => matches!(name, "not" | "\\+"),
            2 => {
                matches!(name, "," | ";" | "->" | "&" | "=>" | "<=" | "<=>" | "\\=" | "some" | "all" | "else")
            }
            _ => false,
        }
    }

    /// `X` or `X::in`
    pub(super) fn parameter(&mut self, term: Term) -> Parse<Parameter> {
        match self.functor(term) {
            Some(("::", &[expr, mode])) => {
                Ok(Parameter { expr: self.expr(expr)?, mode: Some(self.mode(mode)?) })
            }
            _ => Ok(Parameter { expr: self.expr(term)?, mode: None }),
        }
    }
}
