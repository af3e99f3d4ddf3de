//! A formula as one integer variable sees it: junctions of linear comparisons, divisibilities, and parts that do not
//! mention it.

use super::{Kept, outside};
use base::{Budget, Int};
use formula::{Op, Sort, Term, Terms};
use std::collections::BTreeMap;

/// `coef · x + Σ kᵢ·tᵢ + constant`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The coefficient of the variable.
    pub coef: Int,
    /// Other terms with their coefficients, none zero.
    pub rest: BTreeMap<Term, Int>,
    /// The constant.
    pub constant: Int,
}

impl Line {
    /// The constant alone.
    pub fn constant(constant: Int) -> Line {
        Line { coef: Int::ZERO, rest: BTreeMap::new(), constant }
    }

    /// `k` times this.
    pub fn times(&self, k: &Int) -> Line {
        let rest =
            if k.is_zero() { BTreeMap::new() } else { self.rest.iter().map(|(t, c)| (*t, c * k)).collect() };
        Line { coef: &self.coef * k, rest, constant: &self.constant * k }
    }

    /// The sum of two.
    pub fn plus(&self, other: &Line) -> Line {
        let mut rest = self.rest.clone();
        for (t, k) in &other.rest {
            let sum = rest.entry(*t).or_insert(Int::ZERO);
            *sum += k;
            if sum.is_zero() {
                rest.remove(t);
            }
        }
        Line { coef: &self.coef + &other.coef, rest, constant: &self.constant + &other.constant }
    }

    /// With the variable replaced.
    pub fn put(&self, value: &Line) -> Line {
        Line { coef: Int::ZERO, ..self.clone() }.plus(&value.times(&self.coef))
    }

    /// Without the part of the variable.
    pub fn without(&self) -> Line {
        Line { coef: Int::ZERO, ..self.clone() }
    }
}

/// A formula without negations.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// All of these.
    And(Vec<Form>),
    /// One of these.
    Or(Vec<Form>),
    /// Less than zero.
    Less(Line),
    /// Zero.
    Zero(Line),
    /// The number divides it; or does not.
    Divides(bool, Int, Line),
    /// Does not mention the variable.
    Free(Term),
}

/// How often a variable occurs in a formula, roughly.
pub fn occurrences(terms: &Terms, f: Term, x: Term) -> usize {
    let mut count = 0;
    terms.visit(&[f], |t| count += usize::from(terms.args(t).contains(&x)));
    count
}

/// Reads a formula without quantifiers. Divisions and choices that mention the variable must be gone.
pub fn read(terms: &mut Terms, x: Term, f: Term, positive: bool, budget: &Budget) -> Result<Form, Kept> {
    budget.step()?;
    if !terms.free_vars(&[f]).contains(&x) {
        let f = if positive { f } else { terms.not(f) };
        return Ok(Form::Free(f));
    }
    let args = terms.args(f).to_vec();
    let op = terms.op(f).clone();
    let parts = |terms: &mut Terms, list: &[Term], positive: bool| -> Result<Vec<Form>, Kept> {
        list.iter().map(|a| read(terms, x, *a, positive, budget)).collect()
    };
    match op {
        Op::Not => read(terms, x, args[0], !positive, budget),
        Op::And | Op::Or => {
            let list = parts(terms, &args, positive)?;
            Ok(if (op == Op::And) == positive { Form::And(list) } else { Form::Or(list) })
        }
        Op::Ite => {
            let c = parts(terms, &args[..1], true)?;
            let n = parts(terms, &args[..1], false)?;
            let a = parts(terms, &args[1..2], positive)?;
            let b = parts(terms, &args[2..], positive)?;
            Ok(Form::Or(vec![Form::And([c, a].concat()), Form::And([n, b].concat())]))
        }
        Op::Eq if terms.sort_of(args[0]) == Sort::BOOL => {
            let yes = [parts(terms, &args, true)?, parts(terms, &args, false)?];
            let [both, none] = yes;
            if positive {
                return Ok(Form::Or(vec![Form::And(both), Form::And(none)]));
            }
            let first = vec![both[0].clone(), none[1].clone()];
            let second = vec![none[0].clone(), both[1].clone()];
            Ok(Form::Or(vec![Form::And(first), Form::And(second)]))
        }
        Op::Le | Op::Lt | Op::Eq if terms.sort_of(args[0]) == Sort::INT => {
            if op == Op::Eq
                && let Some(form) = divisibility(terms, x, &args, positive)?
            {
                return Ok(form);
            }
            let line = line_of(terms, x, &[(args[0], 1), (args[1], -1)])?;
            let minus = Int::from(-1);
            let one = Line::constant(Int::ONE);
            // a ≤ b is a − b − 1 < 0, and its opposite b − a < 0.
            Ok(match (op, positive) {
                (Op::Lt, true) => Form::Less(line),
                (Op::Lt, false) => Form::Less(line.times(&minus).plus(&one.times(&minus))),
                (Op::Le, true) => Form::Less(line.plus(&one.times(&minus))),
                (Op::Le, false) => Form::Less(line.times(&minus)),
                (_, true) => Form::Zero(line),
                (_, false) => Form::Or(vec![Form::Less(line.clone()), Form::Less(line.times(&minus))]),
            })
        }
        Op::Distinct => {
            let mut pairs = Vec::new();
            for (i, a) in args.iter().enumerate() {
                for b in &args[i + 1..] {
                    pairs.push(terms.ne(*a, *b));
                }
            }
            let all = terms.and(&pairs);
            read(terms, x, all, positive, budget)
        }
        _ => outside("a bound variable stands where only a number can be compared"),
    }
}

