//! What can be said of a condition from the values of its atoms.
//!
//! ```text
//! (a and b) or c                    evaluations, with - for what is not looked at:
//!                                   TT-  TFT  TFF  F-T  F-F
//! the atom b decides in TT- and TFF: were it otherwise, the outcome could be otherwise
//! ```
//!
//! Each atom counts as a condition of its own, even where two look the same. An atom that was not evaluated may
//! be anything. Since every atom occurs once in the tree, evaluation with three values (Kleene 1952) is exact.

use imperative::{Expr, ExprKind, UnaryOp};

/// The values of the atoms of a condition; `None` for those that are not evaluated.
pub(crate) type Vector = Vec<Option<bool>>;

/// At most this many evaluations are listed for a condition.
const MOST: usize = 4096;

/// All evaluations of a condition with their outcomes, the true sides first; and whether there are more.
pub(crate) fn evaluations(e: &Expr) -> (Vec<(Vector, bool)>, bool) {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Not, a) => {
            let (list, more) = evaluations(a);
            (list.into_iter().map(|(v, b)| (v, !b)).collect(), more)
        }
        ExprKind::Unary(UnaryOp::Both, joined) => {
            let (ExprKind::And(a, b) | ExprKind::Or(a, b)) = &joined.kind else { return evaluations(joined) };
            let (left, more_left) = evaluations(a);
            let (right, more_right) = evaluations(b);
            let is_and = matches!(joined.kind, ExprKind::And(..));
            let pairs = left.iter().flat_map(|x| right.iter().map(move |y| (x, y)));
            let mut list: Vec<(Vector, bool)> = pairs
                .map(|((x, a), (y, b))| {
                    let outcome = if is_and { *a && *b } else { *a || *b };
                    (x.iter().chain(y).copied().collect(), outcome)
                })
                .take(MOST + 1)
                .collect();
            let more = more_left || more_right || list.len() > MOST;
            list.truncate(MOST);
            (list, more)
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            let stops_at = matches!(e.kind, ExprKind::Or(..));
            let (left, more_left) = evaluations(a);
            let (right, more_right) = evaluations(b);
            let skipped = b.atoms().len();
            let mut list = Vec::new();
            for (vector, outcome) in left {
                if outcome == stops_at {
                    let mut vector = vector;
                    vector.resize(vector.len() + skipped, None);
                    list.push((vector, outcome));
                    continue;
                }
                for (rest, outcome) in &right {
                    if list.len() > MOST {
                        break;
                    }
                    let mut vector = vector.clone();
                    vector.extend(rest);
                    list.push((vector, *outcome));
                }
            }
            let more = more_left || more_right || list.len() > MOST;
            list.truncate(MOST);
            (list, more)
        }
        _ => (vec![(vec![Some(true)], true), (vec![Some(false)], false)], false),
    }
}

/// The outcome of an evaluation (`None` if it is open), and the atoms that decide it: evaluated ones that could
/// have made it come out differently, given the others as far as they were evaluated.
pub(crate) fn deciding(e: &Expr, vector: &[Option<bool>]) -> (Option<bool>, Vec<usize>) {
    deciding_from(e, vector, &mut 0)
}

fn deciding_from(e: &Expr, vector: &[Option<bool>], next: &mut usize) -> (Option<bool>, Vec<usize>) {
    match &e.kind {
        ExprKind::Unary(UnaryOp::Both, a) => deciding_from(a, vector, next),
        ExprKind::Unary(UnaryOp::Not, a) => {
            let (value, atoms) = deciding_from(a, vector, next);
            (value.map(|b| !b), atoms)
        }
        ExprKind::And(a, b) | ExprKind::Or(a, b) => {
            // One operand of this value decides alone, and masks the other.
            let strong = matches!(e.kind, ExprKind::Or(..));
            let (left, mut atoms) = deciding_from(a, vector, next);
            let (right, others) = deciding_from(b, vector, next);
            if right == Some(strong) {
                atoms.clear();
            }
            if left != Some(strong) {
                atoms.extend(others);
            }
            let value = match (left, right) {
                (Some(v), _) | (_, Some(v)) if v == strong => Some(strong),
                (Some(_), Some(_)) => Some(!strong),
                _ => None,
            };
            (value, atoms)
        }
        _ => {
            let at = *next;
            *next += 1;
            let value = vector.get(at).copied().flatten();
            (value, value.map(|_| at).into_iter().collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Files;

    #[test]
    fn the_example_of_the_page() {
        let mut files = Files::new();
        let file = files.add("t", "");
        let span = files.span(file, 0, 0);
        let atom = || Expr::bool(true, span);
        let e = Expr::or(Expr::and(atom(), atom(), span), atom(), span);
        let (list, more) = evaluations(&e);
        assert!(!more);
        let text = |v: &Vector| -> String {
            v.iter().map(|a| a.map_or('-', |b| if b { 'T' } else { 'F' })).collect()
        };
        let found: Vec<(String, bool, Vec<usize>)> = list
            .iter()
            .map(|(v, outcome)| {
                let (value, atoms) = deciding(&e, v);
                assert_eq!(value, Some(*outcome));
                (text(v), *outcome, atoms)
            })
            .collect();
        let wanted = [
            ("TT-", true, vec![0, 1]),
            ("TFT", true, vec![2]),
            ("TFF", false, vec![1, 2]),
            ("F-T", true, vec![2]),
            ("F-F", false, vec![0, 2]),
        ];
        assert_eq!(found, wanted.map(|(t, o, a)| (t.to_string(), o, a)));
    }

    #[test]
    fn many_evaluations_are_cut_short() {
        let mut files = Files::new();
        let file = files.add("t", "");
        let span = files.span(file, 0, 0);
        let or = || Expr::or(Expr::bool(true, span), Expr::bool(true, span), span);
        let e = (0..40).fold(or(), |e, _| Expr::and(e, or(), span));
        let (list, more) = evaluations(&e);
        assert!(more);
        assert_eq!(list.len(), MOST);
        assert!(list.iter().all(|(v, _)| v.len() == 82));
    }
}
