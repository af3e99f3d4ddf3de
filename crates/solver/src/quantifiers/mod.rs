//! Formulas without quantifiers that say the same.
//!
//! * integers: Cooper's method, after cheap ways (equalities, junctions, parts that do not mention the
//!   variable) have made it small: `cooper`.
//! * reals in linear comparisons: a few points are enough (`reals`).
//! * truth values: both are put in.
//! * trees, typed or untyped: equations are taken apart (`equations`), then finitely many cases are enough
//!   (`trees`). Below a negation this is the complement of patterns.
//!
//! ```
//! use base::Budget;
//! use formula::{Sort, Terms};
//! let mut t = Terms::new();
//! let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
//! let twice = t.add(&[x, x]);
//! let even = t.eq(twice, y);
//! let some = t.exists(&[x], even);
//! let f = solver::eliminate(&mut t, some, &Budget::unlimited()).unwrap();
//! assert_eq!(t.show(f), "y mod 2 = 0");
//! ```
//!
//! What is not covered (a bound variable under a function, in an array, of another sort) is an error with
//! its reason, never a guess.

mod closed;
mod confirm;
mod cooper;
mod equations;
pub(crate) mod instances;
mod linear;
mod reals;
mod spread;
mod trees;

use base::{Budget, Stop};
use formula::{Op, Sort, Term, Terms};

pub(crate) use confirm::confirms;

/// Why quantifiers stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// The method does not cover it; how, in words.
    Outside(String),
    /// A limit was reached.
    Stopped(Stop),
}

impl From<Stop> for Kept {
    fn from(stop: Stop) -> Kept {
        Kept::Stopped(stop)
    }
}

/// Deeper formulas are left alone.
const DEEPEST: u32 = 400;

/// The most parts of a result; a larger one is of no use.
const LARGEST: usize = 100_000;

pub(crate) fn outside<T>(why: &str) -> Result<T, Kept> {
    Err(Kept::Outside(why.into()))
}

/// A formula without quantifiers that says the same.
///
/// # Errors
///
/// Why there is none, or none was found.
pub fn eliminate(terms: &mut Terms, f: Term, budget: &Budget) -> Result<Term, Kept> {
    if !terms.is_quantified(f) {
        return Ok(f);
    }
    if terms.depth(f) > DEEPEST {
        return outside("a quantified formula is nested too deeply");
    }
    budget.step()?;
    let (op, sort) = (terms.op(f).clone(), terms.sort_of(f));
    let args = terms.args(f).to_vec();
    match op {
        Op::Exists(n) | Op::Forall(n) => {
            let all = matches!(op, Op::Forall(_));
            let body = eliminate(terms, args[n as usize], budget)?;
            let body = if all { terms.not(body) } else { body };
            let some = exists(terms, &args[..n as usize], body, budget)?;
            Ok(if all { opposite(terms, some) } else { some })
        }
        Op::Not => {
            let f = eliminate(terms, args[0], budget)?;
            Ok(opposite(terms, f))
        }
        _ => {
            let mut new = Vec::with_capacity(args.len());
            for a in args {
                new.push(eliminate(terms, a, budget)?);
            }
            terms.apply(&op, Some(sort), &new).map_err(Kept::Outside)
        }
    }
}

/// ∃ variables: body, for a body without quantifiers.
pub(crate) fn exists(terms: &mut Terms, vars: &[Term], body: Term, budget: &Budget) -> Result<Term, Kept> {
    let mut body = terms.simplify(body);
    let mut left: Vec<Term> = vars.to_vec();
    loop {
        budget.step()?;
        if terms.depth(body) > DEEPEST {
            return outside("a quantified formula is nested too deeply");
        }
        body = equations::take_apart(terms, &left, body, budget)?;
        let free = terms.free_vars(&[body]);
        left.retain(|v| free.contains(v));
        if left.is_empty() {
            return Ok(body);
        }
        // What a variable is equal to is put in for it, whatever its sort.
        if let Some((v, t)) = left.iter().find_map(|v| equal_to(terms, body, *v).map(|t| (*v, t))) {
            let new = terms.substitute(body, &[(v, t)]);
            body = terms.simplify(new);
            continue;
        }
        // The variable that costs least goes first: truth values, trees (their parts may be numbers), then numbers
        // by what they are bounded by.
        let next = left.iter().copied().min_by_key(|v| match terms.sort_of(*v) {
            Sort::BOOL => 0,
            Sort::INT | Sort::REAL => 2 + linear::occurrences(terms, body, *v),
            s if terms.is_tree_sort(s) => 1,
            _ => usize::MAX,
        });
        let Some(v) = next else { return Ok(body) };
        left.retain(|w| *w != v);
        let sort = terms.sort_of(v);
        let new = match sort {
            Sort::INT => cooper::exists(terms, v, body, budget)?,
            Sort::REAL => reals::exists(terms, v, body, budget)?,
            Sort::BOOL => {
                let (yes, no) = (terms.tru(), terms.fals());
                let (a, b) = (terms.substitute(body, &[(v, yes)]), terms.substitute(body, &[(v, no)]));
                terms.or(&[a, b])
            }
            _ if terms.is_tree_sort(sort) => {
                // For this variable alone: what the others are is not known yet.
                let body = equations::take_apart(terms, &[v], body, budget)?;
                trees::exists(terms, v, body, budget)?
            }
            _ => {
                let name = terms.show_sort(sort);
                return outside(&format!("a quantifier over {name} is not supported"));
            }
        };
        body = terms.simplify(new);
    }
}

fn mentions(terms: &Terms, t: Term, v: Term) -> bool {
    terms.free_vars(&[t]).contains(&v)
}

/// The opposite of a formula, with the negation where people want to read it: at the atoms.
pub(crate) fn opposite(terms: &mut Terms, f: Term) -> Term {
    let (op, args) = (terms.op(f).clone(), terms.args(f).to_vec());
    match op {
        Op::And | Op::Or if terms.depth(f) <= DEEPEST => {
            let parts: Vec<Term> = args.iter().map(|a| opposite(terms, *a)).collect();
            if op == Op::And { terms.or(&parts) } else { terms.and(&parts) }
        }
        _ => terms.not(f),
    }
}

/// What a conjunction says that a variable is equal to, if that does not mention it.
fn equal_to(terms: &Terms, body: Term, v: Term) -> Option<Term> {
    let parts = if *terms.op(body) == Op::And { terms.args(body).to_vec() } else { vec![body] };
    parts.into_iter().filter(|p| *terms.op(*p) == Op::Eq).find_map(|p| {
        let (a, b) = (terms.args(p)[0], terms.args(p)[1]);
        [(a, b), (b, a)]
            .into_iter()
            .find(|(x, t)| *x == v && !terms.free_vars(&[*t]).contains(&v))
            .map(|p| p.1)
    })
}
