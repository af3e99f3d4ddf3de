//! What statements make of heaps (post# in the paper, Figures 2, 3 and 6).
//!
//! A statement is done for each state of a set by itself. Reading the link of a node first cuts its first cell off ([`State::unfolded`]),
//! so one state may become two. Where a run errs it ends; that it may is written down ([`Log`]).

mod choose;
mod eval;
mod instr;
mod log;
mod memo;

pub(crate) use eval::Part;
pub use log::{Alarm, Log};
pub use memo::{Done, Memo};

use crate::heap::{Heaps, Lost, Made, Mark, Shared, State, Target};
use crate::unit::{Edge, SpotKind, Step, Unit, What};
use domains::{Dim, Expr, Numeric};
use imperative::{ErrorKind, VarId};
use source::Span;
use std::cell::Cell;

/// How statements are done.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The most simple nodes of a state.
    pub k: usize,
    /// How much may be done. Beyond it nothing is known.
    pub effort: u64,
}

/// A value in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(Expr),
    /// Some number, with its bounds as far as they are known.
    Some(domains::Interval),
    /// A reference to cells that can be followed.
    Link(Target),
    /// Anything else.
    Other,
}

/// The steps of a unit.
pub struct Steps<'u, 'p> {
    /// The unit.
    pub unit: &'u Unit<'p>,
    /// How they are done.
    pub settings: Settings,
    /// The ghosts that stand for cells, each with the variable of a shape that leads to it.
    pub bound: Vec<(VarId, usize)>,
    /// How much was done.
    pub effort: Cell<u64>,
}

impl<'u, 'p> Steps<'u, 'p> {
    /// The steps of a unit.
    pub fn new(unit: &'u Unit<'p>, settings: Settings) -> Steps<'u, 'p> {
        Steps { unit, settings, bound: Vec::new(), effort: Cell::new(0) }
    }

    /// Counts the work that a state makes: that on numerical values grows faster than the number of their constraints.
    fn spend<N: Numeric>(&self, state: &State<N>, log: &mut Log) {
        let facts: usize = state.words.facts().map(|(_, fact)| 1 + fact.len()).sum();
        let size = (state.words.base().constraints().len() + facts + state.shape.nodes()) as u64;
        self.effort.set(self.effort.get().saturating_add(1 + size * size / 8));
        if self.effort.get() > self.settings.effort {
            let why = "the heaps and formulas became too many".to_string();
            log.lose(Lost { why, span: self.unit.program.span });
        }
    }

    /// What an edge makes of a set of heaps.
    pub fn edge<N: Numeric>(
        &self,
        edge: &Edge<'p>,
        heaps: &Heaps<N>,
        memo: &Memo<N>,
        log: &mut Log,
    ) -> Heaps<N> {
        let mut arrived = Heaps::none();
        if let Some(why) = heaps.why_lost() {
            arrived.lose(why.clone());
        }
        for state in heaps.shared() {
            let done = memo.of(state, || self.follow(edge, state.state()));
            done.states.iter().for_each(|state| arrived.add(state));
            log.extend(&done.log);
        }
        if let Some(why) = log.lost.take() {
            arrived.lose(why);
        }
        arrived
    }

    /// What an edge makes of a state.
    fn follow<N: Numeric>(&self, edge: &Edge<'p>, state: &State<N>) -> Done<N> {
        let mut log = Log::default();
        let states = self.along(edge, state.clone(), edge.steps.len(), &mut log);
        let arrive = |state| self.arrive(edge, state, &mut log).map(Shared::new);
        Done { states: states.into_iter().filter_map(arrive).collect(), log }
    }

    /// The states before a step of an edge (after all of them, for their number).
    pub fn along<N: Numeric>(
        &self,
        edge: &Edge<'p>,
        state: State<N>,
        steps: usize,
        log: &mut Log,
    ) -> Vec<State<N>> {
        let mut states = vec![state];
        for step in edge.steps.iter().take(steps) {
            states = states.into_iter().flat_map(|state| self.step(step, state, log)).collect();
            states.retain(|state| !state.is_empty());
        }
        states
    }

    fn arrive<N: Numeric>(&self, edge: &Edge<'p>, mut state: State<N>, log: &mut Log) -> Option<State<N>> {
        let returns = self.unit.spots[edge.to].kind == SpotKind::Exit;
        if returns && let Some(mark) = self.left_behind(&state) {
            log.alarm(ErrorKind::Leak, self.unit.spots[edge.to].span, mark.made == Made::Yes);
        }
        for slot in &edge.dead {
            match self.unit.slots.all[*slot].what {
                What::Number(dim, _) | What::Truth(dim) => state = state.forget(Dim::new(dim)),
                What::Link(at, _) => state.shape.vars[at] = Target::Unset,
                What::Other => {}
            }
        }
        // Within an iteration cells stay apart: what was just asked of a cell would be lost in the word that it becomes part of.
        let fold = !matches!(self.unit.spots[edge.to].kind, SpotKind::Block | SpotKind::After(_));
        self.spend(&state, log);
        if log.lost.is_some() {
            return None;
        }
        let (mut settled, garbage) = state.settled(fold.then_some(self.settings.k));
        settled.shape.flags = self.unit.flag_values(settled.words.base());
        for mark in garbage {
            // Where no run returns, cells that are left are no leak.
            if mark.made == Made::No {
                log.dropped = true;
            } else if self.unit.returns[edge.to] {
                log.alarm(ErrorKind::Leak, self.unit.spots[edge.to].span, mark.made == Made::Yes);
            }
        }
        Some(settled)
    }