/// `t mod k = r` as a divisibility.
fn divisibility(terms: &Terms, x: Term, args: &[Term], positive: bool) -> Result<Option<Form>, Kept> {
    for (a, b) in [(args[0], args[1]), (args[1], args[0])] {
        let (Op::Mod, Some(r)) = (terms.op(a), terms.as_number(b)) else { continue };
        let (t, k) = (terms.args(a)[0], terms.args(a)[1]);
        let Some(k) = terms.as_number(k).map(|k| k.floor().abs()).filter(|k| !k.is_zero()) else { continue };
        let r = r.floor();
        if r.is_negative() || r >= k {
            return Ok(Some(Form::Free(terms.boolean(!positive))));
        }
        let line = line_of(terms, x, &[(t, 1)])?.plus(&Line::constant(-r));
        return Ok(Some(Form::Divides(positive, k, line)));
    }
    Ok(None)
}

fn line_of(terms: &Terms, x: Term, parts: &[(Term, i64)]) -> Result<Line, Kept> {
    let parts: Vec<(Term, base::Rat)> = parts.iter().map(|(t, k)| (*t, base::Rat::from(*k))).collect();
    let form = terms.linear_form(&parts);
    let mut line = Line::constant(form.offset().floor());
    for (t, k) in form.monomials {
        let k = k.floor();
        if t == x {
            line.coef = k;
        } else if terms.free_vars(&[t]).contains(&x) {
            return outside("a bound variable occurs under a function or in a product");
        } else {
            line.rest.insert(t, k);
        }
    }
    Ok(line)
}

/// A formula back as a term.
pub fn write(terms: &mut Terms, form: &Form) -> Term {
    match form {
        Form::And(list) => {
            let parts: Vec<Term> = list.iter().map(|f| write(terms, f)).collect();
            terms.and(&parts)
        }
        Form::Or(list) => {
            let parts: Vec<Term> = list.iter().map(|f| write(terms, f)).collect();
            terms.or(&parts)
        }
        Form::Less(l) => {
            let (low, high) = sides(terms, l);
            terms.lt(low, high)
        }
        Form::Zero(l) => {
            let (low, high) = sides(terms, l);
            terms.eq(low, high)
        }
        Form::Divides(yes, d, l) => {
            // Only what is left over matters.
            let rest = l.rest.iter().filter_map(|(t, k)| {
                let k = k.div_mod_euclid(d)?.1;
                (!k.is_zero()).then_some((*t, k))
            });
            let constant = l.constant.div_mod_euclid(d).map_or(Int::ZERO, |x| x.1);
            let l = Line { coef: Int::ZERO, rest: rest.collect(), constant };
            let sum = sum(terms, &l);
            let d = terms.int(d.clone());
            let left_over = terms.modulo(sum, d);
            let zero = terms.int(0);
            let f = terms.eq(left_over, zero);
            if *yes { f } else { terms.not(f) }
        }
        Form::Free(f) => *f,
    }
}

fn sum(terms: &mut Terms, l: &Line) -> Term {
    let mut parts = Vec::with_capacity(l.rest.len() + 1);
    for (t, k) in &l.rest {
        let k = terms.int(k.clone());
        parts.push(terms.mul(k, *t));
    }
    if !l.constant.is_zero() || parts.is_empty() {
        parts.push(terms.int(l.constant.clone()));
    }
    terms.add(&parts)
}

/// Negative terms go to the other side, as is usual.
fn sides(terms: &mut Terms, l: &Line) -> (Term, Term) {
    let split = |negative: bool| {
        let side = |k: &Int| if negative { -k.clone() } else { k.clone() };
        let rest = l.rest.iter().filter(|(_, k)| k.is_negative() == negative);
        let constant = if l.constant.is_negative() == negative { side(&l.constant) } else { Int::ZERO };
        Line { coef: Int::ZERO, rest: rest.map(|(t, k)| (*t, side(k))).collect(), constant }
    };
    let (low, high) = (split(false), split(true));
    (sum(terms, &low), sum(terms, &high))
}
