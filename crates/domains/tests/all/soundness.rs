//! Every operation against the same operation on sets of integer points.

use crate::sample::{box_constraints, constraint, constraints, expr, inside, points, value};
use base::{Int, Random};
use domains::{Apart, Constraint, Dim, Intervals, Lattice, Numeric, Octagons, Polyhedra, Relation};

fn operations<D: Numeric>(seed: u64, rounds: usize) {
    let mut r = Random::new(seed);
    for round in 0..rounds {
        let dims = 1 + r.below(3);
        let all = points(dims);
        let a: D = value(&mut r, dims);
        let b: D = value(&mut r, dims);
        let (in_a, in_b) = (inside(&a, &all), inside(&b, &all));
        let say = |op: &str| format!("round {round}, {op}:\n{:?}\n{:?}", a.constraints(), b.constraints());
        assert!(!a.is_bottom() || in_a.is_empty(), "{}", say("bottom"));
        if a.leq(&b) {
            assert!(in_a.iter().all(|p| b.contains(p)), "{}", say("leq"));
        }
        let (join, meet) = (a.join(&b), a.meet(&b));
        assert!(in_a.iter().chain(&in_b).all(|p| join.contains(p)), "{}", say("join"));
        assert!(in_a.iter().filter(|p| b.contains(p)).all(|p| meet.contains(p)), "{}", say("meet"));
        let thresholds = constraints(&mut r, dims, false);
        let wide = a.widen(&b, &thresholds);
        assert!(in_a.iter().chain(&in_b).all(|p| wide.contains(p)), "{}", say("widen"));
        let narrow = a.narrow(&b);
        assert!(in_a.iter().filter(|p| b.contains(p)).all(|p| narrow.contains(p)), "{}", say("narrow"));

        let c = constraint(&mut r, dims, false);
        let c = if r.one_in(3) { Constraint::new(c.expr().clone(), Relation::NotZero) } else { c };
        let part = a.meet_constraint(&c);
        assert!(in_a.iter().filter(|p| c.holds_at(p)).all(|p| part.contains(p)), "{c} {}", say("constraint"));
        for p in inside(&part, &all) {
            assert!(a.contains(&p), "{c} {}", say("constraint adds points"));
        }

        let octagonal = r.one_in(2);
        let (x, e) = (Dim::new(r.below(dims)), expr(&mut r, dims, octagonal));
        let (after, before, forgotten) = (a.assign(x, &e), a.preimage(x, &e), a.forget(&[x]));
        for p in &in_a {
            let mut q = p.clone();
            q[x.index()] = e.value(p);
            assert!(after.contains(&q), "{x} := {e} at {p:?}: {}", say("assign"));
            for value in -5..5 {
                q[x.index()] = Int::from(value);
                assert!(forgotten.contains(&q), "{}", say("forget"));
            }
        }
        for p in &all {
            let mut q = p.clone();
            q[x.index()] = e.value(p);
            assert!(!a.contains(&q) || before.contains(p), "{x} := {e} at {p:?}: {}", say("preimage"));
        }
    }
}

#[test]
fn intervals() {
    operations::<Intervals>(11, 600);
}

#[test]
fn octagons() {
    operations::<Octagons>(12, 600);
}

#[test]
fn polyhedra() {
    operations::<Polyhedra>(13, 600);
}

/// Polyhedra lose no point that is none, either: a point is in a meet exactly if it satisfies all constraints, and assignments that
/// can be undone are undone.
#[test]
fn polyhedra_are_exact_on_constraints_and_reversible_assignments() {
    let mut r = Random::new(14);
    for _ in 0..600 {
        let dims = 1 + r.below(3);
        let all = points(dims);
        let list = constraints(&mut r, dims, false);
        let v = Polyhedra::from_constraints(dims, &list);
        for p in &all {
            assert_eq!(v.contains(p), list.iter().all(|c| c.holds_at(p)), "{list:?} at {p:?}");
        }
        let x = Dim::new(r.below(dims));
        let rest = expr(&mut r, dims, false);
        let rest = rest.clone() - domains::Expr::term(rest.coefficient(x), x);
        let e = rest.clone() + x;
        let there = v.assign(x, &e);
        let back = there.assign(x, &(domains::Expr::from(x) - rest));
        assert!(back.leq(&v) && v.leq(&back), "{x} := {e}: {list:?}");
        assert!(there.preimage(x, &e).leq(&v) && v.leq(&there.preimage(x, &e)), "{x} := {e}: {list:?}");
        for p in &all {
            let mut q = p.clone();
            q[x.index()] = e.value(p);
            assert_eq!(there.contains(&q), v.contains(p));
        }
    }
}

/// Rounding keeps all integer points, and only those matter.
#[test]
fn tightening_keeps_integer_points() {
    let mut r = Random::new(15);
    let mut smaller = 0;
    for _ in 0..300 {
        let dims = 2 + r.below(2);
        // Shadows of polyhedra have bounds between integers.
        let solid = Polyhedra::from_constraints(dims + 1, &box_constraints(dims + 1));
        let v = solid.meet_constraints(&constraints(&mut r, dims + 1, false)).remove_dims(&[Dim::new(dims)]);
        let tight = v.tighten();
        assert!(tight.leq(&v));
        smaller += usize::from(!v.leq(&tight));
        for p in points(dims) {
            assert_eq!(v.contains(&p), tight.contains(&p));
        }
    }
    assert!(smaller > 10, "{smaller}");
}

#[test]
fn forms_that_are_not_zero() {
    operations::<Apart<Polyhedra>>(14, 600);
}
