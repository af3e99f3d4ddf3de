//! Octagons against all integer points, and against polyhedra.

use crate::sample::{box_constraints, constraint, constraints, expr, points};
use base::{Int, Random};
use domains::{Dim, Expr, Lattice, Numeric, Octagons, Polyhedra};

/// Bounds of ±x ± y are the best ones over the integers, whatever order constraints come in.
#[test]
fn closure_is_tight() {
    let mut r = Random::new(31);
    let mut empty = 0;
    for _ in 0..500 {
        let dims = 2 + r.below(2);
        let all = points(dims);
        let mut list = box_constraints(dims);
        list.extend(constraints(&mut r, dims, true));
        let v = Octagons::from_constraints(dims, &list);
        let has: Vec<_> = all.iter().filter(|p| list.iter().all(|c| c.holds_at(p))).collect();
        assert_eq!(v.is_bottom(), has.is_empty(), "{list:?}");
        empty += usize::from(has.is_empty());
        for i in (0..dims).map(Dim::new) {
            for j in (0..dims).map(Dim::new) {
                for sign in [-1, 1] {
                    let e = if i == j { Expr::from(i) * sign } else { Expr::from(i) + Expr::term(sign, j) };
                    let values: Vec<Int> = has.iter().map(|p| e.value(p)).collect();
                    let range = v.bounds(&e);
                    assert_eq!(
                        range.as_ref().and_then(|r| r.low.as_ref()),
                        values.iter().min(),
                        "{e} {list:?}"
                    );
                    assert_eq!(
                        range.as_ref().and_then(|r| r.high.as_ref()),
                        values.iter().max(),
                        "{e} {list:?}"
                    );
                }
            }
        }
        // All at once, through a meet of two halves, gives the same.
        let (one, two) = list.split_at(list.len() / 2);
        let met = Octagons::from_constraints(dims, one).meet(&Octagons::from_constraints(dims, two));
        assert!(met.leq(&v) && v.leq(&met), "{list:?}");
    }
    assert!(empty > 20, "{empty}");
}

/// On constraints of octagons, polyhedra give bounds that are as good or weaker only by what rounding does.
#[test]
fn bounds_are_those_of_polyhedra_or_tighter() {
    let mut r = Random::new(32);
    let mut equal = 0;
    for _ in 0..400 {
        let dims = 2 + r.below(3);
        let list = constraints(&mut r, dims, true);
        let (o, p) = (Octagons::from_constraints(dims, &list), Polyhedra::from_constraints(dims, &list));
        assert!(!p.is_bottom() || o.is_bottom(), "{list:?}");
        let Some(_) = o.bounds(&Expr::constant(0)) else { continue };
        for i in (0..dims).map(Dim::new) {
            for j in (0..dims).map(Dim::new).filter(|j| *j != i) {
                for e in [Expr::from(i), Expr::from(i) + j, Expr::from(i) - j] {
                    let (of_o, of_p) = (o.bounds(&e).unwrap(), p.bounds(&e).unwrap());
                    assert!(of_o.within(&of_p), "{e}: {of_o} {of_p} {list:?}");
                    // Never by more than a rounding, and bounded exactly where the other is.
                    assert_eq!(of_o.low.is_some(), of_p.low.is_some(), "{e} {list:?}");
                    assert_eq!(of_o.high.is_some(), of_p.high.is_some(), "{e} {list:?}");
                    equal += usize::from(of_o == of_p);
                }
            }
        }
    }
    assert!(equal > 5000, "{equal}");
}

/// General constraints and assignments one after the other: neither domain loses a point that is reached.
#[test]
fn sequences_of_steps_keep_what_is_reached() {
    let mut r = Random::new(33);
    for _ in 0..400 {
        let dims = 2 + r.below(2);
        let mut o = Octagons::from_constraints(dims, &box_constraints(dims));
        let mut p = Polyhedra::from_constraints(dims, &box_constraints(dims));
        let mut reached = points(dims);
        for _ in 0..5 {
            if r.one_in(2) {
                let c = constraint(&mut r, dims, false);
                (o, p) = (o.meet_constraint(&c), p.meet_constraint(&c));
                reached.retain(|q| c.holds_at(q));
            } else {
                let (x, e) = (Dim::new(r.below(dims)), expr(&mut r, dims, false));
                (o, p) = (o.assign(x, &e), p.assign(x, &e));
                for q in &mut reached {
                    q[x.index()] = e.value(q);
                }
            }
            assert!(reached.iter().all(|q| o.contains(q) && p.contains(q)));
        }
    }
}

/// A constraint more costs a quadratic step; the result is that of closing from scratch.
#[test]
fn incremental_closure_is_full_closure() {
    let mut r = Random::new(34);
    for _ in 0..300 {
        let dims = 2 + r.below(5);
        let list = constraints(&mut r, dims, true);
        let one_by_one = Octagons::from_constraints(dims, &list);
        // Meets close from scratch.
        let from_scratch = list
            .iter()
            .map(|c| Octagons::from_constraints(dims, [c]))
            .fold(Octagons::top(dims), |sum, part| sum.meet(&part));
        assert_eq!(one_by_one.constraints(), from_scratch.constraints(), "{list:?}");
    }
}
