//! The interface: scopes, forks, cores, minimisation, readable models, and the cost of what nothing
//! asks for.

use base::{Budget, Int, Random};
use formula::{Sort, Term, Terms, Value, evaluate};
use solver::{Cache, Minimum, Solver, State, Verdict, polish};
use std::sync::Arc;
use testkit::problems::{Kind, Maker};

fn free() -> Budget {
    Budget::unlimited()
}

/// Random pushes, pops and assertions give the answers of a solver that starts from scratch.
#[test]
fn scopes_in_random_order_answer_as_from_scratch() {
    let kinds = [
        Kind::Integers,
        Kind::Functions,
        Kind::Data,
        Kind::Arrays,
        Kind::Trees,
        Kind::References,
        Kind::Mixed,
        Kind::Reals,
    ];
    let mut compared = 0;
    for seed in 0..10_000u64 {
        let kind = kinds[seed as usize % kinds.len()];
        let mut m = Maker::new(kind, seed);
        let mut s = Solver::new();
        let mut stack: Vec<Vec<Term>> = vec![Vec::new()];
        let mut r = Random::new(seed);
        for _ in 0..10 {
            match r.below(5) {
                0 => {
                    s.push();
                    stack.push(Vec::new());
                }
                1 if stack.len() > 1 => {
                    s.pop();
                    stack.pop();
                }
                2 => {
                    let budget = free().with_steps(20_000);
                    let here = s.check(&m.terms, &budget);
                    let mut scratch = Solver::new();
                    for f in stack.iter().flatten() {
                        scratch.assert(*f);
                    }
                    let budget = free().with_steps(20_000);
                    let there = scratch.check(&m.terms, &budget);
                    let clash = (here.is_sat() && there.is_unsat()) || (here.is_unsat() && there.is_sat());
                    assert!(!clash, "{kind:?} seed {seed}");
                    compared += 1;
                }
                _ => {
                    let f = m.formula(1);
                    s.assert(f);
                    if let Some(top) = stack.last_mut() {
                        top.push(f);
                    }
                }
            }
        }
    }
    assert!(compared > 10_000);
}

/// A tree of states, visited in any order, has the answers of its paths.
#[test]
fn states_fork() {
    let mut t = Terms::new();
    let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
    let (lt, gt, eq) = (t.lt(x, y), t.gt(x, y), t.eq(x, y));
    let mut s = Solver::new();
    let root = State::new();
    let (a, b, c) = (root.assert(lt), root.assert(gt), root.assert(eq));
    let (ab, ac) = (a.assert(gt), b.assert(eq));
    for _ in 0..2 {
        assert!(s.check_state(&t, &ab, &free()).is_unsat());
        assert!(s.check_state(&t, &c, &free()).is_sat());
        assert!(s.check_state(&t, &a, &free()).is_sat());
        assert!(s.check_state(&t, &ac, &free()).is_unsat());
        assert!(s.check_state(&t, &b, &free()).is_sat());
    }
}

/// Cores name only what matters, and are unsatisfiable by themselves.
#[test]
fn cores_are_small() {
    let mut t = Terms::new();
    let vars: Vec<Term> = (0..20).map(|i| t.var(&format!("x{i}"), Sort::INT)).collect();
    let mut s = Solver::new();
    for w in vars.windows(2) {
        let f = t.lt(w[0], w[1]);
        s.assert(f);
    }
    let back = t.lt(vars[7], vars[5]);
    s.assert(back);
    let Verdict::Unsat(core) = s.check(&t, &free()) else { panic!("unsat expected") };
    assert_eq!(core.len(), 3, "{:?}", core.iter().map(|f| t.show(*f)).collect::<Vec<_>>());
    let mut again = Solver::new();
    core.iter().for_each(|f| again.assert(*f));
    assert!(again.check(&t, &free()).is_unsat());
}

/// What branch and bound alone does not end on.
#[test]
fn unbounded_polyhedra_without_integer_points() {
    let mut t = Terms::new();
    let (x, y, z) = (t.var("x", Sort::INT), t.var("y", Sort::INT), t.var("z", Sort::INT));
    let mut linear = |parts: &[(i64, Term)]| {
        let sum: Vec<Term> = parts
            .iter()
            .map(|(k, v)| {
                let k = t.int(*k);
                t.mul(k, *v)
            })
            .collect();
        t.add(&sum)
    };
    let a = linear(&[(2, x), (-2, y)]);
    let b = linear(&[(3, x), (6, y), (-9, z)]);
    let c = linear(&[(4, x), (-6, y)]);
    let d = linear(&[(6, x), (-4, y), (10, z)]);
    let (one, two, five) = (t.int(1), t.int(2), t.int(5));
    let first = t.eq(a, one);
    let second = t.eq(b, two);
    let third = [t.lt(one, c), t.lt(c, two)];
    let (low, high) = (t.int(1), t.int(1));
    let fourth = [t.le(low, d), t.le(d, high)];
    let fifth = [t.le(five, d), t.le(d, five)];
    for problem in [vec![first], vec![second], third.to_vec(), fourth.to_vec(), fifth.to_vec()] {
        let mut s = Solver::new();
        problem.iter().for_each(|f| s.assert(*f));
        let v = s.check(&t, &free().with_steps(100_000));
        assert!(v.is_unsat(), "{:?}", problem.iter().map(|f| t.show(*f)).collect::<Vec<_>>());
    }
}

