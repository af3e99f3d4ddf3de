//! Formulas about lists: whether they may be false.

use super::fits;
use crate::heap::{Ending, State, Target};
use crate::step::{Log, Steps};
use domains::{Constraint, Expr, Numeric};
use imperative::claims::{CellOrder, List};
use imperative::{Formula, StructId, Type, VarId};
use source::Span;

impl Steps<'_, '_> {
    /// The states in which some cells of a list make the body false.
    #[expect(clippy::too_many_arguments, reason = "the parts of the formula, the state and the log")]
    pub(super) fn some_cells<N: Numeric>(
        &self,
        cells: &[VarId],
        order: CellOrder,
        of: &List,
        body: &Formula,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        if !fits(order, cells.len()) {
            return vec![state];
        }
        let mut found = Vec::new();
        for (state, start) in self.start_of(of, frame, state, log) {
            let Some(start) = start else {
                found.push(state);
                continue;
            };
            let ending = state.shape.path(start).1;
            if ending == Ending::Broken || ending == Ending::Cycle && order == CellOrder::Ordered {
                // The formula reads what was freed, or never written; or asks what comes first in a cycle.
                found.push(state);
                continue;
            }
            let first = state.shape.vars.len();
            let bound = cells.iter().enumerate().map(|(at, cell)| (*cell, first + at));
            let bound = self.bound.iter().copied().chain(bound).collect();
            let inner = Steps { bound, ..Steps::new(self.unit, self.settings) };
            for state in placed(&state, start, cells.len(), order) {
                for mut state in inner.may(body, false, frame, state, log) {
                    state.shape.vars.truncate(first);
                    found.push(state);
                }
            }
        }
        found
    }

    /// The states in which the keys of two cells in a row decrease.
    pub(super) fn unsorted<N: Numeric>(
        &self,
        list: &List,
        span: Span,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let mut found = Vec::new();
        for (state, start) in self.start_of(list, frame, state, log) {
            let Some(start) = start else {
                found.push(state);
                continue;
            };
            let first = state.shape.vars.len();
            for mut state in placed(&state, start, 2, CellOrder::Adjacent) {
                let (Target::Node(a), Target::Node(b)) =
                    (state.shape.vars[first], state.shape.vars[first + 1])
                else {
                    continue;
                };
                state.shape.vars.truncate(first);
                let Some(key) = self.unit.slots.cell(state.shape.kind[a]).and_then(|cell| cell.key) else {
                    found.push(state);
                    continue;
                };
                if !state.marks[a].written || !state.marks[b].written {
                    log.alarm(imperative::ErrorKind::Uninitialised, span, false);
                }
                let layout = state.words.layout();
                let falls = Constraint::gt(layout.head(a, key), layout.head(b, key));
                found.push(state.meet(&falls));
            }
        }
        found
    }

    /// The list ends in nil; with `whole`, so does everything that its cells lead to.
    pub(super) fn ends_in_nil<N: Numeric>(
        &self,
        list: &List,
        whole: bool,
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let starts = self.start_of(list, frame, state, log);
        let wanted = |state: &State<N>, start: &Option<Target>| {
            start.is_none_or(|start| match state.shape.path(start) {
                (nodes, Ending::Nil) => holds || whole && self.leads_elsewhere(state, &nodes),
                (_, Ending::Cycle) => !holds,
                (_, Ending::Broken) => true,
            })
        };
        starts.into_iter().filter(|(state, start)| wanted(state, start)).map(|(state, _)| state).collect()
    }

    /// Whether some cells lead to other things than cells of their list.
    fn leads_elsewhere<N: Numeric>(&self, state: &State<N>, nodes: &[usize]) -> bool {
        nodes.iter().any(|node| !self.holds_numbers_only(state.shape.kind[*node], true))
    }

