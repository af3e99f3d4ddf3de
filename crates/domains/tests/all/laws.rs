//! Laws of lattices, and how queries and operations go together.

use crate::sample::{constraint, constraints, expr, inside, points, value};
use base::Random;
use domains::{Apart, Constraint, Dim, Intervals, Lattice, Numeric, Octagons, Polyhedra};

fn same<D: Lattice>(a: &D, b: &D) -> bool {
    a.leq(b) && b.leq(a)
}

fn lattice_laws<D: Numeric>(seed: u64, rounds: usize) {
    let mut r = Random::new(seed);
    for round in 0..rounds {
        let dims = 1 + r.below(4);
        let (a, b, c): (D, D, D) = (value(&mut r, dims), value(&mut r, dims), value(&mut r, dims));
        let (top, bottom) = (D::top(dims), D::bottom(dims));
        let say = || format!("round {round}:\n{:?}\n{:?}", a.constraints(), b.constraints());
        assert!(a.leq(&a) && bottom.leq(&a) && a.leq(&top), "{}", say());
        assert!(bottom.is_bottom() && !top.is_bottom());
        let (join, meet) = (a.join(&b), a.meet(&b));
        assert!(a.leq(&join) && b.leq(&join), "join: {}", say());
        assert!(meet.leq(&a) && meet.leq(&b), "meet: {}", say());
        assert!(same(&join, &b.join(&a)) && same(&meet, &b.meet(&a)), "commute: {}", say());
        assert!(same(&a.join(&a), &a) && same(&a.meet(&a), &a), "idempotent: {}", say());
        assert!(same(&a.join(&bottom), &a) && same(&a.meet(&top), &a), "{}", say());
        assert!(same(&a.join(&b).join(&c), &a.join(&b.join(&c))), "associative: {}", say());
        if a.leq(&b) && b.leq(&c) {
            assert!(a.leq(&c), "{}", say());
        }
        assert!(!a.leq(&b) || same(&join, &b), "{}", say());
        // Absorption.
        assert!(same(&a.join(&meet), &a), "absorption: {}", say());
        let wide = a.widen(&join, &[]);
        assert!(a.leq(&wide) && b.leq(&wide), "widen: {}", say());
        let narrow = join.narrow(&a);
        assert!(meet.leq(&narrow) && narrow.leq(&join), "narrow: {}", say());
        assert_eq!(a.is_bottom(), a.constraints() == [Constraint::never()]);
        // Monotone: what is below stays below.
        let (d, e) = (Dim::new(r.below(dims)), expr(&mut r, dims, true));
        assert!(a.forget(&[d]).leq(&join.forget(&[d])), "forget: {}", say());
        assert!(a.assign(d, &e).leq(&join.assign(d, &e)), "assign {d} := {e}: {}", say());
    }
}

#[test]
fn intervals_are_a_lattice() {
    lattice_laws::<Intervals>(1, 1500);
}

#[test]
fn octagons_are_a_lattice() {
    lattice_laws::<Octagons>(2, 1500);
}

#[test]
fn polyhedra_are_a_lattice() {
    lattice_laws::<Polyhedra>(3, 1500);
}

fn queries_agree<D: Numeric>(seed: u64) {
    let mut r = Random::new(seed);
    for _ in 0..400 {
        let dims = 1 + r.below(3);
        let all = points(dims);
        let v: D = value(&mut r, dims);
        let has = inside(&v, &all);
        // The list of constraints is the value, on integers.
        let list = v.constraints();
        for p in &all {
            assert_eq!(v.contains(p), list.iter().all(|c| c.holds_at(p)), "{list:?} at {p:?}");
        }
        let again = D::from_constraints(dims, &list);
        assert!(again.leq(&v), "{list:?}");
        assert!(list.is_sorted());
        assert!(list.iter().all(|c| v.entails(c)));
        let e = expr(&mut r, dims, false);
        match v.bounds(&e) {
            None => assert!(has.is_empty()),
            Some(range) => {
                assert!(has.iter().all(|p| range.contains(&e.value(p))), "{e} in {range} of {list:?}")
            }
        }
        let c = constraint(&mut r, dims, false);
        for c in [c.clone(), c.negated()] {
            assert!(!v.entails(&c) || has.iter().all(|p| c.holds_at(p)), "{list:?} entails {c}");
            let part = v.meet_constraint(&c);
            assert!(part.leq(&v));
            assert!(!v.entails(&c) || v.meet_constraints(&constraints(&mut r, dims, true)).entails(&c));
        }
    }
}

#[test]
fn queries_agree_with_points() {
    queries_agree::<Intervals>(4);
    queries_agree::<Octagons>(5);
    queries_agree::<Polyhedra>(6);
}

/// Octagons know all that intervals know.
#[test]
fn octagons_are_more_precise_than_intervals() {
    let mut r = Random::new(7);
    for _ in 0..500 {
        let dims = 2 + r.below(3);
        let (a, b) = (constraints(&mut r, dims, true), constraints(&mut r, dims, true));
        let (d, e) = (Dim::new(r.below(dims)), expr(&mut r, dims, true));
        let o =
            Octagons::from_constraints(dims, &a).join(&Octagons::from_constraints(dims, &b)).assign(d, &e);
        let i =
            Intervals::from_constraints(dims, &a).join(&Intervals::from_constraints(dims, &b)).assign(d, &e);
        assert!(!i.is_bottom() || o.is_bottom());
        for d in (0..dims).map(Dim::new) {
            if let (Some(of_o), Some(of_i)) = (o.bounds(&d.into()), i.bounds(&d.into())) {
                assert!(of_o.within(&of_i), "{d}: {of_o} {of_i} {a:?} {b:?}");
            }
        }
    }
}

#[test]
fn queries_of_forms_that_are_not_zero_agree() {
    queries_agree::<Apart<Polyhedra>>(7);
}