#[test]
fn minimising_finds_and_proves_the_least_value() {
    let mut t = Terms::new();
    let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
    let (c7, c40, three) = (t.int(7), t.int(40), t.int(3));
    let sum = t.add(&[x, y]);
    let (a, b) = (t.le(c40, sum), t.le(x, c7));
    let state = State::new().assert(a).assert(b);
    let mut s = Solver::new();
    match s.minimise(&mut t, &state, y, &free()) {
        Minimum::Least(v, m) => {
            assert_eq!(v, Int::from(33));
            assert_eq!(evaluate(&t, &m, y), Ok(Value::int(33)));
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(s.minimise(&mut t, &state, x, &free()), Minimum::Unbounded(..)));
    let scaled = t.mul(three, y);
    assert!(
        matches!(s.minimise(&mut t, &state, scaled, &free()), Minimum::Least(v, _) if v == Int::from(99))
    );
}

/// Ten references that nothing compares cost a linear number of steps and no split at all.
#[test]
fn what_nothing_asks_for_is_not_split() {
    let steps = |n: usize| {
        let mut t = Terms::new();
        let cell = t.ref_sort("cons");
        let tail = t.declare_fun("tail", &[cell], cell);
        let nil = t.nil(cell);
        let mut s = Solver::new();
        for i in 0..n {
            let r = t.var(&format!("r{i}"), cell);
            let next = t.app(tail, &[r]);
            let (a, b) = (t.ne(r, nil), t.ne(next, nil));
            s.assert(a);
            s.assert(b);
        }
        let budget = free();
        assert!(s.check(&t, &budget).is_sat());
        let engine = s.statistics().engine;
        assert_eq!((engine.decisions, engine.proposals, engine.lemmas, engine.conflicts), (0, 0, 0, 0));
        budget.used()
    };
    let (five, ten, twenty) = (steps(5), steps(10), steps(20));
    assert!(ten <= 2 * five + 8 && twenty <= 2 * ten + 8, "{five} {ten} {twenty} steps");
}

#[test]
fn models_read_well() {
    let mut t = Terms::new();
    let vars: Vec<Term> = (0..4).map(|i| t.var(&format!("x{i}"), Sort::INT)).collect();
    let million = t.int(1_000_000);
    let a = t.le(vars[0], million);
    let b = t.ne(vars[1], vars[2]);
    let c = t.lt(vars[2], vars[3]);
    let assertions = [a, b, c];
    let mut s = Solver::new();
    assertions.iter().for_each(|f| s.assert(*f));
    let Verdict::Sat(m) = s.check(&t, &free()) else { panic!("sat expected") };
    let m = polish(&t, &assertions, &m);
    let values: Vec<Int> = vars.iter().filter_map(|v| m.get(&t, *v)?.as_int().cloned()).collect();
    assert_eq!(values.len(), 4);
    assert!(values.iter().all(|v| v.abs() <= Int::from(4)), "{values:?}");
    assert!(values.iter().enumerate().all(|(i, v)| !values[..i].contains(v)), "{values:?}");
}

/// A budget ends every question, with the reason.
#[test]
fn budgets_are_obeyed() {
    let mut m = Maker::new(Kind::Arrays, 392);
    let mut s = Solver::new();
    for _ in 0..40 {
        let f = m.formula(3);
        s.assert(f);
    }
    match s.check(&m.terms, &free().with_steps(3)) {
        Verdict::Unknown(u) => assert_eq!(u.to_string(), "step limit reached"),
        other => panic!("{other:?}"),
    }
}

/// Hard questions are answered from the cache when they come again under other names, and the
/// answer is the same as without it.
#[test]
fn equal_questions_share_an_answer() {
    let cache = Arc::new(Cache::default());
    let mut hits = 0;
    for seed in 0..300 {
        let mut m = Maker::new(Kind::Arrays, seed);
        let mut formulas: Vec<Term> = (0..9).map(|_| m.formula(2)).collect();
        let mut first = Solver::with_cache(cache.clone());
        formulas.iter().for_each(|f| first.assert(*f));
        let a = first.check(&m.terms, &free().with_steps(60_000));
        // The same with every variable renamed and the formulas in another order.
        let map: Vec<(Term, Term)> = m
            .vars()
            .into_iter()
            .map(|v| {
                let sort = m.terms.sort_of(v);
                (v, m.terms.fresh_var("other", sort))
            })
            .collect();
        formulas.reverse();
        let mut second = Solver::with_cache(cache.clone());
        for f in &formulas {
            let g = m.terms.substitute(*f, &map);
            second.assert(g);
        }
        let b = second.check(&m.terms, &free().with_steps(60_000));
        let clash = (a.is_sat() && b.is_unsat()) || (a.is_unsat() && b.is_sat());
        assert!(!clash, "seed {seed}");
        hits += second.statistics().cached;
    }
    assert!(!cache.is_empty() && hits > 0, "{} answers, {hits} hits", cache.len());
}

/// Parts that share nothing are solved apart: a hard one does not make the others harder.
#[test]
fn independent_parts_do_not_multiply() {
    let mut m = Maker::new(Kind::Arrays, 330);
    let hard: Vec<Term> = (0..9).map(|_| m.formula(2)).collect();
    let mut s = Solver::new();
    hard.iter().for_each(|f| s.assert(*f));
    for i in 0..30 {
        let (x, y) =
            (m.terms.var(&format!("left{i}"), Sort::INT), m.terms.var(&format!("right{i}"), Sort::INT));
        let (a, b) = (m.terms.lt(x, y), m.terms.lt(y, x));
        let either = m.terms.or(&[a, b]);
        s.assert(either);
    }
    let v = s.check(&m.terms, &free().with_steps(60_000));
    if let Verdict::Sat(model) = v {
        assert!(s.state().assertions().iter().all(|f| formula::holds(&m.terms, &model, *f)));
    }
}