    /// A cell that the program made and that its caller cannot reach: neither by the result or a global, nor by any
    /// cell that was there before.
    fn left_behind<N: Numeric>(&self, state: &State<N>) -> Option<Mark> {
        let records = self.unit.records.iter().map(|record| record.slot);
        let slots = records.chain(self.unit.result_slot());
        let roots = slots.filter_map(|slot| match self.unit.slots.all.get(slot)?.what {
            What::Link(at, _) => state.shape.vars.get(at).copied(),
            _ => None,
        });
        let given = (0..state.shape.nodes()).filter(|node| state.marks[*node].made != Made::Yes);
        let mut kept = vec![false; state.shape.nodes()];
        for target in roots.chain(given.map(Target::Node)) {
            for node in state.shape.path(target).0 {
                kept[node] = true;
            }
        }
        (0..kept.len()).find(|node| !kept[*node]).map(|node| state.marks[node])
    }

    /// What a step makes of a state.
    pub fn step<N: Numeric>(&self, step: &Step<'p>, state: State<N>, log: &mut Log) -> Vec<State<N>> {
        match step {
            Step::Do { instr, frame, .. } => self.instr(instr, *frame, state, log),
            Step::Choose { cond, holds, frame } => self.choose(cond, *holds, *frame, state, log),
            Step::Pass { slot, value, frame, span } => {
                let (values, _) = self.eval_kept(value, *frame, state, log);
                values
                    .into_iter()
                    .map(|(state, value)| self.store(*slot, &value, state, *span, log))
                    .collect()
            }
            Step::Back { slot, from } => {
                let value = self.read(*from, &state);
                vec![match value {
                    Some(value) => self.store(*slot, &value, state, self.unit.program.span, log),
                    None => self.unset(*slot, state),
                }]
            }
            Step::Fail { kind, span } => {
                log.alarm(*kind, *span, true);
                Vec::new()
            }
            Step::Lose { why, span } => {
                log.lose(Lost { why: why.clone(), span: *span });
                Vec::new()
            }
            Step::Claim { .. } => vec![state],
        }
    }

    /// The value of a slot.
    pub(crate) fn read<N: Numeric>(&self, slot: usize, state: &State<N>) -> Option<Value> {
        match self.unit.slots.all.get(slot)?.what {
            What::Number(dim, _) | What::Truth(dim) => Some(Value::Number(Expr::from(Dim::new(dim)))),
            What::Link(at, _) => match state.shape.vars[at] {
                Target::Unset => None,
                target => Some(Value::Link(target)),
            },
            What::Other => Some(Value::Other),
        }
    }

    fn unset<N: Numeric>(&self, slot: usize, mut state: State<N>) -> State<N> {
        match self.unit.slots.all[slot].what {
            What::Number(dim, _) | What::Truth(dim) => state.forget(Dim::new(dim)),
            What::Link(at, _) => {
                state.shape.vars[at] = Target::Unset;
                state
            }
            What::Other => state,
        }
    }

    /// A slot gets a value.
    fn store<N: Numeric>(
        &self,
        slot: usize,
        value: &Value,
        mut state: State<N>,
        span: Span,
        log: &mut Log,
    ) -> State<N> {
        match (&self.unit.slots.all[slot].what, value) {
            (What::Number(dim, _) | What::Truth(dim), Value::Number(expr)) => {
                state.assign(Dim::new(*dim), expr)
            }
            (What::Number(dim, _) | What::Truth(dim), Value::Some(within)) => {
                let dim = Dim::new(*dim);
                let mut state = state.forget(dim);
                if let Some(low) = &within.low {
                    state = state.meet(&domains::Constraint::ge(dim, low.clone()));
                }
                if let Some(high) = &within.high {
                    state = state.meet(&domains::Constraint::le(dim, high.clone()));
                }
                state
            }
            (What::Number(dim, _) | What::Truth(dim), _) => state.forget(Dim::new(*dim)),
            (What::Link(at, _), Value::Link(target)) => {
                state.shape.vars[*at] = *target;
                state
            }
            (What::Link(at, _), _) => {
                // It is unknown where the reference leads: it may lead into the middle of a node.
                let why = "a reference is read that is not followed".to_string();
                log.lose(Lost { why, span });
                state.shape.vars[*at] = Target::Unset;
                state
            }
            (What::Other, _) => state,
        }
    }
}
