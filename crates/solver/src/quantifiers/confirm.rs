//! Confirming a model of formulas with quantifiers.
//!
//! What stands outside of the quantifiers is computed. What is left has no free variables and is mostly about one
//! number at a time (`i < 4`, `i + 1 = 3`). Such atoms change their truth at finitely many points, so a bound
//! number is tried from the first of these points to the last, and beyond them the atoms do not change:
//!
//! ```text
//! ∀i (¬(0 ≤ i ∧ i < 3) ∨ (i = 1 ? 7 : 5) ≥ 5)      −1, 0, 1, 2, 3 and 4 are looked at, each way out once
//! ```
//!
//! Whatever does not go this way is eliminated.

use super::closed::close;
use super::eliminate;
use base::{Budget, Int, Rat};
use formula::{Model, Op, Sort, Term, Terms, Value, evaluate};

/// Numbers that are gone through for one variable.
const WIDEST: i64 = 300;
/// Places that are looked at for one formula.
const MOST: u32 = 30_000;
/// Times that the ends of a range are moved.
const MOVES: usize = 6;

/// Whether a model satisfies a formula with quantifiers. `false` also where that cannot be decided.
pub fn confirms(terms: &mut Terms, model: &Model, f: Term, budget: &Budget) -> bool {
    judged(terms, model, f, budget) == Some(true)
}

/// Whether a model satisfies a formula with quantifiers; `None` where that cannot be decided.
pub fn judged(terms: &mut Terms, model: &Model, f: Term, budget: &Budget) -> Option<bool> {
    let closed = close(terms, model, f, &[])?;
    Confirming { terms, model, budget, left: MOST }.holds(closed)
}

/// Values at which a formula fails in a model; `Some(None)` if there are none, nothing if that cannot be told.
pub fn counterexample(
    terms: &mut Terms,
    model: &Model,
    vars: &[Term],
    body: Term,
    budget: &Budget,
) -> Option<Option<Vec<Value>>> {
    let closed = close(terms, model, body, vars)?;
    Confirming { terms, model, budget, left: MOST }.exception(true, vars, closed)
}

struct Confirming<'a> {
    terms: &'a mut Terms,
    model: &'a Model,
    budget: &'a Budget,
    left: u32,
}

