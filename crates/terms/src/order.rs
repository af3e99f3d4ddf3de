//! The standard order of terms: variables, numbers, strings, atoms, compound terms.
//!
//! Variables go by their number; numbers by value, a float before an equal integer; atoms and strings by their
//! characters; compound terms by arity, then name, then arguments from left to right. (ISO 13211-1, 7.2, with
//! strings as in SWI-Prolog.)

use crate::atom::Atom;
use crate::term::{Node, Term, Terms};
use base::Int;
use std::cmp::Ordering;

/// Compares two terms of one table.
///
/// ```
/// let mut terms = terms::Terms::new();
/// let (one, f) = (terms.int(1.into()), terms.intern("f"));
/// let (a, b) = (terms.atom(f), terms.compound(f, &[one]));
/// assert!(terms::compare(&terms, one, a).is_lt() && terms::compare(&terms, a, b).is_lt());
/// ```
pub fn compare(terms: &Terms, left: Term, right: Term) -> Ordering {
    let mut open = vec![(left, right)];
    while let Some((left, right)) = open.pop() {
        if left == right {
            continue;
        }
        let order = roots(terms, left, right);
        if order.is_ne() {
            return order;
        }
        open.extend(terms.args(left).iter().copied().zip(terms.args(right).iter().copied()).rev());
    }
    Ordering::Equal
}

/// Compares all but the arguments.
fn roots(terms: &Terms, left: Term, right: Term) -> Ordering {
    let (l, r) = (terms.node(left), terms.node(right));
    match (l, r) {
        (Node::Var(a), Node::Var(b)) => a.cmp(b),
        (Node::Int(a), Node::Int(b)) => a.cmp(b),
        (Node::Float(a), Node::Float(b)) => a.value().total_cmp(&b.value()),
        (Node::Float(a), Node::Int(b)) => float_to_int(a.value(), b).then(Ordering::Less),
        (Node::Int(a), Node::Float(b)) => float_to_int(b.value(), a).then(Ordering::Less).reverse(),
        // The empty list and the atom '[]' have one text; their numbers tell them apart.
        // The empty list comes before all atoms.
        (Node::Atom(a), Node::Atom(b)) => {
            let other = |atom: &Atom| *atom != Atom::NIL;
            other(a).cmp(&other(b)).then_with(|| terms.name(*a).cmp(terms.name(*b))).then(a.cmp(b))
        }
        (Node::Str(a), Node::Str(b)) => terms.name(*a).cmp(terms.name(*b)),
        (Node::Compound(a, _), Node::Compound(b, _)) => {
            let arity = terms.args(left).len().cmp(&terms.args(right).len());
            arity.then_with(|| terms.name(*a).cmp(terms.name(*b)).then(a.cmp(b)))
        }
        _ => class(l).cmp(&class(r)),
    }
}

fn class(node: &Node) -> u8 {
    match node {
        Node::Var(_) => 0,
        Node::Int(_) | Node::Float(_) => 1,
        Node::Str(_) => 2,
        Node::Atom(_) => 3,
        Node::Compound(..) => 4,
    }
}

/// Compares exactly: the whole part of a float is an integer, and its decimal digits are exact.
fn float_to_int(float: f64, int: &Int) -> Ordering {
    let whole = float.trunc();
    match Int::parse(&format!("{whole:.0}")) {
        Some(found) => found.cmp(int).then_with(|| float.total_cmp(&whole)),
        // `-0` has no digits that differ from 0; everything else that is finite can be read.
        None => float.total_cmp(&int.to_f64_lossy()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VarId;
    use crate::atom::Atom;
    use crate::term::Float;

    #[test]
    fn classes_come_in_their_order() {
        let mut t = Terms::new();
        let f = |x: f64| Float::new(x).unwrap();
        let (a, b) = (t.intern("a"), t.intern("b"));
        let ordered = vec![
            t.var(VarId(0)),
            t.var(VarId(1)),
            t.float(f(-1.5)),
            t.int((-1).into()),
            t.float(f(1.0)),
            t.int(1.into()),
            t.float(f(1.5)),
            t.int(2.into()),
            t.int(Int::parse("9007199254740993").unwrap()),
            t.float(f(9007199254740994.0)),
            t.string("a"),
            t.atom(Atom::NIL),
            t.atom(a),
            t.atom(b),
        ];
        let first = t.compound(b, &[ordered[0]]);
        let second = t.compound(b, &[ordered[1]]);
        let third = t.compound(a, &[ordered[0], ordered[0]]);
        let ordered: Vec<Term> = ordered.into_iter().chain([first, second, third]).collect();
        for (i, &x) in ordered.iter().enumerate() {
            for (j, &y) in ordered.iter().enumerate() {
                assert_eq!(compare(&t, x, y), i.cmp(&j), "{:?} {:?}", t.node(x), t.node(y));
            }
        }
    }

    #[test]
    fn long_lists_compare_without_recursion() {
        let mut t = Terms::new();
        let make = |t: &mut Terms| {
            let nil = t.atom(Atom::NIL);
            let one = t.int(1.into());
            let elements = vec![one; 1_000_000];
            t.list(&elements, nil)
        };
        let (a, b) = (make(&mut t), make(&mut t));
        assert_eq!(compare(&t, a, b), Ordering::Equal);
    }
}
