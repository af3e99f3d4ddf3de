//! Adding, removing, renaming, folding and expanding dimensions, against sets of points.

use crate::sample::{Point, inside, point, points, value};
use base::{Int, Random};
use domains::{Apart, Constraint, Dim, Expr, Intervals, Numeric, Octagons, Polyhedra};

fn management<D: Numeric>(seed: u64) {
    let mut r = Random::new(seed);
    for _ in 0..300 {
        let dims = 2 + r.below(2);
        let all = points(dims);
        let v: D = value(&mut r, dims);
        let has = inside(&v, &all);
        let say = || format!("{:?}", v.constraints());

        let wider = v.add_dims(2);
        assert_eq!(wider.dims(), dims + 2);
        for p in &all {
            let q: Point = p.iter().cloned().chain([Int::from(77), Int::from(-5)]).collect();
            assert_eq!(wider.contains(&q), v.contains(p), "{}", say());
        }
        let back = wider.remove_dims(&[Dim::new(dims + 1), Dim::new(dims)]);
        assert!(back.leq(&v) && v.leq(&back), "{}", say());

        let gone = r.below(dims);
        let less = v.remove_dims(&[Dim::new(gone)]);
        assert_eq!(less.dims(), dims - 1);
        for p in &has {
            let mut q = p.clone();
            q.remove(gone);
            assert!(less.contains(&q), "without {gone}: {}", say());
        }

        let turn = 1 + r.below(dims - 1);
        let to: Vec<Dim> = (0..dims).map(|i| Dim::new((i + turn) % dims)).collect();
        let turned = v.permute(&to);
        for p in &all {
            let mut q = p.clone();
            for (i, d) in to.iter().enumerate() {
                q[d.index()] = p[i].clone();
            }
            assert_eq!(turned.contains(&q), v.contains(p), "{to:?}: {}", say());
        }
        let mut inverse = to.clone();
        for (i, d) in to.iter().enumerate() {
            inverse[d.index()] = Dim::new(i);
        }
        let same = turned.permute(&inverse);
        assert!(same.leq(&v) && v.leq(&same), "{}", say());

        let (into, from) = (r.below(dims), r.below(dims));
        if into != from {
            let folded = v.fold(Dim::new(into), Dim::new(from));
            assert_eq!(folded.dims(), dims - 1);
            for p in &has {
                let mut first = p.clone();
                let mut second = p.clone();
                second[into] = p[from].clone();
                first.remove(from);
                second.remove(from);
                assert!(folded.contains(&first) && folded.contains(&second), "{into} {from}: {}", say());
            }
        }

        let x = r.below(dims);
        let expanded = v.expand(Dim::new(x));
        assert_eq!(expanded.dims(), dims + 1);
        for p in &all {
            for value in -3..=3 {
                let mut other = p.clone();
                other[x] = Int::from(value);
                let q: Point = p.iter().cloned().chain([Int::from(value)]).collect();
                if v.contains(p) && v.contains(&other) {
                    assert!(expanded.contains(&q), "{x}: {}", say());
                } else {
                    assert!(!expanded.contains(&q), "{x}, {q:?}: {}", say());
                }
            }
        }
        let folded = expanded.fold(Dim::new(x), Dim::new(dims));
        assert!(folded.leq(&v) && (v.is_bottom() || v.leq(&folded)), "fold after expand of {x}: {}", say());
    }
}

#[test]
fn intervals() {
    management::<Intervals>(21);
}

#[test]
fn octagons() {
    management::<Octagons>(22);
}

#[test]
fn polyhedra() {
    management::<Polyhedra>(23);
}

/// One summary dimension for many cells: a weak update joins, an expanded copy can be read.
#[test]
fn a_summary_of_cells() {
    // Dimension 0 stands for all cells; they are between 0 and n (dimension 1).
    let (cell, n) = (Dim::new(0), Dim::new(1));
    let v = Polyhedra::from_constraints(2, &[Constraint::ge(cell, 0), Constraint::le(cell, n)]);
    // Read one: a copy that is as bounded, but not equal to it.
    let read = v.expand(cell);
    let copy = Dim::new(2);
    assert!(read.entails(&Constraint::ge(copy, 0)) && read.entails(&Constraint::le(copy, n)));
    assert!(!read.entails(&Constraint::eq(copy, cell)));
    // Add one to it and put it back.
    let after = read.assign(copy, &(Expr::from(copy) + 1)).fold(cell, copy);
    assert!(
        after.entails(&Constraint::le(cell, Expr::from(n) + 1)) && after.entails(&Constraint::ge(cell, 0))
    );
    assert!(!after.entails(&Constraint::le(cell, n)));
    assert!(after.contains(&point(&[0, 0])));
}

#[test]
fn forms_that_are_not_zero() {
    management::<Apart<Polyhedra>>(24);
}
