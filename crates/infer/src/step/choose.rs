//! Conditions.

use super::{Log, Steps, Value};
use crate::heap::{State, Target};
use domains::{Constraint, Numeric};
use imperative::{BinaryOp as Op, Expr as Code, ExprKind, UnaryOp};

impl<'p> Steps<'_, 'p> {
    /// The states in which a condition comes out so.
    pub fn choose<N: Numeric>(
        &self,
        cond: &Code,
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let mut states = match &cond.kind {
            ExprKind::Bool(b) => {
                if *b == holds {
                    vec![state]
                } else {
                    Vec::new()
                }
            }
            ExprKind::Unary(UnaryOp::Not, a) => return self.choose(a, !holds, frame, state, log),
            ExprKind::Unary(UnaryOp::Whole | UnaryOp::Both, a) => {
                return self.choose(a, holds, frame, state, log);
            }
            ExprKind::And(a, b) => self.both(a, b, true, holds, frame, state, log),
            ExprKind::Or(a, b) => self.both(a, b, false, holds, frame, state, log),
            ExprKind::Binary(op, a, b) if op.is_comparison() => {
                let mut found = Vec::new();
                let ready = self.ready(a, b, frame, state, log);
                for (state, left) in
                    ready.into_iter().flat_map(|state| self.eval(a, frame, state, log)).collect::<Vec<_>>()
                {
                    for (state, right) in self.eval(b, frame, state, log) {
                        found.extend(self.compared(*op, &left, &right, holds, state));
                    }
                }
                found
            }
            ExprKind::IntToBool(a) => self.nonzero(a, holds, frame, state, log),
            _ => self.nonzero(cond, holds, frame, state, log),
        };
        states.retain(|state| !state.is_empty());
        states
    }

    fn nonzero<N: Numeric>(
        &self,
        e: &Code,
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let values = self.eval(e, frame, state, log);
        let op = if holds { Op::Ne } else { Op::Eq };
        let zero = Value::Number(domains::Expr::constant(0));
        values.into_iter().flat_map(|(state, value)| self.compared(op, &value, &zero, true, state)).collect()
    }

    /// `a and b` (or `a or b`, for `all` false) comes out so.
    #[expect(
        clippy::too_many_arguments,
        reason = "two conditions with how they are joined, the state and the log"
    )]
    fn both<N: Numeric>(
        &self,
        a: &Code,
        b: &Code,
        all: bool,
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let go_on = self.choose(a, all, frame, state.clone(), log);
        let mut found: Vec<State<N>> =
            go_on.into_iter().flat_map(|state| self.choose(b, holds, frame, state, log)).collect();
        if all != holds {
            found.extend(self.choose(a, !all, frame, state, log));
        }
        found
    }

    fn compared<N: Numeric>(
        &self,
        op: Op,
        left: &Value,
        right: &Value,
        holds: bool,
        state: State<N>,
    ) -> Vec<State<N>> {
        let op = if holds { op } else { opposite(op) };
        match (left, right) {
            (Value::Link(a), Value::Link(b)) => {
                let known = match (a, b) {
                    // It is unknown what a pointer to a freed cell is equal to.
                    (Target::Freed | Target::Unset, _) | (_, Target::Freed | Target::Unset) => None,
                    _ => Some(a == b),
                };
                let wanted = op == Op::Eq;
                if known.is_none_or(|known| known == wanted) { vec![state] } else { Vec::new() }
            }
            (Value::Number(a), Value::Number(b)) => {
                let (a, b) = (a.clone(), b.clone());
                let constraint = match op {
                    Op::Eq => Constraint::eq(a, b),
                    Op::Ne => Constraint::ne(a, b),
                    Op::Lt => Constraint::lt(a, b),
                    Op::Le => Constraint::le(a, b),
                    Op::Gt => Constraint::gt(a, b),
                    Op::Ge => Constraint::ge(a, b),
                    _ => return vec![state],
                };
                if constraint.is_always() {
                    return vec![state];
                }
                vec![state.meet(&constraint)]
            }
            _ => vec![state],
        }
    }
}

/// The comparison that holds where this one does not.
fn opposite(op: Op) -> Op {
    match op {
        Op::Eq => Op::Ne,
        Op::Ne => Op::Eq,
        Op::Lt => Op::Ge,
        Op::Le => Op::Gt,
        Op::Gt => Op::Le,
        Op::Ge => Op::Lt,
        other => other,
    }
}
