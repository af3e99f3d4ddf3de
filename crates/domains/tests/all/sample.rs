//! Random constraints and values, and all integer points of a small box.

use base::{Int, Random};
use domains::{Constraint, Dim, Expr, Numeric, Relation};

/// Coordinates of the points that values are compared with.
pub const REACH: i64 = 3;

/// A point.
pub type Point = Vec<Int>;

/// A point of machine words.
pub fn point(words: &[i64]) -> Point {
    words.iter().map(|w| Int::from(*w)).collect()
}

/// All points of the box.
pub fn points(dims: usize) -> Vec<Point> {
    let mut all = vec![Vec::new()];
    for _ in 0..dims {
        all = all
            .into_iter()
            .flat_map(|p: Point| {
                (-REACH..=REACH).map(move |x| p.iter().cloned().chain([Int::from(x)]).collect::<Point>())
            })
            .collect();
    }
    all
}

/// The constraints of the box.
pub fn box_constraints(dims: usize) -> Vec<Constraint> {
    (0..dims).map(Dim::new).flat_map(|d| [Constraint::ge(d, -REACH), Constraint::le(d, REACH)]).collect()
}

/// A random expression; with `octagonal` its constraints are those of octagons.
pub fn expr(r: &mut Random, dims: usize, octagonal: bool) -> Expr {
    let mut sum = Expr::constant(r.between(-4, 4));
    if octagonal {
        for _ in 0..1 + r.below(2) {
            let d = Dim::new(r.below(dims));
            if !sum.mentions(d) {
                sum = sum + Expr::term(if r.one_in(2) { 1 } else { -1 }, d);
            }
        }
    } else {
        for d in (0..dims).map(Dim::new) {
            if r.one_in(2) {
                sum = sum + Expr::term(r.between(-3, 3), d);
            }
        }
    }
    sum
}

/// A random constraint.
pub fn constraint(r: &mut Random, dims: usize, octagonal: bool) -> Constraint {
    let relation = if r.one_in(6) { Relation::Zero } else { Relation::AtLeastZero };
    Constraint::new(expr(r, dims, octagonal), relation)
}

/// A few random constraints, mostly with points in the box.
pub fn constraints(r: &mut Random, dims: usize, octagonal: bool) -> Vec<Constraint> {
    (0..r.below(2 * dims + 1)).map(|_| constraint(r, dims, octagonal)).collect()
}

/// A random value, not always bounded, and sometimes the result of a join, a widening or an assignment.
pub fn value<D: Numeric>(r: &mut Random, dims: usize) -> D {
    let octagonal = r.one_in(2);
    let mut simple = D::from_constraints(dims, &constraints(r, dims, octagonal));
    if r.one_in(3) {
        simple = simple.meet_constraint(&Constraint::new(expr(r, dims, true), Relation::NotZero));
    }
    match r.below(8) {
        0 => simple.join(&D::from_constraints(dims, &constraints(r, dims, octagonal))),
        1 => simple.assign(Dim::new(r.below(dims)), &expr(r, dims, octagonal)),
        2 => {
            let next = simple.join(&D::from_constraints(dims, &constraints(r, dims, true)));
            simple.widen(&next, &constraints(r, dims, true))
        }
        3 => simple.forget(&[Dim::new(r.below(dims))]),
        _ => simple,
    }
}

/// The points of the box that a value has.
pub fn inside<D: Numeric>(value: &D, all: &[Point]) -> Vec<Point> {
    all.iter().filter(|p| value.contains(p)).cloned().collect()
}
