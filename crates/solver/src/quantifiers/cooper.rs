//! Cooper's method: ∃x over the integers.
//!
//! With all coefficients of x made equal and x scaled accordingly, truth beyond all bounds repeats with the
//! period of the divisibilities, and any other solution lies within one period above a lower bound (or
//! below an upper one, whichever are fewer). So finitely many values are enough, all of them terms over the
//! other variables. (D. C. Cooper, *Theorem proving in arithmetic without multiplication*, 1972.)
//!
//! Before that, ∃ goes into disjunctions, parts that do not mention x go out, and an equality is solved.

use super::linear::{Form, Line, read, write};
use super::{Kept, LARGEST, outside};
use base::{Budget, Int};
use formula::{Op, Sort, Term, Terms};

/// ∃x: f, for a formula without quantifiers.
pub fn exists(terms: &mut Terms, x: Term, f: Term, budget: &Budget) -> Result<Term, Kept> {
    let (f, more) = without_divisions(terms, x, f, budget)?;
    if !more.is_empty() {
        // Quotients are numbers that the rest determines: they go first.
        let mut f = f;
        for q in more {
            f = exists(terms, q, f, budget)?;
        }
        return exists(terms, x, f, budget);
    }
    let form = read(terms, x, f, true, budget)?;
    let mut size = 0;
    let done = one(form, budget, &mut size)?;
    let result = write(terms, &done);
    Ok(terms.simplify(result))
}

/// Replaces quotients, remainders and choices that mention x. The quotients that are new are given back.
fn without_divisions(
    terms: &mut Terms,
    x: Term,
    f: Term,
    budget: &Budget,
) -> Result<(Term, Vec<Term>), Kept> {
    let mut f = f;
    let mut new = Vec::new();
    loop {
        budget.step()?;
        if terms.size(f) as usize > LARGEST {
            return outside("eliminating a quantifier makes the formula too large");
        }
        let mut choice = None;
        let mut division: Option<(Term, Int)> = None;
        terms.visit(&[f], |t| {
            let mentions = || terms.free_vars(&[t]).contains(&x);
            match terms.op(t) {
                Op::Ite if choice.is_none() && terms.sort_of(t) == Sort::INT && mentions() => {
                    choice = Some(t)
                }
                Op::Div | Op::Mod if division.is_none() && mentions() && !plain_remainder(terms, f, t) => {
                    let by = terms.as_number(terms.args(t)[1]).map(|k| k.floor());
                    division = by.filter(|k| !k.is_zero()).map(|k| (t, k));
                }
                _ => {}
            }
        });
        if let Some(t) = choice {
            let args = terms.args(t).to_vec();
            let (a, b) = (terms.substitute(f, &[(t, args[1])]), terms.substitute(f, &[(t, args[2])]));
            let (yes, no) = (args[0], terms.not(args[0]));
            let (a, b) = (terms.and(&[yes, a]), terms.and(&[no, b]));
            f = terms.or(&[a, b]);
            continue;
        }
        let Some((t, k)) = division else { return Ok((f, new)) };
        // dividend = k·q + r with 0 ≤ r < |k|
        let dividend = terms.args(t)[0];
        let q = terms.fresh_var("q", Sort::INT);
        let by = terms.int(k.clone());
        let product = terms.mul(by, q);
        let rest = terms.sub(dividend, product);
        let divisor = terms.args(t)[1];
        let (quotient, remainder) = (terms.div(dividend, divisor), terms.modulo(dividend, divisor));
        let replaced = terms.substitute(f, &[(quotient, q), (remainder, rest)]);
        let (zero, most) = (terms.int(0), terms.int(k.abs()));
        let bounds = [terms.le(zero, rest), terms.lt(rest, most), replaced];
        f = terms.and(&bounds);
        new.push(q);
    }
}

/// Whether it is a remainder that is compared with numbers only. Then it is read as a divisibility.
fn plain_remainder(terms: &Terms, f: Term, t: Term) -> bool {
    if *terms.op(t) != Op::Mod {
        return false;
    }
    let mut plain = true;
    terms.visit(&[f], |u| {
        let args = terms.args(u);
        if args.contains(&t) {
            let number = args.iter().any(|a| terms.as_number(*a).is_some());
            plain &= *terms.op(u) == Op::Eq && number;
        }
    });
    plain
}

/// ∃x of a form; the result does not mention x.
fn one(form: Form, budget: &Budget, size: &mut usize) -> Result<Form, Kept> {
    match form {
        Form::Or(list) => {
            let mut out = Vec::with_capacity(list.len());
            for f in list {
                out.push(one(f, budget, size)?);
            }
            Ok(Form::Or(out))
        }
        Form::And(list) => {
            let mut flat = Vec::new();
            flatten(list, &mut flat);
            let (out, inner): (Vec<Form>, Vec<Form>) = flat.into_iter().partition(|f| !mentions(f));
            if inner.is_empty() {
                return Ok(Form::And(out));
            }
            let mut parts = out;
            parts.push(conjunction(inner, budget, size)?);
            Ok(Form::And(parts))
        }
        f if !mentions(&f) => Ok(f),
        f => conjunction(vec![f], budget, size),
    }
}

