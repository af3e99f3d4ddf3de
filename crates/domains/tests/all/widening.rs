//! Widenings end, whatever they are given, and keep what they are told to keep.

use crate::sample::{Point, constraints, value};
use base::{Int, Random};
use domains::{Constraint, Dim, Expr, Intervals, Lattice, Numeric, Octagons, Polyhedra};

fn at<D: Numeric>(p: &Point) -> D {
    let equations: Vec<Constraint> =
        p.iter().enumerate().map(|(i, x)| Constraint::eq(Dim::new(i), x.clone())).collect();
    D::from_constraints(p.len(), &equations)
}

/// Growing by ever farther points and random values; how often a widening changed something.
fn chain<D: Numeric>(r: &mut Random, dims: usize, thresholds: &[Constraint]) -> usize {
    let mut v: D = value(r, dims);
    let mut changes = 0;
    for step in 1..250 {
        let next: D = if r.one_in(3) {
            value(r, dims)
        } else {
            let reach = step * step;
            at(&(0..dims).map(|_| Int::from(r.between(-reach, reach))).collect())
        };
        let next = if r.one_in(4) { next } else { v.join(&next) };
        let wide = v.widen(&next, thresholds);
        assert!(v.leq(&wide) && next.leq(&wide));
        changes += usize::from(!wide.leq(&v));
        v = wide;
    }
    changes
}

fn chains_end<D: Numeric>(seed: u64, most: usize) {
    let mut r = Random::new(seed);
    let mut worst = 0;
    for round in 0..60 {
        let dims = 1 + r.below(3);
        let thresholds = if round % 2 == 0 { Vec::new() } else { constraints(&mut r, dims, true) };
        worst = worst.max(chain::<D>(&mut r, dims, &thresholds));
    }
    assert!(worst <= most, "{worst}");
}

#[test]
fn chains_of_intervals_end() {
    chains_end::<Intervals>(61, 20);
}

#[test]
fn chains_of_octagons_end() {
    chains_end::<Octagons>(62, 30);
}

#[test]
fn chains_of_polyhedra_end() {
    chains_end::<Polyhedra>(63, 30);
}

/// The same growth again and again: closing an octagon before it is widened would bring bounds back for ever.
#[test]
fn octagons_end_where_closing_would_not() {
    let (x, y) = (Dim::new(0), Dim::new(1));
    let step = |k: i64| {
        Octagons::from_constraints(
            2,
            &[
                Constraint::le(x, k),
                Constraint::ge(x, -k),
                Constraint::le(Expr::from(x) - y, k),
                Constraint::le(y, k),
            ],
        )
    };
    let mut v = step(1);
    let mut changes = 0;
    for k in 2..40 {
        let next = v.widen(&v.join(&step(k)), &[]);
        changes += usize::from(!next.leq(&v));
        v = next;
    }
    assert!(changes <= 8, "{changes}");
}

fn thresholds_are_kept<D: Numeric>(relational: bool) {
    let (x, y) = (Dim::new(0), Dim::new(1));
    let small = D::from_constraints(2, &[Constraint::eq(x, 0), Constraint::eq(y, 0)]);
    let large = D::from_constraints(2, &[Constraint::ge(x, 0), Constraint::le(x, 1), Constraint::eq(y, x)]);
    let thresholds = [Constraint::le(x, 100), Constraint::le(Expr::from(x) + y, 64), Constraint::le(x, 0)];
    let wide = small.widen(&large, &thresholds);
    assert!(wide.entails(&Constraint::le(x, 100)));
    assert_eq!(wide.entails(&Constraint::le(Expr::from(x) + y, 64)), relational);
    assert!(!wide.entails(&Constraint::le(x, 31)));
    let wider = wide.widen(&wide.join(&at(&vec![Int::from(101), Int::from(0)])), &thresholds);
    assert!(!wider.entails(&Constraint::le(x, 100)));
}

#[test]
fn thresholds_hold_until_they_are_exceeded() {
    thresholds_are_kept::<Intervals>(false);
    thresholds_are_kept::<Octagons>(true);
    thresholds_are_kept::<Polyhedra>(true);
}

/// A constraint of the new polyhedron that does the work of an old one is kept: the refinement of the standard widening.
#[test]
fn the_standard_widening_keeps_mutually_redundant_constraints() {
    let (x, y) = (Dim::new(0), Dim::new(1));
    // The origin, then the segment to (1, 1): y = x replaces an equation, 0 ≤ x as well; x ≤ 1 goes.
    let origin: Polyhedra = at(&vec![Int::ZERO, Int::ZERO]);
    let segment = origin.join(&at(&vec![Int::ONE, Int::ONE]));
    let wide = origin.widen(&segment, &[]);
    assert_eq!(wide.constraints(), [Constraint::eq(x, y), Constraint::ge(y, 0)]);
}
