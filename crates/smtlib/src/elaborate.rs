//! S-expressions to terms, with their sorts checked.
//!
//! The walk keeps its own stack of [`Task`]s and of finished [`Argument`]s, so that the nesting of a
//! script is bounded by memory and not by the machine's stack. `let` is parallel and becomes sharing, not
//! copying; defined functions are written out by substitution; variables that a quantifier binds get
//! names that occur nowhere else, so nothing is ever captured.

use crate::env::Env;
use crate::sexpr::{Forest, Kind, Node};
use crate::sorts::SortReader;
use crate::trouble::{Trouble, at, at_help, sort_name};
use base::{Budget, Int, Rat};
use formula::{Sort, Term, Terms};
use std::collections::BTreeMap;

/// A finished term and the expression that it came from.
#[derive(Clone, Copy)]
pub(crate) struct Argument {
    pub(crate) term: Term,
    pub(crate) node: Node,
}

/// What is still to be done; the last one pushed comes first.
pub(crate) enum Task {
    /// Turn an expression into a term.
    Visit(Node),
    /// Apply the head of a list to its finished arguments.
    Apply(Node),
    /// Bind the names of a `let` to their finished values.
    LetBind(Node),
    /// Forget this many bound names.
    Unbind(usize),
    /// Close a quantifier over its finished body.
    Quantify(Node, Vec<Term>),
    /// Look at the attributes of a finished term.
    Annotate(Node),
    /// Start the cases of a `match` on its finished subject.
    MatchCases(Node),
    /// Bind the variables of one pattern.
    MatchBind(Node, Term),
    /// Join the finished cases of a `match`.
    MatchEnd(Node, Term),
}

/// Turns expressions into terms.
pub(crate) struct Elaborator<'a, 't> {
    pub(crate) forest: &'a Forest<'t>,
    pub(crate) env: &'a Env,
    pub(crate) terms: &'a mut Terms,
    pub(crate) budget: &'a Budget,
    pub(crate) locals: BTreeMap<&'t str, Vec<Term>>,
    pub(crate) bound: Vec<&'t str>,
    /// Variables of the quantifiers (and of the definition) around the current place.
    open: Vec<Term>,
    /// Names given by `:named`, with their terms and where they stand.
    pub(crate) named: Vec<(&'t str, Term, Node)>,
    pub(crate) tasks: Vec<Task>,
    pub(crate) done: Vec<Argument>,
}

impl<'a, 't> Elaborator<'a, 't> {
    pub(crate) fn new(
        forest: &'a Forest<'t>,
        env: &'a Env,
        terms: &'a mut Terms,
        budget: &'a Budget,
    ) -> Elaborator<'a, 't> {
        Elaborator {
            forest,
            env,
            terms,
            budget,
            locals: BTreeMap::new(),
            bound: Vec::new(),
            open: Vec::new(),
            named: Vec::new(),
            tasks: Vec::new(),
            done: Vec::new(),
        }
    }

    /// The term that an expression stands for.
    pub(crate) fn term(&mut self, node: Node) -> Result<Term, Trouble> {
        self.tasks.push(Task::Visit(node));
        while let Some(task) = self.tasks.pop() {
            self.budget.step()?;
            self.perform(task)?;
        }
        // Each expression leaves exactly one term.
        self.done.pop().map(|arg| arg.term).ok_or_else(|| at(self.forest.span(node), "expected a term", ""))
    }

    /// A term that must be a formula.
    pub(crate) fn formula(&mut self, node: Node, what: &str) -> Result<Term, Trouble> {
        let term = self.term(node)?;
        let sort = self.terms.sort_of(term);
        if sort == Sort::BOOL {
            return Ok(term);
        }
        let found = sort_name(self.terms, sort);
        let message = format!("{what} must be a Bool");
        Err(at(self.forest.span(node), message, format!("this has sort {found}")))
    }

    /// Binds a name to a variable of its own, for a parameter of a definition or of a quantifier.
    pub(crate) fn bind_variable(&mut self, name: &'t str, sort: Sort) -> Term {
        let var = self.terms.fresh_var(name, sort);
        self.open.push(var);
        self.bind(name, var);
        var
    }

    pub(crate) fn bind(&mut self, name: &'t str, term: Term) {
        self.locals.entry(name).or_default().push(term);
        self.bound.push(name);
    }

    pub(crate) fn sort(&mut self, node: Node) -> Result<Sort, Trouble> {
        SortReader { forest: self.forest, env: self.env, terms: self.terms, params: Vec::new() }.sort(node)
    }

