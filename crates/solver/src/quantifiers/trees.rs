//! ∃y over trees, typed or untyped.
//!
//! Once equations are taken apart (`equations`), y occurs in equations `y = t`, in questions about its root and
//! in selections of its parts. Then finitely many cases are enough:
//!
//! * y is one of the terms t that it is compared with: put in;
//! * y has a root whose parts are selected, or one that only finitely many values have: it is put in with new
//!   variables for the parts, which are eliminated in turn (numbers among them by Cooper's method);
//! * y has another root. There are infinitely many such values, so one of them differs from every t,
//!   and all equations are false. An untyped tree can always have a root that nothing mentions.
//!
//! So `∃Y (Y ≠ N ∧ Y ≠ s(N))` is true, and `∃Y N = f(Y, Y)` is `root(N, f/2) ∧ arg₁(N) = arg₂(N)`. This is the
//! complement of patterns when it
//! stands below a negation. (M. J. Maher, *Complete axiomatizations of the algebras of finite, rational
//! and infinite trees*, 1988; the cases are those of virtual substitution.)
//!
//! A selection from another root is some function of y. Where the answer depends on it, the error says so.

use super::spread::{any, polarity, spread};
use super::{Kept, mentions, outside};
use base::Budget;
use formula::{Op, Root, Sort, Term, Terms};

/// ∃y: f, for a formula without quantifiers whose equations are taken apart for y.
pub fn exists(terms: &mut Terms, y: Term, f: Term, budget: &Budget) -> Result<Term, Kept> {
    spread(terms, y, f, budget, &|terms, f| cases(terms, y, f, budget))
}

/// One way for y to be.
enum Case {
    /// Equal to a term.
    Equal(Term),
    /// With this root.
    Root(Root),
    /// Different from all terms that it is compared with, with this root or with one that nothing mentions.
    Other(Option<Root>),
}

fn cases(terms: &mut Terms, y: Term, f: Term, budget: &Budget) -> Result<Term, Kept> {
    let seen = survey(terms, y, f);
    // An equation that must hold leaves one case.
    let parts = if *terms.op(f) == Op::And { terms.args(f) } else { std::slice::from_ref(&f) };
    let sure = parts.iter().find_map(|p| compared(terms, y, *p).filter(|t| !mentions(terms, *t, y)));
    let cases = match sure {
        Some(t) => vec![Case::Equal(t)],
        None => ways(terms, y, &seen)?,
    };
    any(terms, cases, |terms, case| {
        budget.step()?;
        let result = match case {
            Case::Equal(t) => terms.substitute(f, &[(y, t)]),
            Case::Root(root) => return with_root(terms, y, f, root, budget),
            Case::Other(root) => {
                let mut known = Vec::with_capacity(seen.equations.len() + seen.testers.len());
                known.extend(seen.equations.iter().map(|e| (*e, terms.fals())));
                for (t, r) in &seen.testers {
                    known.push((*t, terms.boolean(Some(*r) == root)));
                }
                let g = terms.substitute(f, &known);
                let g = terms.simplify(g);
                if mentions(terms, g, y) {
                    return outside(what_is_left(terms, g, y));
                }
                g
            }
        };
        Ok(terms.simplify(result))
    })
}

/// y has this root: new variables stand for its parts.
fn with_root(terms: &mut Terms, y: Term, f: Term, root: Root, budget: &Budget) -> Result<Term, Kept> {
    let Some(sorts) = root.parts(terms) else {
        return outside("a data type grows with every instance");
    };
    let parts: Vec<Term> = sorts.into_iter().map(|s| terms.fresh_var("part", s)).collect();
    let value = root.build(terms, &parts);
    let f = terms.substitute(f, &[(y, value)]);
    super::exists(terms, &parts, f, budget)
}

/// What a formula says about y.
#[derive(Default)]
struct Seen {
    /// Equations with terms that do not mention it.
    equations: Vec<Term>,
    /// The terms of those that help when they hold.
    candidates: Vec<Term>,
    /// Questions about its root.
    testers: Vec<(Term, Root)>,
    /// Roots whose parts are selected.
    selected: Vec<Root>,
}

fn survey(terms: &Terms, y: Term, f: Term) -> Seen {
    let mut seen = Seen::default();
    terms.visit(&[f], |t| {
        if let Some(other) = compared(terms, y, t).filter(|o| !mentions(terms, *o, y)) {
            seen.equations.push(t);
            if polarity(terms, f, t).0 {
                seen.candidates.push(other);
            }
        } else if terms.args(t).first() == Some(&y)
            && let Some((root, tester)) = Root::asked(terms, t)
        {
            if tester {
                seen.testers.push((t, root));
            } else {
                seen.selected.push(root);
            }
        }
    });
    seen.selected.sort();
    seen.selected.dedup();
    seen
}

/// What an equation compares y with.
fn compared(terms: &Terms, y: Term, t: Term) -> Option<Term> {
    match (terms.op(t), terms.args(t)) {
        (Op::Eq, [a, b]) if *a == y => Some(*b),
        (Op::Eq, [a, b]) if *b == y => Some(*a),
        _ => None,
    }
}

/// The cases that are enough.
fn ways(terms: &Terms, y: Term, seen: &Seen) -> Result<Vec<Case>, Kept> {
    let mut out: Vec<Case> = seen.candidates.iter().map(|t| Case::Equal(*t)).collect();
    let mut asked: Vec<Root> = seen.testers.iter().map(|(_, r)| *r).collect();
    asked.sort();
    asked.dedup();
    let sort = terms.sort_of(y);
    let all: Vec<Root> = if sort == Sort::TREE {
        let mut all = [asked.clone(), seen.selected.clone()].concat();
        all.sort();
        all.dedup();
        all
    } else {
        (0..terms.constructor_count(sort)).map(|c| Root::Con(sort, c)).collect()
    };
    // A sort that was not filled in has constructors without parts, which would be constants here.
    if (sort != Sort::TREE && all.is_empty()) || all.iter().any(|r| r.parts(terms).is_none()) {
        return outside("a data type grows with every instance");
    }
    let mut open = sort == Sort::TREE;
    for root in all {
        if seen.selected.contains(&root) || !root.is_infinite(terms) {
            out.push(Case::Root(root));
        } else if asked.contains(&root) {
            out.push(Case::Other(Some(root)));
        } else {
            open = true;
        }
    }
    if open {
        out.push(Case::Other(None));
    }
    Ok(out)
}

/// Why y could not be eliminated.
fn what_is_left(terms: &Terms, f: Term, y: Term) -> &'static str {
    let mut selected = false;
    terms.visit(&[f], |t| {
        selected |=
            terms.args(t).first() == Some(&y) && Root::asked(terms, t).is_some_and(|(_, tester)| !tester);
    });
    if selected {
        "a part of a bound tree is selected whatever its root is"
    } else {
        "a bound tree occurs under a function or in an array"
    }
}
