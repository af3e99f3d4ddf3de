//! What a test expects, where a suite can say it: `all(X == [1, 2])`, `fail`, `throws(E)` and so on.

use super::options::{Mode, Options};
use logic::{Atom, Node, Term, Terms, VarId};
use std::collections::BTreeSet;

/// What a test expects, in the terms of its file.
#[derive(Default)]
pub(super) struct Expected {
    pub ending: End,
    /// Solutions: values of variables, in the order of the template.
    pub solutions: Option<Vec<Vec<(VarId, Term)>>>,
    /// Whether these are all.
    pub complete: bool,
    /// Whether a choice may be left behind.
    pub nondet: bool,
}

/// How it ends.
#[derive(Default)]
pub(super) enum End {
    #[default]
    Ok,
    Fail,
    /// The ball, or the first argument of `error/2`.
    Throws(Term, bool),
}

/// The body of a test.
pub(super) struct Tested<'t> {
    pub terms: &'t Terms,
    /// Variables that are copied without their constraints, and the copy.
    pub copied: Option<(Term, Term)>,
    /// The variables of the body.
    pub vars: BTreeSet<VarId>,
}

/// What a test with options expects; nothing where only its options themselves can say it.
pub(super) fn expected(options: &Options, tested: &Tested<'_>) -> Option<Expected> {
    let more = [options.setup, options.cleanup, options.condition, options.forall, options.unknown];
    if options.blocked || options.fixme || more.iter().any(Option::is_some) {
        return None;
    }
    let mut found = Expected { nondet: options.nondet, ..Expected::default() };
    match options.mode {
        None | Some(Mode::True(None)) => {}
        Some(Mode::True(Some(check))) => {
            let (template, value) = tested.sides(check)?;
            found.solutions = Some(vec![tested.values(template, value)?]);
        }
        Some(Mode::Fail) => found.ending = End::Fail,
        Some(Mode::All(check)) => match tested.solutions(check)? {
            list if list.is_empty() => found.ending = End::Fail,
            list => {
                found.solutions = Some(list);
                found.complete = true;
            }
        },
        Some(Mode::Set(_)) => return None,
        Some(Mode::Throws(ball)) => {
            // The context of an error of the system is not known.
            if super::formal(tested.terms, ball).is_some() || super::has_context(tested.terms, ball) {
                return None;
            }
            found.ending = End::Throws(ball, false);
        }
        Some(Mode::Error(formal)) => found.ending = End::Throws(formal, true),
    }
    Some(found)
}

impl Tested<'_> {
    /// `X == [1, 2]` for all solutions.
    fn solutions(&self, check: Term) -> Option<Vec<Vec<(VarId, Term)>>> {
        let (template, list) = self.sides(check)?;
        let (elements, end) = self.terms.elements(list);
        if !self.terms.is_atom(end, Atom::NIL) {
            return None;
        }
        elements.into_iter().map(|value| self.values(template, value)).collect()
    }

    /// The sides of a check that says what a term is.
    fn sides(&self, check: Term) -> Option<(Term, Term)> {
        let (name, [left, right]) = self.terms.callable(check)? else { return None };
        let variables = self.terms.variables(*right);
        let known = match self.terms.name(name) {
            "==" => variables.is_empty(),
            // Variables that the goal may bind say what it found, and not what is expected.
            "=@=" => {
                let of_template = self.terms.variables(*left);
                !variables.iter().any(|var| self.vars.contains(var) || of_template.contains(var))
            }
            _ => false,
        };
        known.then(|| (self.behind(*left), *right))
    }

    /// What a template was copied from.
    fn behind(&self, template: Term) -> Term {
        match self.copied {
            Some((from, to)) if self.terms.node(to) == self.terms.node(template) => from,
            _ => template,
        }
    }

    /// The values of the variables of a template for which it becomes another term; each variable of the goal has one.
    fn values(&self, template: Term, value: Term) -> Option<Vec<(VarId, Term)>> {
        let mut found: Vec<(VarId, Term)> = Vec::new();
        let mut open = vec![(template, value)];
        while let Some((left, right)) = open.pop() {
            match (self.terms.node(left), self.terms.node(right)) {
                (Node::Var(var), _) if !self.vars.contains(var) => return None,
                (Node::Var(var), _) => {
                    if found.iter().any(|(known, _)| known == var) {
                        return None;
                    }
                    found.push((*var, right));
                }
                (Node::Compound(a, _), Node::Compound(b, _)) => {
                    let (left, right) = (self.terms.args(left), self.terms.args(right));
                    if a != b || left.len() != right.len() {
                        return None;
                    }
                    open.extend(left.iter().copied().zip(right.iter().copied()).rev());
                }
                (a, b) if a == b => {}
                _ => return None,
            }
        }
        Some(found)
    }
}