    fn perform(&mut self, task: Task) -> Result<(), Trouble> {
        match task {
            Task::Visit(node) => self.visit(node),
            Task::Apply(node) => {
                let children = self.forest.children(node);
                let args = self.done.split_off(self.done.len() - (children.len() - 1));
                let term = self.apply(children[0], &args)?;
                self.finish(node, term)
            }
            Task::LetBind(node) => self.let_bind(node),
            Task::Unbind(count) => {
                for name in self.bound.split_off(self.bound.len() - count) {
                    if let Some(values) = self.locals.get_mut(name) {
                        values.pop();
                    }
                }
                Ok(())
            }
            Task::Quantify(node, vars) => self.quantify(node, &vars),
            Task::Annotate(node) => self.annotate(node),
            Task::MatchCases(node) => self.match_cases(node),
            Task::MatchBind(pattern, subject) => self.match_bind(pattern, subject),
            Task::MatchEnd(node, subject) => self.match_end(node, subject),
        }
    }

    pub(crate) fn finish(&mut self, node: Node, term: Term) -> Result<(), Trouble> {
        self.done.push(Argument { term, node });
        Ok(())
    }

    fn visit(&mut self, node: Node) -> Result<(), Trouble> {
        let text = self.forest.source(node);
        let span = self.forest.span(node);
        match self.forest.kind(node) {
            Kind::Numeral => match Int::parse(text) {
                Some(int) => {
                    let term = self.terms.int(int);
                    self.finish(node, term)
                }
                None => Err(at(span, "this number cannot be read", "")),
            },
            Kind::Decimal => match Rat::parse(text) {
                Some(real) => {
                    let term = self.terms.real(real);
                    self.finish(node, term)
                }
                None => Err(at(span, "this number cannot be read", "")),
            },
            Kind::Symbol => {
                let term = self.constant(node)?;
                self.finish(node, term)
            }
            Kind::Keyword => Err(at(span, "expected a term", "a keyword is not a term")),
            Kind::Text => Err(at(
                span,
                "strings are not supported",
                "only `echo`, `set-info` and `set-option` take them",
            )),
            Kind::List => self.visit_list(node),
        }
    }

    fn visit_list(&mut self, node: Node) -> Result<(), Trouble> {
        let children = self.forest.children(node);
        let Some(head) = children.first() else {
            return Err(at(self.forest.span(node), "expected a term", "an empty list is not a term"));
        };
        match self.forest.word(*head) {
            Some("let") => self.visit_let(node),
            Some("forall" | "exists") => self.visit_quantifier(node),
            Some("match") => {
                let [_, subject, _] = children else {
                    return Err(self.malformed(node, "(match t ((nil a) ((cons x y) b)))"));
                };
                self.tasks.extend([Task::MatchCases(node), Task::Visit(*subject)]);
                Ok(())
            }
            Some("!") => {
                let Some(inner) = children.get(1) else {
                    return Err(self.malformed(node, "(! (> x 0) :named positive)"));
                };
                self.tasks.extend([Task::Annotate(node), Task::Visit(*inner)]);
                Ok(())
            }
            Some("as") => {
                let term = self.qualified(node, &[])?;
                self.finish(node, term)
            }
            Some("_") => Err(at_help(
                self.forest.span(node),
                "this indexed constant is not supported",
                "such as a bit vector",
                "indexed functions are `(_ is C)` and `(_ divisible n)`, and are applied: `((_ is C) x)`",
            )),
            _ => {
                if children.len() == 1 {
                    let name = self.forest.brief(*head);
                    return Err(at_help(
                        self.forest.span(node),
                        "a function is applied to nothing",
                        "no arguments",
                        format!("a constant is written without parentheses: `{name}`"),
                    ));
                }
                self.tasks.push(Task::Apply(node));
                self.tasks.extend(children[1..].iter().rev().map(|child| Task::Visit(*child)));
                Ok(())
            }
        }
    }

    pub(crate) fn malformed(&self, node: Node, example: &str) -> Trouble {
        let children = self.forest.children(node);
        let head = children.first().map_or("", |head| self.forest.source(*head));
        let message = format!("this `{head}` is not written as it must be");
        at_help(self.forest.span(node), message, "", format!("write it like `{example}`"))
    }

    fn visit_let(&mut self, node: Node) -> Result<(), Trouble> {
        const EXAMPLE: &str = "(let ((x 1) (y 2)) (+ x y))";
        let [_, bindings, body] = self.forest.children(node) else {
            return Err(self.malformed(node, EXAMPLE));
        };
        let Some(bindings) = self.forest.list(*bindings).filter(|list| !list.is_empty()) else {
            return Err(self.malformed(node, EXAMPLE));
        };
        self.tasks.extend([Task::Unbind(bindings.len()), Task::Visit(*body), Task::LetBind(node)]);
        for binding in bindings.iter().rev() {
            let [name, value] = self.forest.children(*binding) else {
                return Err(self.malformed(node, EXAMPLE));
            };
            if self.forest.symbol(*name).is_none() {
                return Err(at(self.forest.span(*name), "expected a name", "not a symbol"));
            }
            self.tasks.push(Task::Visit(*value));
        }
        Ok(())
    }

