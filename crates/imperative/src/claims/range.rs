//! The range of a quantified number, from what a formula says of it.
//!
//! ```text
//! \forall integer i, j; 0 <= i < j < n ==> a[i] <= a[j]        i in 0 .. n - 1, j in i + 1 .. n - 1: …
//! ```
//!
//! A bound is something that numbers bound before tell; or, of a number that is only compared with one that is bound
//! after it, the bound of that one. What a bound does not say exactly stays a condition.

use super::{Formula, FormulaKind};
use crate::{BinaryOp as Op, Expr, ExprKind, UnaryOp, VarId};

/// The range of a number.
pub(crate) struct Range {
    pub first: Expr,
    pub last: Expr,
    /// The conditions of the premise that it says exactly.
    pub says: Vec<usize>,
}

/// A comparison `lower <= upper`, or `lower < upper`.
struct Order {
    lower: Expr,
    upper: Expr,
    strict: bool,
}

/// The range of a number for which a formula is to hold, given the numbers that are bound with it: those before it, then
/// itself, then those after it. `None` if it is not bounded on both sides.
pub(crate) fn of(numbers: &[VarId], at: usize, premise: &[Expr]) -> Option<Range> {
    let orders: Vec<(usize, Order)> =
        premise.iter().enumerate().filter_map(|(i, e)| Some((i, order(e)?))).collect();
    let (first, low) = bound(numbers, at, &orders, false, numbers.len())?;
    let (last, high) = bound(numbers, at, &orders, true, numbers.len())?;
    Some(Range { first, last, says: low.into_iter().chain(high).collect() })
}

fn order(e: &Expr) -> Option<Order> {
    let ExprKind::Binary(op, a, b) = &e.kind else { return None };
    let (a, b) = ((**a).clone(), (**b).clone());
    Some(match op {
        Op::Le => Order { lower: a, upper: b, strict: false },
        Op::Lt => Order { lower: a, upper: b, strict: true },
        Op::Ge => Order { lower: b, upper: a, strict: false },
        Op::Gt => Order { lower: b, upper: a, strict: true },
        _ => return None,
    })
}

/// The upper or lower bound of a number, and which condition says exactly that. `left` limits how often it is the bound of
/// another.
fn bound(
    numbers: &[VarId],
    at: usize,
    orders: &[(usize, Order)],
    upper: bool,
    left: usize,
) -> Option<(Expr, Option<usize>)> {
    let this = numbers.get(at)?;
    let later = numbers.get(at + 1..)?;
    let mut through = None;
    for (said, order) in orders {
        let (own, other) = if upper { (&order.lower, &order.upper) } else { (&order.upper, &order.lower) };
        if own.unchecked().kind != ExprKind::Var(*this) {
            continue;
        }
        let mentioned = other.vars();
        if !mentioned.contains(this) && !mentioned.iter().any(|v| later.contains(v)) {
            return Some((moved(other, order.strict, upper), Some(*said)));
        }
        if let ExprKind::Var(v) = other.unchecked().kind {
            through = through.or_else(|| later.iter().position(|w| *w == v).map(|p| at + 1 + p));
        }
    }
    // What bounds the other, bounds this one too, if it says nothing of numbers that come after this one.
    let (found, _) = bound(numbers, through?, orders, upper, left.checked_sub(1)?)?;
    let known = found.vars().iter().all(|v| v != this && !later.contains(v));
    known.then_some((found, None))
}

/// The bound itself, or the number next to it.
fn moved(bound: &Expr, strict: bool, upper: bool) -> Expr {
    if !strict {
        return bound.clone();
    }
    let one = Expr::int(1, bound.span);
    Expr::binary(if upper { Op::Sub } else { Op::Add }, bound.clone(), one, bound.span)
}

/// Every number of a chain of quantifiers, and what is said of them.
pub(crate) fn chain(number: VarId, body: &Formula) -> (Vec<VarId>, &Formula) {
    let (mut numbers, mut inner) = (vec![number], body);
    while let FormulaKind::Forall(v, body) = &inner.kind {
        numbers.push(*v);
        inner = body;
    }
    (numbers, inner)
}

/// The same of a chain of quantifiers that ask for some number.
pub(crate) fn chain_of_some(number: VarId, body: &Formula) -> (Vec<VarId>, &Formula) {
    let (mut numbers, mut inner) = (vec![number], body);
    while let FormulaKind::Exists(v, body) = &inner.kind {
        numbers.push(*v);
        inner = body;
    }
    (numbers, inner)
}

/// The conditions that hold wherever a formula does.
pub(crate) fn needs(formula: &Formula) -> Vec<Expr> {
    let mut out = Vec::new();
    conditions(formula, true, &mut out);
    out
}

/// The conditions under which a formula says something; all of them together.
pub(crate) fn premise(formula: &Formula) -> Vec<Expr> {
    let mut out = Vec::new();
    match &formula.kind {
        FormulaKind::Implies(a, b) => {
            conditions(a, true, &mut out);
            out.extend(premise(b));
        }
        _ => conditions(formula, false, &mut out),
    }
    out
}

/// Whether a formula is a conjunction of comparisons.
pub(crate) fn is_conjunction(formula: &Formula) -> bool {
    fn all(e: &Expr) -> bool {
        match &e.kind {
            ExprKind::And(a, b) => all(a) && all(b),
            _ => order(e).is_some(),
        }
    }
    match &formula.kind {
        FormulaKind::And(a, b) => is_conjunction(a) && is_conjunction(b),
        FormulaKind::Cond(e) => all(e),
        _ => false,
    }
}

/// The conditions that hold where a formula holds, or where it does not.
fn conditions(formula: &Formula, holds: bool, out: &mut Vec<Expr>) {
    match (&formula.kind, holds) {
        (FormulaKind::Cond(e), _) => atoms(e, holds, out),
        (FormulaKind::And(a, b), true) | (FormulaKind::Or(a, b), false) => {
            conditions(a, holds, out);
            conditions(b, holds, out);
        }
        (FormulaKind::Not(a), _) => conditions(a, !holds, out),
        _ => {}
    }
}

fn atoms(e: &Expr, holds: bool, out: &mut Vec<Expr>) {
    match (&e.kind, holds) {
        (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) => {
            atoms(a, holds, out);
            atoms(b, holds, out);
        }
        (ExprKind::Unary(UnaryOp::Not, a), _) => atoms(a, !holds, out),
        (ExprKind::Unary(UnaryOp::Whole | UnaryOp::Both, a), _) => atoms(a, holds, out),
        (_, true) => out.push(e.clone()),
        (ExprKind::Binary(op, a, b), false) => {
            let opposite = match op {
                Op::Lt => Op::Ge,
                Op::Le => Op::Gt,
                Op::Gt => Op::Le,
                Op::Ge => Op::Lt,
                _ => return,
            };
            out.push(Expr::binary(opposite, (**a).clone(), (**b).clone(), e.span));
        }
        _ => {}
    }
}