    /// Whether all fields of a cell besides its link are numbers that the analysis follows. With `others`, booleans and
    /// reals may be there too, but no references.
    fn holds_numbers_only(&self, kind: StructId, others: bool) -> bool {
        let Some(cell) = self.unit.slots.cell(kind) else { return false };
        let fields = self.unit.program.struct_of(kind).map_or(&[][..], |of| &of.fields);
        fields.iter().enumerate().filter(|(at, _)| *at != cell.link.index()).all(|(_, field)| {
            match field.ty {
                Type::Int | Type::Word(_) => true,
                Type::Bool | Type::Real => others,
                _ => false,
            }
        })
    }

    pub(super) fn disjoint<N: Numeric>(
        &self,
        a: &List,
        b: &List,
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let mut found = Vec::new();
        for (state, first) in self.start_of(a, frame, state, log) {
            for (state, second) in self.start_of(b, frame, state, log) {
                let apart = first.zip(second).and_then(|(first, second)| {
                    let (ours, theirs) = (state.shape.path(first).0, state.shape.path(second).0);
                    let apart = ours.iter().all(|node| !theirs.contains(node));
                    let elsewhere =
                        self.leads_elsewhere(&state, &ours) || self.leads_elsewhere(&state, &theirs);
                    (!apart || !elsewhere).then_some(apart)
                });
                if apart.is_none_or(|apart| apart == holds) {
                    found.push(state);
                }
            }
        }
        found
    }

    /// Two lists have the same data one by one, or may not.
    pub(super) fn same_lists<N: Numeric>(
        &self,
        a: &List,
        b: &List,
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let mut found = Vec::new();
        for (state, first) in self.start_of(a, frame, state, log) {
            for (state, second) in self.start_of(b, frame, state, log) {
                let (Some(first), Some(second)) = (first, second) else {
                    found.push(state);
                    continue;
                };
                let (ours, theirs) = (state.shape.path(first), state.shape.path(second));
                let ends = [ours.1, theirs.1] == [Ending::Nil, Ending::Nil];
                if ends && ours.0 == theirs.0 {
                    // One list is the same as itself.
                    if holds {
                        found.push(state);
                    }
                    continue;
                }
                let length = |nodes: &[usize]| {
                    let layout = state.words.layout();
                    nodes.iter().fold(Expr::constant(0), |sum, node| sum + layout.len(*node))
                };
                let (long, other) = (length(&ours.0), length(&theirs.0));
                if holds {
                    let equal = Constraint::eq(long, other);
                    let mut state = if ends { state.meet(&equal) } else { state };
                    if let ([a], [b], true) = (ours.0.as_slice(), theirs.0.as_slice(), ends) {
                        state.words = state.words.equated(*a, *b);
                    }
                    found.push(state);
                    continue;
                }
                let partly = |node: &usize| !self.holds_numbers_only(state.shape.kind[*node], false);
                let shared = ours.0.iter().any(|node| theirs.0.contains(node));
                if !ends || shared || ours.0.iter().chain(&theirs.0).any(partly) {
                    found.push(state);
                    continue;
                }
                found.push(state.meet(&Constraint::lt(long.clone(), other.clone())));
                found.push(state.meet(&Constraint::gt(long, other)));
                if may_differ(&state, &ours.0, &theirs.0) {
                    found.push(state);
                }
            }
        }
        found
    }