impl Confirming<'_> {
    /// Whether a formula without free variables holds, if that can be told.
    fn holds(&mut self, f: Term) -> Option<bool> {
        self.budget.step().ok()?;
        if !self.terms.is_quantified(f) {
            return evaluate(self.terms, self.model, f).ok()?.as_bool();
        }
        let (op, args) = (self.terms.op(f).clone(), self.terms.args(f).to_vec());
        match op {
            Op::Not => self.holds(*args.first()?).map(|b| !b),
            Op::And | Op::Or => {
                let settles = op == Op::Or;
                let mut unknown = false;
                for a in args {
                    match self.holds(a) {
                        Some(b) if b == settles => return Some(b),
                        Some(_) => {}
                        None => unknown = true,
                    }
                }
                (!unknown).then_some(!settles)
            }
            Op::Forall(n) | Op::Exists(n) => {
                let all = matches!(op, Op::Forall(_));
                let (vars, body) = args.split_at(n as usize);
                let body = *body.first()?;
                match self.exception(all, vars, body) {
                    Some(found) => Some(found.is_none() == all),
                    None => self.eliminated(f),
                }
            }
            _ => self.eliminated(f),
        }
    }

    fn eliminated(&mut self, f: Term) -> Option<bool> {
        let plain = eliminate(self.terms, f, self.budget).ok()?;
        let plain = self.terms.simplify(plain);
        match evaluate(self.terms, self.model, plain) {
            Ok(Value::Bool(b)) => Some(b),
            _ => None,
        }
    }

    /// Values for which a body does not come out as it should for all; `Some(None)` if there are none.
    fn exception(&mut self, should: bool, vars: &[Term], body: Term) -> Option<Option<Vec<Value>>> {
        let Some((v, more)) = vars.split_first() else {
            return Some((self.holds(body)? != should).then(Vec::new));
        };
        match self.terms.sort_of(*v) {
            Sort::INT => {}
            Sort::BOOL => {
                for b in [false, true] {
                    let truth = self.terms.boolean(b);
                    let here = self.terms.substitute(body, &[(*v, truth)]);
                    if let Some(rest) = self.exception(should, more, here)? {
                        return Some(Some([vec![Value::Bool(b)], rest].concat()));
                    }
                }
                return Some(None);
            }
            _ => return None,
        }
        let (low, high) = self.points(body, *v)?;
        let (low, left) = self.way_out(body, *v, low, -1)?;
        let (high, right) = self.way_out(body, *v, high, 1)?;
        if high.checked_sub(low)? > WIDEST {
            return None;
        }
        let ends = [(low, Some(left)), (high, Some(right))];
        for (at, beyond) in ends.into_iter().chain((low..=high).map(|at| (at, None))) {
            self.left = self.left.checked_sub(1)?;
            let here = match beyond {
                Some(here) => here,
                None => {
                    let at = self.terms.int(at);
                    self.terms.substitute(body, &[(*v, at)])
                }
            };
            if let Some(rest) = self.exception(should, more, here)? {
                return Some(Some([vec![Value::int(at)], rest].concat()));
            }
        }
        Some(None)
    }

    /// The first and the last point at which an atom about this number alone may change.
    fn points(&mut self, body: Term, v: Term) -> Option<(i64, i64)> {
        let mut out: Option<(i64, i64)> = None;
        for (_, at) in self.atoms_about(body, v)? {
            let at = at.to_i64()?;
            out = Some(out.map_or((at, at), |(low, high)| (low.min(at), high.max(at))));
        }
        Some(out.unwrap_or((0, 0)))
    }

    /// What is left of a body beyond the last point in one direction, where no atom about this number alone
    /// changes any more, and where that begins. What is settled there may lead to further points.
    fn way_out(&mut self, body: Term, v: Term, mut end: i64, step: i64) -> Option<(i64, Term)> {
        for _ in 0..MOVES {
            // Two further, since an atom may change just beyond its point.
            let beyond = end.checked_add(2 * step)?;
            let at = self.terms.int(beyond);
            let mut left = body;
            let mut farther = end;
            for round in 0.. {
                // A name that is bound again below is not replaced there.
                if round > MOVES {
                    return None;
                }
                let atoms = self.atoms_about(left, v)?;
                if atoms.is_empty() {
                    break;
                }
                let mut map = Vec::with_capacity(atoms.len());
                for (atom, point) in atoms {
                    let point = point.to_i64()?;
                    farther = if step > 0 { farther.max(point) } else { farther.min(point) };
                    let there = self.terms.substitute(atom, &[(v, at)]);
                    let truth = evaluate(self.terms, self.model, there).ok()?.as_bool()?;
                    map.push((atom, self.terms.boolean(truth)));
                }
                left = self.terms.substitute(left, &map);
                left = self.terms.simplify(left);
            }
            if farther == end {
                let mentioned = self.terms.free_vars(&[left]).contains(&v);
                return (!mentioned).then_some((beyond, left));
            }
            end = farther;
        }
        None
    }

    /// The comparisons that are about this number alone, with the number where they change.
    fn atoms_about(&mut self, body: Term, v: Term) -> Option<Vec<(Term, Int)>> {
        let mut atoms = Vec::new();
        self.terms.visit(&[body], |t| {
            if matches!(self.terms.op(t), Op::Eq | Op::Le | Op::Lt) {
                atoms.push(t);
            }
        });
        let mut out = Vec::new();
        for t in atoms {
            let args = self.terms.args(t).to_vec();
            let [a, b] = args[..] else { continue };
            if self.terms.sort_of(a) != Sort::INT || self.terms.free_vars(&[t]) != [v] {
                continue;
            }
            let gap = self.terms.linear_form(&[(a, Rat::from(1)), (b, Rat::from(-1))]);
            if let [(only, times)] = &gap.monomials[..]
                && *only == v
            {
                // Where both sides meet, or just before.
                out.push((t, (&-&gap.offset() * &times.recip()).floor()));
            }
        }
        Some(out)
    }
}
