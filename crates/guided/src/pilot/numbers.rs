//! Results of arithmetic as terms of formulas.

use formula::{Term, Terms};
use logic::machine::guide::Operation;

/// What an operation makes of two numbers, as SWI-Prolog computes it.
pub(super) fn result(t: &mut Terms, operation: Operation, a: Term, b: Term) -> Term {
    let zero = t.int(0);
    match operation {
        Operation::Add => t.add(&[a, b]),
        Operation::Subtract => t.sub(a, b),
        Operation::Multiply => t.mul(a, b),
        Operation::Quotient => t.div_trunc(a, b),
        Operation::Remainder => t.rem_trunc(a, b),
        // Towards minus infinity; the formula's own quotient leaves a remainder that is not negative.
        Operation::Floor | Operation::Modulo => {
            let (q, r) = (t.div(a, b), t.modulo(a, b));
            let (down, clean) = (t.lt(b, zero), t.eq(r, zero));
            let unclean = t.not(clean);
            let both = t.and(&[down, unclean]);
            if operation == Operation::Modulo {
                let lower = t.add(&[r, b]);
                t.ite(both, lower, r)
            } else {
                let one = t.int(1);
                let lower = t.sub(q, one);
                t.ite(both, lower, q)
            }
        }
        Operation::Least => {
            let less = t.le(a, b);
            t.ite(less, a, b)
        }
        Operation::Greatest => {
            let less = t.le(a, b);
            t.ite(less, b, a)
        }
        Operation::Absolute => t.abs(a),
        Operation::Sign => {
            let (one, minus) = (t.int(1), t.int(-1));
            let (negative, none) = (t.lt(a, zero), t.eq(a, zero));
            let rest = t.ite(none, zero, one);
            t.ite(negative, minus, rest)
        }
    }
}
