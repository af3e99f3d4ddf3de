//! Confirming a model of formulas with quantifiers.

use super::eliminate;
use base::Budget;
use formula::{Model, Op, Sort, Term, Terms, Value, evaluate};

/// Does a model satisfy a formula with quantifiers? What stands outside of them is computed, and they are
/// eliminated from what is left, which speaks of constants alone. `false` also where that does not work out.
pub fn confirms(terms: &mut Terms, model: &Model, f: Term, budget: &Budget) -> bool {
    let free = terms.free_vars(&[f]);
    let mut ground: Vec<Term> = Vec::new();
    terms.visit(&[f], |t| {
        let asked = matches!(
            terms.op(t),
            Op::Var(_) | Op::App(_) | Op::Select | Op::Sel(..) | Op::FunctorArg(..) | Op::TreeIntValue
        );
        if asked && terms.free_vars(&[t]).iter().all(|v| free.contains(v)) {
            ground.push(t);
        }
    });
    let mut values = Vec::with_capacity(ground.len());
    for t in ground {
        let Ok(value) = evaluate(terms, model, t) else { return false };
        // What has no constant for its value (a cell, an array) stays, and is computed at the end.
        if let Some(c) = constant(terms, terms.sort_of(t), &value, 0) {
            values.push((t, c));
        }
    }
    let closed = terms.substitute(f, &values);
    match eliminate(terms, closed, budget) {
        Ok(g) => {
            let g = terms.simplify(g);
            evaluate(terms, model, g) == Ok(Value::Bool(true))
        }
        Err(_) => false,
    }
}

/// Values nested deeper than this stay as they are.
const DEEPEST: usize = 300;

/// A value as a term of its sort.
fn constant(terms: &mut Terms, sort: Sort, v: &Value, depth: usize) -> Option<Term> {
    if depth > DEEPEST {
        return None;
    }
    Some(match v {
        Value::Bool(b) => terms.boolean(*b),
        Value::Int(i) => terms.int(i.clone()),
        Value::Real(r) => terms.real(r.clone()),
        Value::TreeInt(i) => {
            let i = terms.int(i.clone());
            terms.tree_int(i)
        }
        Value::Functor(f) => {
            let args: Option<Vec<Term>> =
                f.args.iter().map(|a| constant(terms, Sort::TREE, a, depth + 1)).collect();
            terms.functor(f.name, &args?)
        }
        Value::Con(c) => {
            let sorts = terms.field_sorts(sort, c.con).to_vec();
            if sorts.len() != c.args.len() {
                return None;
            }
            let args: Option<Vec<Term>> =
                c.args.iter().zip(sorts).map(|(a, s)| constant(terms, s, a, depth + 1)).collect();
            terms.con(sort, c.con, &args?)
        }
        Value::Nil => terms.nil(sort),
        Value::New(n) => terms.new_cell(sort, *n),
        Value::Cell(_) | Value::Elem(_) | Value::Array(_) => return None,
    })
}
