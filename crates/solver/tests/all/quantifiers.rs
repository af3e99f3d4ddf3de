//! Quantifiers over integers that are eliminated, against trying values.

use base::{Budget, Random, Rat};
use formula::{Model, Sort, Term, Terms, Value, evaluate};
use solver::{Kept, eliminate};

struct World {
    t: Terms,
    /// Free variables.
    free: Vec<Term>,
    /// Bound variables, outermost first.
    bound: Vec<Term>,
}

fn number(r: &mut Random, most: i64) -> i64 {
    r.below((2 * most + 1) as usize) as i64 - most
}

fn sum(w: &mut World, r: &mut Random, depth: usize) -> Term {
    let mut parts = Vec::new();
    for v in w.bound.clone().into_iter().chain(w.free.clone()) {
        let k = number(r, 3);
        if k != 0 && r.below(3) > 0 {
            let k = w.t.int(k);
            parts.push(w.t.mul(k, v));
        }
    }
    parts.push(w.t.int(number(r, 6)));
    let s = w.t.add(&parts);
    match r.below(10) {
        0 if depth > 0 => {
            let k = w.t.int([2, 3, -2][r.below(3)]);
            w.t.modulo(s, k)
        }
        1 if depth > 0 => {
            let k = w.t.int([2, 3][r.below(2)]);
            w.t.div(s, k)
        }
        2 if depth > 0 => w.t.abs(s),
        _ => s,
    }
}

fn formula(w: &mut World, r: &mut Random, depth: usize) -> Term {
    if depth == 0 || r.below(4) == 0 {
        let (a, b) = (sum(w, r, 1), sum(w, r, 0));
        return match r.below(6) {
            0 => w.t.eq(a, b),
            1 => w.t.ne(a, b),
            2 => {
                let k = w.t.int(2 + r.below(2) as i64);
                let left = w.t.modulo(a, k);
                let rest = w.t.int(r.below(2) as i64);
                w.t.eq(left, rest)
            }
            3 => w.t.lt(a, b),
            _ => w.t.le(a, b),
        };
    }
    let (a, b) = (formula(w, r, depth - 1), formula(w, r, depth - 1));
    match r.below(5) {
        0 | 1 => w.t.and(&[a, b]),
        2 | 3 => w.t.or(&[a, b]),
        _ => w.t.not(a),
    }
}

fn world(free: usize, bound: usize) -> World {
    let mut t = Terms::new();
    let free = (0..free).map(|i| t.var(&format!("y{i}"), Sort::INT)).collect();
    let bound = (0..bound).map(|i| t.var(&format!("x{i}"), Sort::INT)).collect();
    World { t, free, bound }
}

/// Does the body hold under these quantifiers (true for ∀) when the bound variables run over a range?
fn holds(w: &World, body: Term, all: &[bool], m: &mut Model, at: usize, range: i64) -> bool {
    if at == all.len() {
        return evaluate(&w.t, m, body) == Ok(Value::Bool(true));
    }
    let mut values = (-range..=range).map(|i| {
        let mut m = m.clone();
        m.set(&w.t, w.bound[at], Value::int(i));
        holds(w, body, all, &mut m, at + 1, range)
    });
    if all[at] { values.all(|v| v) } else { values.any(|v| v) }
}

#[test]
fn one_quantifier_says_the_same_as_trying_values() {
    let (mut compared, mut left, mut truths) = (0, 0, 0);
    for seed in 0..3_000 {
        let mut r = Random::new(seed);
        let mut w = world(2, 1);
        let body = formula(&mut w, &mut r, 2);
        let all = r.below(2) == 0;
        let x = w.bound[0];
        let f = if all { w.t.forall(&[x], body) } else { w.t.exists(&[x], body) };
        let g = match eliminate(&mut w.t, f, &Budget::unlimited().with_steps(200_000)) {
            Ok(g) => g,
            Err(_) => {
                left += 1;
                continue;
            }
        };
        assert!(!w.t.is_quantified(g) && !w.t.free_vars(&[g]).contains(&x));
        for y in -3..=3 {
            for z in [-4, -1, 0, 2, 5] {
                let mut m = Model::default();
                m.set(&w.t, w.free[0], Value::int(y));
                m.set(&w.t, w.free[1], Value::int(z));
                let by_values = holds(&w, body, &[all], &mut m, 0, 60);
                let now = evaluate(&w.t, &m, g) == Ok(Value::Bool(true));
                assert_eq!(
                    now,
                    by_values,
                    "seed {seed}, y {y}, z {z}: {} became {}",
                    w.t.show(f),
                    w.t.show(g)
                );
                compared += 1;
                truths += usize::from(now);
            }
        }
    }
    println!("{compared} compared, {truths} true, {left} left alone");
    assert!(left < 60 && compared > 90_000 && truths > 20_000);
}

