//! What only claims read: results, old values, lengths and sums.

use crate::heap::{Ending, State, Target};
use crate::step::{Log, Steps, Value};
use crate::unit::What;
use domains::{Dim, Expr, Interval, Numeric};
use imperative::claims::{List, Meaning, When};
use imperative::{Expr as Code, ExprKind, VarId};

impl Steps<'_, '_> {
    /// The value of a ghost.
    pub(crate) fn ghost<N: Numeric>(
        &self,
        e: &Code,
        var: VarId,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<(State<N>, Value)> {
        if let Some((_, at)) = self.bound.iter().find(|(ghost, _)| *ghost == var) {
            let target = state.shape.vars.get(*at).copied().unwrap_or(Target::Unset);
            let Target::Node(node) = target else { return vec![(state, Value::Link(target))] };
            if !self.is_frozen(node, &state) {
                return vec![(state, Value::Link(target))];
            }
            // A cell of an old list is the one that it is now, if that is known.
            let now = state.shape.before.iter().position(|before| *before == Some(node));
            return match now {
                Some(now) => vec![(state, Value::Link(Target::Node(now)))],
                None => self.unknown(e, frame, state, log),
            };
        }
        let ghost = var.ghost_index().and_then(|at| self.unit.proc(frame)?.ghosts.get(at));
        let any = |state| vec![(state, Value::Some(Interval::ALL))];
        match ghost.map(|ghost| &ghost.meaning) {
            Some(Meaning::Result) if frame == 0 => match self.unit.result_slot() {
                Some(slot) => match self.read(slot, &state) {
                    Some(value) => vec![(state, value)],
                    None => self.unknown(e, frame, state, log),
                },
                None => any(state),
            },
            Some(Meaning::At(When::Here, inner)) => self.eval(inner, frame, state, log),
            Some(Meaning::At(When::Entry, inner)) => match self.at_entry(inner, frame, &state) {
                Some(value) => vec![(state, value)],
                None => self.unknown(inner, frame, state, log),
            },
            Some(Meaning::Length(list)) => self.length(list, frame, state, log),
            Some(Meaning::Sum(list)) => self.sum(list, frame, state, log),
            _ => self.unknown(e, frame, state, log),
        }
    }

    /// The states in which two operands can be evaluated one after the other. The length of a list is that of its nodes, and a node
    /// is cut where the second operand reads a link of it: so all that is to be cut is cut before.
    pub(crate) fn ready<N: Numeric>(
        &self,
        a: &Code,
        b: &Code,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<State<N>> {
        if !self.measures(a, frame) {
            return vec![state];
        }
        let mut states = vec![state];
        for operand in [a, b] {
            let values = states.into_iter().flat_map(|state| self.eval(operand, frame, state, log));
            states = values.map(|(state, _)| state).collect();
        }
        states
    }

    /// Whether an expression mentions lengths or sums.
    fn measures(&self, e: &Code, frame: usize) -> bool {
        let ghosts = self.unit.proc(frame).map_or(&[][..], |proc| &proc.ghosts);
        let mut vars = e.vars().into_iter().filter_map(|var| ghosts.get(var.ghost_index()?));
        vars.any(|ghost| match &ghost.meaning {
            Meaning::Length(_) | Meaning::Sum(_) => true,
            Meaning::At(_, inner) => self.measures(inner, frame),
            Meaning::Bound | Meaning::Result => false,
        })
    }

    /// The value that an expression had at the entry, where it is still known.
    fn at_entry<N: Numeric>(&self, e: &Code, frame: usize, state: &State<N>) -> Option<Value> {
        match &e.kind {
            // `\old(len(l))` is the length of the list as it was.
            ExprKind::Var(var) if var.ghost_index().is_some() => {
                let ghosts = &self.unit.proc(frame)?.ghosts;
                match &ghosts.get(var.ghost_index()?)?.meaning {
                    // Of any other state nothing is remembered.
                    Meaning::Length(list) | Meaning::Sum(list)
                        if !matches!(list.when, When::Here | When::Entry) =>
                    {
                        None
                    }
                    Meaning::Length(list) => {
                        let list = List { when: When::Entry, ..list.clone() };
                        let entry = self.entry_list(&list, frame)?;
                        Some(self.slot_value(self.unit.entry_values.lists[entry].length))
                    }
                    Meaning::Sum(list) => {
                        let list = List { when: When::Entry, ..list.clone() };
                        Some(self.entry_sum(self.entry_list(&list, frame)?))
                    }
                    _ => None,
                }
            }
            ExprKind::Var(var) if frame == 0 => {
                let old = self.unit.entry_values.olds.iter().find(|old| old.var == *var)?;
                self.read(old.kept?, state)
            }
            // The data of a cell that a quantifier binds.
            ExprKind::Field(object, field) => {
                let node = match &object.kind {
                    ExprKind::Var(var) => self.cell_at_entry(*var, frame, state)?,
                    _ => return None,
                };
                let crate::step::Part::Data(at) = self.part(state.shape.kind[node], *field)? else {
                    return None;
                };
                Some(Value::Number(Expr::from(state.words.layout().head(node, at))))
            }
            ExprKind::Int(n) => Some(Value::Number(Expr::constant(n.clone()))),
            ExprKind::Nil => Some(Value::Link(Target::Nil)),
            _ => None,
        }
    }

    /// The node that holds what a cell held at the entry.
    fn cell_at_entry<N: Numeric>(&self, var: VarId, frame: usize, state: &State<N>) -> Option<usize> {
        if let Some((_, at)) = self.bound.iter().find(|(ghost, _)| *ghost == var) {
            let Target::Node(node) = state.shape.vars.get(*at)? else { return None };
            return if self.is_frozen(*node, state) { Some(*node) } else { state.shape.before[*node] };
        }
        let entry = self.unit.entry_values.lists.iter().find(|list| list.var == var && frame == 0)?;
        match self.read(entry.frozen?, state)? {
            Value::Link(Target::Node(node)) => Some(node),
            _ => None,
        }
    }

    /// Whether a node is part of the heap at the entry.
    fn is_frozen<N: Numeric>(&self, node: usize, state: &State<N>) -> bool {
        let frozen = self.unit.entry_values.lists.iter().filter_map(|list| list.frozen);
        frozen.filter_map(|slot| self.read(slot, state)).any(|value| match value {
            Value::Link(target) => state.shape.path(target).0.contains(&node),
            _ => false,
        })
    }

    /// The number of the list of the entry that is meant, if it is that of an input.
    pub(super) fn entry_list(&self, list: &List, frame: usize) -> Option<usize> {
        let ExprKind::Var(var) = list.start.kind else { return None };
        (frame == 0 && list.when == When::Entry)
            .then(|| self.unit.entry_values.lists.iter().position(|known| known.var == var))?
    }

    fn slot_value(&self, slot: usize) -> Value {
        match self.unit.slots.all.get(slot).map(|slot| &slot.what) {
            Some(What::Number(dim, _)) => Value::Number(Expr::from(Dim::new(*dim))),
            _ => Value::Some(Interval::ALL),
        }
    }

    fn length<N: Numeric>(
        &self,
        list: &List,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<(State<N>, Value)> {
        if let Some(entry) = self.entry_list(list, frame) {
            return vec![(state, self.slot_value(self.unit.entry_values.lists[entry].length))];
        }
        self.total(list, frame, state, log, |state, node| Some(state.words.layout().len(node)))
    }

    fn sum<N: Numeric>(
        &self,
        list: &List,
        frame: usize,
        state: State<N>,
        log: &mut Log,
    ) -> Vec<(State<N>, Value)> {
        let key = |state: &State<N>, node: usize| self.unit.slots.cell(*state.shape.kind.get(node)?)?.key;
        if let Some(entry) = self.entry_list(list, frame) {
            return vec![(state, self.entry_sum(entry))];
        }
        self.total(list, frame, state, log, |state, node| state.words.layout().sum(node, key(state, node)?))
    }

    /// The sum of the keys of a list of the entry.
    fn entry_sum(&self, list: usize) -> Value {
        let Some(entry) = self.unit.entry_values.lists.get(list) else { return Value::Some(Interval::ALL) };
        let kind = self.unit.slot(0, entry.var).and_then(|slot| match self.unit.slots.all[slot].what {
            What::Link(_, kind) => Some(kind),
            _ => None,
        });
        let key = kind.and_then(|kind| self.unit.slots.cell(kind)?.key);
        let slot = key.and_then(|key| entry.sums.get(key));
        slot.map_or(Value::Some(Interval::ALL), |slot| self.slot_value(*slot))
    }

    /// The sum of something over the nodes of a list.
    fn total<N: Numeric>(
        &self,
        list: &List,
        frame: usize,
        state: State<N>,
        log: &mut Log,
        of: impl Fn(&State<N>, usize) -> Option<Dim>,
    ) -> Vec<(State<N>, Value)> {
        let starts = self.start_of(list, frame, state, log);
        let values = starts.into_iter().map(|(state, start)| {
            let path = start.map(|start| state.shape.path(start));
            let dims = path.filter(|(_, ending)| *ending == Ending::Nil).and_then(|(nodes, _)| {
                nodes.iter().map(|node| of(&state, *node)).collect::<Option<Vec<Dim>>>()
            });
            let value = match dims {
                Some(dims) => Value::Number(dims.into_iter().fold(Expr::constant(0), |sum, dim| sum + dim)),
                // The length of a cycle is no number.
                None => Value::Some(Interval::ALL),
            };
            (state, value)
        });
        values.collect()
    }
}
