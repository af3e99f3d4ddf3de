//! Judging by enumeration: every assignment out of small sets of values, evaluated.

use crate::problems::Problem;
use formula::{Model, Sort, SortKind, Term, Terms, Value, holds};

/// A model out of small values, if there is one. `limit` bounds the assignments tried; the second
/// result tells whether all were tried.
pub fn small_model(p: &Problem, limit: u64) -> (Option<Model>, bool) {
    let used = p.terms.free_vars(&p.assertions);
    let domains: Vec<(Term, Vec<Value>)> =
        used.iter().map(|v| (*v, domain(&p.terms, p.terms.sort_of(*v)))).collect();
    let mut index = vec![0usize; domains.len()];
    let mut tried = 0u64;
    let mut model = Model::default();
    for (v, d) in &domains {
        model.set(&p.terms, *v, d[0].clone());
    }
    loop {
        if p.assertions.iter().all(|f| holds(&p.terms, &model, *f)) {
            return (Some(model), true);
        }
        tried += 1;
        if tried >= limit {
            return (None, false);
        }
        let mut at = 0;
        loop {
            if at == domains.len() {
                return (None, true);
            }
            index[at] += 1;
            let (v, d) = &domains[at];
            if index[at] < d.len() {
                model.set(&p.terms, *v, d[index[at]].clone());
                break;
            }
            index[at] = 0;
            model.set(&p.terms, *v, d[0].clone());
            at += 1;
        }
    }
}

/// A few values of a sort; all of them for truth values, enumerations, and integers in −2..2.
pub fn domain(terms: &Terms, sort: Sort) -> Vec<Value> {
    match terms.sort_kind(sort) {
        SortKind::Bool => vec![Value::Bool(false), Value::Bool(true)],
        SortKind::Int => [0, 1, -1, 2, -2].into_iter().map(Value::int).collect(),
        SortKind::Real => [(0, 1), (1, 1), (-1, 1), (1, 2)]
            .into_iter()
            .map(|(n, d): (i64, i64)| Value::Real(base::Rat::new(n.into(), d.into())))
            .collect(),
        SortKind::Tree => {
            let mut out = vec![Value::TreeInt(0i64.into()), Value::TreeInt(1i64.into())];
            let atoms: Vec<Value> = ["a", "b", "c"]
                .into_iter()
                .filter_map(|n| terms.known_symbol(n))
                .map(|s| Value::functor(s, Vec::new()))
                .collect();
            out.extend(atoms);
            let small = out.clone();
            if let Some(s) = terms.known_symbol("s") {
                out.extend(small.iter().map(|x| Value::functor(s, vec![x.clone()])));
            }
            if let Some(f) = terms.known_symbol("f") {
                for x in small.iter().take(3) {
                    for y in small.iter().take(3) {
                        out.push(Value::functor(f, vec![x.clone(), y.clone()]));
                    }
                }
            }
            out
        }
        SortKind::Ref(_) => vec![Value::Nil, Value::Cell(1), Value::Cell(2), Value::New(0), Value::New(1)],
        SortKind::Named(_) | SortKind::Param(_) => (0..3).map(Value::Elem).collect(),
        SortKind::Array(_, e) => {
            domain(terms, *e).into_iter().map(|v| Value::array(v, Default::default())).collect()
        }
        SortKind::Data(..) => data(terms, sort, 2),
    }
}

fn data(terms: &Terms, sort: Sort, depth: usize) -> Vec<Value> {
    let mut out = Vec::new();
    if depth == 0 {
        out.push(terms.default_value(sort));
        return out;
    }
    for c in 0..terms.constructor_count(sort) {
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for f in terms.field_sorts(sort, c) {
            let options = match terms.constructor_count(*f) {
                0 => domain(terms, *f).into_iter().take(2).collect(),
                _ => data(terms, *f, depth - 1),
            };
            rows = rows
                .iter()
                .flat_map(|r| {
                    options.iter().map(move |o| {
                        let mut r = r.clone();
                        r.push(o.clone());
                        r
                    })
                })
                .collect();
        }
        out.extend(rows.into_iter().map(|args| Value::con(sort, c, args)));
    }
    out.truncate(30);
    out
}
