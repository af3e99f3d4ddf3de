//! Conditions with calls in them: what changes with a change of their `and` or `or`.
//!
//! ```text
//! if x /= nil and f(x) then …        $1 := x /= nil
//!                                    branch short-circuit [$1] then b1 else b2
//!                                b1: $2 := call f(x); goto b3
//!                                b2: $2 := false;     goto b3
//!                                b3: branch if [$1 and $2] then … else …
//! ```
//!
//! If the `and` becomes an `or`, the call must be made where the first operand is *false*; if only one operand
//! stays, it is made always or never. The first branch knows its operator by holding the left operand itself. A
//! branch further out holds the whole of an inner condition, so the change is made there as well.

use super::edit::{Edit, Place};
use imperative::{DecisionId, DecisionKind, Expr, ExprKind, Proc};

/// The changes that go with a change of one part of an expression into another.
pub(super) fn edits(proc: &Proc, place: Place, old: &Expr, new: &Expr) -> Vec<Edit> {
    let (ExprKind::And(left, right) | ExprKind::Or(left, right)) = &old.kind else { return Vec::new() };
    let is_and = matches!(old.kind, ExprKind::And(..));
    let mut out = Vec::new();
    for (i, d) in proc.decisions.iter().enumerate() {
        let here = Place::Condition(DecisionId::new(i));
        if d.kind != DecisionKind::ShortCircuit || here == place {
            continue;
        }
        if d.cond == **left {
            // True leads to the right operand of an `and`, and past that of an `or`.
            let with = match &new.kind {
                ExprKind::And(..) | ExprKind::Or(..) if new != &**left && new != &**right => {
                    Expr::negated((**left).clone(), left.span)
                }
                _ if new == &**left => Expr::bool(!is_and, left.span),
                _ if new == &**right => Expr::bool(is_and, left.span),
                // The negation, or no change of this place: the operands are unchanged.
                _ => continue,
            };
            out.push(Edit::Expr { place: here, path: Vec::new(), with });
        } else if let Some(path) = path_to(&d.cond, old) {
            out.push(Edit::Expr { place: here, path, with: new.clone() });
        }
    }
    out
}

/// The path to a part of an expression, at the same place of the text.
fn path_to(whole: &Expr, part: &Expr) -> Option<Vec<u8>> {
    let mut waiting = vec![(whole, Vec::new())];
    while let Some((e, path)) = waiting.pop() {
        if e == part {
            return Some(path);
        }
        for (i, operand) in e.operands().enumerate() {
            let mut longer: Vec<u8> = path.clone();
            longer.push(i as u8);
            waiting.push((operand, longer));
        }
    }
    None
}
