//! Which terms are control constructs, constraints or calls.

use logic::{Atom, Domain, GoalId, GoalKind, Node, Relation, Term, Terms, Theory};

/// What a term is as a goal.
pub(crate) enum Shape {
    /// A construct with goals inside: how to make it of them, and their terms.
    Tree(Box<dyn FnOnce(Vec<GoalId>) -> GoalKind>, Vec<Term>),
    /// A goal without goals inside.
    Leaf(GoalKind),
    /// Constraints of `{ }`.
    Constraints(Vec<(Term, GoalKind)>),
    /// A call of a predicate.
    Call,
    /// No goal at all, and why.
    Not(&'static str),
}

/// What a term is as a goal. New terms are made for `call/N` with a known closure. `{ }` holds constraints where the text
/// declares a domain of constraints; else it is a name like any other.
pub(crate) fn shape(terms: &mut Terms, term: Term, domain: Option<Domain>) -> Shape {
    let (name, args) = match terms.node(term) {
        Node::Var(_) => return Shape::Leaf(GoalKind::Meta { closure: term, extra: Vec::new() }),
        Node::Int(_) | Node::Float(_) => return Shape::Not("a number cannot be called"),
        Node::Str(_) => return Shape::Not("a string cannot be called"),
        Node::Atom(name) => (*name, Vec::new()),
        Node::Compound(name, _) => (*name, terms.args(term).to_vec()),
    };
    if name == Atom::NIL && args.is_empty() || name == Atom::CONS {
        return Shape::Not("a list cannot be called");
    }
    let text = terms.name(name).to_string();
    if let (Some(domain), "{}", [inner]) = (domain, text.as_str(), args.as_slice()) {
        let parts = conjuncts(terms, *inner);
        let goal = |part| (part, in_braces(terms, part, domain));
        return Shape::Constraints(parts.into_iter().map(goal).collect());
    }
    match (text.as_str(), args.as_slice()) {
        ("true", []) => Shape::Leaf(GoalKind::Conj(Vec::new())),
        ("!", []) => Shape::Leaf(GoalKind::Cut),
        (",", [_, _]) => Shape::Tree(Box::new(GoalKind::Conj), conjuncts(terms, term)),
        (";" | "|", [left, right]) => disjunction(terms, *left, *right),
        ("->", [cond, then]) => conditional(*cond, *then, None, false),
        ("*->", [cond, then]) => conditional(*cond, *then, None, true),
        ("\\+" | "not", [inner]) => one(*inner, GoalKind::Not),
        ("once", [inner]) => one(argument(terms, *inner), GoalKind::Once),
        ("ignore", [inner]) => one(argument(terms, *inner), GoalKind::Ignore),
        ("forall", [cond, action]) => two(argument(terms, *cond), argument(terms, *action), GoalKind::Forall),
        ("call", [closure, extra @ ..]) => call(terms, *closure, extra),
        ("findall", [template, goal, list]) => {
            let (template, list) = (*template, *list);
            one(argument(terms, *goal), move |goal| GoalKind::Findall { template, goal, list })
        }
        ("catch", [goal, catcher, recovery]) => {
            let catcher = *catcher;
            two(argument(terms, *goal), argument(terms, *recovery), move |goal, recovery| GoalKind::Catch {
                goal,
                catcher,
                recovery,
            })
        }
        (sign, [left, right]) => match constraint(sign) {
            Some((theory, relation)) => {
                Shape::Leaf(GoalKind::Constraint { theory, relation, left: *left, right: *right })
            }
            None => Shape::Call,
        },
        _ => Shape::Call,
    }
}

fn one(inner: Term, build: impl FnOnce(GoalId) -> GoalKind + 'static) -> Shape {
    let whole = |ids: Vec<GoalId>| match ids.as_slice() {
        [one] => build(*one),
        _ => GoalKind::Conj(ids),
    };
    Shape::Tree(Box::new(whole), vec![inner])
}

fn two(first: Term, second: Term, build: impl FnOnce(GoalId, GoalId) -> GoalKind + 'static) -> Shape {
    let whole = |ids: Vec<GoalId>| match ids.as_slice() {
        [first, second] => build(*first, *second),
        _ => GoalKind::Conj(ids),
    };
    Shape::Tree(Box::new(whole), vec![first, second])
}

/// The goal that a built-in predicate calls. One that cannot be called is an error of the run, not of the text.
fn argument(terms: &mut Terms, goal: Term) -> Term {
    if is_body(terms, goal) { goal } else { terms.compound(Atom::CALL, &[goal]) }
}

/// Whether all goals of a term under the control constructs can be called.
fn is_body(terms: &Terms, goal: Term) -> bool {
    let mut open = vec![goal];
    while let Some(goal) = open.pop() {
        match terms.node(goal) {
            Node::Int(_) | Node::Float(_) | Node::Str(_) => return false,
            Node::Atom(name) if *name == Atom::NIL => return false,
            Node::Compound(name, _) if *name == Atom::CONS => return false,
            Node::Compound(name, _) => match (*name, terms.args(goal)) {
                (
                    Atom::COMMA | Atom::SEMICOLON | Atom::ARROW | Atom::SOFT_ARROW | Atom::BAR,
                    [left, right],
                ) => {
                    open.extend([*left, *right]);
                }
                (Atom::NOT, [inner]) => open.push(*inner),
                _ => {}
            },
            Node::Atom(_) | Node::Var(_) => {}
        }
    }
    true
}

/// The goals of a conjunction, however it is nested.
fn conjuncts(terms: &Terms, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        match terms.of::<2>(term, Atom::COMMA) {
            Some([left, right]) => open.extend([right, left]),
            None if terms.is_atom(term, Atom::TRUE) => {}
            None => found.push(term),
        }
    }
    found
}

