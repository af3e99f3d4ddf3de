//! How terms read.

use formula::{Sort, Terms};

#[test]
fn formulas_read_as_in_the_papers() {
    let mut t = Terms::new();
    let cell = t.ref_sort("cons");
    let tail = t.declare_fun("tail", &[cell], cell);
    let (x, y) = (t.var("x", cell), t.var("y", cell));
    let nil = t.nil(cell);
    let next = t.app(tail, &[x]);
    let (some, same) = (t.ne(x, nil), t.eq(next, y));
    let both = t.and(&[some, same]);
    assert_eq!(t.show(both), "x ≠ nil ∧ tail(x) = y");
    let other = t.eq(y, nil);
    let either = t.or(&[both, other]);
    assert_eq!(t.show(either), "x ≠ nil ∧ tail(x) = y ∨ y = nil");
    let not = t.not(either);
    assert_eq!(t.show(not), "¬(x ≠ nil ∧ tail(x) = y ∨ y = nil)");

    let (n, s, a) = (t.var("N", Sort::TREE), t.symbol("s"), t.symbol("a"));
    let v = t.var("Y", Sort::TREE);
    let (atom, tower) = (t.functor(a, &[]), t.functor(s, &[v]));
    let (first, second) = (t.ne(n, atom), t.ne(n, tower));
    let all = t.forall(&[v], second);
    let case = t.and(&[first, all]);
    assert_eq!(t.show(case), "N ≠ a ∧ ∀Y N ≠ s(Y)");

    let (i, j, two, one) = (t.var("i", Sort::INT), t.var("j", Sort::INT), t.int(2), t.int(1));
    let product = t.mul(two, j);
    let sum = t.sub(i, product);
    let sum = t.sub(sum, one);
    let positive = t.lt(one, sum);
    assert_eq!(t.show(positive), "i − 2·j − 1 > 1");

    let (cons, empty) = (t.symbol("[|]"), t.symbol("[]"));
    let end = t.functor(empty, &[]);
    let list = t.functor(cons, &[atom, end]);
    let list = t.functor(cons, &[tower, list]);
    assert_eq!(t.show(list), "[s(Y), a]");
}

#[test]
fn comparisons_are_simplified_to_what_a_person_writes() {
    let mut t = Terms::new();
    let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
    let (one, two, four, seven) = (t.int(1), t.int(2), t.int(4), t.int(7));
    let (left, right) = (t.add(&[x, one]), t.add(&[x, y]));
    let f = t.le(left, right);
    let f = t.simplify(f);
    assert_eq!(t.show(f), "y ≥ 1");
    let (a, b) = (t.mul(two, x), t.mul(four, y));
    let sum = t.add(&[a, b]);
    let f = t.le(sum, seven);
    let f = t.simplify(f);
    assert_eq!(t.show(f), "x + 2·y ≤ 3");
    let f = t.eq(sum, seven);
    let f = t.simplify(f);
    assert_eq!(f, t.fals());
    let f = t.le(x, y);
    let g = t.not(f);
    let h = t.and(&[f, g]);
    let h = t.simplify(h);
    assert_eq!(h, t.fals());
}

#[test]
fn terms_that_share_their_parts_are_not_written_out_for_ever() {
    let mut t = Terms::new();
    let (x, b) = (t.var("x", Sort::INT), t.var("b", Sort::BOOL));
    let mut double = x;
    for i in 0..60 {
        let i = t.int(i);
        let more = t.add(&[double, i]);
        double = t.ite(b, more, double);
    }
    let text = t.show(double);
    assert!(text.len() < 10_000, "{} bytes", text.len());
    assert!(text.contains('…'));
}

/// A term that mentions a bound variable is another term below its quantifier.
#[test]
fn bound_terms_are_not_replaced() {
    let mut t = Terms::new();
    let f = t.declare_fun("f", &[Sort::INT], Sort::INT);
    let (x, y) = (t.var("x", Sort::INT), t.var("y", Sort::INT));
    let (fx, fy, three) = (t.app(f, &[x]), t.app(f, &[y]), t.int(3));
    let (free, inner) = (t.eq(fx, three), t.lt(fx, fy));
    let bound = t.forall(&[x], inner);
    let both = t.and(&[free, bound]);
    let put = t.substitute(both, &[(fx, three), (fy, three)]);
    assert_eq!(t.show(put), "∀x f(x) < 3");
}
