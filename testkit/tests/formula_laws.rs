//! Laws of the constraint language on random formulas in random models: simplification keeps the value,
//! substitution is evaluation under another assignment, and the large and the small way of evaluating
//! agree.

use base::Random;
use formula::{Model, Term, Terms, all_hold, evaluate, holds};
use testkit::brute::domain;
use testkit::problems::{Kind, problem};

const KINDS: [Kind; 8] = [
    Kind::Integers,
    Kind::Reals,
    Kind::Functions,
    Kind::Data,
    Kind::Arrays,
    Kind::Mixed,
    Kind::Trees,
    Kind::Products,
];

fn random_model(terms: &Terms, vars: &[Term], r: &mut Random) -> Model {
    let mut m = Model::default();
    for v in vars {
        let options = domain(terms, terms.sort_of(*v));
        if let Some(x) = r.pick(&options) {
            m.set(terms, *v, x.clone());
        }
    }
    m
}

#[test]
fn simplification_keeps_the_value() {
    let mut changed = 0;
    for seed in 0..1_600u64 {
        let mut p = problem(KINDS[seed as usize % KINDS.len()], 5_000_000 + seed);
        let mut r = Random::new(seed);
        for f in p.assertions.clone() {
            let g = p.terms.simplify(f);
            changed += u32::from(f != g);
            for _ in 0..6 {
                let m = random_model(&p.terms, &p.vars, &mut r);
                let (a, b) = (evaluate(&p.terms, &m, f), evaluate(&p.terms, &m, g));
                assert_eq!(a, b, "seed {seed}\n{}\n{}", p.terms.show(f), p.terms.show(g));
            }
        }
    }
    assert!(changed > 1_000, "{changed} formulas changed");
}

#[test]
fn substitution_is_evaluation_elsewhere() {
    for seed in 0..1_200u64 {
        let mut p = problem(KINDS[seed as usize % KINDS.len()], 6_000_000 + seed);
        let mut r = Random::new(seed);
        let used = p.terms.free_vars(&p.assertions);
        let Some(x) = r.pick(&used).copied() else { continue };
        // A term of the same sort out of the formulas themselves.
        let mut options = Vec::new();
        let sort = p.terms.sort_of(x);
        p.terms.visit(&p.assertions, |t| {
            if p.terms.sort_of(t) == sort {
                options.push(t);
            }
        });
        let Some(t) = r.pick(&options).copied() else { continue };
        for f in p.assertions.clone() {
            let g = p.terms.substitute(f, &[(x, t)]);
            let m = random_model(&p.terms, &p.vars, &mut r);
            let Ok(value) = evaluate(&p.terms, &m, t) else { panic!("seed {seed}: no value") };
            let mut moved = m.clone();
            moved.set(&p.terms, x, value);
            assert_eq!(
                evaluate(&p.terms, &m, g),
                evaluate(&p.terms, &moved, f),
                "seed {seed}: {} for {} in {}",
                p.terms.show(t),
                p.terms.show(x),
                p.terms.show(f)
            );
        }
    }
}

#[test]
fn all_ways_of_evaluating_agree() {
    for seed in 0..800u64 {
        let mut p = problem(KINDS[seed as usize % KINDS.len()], 7_500_000 + seed);
        let mut r = Random::new(seed);
        // A conjunction deep and large enough for the way with an explicit stack.
        let mut deep = p.terms.tru();
        for i in 0..250 {
            let f = p.assertions[i % p.assertions.len()];
            let g = p.terms.not(deep);
            let h = p.terms.or(&[g, f]);
            deep = p.terms.not(h);
            deep = p.terms.eq(deep, f);
        }
        let m = random_model(&p.terms, &p.vars, &mut r);
        // The same, computed step by step.
        let mut value = true;
        for i in 0..250 {
            let f = holds(&p.terms, &m, p.assertions[i % p.assertions.len()]);
            let h = !value || f;
            value = h != f;
        }
        assert_eq!(holds(&p.terms, &m, deep), value, "seed {seed}");
        let each = p.assertions.iter().all(|f| holds(&p.terms, &m, *f));
        assert_eq!(all_hold(&p.terms, &m, p.assertions.iter().copied()), each, "seed {seed}");
    }
}
