//! Differences against all small integers.

use base::Random;
use formula::{Model, Sort, Term, Terms, Value, holds};
use guided::difference::{Differences, Found};

/// A random comparison of up to two of these, with a small constant.
fn comparison(random: &mut Random, formulas: &mut Terms, vars: &[Term]) -> Term {
    let side = |random: &mut Random, formulas: &mut Terms| {
        let constant = formulas.int(random.below(5) as i64 - 2);
        match random.below(4) {
            0 => constant,
            1 => {
                let var = vars[random.below(vars.len())];
                formulas.add(&[var, constant])
            }
            _ => vars[random.below(vars.len())],
        }
    };
    let (a, b) = (side(random, formulas), side(random, formulas));
    match random.below(5) {
        0 => formulas.le(a, b),
        1 => formulas.lt(a, b),
        2 => formulas.eq(a, b),
        _ => formulas.ne(a, b),
    }
}

#[test]
fn differences_agree_with_all_small_integers() {
    let mut random = Random::new(7);
    let mut formulas = Terms::new();
    let vars: Vec<Term> = ["x", "y", "z"].iter().map(|name| formulas.var(name, Sort::INT)).collect();
    let mut differences = Differences::default();
    let (mut some, mut none) = (0, 0);
    let mut asked: Vec<Term> = Vec::new();
    for _ in 0..1_000 {
        // Questions share what they start with, as those of a search do.
        asked.truncate(random.below(asked.len() + 1));
        for _ in 0..1 + random.below(4) {
            asked.push(comparison(&mut random, &mut formulas, &vars));
        }
        asked.truncate(8);
        let fits = |values: [i64; 3]| {
            let mut model = Model::default();
            for (var, value) in vars.iter().zip(values) {
                model.set(&formulas, *var, Value::Int(value.into()));
            }
            asked.iter().all(|formula| holds(&formulas, &model, *formula))
        };
        // Eight comparisons with constants up to 4 and three variables need no larger values.
        let range = -12..=12;
        let brute = range.clone().any(|x| range.clone().any(|y| range.clone().any(|z| fits([x, y, z]))));
        match differences.solve(&formulas, &asked) {
            Found::Values(values) => {
                let of = |var: &Term| values.iter().find(|(known, _)| known == var).map_or(0, |(_, v)| *v);
                assert!(fits([of(&vars[0]), of(&vars[1]), of(&vars[2])]), "{values:?}");
                some += 1;
                let model = differences.least(&formulas, &asked, &vars).expect("smallest values");
                assert!(asked.iter().all(|formula| {
                    let mut model = model.clone();
                    for var in &vars {
                        if model.get(&formulas, *var).is_none() {
                            model.set(&formulas, *var, Value::Int(0.into()));
                        }
                    }
                    holds(&formulas, &model, *formula)
                }));
            }
            Found::Nothing => {
                assert!(!brute, "there are values for {}", asked.len());
                none += 1;
            }
            Found::Unknown => panic!("these are differences"),
        }
    }
    assert!(some > 100 && none > 100, "{some} with values, {none} without");
}
