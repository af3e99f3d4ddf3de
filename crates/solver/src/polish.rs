//! Making a model pleasant to read: numbers near zero, different where the formula leaves it open.
//!
//! Each variable in turn tries small values; a value stays if every assertion that mentions the
//! variable still holds, by evaluation alone. So whatever this does, the model stays a model.

use base::{Int, Rat};
use formula::{Model, Sort, Term, Terms, Value, holds};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// How many values a variable tries at most.
const TRIES: i64 = 12;
/// How many assertions are evaluated at most.
const EFFORT: usize = 20_000;

/// A model of the assertions that reads better, starting from one.
pub fn polish(terms: &Terms, assertions: &[Term], model: &Model) -> Model {
    let mut m = model.clone();
    let vars = terms.free_vars(assertions);
    let mut mentions: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    for f in assertions {
        for v in terms.free_vars(&[*f]) {
            mentions.entry(v).or_default().push(*f);
        }
    }
    let mut effort = EFFORT;
    let mut used: BTreeSet<Rat> = BTreeSet::new();
    for v in vars {
        let sort = terms.sort_of(v);
        if sort != Sort::INT && sort != Sort::REAL {
            continue;
        }
        let about = mentions.get(&v).map_or(&[][..], |fs| fs);
        if effort == 0 {
            break;
        }
        let now = m.get(terms, v).and_then(|x| x.as_rat()).unwrap_or(Rat::ZERO);
        let value = |r: &Rat| if sort == Sort::INT { Value::Int(r.floor()) } else { Value::Real(r.clone()) };
        let mut fits = |r: &Rat| {
            effort = effort.saturating_sub(about.len());
            m.set(terms, v, value(r));
            about.iter().all(|f| holds(terms, &m, *f))
        };
        let mut chosen = None;
        // 0, 1, 2, … first, then −1, −2, …; first only values that no other variable has.
        let near: Vec<Rat> = (0..TRIES).chain((1..TRIES).map(|i| -i)).map(Rat::from).collect();
        for r in near.iter().filter(|r| !used.contains(r)) {
            if *r == now || fits(r) {
                chosen = Some(r.clone());
                break;
            }
        }
        if chosen.is_none() && (used.contains(&now) || now.abs() > Rat::from(TRIES)) {
            let smaller = halves(&now).into_iter().find(|r| !used.contains(r) && fits(r));
            chosen = smaller.or_else(|| near.iter().find(|r| r.abs() < now.abs() && fits(r)).cloned());
        }
        let r = chosen.unwrap_or(now);
        m.set(terms, v, value(&r));
        used.insert(r);
    }
    m
}

/// Whole numbers on the way from zero to a number, nearest to zero first.
fn halves(r: &Rat) -> Vec<Rat> {
    let mut out = Vec::new();
    let mut at = r.floor();
    let two = Int::from(2);
    while at.abs() > Int::from(TRIES) && out.len() < 64 {
        at = at.div_rem_trunc(&two).map_or(Int::ZERO, |(q, _)| q);
        out.push(Rat::from(&at));
    }
    out.reverse();
    out
}