#[test]
fn two_alternations_say_the_same_as_trying_values() {
    let (mut compared, mut left) = (0, 0);
    for seed in 0..400 {
        let mut r = Random::new(seed);
        let mut w = world(1, 2);
        let body = formula(&mut w, &mut r, 1);
        let all = [r.below(2) == 0, r.below(2) == 0];
        let (outer, inner) = (w.bound[0], w.bound[1]);
        let f = if all[1] { w.t.forall(&[inner], body) } else { w.t.exists(&[inner], body) };
        let f = if all[0] { w.t.forall(&[outer], f) } else { w.t.exists(&[outer], f) };
        let g = match eliminate(&mut w.t, f, &Budget::unlimited().with_steps(200_000)) {
            Ok(g) => g,
            Err(_) => {
                left += 1;
                continue;
            }
        };
        for y in -3..=3 {
            let mut m = Model::default();
            m.set(&w.t, w.free[0], Value::int(y));
            // The inner one needs more room than the outer one.
            let near = holds(&w, body, &all, &mut m, 0, 40);
            let far = holds(&w, body, &all, &mut m, 0, 47);
            let now = evaluate(&w.t, &m, g) == Ok(Value::Bool(true));
            if near == far && all[0] == all[1] {
                assert_eq!(now, near, "seed {seed}, y {y}: {} became {}", w.t.show(f), w.t.show(g));
                compared += 1;
            }
        }
    }
    println!("{compared} compared, {left} left alone");
    assert!(compared > 800);
}

/// A linear formula over reals.
fn real_formula(t: &mut Terms, r: &mut Random, vars: &[Term], depth: usize) -> Term {
    if depth > 0 && !r.one_in(4) {
        let (a, b) = (real_formula(t, r, vars, depth - 1), real_formula(t, r, vars, depth - 1));
        return match r.below(6) {
            0 | 1 => t.and(&[a, b]),
            2 | 3 => t.or(&[a, b]),
            4 => t.eq(a, b),
            _ => t.not(a),
        };
    }
    let mut side = |t: &mut Terms| {
        let mut parts = vec![t.real(Rat::new(number(r, 5).into(), (1 + r.below(2) as i64).into()))];
        for v in vars {
            let k = t.real(Rat::new(number(r, 3).into(), (1 + r.below(2) as i64).into()));
            parts.push(t.mul(k, *v));
        }
        let sum = t.add(&parts);
        if r.one_in(8) { t.abs(sum) } else { sum }
    };
    let (a, b) = (side(t), side(t));
    match r.below(5) {
        0 => t.eq(a, b),
        1 | 2 => t.lt(a, b),
        3 => t.le(a, b),
        _ => t.ne(a, b),
    }
}

