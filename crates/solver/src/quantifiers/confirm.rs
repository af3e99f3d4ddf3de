//! Confirming a model of formulas with quantifiers.

use super::closed::close;
use super::eliminate;
use base::Budget;
use formula::{Model, Term, Terms, Value, evaluate};

/// Does a model satisfy a formula with quantifiers? What stands outside of them is computed, and they are
/// eliminated from what is left, which speaks of constants alone. `false` also where that does not work out.
pub fn confirms(terms: &mut Terms, model: &Model, f: Term, budget: &Budget) -> bool {
    let Some(closed) = close(terms, model, f, &[]) else { return false };
    match eliminate(terms, closed, budget) {
        Ok(g) => {
            let g = terms.simplify(g);
            evaluate(terms, model, g) == Ok(Value::Bool(true))
        }
        Err(_) => false,
    }
}