    /// Lists have the same data together, or may not.
    pub(super) fn same_elements<N: Numeric>(
        &self,
        a: &[List],
        b: &[List],
        holds: bool,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        // Where lists begin is looked at first: that may cut nodes, whose multisets would not be those of all their cells then.
        let mut states = vec![state];
        for list in a.iter().chain(b).filter(|list| self.entry_list(list, frame).is_none()) {
            let starts = states.into_iter().flat_map(|state| self.start_of(list, frame, state, log));
            states = starts.map(|(state, _)| state).collect();
        }
        let mut rows: Vec<(State<N>, Total)> =
            states.into_iter().map(|state| (state, Some(Vec::new()))).collect();
        for (lists, sign) in [(a, 1), (b, -1)] {
            for list in lists {
                let mut next = Vec::new();
                for (state, sum) in rows {
                    if let Some(entry) = self.entry_list(list, frame) {
                        let bag = state.entry_bag(entry, 0);
                        next.push((state, with(sum, &[(bag, sign)])));
                        continue;
                    }
                    for (state, start) in self.start_of(list, frame, state, log) {
                        let path = start.map(|start| state.shape.path(start));
                        let bags = path.filter(|(_, ending)| *ending == Ending::Nil).map(|(nodes, _)| {
                            nodes.iter().map(|node| (state.node_bag(*node, 0), sign)).collect::<Vec<_>>()
                        });
                        let sum = bags.and_then(|bags| with(sum.clone(), &bags));
                        next.push((state, sum));
                    }
                }
                rows = next;
            }
        }
        // The multisets of a cell with several data would have to be compared together.
        let one = self.unit.slots.fields() == 1;
        let shown = |state: &State<N>, sum: &Total| match (&state.bags, sum) {
            (Some(bags), Some(sum)) => one && bags.has(sum),
            _ => false,
        };
        rows.into_iter().filter(|(state, sum)| holds || !shown(state, sum)).map(|(state, _)| state).collect()
    }
}

/// A sum of multisets, by dimension and factor; nothing where it cannot be told.
type Total = Option<Vec<(usize, i64)>>;

fn with(sum: Total, more: &[(usize, i64)]) -> Total {
    sum.map(|mut sum| {
        sum.extend_from_slice(more);
        sum
    })
}

/// Whether two lists with the same number of cells may differ somewhere. The states in which they do no longer know the
/// variables.
fn may_differ<N: Numeric>(state: &State<N>, ours: &[usize], theirs: &[usize]) -> bool {
    if ours.is_empty() || theirs.is_empty() {
        return false;
    }
    let Some((state, a, b)) = state.joined(ours, theirs) else { return true };
    let layout = state.words.layout();
    let state = state.meet(&Constraint::eq(layout.len(a), layout.len(b)));
    let mut found = Vec::new();
    let mut compare = |state: &State<N>, a: usize, b: usize| {
        let layout = state.words.layout();
        for field in 0..layout.fields {
            let (x, y) = (layout.head(a, field), layout.head(b, field));
            found.push(state.meet(&Constraint::lt(x, y)));
            found.push(state.meet(&Constraint::gt(x, y)));
        }
    };
    compare(&state, a, b);
    let along = (state.shape.before[a] != Some(b)).then_some(b);
    if let Some((state, back)) = state.cut(a, along) {
        compare(&state, back, back + 1);
    }
    found.iter().any(|state| !state.is_empty())
}

/// All states in which pointers lead to cells of a list that stand in an order to each other. The pointers are new variables of
/// the shape.
fn placed<N: Numeric>(state: &State<N>, start: Target, cells: usize, order: CellOrder) -> Vec<State<N>> {
    let first = state.shape.vars.len();
    let mut states = anywhere(state, start);
    for at in 1..cells {
        let mut next = Vec::new();
        for state in states {
            let Target::Node(node) = state.shape.vars[first + at - 1] else { continue };
            for state in state.unfolded(node) {
                let after = state.shape.next[node];
                match order {
                    CellOrder::Adjacent => {
                        if matches!(after, Target::Node(_)) {
                            let mut state = state;
                            state.shape.vars.push(after);
                            next.push(state);
                        }
                    }
                    CellOrder::Ordered | CellOrder::Single => next.extend(anywhere(&state, after)),
                }
            }
        }
        states = next;
    }
    states
}

/// All states in which a new pointer leads to a cell from a target on.
fn anywhere<N: Numeric>(state: &State<N>, from: Target) -> Vec<State<N>> {
    let mut found = Vec::new();
    for node in state.shape.path(from).0 {
        let mut here = state.clone();
        here.shape.vars.push(Target::Node(node));
        found.push(here);
        if let Some((mut state, back)) = (!state.is_single(node)).then(|| state.cut(node, None)).flatten() {
            state.shape.vars.push(Target::Node(back));
            found.push(state);
        }
    }
    found
}