fn conditional(cond: Term, then: Term, otherwise: Option<Term>, soft: bool) -> Shape {
    let build = move |ids: Vec<GoalId>| match (ids.as_slice(), soft) {
        ([cond, then, rest @ ..], false) => {
            GoalKind::If { cond: *cond, then: *then, otherwise: rest.first().copied() }
        }
        ([cond, then, rest @ ..], true) => {
            GoalKind::SoftIf { cond: *cond, then: *then, otherwise: rest.first().copied() }
        }
        _ => GoalKind::Conj(ids),
    };
    Shape::Tree(Box::new(build), [cond, then].into_iter().chain(otherwise).collect())
}

/// `a ; b ; c`, or a conditional with its else part. Only to the right are alternatives taken together: on the left a
/// conditional would lose what belongs to it.
fn disjunction(terms: &Terms, left: Term, right: Term) -> Shape {
    if let Some([cond, then]) = terms.of::<2>(left, Atom::ARROW) {
        return conditional(cond, then, Some(right), false);
    }
    if let Some([cond, then]) = terms.of::<2>(left, Atom::SOFT_ARROW) {
        return conditional(cond, then, Some(right), true);
    }
    let mut parts = vec![left];
    let mut rest = right;
    loop {
        let next = terms.of::<2>(rest, Atom::SEMICOLON).or(terms.of::<2>(rest, Atom::BAR));
        match next {
            Some([first, more])
                if terms.of::<2>(first, Atom::ARROW).is_none()
                    && terms.of::<2>(first, Atom::SOFT_ARROW).is_none() =>
            {
                parts.push(first);
                rest = more;
            }
            _ => break,
        }
    }
    parts.push(rest);
    Shape::Tree(Box::new(GoalKind::Disj), parts)
}

/// `call(G, A, …)`: with a closure that is known, the goal that it makes.
fn call(terms: &mut Terms, closure: Term, extra: &[Term]) -> Shape {
    let name = terms.callable(closure).map(|(name, args)| (name, args.to_vec()));
    match name {
        Some(_) if extra.is_empty() && is_body(terms, closure) => one(closure, GoalKind::Opaque),
        Some(_) if extra.is_empty() => Shape::Leaf(GoalKind::Meta { closure, extra: Vec::new() }),
        // The module prefix and the arrows of `library(yall)` are resolved at run time.
        Some((name, args)) if name != Atom::COLON && !matches!(terms.name(name), ">>" | "/") => {
            let all: Vec<Term> = args.into_iter().chain(extra.iter().copied()).collect();
            let made = terms.compound(name, &all);
            one(made, GoalKind::Opaque)
        }
        _ => Shape::Leaf(GoalKind::Meta { closure, extra: extra.to_vec() }),
    }
}

/// The constraints that may stand as goals.
fn constraint(sign: &str) -> Option<(Theory, Relation)> {
    Some(match sign {
        "=" => (Theory::Tree, Relation::Equal),
        "dif" => (Theory::Tree, Relation::Unequal),
        "#=" => (Theory::Integer, Relation::Equal),
        "#\\=" => (Theory::Integer, Relation::Unequal),
        "#<" => (Theory::Integer, Relation::Less),
        "#=<" => (Theory::Integer, Relation::LessEqual),
        "#>" => (Theory::Integer, Relation::Greater),
        "#>=" => (Theory::Integer, Relation::GreaterEqual),
        "in" => (Theory::Integer, Relation::In),
        "ins" => (Theory::Integer, Relation::AllIn),
        _ => return None,
    })
}

/// One constraint of `{ }`.
fn in_braces(terms: &Terms, term: Term, domain: Domain) -> GoalKind {
    let name = terms.callable(term).map(|(name, _)| terms.name(name)).unwrap_or("");
    let name = match (name, domain) {
        // Among terms, these two are about numbers all the same.
        ("=:=", Domain::Term) => "#=",
        ("=\\=", Domain::Term) => "#\\=",
        (name, _) => name,
    };
    let relation = match name {
        "=" | "=:=" => Some(Relation::Equal),
        "\\=" | "=\\=" => Some(Relation::Unequal),
        "<" => Some(Relation::Less),
        "=<" => Some(Relation::LessEqual),
        ">" => Some(Relation::Greater),
        ">=" => Some(Relation::GreaterEqual),
        _ => None,
    };
    match (relation, terms.args(term)) {
        (Some(relation), [left, right]) => {
            GoalKind::Constraint { theory: Theory::Domain, relation, left: *left, right: *right }
        }
        _ => match (constraint(name), terms.args(term)) {
            (Some((theory, relation)), [left, right]) => {
                GoalKind::Constraint { theory, relation, left: *left, right: *right }
            }
            _ => GoalKind::Unsupported { term, what: "this constraint".to_string() },
        },
    }
}