    fn let_bind(&mut self, node: Node) -> Result<(), Trouble> {
        let bindings = self.forest.children(self.forest.children(node)[1]);
        let values = self.done.split_off(self.done.len() - bindings.len());
        let first = self.bound.len();
        for (binding, value) in bindings.iter().zip(values) {
            let name_node = self.forest.children(*binding)[0];
            // `visit_let` has made sure that it is a symbol.
            let name = self.forest.symbol(name_node).unwrap_or_default();
            self.bind(name, value.term);
        }
        self.no_duplicates(node, &self.bound[first..])
    }

    pub(crate) fn no_duplicates(&self, node: Node, names: &[&str]) -> Result<(), Trouble> {
        let mut sorted = names.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1] && pair[0] != "_") {
            None => Ok(()),
            Some(pair) => {
                let message = format!("`{}` is bound twice in one place", pair[0]);
                Err(at(self.forest.span(node), message, "bound here"))
            }
        }
    }

    fn visit_quantifier(&mut self, node: Node) -> Result<(), Trouble> {
        const EXAMPLE: &str = "(forall ((x Int)) (> x 0))";
        let [_, variables, body] = self.forest.children(node) else {
            return Err(self.malformed(node, EXAMPLE));
        };
        let Some(list) = self.forest.list(*variables).filter(|list| !list.is_empty()) else {
            return Err(self.malformed(node, EXAMPLE));
        };
        let first = self.bound.len();
        let mut vars = Vec::with_capacity(list.len());
        for pair in list {
            let [name, sort] = self.forest.children(*pair) else {
                return Err(self.malformed(node, EXAMPLE));
            };
            let Some(name) = self.forest.symbol(*name) else {
                return Err(at(self.forest.span(*name), "expected a name", "not a symbol"));
            };
            let sort = self.sort(*sort)?;
            vars.push(self.bind_variable(name, sort));
        }
        self.no_duplicates(node, &self.bound[first..])?;
        self.tasks.extend([Task::Unbind(vars.len()), Task::Quantify(node, vars), Task::Visit(*body)]);
        Ok(())
    }

    fn quantify(&mut self, node: Node, vars: &[Term]) -> Result<(), Trouble> {
        self.open.truncate(self.open.len() - vars.len());
        let children = self.forest.children(node);
        let universal = self.forest.word(children[0]) == Some("forall");
        // `visit_quantifier` arranged for the body to be finished before.
        let Some(body) = self.done.pop() else { return Ok(()) };
        if self.terms.sort_of(body.term) != Sort::BOOL {
            return Err(self.mismatch(children[0], body, "a Bool as its body"));
        }
        let term =
            if universal { self.terms.forall(vars, body.term) } else { self.terms.exists(vars, body.term) };
        self.finish(node, term)
    }

    fn annotate(&mut self, node: Node) -> Result<(), Trouble> {
        let Some(inner) = self.done.last().copied() else { return Ok(()) };
        let mut rest = &self.forest.children(node)[2..];
        while let [key, tail @ ..] = rest {
            rest = tail;
            if self.forest.kind(*key) != Kind::Keyword {
                return Err(at(self.forest.span(*key), "expected an attribute", "such as `:named p`"));
            }
            let value = rest.first().filter(|value| self.forest.kind(**value) != Kind::Keyword);
            rest = if value.is_some() { &rest[1..] } else { rest };
            if self.forest.source(*key) != ":named" {
                // Patterns, weights and the like are hints; answers do not depend on them.
                continue;
            }
            let Some(name) = value.and_then(|value| self.forest.symbol(*value)) else {
                return Err(at(self.forest.span(*key), "`:named` needs a name", "as in `:named p`"));
            };
            if !self.open.is_empty() {
                let free = self.terms.free_vars(&[inner.term]);
                if self.open.iter().any(|var| free.contains(var)) {
                    let message = "a term with bound variables cannot be named";
                    return Err(at(self.forest.span(node), message, "has a bound variable"));
                }
            }
            self.named.push((name, inner.term, *value.unwrap_or(key)));
        }
        // The attributes belong to the same term; errors about it should show all of it.
        self.done.pop();
        self.finish(node, inner.term)
    }
}
