//! What the options of a test say: `all(X == [1, 2])`, `fail`, `throws(E)` and so on.

use super::sets_occurs_check;
use logic::{Atom, Node, Term, Terms, VarId};

/// What a test expects, in the terms of its file.
#[derive(Default)]
pub(super) struct Expected {
    pub ending: End,
    /// Solutions: values of variables, in the order of the template.
    pub solutions: Option<Vec<Vec<(VarId, Term)>>>,
    /// Whether these are all.
    pub complete: bool,
    pub occurs_check: bool,
    /// Whether a choice may be left behind.
    pub nondet: bool,
    /// Options that a suite cannot hold, for which the test is left out.
    pub left_out: Option<Term>,
    /// Checks that a suite cannot hold; the goal is kept without them.
    pub unchecked: Vec<Term>,
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

/// Reads the second argument of `test/2`; `copied` says which variables another one stands for.
pub(super) fn expected(terms: &Terms, options: Option<Term>, copied: Option<(Term, Term)>) -> Expected {
    let mut found = Expected::default();
    let list = match options {
        None => Vec::new(),
        Some(options) => match terms.elements(options) {
            (elements, end) if terms.is_atom(end, Atom::NIL) => elements,
            _ => vec![options],
        },
    };
    for option in list {
        one(terms, option, copied, &mut found);
    }
    found
}

fn one(terms: &Terms, option: Term, copied: Option<(Term, Term)>, found: &mut Expected) {
    let Some((name, args)) = terms.callable(option) else {
        found.left_out.get_or_insert(option);
        return;
    };
    match (terms.name(name), args) {
        ("true" | "det", []) => {}
        ("nondet", []) => found.nondet = true,
        ("fail" | "false", []) => found.ending = End::Fail,
        ("true", [check]) => first(terms, *check, copied, found),
        ("==" | "=@=" | "=" | "=:=" | "\\==" | "\\=" | "=\\=" | "<" | ">" | "=<" | ">=", [_, _]) => {
            first(terms, option, copied, found);
        }
        ("all", [check]) => match solutions(terms, *check, copied) {
            Some(list) if list.is_empty() => found.ending = End::Fail,
            Some(list) => {
                found.solutions = Some(list);
                found.complete = true;
            }
            None => found.unchecked.push(option),
        },
        ("set" | "bag", [_]) => found.unchecked.push(option),
        ("throws", [ball]) => {
            found.ending = match super::formal(terms, *ball) {
                Some(formal) => End::Throws(formal, true),
                None => End::Throws(*ball, false),
            }
        }
        ("error", [formal] | [formal, _]) => found.ending = End::Throws(*formal, true),
        ("setup" | "cleanup", [goal]) if sets_occurs_check(terms, *goal) => found.occurs_check = true,
        _ => {
            found.left_out.get_or_insert(option);
        }
    }
}

/// `X == 1` after the first solution.
fn first(terms: &Terms, check: Term, copied: Option<(Term, Term)>, found: &mut Expected) {
    let values = sides(terms, check).and_then(|(template, value, exactly)| {
        if exactly && !is_ground(terms, value) {
            return None;
        }
        values(terms, behind(terms, template, copied), value)
    });
    match values {
        Some(values) => found.solutions = Some(vec![values]),
        None => found.unchecked.push(check),
    }
}

/// `X == [1, 2]` for all solutions.
fn solutions(terms: &Terms, check: Term, copied: Option<(Term, Term)>) -> Option<Vec<Vec<(VarId, Term)>>> {
    let (template, list, exactly) = sides(terms, check)?;
    let (elements, end) = terms.elements(list);
    if !terms.is_atom(end, Atom::NIL) || exactly && !is_ground(terms, list) {
        return None;
    }
    let template = behind(terms, template, copied);
    elements.into_iter().map(|value| values(terms, template, value)).collect()
}

/// The sides of a check that says what a term is, and whether variables would have to be the very same.
fn sides(terms: &Terms, check: Term) -> Option<(Term, Term, bool)> {
    match terms.callable(check) {
        Some((name, [left, right])) => match terms.name(name) {
            "==" => Some((*left, *right, true)),
            "=@=" => Some((*left, *right, false)),
            _ => None,
        },
        _ => None,
    }
}

fn is_ground(terms: &Terms, term: Term) -> bool {
    terms.variables(term).is_empty()
}

/// What a template was copied from.
fn behind(terms: &Terms, template: Term, copied: Option<(Term, Term)>) -> Term {
    match copied {
        Some((from, to)) if terms.node(to) == terms.node(template) => from,
        _ => template,
    }
}

/// The values of the variables of a template for which it becomes another term.
fn values(terms: &Terms, template: Term, value: Term) -> Option<Vec<(VarId, Term)>> {
    let mut found = Vec::new();
    let mut open = vec![(template, value)];
    while let Some((left, right)) = open.pop() {
        match (terms.node(left), terms.node(right)) {
            (Node::Var(var), _) => found.push((*var, right)),
            (Node::Compound(a, _), Node::Compound(b, _)) => {
                let (left, right) = (terms.args(left), terms.args(right));
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
