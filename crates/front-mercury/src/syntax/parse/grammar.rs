//! Goals of grammar rules.

use super::{Parse, Parser};
use crate::syntax::ast::{Goal, GoalKind};
use terms::Term;

impl Parser<'_> {
    #[inline(never)]
    pub(super) fn grammar_goal(&mut self, term: Term) -> Parse<Goal> {
        let kind = self.nested(term, |parser| parser.goal_kind(term, true))?;
        Ok(Goal { kind, at: self.at(term) })
    }

    /// Goals that only grammar rules have.
    #[inline(never)]
    pub(super) fn grammar_only(&mut self, term: Term) -> Parse<GoalKind> {
        let functor = self.functor(term).unwrap_or(("", &[]));
        Ok(match functor {
            ("{}", args @ [_, ..]) => GoalKind::Braces(Box::new(self.braces(term, args)?)),
            ("{}", []) => return Err(self.error(term, "a goal is missing", "between these braces")),
            ("[]", []) => GoalKind::Terminals(Vec::new()),
            ("[|]", [_, _]) => {
                let (elements, rest) = self.terms.elements(term);
                if !matches!(self.functor(rest), Some(("[]", []))) {
                    let message = "terminals are a whole list";
                    return Err(self.error(rest, message, "this is no end of a list"));
                }
                GoalKind::Terminals(self.exprs(&elements)?)
            }
            ("=", &[inner]) => GoalKind::Rest(self.expr(inner)?),
            (":=", &[inner]) => GoalKind::SetRest(self.expr(inner)?),
            ("=^", &[left, path]) if self.is_field_list(path) => {
                GoalKind::GetField(self.expr(left)?, self.fields(path)?)
            }
            (":=", &[left, value]) => match self.functor(left) {
                Some(("^", &[path])) if self.is_field_list(path) => {
                    GoalKind::SetField(self.fields(path)?, self.expr(value)?)
                }
                _ => return Err(self.ordinary_goal(term)),
            },
            // `fail` and its like are calls there, of predicates with two arguments.
            ("=" | "\\=" | "==" | "=>" | "<=" | "<=>", [_, _]) => {
                return Err(self.ordinary_goal(term));
            }
            _ => self.call(term)?,
        })
    }

    /// What stands between braces: a goal whose conjuncts the reader has taken apart.
    #[inline(never)]
    fn braces(&mut self, term: Term, parts: &[Term]) -> Parse<Goal> {
        let mut goals = Vec::new();
        for part in parts {
            match self.goal(*part)? {
                Goal { kind: GoalKind::Conj(inner), .. } => goals.extend(inner),
                goal => goals.push(goal),
            }
        }
        match (goals.pop(), goals.is_empty()) {
            (Some(goal), true) => Ok(goal),
            (Some(goal), false) => {
                goals.push(goal);
                Ok(Goal { kind: GoalKind::Conj(goals), at: self.at(term) })
            }
            (None, _) => Err(self.error(term, "a goal is missing", "between these braces")),
        }
    }

    #[inline(never)]
    fn ordinary_goal(&self, term: Term) -> Box<source::Diagnostic> {
        let message = "an ordinary goal in a grammar rule stands in braces";
        self.helped(term, message, "this is no goal of a grammar", "write `{ … }` around it")
    }
}
