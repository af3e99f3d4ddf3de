//! ∃x over the reals, where x occurs in linear comparisons.
//!
//! Between the values at which some comparison changes, truth does not change. So it is enough to try x below all
//! of them, at each lower bound that may be reached, and just above each that may not (R. Loos, V. Weispfenning,
//! *Applying linear quantifier elimination*, 1993): `∃x (a < x ∧ x ≤ b)` is `a < b`, from x just above a.

use super::spread::{any, polarity, spread};
use super::{Kept, LARGEST, mentions, outside};
use base::{Budget, Rat};
use formula::{Op, Sort, Term, Terms};

/// ∃x: f, for a formula without quantifiers.
pub fn exists(terms: &mut Terms, x: Term, f: Term, budget: &Budget) -> Result<Term, Kept> {
    let f = without_choices(terms, x, f, budget)?;
    spread(terms, x, f, budget, &|terms, f| points(terms, x, f, budget))
}

/// Replaces choices between reals that mention x, and pairwise differences.
fn without_choices(terms: &mut Terms, x: Term, f: Term, budget: &Budget) -> Result<Term, Kept> {
    let mut f = f;
    loop {
        budget.step()?;
        if terms.size(f) as usize > LARGEST {
            return outside("eliminating a quantifier makes the formula too large");
        }
        let mut found = None;
        terms.visit(&[f], |t| {
            let real = terms.args(t).last().is_some_and(|a| terms.sort_of(*a) == Sort::REAL);
            if found.is_none()
                && real
                && matches!(terms.op(t), Op::Ite | Op::Distinct)
                && mentions(terms, t, x)
            {
                found = Some(t);
            }
        });
        let Some(t) = found else { return Ok(f) };
        let args = terms.args(t).to_vec();
        if *terms.op(t) == Op::Distinct {
            let mut pairs = Vec::new();
            for (i, a) in args.iter().enumerate() {
                for b in &args[i + 1..] {
                    pairs.push(terms.ne(*a, *b));
                }
            }
            let all = terms.and(&pairs);
            f = terms.substitute(f, &[(t, all)]);
            continue;
        }
        let (a, b) = (terms.substitute(f, &[(t, args[1])]), terms.substitute(f, &[(t, args[2])]));
        let (yes, no) = (args[0], terms.not(args[0]));
        let (a, b) = (terms.and(&[yes, a]), terms.and(&[no, b]));
        f = terms.or(&[a, b]);
    }
}

/// A comparison as x sees it: at which value it changes, and on which side.
struct Comparison {
    atom: Term,
    op: Op,
    /// Whether x is on the smaller side.
    below: bool,
    value: Term,
}

/// Where x is tried.
enum Point {
    FarBelow,
    At(Term),
    Above(Term),
}

fn points(terms: &mut Terms, x: Term, f: Term, budget: &Budget) -> Result<Term, Kept> {
    let mut atoms = Vec::new();
    terms.visit(&[f], |t| {
        let real = terms.args(t).first().is_some_and(|a| terms.sort_of(*a) == Sort::REAL);
        if real && matches!(terms.op(t), Op::Le | Op::Lt | Op::Eq) && mentions(terms, t, x) {
            atoms.push(t);
        }
    });
    let mut comparisons = Vec::with_capacity(atoms.len());
    let mut all = vec![Point::FarBelow];
    for atom in atoms {
        let Some(c) = comparison(terms, x, atom)? else { continue };
        let (holds, fails) = polarity(terms, f, atom);
        // The lower bounds that it sets where it holds, and where it does not: inclusive and exclusive.
        let (reached, open) = match (&c.op, c.below) {
            (Op::Eq, _) => (holds, fails),
            (Op::Le, false) => (holds, false),
            (Op::Le, true) => (false, fails),
            (_, false) => (false, holds),
            (_, true) => (fails, false),
        };
        if reached {
            all.push(Point::At(c.value));
        }
        if open {
            all.push(Point::Above(c.value));
        }
        comparisons.push(c);
    }
    any(terms, all, |terms, point| {
        budget.step()?;
        let g = match point {
            Point::At(t) => terms.substitute(f, &[(x, t)]),
            _ => {
                let known: Vec<(Term, Term)> =
                    comparisons.iter().map(|c| (c.atom, truth(terms, c, &point))).collect();
                terms.substitute(f, &known)
            }
        };
        let g = terms.simplify(g);
        if mentions(terms, g, x) {
            return outside("a bound real occurs under a function or in a product");
        }
        Ok(g)
    })
}

/// What a comparison says far below, or just above a value.
fn truth(terms: &mut Terms, c: &Comparison, point: &Point) -> Term {
    match (point, &c.op) {
        (_, Op::Eq) => terms.fals(),
        (Point::Above(t), _) if c.below => terms.lt(*t, c.value),
        (Point::Above(t), _) => terms.le(c.value, *t),
        _ => terms.boolean(c.below),
    }
}

/// x on one side; `None` if it drops out.
fn comparison(terms: &mut Terms, x: Term, atom: Term) -> Result<Option<Comparison>, Kept> {
    let (a, b) = (terms.args(atom)[0], terms.args(atom)[1]);
    let form = terms.linear_form(&[(a, Rat::ONE), (b, Rat::MINUS_ONE)]);
    let Some(k) = form.monomials.iter().find(|(t, _)| *t == x).map(|(_, k)| k.clone()) else {
        return if form.monomials.iter().any(|(t, _)| mentions(terms, *t, x)) {
            outside("a bound real occurs under a function or in a product")
        } else {
            // x − x: substituting anything is right, and simplifying has removed such atoms already.
            Ok(None)
        };
    };
    let by = -&k.recip();
    let mut parts = Vec::with_capacity(form.monomials.len());
    for (t, c) in &form.monomials {
        if *t == x {
            continue;
        }
        if mentions(terms, *t, x) {
            return outside("a bound real occurs under a function or in a product");
        }
        let t = if terms.sort_of(*t) == Sort::INT { terms.to_real(*t) } else { *t };
        let factor = terms.real(c * &by);
        parts.push(terms.mul(factor, t));
    }
    parts.push(terms.real(&form.offset() * &by));
    let value = terms.add(&parts);
    let op = terms.op(atom).clone();
    Ok(Some(Comparison { atom, op, below: k.is_positive(), value }))
}
