//! Lists of constraints have no redundant ones, and names make them readable.

use crate::sample::constraints;
use base::Random;
use domains::{Constraint, Dim, Expr, Intervals, Lattice, Names, Numeric, Octagons, Polyhedra};

fn minimal<D: Numeric>(seed: u64, octagonal: bool) {
    let mut r = Random::new(seed);
    for _ in 0..250 {
        let dims = 1 + r.below(4);
        let v = D::from_constraints(dims, &constraints(&mut r, dims, octagonal));
        let list = v.constraints();
        if v.is_bottom() {
            assert_eq!(list, [Constraint::never()]);
            continue;
        }
        let again = D::from_constraints(dims, &list);
        assert!(again.leq(&v) && v.leq(&again), "{list:?}");
        for left_out in &list {
            let rest = D::from_constraints(dims, list.iter().filter(|c| *c != left_out));
            assert!(!rest.entails(left_out), "{left_out} is not needed in {list:?}");
        }
    }
}

#[test]
fn lists_are_minimal() {
    minimal::<Intervals>(41, true);
    minimal::<Octagons>(42, true);
}

#[test]
fn lists_of_polyhedra_are_minimal() {
    let mut r = Random::new(43);
    for _ in 0..400 {
        let dims = 1 + r.below(4);
        let list = Polyhedra::from_constraints(dims, &constraints(&mut r, dims, true)).constraints();
        for left_out in &list {
            let rest = Polyhedra::from_constraints(dims, list.iter().filter(|c| *c != left_out));
            assert!(
                !rest.leq(&Polyhedra::from_constraints(dims, [left_out])),
                "{left_out} is not needed in {list:?}"
            );
        }
    }
}

#[test]
fn constraints_are_readable() {
    let names = Names::new(["i", "j", "n"]);
    let [i, j, n] = [0, 1, 2].map(Dim::new);
    for (c, text) in [
        (Constraint::ge(i, 0), "i >= 0"),
        (Constraint::lt(i, n), "i <= n - 1"),
        (Constraint::eq(i, Expr::from(j) + 1), "i == j + 1"),
        (Constraint::le(Expr::from(i) + j, 10), "i + j <= 10"),
        (Constraint::ge(Expr::from(i) * 2, Expr::from(n) * 3 - 5), "2*i >= 3*n - 5"),
        (Constraint::ne(i, Expr::from(j) * -1), "i + j != 0"),
        (Constraint::eq(Expr::from(i) + j, n), "i + j == n"),
        (Constraint::never(), "0 >= 1"),
        (Constraint::ge(Dim::new(7), 1), "d7 >= 1"),
    ] {
        assert_eq!(names.constraint(&c), text);
    }
    assert_eq!(names.expr(&(Expr::from(i) - n + 2)), "i - n + 2");
}
