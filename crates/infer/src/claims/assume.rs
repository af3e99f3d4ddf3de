//! Formulas about all cells of a list, taken for granted.

use super::fits;
use crate::heap::{Ending, State, Target};
use crate::step::{Log, Steps, Value};
use crate::words::Pattern;
use domains::{Constraint, Dim, Expr, Numeric};
use imperative::claims::{CellOrder, List, When};
use imperative::{BinaryOp as Op, Expr as Code, ExprKind, Formula, FormulaKind, VarId};

impl Steps<'_, '_> {
    /// The states in which a formula holds of all cells of a list, as far as that can be said.
    #[expect(clippy::too_many_arguments, reason = "the parts of the formula, the state and the log")]
    pub(super) fn with_all<N: Numeric>(
        &self,
        cells: &[VarId],
        order: CellOrder,
        of: &List,
        body: &Formula,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        // The body is about the data here, and the word of an old list has those of the entry.
        if !fits(order, cells.len()) || of.when != When::Here {
            return vec![state];
        }
        let pattern = match (order, cells.len()) {
            (_, 1) => Pattern::all(),
            (CellOrder::Ordered, 2) => Pattern::ordered(),
            (CellOrder::Adjacent, 2) => Pattern::adjacent(),
            _ => return vec![state],
        };
        let starts = self.start_of(of, frame, state, log);
        let with =
            |(state, start): (State<N>, Option<Target>)| match start.map(|start| state.shape.path(start)) {
                Some((nodes, Ending::Nil)) if nodes.len() == 1 => {
                    let mut said = Vec::new();
                    self.linear(body, cells, nodes[0], frame, &state, &mut said);
                    let words = state.words.taken(&pattern, nodes[0], &said);
                    State { words, ..state }
                }
                _ => state,
            };
        starts.into_iter().map(with).collect()
    }

    /// The states in which a list is sorted.
    pub(super) fn with_sorted<N: Numeric>(
        &self,
        list: &List,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let starts = self.start_of(list, frame, state, log);
        let with =
            |(state, start): (State<N>, Option<Target>)| match start.map(|start| state.shape.path(start)) {
                Some((nodes, Ending::Nil)) if nodes.len() == 1 => {
                    let key = self.unit.slots.cell(state.shape.kind[nodes[0]]).and_then(|cell| cell.key);
                    let Some(key) = key else { return state };
                    let layout = state.words.layout();
                    let rises = [Constraint::le(layout.data(0, key), layout.data(1, key))];
                    let mut words = state.words.clone();
                    for pattern in [Pattern::ordered(), Pattern::adjacent()] {
                        words = words.taken(&pattern, nodes[0], &rises);
                    }
                    State { words, ..state }
                }
                _ => state,
            };
        starts.into_iter().map(with).collect()
    }

    /// The linear constraints that a formula says of the data of bound cells, in the dimensions of positions.
    fn linear<N: Numeric>(
        &self,
        body: &Formula,
        cells: &[VarId],
        node: usize,
        frame: usize,
        state: &State<N>,
        out: &mut Vec<Constraint>,
    ) {
        match &body.kind {
            FormulaKind::And(a, b) => {
                self.linear(a, cells, node, frame, state, out);
                self.linear(b, cells, node, frame, state, out);
            }
            FormulaKind::Cond(e) => self.linear_cond(e, cells, node, frame, state, out),
            _ => {}
        }
    }

    fn linear_cond<N: Numeric>(
        &self,
        e: &Code,
        cells: &[VarId],
        node: usize,
        frame: usize,
        state: &State<N>,
        out: &mut Vec<Constraint>,
    ) {
        match &e.kind {
            ExprKind::And(a, b) => {
                self.linear_cond(a, cells, node, frame, state, out);
                self.linear_cond(b, cells, node, frame, state, out);
            }
            ExprKind::Binary(op, a, b) => {
                let side = |e: &Code| self.linear_value(e, cells, node, frame, state);
                let (Some(a), Some(b)) = (side(a), side(b)) else { return };
                out.push(match op {
                    Op::Eq => Constraint::eq(a, b),
                    Op::Ne => Constraint::ne(a, b),
                    Op::Lt => Constraint::lt(a, b),
                    Op::Le => Constraint::le(a, b),
                    Op::Gt => Constraint::gt(a, b),
                    Op::Ge => Constraint::ge(a, b),
                    _ => return,
                });
            }
            _ => {}
        }
    }

    fn linear_value<N: Numeric>(
        &self,
        e: &Code,
        cells: &[VarId],
        node: usize,
        frame: usize,
        state: &State<N>,
    ) -> Option<Expr> {
        let side = |e: &Code| self.linear_value(e, cells, node, frame, state);
        match &e.unchecked().kind {
            ExprKind::Binary(Op::Add, a, b) => Some(side(a)? + side(b)?),
            ExprKind::Binary(Op::Sub, a, b) => Some(side(a)? - side(b)?),
            ExprKind::Field(object, field) if let ExprKind::Var(var) = object.kind => {
                let cell = cells.iter().position(|cell| *cell == var)?;
                let crate::step::Part::Data(at) = self.part(*state.shape.kind.get(node)?, *field)? else {
                    return None;
                };
                Some(Expr::from(state.words.layout().data(cell, at)))
            }
            ExprKind::Int(_) | ExprKind::Var(_) => {
                let mut log = Log::default();
                let values = self.eval(e, frame, state.clone(), &mut log);
                match values.as_slice() {
                    [(_, Value::Number(expr))] if log.lost.is_none() => {
                        let numbers = state.words.layout().nums;
                        let known = |(dim, _): &(Dim, base::Int)| dim.index() < numbers;
                        expr.terms().iter().all(known).then(|| expr.clone())
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
