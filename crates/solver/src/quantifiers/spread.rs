//! What every elimination does first: ∃ goes into disjunctions, and parts that do not mention the variable go out.

use super::{Kept, LARGEST, mentions, opposite, outside};
use base::Budget;
use formula::{Op, Term, Terms};

/// Eliminates from a part.
type Each<'a> = &'a dyn Fn(&mut Terms, Term) -> Result<Term, Kept>;

/// ∃v: f, where `each` eliminates v from a formula that is no disjunction and mentions v in all its parts.
pub fn spread(terms: &mut Terms, v: Term, f: Term, budget: &Budget, each: Each<'_>) -> Result<Term, Kept> {
    budget.step()?;
    if terms.size(f) as usize > LARGEST {
        return outside("eliminating a quantifier makes the formula too large");
    }
    if !mentions(terms, f, v) {
        return Ok(f);
    }
    let args = terms.args(f).to_vec();
    match terms.op(f) {
        Op::Or => any(terms, args, |terms, a| spread(terms, v, a, budget, each)),
        Op::Not if matches!(terms.op(args[0]), Op::And | Op::Or) => {
            let f = opposite(terms, args[0]);
            spread(terms, v, f, budget, each)
        }
        Op::And => {
            let (inner, mut parts): (Vec<Term>, Vec<Term>) =
                args.into_iter().partition(|a| mentions(terms, *a, v));
            let inner = terms.and(&inner);
            let inner = if *terms.op(inner) == Op::And {
                each(terms, inner)?
            } else {
                spread(terms, v, inner, budget, each)?
            };
            parts.push(inner);
            Ok(terms.and(&parts))
        }
        _ => each(terms, f),
    }
}

/// One of several cases. What is not covered in one case does not matter where another one holds.
pub fn any<T>(
    terms: &mut Terms,
    cases: Vec<T>,
    mut each: impl FnMut(&mut Terms, T) -> Result<Term, Kept>,
) -> Result<Term, Kept> {
    let mut parts = Vec::with_capacity(cases.len());
    let mut kept = None;
    for case in cases {
        match each(terms, case) {
            Ok(f) if terms.as_bool(f) == Some(true) => return Ok(f),
            Ok(f) => parts.push(f),
            Err(Kept::Outside(why)) => kept = kept.or(Some(why)),
            Err(stopped) => return Err(stopped),
        }
    }
    match kept {
        Some(why) => Err(Kept::Outside(why)),
        None => Ok(terms.or(&parts)),
    }
}

/// Whether a formula may become true by an atom that holds, and by an atom that does not hold.
pub fn polarity(terms: &Terms, f: Term, atom: Term) -> (bool, bool) {
    let mut stack = vec![(f, true)];
    let mut seen = rustc_hash::FxHashSet::default();
    let (mut holds, mut fails) = (false, false);
    while let Some((t, positive)) = stack.pop() {
        if !seen.insert((t, positive)) {
            continue;
        }
        match terms.op(t) {
            _ if t == atom => {
                holds |= positive;
                fails |= !positive;
            }
            Op::And | Op::Or => stack.extend(terms.args(t).iter().map(|a| (*a, positive))),
            Op::Not => stack.push((terms.args(t)[0], !positive)),
            // Elsewhere it counts as both.
            _ => stack.extend(terms.args(t).iter().flat_map(|a| [(*a, true), (*a, false)])),
        }
    }
    (holds, fails)
}
