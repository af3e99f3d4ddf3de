//! Inputs that make no sense, numbers beyond machine words, and polyhedra that are too large: no panic, no wrong answer.

use crate::sample::{point, value};
use base::{Int, Random};
use domains::{Apart, Constraint, Dim, Expr, Interval, Intervals, Lattice, Numeric, Octagons, Polyhedra};

fn nonsense<D: Numeric>(seed: u64) {
    let mut r = Random::new(seed);
    for _ in 0..100 {
        let v: D = value(&mut r, 2);
        let far = Dim::new(9);
        let beyond = Expr::from(far) + Dim::new(0);
        assert!(v.leq(&v.meet_constraint(&Constraint::ge(beyond.clone(), 0))));
        let forgotten = v.forget(&[Dim::new(0)]);
        let assigned = v.assign(Dim::new(0), &beyond);
        assert!(forgotten.leq(&assigned) && assigned.leq(&forgotten));
        assert!(v.leq(&v.assign(far, &Expr::constant(1))) && v.leq(&v.preimage(far, &Expr::constant(1))));
        assert!(v.is_bottom() || v.bounds(&beyond) == Some(Interval::ALL));
        assert!(v.is_bottom() || !v.entails(&Constraint::ge(beyond, 0)));
        assert!(v.leq(&v.forget(&[far])) && v.leq(&v.remove_dims(&[far, far])));
        assert_eq!(v.remove_dims(&[Dim::new(1), Dim::new(1)]).dims(), 1);
        assert_eq!(v.remove_dims(&[Dim::new(1), Dim::new(0)]).dims(), 0);
        for bad in [vec![], vec![0], vec![0, 0], vec![1, 2], vec![0, 1, 2]] {
            let to: Vec<Dim> = bad.into_iter().map(Dim::new).collect();
            assert!(v.leq(&v.permute(&to)));
        }
        let other = D::top(3);
        assert!(!v.leq(&other) && D::top(2).leq(&v.join(&other)) && D::top(2).leq(&v.widen(&other, &[])));
        assert!(v.leq(&v.meet(&other)));
        assert!(!v.contains(&point(&[1])) && !v.contains(&point(&[1, 2, 3])));
        assert_eq!(v.fold(Dim::new(0), far).dims(), 2);
        assert_eq!(v.expand(far).dims(), 3);
    }
    // No dimension at all: one point, or none.
    let unit = D::top(0);
    assert!(unit.contains(&[]) && unit.constraints().is_empty() && !unit.is_bottom());
    assert!(unit.meet_constraint(&Constraint::never()).is_bottom());
    assert!(unit.meet_constraint(&Constraint::always()).leq(&unit));
    assert!(unit.join(&D::bottom(0)).leq(&unit));
}

#[test]
fn nonsense_does_no_harm() {
    nonsense::<Intervals>(81);
    nonsense::<Octagons>(82);
    nonsense::<Polyhedra>(83);
}

fn large_numbers<D: Numeric>() {
    let (x, y) = (Dim::new(0), Dim::new(1));
    let big = Int::from(i64::MAX) * Int::from(i64::MAX);
    let v = D::from_constraints(
        2,
        &[
            Constraint::ge(x, -&big),
            Constraint::le(x, big.clone()),
            Constraint::ge(y, x),
            Constraint::le(y, big.clone()),
        ],
    );
    let v = v
        .assign(x, &(Expr::from(x) * 3 + big.clone()))
        .join(&D::from_constraints(2, &[Constraint::eq(x, i64::MIN), Constraint::eq(y, i64::MIN)]));
    assert!(v.contains(&[&(&big + &big) + &(&big + &big), big.clone()]));
    assert_eq!(v.bounds(&x.into()).and_then(|r| r.high), Some(&(&big + &big) + &(&big + &big)));
    assert!(v.entails(&Constraint::le(x, big.clone() * Int::from(4))));
}

#[test]
fn numbers_may_be_large() {
    large_numbers::<Intervals>();
    large_numbers::<Octagons>();
    large_numbers::<Polyhedra>();
}

/// A box has a vertex for each subset of its dimensions; kept as a product it is small, and where dimensions are tied together
/// something is forgotten rather than never finished.
#[test]
fn large_polyhedra_forget() {
    let n = 24;
    let dims: Vec<Dim> = (0..n).map(Dim::new).collect();
    let bounds = |low: i64, high: i64| -> Vec<Constraint> {
        dims.iter().flat_map(|d| [Constraint::ge(*d, low), Constraint::le(*d, high)]).collect()
    };
    let a = Polyhedra::from_constraints(n, &bounds(0, 10));
    assert_eq!(a.constraints().len(), 2 * n);
    let sum = dims.iter().fold(Expr::constant(0), |e, d| e + *d);
    assert_eq!(a.bounds(&sum), Some(Interval::between(0, 240)));
    let b = Polyhedra::from_constraints(n, &bounds(5, 20));
    let join = a.join(&b);
    assert!(a.leq(&join) && b.leq(&join));
    assert!(dims.iter().all(|d| join.bounds(&(*d).into()) == Some(Interval::between(0, 20))));
    let cut = a.meet_constraint(&Constraint::le(sum.clone(), 7));
    assert!(!cut.is_bottom() && cut.leq(&a) && cut.contains(&vec![Int::ZERO; n]));
    // From (0, 1, …, 1).
    let moved = a.assign(dims[0], &sum);
    let after: Vec<Int> = std::iter::once(Int::from(n - 1)).chain(vec![Int::ONE; n - 1]).collect();
    assert!(moved.contains(&after));
    let wide = a.widen(&join, &[]);
    assert!(join.leq(&wide) && wide.entails(&Constraint::ge(dims[3], 0)));
}

/// Polyhedra that cannot be taken apart and whose hulls are too large: what comes out is above all that goes in.
#[test]
fn tied_polyhedra_forget() {
    let mut r = Random::new(84);
    let n = 9;
    for _ in 0..3 {
        let mut tied = || {
            let list: Vec<Constraint> = (0..n + 4)
                .map(|i| {
                    let mut e = Expr::constant(r.between(5, 30)) + Dim::new(i % n);
                    for k in 1..3 {
                        e = e + Expr::term(r.between(-2, 2), Dim::new((i + k) % n));
                    }
                    Constraint::ge(e, 0)
                })
                .collect();
            (Polyhedra::from_constraints(n, &list), list)
        };
        let ((a, in_a), (b, in_b)) = (tied(), tied());
        let join = a.join(&b);
        assert!(a.leq(&join) && b.leq(&join));
        assert!(in_a.iter().chain(&in_b).filter(|c| a.entails(c) && b.entails(c)).all(|c| join.entails(c)));
        let forgotten = a.forget(&[Dim::new(0), Dim::new(4)]);
        assert!(a.leq(&forgotten) && forgotten.contains(&vec![Int::ZERO; n]));
        assert!(a.meet(&b).contains(&vec![Int::ZERO; n]) && join.leq(&a.widen(&join, &in_a)));
    }
}

#[test]
fn forms_that_are_not_zero() {
    nonsense::<Apart<Polyhedra>>(84);
}