fn flatten(list: Vec<Form>, out: &mut Vec<Form>) {
    for f in list {
        match f {
            Form::And(inner) => flatten(inner, out),
            f => out.push(f),
        }
    }
}

fn mentions(f: &Form) -> bool {
    match f {
        Form::And(l) | Form::Or(l) => l.iter().any(mentions),
        Form::Less(l) | Form::Zero(l) | Form::Divides(_, _, l) => !l.coef.is_zero(),
        Form::Free(_) => false,
    }
}

fn conjunction(list: Vec<Form>, budget: &Budget, size: &mut usize) -> Result<Form, Kept> {
    // c·x + r = 0: put in −r/c, if c divides r.
    let solved = list.iter().position(|f| matches!(f, Form::Zero(l) if !l.coef.is_zero()));
    if let Some(i) = solved
        && let Form::Zero(l) = list[i].clone()
    {
        let c = l.coef.abs();
        let value = if l.coef.is_negative() { l.without() } else { l.without().times(&Int::from(-1)) };
        let mut out = vec![Form::Divides(true, c.clone(), value.clone())];
        for (j, f) in list.iter().enumerate() {
            if j != i {
                out.push(scaled_put(f, &c, &value));
            }
        }
        return count(Form::And(out), budget, size);
    }
    let whole = Form::And(list);
    let mut lcm = Int::ONE;
    coefficients(&whole, &mut lcm);
    let whole = Form::And(vec![scale(&whole, &lcm), Form::Divides(true, lcm.clone(), unit())]);
    let mut period = Int::ONE;
    let (mut low, mut high) = (Vec::new(), Vec::new());
    survey(&whole, &mut period, &mut low, &mut high);
    low.sort();
    low.dedup();
    high.sort();
    high.dedup();
    let below = low.len() <= high.len();
    let bounds = if below { low } else { high };
    let Some(steps) = period.to_i64().filter(|p| *p <= LARGEST as i64) else {
        return outside("the numbers that must be tried to eliminate a quantifier are too many");
    };
    let mut out = Vec::new();
    for j in 1..=steps {
        let step = Int::from(if below { j } else { -j });
        let far = beyond(&whole, below, &Line::constant(step.clone()));
        out.push(count(far, budget, size)?);
        for b in &bounds {
            let near = put(&whole, &b.plus(&Line::constant(step.clone())));
            out.push(count(near, budget, size)?);
        }
    }
    Ok(Form::Or(out))
}

/// x itself.
fn unit() -> Line {
    Line { coef: Int::ONE, ..Line::constant(Int::ZERO) }
}

/// Counts what has been made, and folds what has become constant.
fn count(f: Form, budget: &Budget, size: &mut usize) -> Result<Form, Kept> {
    let f = fold(f);
    let mut parts = 0;
    measure(&f, &mut parts);
    *size += parts;
    budget.step()?;
    if *size > LARGEST {
        return outside("eliminating a quantifier makes the formula too large");
    }
    Ok(f)
}

fn measure(f: &Form, parts: &mut usize) {
    *parts += 1;
    if let Form::And(l) | Form::Or(l) = f {
        l.iter().for_each(|f| measure(f, parts));
    }
}

/// Folds comparisons of constants.
fn fold(f: Form) -> Form {
    let truth = |b: bool| if b { Form::And(Vec::new()) } else { Form::Or(Vec::new()) };
    let constant = |l: &Line| l.coef.is_zero() && l.rest.is_empty();
    match f {
        Form::And(l) => {
            let l: Vec<Form> = l.into_iter().map(fold).filter(|f| *f != Form::And(Vec::new())).collect();
            if l.contains(&Form::Or(Vec::new())) { truth(false) } else { Form::And(l) }
        }
        Form::Or(l) => {
            let l: Vec<Form> = l.into_iter().map(fold).filter(|f| *f != Form::Or(Vec::new())).collect();
            if l.contains(&Form::And(Vec::new())) { truth(true) } else { Form::Or(l) }
        }
        Form::Less(l) if constant(&l) => truth(l.constant.is_negative()),
        Form::Zero(l) if constant(&l) => truth(l.constant.is_zero()),
        Form::Divides(yes, d, l) if constant(&l) => {
            truth(l.constant.div_mod_euclid(&d).is_some_and(|(_, r)| r.is_zero()) == yes)
        }
        Form::Divides(yes, d, _) if d == Int::ONE => truth(yes),
        f => f,
    }
}

