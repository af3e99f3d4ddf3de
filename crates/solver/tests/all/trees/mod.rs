//! Quantifiers over trees that are eliminated, against trying values.

mod world;

use base::Budget;
use formula::{Model, Term, Value, evaluate};
use solver::{Solver, Verdict, eliminate};
use world::World;

fn assignment(w: &mut World) -> Model {
    let mut m = Model::default();
    for v in w.free.clone() {
        let depth = w.r.below(3);
        let value = w.small(w.t.sort_of(v), depth);
        m.set(&w.t, v, value);
    }
    m
}

fn shown(w: &World, m: &Model) -> String {
    let list: Vec<String> =
        m.assigned(&w.t).map(|(v, x)| format!("{} = {}", w.t.show(v), w.t.show_value(x))).collect();
    list.join(", ")
}

fn limit() -> Budget {
    Budget::unlimited().with_steps(100_000)
}

/// One quantifier over random formulas; how many comparisons, truths and formulas left alone.
fn one_quantifier(make: fn(u64, usize) -> World, seeds: u64) -> (usize, usize, usize) {
    let (mut compared, mut truths, mut left) = (0, 0, 0);
    for seed in 0..seeds {
        let mut w = make(seed, 1);
        let depth = 1 + w.r.below(2);
        let body = w.formula(depth);
        let all = w.r.one_in(2);
        let y = w.bound[0];
        let f = w.quantify(y, all, body);
        if !w.is_quantifier(f) {
            continue;
        }
        let Ok(g) = eliminate(&mut w.t, f, &limit()) else {
            left += 1;
            continue;
        };
        assert!(!w.t.is_quantified(g) && !w.t.free_vars(&[g]).contains(&y), "seed {seed}: {}", w.t.show(g));
        // The form for people says the same.
        let read = w.t.readable(g);
        let back = eliminate(&mut w.t, read, &limit()).expect("it was eliminated before");
        for _ in 0..8 {
            let m = assignment(&mut w);
            let tried = w.one_holds(y, all, body, &m);
            let now = evaluate(&w.t, &m, g) == Ok(Value::Bool(true));
            assert_eq!(now, tried, "seed {seed}, {}: {} became {}", shown(&w, &m), w.t.show(f), w.t.show(g));
            let again = evaluate(&w.t, &m, back) == Ok(Value::Bool(true));
            assert_eq!(
                again,
                now,
                "seed {seed}, {}: {} reads {}",
                shown(&w, &m),
                w.t.show(g),
                w.t.show(read)
            );
            compared += 1;
            truths += usize::from(now);
        }
    }
    (compared, truths, left)
}

#[test]
fn one_quantifier_over_untyped_trees_says_the_same_as_trying_values() {
    let (compared, truths, left) = one_quantifier(World::untyped, 3_000);
    println!("{compared} compared, {truths} true, {left} left alone");
    assert!(compared > 12_000 && 4 * truths > compared && 4 * truths < 3 * compared);
}

#[test]
fn one_quantifier_over_data_says_the_same_as_trying_values() {
    let (compared, truths, left) = one_quantifier(World::typed, 3_000);
    println!("{compared} compared, {truths} true, {left} left alone");
    assert!(compared > 12_000 && 4 * truths > compared && 4 * truths < 3 * compared);
}

/// Does `Q y0 Q y1: body` hold? A witness (or counterexample) among small values settles it one way; the other
/// way the solver has to name one, which is then checked.
fn two_hold(w: &mut World, inner: Term, body: Term, all: [bool; 2], m: &Model, claimed: bool) -> bool {
    let (outer, last) = (w.bound[0], w.bound[1]);
    let mut with = m.clone();
    for v in w.universe(outer, &[last], body, m).into_iter().take(400) {
        with.set(&w.t, outer, v);
        if w.one_holds(last, all[1], body, &with) != all[0] {
            return !all[0];
        }
    }
    if claimed == all[0] {
        return all[0];
    }
    // It is claimed that there is one.
    let mut s = Solver::new();
    for v in w.free.clone() {
        let value = m.get(&w.t, v).expect("all are assigned").clone();
        let value = w.constant(w.t.sort_of(v), &value);
        let same = w.t.eq(v, value);
        s.assert(same);
    }
    let inner = if all[0] { w.t.not(inner) } else { inner };
    s.assert(inner);
    match s.check(&w.t, &limit()) {
        Verdict::Sat(found) => {
            with.set(
                &w.t,
                outer,
                found.get(&w.t, outer).cloned().unwrap_or(w.t.default_value(w.t.sort_of(outer))),
            );
            w.one_holds(last, all[1], body, &with)
        }
        _ => all[0],
    }
}

fn two_quantifiers(make: fn(u64, usize) -> World, seeds: u64) -> (usize, usize, usize) {
    let (mut compared, mut truths, mut left) = (0, 0, 0);
    for seed in 0..seeds {
        let mut w = make(seed, 2);
        let body = w.formula(2);
        let all = [w.r.one_in(2), w.r.one_in(2)];
        let inner = w.quantify(w.bound[1], all[1], body);
        let f = w.quantify(w.bound[0], all[0], inner);
        if !w.is_quantifier(f) || !w.is_quantifier(inner) {
            continue;
        }
        let Ok(g) = eliminate(&mut w.t, f, &limit()) else {
            left += 1;
            continue;
        };
        for _ in 0..2 {
            let m = assignment(&mut w);
            let now = evaluate(&w.t, &m, g) == Ok(Value::Bool(true));
            let tried = two_hold(&mut w, inner, body, all, &m, now);
            assert_eq!(now, tried, "seed {seed}, {}: {} became {}", shown(&w, &m), w.t.show(f), w.t.show(g));
            compared += 1;
            truths += usize::from(now);
        }
    }
    (compared, truths, left)
}

#[test]
fn two_quantifiers_over_untyped_trees_say_the_same_as_trying_values() {
    let (compared, truths, left) = two_quantifiers(World::untyped, 500);
    println!("{compared} compared, {truths} true, {left} left alone");
    assert!(compared > 400);
}

#[test]
fn two_quantifiers_over_data_say_the_same_as_trying_values() {
    let (compared, truths, left) = two_quantifiers(World::typed, 500);
    println!("{compared} compared, {truths} true, {left} left alone");
    assert!(compared > 400);
}

#[test]
fn agrees_with_z3_about_quantified_data() {
    if testkit::require::program("z3", "150 problems with quantified data judged by z3").is_none() {
        return;
    }
    match testkit::against::compare(testkit::problems::Kind::QuantifiedData, 21_000_000, 150, 100_000) {
        Ok(t) => {
            println!("{t}");
            assert!(8 * t.unsat >= t.sat + t.unsat, "{t}");
            assert!(10 * t.unknown <= t.sat + t.unsat, "too many unknown: {t}");
        }
        Err(d) => panic!("{}\n{}", d.what, d.script),
    }
}
