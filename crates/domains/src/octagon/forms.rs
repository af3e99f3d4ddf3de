//! Linear forms over octagons: their bounds, and what a constraint says about pairs of dimensions.

use super::matrix::{Bound, Matrix, plus};
use crate::{Constraint, Expr, Relation};
use base::Int;

/// A cell and a bound for it.
pub(super) type Edge = (usize, usize, Int);

/// The literal that stands for a dimension, or for its negative.
pub(super) fn literal(dim: usize, negative: bool) -> usize {
    2 * dim + usize::from(negative)
}

/// The bound `a + b ≤ c` of two literals; twice the same literal makes a bound of it alone.
pub(super) fn sum_at_most(a: usize, b: usize, c: Int) -> Edge {
    if a == b { (a ^ 1, a, c.clone() + c) } else { (b ^ 1, a, c) }
}

/// The greatest value of an expression, as far as it is found by taking terms in pairs. It is exact for one or two
/// terms with factors ±1.
pub(super) fn greatest(matrix: &Matrix, expr: &Expr) -> Bound {
    let mut terms: Vec<(usize, Int)> =
        expr.terms().iter().map(|(d, k)| (literal(d.index(), k.is_negative()), k.abs())).collect();
    let single = |a: usize| matrix.get(a ^ 1, a).as_ref().map(|twice| twice.div_floor(&Int::from(2)));
    let mut sum = expr.constant_part().clone();
    while let Some((a, k)) = terms.pop() {
        // The partner with which this term gains most over the two by themselves.
        let mut best: Option<(usize, Option<Int>)> = None;
        for (at, (b, _)) in terms.iter().enumerate() {
            let Some(pair) = matrix.get(b ^ 1, a) else { continue };
            let gain = plus(&single(a), &single(*b)).map(|apart| apart - pair);
            if gain.as_ref().is_some_and(|g| !g.is_positive()) {
                continue;
            }
            let better = match (&best, &gain) {
                (None, _) => true,
                (Some((_, None)), _) => false,
                (Some((_, Some(_))), None) => true,
                (Some((_, Some(old))), Some(new)) => new > old,
            };
            if better {
                best = Some((at, gain));
            }
        }
        let Some((at, _)) = best else {
            sum += &(single(a)? * &k);
            continue;
        };
        let (b, c) = terms[at].clone();
        let both = k.clone().min(c.clone());
        sum += &(matrix.get(b ^ 1, a).clone()? * &both);
        if c == both {
            terms.remove(at);
        } else {
            terms[at].1 = c - &both;
        }
        if k > both {
            terms.push((a, k - both));
        }
    }
    Some(sum)
}

/// What `expr ≥ 0` says about one and two dimensions, given what is known of the others. The flag tells whether that is all it says.
pub(super) fn consequences(matrix: &Matrix, expr: &Expr) -> (Vec<Edge>, bool) {
    let terms = expr.terms();
    // −Σ ≤ constant: in literals of the opposite sign.
    let opposite = |at: usize| literal(terms[at].0.index(), terms[at].1.is_positive());
    match terms {
        [(_, k)] if k.abs().is_one() => {
            return (vec![sum_at_most(opposite(0), opposite(0), expr.constant_part().clone())], true);
        }
        [(_, k), (_, c)] if k.abs().is_one() && c.abs().is_one() => {
            return (vec![sum_at_most(opposite(0), opposite(1), expr.constant_part().clone())], true);
        }
        _ => {}
    }
    let mut edges = Vec::new();
    for i in 0..terms.len() {
        for j in i..terms.len() {
            // k·(a + b) ≤ the greatest value of the rest, where a and b are literals of the opposite sign.
            let k = if i == j { terms[i].1.abs() } else { terms[i].1.abs().min(terms[j].1.abs()) };
            let share = |at: usize| {
                let sign = Int::from(i64::from(terms[at].1.signum()));
                Expr::term(sign * &k, terms[at].0)
            };
            let pair = if i == j { share(i) } else { share(i) + share(j) };
            if let Some(rest) = greatest(matrix, &(expr.clone() - pair)) {
                edges.push(sum_at_most(opposite(i), opposite(j), rest.div_floor(&k)));
            }
        }
    }
    (edges, false)
}

/// The cells that a constraint bounds, if it is one of octagons; otherwise nothing.
pub(super) fn exact_edges(constraint: &Constraint) -> Vec<Edge> {
    let expr = constraint.expr();
    let nothing_known = Matrix::top(expr.width());
    let of = |expr: &Expr| match consequences(&nothing_known, expr) {
        (edges, true) => edges,
        _ => Vec::new(),
    };
    match constraint.relation() {
        Relation::AtLeastZero => of(expr),
        Relation::Zero => [of(expr), of(&-expr.clone())].concat(),
        Relation::NotZero => Vec::new(),
    }
}