#[test]
fn one_quantifier_over_reals_says_the_same_as_trying_points() {
    let (mut compared, mut truths) = (0, 0);
    for seed in 0..1_500 {
        let mut r = Random::new(seed);
        let mut t = Terms::new();
        let vars = ["x", "y", "z"].map(|n| t.var(n, Sort::REAL));
        let x = vars[0];
        let body = real_formula(&mut t, &mut r, &vars, 2);
        let all = r.below(2) == 0;
        let f = if all { t.forall(&[x], body) } else { t.exists(&[x], body) };
        let g = eliminate(&mut t, f, &Budget::unlimited()).expect("it is linear");
        assert!(!t.is_quantified(g) && !t.free_vars(&[g]).contains(&x));
        for _ in 0..8 {
            let mut m = Model::default();
            for v in &vars[1..] {
                m.set(
                    &t,
                    *v,
                    Value::Real(Rat::new(number(&mut r, 4).into(), (1 + r.below(2) as i64).into())),
                );
            }
            // Where two sides are equal, in between, and beyond. Absolute values change at zero.
            let mut points = vec![Rat::ZERO];
            let at = |x_is: i64, u: Term, m: &mut Model| {
                m.set(&t, x, Value::Real(Rat::from(x_is)));
                evaluate(&t, m, u).ok().and_then(|v| v.as_rat())
            };
            t.visit(&[body], |u| {
                if t.args(u).len() == 2 && t.sort_of(t.args(u)[0]) == Sort::REAL && t.sort_of(u) == Sort::BOOL
                {
                    let mut signs = vec![];
                    for side in t.args(u) {
                        signs.push(match t.op(*side) {
                            formula::Op::Ite => t.args(*side)[1..].to_vec(),
                            _ => vec![*side],
                        });
                    }
                    for a in &signs[0] {
                        for b in &signs[1] {
                            let mut gap = |i| Some(&at(i, *a, &mut m)? - &at(i, *b, &mut m)?);
                            if let (Some(zero), Some(one)) = (gap(0), gap(1))
                                && zero != one
                            {
                                points.push(zero.div(&(&zero - &one)));
                            }
                        }
                    }
                }
            });
            points.sort();
            points.dedup();
            let mut tried: Vec<Rat> = points.clone();
            tried.extend(points.windows(2).map(|w| (&w[0] + &w[1]).div(&Rat::from(2))));
            tried.push(&points[0] - &Rat::ONE);
            tried.push(&points[points.len() - 1] + &Rat::ONE);
            let mut values = tried.into_iter().map(|p| {
                m.set(&t, x, Value::Real(p));
                evaluate(&t, &m, body) == Ok(Value::Bool(true))
            });
            let by_points = if all { values.all(|b| b) } else { values.any(|b| b) };
            let now = evaluate(&t, &m, g) == Ok(Value::Bool(true));
            assert_eq!(now, by_points, "seed {seed}: {} became {}", t.show(f), t.show(g));
            compared += 1;
            truths += usize::from(now);
        }
    }
    println!("{compared} compared, {truths} true");
    assert!(compared > 10_000 && 5 * truths > compared && 5 * truths < 4 * compared);
}

#[test]
fn agrees_with_z3_about_quantified_reals() {
    if testkit::require::program("z3", "150 problems with quantified reals judged by z3").is_none() {
        return;
    }
    match testkit::against::compare(testkit::problems::Kind::QuantifiedReals, 31_000_000, 150, 100_000) {
        Ok(t) => {
            println!("{t}");
            assert!(8 * t.unsat >= t.sat + t.unsat, "{t}");
            assert!(10 * t.unknown <= t.sat + t.unsat, "too many unknown: {t}");
        }
        Err(d) => panic!("{}\n{}", d.what, d.script),
    }
}

#[test]
fn agrees_with_z3_under_quantifiers() {
    if testkit::require::program("z3", "120 problems with quantifiers judged by z3").is_none() {
        return;
    }
    match testkit::against::compare(testkit::problems::Kind::Presburger, 11_000_000, 120, 100_000) {
        Ok(t) => {
            println!("{t}");
            assert!(4 * t.unsat >= t.sat + t.unsat, "{t}");
            assert!(33 * t.unknown <= t.sat + t.unsat, "too many unknown: {t}");
        }
        Err(d) => panic!("{}\n{}", d.what, d.script),
    }
}

#[test]
fn results_read_well() {
    let mut t = Terms::new();
    let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
    let (eight, ten) = (t.int(8), t.int(10));
    let inside = [t.le(eight, y), t.le(y, ten), t.eq(x, y)];
    let inside = t.and(&inside);
    let some = t.exists(&[y], inside);
    let f = t.not(some);
    let g = eliminate(&mut t, f, &Budget::unlimited()).expect("it is linear");
    let shown = t.show(g);
    assert!(["x < 8 ∨ x > 10", "x ≤ 7 ∨ x ≥ 11"].contains(&shown.as_str()), "{shown}");
    // What is not linear is said.
    let square = t.mul(y, y);
    let body = t.eq(square, x);
    let f = t.exists(&[y], body);
    assert!(matches!(eliminate(&mut t, f, &Budget::unlimited()), Err(Kept::Outside(_))));
}