/// |c| times a form, with c·x replaced by a value.
fn scaled_put(f: &Form, c: &Int, value: &Line) -> Form {
    let line = |l: &Line| l.without().times(c).plus(&value.times(&l.coef));
    match f {
        Form::And(l) => Form::And(l.iter().map(|f| scaled_put(f, c, value)).collect()),
        Form::Or(l) => Form::Or(l.iter().map(|f| scaled_put(f, c, value)).collect()),
        Form::Less(l) if !l.coef.is_zero() => Form::Less(line(l)),
        Form::Zero(l) if !l.coef.is_zero() => Form::Zero(line(l)),
        Form::Divides(yes, d, l) if !l.coef.is_zero() => Form::Divides(*yes, d * c, line(l)),
        f => f.clone(),
    }
}

fn coefficients(f: &Form, lcm: &mut Int) {
    match f {
        Form::And(l) | Form::Or(l) => l.iter().for_each(|f| coefficients(f, lcm)),
        Form::Less(l) | Form::Zero(l) | Form::Divides(_, _, l) if !l.coef.is_zero() => {
            *lcm = least_common(lcm, &l.coef.abs());
        }
        _ => {}
    }
}

fn least_common(a: &Int, b: &Int) -> Int {
    let (mut x, mut y) = (a.clone(), b.clone());
    while let Some((_, r)) = x.div_mod_euclid(&y) {
        x = y;
        y = r;
    }
    // x is the greatest common divisor now.
    a.div_mod_euclid(&x).map_or_else(|| a.clone(), |(q, _)| &q * b)
}

/// All coefficients of x become 1 or −1, where x stands for `lcm` times the old one.
fn scale(f: &Form, lcm: &Int) -> Form {
    let line = |l: &Line| {
        let k = lcm.div_mod_euclid(&l.coef.abs()).map_or(Int::ONE, |(q, _)| q);
        let coef = if l.coef.is_negative() { Int::from(-1) } else { Int::ONE };
        (Line { coef, ..l.without().times(&k) }, k)
    };
    match f {
        Form::And(l) => Form::And(l.iter().map(|f| scale(f, lcm)).collect()),
        Form::Or(l) => Form::Or(l.iter().map(|f| scale(f, lcm)).collect()),
        Form::Less(l) if !l.coef.is_zero() => Form::Less(line(l).0),
        Form::Zero(l) if !l.coef.is_zero() => Form::Zero(line(l).0),
        Form::Divides(yes, d, l) if !l.coef.is_zero() => {
            let (l, k) = line(l);
            Form::Divides(*yes, d * &k, l)
        }
        f => f.clone(),
    }
}

/// The period of the divisibilities, and the values just below a lower bound and just above an upper one.
fn survey(f: &Form, period: &mut Int, low: &mut Vec<Line>, high: &mut Vec<Line>) {
    let minus = Int::from(-1);
    match f {
        Form::And(l) | Form::Or(l) => l.iter().for_each(|f| survey(f, period, low, high)),
        // r < x
        Form::Less(l) if l.coef == minus => low.push(l.without()),
        // x < −r
        Form::Less(l) if l.coef == Int::ONE => high.push(l.without().times(&minus)),
        // x = v, which is just above v − 1 and just below v + 1.
        Form::Zero(l) if !l.coef.is_zero() => {
            let v = if l.coef.is_negative() { l.without() } else { l.without().times(&minus) };
            low.push(v.plus(&Line::constant(minus)));
            high.push(v.plus(&Line::constant(Int::ONE)));
        }
        Form::Divides(_, d, l) if !l.coef.is_zero() => *period = least_common(period, d),
        _ => {}
    }
}

fn put(f: &Form, value: &Line) -> Form {
    match f {
        Form::And(l) => Form::And(l.iter().map(|f| put(f, value)).collect()),
        Form::Or(l) => Form::Or(l.iter().map(|f| put(f, value)).collect()),
        Form::Less(l) => Form::Less(l.put(value)),
        Form::Zero(l) => Form::Zero(l.put(value)),
        Form::Divides(yes, d, l) => Form::Divides(*yes, d.clone(), l.put(value)),
        Form::Free(t) => Form::Free(*t),
    }
}

/// The form for x below all bounds (or above all), where only the divisibilities still see it.
fn beyond(f: &Form, below: bool, value: &Line) -> Form {
    match f {
        Form::And(l) => Form::And(l.iter().map(|f| beyond(f, below, value)).collect()),
        Form::Or(l) => Form::Or(l.iter().map(|f| beyond(f, below, value)).collect()),
        Form::Less(l) if !l.coef.is_zero() => {
            let holds = l.coef.is_negative() != below;
            if holds { Form::And(Vec::new()) } else { Form::Or(Vec::new()) }
        }
        Form::Zero(l) if !l.coef.is_zero() => Form::Or(Vec::new()),
        f => put(f, value),
    }
}
