//! The cases of `match`: `(match l ((nil 0) ((cons h t) h)))` becomes a chain of `ite` over testers.

use crate::elaborate::{Elaborator, Task};
use crate::env::Global;
use crate::sexpr::Node;
use crate::trouble::{Trouble, at, at_help, sort_name};
use formula::{Op, SortKind, Term};

impl Elaborator<'_, '_> {
    pub(crate) fn match_cases(&mut self, node: Node) -> Result<(), Trouble> {
        const EXAMPLE: &str = "(match t ((nil a) ((cons x y) b)))";
        let Some(subject) = self.done.pop() else { return Ok(()) };
        let head = self.forest.children(node)[0];
        if self.terms.data_of(self.terms.sort_of(subject.term)).is_none() {
            return Err(self.mismatch(head, subject, "a value of a data type"));
        }
        let cases = self.forest.children(self.forest.children(node)[2]);
        if cases.is_empty() {
            return Err(self.malformed(node, EXAMPLE));
        }
        self.tasks.push(Task::MatchEnd(node, subject.term));
        for case in cases.iter().rev() {
            let [pattern, body] = *self.forest.children(*case) else {
                return Err(self.malformed(node, EXAMPLE));
            };
            let variables = match self.forest.list(pattern) {
                Some(parts) => parts.len().saturating_sub(1),
                None => usize::from(self.pattern_constructor(pattern, subject.term).is_none()),
            };
            self.tasks.extend([
                Task::Unbind(variables),
                Task::Visit(body),
                Task::MatchBind(pattern, subject.term),
            ]);
        }
        Ok(())
    }

    /// The constructor at the root of a pattern; `None` if it is a variable.
    fn pattern_constructor(&self, pattern: Node, subject: Term) -> Option<u32> {
        let node = self.forest.list(pattern).map_or(Some(pattern), |parts| parts.first().copied())?;
        let Some(Global::Constructor(data, con)) = self.env.global(self.forest.symbol(node)?) else {
            return None;
        };
        match self.terms.sort_kind(self.terms.sort_of(subject)) {
            SortKind::Data(found, _) if found == data => Some(*con),
            _ => None,
        }
    }

    pub(crate) fn match_bind(&mut self, pattern: Node, subject: Term) -> Result<(), Trouble> {
        let span = self.forest.span(pattern);
        let con = self.pattern_constructor(pattern, subject);
        let Some(parts) = self.forest.list(pattern) else {
            if con.is_none() {
                let Some(name) = self.forest.symbol(pattern) else {
                    return Err(at(span, "expected a pattern", "a constructor or a name"));
                };
                self.bind(name, subject);
            } else {
                self.pattern_size(pattern, subject, con, 0)?;
            }
            return Ok(());
        };
        let parts = parts.to_vec();
        let Some(con) = con else {
            let sort = sort_name(self.terms, self.terms.sort_of(subject));
            return Err(at(span, format!("expected a constructor of {sort}"), "this is not one"));
        };
        self.pattern_size(pattern, subject, Some(con), parts.len() - 1)?;
        let first = self.bound.len();
        for (field, part) in parts[1..].iter().enumerate() {
            let Some(name) = self.forest.symbol(*part) else {
                let message = "patterns are one constructor deep";
                return Err(at(self.forest.span(*part), message, "expected a name here"));
            };
            let value = self.checked(*part, Op::Sel(con, field as u32), None, &[subject])?;
            self.bind(name, value);
        }
        self.no_duplicates(pattern, &self.bound[first..])
    }

    fn pattern_size(
        &self,
        pattern: Node,
        subject: Term,
        con: Option<u32>,
        found: usize,
    ) -> Result<(), Trouble> {
        let fields = con.map_or(0, |con| self.terms.field_sorts(self.terms.sort_of(subject), con).len());
        if fields == found {
            return Ok(());
        }
        let message = format!("this constructor has {fields} fields, but the pattern names {found}");
        Err(at(self.forest.span(pattern), message, "wrong number of names"))
    }

    pub(crate) fn match_end(&mut self, node: Node, subject: Term) -> Result<(), Trouble> {
        let children = self.forest.children(node);
        let cases = self.forest.children(children[2]);
        let results = self.done.split_off(self.done.len() - cases.len());
        let results = self.one_sort(children[0], &results)?;
        let constructors: Vec<Option<u32>> = cases
            .iter()
            .map(|case| self.pattern_constructor(self.forest.children(*case)[0], subject))
            .collect();
        let count = self.terms.constructor_count(self.terms.sort_of(subject));
        let missing = (0..count).find(|con| !constructors.contains(&Some(*con)));
        if let (Some(missing), false) = (missing, constructors.contains(&None)) {
            let sort = self.terms.sort_of(subject);
            let name = self
                .terms
                .data_of(sort)
                .map_or("", |(data, _)| self.terms.name(data.constructors[missing as usize].name));
            let message = format!("this `match` has no case for `{name}`");
            return Err(at_help(self.forest.span(node), message, "", "a name alone matches everything else"));
        }
        let mut result: Option<Term> = None;
        for (con, value) in constructors.iter().zip(&results).rev() {
            result = Some(match (con, result) {
                (Some(con), Some(rest)) => {
                    let here = self.terms.is(*con, subject);
                    self.terms.ite(here, *value, rest)
                }
                // A variable takes all that is left; the last case needs no test since all are covered.
                _ => *value,
            });
        }
        match result {
            Some(term) => self.finish(node, term),
            None => Ok(()),
        }
    }
}
