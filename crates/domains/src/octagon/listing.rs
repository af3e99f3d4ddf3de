//! The constraints of an octagon, without redundant ones.
//!
//! Literals whose difference is fixed form classes: each gets an equation with the first of its class. Among the first ones of all
//! classes, a bound is left out that two others imply; since no difference among them is fixed, such implications do
//! not go in circles, but for those that come from rounding. So the result is closed again and compared, and bounds are
//! left out one by one where that shows a circle.

use super::forms::literal;
use super::matrix::{Matrix, at_most, plus};
use crate::{Constraint, Dim, Expr};
use base::Int;

/// The constraints of a tightly closed matrix.
pub(super) fn constraints(matrix: &Matrix) -> Vec<Constraint> {
    let mut all = Vec::new();
    let mut leaders: Vec<usize> = Vec::new();
    for dim in 0..matrix.dims() {
        match equation(matrix, dim, &leaders) {
            Some(equation) => all.push(equation),
            None => leaders.push(dim),
        }
    }
    let from = |i: usize| leaders.get(i / 2).map(|dim| 2 * dim + i % 2);
    let small = matrix.rearranged(leaders.len(), from);
    for (i, j) in needed(&small) {
        let (Some(a), Some(b), Some(bound)) = (from(i), from(j), small.get(i, j)) else { continue };
        // value(b) − value(a) ≤ bound
        let value = |l: usize| Expr::term(if l.is_multiple_of(2) { 1 } else { -1 }, Dim::new(l / 2));
        all.push(Constraint::le(value(b) - value(a), bound.clone()));
    }
    all.sort();
    all
}

/// The equation of a dimension with a constant or with one of the leaders before it.
fn equation(matrix: &Matrix, dim: usize, leaders: &[usize]) -> Option<Constraint> {
    let fixed = |i: usize, j: usize| -> Option<Int> {
        let bound = matrix.get(i, j).clone()?;
        (plus(&Some(bound.clone()), matrix.get(j, i)) == Some(Int::ZERO)).then_some(bound)
    };
    let plus = literal(dim, false);
    if let Some(twice) = fixed(plus ^ 1, plus) {
        return Some(Constraint::eq(Expr::term(2, Dim::new(dim)), twice));
    }
    leaders.iter().find_map(|leader| {
        [false, true].into_iter().find_map(|negative| {
            // value(dim) − (±value(leader)) = bound
            let bound = fixed(literal(*leader, negative), plus)?;
            let sign = if negative { -1 } else { 1 };
            Some(Constraint::eq(dim_expr(dim), Expr::term(sign, Dim::new(*leader)) + bound))
        })
    })
}

fn dim_expr(dim: usize) -> Expr {
    Expr::from(Dim::new(dim))
}

/// The cells that are needed; all others follow from them.
fn needed(matrix: &Matrix) -> Vec<(usize, usize)> {
    let finite = Matrix::stored(matrix.dims()).filter(|(i, j)| matrix.get(*i, *j).is_some());
    let (implied, mut kept): (Vec<_>, Vec<_>) = finite.partition(|(i, j)| is_implied(matrix, *i, *j));
    let closes = |kept: &[(usize, usize)]| {
        let mut again = Matrix::top(matrix.dims());
        for (i, j) in kept {
            again.set(*i, *j, matrix.get(*i, *j).clone());
        }
        again.close() && again == *matrix
    };
    if closes(&kept) {
        return kept;
    }
    let mut left = implied;
    while let Some(last) = left.pop() {
        let others: Vec<(usize, usize)> = kept.iter().chain(&left).copied().collect();
        if !closes(&others) {
            kept.push(last);
        }
    }
    kept
}

/// Whether a cell follows from two others.
fn is_implied(matrix: &Matrix, i: usize, j: usize) -> bool {
    let cell = matrix.get(i, j);
    let unary = j == (i ^ 1);
    let two = Int::from(2);
    let by_halves = !unary && {
        let sum = plus(matrix.get(i, i ^ 1), matrix.get(j ^ 1, j));
        at_most(&sum.map(|s| s.div_floor(&two)), cell)
    };
    by_halves
        || (0..2 * matrix.dims()).filter(|k| *k != i && *k != j).any(|k| {
            let path = plus(matrix.get(i, k), matrix.get(k, j));
            let path = if unary { path.map(|p| p.div_floor(&two) * &two) } else { path };
            at_most(&path, cell)
        })
}
