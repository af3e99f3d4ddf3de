//! What cancels itself out is not kept, and comparisons mean the same without what both sides have in common.

use formula::{Model, Sort, Term, Terms, Value, evaluate};

#[test]
fn opposites_cancel() {
    let mut t = Terms::new();
    let (f, n) = (t.var("f", Sort::INT), t.var("n", Sort::INT));
    let (zero, one, two) = (t.int(0), t.int(1), t.int(2));
    let next = t.add(&[f, one]);
    assert_eq!(t.sub(next, f), one);
    assert_eq!(t.sub(f, f), zero);
    let last = t.add(&[f, n]);
    let (some, wanted) = (t.lt(f, last), t.lt(zero, n));
    assert_eq!(some, wanted);
    let after = t.add(&[f, two]);
    assert_eq!(t.eq(next, after), t.fals());
    assert_eq!(t.le(next, after), t.tru());
}

/// Sums of small multiples of three variables, compared in all ways and evaluated for small values.
#[test]
fn comparisons_mean_what_they_say() {
    let mut t = Terms::new();
    let vars = ["x", "y", "z"].map(|name| t.var(name, Sort::INT));
    let sums: Vec<(Vec<i64>, Term)> = (0..81_i64)
        .map(|n| {
            let parts = vec![n % 3 - 1, n / 3 % 3 - 1, n / 9 % 3 - 1, n / 27 % 3];
            let mut addends: Vec<Term> = Vec::new();
            for (factor, var) in parts.iter().zip(vars) {
                let factor = t.int(*factor);
                addends.push(t.mul(factor, var));
            }
            addends.push(t.int(parts[3]));
            (parts, t.add(&addends))
        })
        .collect();
    let values = [[0_i64, 0, 0], [1, 2, -3], [-2, 5, 1]];
    for (left, a) in &sums {
        for (right, b) in sums.iter().step_by(7) {
            let compared = [t.le(*a, *b), t.lt(*a, *b), t.eq(*a, *b)];
            for point in values {
                let mut model = Model::default();
                for (var, value) in vars.iter().zip(point) {
                    model.set(&t, *var, Value::int(value));
                }
                let value = |parts: &[i64]| {
                    parts.iter().zip(point).map(|(factor, v)| factor * v).sum::<i64>() + parts[3]
                };
                let (x, y) = (value(left), value(right));
                for (term, wanted) in compared.iter().zip([x <= y, x < y, x == y]) {
                    assert_eq!(
                        evaluate(&t, &model, *term),
                        Ok(Value::Bool(wanted)),
                        "{left:?} {right:?} {point:?}"
                    );
                }
            }
        }
    }
}
