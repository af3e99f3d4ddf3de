//! Small values of a sort, smallest first: what a model takes where the formula leaves a tree open.

use base::Int;
use formula::{Sort, SortKind, Terms, Value};

/// Up to about `count` different values of a sort, in order of size.
pub(crate) fn candidates(terms: &Terms, sort: Sort, count: usize) -> Vec<Value> {
    let mut fuel = 1;
    loop {
        let mut found = values(terms, sort, fuel, count);
        found.truncate(count);
        if found.len() >= count || terms.is_finite(sort) || fuel > count + 4 {
            return found;
        }
        fuel += 1;
    }
}

/// Untyped trees: atoms, integers, and towers of one letter, so that no finite set of excluded roots
/// leaves nothing.
fn trees(terms: &Terms, fuel: usize) -> Vec<Value> {
    let letters = terms.letters();
    let mut out: Vec<Value> = letters.iter().take(fuel).map(|s| Value::functor(*s, Vec::new())).collect();
    out.extend((0..fuel as i64).map(|i| Value::TreeInt(Int::from(i))));
    for s in letters {
        let mut tower = Value::functor(*s, Vec::new());
        for _ in 0..fuel / 2 {
            tower = Value::functor(*s, vec![tower]);
            out.push(tower.clone());
        }
    }
    out
}

/// The values that need at most `fuel` levels, smaller ones first.
fn values(terms: &Terms, sort: Sort, fuel: usize, count: usize) -> Vec<Value> {
    match terms.sort_kind(sort) {
        SortKind::Bool => vec![Value::Bool(false), Value::Bool(true)],
        SortKind::Int => (0..fuel as i64).map(Value::int).collect(),
        SortKind::Real => (0..fuel as i64).map(|i| Value::Real(base::Rat::from(i))).collect(),
        SortKind::Tree => trees(terms, fuel),
        SortKind::Ref(_) => vec![Value::Nil],
        SortKind::Named(_) | SortKind::Param(_) => (0..fuel as u32).map(Value::Elem).collect(),
        SortKind::Array(_, e) => {
            values(terms, *e, fuel, count).into_iter().map(|v| Value::array(v, Default::default())).collect()
        }
        SortKind::Data(..) => {
            let mut out = Vec::new();
            if fuel == 0 {
                return out;
            }
            for c in terms.constructors_by_height(sort) {
                let mut partial: Vec<Vec<Value>> = vec![Vec::new()];
                for f in terms.field_sorts(sort, c) {
                    let options = values(terms, *f, fuel - 1, count);
                    let mut next = Vec::new();
                    'grow: for o in &options {
                        for p in &partial {
                            let mut p = p.clone();
                            p.push(o.clone());
                            next.push(p);
                            if next.len() > count + 8 {
                                break 'grow;
                            }
                        }
                    }
                    partial = next;
                }
                out.extend(partial.into_iter().map(|args| Value::con(sort, c, args)));
                if out.len() > 4 * count + 32 {
                    break;
                }
            }
            out
        }
    }
}
